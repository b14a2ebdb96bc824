//! Text as the inside of a JSON string, and of a JSON string in a JSON string.
//!
//! A result is JSON that stands as text in a JSON-RPC message, so what documents
//! hold is escaped twice on its way out: a slice at a time, without a copy of the
//! whole in between.

use std::iter;

use serde_json::Value;

/// The most text that is escaped at once, in bytes: small enough for what comes
/// of it to stay in the processor's cache.
const SLICE: usize = 4 * 1024;
/// The most bytes that the serializer asks room for, per byte of text.
const WORST: usize = 6;

/// Escapes texts; it keeps the room that it needs for that.
#[derive(Debug, Default)]
pub(crate) struct Escaper {
    once: Vec<u8>,
}

impl Escaper {
    /// Room beyond the escaped text itself that is wanted at its end, in bytes.
    pub(crate) const SLACK: usize = WORST * SLICE + 64;

    /// Appends one of a text's [`slices`], escaped so many times: 0, 1 or 2.
    pub(crate) fn escape(&mut self, slice: &str, times: u8, out: &mut Vec<u8>) {
        match times {
            0 => out.extend_from_slice(slice.as_bytes()),
            1 => append(slice, out),
            _ => {
                self.once.clear();
                self.once.push(b' ');
                append(slice, &mut self.once);
                // What was escaped is as much UTF-8 as what it was made from.
                let once = std::str::from_utf8(&self.once[1..]).unwrap_or_default();
                append(once, out);
            }
        }
    }
}

/// A text in slices of no more than [`SLICE`] bytes.
pub(crate) fn slices(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut end = rest.len().min(SLICE);
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
        let (slice, after) = rest.split_at(end);
        rest = after;
        Some(slice)
    })
}

/// Appends one slice, escaped once.
fn append(slice: &str, out: &mut Vec<u8>) {
    // The serializer writes quotes around the text. The first is put where the
    // byte before stood, which then takes its place again; the last is dropped.
    let before = out.pop();
    let at = out.len();
    // A string into memory: nothing of it can fail.
    let _ = sonic_rs::to_writer(&mut *out, slice);
    out.pop();
    match before {
        Some(byte) => out[at] = byte,
        None => drop(out.drain(..1)),
    }
}

/// The name of a value's JSON type, as JSON Schema has it.
pub(crate) const fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
