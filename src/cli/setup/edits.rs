//! Edits of text by ranges. Everything outside the ranges is preserved byte for byte.

use std::ops::Range;

/// The white space within a line: spaces and tabs.
pub(super) const BLANKS: [char; 2] = [' ', '\t'];
/// The characters that end a line.
pub(super) const LINE_ENDS: [char; 2] = ['\n', '\r'];

/// Text, and the replacements for parts of it.
pub(super) struct Edits<'t> {
    pub text: &'t str,
    edits: Vec<(Range<usize>, String)>,
}

impl<'t> Edits<'t> {
    pub fn of(text: &'t str) -> Self {
        let edits = Vec::new();
        Self { text, edits }
    }

    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Replaces `range` with `text`. Insertions at the same place keep their order.
    pub fn put(&mut self, range: Range<usize>, text: impl Into<String>) {
        self.edits.push((range, text.into()));
    }

    /// Removes `range`.
    pub fn cut(&mut self, range: Range<usize>) {
        self.put(range, "");
    }

    /// Returns the edited text.
    pub fn applied(mut self) -> String {
        self.edits
            .sort_by_key(|(range, _)| (range.start, range.end));
        let (mut edited, mut at) = (String::new(), 0);
        for (range, text) in self.edits {
            edited += &self.text[at..range.start.max(at)];
            edited += &text;
            at = at.max(range.end);
        }
        edited + &self.text[at..]
    }

    /// Returns the line ending before `at`, or the next one if `at` is in the first line.
    pub fn line_end(&self, at: usize) -> &'static str {
        let (before, after) = self.text.split_at(at);
        let is_crlf = match before.rsplit_once('\n') {
            Some((line, _)) => line.ends_with('\r'),
            None => after
                .split_once('\n')
                .is_some_and(|(line, _)| line.ends_with('\r')),
        };
        if is_crlf { "\r\n" } else { "\n" }
    }

    /// Returns the start of the line that contains `at`.
    pub fn line_start(&self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |end| end + 1)
    }

    /// Returns the end of the line before the one that contains `at`, not including its line
    /// ending.
    pub fn line_before(&self, at: usize) -> usize {
        let before = &self.text[..self.line_start(at)];
        let before = before.strip_suffix('\n').unwrap_or(before);
        before.strip_suffix('\r').unwrap_or(before).len()
    }

    /// Returns the spaces and tabs with which the line that contains `at` begins.
    pub fn indent(&self, at: usize) -> &'t str {
        let line = &self.text[self.line_start(at)..];
        &line[..line.len() - line.trim_start_matches(BLANKS).len()]
    }

    /// Returns whether only spaces and tabs precede `at` in its line.
    pub fn begins_line(&self, at: usize) -> bool {
        self.line_start(at) + self.indent(at).len() == at
    }

    /// Returns the number of spaces and tabs after `at`.
    pub fn blanks(&self, at: usize) -> usize {
        let rest = &self.text[at..];
        rest.len() - rest.trim_start_matches(BLANKS).len()
    }

    /// Returns whether a line or the text ends at `at`.
    pub fn ends_line(&self, at: usize) -> bool {
        let rest = &self.text[at..];
        rest.is_empty() || rest.starts_with(LINE_ENDS)
    }
}
