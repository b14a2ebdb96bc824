//! Deserializes YAML to typed values. Every error has a position.

use serde::de::DeserializeOwned;

use super::yaml_node::YamlNode;
use super::{YamlError, YamlErrorKind};
use crate::located::Position;

/// Parses `content`, a YAML file, into a tree.
///
/// # Errors
///
/// Returns a syntax error, or any [`YamlErrorKind`] that does not depend on a type.
pub fn parse(content: impl AsRef<[u8]>) -> Result<YamlNode, YamlError> {
    let content = content.as_ref();
    let text = std::str::from_utf8(content).map_err(|error| {
        let (valid, _) = content.split_at(error.valid_up_to());
        let position = Position::after(&String::from_utf8_lossy(valid));
        YamlError::at(position, YamlErrorKind::Encoding)
    })?;
    YamlNode::build(text)
}

/// Deserializes `content`, a YAML file, without conversions. A number, a boolean or null is not a
/// string. Null is neither a list nor a mapping.
///
/// # Errors
///
/// Returns the errors of [`parse`], or an error if a value does not have the type that `T`
/// requires.
pub fn from_slice<T: DeserializeOwned>(content: impl AsRef<[u8]>) -> Result<T, YamlError> {
    parse(content)?.read()
}
