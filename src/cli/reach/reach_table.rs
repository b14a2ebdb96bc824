//! The table of rules and clients, and the sentences below it.

use serde_json::{Value, json};

use super::cell::{Cell, Way};
use super::column::Column;
use crate::cli::grid::Grid;
use crate::cli::here::Here;
use crate::cli::screen::Screen;
use crate::cli::wrapped::wrapped_lines;
use crate::text::counted::counted;
use crate::text::escaped::shown_name;
use crate::write::list_table::ListCell;
use crate::write::table::line;

/// The meaning of each word in a cell, in the order in which the words are explained.
const LEGEND: [(Way, &str); 5] = [
    (Way::Start, "the client loads it when it starts"),
    (
        Way::Read,
        "the client loads it with a file that it applies to",
    ),
    (Way::Cut, "the client loads only its beginning"),
    (Way::Hook, "only the hook of mcp-guide gives it"),
    (Way::Never, "it never reaches the client"),
];
const UNSURE: &str =
    "?: not measured with the client, not compared, or the client's settings are not understood";
const COPIES: &str = "Each cell is about the rule's text: a file with the same text, or that imports it, also \
     counts.";

/// The table, with a row for each rule and a column for each client.
pub(super) struct ReachTable {
    pub columns: Vec<Column>,
    pub rows: Vec<ReachRow>,
}

/// A row of the table: a rule, and how it reaches each client.
pub(super) struct ReachRow {
    /// The rule's path relative to the project's folder, or its URI.
    pub path: String,
    /// The pattern by which the rule applies, if it applies.
    pub pattern: Option<String>,
    /// The number of files in the project to which the rule applies.
    pub files: usize,
    pub cells: Vec<Cell>,
}

impl ReachTable {
    /// Makes the paths to the rules relative to the current folder.
    pub fn set_here(&mut self, here: &Here) {
        let inside = self.rows.iter_mut().filter(|row| !row.path.contains("://"));
        inside.for_each(|row| row.path = here.path(&row.path));
    }

    /// Returns the table, fitted to a terminal, and the sentences below it.
    pub fn shown(&self, screen: &Screen<'_>) -> String {
        let grid = Grid {
            rows: self.cells().collect(),
            least_useful: (1..=self.columns.len()).rev().collect(),
            ..Grid::default()
        };
        let sentences = self.sentences();
        let sentences = sentences
            .iter()
            .map(|sentence| wrapped_lines(sentence, screen.width, "  "));
        let sentences: String = sentences.collect();
        if self.is_empty() {
            sentences
        } else {
            format!("{}\n{sentences}\n", screen.fitted(&grid))
        }
    }

    /// Returns the table as Markdown, and the sentences below it.
    pub fn text(&self) -> String {
        let mut rows = self.cells().map(|row| {
            let cells = row
                .into_iter()
                .map(|cell| ListCell::Text(shown_name(&cell)).to_string());
            line(cells)
        });
        let head = rows.next().unwrap_or_default();
        let rule = line((0..=self.columns.len()).map(|_| "---".to_owned()));
        let rows: String = rows.collect();
        let sentences = self.sentences().join("\n");
        if self.is_empty() {
            sentences + "\n"
        } else {
            format!("{head}{rule}{rows}\n{sentences}\n\n")
        }
    }

    /// Returns the table as JSON.
    pub fn json(&self) -> Value {
        let clients = self.columns.iter().enumerate().map(|(at, column)| {
            json!({
                "name": column.name,
                "loads": self.count(at, Way::is_own),
                "cuts": self.count(at, |way| way == Way::Cut),
                "with_hook": column.hook().map(|_| self.with_hook(at)),
                "is_hook_set_up": column.is_set_up,
            })
        });
        let rules = self.rows.iter().map(|row| {
            let names = self.columns.iter().map(|column| column.name.clone());
            let cells = row.cells.iter().map(|cell| json!(cell));
            let reach: serde_json::Map<String, Value> = names.zip(cells).collect();
            json!({
                "path": row.path,
                "pattern": row.pattern,
                "files": row.files,
                "reach": reach,
            })
        });
        json!({ "clients": clients.collect::<Vec<_>>(), "rules": rules.collect::<Vec<_>>() })
    }

    fn is_empty(&self) -> bool {
        self.rows.is_empty() || self.columns.is_empty()
    }

    /// Returns the headings, then the cells of each rule.
    fn cells(&self) -> impl Iterator<Item = Vec<String>> {
        let names = self.columns.iter().map(|column| column.name.clone());
        let head = std::iter::once("Rule".to_owned()).chain(names);
        let rows = self.rows.iter().map(|row| {
            let cells = row.cells.iter().map(Cell::shown);
            std::iter::once(row.path.clone()).chain(cells).collect()
        });
        std::iter::once(head.collect()).chain(rows)
    }

    fn count(&self, column: usize, is_it: impl Fn(Way) -> bool) -> usize {
        let rows = self.rows.iter();
        rows.filter(|row| is_it(row.cells[column].way)).count()
    }

    /// Returns the number of rules that reach the client in `column` if it has the hook.
    fn with_hook(&self, column: usize) -> usize {
        self.count(column, |way| way > Way::Never)
    }

    /// Returns a sentence for each client that says how many rules reach it and what to do, followed by
    /// the legend.
    fn sentences(&self) -> Vec<String> {
        let all = self.rows.len();
        if all == 0 {
            return vec![
                "There are no rules: no client's rule files, and no applies_to.".to_owned(),
            ];
        }
        if self.columns.is_empty() {
            let rules = counted(all, "rule", "rules");
            return vec![format!(
                "{rules}, but no client has rule files or settings here. To choose one: --client \
                 CLIENT"
            )];
        }
        let columns = self.columns.iter().enumerate();
        let mut sentences: Vec<String> = columns
            .map(|(at, column)| self.sentence(at, column))
            .collect();
        let cells = || self.rows.iter().flat_map(|row| &row.cells);
        let met = LEGEND
            .iter()
            .filter(|(way, _)| cells().any(|cell| cell.way == *way));
        sentences.extend(met.map(|(way, said)| format!("{}: {said}", way.word())));
        if cells().any(|cell| !cell.is_sure) {
            sentences.push(UNSURE.to_owned());
        }
        if cells().any(|cell| cell.way != Way::Never) {
            sentences.push(COPIES.to_owned());
        }
        sentences
    }

    /// Returns the sentence about the client of `column`, whose index is `at`: how many rules it loads
    /// by itself, and how many with the hook.
    fn sentence(&self, at: usize, column: &Column) -> String {
        let (all, name) = (self.rows.len(), &column.name);
        let (own, cut) = (
            self.count(at, Way::is_own),
            self.count(at, |way| way == Way::Cut),
        );
        let cut = match cut {
            0 => String::new(),
            cut => format!(", {cut} of them only in part"),
        };
        let own = format!("{name} loads {own} of {all} by itself{cut}");
        let with = self.with_hook(at);
        match column.hook() {
            None => format!("{own}; mcp-guide has no hook for it."),
            Some(_) if column.is_set_up => {
                format!("{own}; with the hook, which is set up, {with}.")
            }
            Some(_) => {
                format!("{own}; with the hook {with}, but it is not set up: mcp-guide setup {name}")
            }
        }
    }
}
