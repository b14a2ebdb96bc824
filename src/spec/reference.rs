//! The reference of what the table says, as `spec/README.md` has it.

use std::fmt::Write;

use crate::spec::error_kind::ErrorKind;
use crate::spec::message_groups;
use crate::text::message::MessageGroup;

/// The error types, and what their messages may hold, as Markdown.
pub fn errors() -> String {
    let mut text = "| type | when | placeholders |\n|---|---|---|\n".to_owned();
    for kind in ErrorKind::ALL {
        let held: Vec<String> = (kind.placeholders().iter())
            .map(|held| format!("`{{{}}}`: {}", held.name, held.holds))
            .collect();
        let (name, when, held) = (kind.name(), kind.when().trim(), held.join("; "));
        // Writing to a String cannot fail.
        let _ = writeln!(text, "| `{name}` | {when} | {held} |");
    }
    text
}

/// Every key of `phrases`, as Markdown.
pub fn phrases() -> String {
    let tables: Vec<String> = message_groups().map(table).collect();
    tables.join("\n")
}

fn table(group: &MessageGroup) -> String {
    let title = group.title.trim().trim_end_matches('.');
    let mut text = format!("| {title} | placeholders | when |\n|---|---|---|\n");
    for def in group.all {
        let held: Vec<String> = (def.placeholders.iter())
            .map(|name| format!("`{{{name}}}`"))
            .collect();
        let (key, when) = (def.key, def.when.trim());
        let _ = writeln!(text, "| `{key}` | {} | {when} |", held.join(" "));
    }
    text
}
