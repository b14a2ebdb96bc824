//! Headings of HTML in a Markdown text.

use std::ops::Range;

/// What ends a heading.
pub(super) const END: &str = "</h1>";
/// What holds no headings: comments and declarations, code and scripts.
const OPAQUE: [&str; 7] = [
    "<!",
    "<?",
    "<pre",
    "<script",
    "<style",
    "<template",
    "<textarea",
];

/// Returns level and place of the next heading that begins in a block of HTML, and takes its lines
/// out of the block. It may end behind a blank line, with which the block does.
pub(super) fn next_heading(text: &str, block: &mut Range<usize>) -> Option<(u8, Range<usize>)> {
    if block.start >= block.end {
        return None;
    }
    let bytes = text.as_bytes();
    let (mut open, mut hidden) = (None, block.start);
    for at in memchr::memchr_iter(b'<', &bytes[block.start..]) {
        let at = block.start + at;
        match bytes[at..] {
            _ if at < hidden => {}
            _ if at >= block.end && open.is_none() => break,
            [_, b'h' | b'H', level @ b'1'..=b'6', after, ..] if b"> \t\n\r".contains(&after) => {
                open = (at < block.end).then_some((at, level - b'0'));
            }
            [_, b'/', b'h' | b'H', b'1'..=b'6', b'>', ..] => {
                let Some((start, level)) = open else { continue };
                let line = memchr::memchr(b'\n', &bytes[at..]);
                block.start = line.map_or(block.end, |line| at + line);
                return Some((level, start..at + END.len()));
            }
            _ if at < block.end && OPAQUE.iter().any(|of| begins(&bytes[at..], of)) => {
                let end = text[at..block.end].find("-->");
                let end = end.filter(|_| text[at..].starts_with("<!--"));
                hidden = end.map_or(block.end, |end| at + end);
            }
            _ => {}
        }
    }
    block.start = block.end;
    None
}

/// Returns whether bytes begin with a text, in any case of its letters.
fn begins(bytes: &[u8], with: &str) -> bool {
    let begin = bytes.get(..with.len());
    begin.is_some_and(|begin| begin.eq_ignore_ascii_case(with.as_bytes()))
}
