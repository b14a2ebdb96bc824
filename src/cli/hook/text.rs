//! What a hook gives to an agent: a line for each rule, and its text indented beneath it, so that
//! no text can imitate such a line.

use crate::cli::output::quoted;
use crate::dispatch::rules::AppliedRule;
use crate::render::messages::MessageFormatter;
use crate::spec::{Phrase, values};
use crate::text::escape::{EscapedLines, escape_truncated};
use crate::text::frontmatter;

/// What precedes each line of a rule's text.
const INDENT: &str = "  ";

/// Returns the rules of files as a text of at most `most` characters: the nearest first while
/// they fit, and then the general before the specific. The others are named.
pub(super) fn text(
    messages: MessageFormatter<'_>,
    files: &[String],
    rules: &[AppliedRule],
    most: usize,
) -> String {
    let head = messages.phrase(Phrase::HookHead, values!(paths = messages.quoted(files)));
    let end = messages.phrase(Phrase::HookEnd, &[]);
    let command: Vec<String> = files.iter().map(|path| quoted(path)).collect();
    let command = command.join(" ");
    let rest = |left: &[String]| match left {
        [] => format!("{end}\n"),
        left => {
            let names = messages.quoted(left);
            messages.phrase(Phrase::HookRest, values!(names, command)) + "\n"
        }
    };
    let length = |text: &str| text.chars().count();
    let names: Vec<String> = rules.iter().map(|rule| rule.path.clone()).collect();
    // The rest is shorter where fewer are named.
    let mut room =
        most.saturating_sub(length(&head) + 1 + length(&rest(&names)).max(length(&end) + 1));
    let (mut given, mut left) = (Vec::new(), Vec::new());
    for rule in rules.iter().rev() {
        let text = rule_text(messages, rule);
        match room.checked_sub(length(&text)) {
            Some(after) => {
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

/// Returns the line of a rule, and its text without its header.
fn rule_text(messages: MessageFormatter<'_>, rule: &AppliedRule) -> String {
    let name = escape_truncated(&rule.path);
    let pattern = escape_truncated(&rule.pattern);
    let source = escape_truncated(&rule.source);
    let mut text = messages.phrase(Phrase::HookRule, values!(name, pattern, source)) + "\n";
    match &rule.text {
        Err(error) => {
            let reason = messages.said(error);
            text += &format!("{INDENT}{reason}\n");
        }
        Ok(whole) => {
            let body = frontmatter::body(whole);
            // A bare CR ends a line for some readers, too.
            let body = body.trim().replace("\r\n", "\n");
            for line in body.split(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']) {
                let line = EscapedLines(line).to_string();
                text += format!("{INDENT}{line}").trim_end();
                text.push('\n');
            }
        }
    }
    text
}
