//! HTML headings in a Markdown text.

use std::ops::Range;

/// An end tag of a heading. The end tags of all levels have the same length.
pub(super) const END: &str = "</h1>";
/// The beginnings of HTML that contains no headings: comments and declarations, code and scripts.
const OPAQUE: [&str; 7] = [
    "<!",
    "<?",
    "<pre",
    "<script",
    "<style",
    "<template",
    "<textarea",
];

/// Returns the level and the byte range of the next heading that begins in the HTML block `block`,
/// and advances `block` past the heading's lines. If there is no heading, empties `block` and
/// returns `None`. The heading may end after the blank line that ends the block.
pub(super) fn html_heading(text: &str, block: &mut Range<usize>) -> Option<(u8, Range<usize>)> {
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
            _ if at < block.end && OPAQUE.iter().any(|opening| begins(&bytes[at..], opening)) => {
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

/// Returns true if `bytes` begins with `with`, ignoring ASCII case.
fn begins(bytes: &[u8], with: &str) -> bool {
    let begin = bytes.get(..with.len());
    begin.is_some_and(|begin| begin.eq_ignore_ascii_case(with.as_bytes()))
}
