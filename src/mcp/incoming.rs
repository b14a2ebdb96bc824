//! Parsing of a client's JSON-RPC messages.

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

/// A parsed line or body.
#[derive(Debug)]
pub(super) enum Incoming {
    /// White space, a notification of another protocol, or a malformed response. A malformed
    /// response gets no answer, because the two sides could answer each other forever.
    Nothing,
    Request(Box<ClientRequest>),
    Notification {
        method: String,
        params: Value,
    },
    /// A response to a request of the server: the request's id, and the result or error.
    Response(RequestId, Result<Value, Value>),
    /// A refused message, with its id if the id can be read.
    Bad(Option<RequestId>, Refusal),
}

/// The fields of a message.
const FIELDS: [&str; 6] = ["jsonrpc", "id", "method", "params", "result", "error"];

/// The [`FIELDS`] of a message, as far as they can be read.
#[derive(Debug, Default)]
struct Envelope<'a> {
    /// The values of the fields. A value is null if its field is repeated or cut off.
    values: [Option<&'a RawValue>; FIELDS.len()],
    /// Whether a field is repeated.
    repeats: bool,
}

impl<'a> Envelope<'a> {
    /// Reads the fields of a line up to the first error. Returns the fields and that error. Values
    /// are not parsed, so their nesting does not matter.
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

    /// Returns the id, if it is a string or an integer.
    fn id(&self) -> Option<RequestId> {
        match parsed(self.values[1]?).ok()? {
            Value::String(id) => Some(RequestId::String(id.into())),
            Value::Number(id) => id.as_i64().map(RequestId::Number),
            _ => None,
        }
    }

    /// Refuses the message. A malformed response is only logged.
    fn refuse(&self, refusal: Refusal) -> Incoming {
        let [_, _, method, ..] = self.values;
        if method.is_none() && self.is_answer() {
            tracing::warn!(?refusal, "an answer is malformed");
            return Incoming::Nothing;
        }
        Incoming::Bad(self.id(), refusal)
    }
}

/// A visitor that reads the fields of a message.
struct Fields<'e, 'a>(&'e mut Envelope<'a>);

impl<'a> Visitor<'a> for Fields<'_, 'a> {
    /// The error for the last key that is not valid Unicode.
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
            // If the JSON is cut off here, a number may be incomplete.
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
    // JSON allows no other white space (RFC 8259 §2).
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
    let line = &line[line.iter().take_while(is_blank).count()..];
    if line.is_empty() {
        return Incoming::Nothing;
    }
    if line.starts_with(b"[") {
        return Incoming::Bad(None, Refusal::Batch);
    }
    if has_more_values(line, MAX_LINE_VALUES) {
        unreadable(line, Refusal::TooManyValues(MAX_LINE_VALUES))
    } else {
        message(line)
    }
}

/// Refuses a line that cannot be parsed completely. The refusal contains the message's id if the id
/// can be read.
pub(super) fn unreadable(line: &[u8], refusal: Refusal) -> Incoming {
    // Invalid UTF-8 is replaced, except in the id.
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
        // The line is not an object, and perhaps not JSON.
        Err(error) if error.classify() == Category::Data => {
            let json = serde_json::from_slice::<IgnoredAny>(line);
            json.map(|_| Incoming::Bad(None, Refusal::Shape))
        }
        Err(error) => Err(error),
    };
    incoming.unwrap_or_else(|error| unreadable(line, Refusal::Unreadable(error.to_string())))
}

/// Classifies a message, or refuses it.
///
/// # Errors
///
/// Returns an error if the value of a field is not JSON. [`RawValue`] checks only its structure.
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
            if is_json_rpc {
                Incoming::Notification { method, params }
            } else {
                Incoming::Nothing
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
            // Invalid JSON takes precedence over an invalid shape.
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

/// Returns whether JSON contains more than `limit` values. Keys are not counted. Invalid JSON is
/// counted at least up to its error.
fn has_more_values(line: &[u8], limit: usize) -> bool {
    // Each value except the first takes at least two bytes.
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
