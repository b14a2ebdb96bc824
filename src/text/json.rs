//! Text as the inside of a JSON string, and of a JSON string in a JSON string.
//!
//! A result is JSON that stands as text in a JSON-RPC message, so what documents
//! hold is escaped twice on its way out: in one pass, without a copy in between.

use serde_json::Value;

/// How many bytes are looked at, and written, together.
const WORD: usize = 16;
/// In how much room something can be written, in bytes.
pub(crate) const LEAST: usize = 2 * WORD;

/// The most bytes that one becomes.
pub(crate) const MOST: usize = 7;

/// What a byte becomes: so many of these.
type Escape = ([u8; WORD], u8);

/// What each byte becomes, escaped once and twice.
static ESCAPES: [[Escape; 256]; 2] = [escapes(1), escapes(2)];

/// Writes a text as the inside of a JSON string, escaped so many times: 0, 1 or 2,
/// as `serde_json` writes it. Returns how many bytes of the text were taken, and how
/// many were written: all of the text, or as much as there is room for, which is
/// something where there is room for [`LEAST`].
pub(crate) fn escape(text: &[u8], times: u8, room: &mut [u8]) -> (usize, usize) {
    if times == 0 {
        let count = text.len().min(room.len());
        room[..count].copy_from_slice(&text[..count]);
        return (count, count);
    }
    let escapes = &ESCAPES[usize::from(times > 1)];
    let (mut rest, mut written) = (text, 0);
    // Whole words are written; what is not meant is written over.
    while let Some(room) = room[written..].first_chunk_mut::<LEAST>() {
        let mut plain = 0;
        if let Some(word) = rest.first_chunk() {
            room[..WORD].copy_from_slice(word);
            let special = special(*word);
            // Where the next word begins does not wait for what this one holds.
            if special == 0 {
                written += WORD;
                rest = &rest[WORD..];
                continue;
            }
            plain = special.trailing_zeros() as usize / 8;
        }
        let Some((byte, after)) = rest[plain..].split_first() else {
            break;
        };
        let (escape, count) = &escapes[usize::from(*byte)];
        room[plain..plain + WORD].copy_from_slice(escape);
        written += plain + usize::from(*count);
        rest = after;
    }
    (text.len() - rest.len(), written)
}

/// The highest bit of each byte of a word that does not stay as it is, and perhaps of
/// some further up: the lowest is of such a one.
fn special(word: [u8; WORD]) -> u128 {
    const fn every(byte: u8) -> u128 {
        u128::from_ne_bytes([byte; WORD])
    }
    let word = u128::from_le_bytes(word);
    let below = |word: u128, limit: u8| word.wrapping_sub(every(limit)) & !word;
    let equals = |byte: u8| below(word ^ every(byte), 1);
    (below(word, b' ') | equals(b'"') | equals(b'\\')) & every(0x80)
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
