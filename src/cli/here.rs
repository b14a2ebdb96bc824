//! Paths at a shell. They are relative to the current folder, as in git and ripgrep.

use camino::Utf8Path;

use crate::documents::sandbox::{FileType, Tree, ambient};
use crate::operation::find::found_rules::FOUND;
use crate::project::bound_project::BoundProject;
use crate::server::{undecorated, unquoted};
use crate::text::paths::{self, join, normal};

/// The current folder, relative to the project's folder.
#[derive(Debug, Clone, Default)]
pub struct Here {
    /// The path to the current folder, relative to the project's folder. It is empty in the project's
    /// folder itself, and outside the project.
    folder: String,
    /// The absolute path to the project's folder, with `/` as the separator.
    project: String,
    /// The absolute path to the current folder, with `/` as the separator.
    current: String,
}

/// Returns whether `given` can only be a path, because it begins with `./`, `../` or `/`.
pub(super) fn is_path(given: &str) -> bool {
    let begins = ["./", "../", "/", ".\\", "..\\"];
    matches!(given, "." | "..") || begins.iter().any(|begin| given.starts_with(begin))
}

/// Returns the path to a project's folder relative to the current folder. The path is empty if both
/// folders are the same, and absolute if the current folder is outside the project.
pub(super) fn from_here(project: &Utf8Path) -> String {
    let current = ambient::working_directory().and_then(|path| ambient::canonical(&path));
    let below = current.as_deref().map(|path| path.strip_prefix(project));
    match below {
        Ok(Ok(below)) => vec![".."; below.components().count()].join("/"),
        _ => project.to_string(),
    }
}

impl Here {
    /// Creates a value for the working directory.
    pub fn new(bound: &BoundProject) -> Self {
        Self::at(bound, &ambient::working_directory().unwrap_or_default())
    }

    /// Creates a value for the folder `current`.
    pub fn at(bound: &BoundProject, current: &Utf8Path) -> Self {
        let slashed = |path: &str| paths::slashed(Utf8Path::new(path)).into_string();
        let project = bound.folder().path().unwrap_or_default();
        let current = ambient::canonical(current);
        let mut here = Self {
            folder: String::new(),
            project: slashed(&project),
            current: current.map_or_else(|_| String::new(), |path| slashed(path.as_str())),
        };
        here.folder = here.below(&here.current).unwrap_or_default().to_owned();
        here
    }

    /// Returns the absolute path `path` relative to the project's folder, or `None` if it is outside
    /// that folder.
    fn below<'p>(&self, path: &'p str) -> Option<&'p str> {
        let rest = path.strip_prefix(self.project.trim_end_matches('/'))?;
        let is_below = rest.is_empty() || rest.starts_with('/');
        is_below.then(|| rest.trim_matches('/'))
    }

    /// Converts `path`, which is relative to the project's folder, to a path relative to the current
    /// folder.
    pub fn path(&self, path: &str) -> String {
        let names = |path: &'_ str| -> Vec<String> {
            let names = path.split('/').filter(|name| !name.is_empty());
            names.map(str::to_owned).collect()
        };
        let (own, other) = (names(&self.folder), names(path));
        let shared = own.iter().zip(&other).take_while(|(a, b)| a == b).count();
        let up = std::iter::repeat_n("..".to_owned(), own.len() - shared);
        let shown: Vec<String> = up.chain(other[shared..].iter().cloned()).collect();
        let slash = if path.ends_with('/') { "/" } else { "" };
        if shown.is_empty() {
            format!(".{slash}")
        } else {
            shown.join("/") + slash
        }
    }

    /// Returns the path to a document relative to the current folder, or `None` if it is outside the
    /// project's folder. The path begins with `./` if it could be mistaken for an option or for the
    /// name of a category or collection.
    pub fn document(&self, bound: &BoundProject, category: &str, path: &str) -> Option<String> {
        let whole = match bound.project.categories.get(category) {
            Some(known) => bound.path_of(known, path)?,
            None if category == FOUND => path.to_owned(),
            None => return None,
        };
        let shown = self.path(&whole);
        let mut ends = shown.match_indices('/').map(|(at, _)| at);
        let is_name = |name: &str| {
            let known = bound.project.categories.get(name);
            let dir = known.and_then(|known| bound.relative_dir(known));
            bound.has(name) && dir.is_none_or(|dir| join(&self.folder, name) != dir)
        };
        let all = bound.project.categories.keys();
        let mut all = all.chain(bound.project.collections.keys());
        // A line or a section may follow the name.
        let is_begun = |name: &String| {
            let rest = name.strip_prefix(&*shown);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([':', '#']))
        };
        let is_other =
            shown.starts_with('-') || all.any(is_begun) || ends.any(|end| is_name(&shown[..end]));
        Some(if is_other {
            format!("./{shown}")
        } else {
            shown
        })
    }

    /// Converts a path that a person typed to a path relative to the project's folder. Returns `None`
    /// if the path is outside that folder.
    pub fn project_path(&self, given: &str) -> Option<String> {
        let given = paths::slashed(Utf8Path::new(given)).into_string();
        let is_absolute = Utf8Path::new(&given).is_absolute();
        if !is_absolute && !is_path(&given) {
            return normal(&join(&self.folder, given));
        }
        let whole = if is_absolute {
            given
        } else {
            join(&self.current, given)
        };
        // The file or its folder may be reached through a link.
        let real = ambient::canonical(Utf8Path::new(&whole)).ok();
        let real = real.map(|path| paths::slashed(&path).into_string());
        let root = if whole.starts_with('/') { "/" } else { "" };
        let path = match (is_absolute, real) {
            (true, Some(real)) => real,
            _ => format!("{root}{}", normal(&whole)?),
        };
        normal(self.below(&path)?)
    }

    /// Converts `given`, the path to a file as a person typed it, to a path relative to the project's
    /// folder. The file need not exist. `given` is resolved in the current folder, unless only the
    /// project's folder contains the file or its parent folder. A path that [`is_path`] accepts is
    /// always resolved in the current folder.
    pub fn file(&self, project: &Tree, given: &str) -> Option<String> {
        let own = self.project_path(given)?;
        let kind = |path: &str| project.target_type(path.into()).ok();
        if self.folder.is_empty() || kind(&own).is_some() || is_path(given) {
            return Some(own);
        }
        let has_folder = |path: &str| {
            let folder = path.rsplit_once('/').map(|(folder, _)| folder);
            folder.is_some_and(|folder| kind(folder) == Some(FileType::Directory))
        };
        let other = normal(given).filter(|other| {
            kind(other) == Some(FileType::RegularFile) || !has_folder(&own) && has_folder(other)
        });
        Some(other.unwrap_or(own))
    }

    /// Converts a line of paths to paths relative to the project's folder. The line is one path,
    /// perhaps in quotes, with `@` or with a line number. If no file has this name, the line may also
    /// be several paths with commas between them.
    pub fn paths(&self, project: &Tree, line: &str) -> String {
        let exists = |path: &str| {
            let path = self.file(project, path);
            path.is_some_and(|path| project.target_type((*path).into()).is_ok())
        };
        let read = |path: &str| self.file(project, path).unwrap_or_else(|| path.to_owned());
        if exists(line) {
            return read(line);
        }
        // A URI is not the path to a file; the tool reports this.
        if line.contains("://") {
            return line.to_owned();
        }
        let part = |part: &str| {
            let plain = unquoted(part.trim());
            let bare = undecorated(&plain);
            read(if exists(bare) { bare } else { &plain })
        };
        let parts: Vec<String> = line.split(',').map(part).collect();
        parts.join(",")
    }
}
