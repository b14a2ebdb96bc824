//! What a hook gives to an agent: a line for each rule, and its text indented beneath it. In such
//! a line names are in quotes, and have none, so that neither a text nor a name can imitate one.

use crate::operation::note::{Note, Notes};
use crate::server::rules::AppliedRule;
use crate::spec::{Phrase, Table, values};
use crate::text::escape::{EscapedLines, escape_at_most};
use crate::text::frontmatter;

/// What precedes each line of a rule's text.
const INDENT: &str = "  ";

/// The most names that a line has, and the most characters of each.
pub(super) const MAX_NAMES: usize = 4;
const MAX_NAME: usize = 100;
/// The most characters of a line about rules that were not found, read or compared.
const MAX_NOTE: usize = 500;

/// What a hook gives.
pub(super) struct HookText<'a> {
    pub table: &'a Table,
    /// The files that a tool touches.
    pub files: &'a [String],
    /// The rules of them, the general before the specific.
    pub rules: &'a [AppliedRule],
    /// The lines about others.
    pub notes: &'a [String],
    /// Whether these are all rules, given before or now.
    pub is_complete: bool,
    /// What prints those that do not fit.
    pub command: &'a str,
}

impl HookText<'_> {
    /// Returns a text of at most `most` UTF-16 units, as clients count them: the nearest rules
    /// while they fit, and then the general before the specific. The others are named.
    pub fn within(&self, most: usize) -> String {
        let paths = self.names(self.files);
        let head = self.table.phrase(Phrase::HookHead, values!(paths)) + "\n";
        let notes: String = self.notes.iter().map(|note| format!("{note}\n")).collect();
        let all: Vec<String> = self.rules.iter().map(|rule| rule.path.clone()).collect();
        let last = length(&self.end(&all)).max(length(&self.end(&[])));
        let mut room = most.saturating_sub(length(&head) + length(&notes) + last);
        let (mut given, mut left) = (Vec::new(), Vec::new());
        for rule in self.rules.iter().rev() {
            // One that is much too long is not looked at.
            let may_fit = rule.text.as_ref().map_or(0, String::len) <= 4 * most;
            let text = may_fit.then(|| self.rule(rule));
            match text.and_then(|text| Some((room.checked_sub(length(&text))?, text))) {
                Some((after, text)) => {
                    room = after;
                    given.push(text);
                }
                None => left.push(rule.path.clone()),
            }
        }
        given.reverse();
        left.reverse();
        format!("{head}{}{notes}{}", given.concat(), self.end(&left))
    }

    /// Returns the last line.
    fn end(&self, left: &[String]) -> String {
        let line = match (left, self.is_complete) {
            ([], true) => self.table.phrase(Phrase::HookEnd, &[]),
            ([], false) => return String::new(),
            (left, _) => {
                let (names, command) = (self.names(left), self.command);
                self.table.phrase(Phrase::HookRest, values!(names, command))
            }
        };
        line + "\n"
    }

    /// Lists the first names, and counts the others.
    fn names(&self, all: &[String]) -> String {
        let first = all.iter().take(MAX_NAMES).map(|name| quoted(name));
        self.table
            .listed(first, all.len().saturating_sub(MAX_NAMES))
    }

    /// Returns the line of a rule, and its text without its header.
    fn rule(&self, rule: &AppliedRule) -> String {
        let [name, pattern, source] =
            [&rule.path, &rule.pattern, &rule.source].map(|of| quoted(of));
        let line = values!(name, pattern, source);
        let mut text = self.table.phrase(Phrase::HookRule, line) + "\n";
        let body = match &rule.text {
            Err(error) => self.table.said(error),
            // What ends a line elsewhere is escaped.
            Ok(whole) => EscapedLines(frontmatter::body(whole).trim()).to_string(),
        };
        for line in body.lines() {
            text += format!("{INDENT}{line}").trim_end();
            text.push('\n');
        }
        text
    }
}

/// Returns what get_guidance says of rules that were not found, read or compared, and of those
/// that are chosen by their descriptions: a line for each, with whether rules may be missing.
pub(super) fn notes(table: &Table, notes: &Notes) -> Vec<(String, bool)> {
    let line = |note: &Note| {
        let is_missing = !matches!(note, Note::Described(_));
        (escape_at_most(&table.said(note), MAX_NOTE), is_missing)
    };
    notes.iter().map(line).collect()
}

fn length(text: &str) -> usize {
    text.encode_utf16().count()
}

/// Returns a name in quotes, escaped and cut. No quote is left in it.
fn quoted(name: &str) -> String {
    let name = escape_at_most(name, MAX_NAME).replace('\'', r"\u{27}");
    format!("'{name}'")
}

/// Returns whether a name is shown as it is.
pub(super) fn is_plain(name: &str) -> bool {
    quoted(name) == format!("'{name}'")
}
