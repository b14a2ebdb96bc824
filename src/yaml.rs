//! YAML → typed values, with the place of every fault.
//!
//! A typed map takes the last of two equal keys without a word, and an untyped
//! value refuses them; so everything is read as an untyped value first.

use serde::de::DeserializeOwned;

/// How many brackets may be open at once: the parser takes no more either, but
/// needs a time that grows with their square to find out.
const MAX_DEPTH: usize = 100;

/// The line at which more than [`MAX_DEPTH`] brackets are open.
fn too_deep(text: &str) -> Option<usize> {
    let mut open = 0_usize;
    (1..).zip(text.lines()).find_map(|(number, line)| {
        for byte in line.bytes() {
            match byte {
                b'[' | b'{' => open += 1,
                b']' | b'}' => open = open.saturating_sub(1),
                _ => {}
            }
            if open > MAX_DEPTH {
                return Some(number);
            }
        }
        None
    })
}

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
    if let Some(line) = too_deep(text) {
        return Err(YamlError {
            path: String::new(),
            problem: format!("more than {MAX_DEPTH} brackets are open at line {line}"),
        });
    }
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
