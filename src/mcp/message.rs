//! Parses the JSON-RPC messages of a client.

use std::fmt;

use rmcp::model::RequestId;
use serde::Deserializer;
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde_json::Value;
use serde_json::error::Category;
use serde_json::value::RawValue;

use crate::limits::MAX_LINE_VALUES;
use crate::server::method::{ClientRequest, Method, params_error};
use crate::server::refusal::Refusal;

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A line or a body, parsed.
#[derive(Debug)]
pub(super) enum Incoming {
    /// White space, a notification of another protocol, or a malformed answer, whose sender and
    /// the server could answer each other for ever.
    Nothing,
    Request(Box<ClientRequest>),
    Notification {
        method: String,
        params: Value,
    },
    /// The id of a request of the server, and its result or error.
    Response(RequestId, Result<Value, Value>),
    /// What is refused, with its id where that can be read.
    Bad(Option<RequestId>, Refusal),
}

/// The fields of a message.
const FIELDS: [&str; 6] = ["jsonrpc", "id", "method", "params", "result", "error"];

/// The [`FIELDS`] of a message, as far as they can be read.
#[derive(Debug, Default)]
struct Envelope<'a> {
    /// Null for one that is given twice, or that is cut.
    values: [Option<&'a RawValue>; FIELDS.len()],
    /// Whether one is given twice.
    repeats: bool,
}

impl<'a> Envelope<'a> {
    /// Reads the fields of a line up to its first error, which is returned beside them.
    /// Values are not parsed, however deep they are nested.
    fn read(line: &'a [u8]) -> (Self, Result<(), serde_json::Error>) {
        let mut envelope = Self::default();
        let mut reader = serde_json::Deserializer::from_slice(line);
        let read = reader.deserialize_map(Fields(&mut envelope));
        let read = read.and_then(|malformed| {
            reader.end()?;
            malformed.map_or(Ok(()), Err)
        });
        (envelope, read)
    }

    fn is_answer(&self) -> bool {
        let [.., result, error] = self.values;
        result.or(error).is_some()
    }

    /// Returns the id.
    fn id(&self) -> Option<RequestId> {
        match parsed(self.values[1]?).ok()? {
            Value::String(id) => Some(RequestId::String(id.into())),
            Value::Number(id) => id.as_i64().map(RequestId::Number),
            _ => None,
        }
    }

    /// Refuses the message by its id, unless it is an answer.
    fn refuse(&self, refusal: Refusal) -> Incoming {
        let [_, _, method, ..] = self.values;
        if method.is_none() && self.is_answer() {
            tracing::warn!(?refusal, "an answer is malformed");
            return Incoming::Nothing;
        }
        Incoming::Bad(self.id(), refusal)
    }
}

/// Reads the fields of a message.
struct Fields<'e, 'a>(&'e mut Envelope<'a>);

impl<'a> Visitor<'a> for Fields<'_, 'a> {
    /// The last key that is no string of Unicode.
    type Value = Option<serde_json::Error>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut malformed = None;
        let mut next: Option<&RawValue> = map.next_key()?;
        while let Some(key) = next {
            let name = serde_json::from_str::<String>(key.get());
            let name = name.unwrap_or_else(|error| {
                malformed = Some(error);
                key.to_string()
            });
            let at = FIELDS.iter().position(|field| *field == name);
            let former = at.and_then(|at| self.0.values[at].replace(RawValue::NULL));
            self.0.repeats |= former.is_some();
            let value = map.next_value()?;
            // A number may go on where the JSON is cut.
            next = map.next_key()?;
            if let Some(at) = at.filter(|_| former.is_none()) {
                self.0.values[at] = Some(value);
            }
        }
        Ok(malformed)
    }
}

/// Parses a line, or the body of a POST.
pub(super) fn parse(line: &[u8]) -> Incoming {
    let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
    // Nothing else is white space in JSON (RFC 8259 §2).
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
    let line = &line[line.iter().take_while(is_blank).count()..];
    if line.is_empty() {
        return Incoming::Nothing;
    }
    if line.starts_with(b"[") {
        return Incoming::Bad(None, Refusal::Batch);
    }
    match has_more_values(line, MAX_LINE_VALUES) {
        true => unreadable(line, Refusal::TooManyValues(MAX_LINE_VALUES)),
        false => message(line),
    }
}

/// Refuses a line that cannot be parsed whole, by its id where that can be read.
pub(super) fn unreadable(line: &[u8], refusal: Refusal) -> Incoming {
    // What is not UTF-8 is passed over, except in the id.
    let line = String::from_utf8_lossy(line);
    let (mut envelope, _) = Envelope::read(line.as_bytes());
    let [_, id, ..] = &mut envelope.values;
    *id = id.filter(|id| !id.get().contains(char::REPLACEMENT_CHARACTER));
    envelope.refuse(refusal)
}

fn message(line: &[u8]) -> Incoming {
    let (envelope, read) = Envelope::read(line);
    let incoming = match read {
        Ok(()) if envelope.repeats => Ok(envelope.refuse(Refusal::Shape)),
        Ok(()) => classify(&envelope),
        // It is no object, and perhaps no JSON.
        Err(error) if error.classify() == Category::Data => {
            let json = serde_json::from_slice::<IgnoredAny>(line);
            json.map(|_| Incoming::Bad(None, Refusal::Shape))
        }
        Err(error) => Err(error),
    };
    incoming.unwrap_or_else(|error| unreadable(line, Refusal::Unreadable(error.to_string())))
}

/// Says what a message is, and why it is refused where it is.
///
/// # Errors
///
/// What a field holds is not JSON: [`RawValue`] checks its outline only.
fn classify(message: &Envelope<'_>) -> Result<Incoming, serde_json::Error> {
    let [jsonrpc, id, method, params, result, error] = message.values;
    id.map(parsed).transpose()?;
    let name = match method.map(parsed).transpose()? {
        Some(Value::String(name)) => Some(name),
        _ => None,
    };
    let is_json_rpc = jsonrpc.is_some_and(|it| it.get() == r#""2.0""#);
    Ok(match (message.id(), name) {
        (Some(id), Some(name)) if is_json_rpc && !message.is_answer() => request(id, name, params)?,
        (None, Some(method)) if id.is_none() => {
            let params = params.map(parsed).transpose()?.unwrap_or_default();
            match is_json_rpc {
                true => Incoming::Notification { method, params },
                false => Incoming::Nothing,
            }
        }
        (Some(id), None) if is_json_rpc && method.is_none() && message.is_answer() => {
            match (result, error) {
                (Some(result), None) => Incoming::Response(id, Ok(parsed(result)?)),
                (None, Some(error)) => Incoming::Response(id, Err(parsed(error)?)),
                _ => message.refuse(Refusal::Shape),
            }
        }
        _ => {
            // What is not JSON at all is told so.
            for field in [params, result, error] {
                field.map(parsed).transpose()?;
            }
            message.refuse(Refusal::Shape)
        }
    })
}

fn parsed(raw: &RawValue) -> Result<Value, serde_json::Error> {
    serde_json::from_str(raw.get())
}

fn request(
    id: RequestId,
    name: String,
    params: Option<&RawValue>,
) -> Result<Incoming, serde_json::Error> {
    let refusal = match Method::read(&name, params) {
        Ok(Some((method, meta))) => {
            return Ok(Incoming::Request(Box::new(ClientRequest {
                id,
                name,
                method,
                meta,
            })));
        }
        Ok(None) => Refusal::Method(name),
        Err(error) if error.inner().classify() == Category::Data => params_error(name, &error),
        Err(error) => return Err(error.into_inner()),
    };
    Ok(Incoming::Bad(Some(id), refusal))
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
