//! What can be told of a message that cannot be read whole.

use std::fmt;

use rmcp::model::RequestId;
use serde::de::{self, Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;

/// The outermost fields of a message. Everything else is passed over without
/// being held, however deep it is nested and whatever its texts and numbers are.
#[derive(Debug, Default)]
pub(super) struct Envelope {
    id: Option<RequestId>,
    has_id: bool,
    has_method: bool,
    answers: bool,
}

/// Who a message is from, as far as can be told.
#[derive(Debug)]
pub(super) enum Sender {
    /// Whoever asks for something: no answer has both an id and a method.
    Request(RequestId),
    /// What has the id of no answer, and may be one of another shape.
    Id(RequestId),
    /// Nothing that could be said to anybody.
    Unknown,
}

impl Envelope {
    /// Reads as far as it can be read.
    pub(super) fn of(line: &[u8]) -> Self {
        let mut envelope = Self::default();
        let mut reading = serde_json::Deserializer::from_slice(line);
        // What was found before the fault is what there is.
        let _ = reading.deserialize_map(Outermost(&mut envelope));
        envelope
    }

    /// The same of a message that was read whole.
    pub(super) fn of_value(message: &Value) -> Self {
        let has = |field| message.get(field).is_some();
        let id = message.get("id");
        Self {
            // A number so small that it was read as 0 is another one's id.
            id: id
                .filter(|id| !id.is_f64() || id.as_f64() != Some(0.0))
                .and_then(|id| RequestId::deserialize(id).ok()),
            has_id: id.is_some(),
            has_method: has("method"),
            answers: has("result") || has("error"),
        }
    }

    /// Whose message it is: an answer bears an id of another kind.
    pub(super) fn sender(self) -> Sender {
        match self.id {
            Some(id) if self.has_method => Sender::Request(id),
            Some(id) if !self.answers => Sender::Id(id),
            _ => Sender::Unknown,
        }
    }
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
