//! `for --explain`: every rule that was considered, and why it applies or not.

use serde_json::{Map, Value};

use crate::cli::output::{Output, arguments_of, quoted, say};
use crate::cli::terminal;
use crate::operation::guidance::Considered;
use crate::render::guidance::problems;
use crate::server::Server;
use crate::spec::{Role, Table, Tool, values};
use crate::text::escape::cell;

/// Prints a table of the rules that `for` considers, those that apply first.
pub(super) fn explain(
    output: Output,
    dispatcher: &Server,
    tool: &Tool,
    arguments: &Map<String, Value>,
) -> u8 {
    let table = &dispatcher.table;
    let (found, paths) = match dispatcher.considered(tool, arguments) {
        Ok(found) => found,
        Err(error) => {
            let error = table.said_with(&error, values!(tool = tool.name));
            return output.complain(&error, &arguments_of(tool));
        }
    };
    for note in problems(&found).iter() {
        say(&table.said(note));
    }
    if found.considered.is_empty() {
        let name = tool.argument(Role::Name);
        let name = name.and_then(|(name, _)| arguments.get(name)?.as_str());
        let within = match name {
            Some(name) => quoted(name),
            None => "this project".to_owned(),
        };
        say(&format!(
            "No document of {within} says to which files it applies. A category can, by its \
             'applies_to' in guide.yaml."
        ));
        return 0;
    }
    let mut considered: Vec<&Considered> = found.considered.iter().collect();
    considered.sort_by_key(|rule| rule.applies.is_none());
    let mut rows = vec![["Document", "Pattern", "Source", "Applies"].map(str::to_owned)];
    rows.extend(considered.into_iter().map(|rule| row(rule, &paths, table)));
    let rows: Vec<Vec<String>> = rows.into_iter().map(Vec::from).collect();
    match output.screen(table, None) {
        Some(screen) => output.shown(&screen.aligned(&rows, &[])),
        None => output.print(&terminal::aligned(&rows, &[], u16::MAX)),
    }
}

/// Returns the document, its patterns, their source, and whether it applies.
fn row(rule: &Considered, paths: &[String], table: &Table) -> [String; 4] {
    let scope = rule.scope.as_deref();
    let source = scope.map_or(String::new(), |scope| cell(&scope.source));
    let pattern = match (&rule.applies, scope) {
        (Some(pattern), _) => cell(pattern),
        (None, Some(scope)) => {
            let patterns: Vec<String> = scope.patterns.iter().map(|of| of.shown()).collect();
            cell(&patterns.join(", "))
        }
        (None, None) => String::new(),
    };
    let verdict = match scope {
        _ if rule.applies.is_some() && rule.paths.len() == paths.len() => "yes".to_owned(),
        _ if rule.applies.is_some() => {
            let applying: Vec<&String> = rule.paths.iter().map(|at| &paths[*at]).collect();
            format!("yes: {}", table.quoted(&applying))
        }
        None => match &rule.bad {
            Some(error) => format!("no: {}", table.said(error)),
            None => "no: it has no patterns, and is not always applied".to_owned(),
        },
        Some(scope) => match (&rule.same, &rule.taken_out) {
            _ if scope.description.is_some() => "no: it is chosen by its description".to_owned(),
            (Some(same), _) => format!("no: the same text as {}", cell(same)),
            (None, Some(pattern)) => format!("no: '{}' takes it out", cell(pattern)),
            _ if scope.patterns.is_empty() => "no: it has no patterns that can be read".to_owned(),
            _ => "no: no path matches".to_owned(),
        },
    };
    [cell(&rule.name), pattern, source, verdict]
}
