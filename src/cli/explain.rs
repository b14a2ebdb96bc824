//! `for --explain`: prints the rules that were considered, and why each of them does or does not apply.

use crate::cli::grid::Grid;
use crate::cli::here::Here;
use crate::cli::output::{Output, quoted, say};
use crate::cli::screen::aligned;
use crate::operation::guidance::deliver::problems;
use crate::operation::guidance::scope_source::ScopeSource;
use crate::operation::guidance::{Considered, Guidance};
use crate::project::bound_project::BoundProject;
use crate::table::Table;
use crate::text::escaped::escape_truncated;

/// The indices of the columns to leave out in a narrow terminal: the source first, then the pattern.
const LEAST_USEFUL: [usize; 2] = [2, 1];

/// Prints a table of the rules that a call considers for its paths, and returns the exit code. The
/// rules that apply come first. `name` is the category, collection or document to which the call is
/// limited, if any.
pub(super) fn explain(
    output: Output,
    table: &Table,
    place: Option<(&BoundProject, &Here)>,
    found: Guidance,
    mut paths: Vec<String>,
    name: Option<&String>,
) -> u8 {
    for note in problems(&found).iter() {
        say(&table.render(note));
    }
    if found.considered.is_empty() {
        let subject = match name {
            Some(name) => format!("document of {}", quoted(name)),
            None => "document".to_owned(),
        };
        say(&format!(
            "No {subject} says which files it applies to. In guide.yaml, 'applies_to' of a \
             category can say so."
        ));
        return 0;
    }
    for path in &mut paths {
        *path = place.map_or_else(|| path.clone(), |(_, here)| here.path(path));
    }
    let mut considered: Vec<&Considered> = found.considered.iter().collect();
    considered.sort_by_key(|rule| rule.applies.is_none());
    let head = ["Document", "Pattern", "Source", "Applies"].map(str::to_owned);
    let rows = considered
        .into_iter()
        .map(|rule| row(rule, &paths, table, place));
    let rows: Vec<Vec<String>> = [head].into_iter().chain(rows).map(Vec::from).collect();
    match output.screen(table, None) {
        Some(screen) => output.shown(&screen.fitted(&Grid {
            rows,
            least_useful: LEAST_USEFUL.to_vec(),
            ..Grid::default()
        })),
        None => output.print(&aligned(rows, usize::MAX)),
    }
}

/// Returns the cells of a rule: the document, its patterns, their source, and whether it applies.
fn row(
    rule: &Considered,
    paths: &[String],
    table: &Table,
    place: Option<(&BoundProject, &Here)>,
) -> [String; 4] {
    let scope = rule.scope.as_deref();
    let document = shown(&rule.document, place);
    let same = |same: &ScopeSource| match shown(same, place) {
        other if other == document => "it is returned for another category".to_owned(),
        other => format!("the same text as {other}"),
    };
    let mut source = scope.map_or(String::new(), |scope| escape_truncated(&scope.source));
    if let Some(other) = rule.same.as_ref().filter(|_| rule.applies.is_some()) {
        source += &format!(", {}", same(other));
    }
    let pattern = match (&rule.applies, scope) {
        (Some(pattern), _) => escape_truncated(pattern),
        (None, Some(scope)) => {
            let patterns: Vec<String> = scope
                .patterns
                .iter()
                .map(|pattern| pattern.shown.clone())
                .collect();
            escape_truncated(&patterns.join(", "))
        }
        (None, None) => String::new(),
    };
    let verdict = match scope {
        _ if rule.applies.is_some() && rule.paths.len() == paths.len() => "yes".to_owned(),
        _ if rule.applies.is_some() => {
            let applying: Vec<&String> = rule.paths.iter().map(|at| &paths[*at]).collect();
            format!("yes: {}", table.render_names(&applying))
        }
        None => match &rule.bad {
            Some(error) => format!("no: {}", table.render(error)),
            None => "no: it has no patterns, and is not always applied".to_owned(),
        },
        Some(scope) => match (&rule.same, &rule.taken_out) {
            _ if scope.description.is_some() => {
                "no: the agent chooses it by its description".to_owned()
            }
            (Some(other), _) => format!("no: {}", same(other)),
            (None, Some(pattern)) => format!("no: '{}' excludes it", escape_truncated(pattern)),
            _ if scope.patterns.is_empty() => match &rule.bad {
                Some(_) => "no: its patterns cannot be read".to_owned(),
                None => "no: its header says that it applies to no file".to_owned(),
            },
            _ => "no: no path matches".to_owned(),
        },
    };
    [document, pattern, source, verdict]
}

/// Returns the path to a document relative to the current folder if possible, otherwise its category
/// and path.
fn shown(document: &ScopeSource, place: Option<(&BoundProject, &Here)>) -> String {
    match document {
        ScopeSource::Document {
            category,
            path,
            shown,
        } => {
            let here = place.and_then(|(bound, here)| here.document(bound, category, path));
            escape_truncated(here.as_deref().unwrap_or(shown))
        }
        ScopeSource::Field(field) => field.to_string(),
    }
}
