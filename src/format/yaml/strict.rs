//! A deserializer that takes each value for what it is.
//!
//! `serde_yaml` gives a type what it asks for: a number or `null` for a text, and
//! nothing at all for an empty list. Asked for any value, it says what is there.

use std::fmt;

use serde::Deserializer;
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Unexpected, Visitor};

use super::shortened;

/// A deserializer, or what is given to one, that asks for any value.
pub(super) struct Strict<T>(pub T);

/// What a type may take what is there for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    Any,
    /// A text, whole; where none is taken an error repeats it, and gets its
    /// beginning alone.
    Text,
    /// A list; a struct would take one for its fields in their order.
    List,
    Other,
}

macro_rules! ask_for_any {
    ($($ask:ident($($argument:ident: $type:ty),*) $takes:ident;)*) => {$(
        fn $ask<V: Visitor<'de>>(
            self,
            $($argument: $type,)*
            visitor: V,
        ) -> Result<V::Value, Self::Error> {
            $(let _ = $argument;)*
            let takes = Takes::$takes;
            self.0.deserialize_any(Given { visitor, takes })
        }
    )*};
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Strict<D> {
    type Error = D::Error;

    ask_for_any! {
        deserialize_any() Any;
        deserialize_str() Text;
        deserialize_string() Text;
        deserialize_char() Other;
        deserialize_bool() Other;
        deserialize_i8() Other;
        deserialize_i16() Other;
        deserialize_i32() Other;
        deserialize_i64() Other;
        deserialize_i128() Other;
        deserialize_u8() Other;
        deserialize_u16() Other;
        deserialize_u32() Other;
        deserialize_u64() Other;
        deserialize_u128() Other;
        deserialize_f32() Other;
        deserialize_f64() Other;
        deserialize_bytes() Other;
        deserialize_byte_buf() Other;
        deserialize_unit() Other;
        deserialize_unit_struct(name: &'static str) Other;
        deserialize_seq() List;
        deserialize_tuple(length: usize) List;
        deserialize_tuple_struct(name: &'static str, length: usize) List;
        deserialize_map() Other;
        deserialize_struct(name: &'static str, fields: &'static [&'static str]) Other;
        // No field and no variant is longer than what a fault repeats.
        deserialize_identifier() Other;
        deserialize_ignored_any() Other;
    }

    /// What may be left out is left out, and not there without a value.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        visitor.visit_newtype_struct(self)
    }

    /// A variant is a text, its name.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_any(Variant(visitor))
    }
}

struct Given<V> {
    visitor: V,
    takes: Takes,
}

macro_rules! give {
    ($($visit:ident($type:ty);)*) => {$(
        fn $visit<E: Error>(self, value: $type) -> Result<V::Value, E> {
            self.visitor.$visit(value)
        }
    )*};
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Given<V> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.visitor.expecting(formatter)
    }

    give! {
        visit_bool(bool);
        visit_i64(i64);
        visit_i128(i128);
        visit_u64(u64);
        visit_u128(u128);
        visit_f64(f64);
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<V::Value, E> {
        if matches!(self.takes, Takes::Any | Takes::Text) {
            self.visitor.visit_str(text)
        } else {
            self.visitor.visit_str(&shortened(text))
        }
    }

    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.visitor.visit_none()
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.visitor.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, value: D) -> Result<V::Value, D::Error> {
        self.visitor.visit_some(Strict(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<V::Value, A::Error> {
        if matches!(self.takes, Takes::Any | Takes::List) {
            self.visitor.visit_seq(Strict(items))
        } else {
            Err(Error::invalid_type(Unexpected::Seq, &self.visitor))
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_map(Strict(entries))
    }
}

struct Variant<V>(V);

impl<'de, V: Visitor<'de>> Visitor<'de> for Variant<V> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(formatter)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<V::Value, E> {
        self.0.visit_enum(StrDeserializer::new(&shortened(text)))
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Strict<A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        self.0.next_element_seed(Strict(seed))
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Strict<A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        self.0.next_key_seed(Strict(seed))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.0.next_value_seed(Strict(seed))
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Strict<S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<S::Value, D::Error> {
        self.0.deserialize(Strict(value))
    }
}
