//! Scalars: the values of those without quotes, and strings as scalars.

use std::num::ParseIntError;

use crate::text::escape::Escaped;

/// The value of a scalar.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Scalar<'a> {
    Null,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Float(f64),
    /// A number that JSON does not have, or of more than 64 bits.
    NoJson,
    Text(&'a str),
}

/// Returns the value of a scalar without quotes (YAML 1.2 §10.3, and `0b` as well).
pub(super) fn resolve(text: &str) -> Scalar<'_> {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Scalar::Null,
        "true" | "True" | "TRUE" => return Scalar::Bool(true),
        "false" | "False" | "FALSE" => return Scalar::Bool(false),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" | "-.inf" | "-.Inf" | "-.INF"
        | ".nan" | ".NaN" | ".NAN" => return Scalar::NoJson,
        _ => {}
    }
    if let Some(value) = integer(text, u64::from_str_radix) {
        return Scalar::Unsigned(value);
    }
    if let Some(value) = integer(text, i64::from_str_radix) {
        return Scalar::Signed(value);
    }
    if integer(text, u128::from_str_radix).is_some()
        || integer(text, i128::from_str_radix).is_some()
    {
        return Scalar::NoJson;
    }
    float(text).map_or(Scalar::Text(text), Scalar::Float)
}

fn integer<T>(text: &str, parse: fn(&str, u32) -> Result<T, ParseIntError>) -> Option<T> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let bases = [("0x", 16), ("0o", 8), ("0b", 2)];
    let based = |(prefix, base)| Some((digits.strip_prefix(prefix)?, base));
    let (digits, base) = bases.into_iter().find_map(based).unwrap_or((digits, 10));
    let is_string = base == 10 && leads_with_zero(digits);
    if is_string || !digits.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return None;
    }
    parse(&format!("{sign}{digits}"), base).ok()
}

fn float(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let begins = unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    if !begins || leads_with_zero(unsigned) {
        return None;
    }
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

/// Returns true if these are digits, of which the first of several is 0: a string.
fn leads_with_zero(digits: &str) -> bool {
    digits.len() > 1 && digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit())
}

/// Returns a string as a scalar that every reader of YAML 1.1 and 1.2 takes for it: plain
/// where that is safe, else in double quotes, with escapes for all that [`Escaped`](crate::text::escape::Escaped) changes.
pub(crate) fn scalar(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./ ".contains(c);
    let safe = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(plain)
        && !text.ends_with(' ')
        && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
            .contains(&text.to_ascii_lowercase().as_str());
    if safe { text.to_owned() } else { quoted(text) }
}

/// Returns strings as a flow sequence, each in double quotes.
pub(crate) fn list<T: AsRef<str>>(items: &[T]) -> String {
    let items: Vec<String> = items.iter().map(|item| quoted(item.as_ref())).collect();
    format!("[{}]", items.join(", "))
}

/// Returns a string in double quotes, with the escapes of YAML 1.2 §5.7, which are those
/// of 1.1 too.
fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        let code = u32::from(character);
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            _ if Escaped(character.encode_utf8(&mut [0; 4])).to_string()
                == character.to_string() =>
            {
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
