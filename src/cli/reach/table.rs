//! The table of rules and clients, and what is said below it.

use serde_json::{Value, json};

use super::cell::{Cell, Way};
use super::column::Column;
use crate::cli::grid::Grid;
use crate::cli::here::Here;
use crate::cli::terminal::Screen;
use crate::cli::wrap::wrapped_lines;
use crate::text::counted::counted;
use crate::text::escape::shown_name;
use crate::write::table::line;
use crate::write::value::ListCell;

/// A row for each rule, a column for each client.
pub(super) struct ReachTable {
    pub columns: Vec<Column>,
    pub rows: Vec<ReachRow>,
}

/// A rule, and how it reaches each client.
pub(super) struct ReachRow {
    /// Its path from the project's folder, or its URI.
    pub path: String,
    /// The pattern by which it applies, if it does.
    pub pattern: Option<String>,
    /// To how many files of the project it applies.
    pub files: usize,
    pub cells: Vec<Cell>,
}

impl ReachTable {
    /// Names the rules by their paths from the current folder.
    pub fn set_here(&mut self, here: &Here) {
        let inside = self.rows.iter_mut().filter(|row| !row.path.contains("://"));
        inside.for_each(|row| row.path = here.path(&row.path));
    }

    /// Returns the table as columns that fit a terminal, and the sentences.
    pub fn shown(&self, screen: &Screen<'_>) -> String {
        let grid = Grid {
            rows: self.cells().collect(),
            least_useful: (1..=self.columns.len()).rev().collect(),
            ..Grid::default()
        };
        let sentences = self.sentences();
        let sentences = sentences
            .iter()
            .map(|of| wrapped_lines(of, screen.width, "  "));
        let sentences: String = sentences.collect();
        match self.is_empty() {
            true => sentences,
            false => format!("{}\n{sentences}\n", screen.fitted(&grid)),
        }
    }

    /// Returns the table as Markdown, and the sentences.
    pub fn text(&self) -> String {
        let mut rows = self.cells().map(|row| {
            let cells = row
                .into_iter()
                .map(|of| ListCell::Text(shown_name(&of)).to_string());
            line(cells)
        });
        let head = rows.next().unwrap_or_default();
        let rule = line((0..=self.columns.len()).map(|_| "---".to_owned()));
        let rows: String = rows.collect();
        let sentences = self.sentences().join("\n");
        match self.is_empty() {
            true => sentences + "\n",
            false => format!("{head}{rule}{rows}\n{sentences}\n\n"),
        }
    }

    /// Returns the same for programs.
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

    /// Returns the headings, and then the cells of each rule.
    fn cells(&self) -> impl Iterator<Item = Vec<String>> {
        let names = self.columns.iter().map(|of| of.name.clone());
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

    /// Returns how many rules reach a client that has the hook.
    fn with_hook(&self, column: usize) -> usize {
        self.count(column, |way| way > Way::Never)
    }

    /// Says of each client how many rules reach it, and what is to be done.
    fn sentences(&self) -> Vec<String> {
        let all = self.rows.len();
        if all == 0 {
            return vec![
                "There are no rules: no rule file of a client, and no applies_to.".to_owned(),
            ];
        }
        if self.columns.is_empty() {
            let rules = counted(all, "rule", "rules");
            return vec![format!(
                "{rules}, and no client whose rule files or settings are here: name one by --client"
            )];
        }
        let columns = self.columns.iter().enumerate();
        let mut sentences: Vec<String> = columns.map(|(at, of)| self.sentence(at, of)).collect();
        let is_due = |of: &&Column| of.hook().is_some() && !of.is_set_up;
        let due: Vec<&str> = self
            .columns
            .iter()
            .filter(is_due)
            .map(|of| &*of.name)
            .collect();
        match &*due {
            [] => {}
            [name] => sentences.push(format!(
                "The hook of {name} is not set up here: mcp-guide setup {name}"
            )),
            names => sentences.push(format!(
                "The hooks of {} are not set up here: mcp-guide setup CLIENT",
                names.join(", ")
            )),
        }
        let mut cells = self.rows.iter().flat_map(|row| &row.cells);
        if cells.any(|cell| !cell.is_sure) {
            sentences.push(
                "?: not measured, not compared, or the client's settings are not understood"
                    .to_owned(),
            );
        }
        sentences
    }

    fn sentence(&self, at: usize, column: &Column) -> String {
        let (all, name) = (self.rows.len(), &column.name);
        let (own, cut) = (
            self.count(at, Way::is_own),
            self.count(at, |way| way == Way::Cut),
        );
        let cut = match cut {
            0 => String::new(),
            cut => format!(", {cut} of them cut"),
        };
        let hook = match column.hook() {
            None => "mcp-guide has no hook for it".to_owned(),
            Some(_) => format!("with the hook {}", self.with_hook(at)),
        };
        format!("{name} loads {own} of {all} by itself{cut}; {hook}.")
    }
}
