//! Writes YAML that versions 1.1 and 1.2 read alike.

use serde_json::Value;

use crate::text::escape::classify_chars;

/// Writes a string, without quotes where both versions read it as one.
fn scalar(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./ ".contains(c);
    let safe = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(plain)
        && !text.ends_with(' ')
        && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
            .contains(&text.to_ascii_lowercase().as_str());
    if safe { text.to_owned() } else { quoted(text) }
}

/// Writes a value: maps as blocks that are indented by so many blanks, lists of strings on one
/// line.
pub(super) fn block(value: &Value, indent: usize) -> String {
    match value {
        Value::Object(fields) => {
            let fields = fields.iter().map(|(key, value)| {
                let (key, value) = (scalar(key), block(value, indent + 2));
                format!("\n{:indent$}{key}:{value}", "")
            });
            fields.collect()
        }
        Value::Array(items) => {
            let items = items.iter().filter_map(Value::as_str).map(quoted);
            format!(" [{}]", items.collect::<Vec<_>>().join(", "))
        }
        Value::String(text) => format!(" {}", scalar(text)),
        other => format!(" {other}"),
    }
}

/// Writes a string in double quotes (YAML 1.2 §5.7), with the shortest escapes for hidden
/// characters: a key has at most 1,024 characters, and a file's name up to 255 bytes.
fn quoted(text: &str) -> String {
    let character = |(character, hidden)| match character {
        '"' | '\\' => format!("\\{character}"),
        _ if hidden => match u32::from(character) {
            code @ ..=0xFF => format!("\\x{code:02x}"),
            code @ ..=0xFFFF => format!("\\u{code:04x}"),
            code => format!("\\U{code:08x}"),
        },
        _ => character.to_string(),
    };
    format!(
        "\"{}\"",
        classify_chars(text).map(character).collect::<String>()
    )
}
