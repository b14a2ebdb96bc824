//! The sections of a document, which a search ranks.

use std::ops::Range;

use super::words::character_boundary;
use crate::text::markup::headings::Heading;
use rule_files::header;

/// The maximum length of a passage without a heading, in bytes.
const MAX_PASSAGE: usize = 4096;
/// The length in bytes below which a section is shown together with its subsections.
const MAX_STUB: usize = 200;

/// A section of a document: a heading and the text up to the next heading of any level, or a
/// passage without a heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionRange {
    /// The byte range in the text.
    pub range: Range<usize>,
    /// The range that may be shown: the section without its heading. A short section includes its
    /// subsections, and a passage without a heading includes all text before the first heading.
    pub body: Range<usize>,
    /// The index of the heading, if the section has one.
    pub heading: Option<usize>,
    /// Whether the document has headings, and so is likely to have other markup.
    pub is_marked: bool,
}

impl SectionRange {
    /// Returns the range of the section's own text, without its heading and subsections.
    pub fn own(&self) -> Range<usize> {
        let start = self.range.start.max(self.body.start);
        start.min(self.range.end)..self.range.end
    }
}

/// Returns the sections of `text` in order, given its headings. There is at least one section.
///
/// ```
/// use mcp_guide::search::sections::sections;
///
/// let text = format!("{}\n\n{}", "a ".repeat(1500), "b ".repeat(1500));
/// let ranges = sections(&text, &[]).into_iter().map(|section| section.range);
/// // The first passage ends after the blank line.
/// assert_eq!(ranges.collect::<Vec<_>>(), [0..3002, 3002..6002]);
/// ```
pub fn sections(text: &str, headings: &[Heading]) -> Vec<SectionRange> {
    let start =
        |index: usize| (headings.get(index)).map_or(text.len(), |heading| heading.section.start);
    let introduction = introduction(text, start(0));
    let mut sections = Vec::new();
    let mut begin = 0;
    while begin < start(0) || headings.is_empty() && sections.is_empty() {
        let range = begin..passage_end(&text[..start(0)], begin);
        begin = range.end;
        // Blank text before the first heading is not a section.
        if headings.is_empty() || !text[range.clone()].trim().is_empty() {
            sections.push(SectionRange {
                body: introduction.clone(),
                range,
                heading: None,
                is_marked: !headings.is_empty(),
            });
        }
    }
    sections.extend(headings.iter().enumerate().map(|(at, heading)| {
        let end = start(at + 1);
        let body = heading.end.min(end);
        let is_stub = text[body..end].trim().len() < MAX_STUB;
        let shown = if is_stub { heading.section.end } else { end };
        SectionRange {
            range: heading.section.start..end,
            body: body..shown,
            heading: Some(at),
            is_marked: true,
        }
    }));
    sections
}

/// Returns the byte range to show of the text before the first heading, which begins at `end`: the
/// text after the frontmatter. If this text is blank, returns the range of the frontmatter's
/// description.
fn introduction(text: &str, end: usize) -> Range<usize> {
    let start = text.len() - header::body(text).len();
    let has_text = start < end && !text[start..end].trim().is_empty();
    if start == 0 || has_text {
        return start..end;
    }
    let begin = text[..start]
        .find("\ndescription:")
        .map_or(start, |at| at + 1);
    let mut end = begin;
    for line in text[begin..start].split_inclusive('\n') {
        if end > begin && !line.starts_with([' ', '\t']) {
            break;
        }
        end += line.len();
    }
    begin..end
}

/// Returns the end of the passage that begins at `begin`: after the last blank line, line, space or
/// character that fits in [`MAX_PASSAGE`] bytes.
fn passage_end(text: &str, begin: usize) -> usize {
    let most = character_boundary(text, begin + MAX_PASSAGE);
    if most == text.len() {
        return most;
    }
    let passage = &text[begin..most];
    // The passage ends after the middle of what fits, so that there are few passages.
    let latter = character_boundary(passage, passage.len() / 2);
    for separator in ["\n\n", "\n", " "] {
        if let Some(at) = passage[latter..].rfind(separator) {
            return begin + latter + at + separator.len();
        }
    }
    most
}

/// Returns the texts of the headings above the heading with the index `heading`, outermost first,
/// and then the text of the heading itself. Returns no texts if `heading` is `None`.
pub fn heading_path(headings: &[Heading], heading: Option<usize>) -> Vec<&str> {
    let heading = heading.and_then(|at| headings.get(at));
    let parent = |child: &&Heading| child.parent.and_then(|at| headings.get(at));
    let mut path: Vec<&str> = std::iter::successors(heading, parent)
        .map(|heading| &*heading.text)
        .collect();
    path.reverse();
    path
}
