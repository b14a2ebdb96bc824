//! YAML files with typed values. Every error has a position.
//!
//! The files are not trusted. Therefore `yaml/yaml_node.rs` limits the parser's events while it
//! builds a tree of [`YamlNode`]s. `yaml/de_error.rs` deserializes the tree without conversions.

mod de_error;
mod from_slice;
mod scalar;
mod yaml_error;
mod yaml_node;

pub use from_slice::{from_slice, parse};
pub use yaml_error::{YamlError, YamlErrorKind, YamlType, YamlValue};
pub use yaml_node::YamlNode;
