//! The block of `agents` in a file: two comments, and what is between them.

use std::ops::Range;

use crate::text::outline::code_blocks;

const BEGIN: &str = "<!-- mcp-guide:begin -->";
const END: &str = "<!-- mcp-guide:end -->";
const BOM: char = '\u{feff}';

/// Returns where the block is, its markers included: the lines with the two comments, of which the
/// first may hold more words. Those in code are none.
///
/// # Errors
///
/// The line of a marker that is not as it must be, and how it must be.
pub(super) fn find(text: &str) -> Result<Option<Range<usize>>, String> {
    let code = code_blocks(text);
    let is_code = |at: usize| code.iter().any(|block| block.contains(&at));
    let (mut markers, mut at) = (Vec::new(), 0);
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let bare = line.trim_start_matches([BOM, ' ', '\t']);
        let start = at + line.len() - bare.len();
        at += line.len();
        let bare = bare.trim_end();
        let comment = bare.strip_prefix("<!--").map(str::trim_start);
        let marker = comment.and_then(|comment| comment.strip_prefix("mcp-guide:"));
        if let Some(marker) = marker.filter(|_| !is_code(start)) {
            let words = marker.strip_suffix("-->").unwrap_or_default();
            markers.push((number, words.trim(), start..start + bare.len()));
        }
    }
    let is_begin = |words: &str| words.split_whitespace().next() == Some("begin");
    match markers.as_slice() {
        [] => Ok(None),
        [(_, begin, from), (_, "end", to)] if is_begin(begin) && !begin.contains("-->") => {
            Ok(Some(from.start..to.end))
        }
        [.., (number, ..)] => Err(format!(
            "line {number}: expected one line '{BEGIN}', then one '{END}', and no other marker"
        )),
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
