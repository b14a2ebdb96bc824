//! YAML → typed values, with the place of every fault.
//!
//! A typed map takes the last of two equal keys without a word, and an untyped
//! value refuses them; so everything is read as an untyped value first.

use serde::de::DeserializeOwned;

/// A fault of a YAML file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YamlError {
    /// Where, such as `tools[2].arguments`; empty for the whole file.
    pub path: String,
    /// What, with the line where the parser gives it.
    pub problem: String,
}

/// Reads a value.
///
/// # Errors
///
/// Syntax, repeated keys, and whatever the type does not allow.
pub fn parse<T: DeserializeOwned>(content: &[u8]) -> Result<T, YamlError> {
    let text = std::str::from_utf8(content).map_err(|error| YamlError {
        path: String::new(),
        problem: format!("not UTF-8: invalid at byte {}", error.valid_up_to()),
    })?;
    let untyped: serde_yaml::Value = serde_yaml::from_str(text).map_err(|error| YamlError {
        path: String::new(),
        problem: error.to_string(),
    })?;
    serde_yaml::from_value(untyped).map_err(|error: serde_yaml::Error| {
        // Only the text knows its lines: read it again for the fault's place.
        let located =
            serde_path_to_error::deserialize::<_, T>(serde_yaml::Deserializer::from_str(text));
        match located {
            Err(located) => YamlError {
                path: match located.path().to_string() {
                    root if root == "." => String::new(),
                    path => path,
                },
                problem: located.into_inner().to_string(),
            },
            Ok(_) => YamlError {
                path: String::new(),
                problem: error.to_string(),
            },
        }
    })
}
