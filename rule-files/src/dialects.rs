//! The table of rule files: rows of `data/dialects.yaml`, and rows that a caller adds.

use std::collections::{HashMap, HashSet};
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::dialect::{CategoryRow, Dialect, Evidence, Matcher, split};
use crate::located::Located;
use crate::path::join;
use crate::yaml::{self, YamlErrorKind, YamlNode};

/// All rows of the table. The first row that matches a path applies to it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Dialects {
    /// The rows, in the order in which they are tried.
    pub dialects: Vec<Dialect>,
}

/// The built-in rows as JSON, from `data/rule-files.json`.
const BUILT_IN: &str = include_str!(concat!(env!("OUT_DIR"), "/dialects.json"));
/// The built-in rows as YAML, which describes each field.
pub const DIALECTS_YAML: &str = include_str!("../data/dialects.yaml");

impl Dialects {
    /// Returns the built-in rows. Each call parses them again (0.1 ms).
    pub fn built_in() -> Self {
        // A test compares them with the YAML.
        let dialects = serde_json::from_str(BUILT_IN).unwrap_or_default();
        Self { dialects }
    }

    /// Returns these rows with those of `yaml` before them. Each row of `yaml` replaces the row of
    /// its name. Its fields are those of [`DIALECTS_YAML`].
    ///
    /// ```
    /// use rule_files::Dialects;
    ///
    /// let own = "dialects: [{name: Own, files: ['.own/*.md'], keys: [when], without: never, matcher: glob}]";
    /// let dialects = Dialects::built_in().with_rows(own)?;
    /// assert_eq!(dialects.row_of("web/.own/a.md").map(|(row, _)| &*row.name), Some("Own"));
    /// # Ok::<(), rule_files::Located<rule_files::DialectErrorKind>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if `yaml` is not valid YAML, a field has the wrong type, or rows contradict
    /// each other.
    pub fn with_rows(&self, yaml: impl AsRef<[u8]>) -> Result<Self, DialectError> {
        let node = yaml::parse(yaml).map_err(|error| error.map(DialectErrorKind::Yaml))?;
        let rows = node.read();
        let rows = rows.map_err(|error| error.map(DialectErrorKind::Yaml))?;
        let dialects = self.after(rows);
        dialects.check(&node)?;
        Ok(dialects)
    }

    /// Returns the row for the rule file at `path`, or `None` if no row matches. Also returns the
    /// folder to which the file belongs. `path` is relative to the project's folder.
    pub fn row_of<'p>(&self, path: &'p str) -> Option<(&Dialect, &'p str)> {
        let (dialect, base, _) = self.matching(path)?;
        Some((dialect, base))
    }

    /// Returns the names of the clients that read a kind of rule file by themselves, sorted.
    pub fn clients(&self) -> Vec<&str> {
        let loads = self.dialects.iter().flat_map(|dialect| &dialect.loads);
        let mut clients: Vec<&str> = loads.map(|load| &*load.client).collect();
        clients.sort_unstable();
        clients.dedup();
        clients
    }

    /// Does the work of [`Self::row_of`]. Also returns the part of the row's path before its
    /// wildcard.
    pub(crate) fn matching<'p>(&self, path: &'p str) -> Option<(&Dialect, &'p str, &str)> {
        let path = path.strip_prefix("./").unwrap_or(path);
        self.files().find_map(|(dialect, file)| {
            let base = dialect.base(file, path)?;
            let fixed = file.split('*').next().unwrap_or_default();
            Some((dialect, base, fixed.trim_end_matches('/')))
        })
    }

    /// Returns whether `folder` is a folder of rule files: some row has a path with a wildcard that
    /// can match a file in it.
    pub fn is_rule_folder(&self, folder: &str) -> bool {
        let mut files = self.files();
        files.any(|(dialect, file)| {
            let end = file.rsplit_once('*').map(|(_, end)| end);
            let name = end.map(|end| join(folder, &format!("-{end}")));
            name.is_some_and(|name| dialect.base(file, &name).is_some())
        })
    }

    /// Returns whether a search for rule files must enter `folder`, because a row can match a file
    /// in it or in a folder below. A hidden folder is entered only if a row names it.
    ///
    /// ```
    /// use rule_files::Dialects;
    ///
    /// let dialects = Dialects::built_in();
    /// assert!(["", "web", ".cursor", "web/.cursor/rules"].iter().all(|at| dialects.may_hold(at)));
    /// assert!(!dialects.may_hold(".git") && !dialects.may_hold("web/.cache/.cursor"));
    /// ```
    pub fn may_hold(&self, folder: &str) -> bool {
        let names: Vec<&str> = folder.split('/').filter(|name| !name.is_empty()).collect();
        self.files()
            .any(|(dialect, file)| dialect.leads_to(file, &names))
    }

    /// Returns each path of each row.
    fn files(&self) -> impl Iterator<Item = (&Dialect, &String)> {
        let rows = self.dialects.iter();
        rows.flat_map(|dialect| dialect.files.iter().map(move |file| (dialect, file)))
    }

    /// Returns the rows of `others`, followed by the rows of `self` whose names are not in
    /// `others`. A row of `others` without a category gets one that has the row's name and the
    /// folder of the row's first file.
    fn after(&self, others: Self) -> Self {
        let mut rows = others.dialects;
        for row in rows.iter_mut().filter(|row| row.category.name.is_empty()) {
            let first = row.files.iter().find_map(|file| file.split('*').next());
            let folder = first.and_then(|path| Some(path.rsplit_once('/')?.0));
            row.category = CategoryRow {
                name: row.name.to_lowercase().replace([' ', '/'], "-"),
                dir: folder.unwrap_or(".").to_owned(),
                description: row.name.clone(),
            };
        }
        let is_own = |dialect: &&Dialect| !rows.iter().any(|row| row.name == dialect.name);
        let own: Vec<Dialect> = self.dialects.iter().filter(is_own).cloned().collect();
        rows.extend(own);
        Self { dialects: rows }
    }

    /// Checks constraints that the types cannot express. The first rows of the table are from
    /// `file`.
    ///
    /// # Errors
    ///
    /// Returns the first error, with its position in `file`.
    fn check(&self, file: &YamlNode) -> Result<(), DialectError> {
        let mut names = HashSet::new();
        let mut folders = HashMap::new();
        for (index, dialect) in self.dialects.iter().enumerate() {
            let category = &dialect.category;
            let first = folders
                .entry(&category.name)
                .or_insert((&category.dir, index));
            let mut at = index;
            let mut found = dialect.problem();
            if !names.insert(&dialect.name) {
                found = Some((&["name"], RowProblem::Repeated));
            } else if found.is_none() && *first.0 != category.dir {
                // The second row may be built in, so the error is reported at the first row.
                at = first.1;
                found = Some((&["category", "name"], RowProblem::OtherFolder));
            }
            if let Some((field, problem)) = found {
                let row = ["dialects", &format!("[{at}]")];
                let kind = DialectErrorKind::Row(problem);
                return Err(file.error(&[&row, field].concat(), kind));
            }
        }
        Ok(())
    }
}

impl Dialect {
    /// Returns the first field of the row whose value contradicts another, and why.
    fn problem(&self) -> Option<(&'static [&'static str], RowProblem)> {
        let category = &self.category;
        let is_path = |file: &String| {
            let mut names = file.split('/');
            !file.is_empty() && !names.any(|name| matches!(name, "" | "." | ".."))
        };
        let dir = format!("{}/", category.dir);
        let is_in = |file: &String| dir == "./" || file.starts_with(&dir);
        let has_patterns = matches!(self.matcher, Matcher::Glob | Matcher::Gitignore);
        if matches!(&*category.name, "" | "." | "..") {
            Some((&["category", "name"], RowProblem::Name))
        } else if self.files.is_empty() {
            Some((&["files"], RowProblem::NoFiles))
        } else if !self.files.iter().all(is_path) {
            Some((&["files"], RowProblem::NoPath))
        } else if !self.files.iter().all(|file| split(file).is_some()) {
            Some((&["files"], RowProblem::Wildcard))
        } else if !self.files.iter().all(is_in) {
            Some((&["category", "dir"], RowProblem::Outside))
        } else if has_patterns == self.keys.is_empty() {
            Some((&["keys"], RowProblem::Keys))
        } else if (self.evidence == Evidence::Measured) != self.with.is_some() {
            Some((&["with"], RowProblem::Version))
        } else {
            None
        }
    }
}

/// The reason why rows are rejected, and the place of the problem.
pub type DialectError = Located<DialectErrorKind>;

/// Errors in rows of rule files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DialectErrorKind {
    /// The YAML, or the type of a field, is invalid.
    Yaml(YamlErrorKind),
    /// A field contradicts another.
    Row(RowProblem),
}

/// A field of a row that contradicts another field, or another row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowProblem {
    /// The name of the category is no name of a folder.
    Name,
    /// Another row of the file has the name.
    Repeated,
    /// The list of files is empty.
    NoFiles,
    /// A file is not a path from the project's folder.
    NoPath,
    /// A file has a wildcard that is not supported.
    Wildcard,
    /// The folder of the category does not contain all files.
    Outside,
    /// Another row uses the name of the category for another folder.
    OtherFolder,
    /// A matcher has no keys, or keys have no matcher.
    Keys,
    /// A measured row does not say with which version, or another row does.
    Version,
}

impl fmt::Display for DialectErrorKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Yaml(kind) => kind.fmt(formatter),
            Self::Row(problem) => problem.fmt(formatter),
        }
    }
}

impl fmt::Display for RowProblem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Name => "it is not a valid name",
            Self::Repeated => "it is used twice",
            Self::NoFiles => "expected at least one",
            Self::NoPath => "expected a path from the project's folder",
            Self::Wildcard => {
                "expected a file, FOLDER/*END or FOLDER/**/*END, without other wildcards"
            }
            Self::Outside => "it must contain all files",
            Self::OtherFolder => "another row uses this name for another folder",
            Self::Keys => "a matcher needs keys, and keys need a matcher",
            Self::Version => "it is for measured rows, and required there",
        })
    }
}
