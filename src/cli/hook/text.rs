//! What a hook gives to an agent: a line for each rule, and its text indented beneath it, so that
//! no text can imitate such a line.

use crate::cli::output::quoted;
use crate::server::rules::AppliedRule;
use crate::spec::{Phrase, Table, values};
use crate::text::escape::{EscapedLines, escape_truncated};
use crate::text::frontmatter;

/// What precedes each line of a rule's text.
const INDENT: &str = "  ";

/// The most names that a line has, and the most characters of each.
const MAX_NAMES: usize = 4;
const MAX_NAME: usize = 100;

/// Returns the rules of files as a text of at most `most` UTF-16 units, as clients count them: the
/// nearest first while they fit, and then the general before the specific. The others are named.
/// If not all rules could be read, it does not say that these are all.
pub(super) fn text(
    messages: &Table,
    files: &[String],
    (rules, is_complete): (&[AppliedRule], bool),
    most: usize,
) -> String {
    let head = messages.phrase(Phrase::HookHead, values!(paths = names(messages, files)));
    // A name that is escaped is not the file's.
    let plain = files.iter().filter(|path| short(path) == **path);
    let command: Vec<String> = plain.take(MAX_NAMES).map(|path| quoted(path)).collect();
    let command = match command.is_empty() {
        true => "PATH".to_owned(),
        false => command.join(" "),
    };
    let rest = |left: &[String]| match left {
        [] if !is_complete => messages.phrase(Phrase::HookUnread, &[]) + "\n",
        [] => messages.phrase(Phrase::HookEnd, &[]) + "\n",
        left => {
            let names = names(messages, left);
            messages.phrase(Phrase::HookRest, values!(names, command)) + "\n"
        }
    };
    let all: Vec<String> = rules.iter().map(|rule| rule.path.clone()).collect();
    let last = length(&rest(&all)).max(length(&rest(&[])));
    let mut room = most.saturating_sub(length(&head) + 1 + last);
    let (mut given, mut left) = (Vec::new(), Vec::new());
    for rule in rules.iter().rev() {
        // One that is much too long is not looked at.
        let may_fit = rule.text.as_ref().map_or(0, String::len) <= 4 * most;
        let text = may_fit.then(|| rule_text(messages, rule));
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
    format!("{head}\n{}{}", given.concat(), rest(&left))
}

fn length(text: &str) -> usize {
    text.encode_utf16().count()
}

/// Returns a name, escaped and cut.
fn short(name: &str) -> String {
    escape_truncated(name).chars().take(MAX_NAME).collect()
}

/// Lists the first names, and counts the others.
fn names(messages: &Table, all: &[String]) -> String {
    let first = all.iter().take(MAX_NAMES).map(|name| short(name));
    messages.listed(
        first.map(|name| format!("'{name}'")),
        all.len().saturating_sub(MAX_NAMES),
    )
}

/// Returns the line of a rule, and its text without its header.
fn rule_text(messages: &Table, rule: &AppliedRule) -> String {
    let (name, pattern, source) = (short(&rule.path), short(&rule.pattern), short(&rule.source));
    let mut text = messages.phrase(Phrase::HookRule, values!(name, pattern, source)) + "\n";
    let body = match &rule.text {
        Err(error) => messages.said(error),
        // What ends a line elsewhere is escaped.
        Ok(whole) => EscapedLines(frontmatter::body(whole).trim()).to_string(),
    };
    for line in body.lines() {
        text += format!("{INDENT}{line}").trim_end();
        text.push('\n');
    }
    text
}
