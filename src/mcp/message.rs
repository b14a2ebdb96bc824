//! Parses the JSON-RPC messages of a client.

use std::collections::HashSet;
use std::fmt;

use rmcp::model::{RequestId, RequestMetaObject};
use serde::de::{DeserializeOwned, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::error::Category;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::envelope::Sender;
use crate::text::jsonrpc::{self, ParamsError, Refusal, type_name};

/// How many JSON values a line may hold: a value costs many times its bytes.
pub const MAX_VALUES: usize = 65_536;
/// How many messages a batch may hold.
pub const MAX_BATCH: usize = 64;

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A line or a body, parsed.
#[derive(Debug)]
pub(super) enum Incoming {
    /// White space, or a malformed notification: nobody waits for an answer.
    Nothing,
    Request(ClientRequest),
    Notification(Notification),
    Response(Response),
    /// A request that is refused.
    BadRequest(RequestId, Refusal),
    /// Something else that is refused, with its id where that can be read.
    Bad(Option<RequestId>, Refusal),
    /// The messages of a batch. None of them is a batch.
    Batch(Vec<Incoming>),
    /// The requests of a batch where the revision has no batches: each is refused.
    Refused(Vec<Incoming>),
}

/// A request of a method that this server answers.
#[derive(Debug)]
pub(super) struct ClientRequest {
    pub(super) id: RequestId,
    pub(super) method: Method,
    pub(super) meta: RequestMetaObject,
    params: Option<Map<String, Value>>,
}

/// A notification.
#[derive(Debug)]
pub(super) struct Notification {
    pub(super) method: String,
    pub(super) params: Map<String, Value>,
}

/// An answer to a request of the server.
#[derive(Debug)]
pub(super) struct Response {
    pub(super) id: RequestId,
    /// The result, or the message of the error.
    pub(super) result: Result<Value, String>,
}

/// The methods that this server answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Method {
    Initialize,
    Ping,
    Discover,
    ListTools,
    CallTool,
    ListResources,
    ListResourceTemplates,
    ReadResource,
    ListPrompts,
    GetPrompt,
    Complete,
}

impl Method {
    const ALL: [(&'static str, Self); 11] = [
        ("tools/call", Self::CallTool),
        ("ping", Self::Ping),
        ("initialize", Self::Initialize),
        ("server/discover", Self::Discover),
        ("tools/list", Self::ListTools),
        ("resources/list", Self::ListResources),
        ("resources/templates/list", Self::ListResourceTemplates),
        ("resources/read", Self::ReadResource),
        ("prompts/list", Self::ListPrompts),
        ("prompts/get", Self::GetPrompt),
        ("completion/complete", Self::Complete),
    ];

    fn from_name(name: &str) -> Option<Self> {
        let row = Self::ALL.iter().find(|(known, _)| *known == name);
        row.map(|(_, method)| *method)
    }

    /// Returns the method's name, as it is in messages.
    pub(super) fn name(self) -> &'static str {
        let row = Self::ALL.iter().find(|(_, method)| *method == self);
        row.map_or("", |(name, _)| name)
    }
}

impl ClientRequest {
    /// Returns a string among the parameters.
    #[cfg(feature = "http")]
    pub(super) fn field(&self, name: &str) -> Option<String> {
        let value = self.params.as_ref()?.get(name)?;
        value.as_str().map(str::to_owned)
    }

    /// Converts the parameters to the type of the method's.
    ///
    /// # Errors
    ///
    /// [`Refusal::Params`] where they have another shape.
    pub(super) fn params<T: DeserializeOwned>(&mut self) -> Result<T, Refusal> {
        let params = Value::Object(self.params.take().unwrap_or_default());
        serde_json::from_value(params).map_err(|_| Refusal::Params {
            method: self.method.name().to_owned(),
            reason: ParamsError::Other,
        })
    }
}

/// The outermost fields of a message. A field that is given twice, and JSON that is no
/// object, are errors of [`Category::Data`].
#[derive(Deserialize)]
struct RawMessage<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    jsonrpc: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    id: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    method: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    params: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    result: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    error: Option<&'a RawValue>,
}

/// Reads a field that is there, also where it is null.
fn present<'de, D: Deserializer<'de>>(field: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(field).map(Some)
}

/// Parses a line, or the body of a POST. Batches are for revision 2025-03-26 only:
/// without `batches` each request of one is refused by its id.
pub(super) fn parse(line: &[u8], batches: bool) -> Incoming {
    let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
    // Nothing else is white space in JSON (RFC 8259 §2).
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
    let line = &line[line.iter().take_while(is_blank).count()..];
    if line.is_empty() {
        return Incoming::Nothing;
    }
    let is_batch = line.starts_with(b"[");
    if has_more_values(line, MAX_VALUES) {
        return match is_batch && !batches {
            true => Incoming::Bad(None, Refusal::Batch),
            false => unreadable(line, Refusal::TooManyValues(MAX_VALUES)),
        };
    }
    match is_batch {
        true => batch(line, batches),
        false => message(line),
    }
}

/// Refuses a line that cannot be parsed whole, by its id where that can be read.
pub(super) fn unreadable(line: &[u8], refusal: Refusal) -> Incoming {
    refuse(Sender::of_line(line), refusal)
}

fn refuse(sender: Sender, refusal: Refusal) -> Incoming {
    match sender {
        Sender::Request(id) => Incoming::BadRequest(id, refusal),
        Sender::Id(id) => Incoming::Bad(Some(id), refusal),
        Sender::Unknown => Incoming::Bad(None, refusal),
    }
}

fn batch(line: &[u8], batches: bool) -> Incoming {
    // An array that holds something that is not JSON is none.
    let valid = serde_json::from_slice::<Vec<Value>>(line);
    let messages: Vec<&RawValue> = match valid.and_then(|_| serde_json::from_slice(line)) {
        Ok(messages) => messages,
        Err(_) if !batches => return Incoming::Bad(None, Refusal::Batch),
        Err(error) => return Incoming::Bad(None, Refusal::Unreadable(error.to_string())),
    };
    if batches {
        return match messages.len() {
            0 => Incoming::Bad(None, Refusal::EmptyBatch),
            1..=MAX_BATCH => {
                let messages = messages.iter().map(|one| message(one.get().as_bytes()));
                Incoming::Batch(messages.collect())
            }
            _ => Incoming::Bad(None, Refusal::LongBatch(MAX_BATCH)),
        };
    }
    let requests =
        messages
            .iter()
            .filter_map(|message| match Sender::of_line(message.get().as_bytes()) {
                Sender::Request(id) => Some(Incoming::BadRequest(id, Refusal::Batch)),
                _ => None,
            });
    let requests: Vec<Incoming> = requests.collect();
    match requests.is_empty() || messages.len() > MAX_BATCH {
        true => Incoming::Bad(None, Refusal::Batch),
        false => Incoming::Refused(requests),
    }
}

fn message(line: &[u8]) -> Incoming {
    let read = match serde_json::from_slice(line) {
        Ok(message) => classify(&message),
        // A field that is given twice is found before the rest of the line is read.
        Err(error) if error.classify() == Category::Data => {
            serde_json::from_slice::<IgnoredAny>(line)
                .map(|_| refuse(Sender::of_line(line), Refusal::Shape))
        }
        Err(error) => Err(error),
    };
    read.unwrap_or_else(|error| unreadable(line, Refusal::Unreadable(error.to_string())))
}

/// Says what a message is, and why it is refused where it is.
///
/// # Errors
///
/// What a field holds is not JSON: [`RawValue`] checks its outline only.
fn classify(message: &RawMessage<'_>) -> Result<Incoming, serde_json::Error> {
    let id = match message.id.map(parsed).transpose()? {
        Some(Value::String(id)) => Some(RequestId::String(id.into())),
        Some(Value::Number(id)) => id.as_i64().map(RequestId::Number),
        _ => None,
    };
    let method = match message.method.map(parsed).transpose()? {
        Some(Value::String(method)) => Some(method),
        _ => None,
    };
    let is_json_rpc = message.jsonrpc.is_some_and(|it| it.get() == r#""2.0""#);
    let answers = message.result.is_some() || message.error.is_some();
    Ok(match (id, method) {
        (Some(id), Some(method)) if is_json_rpc && !answers => {
            request(id, &method, message.params)?
        }
        (None, Some(method)) if message.id.is_none() => {
            match message.params.map(parsed).transpose()? {
                None | Some(Value::Null) if is_json_rpc => {
                    let params = Map::new();
                    Incoming::Notification(Notification { method, params })
                }
                Some(Value::Object(params)) if is_json_rpc => {
                    Incoming::Notification(Notification { method, params })
                }
                // Nobody waits for an answer to it.
                _ => Incoming::Nothing,
            }
        }
        (Some(id), None) if is_json_rpc && answers && message.method.is_none() => {
            match (message.result, message.error) {
                (Some(result), None) => {
                    let result = Ok(parsed(result)?);
                    Incoming::Response(Response { id, result })
                }
                (None, Some(error)) => {
                    let error = parsed(error)?;
                    match (error["code"].is_i64(), error["message"].as_str()) {
                        (true, Some(message)) => {
                            let result = Err(message.to_owned());
                            Incoming::Response(Response { id, result })
                        }
                        _ => Incoming::Bad(None, Refusal::Shape),
                    }
                }
                _ => Incoming::Bad(None, Refusal::Shape),
            }
        }
        (id, _) => {
            // What is not JSON at all is told so.
            for field in [message.params, message.result, message.error] {
                field.map(parsed).transpose()?;
            }
            let sender = Sender::new(id, message.method.is_some(), answers);
            refuse(sender, Refusal::Shape)
        }
    })
}

fn parsed(raw: &RawValue) -> Result<Value, serde_json::Error> {
    serde_json::from_str(raw.get())
}

fn request(
    id: RequestId,
    name: &str,
    params: Option<&RawValue>,
) -> Result<Incoming, serde_json::Error> {
    let refused = |id, reason| {
        let method = name.to_owned();
        Ok(Incoming::BadRequest(id, Refusal::Params { method, reason }))
    };
    let repeated = params
        .filter(|_| jsonrpc::needs_params(name))
        .and_then(|params| repeated_key(params, "params."));
    let mut params = match params.map(parsed).transpose()? {
        None | Some(Value::Null) => None,
        Some(Value::Object(fields)) => Some(fields),
        Some(other) => {
            let reason = ParamsError::Type("params".to_owned(), "object", type_name(&other));
            return refused(id, reason);
        }
    };
    if let Some(key) = repeated {
        return refused(id, ParamsError::Repeated(key));
    }
    let Some(method) = Method::from_name(name) else {
        return Ok(Incoming::BadRequest(id, Refusal::Method(name.to_owned())));
    };
    if let Some(reason) = jsonrpc::params_error(name, params.as_ref()) {
        return refused(id, reason);
    }
    let meta = params.as_mut().and_then(|params| params.remove("_meta"));
    let meta = match meta {
        Some(Value::Object(meta)) => meta.into(),
        _ => RequestMetaObject::default(),
    };
    Ok(Incoming::Request(ClientRequest {
        id,
        method,
        meta,
        params,
    }))
}

/// Returns the place of the first key that is given twice, in parameters or in their
/// `arguments`.
fn repeated_key(object: &RawValue, prefix: &str) -> Option<String> {
    let Entries(entries) = serde_json::from_str(object.get()).ok()?;
    let mut seen = HashSet::new();
    entries.iter().find_map(|(key, value)| {
        let is_arguments = prefix == "params." && key == "arguments";
        let inner = || repeated_key(value, "params.arguments.");
        let inner = is_arguments.then(inner).flatten();
        inner.or_else(|| (!seen.insert(key)).then(|| format!("{prefix}{key}")))
    })
}

/// The entries of an object, in order.
struct Entries<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Entries<'de> {
    fn deserialize<D: Deserializer<'de>>(object: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Entries<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries<'de>, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }
        object.deserialize_map(Object)
    }
}

/// Tells whether JSON holds more values than `limit`, keys not counted. What is not
/// JSON is counted at least up to its error.
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
