//! The block of `agents` in a file: two comments, and what is between them.

use std::ops::Range;

use crate::text::outline::code_blocks;

const BEGIN: &str = "<!-- mcp-guide:begin -->";
const END: &str = "<!-- mcp-guide:end -->";
const BOM: char = '\u{feff}';

enum Marker {
    Begin,
    End,
    Broken,
}

/// Returns the marker that a line is, without white space around it. A comment may hold more
/// words after `begin`.
fn marker(line: &str) -> Option<Marker> {
    let comment = line.strip_prefix("<!--")?.trim_start();
    let inside = comment.strip_prefix("mcp-guide:")?;
    let words = inside.strip_suffix("-->").unwrap_or_default();
    let mut words = words.split_whitespace();
    Some(match (words.next(), words.next()) {
        (Some("begin"), _) if inside.matches("-->").count() == 1 => Marker::Begin,
        (Some("end"), None) => Marker::End,
        _ => Marker::Broken,
    })
}

/// Returns where the block is, its markers included. Those in code are none.
///
/// # Errors
///
/// The line of a marker that is not as it must be, and why.
pub(super) fn find(text: &str) -> Result<Option<Range<usize>>, String> {
    let (mut begun, mut found) = (None, None);
    let code = code_blocks(text);
    let is_code = |at| {
        let before = code.partition_point(|block| block.start <= at);
        before > 0 && code[before - 1].contains(&at)
    };
    let mut at = 0;
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let bare = line.trim_start_matches([BOM, ' ', '\t']);
        let start = at + line.len() - bare.len();
        let bare = bare.trim_end();
        let wrong = |problem: &str| Err(format!("line {number}: {problem}"));
        let marker = marker(bare).filter(|_| !is_code(start));
        match (marker, begun, &found) {
            (None, ..) => {}
            (Some(Marker::Begin), None, None) => begun = Some((number, start)),
            (Some(Marker::End), Some((_, from)), _) => {
                found = Some(from..start + bare.len());
                begun = None;
            }
            (Some(Marker::Begin), ..) => return wrong("a second block begins"),
            (Some(Marker::End), None, _) => return wrong("a block ends that has not begun"),
            (Some(Marker::Broken), ..) => {
                return wrong(&format!("expected '{BEGIN}' or '{END}', and nothing else"));
            }
        }
        at += line.len();
    }
    match begun {
        Some((number, _)) => Err(format!(
            "line {number}: the block has no end, which is a line '{END}'"
        )),
        None => Ok(found),
    }
}

/// Returns a text with these lines as its block, in the place of the one that it has, else
/// at its end. The other bytes stay, and so does the kind of line ends.
///
/// # Errors
///
/// As [`find`], or that the block would be code.
pub(super) fn renew(text: &str, lines: &str) -> Result<String, String> {
    let found = find(text)?;
    let (before, after) = match &found {
        Some(range) => (&text[..range.start], &text[range.end..]),
        None => (text, ""),
    };
    let line = text[found.map_or(0, |range| range.start)..].split_once('\n');
    let end = match line {
        Some((line, _)) if line.ends_with('\r') => "\r\n",
        _ => "\n",
    };
    let block = format!("{BEGIN}\n{lines}\n\n{END}").replace('\n', end);
    let has_block = before.len() < text.len();
    let is_empty = before.trim_start_matches(BOM).is_empty();
    let (between, last) = match before.ends_with('\n') {
        _ if has_block => (String::new(), ""),
        _ if is_empty => (String::new(), end),
        true => (end.to_owned(), end),
        false => (end.repeat(2), ""),
    };
    let renewed = format!("{before}{between}{block}{last}{after}");
    match find(&renewed)? {
        Some(_) => Ok(renewed),
        None => Err("its last code block has no end".to_owned()),
    }
}
