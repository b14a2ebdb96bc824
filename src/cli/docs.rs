//! The tools' reference as Markdown, from the table.

use std::fmt::Write;

use crate::render::listing::line;
use crate::spec::error_kind::ErrorKind;
use crate::spec::{Table, Tool};
use crate::text::markdown::{code, whole_cell};
use crate::text::shown::{self, Shown};

/// The reference: every tool with its arguments, every error with its words.
pub fn markdown(table: &Table) -> String {
    let mut text = "# Tools\n\n".to_owned();
    for tool in &table.tools {
        let description = shown::lines(&tool.description);
        // Writing to a String cannot fail.
        let _ = writeln!(text, "## {}\n\n{description}\n", tool.name);
        arguments(tool, &mut text);
    }
    text.push_str("# Errors\n\n| Error type | Message | Instruction |\n| --- | --- | --- |\n");
    for &kind in ErrorKind::ALL {
        let row = table.error(kind);
        text.push_str(&line([
            format!("`{}`", kind.name()),
            whole_cell(&row.source),
            whole_cell(&row.instruction),
        ]));
    }
    let _ = writeln!(text, "\n{}", shown::lines(&table.pattern_help));
    text
}

fn arguments(tool: &Tool, text: &mut String) {
    if tool.arguments.is_empty() {
        return;
    }
    text.push_str("| Argument | Type | Need | Description | Examples |\n");
    text.push_str("| --- | --- | --- | --- | --- |\n");
    for (name, row) in &tool.arguments {
        let need = if row.required { "required" } else { "optional" };
        let examples: Vec<String> = row
            .examples
            .iter()
            .map(|text| code(&Shown(text).to_string()))
            .collect();
        text.push_str(&line([
            format!("`{name}`"),
            row.json_type.to_string(),
            need.to_owned(),
            whole_cell(&row.description),
            examples.join(", "),
        ]));
    }
    text.push('\n');
}
