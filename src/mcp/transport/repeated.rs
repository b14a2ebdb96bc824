//! Keys that a request's parameters hold twice: of two, neither is the one.

use std::collections::HashSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// The place of the first key that stands twice in a message's `params` or in their
/// `arguments`. What these hold is passed over.
pub(super) fn in_message(line: &[u8]) -> Option<String> {
    let mut reading = serde_json::Deserializer::from_slice(line);
    Level::Message.deserialize(&mut reading).ok().flatten()
}

/// The same of each message of a batch, as far as it can be read.
pub(super) fn in_batch(line: &[u8]) -> Vec<Option<String>> {
    let mut found = Vec::new();
    let mut reading = serde_json::Deserializer::from_slice(line);
    // It was read as JSON before.
    let _ = reading.deserialize_seq(Messages(&mut found));
    found
}

/// Whose keys these are.
#[derive(Clone, Copy)]
enum Level {
    Message,
    Params,
    Arguments,
}

impl Level {
    /// Before the names of its fields.
    fn prefix(self) -> &'static str {
        match self {
            Self::Message => "",
            Self::Params => "params.",
            Self::Arguments => "params.arguments.",
        }
    }

    /// The field that is looked into.
    fn below(self) -> Option<(&'static str, Self)> {
        match self {
            Self::Message => Some(("params", Self::Params)),
            Self::Params => Some(("arguments", Self::Arguments)),
            Self::Arguments => None,
        }
    }
}

impl<'de> DeserializeSeed<'de> for Level {
    type Value = Option<String>;

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<Option<String>, D::Error> {
        value.deserialize_any(self)
    }
}

/// Values of other types have no keys.
macro_rules! keyless {
    ($($visit:ident($type:ty))*) => {$(
        fn $visit<E>(self, _: $type) -> Result<Option<String>, E> {
            Ok(None)
        }
    )*};
}

impl<'de> Visitor<'de> for Level {
    type Value = Option<String>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("any JSON")
    }

    keyless! { visit_bool(bool) visit_i64(i64) visit_u64(u64) visit_f64(f64) visit_str(&str) }

    fn visit_unit<E>(self) -> Result<Option<String>, E> {
        Ok(None)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Option<String>, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Option<String>, A::Error> {
        let (mut keys, mut found) = (HashSet::new(), None);
        while let Some(key) = fields.next_key::<String>()? {
            let within = match self.below() {
                Some((field, level)) if field == key => fields.next_value_seed(level)?,
                _ => {
                    fields.next_value::<IgnoredAny>()?;
                    None
                }
            };
            found = found.or(within);
            // A message that has a field twice is none.
            let counts = !matches!(self, Self::Message);
            if found.is_none() && counts && keys.contains(&key) {
                found = Some(format!("{}{key}", self.prefix()));
            }
            keys.insert(key);
        }
        Ok(found)
    }
}

struct Messages<'a>(&'a mut Vec<Option<String>>);

impl<'de> Visitor<'de> for Messages<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a batch")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut messages: A) -> Result<(), A::Error> {
        while let Some(found) = messages.next_element_seed(Level::Message)? {
            self.0.push(found);
        }
        Ok(())
    }
}
