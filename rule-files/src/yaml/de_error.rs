//! Deserializes a [`YamlNode`] without conversions.
//!
//! serde's visitors do not convert values. This module adds three rules. A list is not accepted for
//! a struct. A number is not accepted as the name of a field or a variant. Null is never `None`.

use std::fmt::{self, Display};

use serde::de::value::{MapDeserializer, SeqDeserializer, StrDeserializer};
use serde::de::{self, Expected, IntoDeserializer, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, forward_to_deserialize_any};

use crate::located::Position;
use crate::similar::similar;

use super::scalar::Scalar;
use super::yaml_node::{YamlContent, YamlNode};
use super::{YamlError, YamlErrorKind, YamlType, YamlValue};

impl YamlNode {
    /// Deserializes this node.
    ///
    /// # Errors
    ///
    /// Returns an error if `T` does not accept a value. The error contains the path from this node
    /// to the value.
    pub fn read<'de, T: Deserialize<'de>>(&'de self) -> Result<T, YamlError> {
        serde_path_to_error::deserialize(self).map_err(|error| {
            let path = match error.path().iter().len() {
                0 => String::new(),
                _ => error.path().to_string(),
            };
            let error = error.into_inner();
            YamlError {
                path,
                position: Some(error.position.unwrap_or(self.position)),
                kind: (error.kind).unwrap_or_else(|| self.type_error(YamlType::Text)),
            }
        })
    }

    /// Returns the error for this node where a value of the type `expected` is required.
    pub(super) fn type_error(&self, expected: YamlType) -> YamlErrorKind {
        let text = || {
            self.text()
                .map_or_else(String::new, |text| text.to_string())
        };
        let found = match (&self.content, self.scalar()) {
            (YamlContent::List(_), _) => YamlValue::List,
            (YamlContent::Map(_), _) | (_, None) => YamlValue::Map,
            (_, Some(Scalar::Null)) => YamlValue::Nothing,
            (_, Some(Scalar::Bool(_))) => YamlValue::Truth(text()),
            (_, Some(Scalar::Text(_))) => YamlValue::Text(text()),
            (_, Some(_)) => YamlValue::Number(text()),
        };
        match found {
            YamlValue::Number(_) | YamlValue::Truth(_) if expected == YamlType::Text => {
                YamlErrorKind::Unquoted { expected, found }
            }
            YamlValue::Text(text) if expected == YamlType::List => YamlErrorKind::NoList(text),
            found => YamlErrorKind::Type { expected, found },
        }
    }

    /// Passes the content of this node to `visitor`, which accepts values of the type `expected`.
    ///
    /// # Errors
    ///
    /// Returns an error with the position of this node, or of the node in it that is not accepted.
    fn visit<'de, V: Visitor<'de>>(
        &'de self,
        expected: YamlType,
        visitor: V,
    ) -> Result<V::Value, DeError> {
        let visited = match (&self.content, self.scalar()) {
            (YamlContent::List(_), _) if expected == YamlType::Map => Err(DeError::default()),
            (YamlContent::List(items), _) => visitor.visit_seq(SeqDeserializer::new(items.iter())),
            (YamlContent::Map(entries), _) => {
                let entries = entries.iter().map(|(key, value)| (key, value));
                visitor.visit_map(MapDeserializer::new(entries))
            }
            (_, Some(Scalar::Bool(value))) => visitor.visit_bool(value),
            (_, Some(Scalar::Unsigned(value))) => visitor.visit_u64(value),
            (_, Some(Scalar::Signed(value))) => visitor.visit_i64(value),
            (_, Some(Scalar::Float(value))) => visitor.visit_f64(value),
            (_, Some(Scalar::Text(text))) => visitor.visit_borrowed_str(text),
            (_, Some(Scalar::NoJson)) => Err(DeError::default()),
            (_, Some(Scalar::Null) | None) => visitor.visit_unit(),
        };
        visited.map_err(|error| error.within(self, expected))
    }
}

impl<'de> IntoDeserializer<'de, DeError> for &'de YamlNode {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for &'de YamlNode {
    type Error = DeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        self.visit(YamlType::Text, visitor)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        self.visit(YamlType::Truth, visitor)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        self.visit(YamlType::Number, visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        self.visit(YamlType::List, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        self.visit(YamlType::Map, visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        visitor.visit_some(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeError> {
        self.visit(YamlType::Map, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeError> {
        let value = match self.scalar() {
            Some(Scalar::Text(text)) => visitor.visit_enum(StrDeserializer::new(text)),
            _ => Err(DeError::default()),
        };
        value.map_err(|error| error.within(self, YamlType::Text))
    }

    /// Reads the name of a field or a variant. Refuses a number, which a visitor would take as the
    /// index of the field.
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        match self.scalar() {
            Some(Scalar::Text(_)) => self.visit(YamlType::Text, visitor),
            _ => Err(DeError::default().within(self, YamlType::Text)),
        }
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 u8 u16 u32 f32 f64 char str string bytes byte_buf
        unit unit_struct newtype_struct tuple tuple_struct ignored_any
    }
}

/// The reason why a node cannot be deserialized. The innermost node sets the position. It also sets
/// the expected type, unless a visitor gives more details.
#[derive(Debug, Default)]
pub struct DeError {
    kind: Option<YamlErrorKind>,
    position: Option<Position>,
}

impl DeError {
    /// Creates an error of this kind, whose position is not known yet.
    fn new(kind: YamlErrorKind) -> Self {
        Self {
            kind: Some(kind),
            ..Self::default()
        }
    }

    /// Adds the position of `node`, and the error that its type is not `expected`. Keeps what an
    /// inner node or a visitor has already set.
    fn within(mut self, node: &YamlNode, expected: YamlType) -> Self {
        self.kind.get_or_insert_with(|| node.type_error(expected));
        self.position.get_or_insert(node.position);
        self
    }
}

impl Display for DeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?}", self.kind)
    }
}

impl std::error::Error for DeError {}

impl de::Error for DeError {
    fn custom<T: Display>(message: T) -> Self {
        Self::new(YamlErrorKind::Syntax(message.to_string()))
    }

    fn invalid_type(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::default()
    }

    fn invalid_value(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::default()
    }

    fn unknown_variant(word: &str, words: &'static [&'static str]) -> Self {
        Self::new(YamlErrorKind::UnknownWord(word.into(), words.to_vec()))
    }

    fn unknown_field(field: &str, fields: &'static [&'static str]) -> Self {
        let meant = similar(field, fields);
        Self::new(match meant {
            Some(meant) => YamlErrorKind::MistakenField(field.into(), meant),
            None => YamlErrorKind::UnknownField(field.into(), fields.to_vec()),
        })
    }

    fn missing_field(field: &'static str) -> Self {
        Self::new(YamlErrorKind::MissingField(field))
    }
}
