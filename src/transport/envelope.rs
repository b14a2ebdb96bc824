//! What can be told of a message that cannot be read whole.

use std::fmt;

use rmcp::model::RequestId;
use serde::de::{self, Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};

/// The outermost fields of a message. Everything else is passed over without
/// being held, however deep it is nested and whatever its texts and numbers are.
#[derive(Debug, Default)]
pub(super) struct Envelope {
    id: Option<RequestId>,
    has_id: bool,
    answers: bool,
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

    /// The id of the request that it is: an answer bears one of another kind.
    pub(super) fn request_id(self) -> Option<RequestId> {
        self.id.filter(|_| !self.answers)
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
        while let Some(Key(key)) = fields.next_key()? {
            match &key[..] {
                b"id" => {
                    // Of two, neither is the one.
                    let again = std::mem::replace(&mut envelope.has_id, true);
                    let Id(id) = fields.next_value()?;
                    envelope.id = Some(id).filter(|_| !again);
                }
                b"result" | b"error" => {
                    envelope.answers = true;
                    fields.next_value::<IgnoredAny>()?;
                }
                _ => drop(fields.next_value::<IgnoredAny>()?),
            }
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
