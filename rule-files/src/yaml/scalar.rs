//! The values of scalars.

use std::num::IntErrorKind;

/// The value of a scalar.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Scalar<'a> {
    Null,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Float(f64),
    /// A number that JSON does not support, or an integer that needs more than 64 bits.
    NoJson,
    Text(&'a str),
}

/// Returns the value of `text`, a scalar without quotes (YAML 1.2 §10.3, and binary numbers with
/// `0b`).
pub(super) fn resolve(text: &str) -> Scalar<'_> {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Scalar::Null,
        "true" | "True" | "TRUE" => return Scalar::Bool(true),
        "false" | "False" | "FALSE" => return Scalar::Bool(false),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" | "-.inf" | "-.Inf" | "-.INF"
        | ".nan" | ".NaN" | ".NAN" => return Scalar::NoJson,
        _ => {}
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits = unsigned.bytes().all(|byte| byte.is_ascii_digit());
    let number = unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    // Digits after a leading 0 form a string.
    if !number || digits && unsigned.len() > 1 && unsigned.starts_with('0') {
        return Scalar::Text(text);
    }
    let float = || text.parse().ok().filter(|value: &f64| value.is_finite());
    integer(text, unsigned)
        .or_else(|| float().map(Scalar::Float))
        .unwrap_or(Scalar::Text(text))
}

/// Returns the value of `text` if it is an integer. `unsigned` is `text` without its sign. The
/// prefix of `unsigned` determines the base.
fn integer(text: &str, unsigned: &str) -> Option<Scalar<'static>> {
    let bases = [("0x", 16), ("0o", 8), ("0b", 2)];
    let based = |(prefix, base)| Some((unsigned.strip_prefix(prefix)?, base));
    let (digits, base) = bases.into_iter().find_map(based).unwrap_or((unsigned, 10));
    if digits.starts_with(['+', '-']) {
        return None;
    }
    let sign = if text.starts_with('-') { "-" } else { "" };
    match i128::from_str_radix(&format!("{sign}{digits}"), base) {
        Ok(value) => Some(match (u64::try_from(value), i64::try_from(value)) {
            (Ok(value), _) => Scalar::Unsigned(value),
            (_, Ok(value)) => Scalar::Signed(value),
            _ => Scalar::NoJson,
        }),
        Err(error) => match error.kind() {
            IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => Some(Scalar::NoJson),
            _ => None,
        },
    }
}
