//! The program's own documentation: the reference of the tools, the JSON Schema of `guide.yaml`, the
//! man page and shell completion.

use std::env;
use std::fmt::Write as _;

use clap::CommandFactory;
use clap_complete::env::{CompleteEnv, Shells};
use clap_mangen::Man;

use crate::cli::command::Cli;
use crate::cli::with_completions::with_completions;
use crate::operation::error::Error;
use crate::table::{Table, Tool};
use crate::text::escaped::{Escaped, EscapedLines, code, whole_cell};
use crate::write::table::line;

/// The environment variable that a shell's script sets when it asks for completions.
const COMPLETE: &str = "MCP_GUIDE_COMPLETE";
const PROGRAM: &str = "mcp-guide";
/// The JSON Schema (draft 2020-12) of `guide.yaml`, with a line ending at the end. It does not allow
/// null for optional fields.
pub const GUIDE_SCHEMA: &str = include_str!("../../spec/guide.schema.json");

/// Returns the reference as Markdown: each tool with its arguments, and each error with its messages.
pub fn markdown(table: &Table) -> String {
    let mut text = "# Tools\n\n".to_owned();
    for tool in &table.tools {
        let description = EscapedLines(&tool.description);
        // Writing to a String cannot fail.
        let _ = writeln!(text, "## {}\n\n{description}\n", tool.name);
        arguments(tool, table, &mut text);
    }
    text.push_str("# Errors\n\n| Error type | Message | Instruction |\n| --- | --- | --- |\n");
    for def in Error::MESSAGES.all {
        let row = table.error(def.key);
        text.push_str(&line([
            format!("`{}`", def.key),
            whole_cell(
                &row.message
                    .to_string()
                    .replace("{{", "{")
                    .replace("}}", "}"),
            ),
            whole_cell(&row.instruction),
        ]));
    }
    text
}

fn arguments(tool: &Tool, table: &Table, text: &mut String) {
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
            .map(|text| code(&Escaped(text).to_string()))
            .collect();
        text.push_str(&line([
            format!("`{name}`"),
            table.render(&row.json_type),
            need.to_owned(),
            whole_cell(&row.description),
            examples.join(", "),
        ]));
    }
    text.push('\n');
}

/// Returns the man page of the program.
pub(super) fn man() -> String {
    let mut page = Vec::new();
    // Writing to a Vec cannot fail.
    let _ = Man::new(Cli::command()).render(&mut page);
    let page = String::from_utf8(page).unwrap_or_default();
    // The library refers to a page for each command, but there is only this page.
    page.replace("\nmcp\\-guide\\-", "\nmcp\\-guide ")
        .replace("(1)\n", "\n")
}

/// Returns the script that makes a shell ask the program for completions.
pub(super) fn completions(shell: &str) -> String {
    let mut script = Vec::new();
    if let Some(shell) = Shells::builtins().completer(shell) {
        let _ = shell.write_registration(COMPLETE, PROGRAM, PROGRAM, PROGRAM, &mut script);
    }
    String::from_utf8(script).unwrap_or_default()
}

/// Answers a shell that asks for completions, and returns whether a shell has asked. Ignores errors,
/// because the person is still typing.
pub(super) fn answer_shell() -> bool {
    let folder = env::current_dir().ok();
    let shell = CompleteEnv::with_factory(with_completions).var(COMPLETE);
    shell
        .try_complete(env::args_os(), folder.as_deref())
        .unwrap_or(true)
}
