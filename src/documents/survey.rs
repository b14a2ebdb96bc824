//! Walks a folder breadth-first, within bounds, and marks what git ignores.
//!
//! `ignore::WalkBuilder` does not do this: `init` needs the ignored names too, to write
//! `exclude`, and a depth-first walk that is cut off never sees the last directories.

mod repository;

use std::borrow::Cow;
use std::collections::VecDeque;
use std::rc::Rc;

use camino::{Utf8Path, Utf8PathBuf};
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::documents::error::{FileError, Unreadable};
use crate::documents::sandbox::{DirEntry, FileType, Opened, Reach, Tree, ambient};
use crate::limits::{MAX_IGNORE_FILE_BYTES, MAX_IGNORE_LINES};
use crate::text::paths::{join, slashed};
use repository::{Repository, open};

/// The file with a directory's rules.
const GITIGNORE: &str = ".gitignore";
/// A repository's rules that are not shared.
const INFO_EXCLUDE: &str = "info/exclude";

/// How many entries are listed.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// The most in all.
    pub all: usize,
    /// The most of one directory.
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
    /// Its name and kind.
    pub entry: DirEntry,
    /// Whether git ignores it. What git tracks, it does not ignore.
    pub ignored: bool,
    /// Whether a rule says so, which holds for what is below and not tracked.
    by_rule: bool,
}

/// What the walk left out.
#[derive(Debug, Default)]
pub struct Omitted {
    /// Directories and files of rules that could not be read, and why.
    pub unreadable: Vec<Unreadable>,
    /// Directories whose rules are over [`MAX_IGNORE_FILE_BYTES`] or [`MAX_IGNORE_LINES`].
    pub crowded: Vec<Utf8PathBuf>,
    /// Files of rules above the folder that were not applied for one of these reasons.
    pub not_applied: Vec<Utf8PathBuf>,
    /// Directories of which only the first entries were listed.
    pub large: Vec<Utf8PathBuf>,
    /// Whether the walk ended at [`Bounds::all`].
    pub cut: bool,
}

/// Passes the entries of each directory below `folder` to `visit`, the folder's own
/// first, level by level. `visit` returns the names of the directories to list next. No
/// link is followed.
///
/// A directory whose rules cannot be read or are over the bounds is left out, because what
/// they ignore is not known. Such rules above the folder are not applied. Only the folder's
/// own error is returned as one, the others in [`Omitted`].
pub fn survey(
    folder: &Utf8Path,
    sandbox: &Tree,
    bounds: Bounds,
    mut visit: impl FnMut(&Utf8Path, &[ScanEntry]) -> Vec<String>,
) -> Result<Omitted, FileError> {
    let mut omitted = Omitted::default();
    let mut reader = RulesReader::new();
    let (rules, repository) = reader.above(folder, &mut omitted.not_applied);
    let mut left = bounds.all;
    let mut pending = VecDeque::from([(Utf8PathBuf::new(), rules, false)]);
    while let Some((directory, mut rules, is_within)) = pending.pop_front() {
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
                omitted.unreadable.push(Unreadable { path, error });
                continue;
            }
        };
        left -= entries.len();
        let path = Utf8PathBuf::from(join(&reader.prefix, &directory));
        if entries.iter().any(is_gitignore) {
            let at = join(&directory, GITIGNORE);
            let opened = sandbox.open(at.as_str().into(), Reach::Beneath);
            match opened.and_then(|file| reader.read(file)) {
                Ok(Some(content)) => rules = rules.with(&content, &path),
                Ok(None) => {
                    omitted.crowded.push(directory);
                    continue;
                }
                Err(error) => {
                    omitted.unreadable.push(Unreadable { path: at, error });
                    continue;
                }
            }
        }
        let listed: Vec<ScanEntry> = (entries.into_iter())
            .map(|entry| {
                let by_rule = is_within || rules.ignore(&path, &entry);
                let ignored = by_rule && !is_tracked(repository.as_ref(), &path, &entry);
                ScanEntry {
                    entry,
                    ignored,
                    by_rule,
                }
            })
            .collect();
        let mut below = visit(&directory, &listed);
        below.sort();
        for name in below {
            let is_this = |seen: &&ScanEntry| seen.entry.name.as_ref() == Ok(&name);
            let is_within = listed.iter().find(is_this).is_some_and(|seen| seen.by_rule);
            pending.push_back((join(&directory, &name).into(), rules.clone(), is_within));
        }
    }
    Ok(omitted)
}

/// Returns a line of rules as `ignore` has to be given it: it takes `!` for everything, braces for
/// alternatives, and knows no classes of characters. `?` in place of one ignores more, so with
/// `!` the line is left out.
fn as_ignore_reads(line: &str) -> Option<Cow<'_, str>> {
    let is_kept = line.starts_with('!');
    if line.trim_end() == "!" || is_kept && line.contains("[:") {
        return None;
    }
    let names = line
        .split('/')
        .map(|name| match (name.find('['), name.rfind(']')) {
            (Some(from), Some(to)) if name.contains("[:") && from < to => {
                format!("{}?{}", &name[..from], &name[to + 1..])
            }
            _ => name
                .replace("\\{", "{")
                .replace('{', "[{]")
                .replace('}', "[}]"),
        });
    match line.contains(['{', '[']) {
        true => Some(names.collect::<Vec<_>>().join("/").into()),
        false => Some(line.into()),
    }
}

/// Returns whether a repository tracks an entry of a directory.
fn is_tracked(repository: Option<&Repository>, directory: &Utf8Path, entry: &DirEntry) -> bool {
    let (Some(repository), Ok(name)) = (repository, &entry.name) else {
        return false;
    };
    let path = join(directory, name);
    repository.tracks(path.as_str().into(), entry.kind == FileType::Directory)
}

/// Returns whether an entry is a directory's file of rules. Git follows no link to it.
fn is_gitignore(entry: &DirEntry) -> bool {
    entry.kind == FileType::RegularFile && entry.name.as_deref() == Ok(GITIGNORE)
}

/// The rules of a directory, after those of the directories above it, which they override.
/// Their paths are relative to the repository, or without one to the folder.
#[derive(Debug, Clone, Default)]
struct Rules(Vec<Rc<Gitignore>>);

impl Rules {
    /// Returns these rules with those of a file in `directory` after them.
    fn with(mut self, content: &[u8], directory: &Utf8Path) -> Self {
        let mut rules = GitignoreBuilder::new(directory);
        let text = String::from_utf8_lossy(content);
        for line in text.trim_start_matches('\u{feff}').lines() {
            // Git skips a line that is not a valid rule.
            if let Some(line) = as_ignore_reads(line) {
                let _ = rules.add_line(None, &line);
            }
        }
        let rules = rules.build().ok().filter(|rules| !rules.is_empty());
        self.0.extend(rules.map(Rc::new));
        self
    }

    /// Returns whether they ignore an entry of `directory`.
    fn ignore(&self, directory: &Utf8Path, entry: &DirEntry) -> bool {
        let Ok(name) = &entry.name else {
            return false;
        };
        let path = Utf8PathBuf::from(join(directory, name));
        let is_directory = entry.kind == FileType::Directory;
        let levels = self.0.iter().rev();
        let mut matched = levels.map(|level| level.matched(&path, is_directory));
        matched
            .find(|of| !of.is_none())
            .is_some_and(|of| of.is_ignore())
    }
}

/// Reads files of rules within the bounds.
struct RulesReader {
    /// The path from the repository to the folder.
    prefix: Utf8PathBuf,
    /// How many lines may still be read.
    lines_left: usize,
}

impl RulesReader {
    fn new() -> Self {
        Self {
            prefix: Utf8PathBuf::new(),
            lines_left: MAX_IGNORE_LINES,
        }
    }

    /// Reads a file of rules; `None` where it is over the bounds.
    fn read(&mut self, file: Opened) -> Result<Option<Vec<u8>>, FileError> {
        let content = match file.read(MAX_IGNORE_FILE_BYTES) {
            Err(FileError::TooLarge { .. }) => return Ok(None),
            content => content?,
        };
        let lines = content.iter().filter(|byte| **byte == b'\n').count() + 1;
        let Some(lines_left) = self.lines_left.checked_sub(lines) else {
            return Ok(None);
        };
        self.lines_left = lines_left;
        Ok(Some(content))
    }

    /// Returns the rules that hold in `folder` from outside, where it lies in a
    /// repository: the repository's own, then those of each directory down to the folder.
    fn above(
        &mut self,
        folder: &Utf8Path,
        not_applied: &mut Vec<Utf8PathBuf>,
    ) -> (Rules, Option<Repository>) {
        let mut rules = Rules::default();
        let Ok(folder) = ambient::canonical(folder) else {
            return (rules, None);
        };
        let Some(repository) = Repository::above(&folder) else {
            return (rules, None);
        };
        let prefix = slashed(folder.strip_prefix(&repository.folder).unwrap_or(&folder));
        self.prefix = prefix.clone();
        let mut directories: Vec<&Utf8Path> = prefix.ancestors().skip(1).collect();
        directories.reverse();
        let files = (directories.into_iter())
            .map(|directory| (directory, repository.folder.join(directory).join(GITIGNORE)));
        let own = (Utf8Path::new(""), repository.common().join(INFO_EXCLUDE));
        for (directory, path) in [own].into_iter().chain(files) {
            match open(&path).and_then(|file| self.read(file)) {
                Ok(Some(content)) => rules = rules.with(&content, directory),
                Err(FileError::Missing | FileError::NotDirectory) => {}
                Ok(None) | Err(_) => not_applied.push(path),
            }
        }
        (rules, Some(repository))
    }
}
