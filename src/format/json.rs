//! Text as the inside of a JSON string, and of a JSON string in a JSON string.
//!
//! A result is JSON that stands as text in a JSON-RPC message, so what documents
//! hold is escaped twice on its way out: a slice at a time, without a copy of the
//! whole in between.

use std::iter;

use serde_json::Value;

/// The most text that one of a text's [`slices`] holds, in bytes.
const SLICE: usize = 4 * 1024;
/// How many bytes are looked at, and written, together.
const WORD: usize = 16;
/// How much text is escaped at once, in bytes: what comes of it stays in the
/// processor's cache.
const BLOCK: usize = 1024;
/// The most bytes that one becomes.
const MOST: usize = 7;

/// What a byte becomes: so many of these.
type Escape = ([u8; WORD], u8);

/// What each byte becomes, escaped once and twice.
static ESCAPES: [[Escape; 256]; 2] = [escapes(1), escapes(2)];

/// Appends a text as the inside of a JSON string, escaped so many times: 0, 1 or 2.
/// It is passed over once, and written as `serde_json` writes it.
pub fn escape(text: &str, times: u8, out: &mut Vec<u8>) {
    if times == 0 {
        out.extend_from_slice(text.as_bytes());
        return;
    }
    let escapes = &ESCAPES[usize::from(times > 1)];
    let mut escaped = [0; BLOCK * MOST + WORD];
    for block in text.as_bytes().chunks(BLOCK) {
        let (mut rest, mut end) = (block, 0);
        // A whole word is written; what is not meant is written over.
        let mut put = |word: &[u8; WORD], count: usize| {
            escaped[end..end + WORD].copy_from_slice(word);
            end += count;
        };
        while let Some(word) = rest.first_chunk() {
            let plain = plain(u128::from_le_bytes(*word));
            put(word, plain);
            rest = &rest[plain..];
            if plain < WORD {
                let (escape, count) = &escapes[usize::from(rest[0])];
                put(escape, usize::from(*count));
                rest = &rest[1..];
            }
        }
        for byte in rest {
            let (escape, count) = &escapes[usize::from(*byte)];
            put(escape, usize::from(*count));
        }
        out.extend_from_slice(&escaped[..end]);
    }
}

/// How many of a word's first bytes stay as they are.
fn plain(word: u128) -> usize {
    const fn every(byte: u8) -> u128 {
        u128::from_ne_bytes([byte; WORD])
    }
    // The highest bit of each byte that is less than the limit, and perhaps of some
    // further up: the lowest is taken.
    let below = |word: u128, limit: u8| word.wrapping_sub(every(limit)) & !word;
    let equals = |byte: u8| below(word ^ every(byte), 1);
    let special = (below(word, b' ') | equals(b'"') | equals(b'\\')) & every(0x80);
    special.trailing_zeros() as usize / 8
}

const fn escapes(times: u8) -> [Escape; 256] {
    let mut escapes = [([0; WORD], 1); 256];
    let mut byte = 0;
    while byte < escapes.len() {
        escapes[byte] = escape_of(byte as u8, times);
        byte += 1;
    }
    escapes
}

/// What one byte becomes (RFC 8259 §7).
const fn escape_of(byte: u8, times: u8) -> Escape {
    let letter = match byte {
        b'"' | b'\\' => byte,
        0x08 => b'b',
        b'\t' => b't',
        b'\n' => b'n',
        0x0c => b'f',
        b'\r' => b'r',
        0..b' ' => b'u',
        plain => return ([plain; WORD], 1),
    };
    // A backslash; where it is escaped twice, one more before each backslash and quote.
    let mut escape = [b'\\'; WORD];
    let mut end = match letter {
        b'"' | b'\\' => 2 * times as usize - 1,
        _ => times as usize,
    };
    escape[end] = letter;
    end += 1;
    if letter == b'u' {
        let digits = b"0123456789abcdef";
        escape[end] = b'0';
        escape[end + 1] = b'0';
        escape[end + 2] = digits[(byte >> 4) as usize];
        escape[end + 3] = digits[(byte & 0xf) as usize];
        end += 4;
    }
    (escape, end as u8)
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
