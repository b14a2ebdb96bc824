//! A line → a message, or why it is none.

use rmcp::RoleServer;
use rmcp::model::RequestId;
use rmcp::service::RxJsonRpcMessage;
use serde::Deserialize;
use serde_json::Value;
use serde_json::error::Category;

use super::envelope::Envelope;
use crate::refusal::Refusal;

/// How many values a line may hold: each costs many times its bytes.
pub(super) const MAX_VALUES: usize = 65_536;
/// How many messages a batch may hold.
pub(super) const MAX_BATCH: usize = 64;

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// What a line turned out to be.
pub(super) enum Incoming {
    Message(Box<RxJsonRpcMessage<RoleServer>>),
    /// Nothing that would have to be done or answered.
    Nothing,
    /// The id is that of the request, where it can be read.
    Refused(Option<RequestId>, Refusal),
    /// Messages, none of them a batch.
    Batch(Vec<Incoming>),
}

/// Reads a line; batches only where the protocol's revision has them.
pub(super) fn read(line: &[u8], batches: bool) -> Incoming {
    let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
    let line = line.trim_ascii();
    if line.is_empty() {
        return Incoming::Nothing;
    }
    let is_batch = line.starts_with(b"[");
    if is_batch && !batches {
        return Incoming::Refused(None, Refusal::Batch);
    }
    if has_more_values(line, MAX_VALUES) {
        return refused(line, Refusal::TooManyValues(MAX_VALUES));
    }
    if is_batch {
        return match serde_json::from_slice(line) {
            Ok(values) => batch(values),
            Err(error) => Incoming::Refused(None, Refusal::Unreadable(error.to_string())),
        };
    }
    match serde_json::from_slice(line) {
        Ok(message) => Incoming::Message(Box::new(message)),
        Err(error) => match error.classify() {
            Category::Data => match serde_json::from_slice(line) {
                Ok(value) => no_message(&value),
                Err(_) => refused(line, Refusal::Shape),
            },
            _ => refused(line, Refusal::Unreadable(error.to_string())),
        },
    }
}

/// The refusal of a line that cannot be read whole.
pub(super) fn refused(line: &[u8], refusal: Refusal) -> Incoming {
    Incoming::Refused(Envelope::of(line).request_id(), refusal)
}

fn batch(values: Vec<Value>) -> Incoming {
    if values.is_empty() {
        return Incoming::Refused(None, Refusal::EmptyBatch);
    }
    if values.len() > MAX_BATCH {
        return Incoming::Refused(None, Refusal::LongBatch(MAX_BATCH));
    }
    let read = |value: Value| match RxJsonRpcMessage::<RoleServer>::deserialize(&value) {
        Ok(message) => Incoming::Message(Box::new(message)),
        Err(_) => no_message(&value),
    };
    Incoming::Batch(values.into_iter().map(read).collect())
}

/// What is to be done about JSON that is no message. Nobody waits for an answer
/// to a notification; an answer bears an id of another kind.
fn no_message(value: &Value) -> Incoming {
    if value.get("id").is_none() && value.get("method").is_some_and(Value::is_string) {
        return Incoming::Nothing;
    }
    let answers = value.get("result").or(value.get("error")).is_some();
    let id = value.get("id").filter(|_| !answers);
    let id = id.and_then(|id| RequestId::deserialize(id).ok());
    let params = value.get("params").filter(|params| !params.is_object());
    let refusal = match (&id, value.get("method"), params) {
        (Some(_), Some(Value::String(method)), Some(params)) if value["jsonrpc"] == "2.0" => {
            Refusal::of_params(method, Some(params))
        }
        _ => Refusal::Shape,
    };
    Incoming::Refused(id, refusal)
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
