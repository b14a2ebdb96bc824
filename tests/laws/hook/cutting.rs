//! The law of parts: a text that is cut comes whole, each part within its room, and most of it full.

use mcp_guide::cli::hook::part_end::{indented, part_end};
use mcp_guide::cli::hook::text_unit::{Bound, TextUnit};

use crate::{ensure, timed};

/// The least room of a part that helps anybody.
pub const LEAST: usize = 200;

/// Says where the first part of a text ends that fits into so much room.
pub type Subject<'a> = dyn Fn(&str, usize, Bound) -> Option<usize> + 'a;

/// The program's own answer.
pub fn engine(text: &str, room: usize, bound: Bound) -> Option<usize> {
    part_end(text, room, bound)
}

/// Checks the parts of a text, in rooms of this size. Returns how many there are.
///
/// # Errors
///
/// A part that is none, is too long, or lacks something.
pub fn parts(text: &str, room: usize, unit: TextUnit, subject: &Subject<'_>) -> Result<usize, String> {
    let bound = Bound { most: room, unit };
    let length = |text: &str| match unit {
        TextUnit::Bytes => text.len(),
        TextUnit::Utf16 => text.encode_utf16().count(),
    };
    if room < LEAST {
        let none = subject(text, room, bound).is_none();
        return ensure(none, || format!("a part within {room}")).map(|()| 0);
    }
    let (mut at, mut count, mut joined) = (0, 0, String::new());
    while !text[at..].trim().is_empty() {
        at += behind(&text[at..]);
        let rest = &text[at..];
        let end = timed("a part", || subject(rest, room, bound))?.ok_or("there is no part")?;
        ensure(end > 0 && rest.is_char_boundary(end), || format!("a part ends at {end}"))?;
        let (part, shown) = (&rest[..end], indented(rest[..end].trim_end()));
        ensure(length(&shown) <= room, || format!("a part has {} of {room}: {part:?}", length(&shown)))?;
        ensure(shown.lines().all(|line| line.is_empty() || line.starts_with("  ")), || {
            format!("a part is not indented: {shown:?}")
        })?;
        joined += part;
        (at, count) = (at + end, count + 1);
    }
    let words = |text: &str| text.split_whitespace().collect::<String>();
    ensure(words(&joined) == words(text), || "the parts are another text".to_owned())?;
    // The white space at the end of each is not shown.
    let most = length(&indented(text)).div_ceil(room * 4 / 5 - 4) + 1;
    ensure(count <= most, || format!("{count} parts, of {most}"))?;
    Ok(count)
}

/// Returns how many bytes of empty lines precede a text.
fn behind(text: &str) -> usize {
    let white = &text[..text.len() - text.trim_start().len()];
    white.rfind('\n').map_or(0, |end| end + 1)
}
