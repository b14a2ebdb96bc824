//! Cuts a rule's text into parts, preferably at headings, then at paragraphs, then at lines.

use super::text_unit::Bound;

/// The indentation of each line of a rule's text.
const INDENT: &str = "  ";
/// The minimum space for a part, in the unit of its bound. A shorter part is of no use to the
/// model.
const MIN_PART: usize = 200;

/// Returns `text` with its lines indented, and without white space at the ends of lines.
pub fn indented(text: &str) -> String {
    let mut indented = String::with_capacity(text.len() + text.len() / 16);
    for line in text.lines() {
        let line = line.trim_end();
        if !line.is_empty() {
            indented += INDENT;
            indented += line;
        }
        indented.push('\n');
    }
    indented
}

/// Returns the byte index at which the first part of `text` ends, so that the part fits into `room`
/// once it is indented. The end is chosen in the last fifth of `room`:
/// preferably before a heading, otherwise after an empty line, otherwise after the last line that
/// fits. If no line ends there, the first line that does not fit is cut after a word, or else after
/// the last character that fits. Returns `None` if no part of a useful length fits.
pub fn part_end(text: &str, room: usize, bound: Bound) -> Option<usize> {
    if room < MIN_PART {
        return None;
    }
    let (mut at, mut used, mut fence) = (0, 0, None);
    let mut best = (0, 0);
    for line in text.split_inclusive('\n') {
        let content = line.trim_end();
        let length = if content.is_empty() {
            1
        } else {
            bound.length(INDENT) + bound.length(content) + 1
        };
        let rank = match fence {
            _ if at == 0 => 0,
            None if content.starts_with('#') => 3,
            None if text[..at].ends_with("\n\n") => 2,
            _ => 1,
        };
        if used * 5 >= room * 4 && rank >= best.0 {
            best = (rank, at);
        }
        if used + length > room {
            break;
        }
        fence = fence_after(content, fence);
        (at, used) = (at + line.len(), used + length);
    }
    let end = match best {
        (0, _) => within_line(&text[at..], room - used, bound) + at,
        (_, end) => end,
    };
    (end > 0).then_some(end)
}

/// Returns the code fence that is open after `line`, if any. `open` is the fence that was open
/// before it.
fn fence_after(line: &str, open: Option<&'static str>) -> Option<&'static str> {
    let line = line.trim_start();
    match open {
        Some(fence) if line.starts_with(fence) => None,
        Some(fence) => Some(fence),
        None => ["```", "~~~"]
            .into_iter()
            .find(|fence| line.starts_with(fence)),
    }
}

/// Returns the byte index at which to cut the first line of `text` so that it fits into `room`. The
/// cut is after a word in the last fifth of `room`, or else after the last character that fits.
fn within_line(text: &str, room: usize, bound: Bound) -> usize {
    let room = room.saturating_sub(bound.length(INDENT) + 1);
    let (mut used, mut end, mut word) = (0, 0, 0);
    for (at, character) in text.char_indices() {
        used += bound.length(character.encode_utf8(&mut [0; 4]));
        if used > room {
            break;
        }
        end = at + character.len_utf8();
        if character.is_whitespace() && used * 5 >= room * 4 {
            word = end;
        }
    }
    if word > 0 { word } else { end }
}
