//! A line → a message, or why it is none.

use std::iter;

use rmcp::RoleServer;
use rmcp::model::{
    ClientRequest, ErrorCode, ErrorData, GetMeta, JsonRpcMessage, ProtocolVersion, RequestId,
};
use rmcp::service::RxJsonRpcMessage;
use serde::Deserialize;
use serde_json::Value;
use serde_json::error::Category;

use super::envelope::{Envelope, Sender};
use super::repeated;
use crate::dispatch::Dispatcher;
use crate::text::jsonrpc::{self, INITIALIZE, ParamsFault, Refusal};

/// How many values a line may hold: each costs many times its bytes.
pub(super) const MAX_VALUES: usize = 65_536;
/// How many messages a batch may hold.
pub(super) const MAX_BATCH: usize = 64;

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// What a line turned out to be.
pub(in crate::mcp) enum Incoming {
    Message(Box<RxJsonRpcMessage<RoleServer>>),
    /// Nothing that would have to be done or answered.
    Nothing,
    /// A request that is refused.
    Request(RequestId, Refusal),
    /// What is refused and may be no request, with its id where it can be read.
    Refused(Option<RequestId>, Refusal),
    /// Messages, none of them a batch.
    Batch(Vec<Incoming>),
    /// The same, each of which is refused as if it stood alone.
    Several(Vec<Incoming>),
}

/// Reads a line; batches only where the protocol's revision has them.
pub(in crate::mcp) fn read(line: &[u8], batches: bool) -> Incoming {
    let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
    // Nothing else that is white is white space in JSON (RFC 8259 §2).
    let blank = line
        .iter()
        .take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
        .count();
    let line = &line[blank..];
    if line.is_empty() {
        return Incoming::Nothing;
    }
    let is_batch = line.starts_with(b"[");
    if is_batch && !batches {
        return unserved(line);
    }
    if has_more_values(line, MAX_VALUES) {
        return refused(line, Refusal::TooManyValues(MAX_VALUES));
    }
    if is_batch {
        return match serde_json::from_slice(line) {
            Ok(values) => batch(values, line),
            Err(error) => Incoming::Refused(None, Refusal::Unreadable(error.to_string())),
        };
    }
    match serde_json::from_slice(line) {
        Ok(message) => whole(
            message,
            || Envelope::of(line),
            || repeated::in_message(line),
            || serde_json::from_slice(line).unwrap_or_default(),
        ),
        Err(error) => match error.classify() {
            Category::Data => match serde_json::from_slice(line) {
                Ok(value) => no_message(&value),
                Err(_) => refused(line, Refusal::Shape),
            },
            _ => refused(line, Refusal::Unreadable(error.to_string())),
        },
    }
}

/// Why a request is refused that this server does not answer.
pub(in crate::mcp) fn unanswered(request: &ClientRequest) -> Option<Refusal> {
    match request {
        ClientRequest::InitializeRequest(_)
        | ClientRequest::PingRequest(_)
        | ClientRequest::DiscoverRequest(_)
        | ClientRequest::ListToolsRequest(_)
        | ClientRequest::CallToolRequest(_)
        | ClientRequest::ListResourcesRequest(_)
        | ClientRequest::ListResourceTemplatesRequest(_)
        | ClientRequest::ReadResourceRequest(_)
        | ClientRequest::ListPromptsRequest(_)
        | ClientRequest::GetPromptRequest(_)
        | ClientRequest::CompleteRequest(_) => None,
        ClientRequest::CustomRequest(custom) => {
            let revision = request.get_meta().protocol_version();
            Some(
                match is_newest(revision.as_ref()) && custom.method == INITIALIZE {
                    true => Refusal::Method(custom.method.clone()),
                    false => Refusal::of_request(&custom.method, custom.params.as_ref()),
                },
            )
        }
        other => Some(Refusal::Method(other.method().to_owned())),
    }
}

/// Whether a revision is 2026-07-28 or a later one.
pub(in crate::mcp) fn is_newest(revision: Option<&ProtocolVersion>) -> bool {
    revision.is_some_and(|it| it.as_str() >= ProtocolVersion::V_2026_07_28.as_str())
}

/// Why a request is refused that has not in its `_meta` what stands for an
/// `initialize` before it.
pub(in crate::mcp) fn lacking(request: &ClientRequest) -> Option<Refusal> {
    let missing = (request.get_meta()).missing_required_keys(&ProtocolVersion::V_2026_07_28);
    (!missing.is_empty()).then(|| Refusal::Params {
        method: request.method().to_owned(),
        reason: ParamsFault::Meta(missing),
    })
}

/// Puts the table's words in the place of rmcp's.
pub(in crate::mcp) fn reword(error: &mut ErrorData, dispatcher: &Dispatcher) {
    match error.code {
        ErrorCode::METHOD_NOT_FOUND => {
            // rmcp says the method alone.
            let method = std::mem::take(&mut error.message).into_owned();
            *error = dispatcher.refuse(&Refusal::Method(method));
        }
        ErrorCode::UNSUPPORTED_PROTOCOL_VERSION => {
            // The revisions that are spoken stand in its data.
            let data = error.data.as_ref();
            let asked = data.and_then(|data| data["requested"].as_str());
            let refusal = Refusal::Revision(asked.unwrap_or_default().to_owned());
            error.message = dispatcher.refuse(&refusal).message;
        }
        _ => {}
    }
}

/// The refusal of a line that cannot be read whole.
pub(super) fn refused(line: &[u8], refusal: Refusal) -> Incoming {
    refused_from(Envelope::of(line).sender(), refusal)
}

fn refused_from(sender: Sender, refusal: Refusal) -> Incoming {
    match sender {
        Sender::Request(id) => Incoming::Request(id, refusal),
        Sender::Id(id) => Incoming::Refused(Some(id), refusal),
        Sender::Unknown => Incoming::Refused(None, refusal),
    }
}

/// A message, unless its id only was taken for 0, it is a call that says something
/// twice, or its parameters were passed over.
fn whole(
    message: RxJsonRpcMessage<RoleServer>,
    envelope: impl FnOnce() -> Envelope,
    repeated: impl FnOnce() -> Option<String>,
    value: impl FnOnce() -> Value,
) -> Incoming {
    if let JsonRpcMessage::Request(request) = &message {
        let (id, method) = (&request.id, request.request.method());
        if *id == RequestId::Number(0) && matches!(envelope().sender(), Sender::Unknown) {
            return Incoming::Refused(None, Refusal::Shape);
        }
        if jsonrpc::has_arguments(method)
            && let Some(field) = repeated()
        {
            let (method, reason) = (method.to_owned(), ParamsFault::Repeated(field));
            return Incoming::Request(id.clone(), Refusal::Params { method, reason });
        }
        if lacks_params(&request.request)
            && let Some(params) = value().get("params").filter(|params| !params.is_null())
        {
            return Incoming::Request(id.clone(), Refusal::of_params(method, Some(params)));
        }
    }
    Incoming::Message(Box::new(message))
}

/// Whether a request is one without parameters, though it could have some: those that
/// have another shape are passed over where they are read.
fn lacks_params(request: &ClientRequest) -> bool {
    match request {
        ClientRequest::ListToolsRequest(request) => request.params.is_none(),
        ClientRequest::ListResourcesRequest(request) => request.params.is_none(),
        ClientRequest::ListResourceTemplatesRequest(request) => request.params.is_none(),
        ClientRequest::ListPromptsRequest(request) => request.params.is_none(),
        _ => false,
    }
}

/// A batch where the revision has none: each of its requests is refused by its id,
/// as its client waits for an answer to each.
fn unserved(line: &[u8]) -> Incoming {
    let values: Vec<Value> = match has_more_values(line, MAX_VALUES) {
        true => Vec::new(),
        false => serde_json::from_slice(line).unwrap_or_default(),
    };
    let requests = values.iter().filter_map(|value| {
        let sender = Envelope::of_value(value).sender();
        matches!(sender, Sender::Request(_)).then(|| refused_from(sender, Refusal::Batch))
    });
    let requests: Vec<Incoming> = requests.collect();
    match requests.is_empty() || values.len() > MAX_BATCH {
        true => Incoming::Refused(None, Refusal::Batch),
        false => Incoming::Several(requests),
    }
}

fn batch(values: Vec<Value>, line: &[u8]) -> Incoming {
    if values.is_empty() {
        return Incoming::Refused(None, Refusal::EmptyBatch);
    }
    if values.len() > MAX_BATCH {
        return Incoming::Refused(None, Refusal::LongBatch(MAX_BATCH));
    }
    let repeated = repeated::in_batch(line)
        .into_iter()
        .chain(iter::repeat(None));
    let read = |(value, repeated): (Value, Option<String>)| {
        match RxJsonRpcMessage::<RoleServer>::deserialize(&value) {
            Ok(message) => whole(
                message,
                || Envelope::of_value(&value),
                || repeated,
                || value.clone(),
            ),
            Err(_) => no_message(&value),
        }
    };
    Incoming::Batch(values.into_iter().zip(repeated).map(read).collect())
}

/// What is to be done about JSON that is no message. Nobody waits for an answer
/// to a notification; an answer bears an id of another kind.
fn no_message(value: &Value) -> Incoming {
    if value.get("id").is_none() && value.get("method").is_some_and(Value::is_string) {
        return Incoming::Nothing;
    }
    let sender = Envelope::of_value(value).sender();
    // Parameters of any fields would make it a message.
    let params = value.get("params").filter(|params| {
        let meta = params.get("_meta");
        !params.is_object() || meta.is_some_and(|meta| !meta.is_object())
    });
    let refusal = match (&sender, value.get("method"), params) {
        (Sender::Request(_), Some(Value::String(method)), Some(params))
            if value["jsonrpc"] == "2.0" =>
        {
            Refusal::of_params(method, Some(params))
        }
        _ => Refusal::Shape,
    };
    refused_from(sender, refusal)
}

/// Whether JSON holds more values than so many, keys not counted. What is not
/// JSON is counted up to its fault at least.
fn has_more_values(line: &[u8], limit: usize) -> bool {
    // Each but the first takes two bytes.
    if line.len() / 2 < limit {
        return false;
    }
    let (mut count, mut quoted) = (1, false);
    let mut bytes = line.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => quoted = !quoted,
            b'\\' if quoted => drop(bytes.next()),
            b',' | b'[' | b'{' if !quoted => count += 1,
            _ => {}
        }
    }
    count > limit
}
