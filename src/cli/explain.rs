//! `for --explain`: every rule that was considered, and why it applies or not.

use serde_json::{Map, Value};

use crate::cli::Context;
use crate::cli::output::say;
use crate::dispatch::Dispatcher;
use crate::operation::guidance::Considered;
use crate::render::guidance::problems;
use crate::render::messages::MessageFormatter;
use crate::spec::Subcommand;
use crate::text::escape::cell;

/// Prints a table of the rules that `for` considers. An error is a usage error.
pub(super) fn explain(context: Context, arguments: &Map<String, Value>) -> Result<u8, String> {
    let output = context.output;
    let dispatcher = Dispatcher {
        most_paths: usize::MAX,
        ..context.dispatcher()
    };
    let table = &dispatcher.table;
    let tool = table.command(Subcommand::For);
    let tool = tool.ok_or("the table has no row for this command")?;
    let (found, paths) = match dispatcher.considered(tool, arguments) {
        Ok(found) => found,
        Err(error) => {
            let wording = MessageFormatter::new(table);
            return Ok(output.complain(
                &wording.error(&error, &tool.name),
                "To see its arguments: mcp-guide for --help",
            ));
        }
    };
    let wording = MessageFormatter::new(table);
    for note in problems(&found).iter() {
        say(&wording.said(note));
    }
    if found.considered.is_empty() {
        say(
            "No document of this project says to which files it applies. A category can, by its \
             'applies_to' in guide.yaml.",
        );
        return Ok(0);
    }
    let mut considered: Vec<&Considered> = found.considered.iter().collect();
    considered.sort_by_key(|rule| rule.applies.is_none());
    let rows = considered
        .into_iter()
        .map(|rule| row(rule, &paths, wording));
    let lines = [["Document", "Pattern", "Source", "Applies"].map(str::to_owned)].into_iter();
    Ok(output.print(&aligned(&lines.chain(rows).collect::<Vec<_>>())))
}

/// Returns the document, its patterns, their source, and the reason.
fn row(rule: &Considered, paths: &[String], wording: MessageFormatter<'_>) -> [String; 4] {
    let name = cell(&rule.name);
    match (&rule.scope, &rule.applies) {
        (None, _) => {
            let reason = match &rule.bad {
                Some(error) => format!("no: {}", wording.said(error)),
                None => "no: it has no patterns, and is not always applied".to_owned(),
            };
            [name, String::new(), String::new(), reason]
        }
        (Some(scope), Some(pattern)) => {
            let applying: Vec<&String> = rule.paths.iter().map(|at| &paths[*at]).collect();
            let yes = match applying.len() == paths.len() {
                true => "yes".to_owned(),
                false => format!("yes: {}", wording.quoted(&applying)),
            };
            [name, cell(pattern), cell(&scope.source), yes]
        }
        (Some(scope), None) => {
            let patterns: Vec<String> = scope.patterns.iter().map(|of| of.shown()).collect();
            let reason = match (&scope.description, patterns.is_empty()) {
                (Some(_), _) => "no: it is chosen by its description".to_owned(),
                _ if rule.same.is_some() => {
                    let same = rule.same.as_deref().unwrap_or_default();
                    format!("no: the same text as {}", cell(same))
                }
                _ if rule.taken_out.is_some() => {
                    let pattern = rule.taken_out.as_deref().unwrap_or_default();
                    format!("no: '{}' takes it out", cell(pattern))
                }
                (None, true) => "no: it has no patterns that can be read".to_owned(),
                (None, false) => "no: no path matches".to_owned(),
            };
            [
                name,
                cell(&patterns.join(", ")),
                cell(&scope.source),
                reason,
            ]
        }
    }
}

/// Returns rows as lines whose columns begin below each other.
fn aligned(rows: &[[String; 4]]) -> String {
    let width = |column: usize| {
        let widths = rows.iter().map(|row| row[column].chars().count());
        widths.max().unwrap_or_default()
    };
    let widths = [width(0), width(1), width(2)];
    let line = |row: &[String; 4]| {
        let mut line = String::new();
        for (text, width) in row.iter().zip(widths) {
            line.push_str(&format!("{text:width$}  "));
        }
        format!("{}\n", (line + &row[3]).trim_end())
    };
    rows.iter().map(line).collect()
}
