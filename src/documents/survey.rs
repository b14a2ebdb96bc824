//! Walks a folder breadth-first, within limits, and marks the entries that Git ignores.
//!
//! `init` also needs the ignored names, to write `exclude`. The walk is breadth-first because a
//! depth-first walk that ends at a limit would never reach the last directories.

mod git_ignored;
mod ignore_rules;
mod repository;
mod wildmatch;

use std::collections::VecDeque;
use std::rc::Rc;

use camino::{Utf8Path, Utf8PathBuf};

use crate::documents::document_error::Unreadable;
use crate::documents::file_error::FileError;
use crate::documents::sandbox::{DirEntry, FileType, Opened, Reach, Tree, ambient};
use crate::limits::{MAX_IGNORE_BYTES, MAX_IGNORE_COMPARED, MAX_IGNORE_LINE_BYTES};
use crate::text::paths::{join, slashed};
pub use git_ignored::GitIgnored;
pub use ignore_rules::IgnoreRules;
use repository::{Repository, open};
pub use repository::{Worktree, is_repository, repository_folder, worktree};

/// The name of the file that contains a directory's ignore rules.
const GITIGNORE: &str = ".gitignore";
/// The file with a repository's ignore rules that are not shared, relative to its Git directory.
const INFO_EXCLUDE: &str = "info/exclude";

/// The limits on the number of entries that are listed.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// The maximum number of entries in total.
    pub all: usize,
    /// The maximum number of entries in one directory.
    pub of_one: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            all: 100_000,
            of_one: 10_000,
        }
    }
}

/// A directory entry that was listed.
#[derive(Debug)]
pub struct ScanEntry {
    /// The name and the type of the entry.
    pub entry: DirEntry,
    /// Whether a Git rule ignores the entry, even if it is tracked.
    pub ignored: bool,
}

/// The directories and files that a walk left out.
#[derive(Debug, Default)]
pub struct Omitted {
    /// Directories and ignore files that could not be read, and the reasons.
    pub unreadable: Vec<Unreadable>,
    /// Directories whose ignore rules exceed the [`limits`](crate::limits).
    pub crowded: Vec<Utf8PathBuf>,
    /// Ignore files above the folder that could not be read or exceed the limits, and so do not
    /// apply.
    pub not_applied: Vec<Utf8PathBuf>,
    /// Directories in which only the first entries were listed.
    pub large: Vec<Utf8PathBuf>,
    /// Whether the walk ended at [`Bounds::all`].
    pub cut: bool,
}

impl Omitted {
    /// Returns whether all files that Git does not ignore were listed.
    pub fn is_nothing(&self) -> bool {
        let lists = [&self.large, &self.crowded];
        !self.cut && self.unreadable.is_empty() && lists.iter().all(|list| list.is_empty())
    }
}

/// Lists the files below a project's folder that Git does not ignore. Their paths are sorted, and
/// relative to the folder. Also returns what was left out, or an error if the folder itself cannot
/// be listed.
pub fn files(folder: &Tree) -> (Vec<String>, Result<Omitted, FileError>) {
    let path = folder.path().unwrap_or_else(|| ".".to_owned());
    let mut files = Vec::new();
    let omitted = survey(
        path.as_str().into(),
        folder,
        Bounds::default(),
        |directory, all| {
            let mut below = Vec::new();
            for seen in all.iter().filter(|seen| !seen.ignored) {
                match (&seen.entry.name, seen.entry.kind) {
                    (Ok(name), FileType::Directory) if name != ".git" => below.push(name.clone()),
                    (Ok(name), FileType::RegularFile) => files.push(join(directory, name)),
                    _ => {}
                }
            }
            below
        },
    );
    files.sort_unstable();
    (files, omitted)
}

/// Passes the entries of each directory below `sandbox` to `visit`, level by level, beginning with
/// `sandbox` itself. `visit` returns the names of the directories to list next. Links are not
/// followed. `folder` is the path to `sandbox`.
///
/// A directory is left out if its ignore rules cannot be read or exceed the limits, because it is
/// not known what they ignore. Ignore rules above the folder do not apply if they have the same
/// problem. [`Omitted`] lists both.
///
/// # Errors
///
/// Returns an error if the folder itself cannot be listed.
pub fn survey(
    folder: &Utf8Path,
    sandbox: &Tree,
    bounds: Bounds,
    mut visit: impl FnMut(&Utf8Path, &[ScanEntry]) -> Vec<String>,
) -> Result<Omitted, FileError> {
    let mut omitted = Omitted::default();
    let mut reader = RulesReader::default();
    let (rules, prefix) = reader.above(folder, &mut omitted.not_applied);
    let mut left = bounds.all;
    let mut pending = VecDeque::from([(Utf8PathBuf::new(), rules)]);
    while let Some((directory, mut rules)) = pending.pop_front() {
        if left == 0 {
            omitted.cut = true;
            break;
        }
        let most = left.min(bounds.of_one);
        let entries = match sandbox.list(&directory, most) {
            Ok((entries, whole)) => {
                if !whole && most == bounds.of_one {
                    omitted.large.push(directory.clone());
                }
                omitted.cut |= !whole && most < bounds.of_one;
                entries
            }
            Err(error) if directory.as_str().is_empty() => return Err(error),
            Err(error) => {
                let path = directory.into_string();
                omitted.unreadable.push(Unreadable {
                    path,
                    reason: error.into(),
                });
                continue;
            }
        };
        left -= entries.len();
        let path = Utf8PathBuf::from(join(&prefix, &directory));
        if entries.iter().any(is_gitignore) {
            let at = join(&directory, GITIGNORE);
            let opened = sandbox.open(at.as_str().into(), Reach::Beneath);
            match opened.and_then(|file| reader.read(file, &path, &rules)) {
                Ok(Some(read)) => rules = Some(read),
                Ok(None) => {
                    omitted.crowded.push(directory);
                    continue;
                }
                Err(error) => {
                    omitted.unreadable.push(Unreadable {
                        path: at,
                        reason: error.into(),
                    });
                    continue;
                }
            }
        }
        let mark = |entry: DirEntry| {
            let is_directory = entry.kind == FileType::Directory;
            let ignored = match &entry.name {
                Ok(name) => reader.ignores(&rules, &join(&path, name), is_directory)?,
                Err(_) => false,
            };
            Some(ScanEntry { entry, ignored })
        };
        let Some(listed) = entries.into_iter().map(mark).collect::<Option<Vec<_>>>() else {
            omitted.crowded.push(directory);
            continue;
        };
        let mut below = visit(&directory, &listed);
        below.sort();
        let below = below.into_iter().map(|name| join(&directory, name).into());
        pending.extend(below.map(|below| (below, rules.clone())));
    }
    Ok(omitted)
}

/// Returns whether `entry` is an ignore file. Git does not follow a link with this name.
fn is_gitignore(entry: &DirEntry) -> bool {
    entry.kind == FileType::RegularFile && entry.name.as_deref() == Ok(GITIGNORE)
}

/// The rules that apply in a directory. The rules of the nearest ignore file are first, and
/// override the others.
type Rules = Option<Rc<Level>>;

/// The rules of one ignore file, and the rules of the files above it.
struct Level {
    own: IgnoreRules,
    above: Rules,
}

/// A reader of ignore files that compares names with their rules, within the limits.
struct RulesReader {
    bytes_left: u64,
    compared_left: u64,
}

impl Default for RulesReader {
    fn default() -> Self {
        Self {
            bytes_left: MAX_IGNORE_BYTES,
            compared_left: MAX_IGNORE_COMPARED,
        }
    }
}

impl RulesReader {
    /// Reads `file`, the ignore file of `directory`, and combines its rules with the rules `above`.
    /// Returns `None` if the file exceeds the limits.
    fn read(
        &mut self,
        file: Opened,
        directory: &Utf8Path,
        above: &Rules,
    ) -> Result<Option<Rc<Level>>, FileError> {
        let content = match file.read(self.bytes_left) {
            Err(FileError::TooLarge { .. }) => return Ok(None),
            content => content?,
        };
        self.bytes_left -= content.len() as u64;
        let mut lines = content.split(|byte| *byte == b'\n');
        let fits = lines.all(|line| line.len() <= MAX_IGNORE_LINE_BYTES);
        Ok(fits.then(|| {
            let own = IgnoreRules::parse(&content, directory);
            let above = above.clone();
            Rc::new(Level { own, above })
        }))
    }

    /// Returns whether `rules` ignore the file or directory at `path`, relative to the repository's
    /// folder. Returns `None` if the comparison exceeds the limit.
    fn ignores(&mut self, rules: &Rules, path: &str, is_directory: bool) -> Option<bool> {
        let left = &mut self.compared_left;
        let mut levels = std::iter::successors(rules.as_ref(), |level| level.above.as_ref());
        let matched = levels.find_map(|level| level.own.matched(path, is_directory, left));
        (*left > 0).then_some(matched == Some(true))
    }

    /// Returns the ignore rules from above `folder` that apply in it, if it is in a repository.
    /// These are the repository's own rules, and then those of each directory down to the folder.
    /// Also returns the folder's path, relative to the repository's folder. Adds files with rules
    /// that cannot be applied to `not_applied`.
    fn above(
        &mut self,
        folder: &Utf8Path,
        not_applied: &mut Vec<Utf8PathBuf>,
    ) -> (Rules, Utf8PathBuf) {
        let canonical = ambient::canonical(folder).ok();
        let repository = canonical
            .as_ref()
            .and_then(|folder| Repository::above(folder));
        let (Some(folder), Some(repository)) = (canonical, repository) else {
            return (None, Utf8PathBuf::new());
        };
        let prefix = slashed(folder.strip_prefix(&repository.folder).unwrap_or(&folder));
        let mut directories: Vec<&Utf8Path> = prefix.ancestors().skip(1).collect();
        directories.reverse();
        let files = (directories.into_iter())
            .map(|directory| (directory, repository.folder.join(directory).join(GITIGNORE)));
        let own = (Utf8Path::new(""), repository.common().join(INFO_EXCLUDE));
        let mut rules = None;
        for (directory, path) in [own].into_iter().chain(files) {
            match open(&path).and_then(|file| self.read(file, directory, &rules)) {
                Ok(Some(read)) => rules = Some(read),
                Err(FileError::Missing | FileError::NotDirectory) => {}
                Ok(None) | Err(_) => not_applied.push(path),
            }
        }
        (rules, prefix)
    }
}
