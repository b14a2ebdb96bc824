//! Texts as YAML scalars.

use crate::text::shown::Shown;

/// A text as a scalar that every reader of YAML 1.1 and 1.2 takes for it: plain
/// where that is safe, else in double quotes, with escapes for all that is not
/// [`Shown`] as it is.
pub(crate) fn scalar(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./ ".contains(c);
    let safe = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(plain)
        && !text.ends_with(' ')
        && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
            .contains(&text.to_ascii_lowercase().as_str());
    if safe { text.to_owned() } else { quoted(text) }
}

/// Scalars as a flow sequence, each in double quotes.
pub(crate) fn list<T: AsRef<str>>(items: &[T]) -> String {
    let items: Vec<String> = items.iter().map(|item| quoted(item.as_ref())).collect();
    format!("[{}]", items.join(", "))
}

/// YAML 1.2 §5.7 has these escapes, and 1.1 the same.
fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        let code = u32::from(character);
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            _ if Shown(character.encode_utf8(&mut [0; 4])).to_string() == character.to_string() => {
                quoted.push(character);
            }
            _ if code <= 0xFF => quoted.push_str(&format!("\\x{code:02x}")),
            _ if code <= 0xFFFF => quoted.push_str(&format!("\\u{code:04x}")),
            _ => quoted.push_str(&format!("\\U{code:08x}")),
        }
    }
    quoted.push('"');
    quoted
}
