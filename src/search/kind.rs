//! The kinds of sections: running text, or text that lists things without explaining them.

use crate::text::markup::headings::Heading;

/// The kind of text that makes up most of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SectionKind {
    /// Running text, with or without examples.
    Text,
    /// Code.
    Code,
    /// A table of contents, or another list of links.
    Links,
    /// A change log.
    Log,
}

/// The minimum number of version or date headings in a change log.
const MIN_VERSIONS: usize = 3;
/// The minimum number of references to changes in a change log.
const MIN_REFERENCES: usize = 8;
/// The maximum number of bytes per reference to a change in a change log.
const BYTES_PER_REFERENCE: usize = 400;
/// The maximum number of bytes outside links in a line of a list of links.
const BESIDE_LINKS: usize = 24;

/// Returns whether a document is a change log, given its text and headings. In a change log, at
/// least half of the text is under headings that are versions or dates, or there is a reference to
/// a change every few lines.
///
/// ```
/// use mcp_guide::search::kind::is_log;
/// use mcp_guide::text::markup::headings::headings;
///
/// let is_log = |text: &str| is_log(text, &headings(text).unwrap_or_default());
/// assert!(is_log("# 1.2\n\nMore.\n\n# 1.1 (2025-01-02)\n\nLess.\n\n# 1.0\n\nAll.\n"));
/// // A step is not a version, and the fragment of a heading is not a reference.
/// assert!(!is_log("# 1. (Optional) Look\n\n# 2. 🎯 Aim\n\n# 3. `.env`\n\nDone.\n"));
/// assert!(!is_log(&"- [12 Ends](#12-ends)\n".repeat(20)));
/// ```
pub fn is_log(text: &str, headings: &[Heading]) -> bool {
    let (mut versions, mut covered, mut end) = (0, 0, 0);
    for heading in headings.iter().filter(|heading| is_version(&heading.text)) {
        versions += 1;
        let begin = heading.section.start.max(end);
        covered += heading.section.end.saturating_sub(begin);
        end = end.max(heading.section.end);
    }
    if versions >= MIN_VERSIONS && covered >= text.len() / 2 {
        return true;
    }
    let references = references(text);
    references >= MIN_REFERENCES && text.len() <= references * BYTES_PER_REFERENCE
}

/// Returns whether `heading` is a version or a date, optionally followed by another version or
/// date, or begins with *unreleased*. A number before a title is a section number.
fn is_version(heading: &str) -> bool {
    let lower = heading.to_ascii_lowercase();
    let lower = lower.trim_start_matches(|character: char| !character.is_alphanumeric());
    let is_digit = |character: char| character.is_ascii_digit();
    let mut marks = ["version ", "release ", "v"].into_iter();
    let marked = marks.find_map(|mark| {
        lower
            .strip_prefix(mark)
            .filter(|rest| rest.starts_with(is_digit))
    });
    let number = marked.unwrap_or(lower);
    let behind = number
        .trim_start_matches(|character: char| is_digit(character) || ".-x".contains(character));
    // The number of an item or a step ends with a period.
    let number = number[..number.len() - behind.len()].trim_end_matches(['.', '-']);
    let is_alone = marked.is_some() || !behind.trim_start().starts_with(char::is_alphabetic);
    let is_number = number.starts_with(is_digit) && number.contains(['.', '-']);
    is_number && is_alone || lower.starts_with("unreleased")
}

/// Returns the number of references to changes in `text`: `#123`, `GH-123` or the address of a
/// change.
fn references(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_reference = |at: &usize| {
        let (before, after) = (&bytes[..*at], &bytes[at + 1..]);
        // One digit is often an item number, and more than five may be a colour.
        let digits = after
            .iter()
            .take(6)
            .take_while(|byte| byte.is_ascii_digit());
        let digits = digits.count();
        let is_number = (2..6).contains(&digits) && after[0] != b'0';
        // The fragment of a heading continues after the number: `#12-the-end`.
        let ends = after
            .get(digits)
            .is_none_or(|byte| !byte.is_ascii_alphanumeric() && *byte != b'-');
        let ends_with = |with: &[&str]| {
            with.iter()
                .any(|ending| before.ends_with(ending.as_bytes()))
        };
        let is_marked = match bytes[*at] {
            // An HTML entity is not a reference.
            b'#' => !before.ends_with(b"&"),
            b'/' => ends_with(&["/pull", "/issues"]),
            _ => ends_with(&["gh", "GH"]),
        };
        is_number && ends && is_marked
    };
    let marks = memchr::memchr3_iter(b'#', b'/', b'-', bytes);
    marks.filter(is_reference).count()
}

/// Returns the kind of a section. `body` is the text of the section without its heading, and
/// `is_marked` says whether its document has headings.
///
/// ```
/// use mcp_guide::search::kind::{SectionKind, kind};
///
/// let contents = ".. toctree::\n   :maxdepth: 2\n\n   installation\n   configuration\n";
/// assert_eq!(kind(contents, true), SectionKind::Links);
/// ```
pub fn kind(body: &str, is_marked: bool) -> SectionKind {
    let (mut all, mut code, mut links) = (0, 0, 0);
    let mut is_contents = false;
    for line in body.lines() {
        let own = line.trim();
        all += own.len();
        let goes_on = own.is_empty() || line.starts_with([' ', '\t']);
        is_contents = own.contains("toctree::") || is_contents && goes_on;
        if is_contents || is_links(own) {
            links += own.len();
        } else if !is_marked && is_code(own) {
            code += own.len();
        }
    }
    if links * 2 > all {
        SectionKind::Links
    } else if code * 2 > all {
        SectionKind::Code
    } else {
        SectionKind::Text
    }
}

/// Returns whether a line of a document without headings looks like code.
fn is_code(line: &str) -> bool {
    let is_comment = ["//", "#", "/*"].iter().any(|mark| line.starts_with(mark));
    let ends = line.ends_with([';', '{', '}', '(', ',']);
    let holds = ["::", "=>", "->", " = ", "()", "==", "self."]
        .iter()
        .any(|mark| line.contains(mark));
    is_comment || ends || holds
}

/// Returns whether a line consists of links and little else.
fn is_links(line: &str) -> bool {
    // The end of the last link, and the number of bytes outside links before it.
    let (mut end, mut beside) = (0, 0);
    for at in memchr::memchr2_iter(b']', b':', line.as_bytes()) {
        let (before, link) = line.split_at(at);
        let Some(before) = before.get(end..) else {
            continue;
        };
        let (begin, close) = if link.starts_with("](") {
            (before.rfind('['), ')')
        } else if link.starts_with("://") || before.ends_with("xref") {
            (before.rfind([' ', '<', '`']).or(Some(0)), ' ')
        } else {
            continue;
        };
        beside += begin.unwrap_or(before.len());
        end = link
            .find(close)
            .map_or(line.len(), |length| at + length + 1);
        if beside > BESIDE_LINKS {
            return false;
        }
    }
    end > 0 && beside + line.len() - end <= BESIDE_LINKS
}
