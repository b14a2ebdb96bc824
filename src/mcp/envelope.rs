//! Reads the id of a message that cannot be parsed whole.

use std::fmt;

use rmcp::model::RequestId;
use serde::de::{self, Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};

/// Who sent a message, as far as it can be told.
#[derive(Debug)]
pub(super) enum Sender {
    /// Who waits for an answer: no answer has both an id and a method.
    Request(RequestId),
    /// A message with an id that is no answer, and may be a request of another shape.
    Id(RequestId),
    /// A message without an id that can be read, or an answer.
    Unknown,
}

impl Sender {
    /// Tells the sender by the outermost fields of a message.
    pub(super) fn new(id: Option<RequestId>, has_method: bool, answers: bool) -> Self {
        match id {
            Some(id) if has_method => Self::Request(id),
            Some(id) if !answers => Self::Id(id),
            _ => Self::Unknown,
        }
    }

    /// Reads the outermost fields of a line up to its first error. Everything else is
    /// skipped, however deep it is nested and whatever its strings and numbers are.
    pub(super) fn of_line(line: &[u8]) -> Self {
        let mut envelope = Envelope::default();
        let mut reader = serde_json::Deserializer::from_slice(line);
        // What was read before the error is all there is.
        let _ = reader.deserialize_map(Outermost(&mut envelope));
        Self::new(envelope.id, envelope.has_method, envelope.answers)
    }
}

#[derive(Debug, Default)]
struct Envelope {
    id: Option<RequestId>,
    has_id: bool,
    has_method: bool,
    answers: bool,
}

struct Outermost<'a>(&'a mut Envelope);

impl<'de> Visitor<'de> for Outermost<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        let envelope = self.0;
        let mut next = fields.next_key()?;
        while let Some(Key(key)) = next {
            match &key[..] {
                b"id" => {
                    // Of two, neither is the one.
                    let again = std::mem::replace(&mut envelope.has_id, true);
                    envelope.id = None;
                    let Id(id) = fields.next_value()?;
                    // It may go on where the line is cut or no JSON any more.
                    next = fields.next_key()?;
                    envelope.id = Some(id).filter(|_| !again);
                    continue;
                }
                b"method" => {
                    envelope.has_method = true;
                    fields.next_value::<IgnoredAny>()?;
                }
                b"result" | b"error" => {
                    envelope.answers = true;
                    fields.next_value::<IgnoredAny>()?;
                }
                _ => drop(fields.next_value::<IgnoredAny>()?),
            }
            next = fields.next_key()?;
        }
        Ok(())
    }
}

/// A key as bytes: it need not be UTF-8 to be passed over.
struct Key(Vec<u8>);

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bytes;
        impl Visitor<'_> for Bytes {
            type Value = Key;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a key")
            }

            fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Key, E> {
                Ok(Key(bytes.to_vec()))
            }
        }
        deserializer.deserialize_bytes(Bytes)
    }
}

/// A request's id. Nothing of another type is held.
struct Id(RequestId);

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NumberOrText;
        impl Visitor<'_> for NumberOrText {
            type Value = Id;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a string or an integer")
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Id, E> {
                Ok(Id(RequestId::Number(number)))
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Id, E> {
                let number = i64::try_from(number).map_err(E::custom)?;
                Ok(Id(RequestId::Number(number)))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Id, E> {
                Ok(Id(RequestId::String(text.into())))
            }
        }
        deserializer.deserialize_any(NumberOrText)
    }
}
