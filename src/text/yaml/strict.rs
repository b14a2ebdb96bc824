//! A deserializer that takes each value for what it is.
//!
//! `serde_yaml` gives a type what it asks for: a number or `null` for a text, and
//! nothing at all for an empty list. Asked for any value, it says what is there.

use std::fmt::{self, Display};

use serde::Deserializer;
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};

use super::caught::{Caught, Kept};
use super::{YamlFault, YamlType, YamlValue, shortened};

/// A deserializer, or what is given to one, that asks for any value.
pub(super) struct Strict<'f, T> {
    inner: T,
    kept: &'f Kept,
}

impl<'f, T> Strict<'f, T> {
    /// What it does not take is kept in `kept`.
    pub fn new(inner: T, kept: &'f Kept) -> Self {
        Self { inner, kept }
    }
}

/// What a type may take what is there for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    Any,
    /// A text, whole; where none is taken a fault repeats it, and gets its
    /// beginning alone.
    Text,
    /// The name of a field: none is longer than what a fault repeats.
    Name,
    /// The name of a variant.
    Variant,
    Truth,
    Number,
    /// A list; a struct would take one for its fields in their order.
    List,
    Map,
}

impl Takes {
    /// What a fault says of it.
    const fn expected(self) -> YamlType {
        match self {
            Self::Any | Self::Text | Self::Name | Self::Variant => YamlType::Text,
            Self::Truth => YamlType::Truth,
            Self::Number => YamlType::Number,
            Self::List => YamlType::List,
            Self::Map => YamlType::Map,
        }
    }
}

macro_rules! ask_for_any {
    ($($ask:ident($($argument:ident: $type:ty),*) $takes:ident;)*) => {$(
        fn $ask<V: Visitor<'de>>(
            self,
            $($argument: $type,)*
            visitor: V,
        ) -> Result<V::Value, Self::Error> {
            $(let _ = $argument;)*
            self.give(visitor, Takes::$takes)
        }
    )*};
}

impl<'de, D: Deserializer<'de>> Strict<'_, D> {
    fn give<V: Visitor<'de>>(self, visitor: V, takes: Takes) -> Result<V::Value, Caught<D::Error>> {
        let given = Given {
            visitor,
            takes,
            kept: self.kept,
        };
        self.inner.deserialize_any(given).map_err(Caught::Reader)
    }
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Strict<'_, D> {
    type Error = Caught<D::Error>;

    ask_for_any! {
        deserialize_any() Any;
        deserialize_str() Text;
        deserialize_string() Text;
        deserialize_char() Text;
        deserialize_bool() Truth;
        deserialize_i8() Number;
        deserialize_i16() Number;
        deserialize_i32() Number;
        deserialize_i64() Number;
        deserialize_i128() Number;
        deserialize_u8() Number;
        deserialize_u16() Number;
        deserialize_u32() Number;
        deserialize_u64() Number;
        deserialize_u128() Number;
        deserialize_f32() Number;
        deserialize_f64() Number;
        deserialize_bytes() Text;
        deserialize_byte_buf() Text;
        deserialize_unit() Any;
        deserialize_unit_struct(name: &'static str) Any;
        deserialize_seq() List;
        deserialize_tuple(length: usize) List;
        deserialize_tuple_struct(name: &'static str, length: usize) List;
        deserialize_map() Map;
        deserialize_struct(name: &'static str, fields: &'static [&'static str]) Map;
        deserialize_enum(name: &'static str, variants: &'static [&'static str]) Variant;
        deserialize_identifier() Name;
        deserialize_ignored_any() Any;
    }

    /// What may be left out is left out, and not there without a value.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        visitor.visit_newtype_struct(self)
    }
}

/// What is there, given to what asked for it.
struct Given<'f, V> {
    visitor: V,
    takes: Takes,
    kept: &'f Kept,
}

impl<'de, V: Visitor<'de>> Given<'_, V> {
    /// Takes no such number.
    fn refuse<E: Error>(self, value: impl Display) -> Result<V::Value, E> {
        let refused = Err(Caught::Value);
        let value = || YamlValue::Number(value.to_string());
        Self::said(self.takes, self.kept, refused, value)
    }

    /// The reader's error for what the type said of this value.
    fn said<T, E: Error>(
        takes: Takes,
        kept: &Kept,
        given: Result<T, Caught<E>>,
        value: impl FnOnce() -> YamlValue,
    ) -> Result<T, E> {
        given.map_err(|caught| {
            caught.keep(kept, || YamlFault::Type {
                expected: takes.expected(),
                found: value(),
            })
        })
    }
}

macro_rules! give {
    ($($visit:ident($type:ty) $value:ident;)*) => {$(
        fn $visit<E: Error>(self, value: $type) -> Result<V::Value, E> {
            let given = match self.takes {
                // A type would take a number for the place of a field.
                Takes::Variant | Takes::Name => Err(Caught::Value),
                _ => self.visitor.$visit(value),
            };
            Self::said(self.takes, self.kept, given, || YamlValue::$value(value.to_string()))
        }
    )*};
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Given<'_, V> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.visitor.expecting(formatter)
    }

    give! {
        visit_bool(bool) Truth;
        visit_i64(i64) Number;
        visit_u64(u64) Number;
    }

    // Of numbers only those of 64 bits are taken, and of others none that JSON has not.

    fn visit_i128<E: Error>(self, value: i128) -> Result<V::Value, E> {
        self.refuse(value)
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<V::Value, E> {
        self.refuse(value)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<V::Value, E> {
        if !value.is_finite() {
            return self.refuse(value);
        }
        let given = match self.takes {
            Takes::Variant | Takes::Name => Err(Caught::Value),
            _ => self.visitor.visit_f64(value),
        };
        let value = || YamlValue::Number(value.to_string());
        Self::said(self.takes, self.kept, given, value)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<V::Value, E> {
        let given = match self.takes {
            Takes::Any | Takes::Text => self.visitor.visit_str(text),
            // A variant is a text, its name.
            Takes::Variant => self
                .visitor
                .visit_enum(StrDeserializer::new(&shortened(text))),
            _ => self.visitor.visit_str(&shortened(text)),
        };
        let value = || YamlValue::Text(shortened(text));
        Self::said(self.takes, self.kept, given, value)
    }

    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.visit_unit()
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        let given = match self.takes {
            Takes::Variant => Err(Caught::Value),
            _ => self.visitor.visit_unit(),
        };
        Self::said(self.takes, self.kept, given, || YamlValue::Nothing)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<V::Value, A::Error> {
        let given = match self.takes {
            Takes::Any | Takes::List => self.visitor.visit_seq(Strict::new(items, self.kept)),
            _ => Err(Caught::Value),
        };
        Self::said(self.takes, self.kept, given, || YamlValue::List)
    }

    fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<V::Value, A::Error> {
        let given = match self.takes {
            Takes::Variant => Err(Caught::Value),
            _ => self.visitor.visit_map(Strict::new(entries, self.kept)),
        };
        Self::said(self.takes, self.kept, given, || YamlValue::Map)
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Strict<'_, A> {
    type Error = Caught<A::Error>;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Self::Error> {
        let seed = Strict::new(seed, self.kept);
        self.inner.next_element_seed(seed).map_err(Caught::Reader)
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Strict<'_, A> {
    type Error = Caught<A::Error>;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Self::Error> {
        let seed = Strict::new(seed, self.kept);
        self.inner.next_key_seed(seed).map_err(Caught::Reader)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<S::Value, Self::Error> {
        let seed = Strict::new(seed, self.kept);
        self.inner.next_value_seed(seed).map_err(Caught::Reader)
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Strict<'_, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<S::Value, D::Error> {
        let given = self.inner.deserialize(Strict::new(value, self.kept));
        // A value is told by what it was given to.
        given.map_err(|caught| caught.keep(self.kept, || YamlFault::Empty))
    }
}
