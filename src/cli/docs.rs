//! The tools' reference as Markdown, from the table.

use std::fmt::Write;

use crate::render::listing::{head, line};
use crate::render::wording::Wording;
use crate::spec::error_kind::ErrorKind;
use crate::spec::{Phrase, Table, Tool};
use crate::text::markdown::{code, whole_cell};
use crate::text::shown::{self, Shown};

/// The reference: every tool with its arguments, every error with its words.
pub fn markdown(table: &Table) -> String {
    let wording = Wording::new(table);
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = writeln!(text, "# {}\n", wording.phrase(Phrase::DocsHeading, &[]));
    for tool in &table.tools {
        let description = shown::lines(&tool.description);
        let _ = writeln!(text, "## {}\n\n{description}\n", tool.name);
        arguments(tool, &wording, &mut text);
    }
    let _ = writeln!(text, "# {}\n", wording.phrase(Phrase::DocsErrors, &[]));
    let columns = [
        Phrase::DocsErrorType,
        Phrase::DocsMessage,
        Phrase::DocsInstruction,
    ];
    text.push_str(&head(&columns, &wording));
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

fn arguments(tool: &Tool, wording: &Wording<'_>, text: &mut String) {
    if tool.arguments.is_empty() {
        return;
    }
    let columns = [
        Phrase::DocsArgument,
        Phrase::DocsType,
        Phrase::DocsNeed,
        Phrase::HeadingDescription,
        Phrase::DocsExamples,
    ];
    text.push_str(&head(&columns, wording));
    let separator = wording.phrase(Phrase::Separator, &[]);
    for (name, row) in &tool.arguments {
        let need = if row.required {
            Phrase::ArgumentRequired
        } else {
            Phrase::ArgumentOptional
        };
        let examples: Vec<String> = row
            .examples
            .iter()
            .map(|text| code(&Shown(text).to_string()))
            .collect();
        text.push_str(&line([
            format!("`{name}`"),
            row.json_type.to_string(),
            wording.phrase(need, &[]),
            whole_cell(&row.description),
            examples.join(&separator),
        ]));
    }
    text.push('\n');
}
