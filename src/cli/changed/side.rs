//! The project in one of the two commits: its rules, and clients' settings.

use std::collections::BTreeMap;

use crate::cli::reach::column::Column;
use crate::cli::reach::rule_state::RuleState;
use crate::project::bound_project::BoundProject;
use crate::server::Server;
use crate::text::paths::join;

/// The rules and clients of one commit.
pub(super) struct Side {
    pub rules: Vec<RuleState>,
    /// The clients, sorted by name.
    pub columns: Vec<Column>,
}

impl Side {
    /// Finds the rules that apply to `files` in a commit's project, which is at `top` in the
    /// repository. Only clients for which `is_read` returns true are included. Files outside the
    /// project are ignored. All paths are relative to the repository's top.
    ///
    /// # Errors
    ///
    /// Returns an error if a client of the built-in table cannot be read.
    pub fn new(
        server: &Server,
        bound: &BoundProject,
        top: &str,
        files: &[String],
        is_read: impl Fn(&Column) -> bool,
    ) -> Result<Self, String> {
        let folder = bound.folder().path().unwrap_or_default();
        let mut columns = Column::all(&server.table, folder.as_ref(), &[])?;
        columns.retain(|column| is_read(column));
        columns.sort_by(|one, other| one.name.cmp(&other.name));
        let inside = files.iter().enumerate();
        let inside = inside.filter_map(|(at, path)| Some((at, below(path, top)?.to_owned())));
        let (places, own): (Vec<usize>, Vec<String>) = inside.unzip();
        let rules = RuleState::all(server, bound, own, &columns);
        let rules = rules.into_iter().map(|rule| RuleState {
            path: if rule.path.contains("://") {
                rule.path
            } else {
                join(top, &rule.path)
            },
            files: rule.files.iter().map(|at| places[*at]).collect(),
            ..rule
        });
        let rules = rules.collect();
        Ok(Self { rules, columns })
    }

    /// Returns the files that contain clients' settings or that `setup` writes, each with the names
    /// of its clients. The files, like `top`, are relative to the repository's top.
    pub fn settings(&self, top: &str) -> BTreeMap<String, Vec<&str>> {
        let mut files: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for column in &self.columns {
            for file in column.project_files() {
                files.entry(join(top, file)).or_default().push(&column.name);
            }
        }
        files
    }
}

/// Returns `path` relative to `folder`, or `None` if it is not in that folder.
pub(super) fn below<'p>(path: &'p str, folder: &str) -> Option<&'p str> {
    match folder {
        "" => Some(path),
        folder => path.strip_prefix(folder)?.strip_prefix('/'),
    }
}
