//! Deserializes a [`YamlNode`] strictly: a value is only what the file writes.
//!
//! serde's own visitors do not convert. Three rules are added: no list for a struct, no
//! number for the name of a field or a variant, and no value is never `None`.

use std::fmt::{self, Display};
use std::{iter, slice};

use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, Error, Expected, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};

use super::node::{YamlContent, YamlNode};
use super::scalar::Scalar;
use super::{Place, YamlError, YamlFault, YamlType, YamlValue, shortened};

impl YamlNode {
    /// Deserializes this node.
    ///
    /// # Errors
    ///
    /// What the type does not take, with its path from this node.
    pub fn read<'de, T: Deserialize<'de>>(&'de self) -> Result<T, YamlError> {
        T::deserialize(self).map_err(|error| {
            let error = error.of(self, YamlType::Text);
            let path: String = error.steps.iter().rev().map(String::as_str).collect();
            YamlError {
                path: shortened(path.strip_prefix('.').unwrap_or(&path)),
                place: error.place.unwrap_or(self.place),
                fault: error.fault.unwrap_or(YamlFault::Empty),
            }
        })
    }

    /// Returns the error of a type that takes `expected`.
    pub(super) fn type_error(&self, expected: YamlType) -> YamlFault {
        let text = || shortened(self.text().map_or("", |text| text));
        let found = match (&self.content, self.scalar()) {
            (YamlContent::List(_), _) => YamlValue::List,
            (YamlContent::Map(_), _) | (_, None) => YamlValue::Map,
            (_, Some(Scalar::Null)) if text() == "~" => YamlValue::Tilde,
            (_, Some(Scalar::Null)) => YamlValue::Nothing,
            (_, Some(Scalar::Bool(_))) => YamlValue::Truth(text()),
            (_, Some(Scalar::Text(_))) => YamlValue::Text(text()),
            (_, Some(_)) => YamlValue::Number(text()),
        };
        match found {
            YamlValue::Number(_) | YamlValue::Truth(_) if expected == YamlType::Text => {
                YamlFault::Unquoted { expected, found }
            }
            found => YamlFault::Type { expected, found },
        }
    }

    fn visit<'de, V: Visitor<'de>>(
        &'de self,
        expected: YamlType,
        visitor: V,
    ) -> Result<V::Value, DeError> {
        let visited = match (&self.content, self.scalar()) {
            (YamlContent::List(items), _) => visitor.visit_seq(ListItems(items.iter().enumerate())),
            (YamlContent::Map(entries), _) => visitor.visit_map(MapEntries {
                entries: entries.iter(),
                entry: None,
            }),
            (_, Some(Scalar::Bool(value))) => visitor.visit_bool(value),
            (_, Some(Scalar::Unsigned(value))) => visitor.visit_u64(value),
            (_, Some(Scalar::Signed(value))) => visitor.visit_i64(value),
            (_, Some(Scalar::Float(value))) => visitor.visit_f64(value),
            (_, Some(Scalar::Text(text))) => visitor.visit_borrowed_str(text),
            (_, Some(Scalar::NoJson)) => Err(DeError::value()),
            (_, Some(Scalar::Null) | None) => visitor.visit_unit(),
        };
        visited.map_err(|error| error.of(self, expected))
    }

    fn is_text(&self) -> bool {
        matches!(self.scalar(), Some(Scalar::Text(_)))
    }

    fn refuse<T>(&self, expected: YamlType) -> Result<T, DeError> {
        Err(DeError::value().of(self, expected))
    }
}

macro_rules! visit {
    ($($method:ident($($argument:ty),*) $expected:ident;)*) => {$(
        fn $method<V: Visitor<'de>>(
            self,
            $(_: $argument,)*
            visitor: V,
        ) -> Result<V::Value, DeError> {
            self.visit(YamlType::$expected, visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for &'de YamlNode {
    type Error = DeError;

    visit! {
        deserialize_any() Text;
        deserialize_str() Text;
        deserialize_string() Text;
        deserialize_char() Text;
        deserialize_bytes() Text;
        deserialize_byte_buf() Text;
        deserialize_unit() Text;
        deserialize_unit_struct(&'static str) Text;
        deserialize_bool() Truth;
        deserialize_i8() Number;
        deserialize_i16() Number;
        deserialize_i32() Number;
        deserialize_i64() Number;
        deserialize_u8() Number;
        deserialize_u16() Number;
        deserialize_u32() Number;
        deserialize_u64() Number;
        deserialize_f32() Number;
        deserialize_f64() Number;
        deserialize_seq() List;
        deserialize_tuple(usize) List;
        deserialize_tuple_struct(&'static str, usize) List;
        deserialize_map() Map;
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeError> {
        match self.content {
            YamlContent::List(_) => self.refuse(YamlType::Map),
            _ => self.visit(YamlType::Map, visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeError> {
        match self.scalar() {
            Some(Scalar::Text(text)) => visitor
                .visit_enum(StrDeserializer::<DeError>::new(text))
                .map_err(|error| error.of(self, YamlType::Text)),
            _ => self.refuse(YamlType::Text),
        }
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        match self.is_text() {
            true => self.visit(YamlType::Text, visitor),
            false => self.refuse(YamlType::Text),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        visitor.visit_unit()
    }
}

/// The items of a list.
struct ListItems<'de>(iter::Enumerate<slice::Iter<'de, YamlNode>>);

impl<'de> SeqAccess<'de> for ListItems<'de> {
    type Error = DeError;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, DeError> {
        let Some((index, item)) = self.0.next() else {
            return Ok(None);
        };
        let value = seed.deserialize(item);
        value.map(Some).map_err(|error| {
            let error = error.of(item, YamlType::Text);
            error.within(format!("[{index}]"))
        })
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

/// The entries of a mapping.
struct MapEntries<'de> {
    entries: slice::Iter<'de, (YamlNode, YamlNode)>,
    /// The entry whose value comes next.
    entry: Option<&'de (YamlNode, YamlNode)>,
}

impl<'de> MapAccess<'de> for MapEntries<'de> {
    type Error = DeError;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, DeError> {
        self.entry = self.entries.next();
        let Some((key, _)) = self.entry else {
            return Ok(None);
        };
        let name = seed.deserialize(key);
        name.map(Some).map_err(|error| {
            let error = error.of(key, YamlType::Text);
            match key.text() {
                Some(text) => error.within(format!(".{text}")),
                None => error,
            }
        })
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, DeError> {
        let Some((key, value)) = self.entry.take() else {
            return Err(DeError::value());
        };
        seed.deserialize(value).map_err(|error| {
            let name = key.text().map_or("?", |text| text);
            error.of(value, YamlType::Text).within(format!(".{name}"))
        })
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}

/// Why a node is not of a type. The innermost node gives it its place and, where a
/// visitor says no more, what was expected; the nodes around it give the steps.
#[derive(Debug, Default)]
pub struct DeError {
    fault: Option<YamlFault>,
    place: Option<Place>,
    /// From the node to the root, keys as `.key` and items as `[0]`.
    steps: Vec<String>,
}

impl DeError {
    /// The value is not what the type takes.
    fn value() -> Self {
        Self::default()
    }

    fn of(mut self, node: &YamlNode, expected: YamlType) -> Self {
        self.fault.get_or_insert_with(|| node.type_error(expected));
        self.place.get_or_insert(node.place);
        self
    }

    fn within(mut self, step: String) -> Self {
        self.steps.push(step);
        self
    }
}

impl From<YamlFault> for DeError {
    fn from(fault: YamlFault) -> Self {
        Self {
            fault: Some(fault),
            ..Self::default()
        }
    }
}

impl Display for DeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fault {
            Some(fault) => fault.fmt(formatter),
            None => formatter.write_str("a value"),
        }
    }
}

impl std::error::Error for DeError {}

impl Error for DeError {
    fn custom<T: Display>(message: T) -> Self {
        YamlFault::Syntax(message.to_string()).into()
    }

    fn invalid_type(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::value()
    }

    fn invalid_value(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::value()
    }

    fn unknown_variant(word: &str, words: &'static [&'static str]) -> Self {
        YamlFault::UnknownWord(shortened(word), words).into()
    }

    fn unknown_field(field: &str, fields: &'static [&'static str]) -> Self {
        YamlFault::UnknownField(shortened(field), fields).into()
    }

    fn missing_field(field: &'static str) -> Self {
        YamlFault::MissingField(field).into()
    }
}
