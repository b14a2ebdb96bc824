//! The documents of a folder by their names, and the files next to them that must not be served.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};

use super::ignored::Ignored;
use super::name_rules::{NameRules, is_in_capitals};
use crate::documents::document_error::Unreadable;
use crate::documents::escaped_pattern::escaped_pattern;
use crate::documents::file_error::FileError;
use crate::documents::formats::Formats;
use crate::documents::sandbox::FileType;
use crate::documents::survey::ScanEntry;
use crate::project::category::BELOW;
use crate::text::paths::join;
use rule_files::Dialects;
use rule_files::pattern::Pattern;

/// The only hidden directory whose documents are read. It must be at the top level.
pub(super) const GITHUB: &str = ".github";
/// The name of the directory of skills in a hidden directory.
pub(super) const SKILLS: &str = "skills";
/// The prefix of a pattern that would otherwise begin with `!`.
const HERE: &str = "./";

/// The reason why something must not be served.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reason {
    /// Git ignores the file or directory and it is not a rule file, or another category serves it.
    Place,
    /// Its name excludes it, wherever it is.
    Name,
    /// Its name indicates that it contains secrets.
    Secret,
}

/// Something that must not be served: its path, whether it is a directory, and the reason.
type Skipped = (Utf8PathBuf, bool, Reason);

/// The scan of a folder. Paths are relative to the folder.
#[derive(Debug)]
pub(super) struct FolderScan<'a> {
    pub names: &'a NameRules,
    dialects: &'a Dialects,
    /// The suffixes that mark a template.
    suffixes: &'a [String],
    /// The documents, and links with names of documents.
    pub documents: BTreeSet<Utf8PathBuf>,
    /// Files and directories that must not be served although a pattern could match them.
    skipped: BTreeSet<Skipped>,
    /// Directories, each with a pattern for the files in it that other categories serve.
    pub left: Vec<(String, String)>,
    /// Hidden directories, links and rule files at any depth, and other hidden files in the folder
    /// itself. Also contains the directories and links in hidden directories that clients read.
    /// Contains nothing that Git ignores.
    pub hidden: Vec<Utf8PathBuf>,
    /// The names of directories that clients read in hidden directories.
    read: BTreeSet<&'a str>,
    /// The files and directories of the folder itself in which clients look for rules.
    of_clients: BTreeSet<&'a str>,
    /// The number of documents and folders that Git ignores.
    pub ignored: Ignored,
    /// Rule files that Git ignores, and ignored folders of rule files.
    pub ignored_rules: BTreeSet<Utf8PathBuf>,
    /// Files that look like rules but match no row of the table.
    pub unread: Vec<Utf8PathBuf>,
    /// Documents of formats that are not served.
    pub foreign: BTreeSet<Utf8PathBuf>,
    /// The endings of rule files.
    endings: BTreeSet<&'a str>,
    /// Documents, then folders, that are left out because of their names. Git does not ignore them.
    pub named: [Vec<String>; 2],
    /// Directories whose names are not UTF-8, so that `guide.yaml` cannot contain them.
    pub not_utf8: Vec<Unreadable>,
}

impl<'a> FolderScan<'a> {
    pub fn new(names: &'a NameRules, formats: &'a Formats) -> Self {
        let dialects = formats.dialects.dialects.iter();
        let files = dialects.clone().flat_map(|dialect| &dialect.files);
        let ends = files
            .clone()
            .filter_map(|file| Some(file.rsplit_once('*')?.1));
        let read = dialects.filter_map(|dialect| dialect.category.dir.split('/').nth(1));
        Self {
            names,
            dialects: &formats.dialects,
            suffixes: &formats.template_suffixes,
            read: read.chain([SKILLS]).collect(),
            of_clients: files.filter_map(|file| file.split('/').next()).collect(),
            ignored: Ignored::default(),
            ignored_rules: BTreeSet::new(),
            unread: Vec::new(),
            foreign: BTreeSet::new(),
            endings: ends.filter(|end| !end.is_empty()).collect(),
            named: Default::default(),
            documents: BTreeSet::new(),
            skipped: BTreeSet::new(),
            left: Vec::new(),
            hidden: Vec::new(),
            not_utf8: Vec::new(),
        }
    }

    /// Adds the `entries` of `directory`. Returns the names of the directories in it to read next.
    pub fn add(&mut self, directory: &Utf8Path, entries: &[ScanEntry]) -> Vec<String> {
        let is_top = directory.as_str().is_empty();
        let is_dotted = directory
            .file_name()
            .is_some_and(|name| name.starts_with('.'));
        let is_hidden = is_hidden(directory);
        let names = entries
            .iter()
            .filter_map(|seen| seen.entry.name.as_deref().ok());
        let outputs = names.filter_map(|name| self.names.outputs.get(name));
        let outputs: BTreeSet<&String> = outputs.collect();
        let mut below = Vec::new();
        for seen in entries {
            let kind = seen.entry.kind;
            let name = match &seen.entry.name {
                Ok(name) => name,
                Err(name) if kind == FileType::Directory => {
                    let path = join(directory, &name.shown);
                    let error = FileError::Name;
                    self.not_utf8.push(Unreadable {
                        path,
                        reason: error.into(),
                    });
                    continue;
                }
                Err(_) => continue,
            };
            if !is_top && !is_hidden && self.names.environment == *name {
                self.take(directory);
                return Vec::new();
            }
            let path = Utf8PathBuf::from(join(directory, name));
            let is_dot = name.starts_with('.') && !is_hidden;
            let is_read = is_dotted && self.read.contains(&**name);
            let is_rule = || self.dialects.row_of(path.as_str()).is_some();
            let is_listed = is_top || kind != FileType::RegularFile || is_dot && is_rule();
            if (is_dot || is_read) && !seen.ignored && is_listed {
                self.hidden.push(path.clone());
            }
            if is_dot && seen.ignored && self.of_clients.contains(&**name) {
                self.ignored_rules.insert(path.clone());
            }
            let is_other = is_hidden && is_dotted && !is_read && kind == FileType::Directory;
            if name.starts_with('.') && !(is_top && name == GITHUB) || is_other {
                // Git may also ignore the rules and skills in the directory.
                if is_dot && !seen.ignored && kind == FileType::Directory && name != ".git" {
                    below.push(name.clone());
                }
                continue;
            }
            match kind {
                FileType::Directory if self.skips_folder(&path, &outputs) => {
                    if !seen.ignored && !self.names.is_output(name) {
                        self.named[1].push(path.to_string());
                    }
                    self.skipped.insert((path, true, Reason::Name));
                }
                FileType::Directory
                    if seen.ignored && self.dialects.is_rule_folder(path.as_str()) =>
                {
                    self.ignored_rules.insert(path);
                }
                FileType::Directory if seen.ignored => {
                    self.ignored.folders += 1;
                    self.skipped.insert((path, true, Reason::Place));
                }
                FileType::Directory => below.push(name.clone()),
                FileType::RegularFile | FileType::Symlink => {
                    self.add_file(directory, name, seen.ignored);
                }
                _ => {}
            }
        }
        below
    }

    /// Returns whether the directory at `path` must not be served because of its name. `outputs`
    /// are the names of directories next to it that build tools write. In hidden folders and
    /// folders of rules, clients choose the names, so only the output of tools is skipped.
    fn skips_folder(&self, path: &Utf8Path, outputs: &BTreeSet<&String>) -> bool {
        let name = path.file_name().unwrap_or_default();
        let is_of_client = path.parent().is_some_and(is_hidden) && !self.names.is_output(name);
        let is_skipped =
            || self.names.skips(path, true) && !self.dialects.is_rule_folder(path.as_str());
        !is_of_client && (outputs.iter().any(|output| name == **output) || is_skipped())
    }

    /// Returns whether the file at `path` is among rule files or has the ending of one, but matches
    /// no row. Outside hidden folders, a document does not look like rules.
    fn looks_like_rules(&self, path: &Utf8Path, is_document: bool) -> bool {
        let name = path.file_name().unwrap_or_default();
        let folder = path.parent().unwrap_or(Utf8Path::new(""));
        let is_among = if is_hidden(folder) {
            folder
                .ancestors()
                .any(|ancestor| self.dialects.is_rule_folder(ancestor.as_str()))
        } else {
            !is_document && self.endings.iter().any(|end| name.ends_with(end))
        };
        is_among && self.dialects.row_of(path.as_str()).is_none()
    }

    fn add_file(&mut self, directory: &Utf8Path, file: &str, ignored: bool) {
        if let Some(output) = self.names.outputs.get(file) {
            let output = join(directory, output).into();
            self.skipped.insert((output, true, Reason::Name));
        }
        let mut plain = (self.suffixes.iter()).filter_map(|suffix| file.strip_suffix(&**suffix));
        // A pattern that excludes a document also excludes its template.
        let document = plain.next();
        let name = document.unwrap_or(file);
        let path = Utf8PathBuf::from(join(directory, name));
        let is_document = self.names.rank(name).is_some();
        let top = directory.components().next().map(|top| top.to_string());
        // A pattern `README` matches this file, too.
        let is_named_so = Utf8Path::new(name)
            .file_stem()
            .is_some_and(|stem| stem.eq_ignore_ascii_case("readme"));
        let is_rule = || self.dialects.row_of(path.as_str()).is_some();
        let reason = if self.names.is_secret(&path) && !is_rule() {
            Some(Reason::Secret)
        } else if !is_document && is_named_so
            || is_document && !is_hidden(directory) && self.names.skips(&path, false) && !is_rule()
        {
            Some(Reason::Name)
        } else if ignored && is_rule() {
            self.ignored_rules.insert(path);
            return;
        } else {
            // A call's pattern could match any file next to the folder's documents.
            (ignored && (is_document || top.is_none())).then_some(Reason::Place)
        };
        let of_texts = top.as_deref().unwrap_or_default();
        let counts = self.names.counts_by_extension(of_texts, name) || is_in_capitals(name);
        let counts = is_document && document.is_none() && counts && !is_hidden(directory);
        if let Some(reason) = reason {
            let is_place = reason == Reason::Place;
            self.ignored.documents += usize::from(is_place && is_document);
            if !is_place && counts && !ignored {
                self.named[0].push(path.to_string());
            }
            self.skipped.insert((path, false, reason));
            return;
        }
        // A template is served as its document, and does not create a category.
        if self.looks_like_rules(&path, is_document) {
            self.unread.push(path.clone());
        }
        if counts {
            self.documents.insert(path);
        } else if !ignored && !is_hidden(directory) && self.names.is_foreign(name) {
            self.foreign.insert(path);
        }
    }

    /// Returns whether `directory`, or a directory above it, must not be served.
    pub fn skips(&self, directory: &str) -> bool {
        let directory = Utf8Path::new(directory);
        let mut skipped = self.skipped.iter();
        skipped.any(|(path, is_folder, _)| *is_folder && directory.starts_with(path))
            || self.is_ignored_rule(directory)
    }

    /// Returns whether Git ignores the rule file at `path`, or a folder of rule files above it.
    pub fn is_ignored_rule(&self, path: &Utf8Path) -> bool {
        let mut folders = path.ancestors();
        folders.any(|folder| self.ignored_rules.contains(folder))
    }

    /// Leaves everything in `directory` to a different category, so that the scan no longer
    /// contains it.
    pub fn take(&mut self, directory: &Utf8Path) {
        remove_below(&mut self.documents, directory.to_owned(), |path| path);
        remove_below(&mut self.foreign, directory.to_owned(), |path| path);
        let skipped = (directory.to_owned(), false, Reason::Place);
        remove_below(&mut self.skipped, skipped, |(path, ..)| path);
        self.unread.retain(|path| !path.starts_with(directory));
        let skipped = (directory.to_owned(), true, Reason::Place);
        self.skipped.insert(skipped);
    }

    /// Leaves the documents for which `is_taken` returns true to a different category. Returns
    /// their paths.
    pub fn take_some(&mut self, is_taken: impl Fn(&Utf8Path) -> bool) -> BTreeSet<Utf8PathBuf> {
        let documents = std::mem::take(&mut self.documents).into_iter();
        let (taken, documents) = documents.partition(|path: &Utf8PathBuf| is_taken(path));
        self.documents = documents;
        let taken: BTreeSet<Utf8PathBuf> = taken;
        let skipped = taken.iter().cloned();
        self.skipped
            .extend(skipped.map(|path| (path, false, Reason::Name)));
        taken
    }

    /// Returns the names of the top-level directories that contain documents. The folder itself is
    /// first, as an empty name.
    pub fn tops(&self) -> BTreeSet<String> {
        let top = |path: &Utf8PathBuf| match path.as_str().split_once('/') {
            Some((top, _)) => top.to_owned(),
            None => String::new(),
        };
        self.documents.iter().map(top).collect()
    }

    /// Returns patterns for everything in `directory` that must not be served but that `patterns`
    /// match. Paths that end in the same name share one pattern, if no document's path contains
    /// this name.
    pub fn excluded(&self, directory: &Utf8Path, patterns: &[String]) -> Vec<String> {
        let patterns = parsed(patterns);
        let is_top = directory.as_str().is_empty();
        let finds = |name: &str| patterns.iter().any(|pattern| pattern.matches(name));
        let mut kept: BTreeSet<&str> = BTreeSet::new();
        for path in &self.documents {
            kept.extend(below(path, directory).into_iter().flat_map(Utf8Path::iter));
        }
        let (mut skipped, mut counts) = (Vec::new(), BTreeMap::new());
        for (path, is_folder, reason) in &self.skipped {
            let path = below(path, directory).filter(|path| !is_hidden(path));
            let Some((path, name)) = path.and_then(|path| Some((path, path.file_name()?))) else {
                continue;
            };
            let is_found = match reason {
                Reason::Secret => true,
                Reason::Name => finds(name),
                Reason::Place => is_top || finds(name),
            };
            if *is_folder || is_found {
                skipped.push((path, name, *is_folder, *reason));
                *counts.entry(name).or_insert(0) += usize::from(*reason == Reason::Place);
            }
        }
        let pattern = |(path, name, is_folder, reason): &(&Utf8Path, &str, bool, Reason)| {
            let ahead = if is_top { "" } else { "**/" };
            if let Some(ending) = self.names.secret_ending(path).filter(|_| !is_folder) {
                return format!("{ahead}*.{}", escaped_pattern(ending));
            }
            let many = *reason != Reason::Place || counts[name] > 1;
            let end = if *is_folder { "/**" } else { "" };
            if !is_top && many && !kept.contains(name) {
                format!("{ahead}{}{end}", escaped_pattern(name))
            } else {
                exact(path) + end
            }
        };
        let mut excluded: BTreeSet<String> = skipped.iter().map(pattern).collect();
        if is_top {
            excluded.retain(|pattern| !pattern.trim_start_matches(HERE).contains('/'));
            excluded.insert(BELOW.to_owned());
        }
        let mut left = Vec::new();
        for (folder, pattern) in &self.left {
            if *directory == **folder && !excluded.contains(pattern) {
                left.push(pattern.clone());
            }
        }
        excluded.into_iter().chain(left).collect()
    }
}

/// Removes the items of `set` whose path is that of `first` or below it. In the order of the set,
/// they follow each other, beginning with `first`.
fn remove_below<T: Ord + Clone>(set: &mut BTreeSet<T>, first: T, path: fn(&T) -> &Utf8PathBuf) {
    let is_below = |entry: &&T| path(entry).starts_with(path(&first));
    let below: Vec<T> = set.range(&first..).take_while(is_below).cloned().collect();
    for entry in below {
        set.remove(&entry);
    }
}

/// Returns whether `path` is hidden or in a hidden directory, except [`GITHUB`].
fn is_hidden(path: &Utf8Path) -> bool {
    let mut names = path.iter().enumerate();
    names.any(|(at, name)| name.starts_with('.') && (at > 0 || name != GITHUB))
}

/// Returns `path` relative to `directory`, or `None` if it is not in that directory.
fn below<'p>(path: &'p Utf8Path, directory: &Utf8Path) -> Option<&'p Utf8Path> {
    let path = path.strip_prefix(directory).ok()?;
    (!path.as_str().is_empty()).then_some(path)
}

/// Parses `patterns`, and drops invalid ones.
pub(super) fn parsed(patterns: &[String]) -> Vec<Pattern> {
    let parsed = patterns.iter().map(|text| Pattern::parse(text));
    parsed.filter_map(Result::ok).collect()
}

/// Returns a pattern that matches only `path`. If this pattern is too long, returns one that
/// matches the last component anywhere.
pub(super) fn exact(path: &Utf8Path) -> String {
    let written = literal(path.as_str());
    match Pattern::parse(&written) {
        Ok(_) => written,
        Err(_) => format!(
            "**/{}",
            escaped_pattern(path.file_name().unwrap_or_default())
        ),
    }
}

/// Returns a pattern that matches only `path`. The pattern does not begin with `!`.
pub(super) fn literal(path: &str) -> String {
    let written = escaped_pattern(path);
    if written.starts_with('!') {
        HERE.to_owned() + &written
    } else {
        written
    }
}
