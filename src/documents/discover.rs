//! Finds the documents that patterns match, without reading them.

mod walk;

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use camino::{Utf8Path, Utf8PathBuf};

use crate::documents::document_error::DocumentError;
use crate::documents::file_error::{Cancelled, FileError};
use crate::documents::sandbox::{
    DirEntry, FileType, FollowSymlinks, Identity, NonUtf8Name, Reach, Tree, Version,
};
use crate::documents::served::Served;
use crate::sync::lock;
use rule_files::pattern::Pattern;

/// A document that matched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileInfo {
    /// The path to the file, relative to the category's directory.
    pub path: Box<Utf8Path>,
    /// The length in bytes of the template suffix at the end of `path`; 0 for a plain file.
    pub suffix: usize,
    /// The category in which the document was found.
    pub origin: Arc<Origin>,
    /// The index of the first pattern that matched the document.
    pub priority: usize,
    /// The reason why the document cannot be read, if it is known without opening the file.
    pub error: Option<Box<FileError>>,
}

/// A link that wildcards would enter if it were a folder. They do not follow it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderLink {
    /// The path to the link, relative to the category's directory.
    pub path: Box<Utf8Path>,
    /// The path to the folder in the category, or `None` if the link leads out of the category.
    pub to: Option<String>,
    /// The index of the first pattern that would enter the folder.
    priority: usize,
}

impl FolderLink {
    /// Returns the reason why the documents behind the link are not found.
    pub fn reason(self) -> DocumentError {
        self.to.map_or(DocumentError::LinkedOutside, |to| {
            DocumentError::LinkedFolder { to }
        })
    }
}

/// The result of a walk.
#[derive(Debug, Default)]
pub struct Discovered {
    /// The documents that matched. A directory or link that should be entered but cannot be is also
    /// here, with its error.
    pub files: Vec<FileInfo>,
    /// The links that wildcards would enter if they were folders: links out of the category, and
    /// links to folders. A link to a folder is left out if the same pattern also searches the folder
    /// itself and finds nothing there. For a page, the list is empty.
    pub links: Vec<FolderLink>,
}

/// The category in which a walk finds documents.
#[derive(Debug, PartialEq, Eq)]
pub struct Origin {
    /// The name of the category.
    pub category: Arc<str>,
    /// The collection through which the category is walked, if any.
    pub collection: Option<Arc<str>>,
    /// The category's directory.
    pub tree: Arc<Tree>,
}

impl FileInfo {
    /// Returns the path to the document: the path to its file, without a template suffix.
    pub fn document(&self) -> &str {
        let path = self.path.as_str();
        &path[..path.len() - self.suffix]
    }

    /// Returns the file name of the document, without a template suffix.
    pub fn basename(&self) -> &str {
        let document = self.document();
        document.rsplit_once('/').map_or(document, |(_, name)| name)
    }

    /// Returns the current version of the file.
    pub fn version(&self) -> Result<Version, FileError> {
        self.origin.tree.version(&self.path, Reach::Beneath)
    }

    /// Returns whether the document is stored as a template.
    pub fn is_template(&self) -> bool {
        self.suffix > 0
    }

    /// Returns the index of the file's suffix in `suffixes` plus one, or 0 for a plain file. If a
    /// document is stored in several forms, only the form with the lowest value is found.
    fn preference(&self, suffixes: &[String]) -> usize {
        let suffix = &self.path.as_str()[self.document().len()..];
        let known = suffixes.iter().position(|known| known == suffix);
        known.map_or(0, |at| at + 1)
    }
}

/// A search for documents in one category.
#[derive(Debug)]
pub struct CategoryWalk<'a> {
    /// The patterns, in the order in which their documents are found.
    pub patterns: &'a [&'a Pattern],
    /// The filter for the documents that may be found.
    pub served: Served<'a>,
    /// The name of the category.
    pub category: Arc<str>,
    /// The collection through which the category is walked, if any.
    pub collection: Option<Arc<str>>,
    /// The page of documents to find. If `None`, all documents are found.
    pub page: Option<PageRange<'a>>,
    /// The directories that other walks of the same call have already listed.
    pub listings: Option<&'a Listings>,
    /// Whether documents are sorted only by path, regardless of the pattern that matches them.
    pub by_path: bool,
}

/// A page of the documents that a walk finds.
#[derive(Debug, Clone, Copy)]
pub struct PageRange<'a> {
    /// The path to the last document on the previous page, which may no longer exist.
    pub after: Option<&'a str>,
    /// The number of documents on the page. A walk for several patterns may return more.
    pub most: usize,
}

impl<'a> CategoryWalk<'a> {
    /// Creates a walk of a category that is not part of a collection.
    pub fn new(name: &str, patterns: &'a [&'a Pattern], served: Served<'a>) -> Self {
        Self {
            patterns,
            served,
            category: name.into(),
            collection: None,
            page: None,
            listings: None,
            by_path: false,
        }
    }

    /// Returns whether the walk finds documents in their final order. If so, only the directories
    /// with documents of the page need to be listed.
    pub fn is_ordered(&self) -> bool {
        self.by_path || self.patterns.len() == 1
    }
}

/// Finds the documents that the patterns match and that may be served. Each document is found once.
///
/// The documents are sorted by pattern, unless `by_path` is set, and then by the bytes of their
/// paths. If a plain file and its templates are in one directory, only the plain file is found,
/// provided that it matches.
///
/// `cancelled` is called for each entry of a directory.
///
/// # Errors
///
/// Returns [`Cancelled`] if `cancelled` returns true.
pub fn discover(
    tree: &Arc<Tree>,
    walk: &CategoryWalk<'_>,
    cancelled: &dyn Fn() -> bool,
) -> Result<Discovered, Cancelled> {
    let Discovered {
        files: mut found,
        links,
    } = walk::walk(tree, walk, cancelled)?;
    let suffixes = walk.served.suffixes;
    // The documents of one pattern are already nearly sorted.
    found.sort_by(|a, b| {
        (a.document().cmp(b.document()))
            .then_with(|| a.preference(suffixes).cmp(&b.preference(suffixes)))
            .then_with(|| a.priority.cmp(&b.priority))
    });
    found.dedup_by(|other, first| other.document() == first.document());
    if !walk.by_path {
        found.sort_by_key(|file| file.priority);
    }
    if let Some(after) = walk.page.and_then(|page| page.after) {
        let passed = if walk.by_path {
            found.partition_point(|file| file.document() <= after)
        } else {
            position_after(&found, walk.patterns, after)
        };
        found.drain(..passed);
    }
    Ok(Discovered {
        files: found,
        links,
    })
}

/// Returns the index in `files` of the first document after `last`. `files` are in the order in
/// which documents are found. `last` may no longer exist.
fn position_after(files: &[FileInfo], patterns: &[&Pattern], last: &str) -> usize {
    if let Some(at) = files.iter().rposition(|file| file.document() == last) {
        return at + 1;
    }
    let priority = patterns.iter().position(|pattern| pattern.matches(last));
    priority.map_or(0, |priority| {
        files.partition_point(|file| (file.priority, file.document()) <= (priority, last))
    })
}

/// Returns the documents that two walks of one category have in common. `asked` are the documents
/// that a call's pattern finds, and `members` those that the members of a collection find. The
/// priority of a document in `members` is the index of its collection member.
///
/// Each result has the priority of the first member that finds the document. Other documents of
/// `asked` get the priority `rest`, or are dropped if `rest` is `None`. If they are dropped,
/// directories that either walk cannot read are kept, because they may contain documents that both
/// walks find.
pub fn intersect(
    asked: Vec<FileInfo>,
    members: Vec<FileInfo>,
    rest: Option<usize>,
) -> Vec<FileInfo> {
    let mut found: HashMap<&Utf8Path, &FileInfo> = HashMap::new();
    let mut below: HashMap<&Utf8Path, usize> = HashMap::new();
    let mut unreadable: HashMap<&Utf8Path, &FileInfo> = HashMap::new();
    let obstacles = asked.iter().any(|file| file.error.is_some());
    for file in &members {
        found.insert(&*file.path, file);
        for above in file.path.ancestors().skip(1).filter(|_| obstacles) {
            below.entry(above).or_insert(file.priority);
        }
        if file.error.is_some() && rest.is_none() {
            unreadable.insert(&*file.path, file);
        }
    }
    let mut both = Vec::new();
    for file in asked {
        if !unreadable.is_empty() {
            let here = file.path.ancestors();
            both.extend(here.filter_map(|path| unreadable.remove(path)).cloned());
        }
        let priority = match found.get(&*file.path) {
            Some(member) if member.error.is_some() && rest.is_none() => None,
            Some(member) => Some(member.priority),
            None if file.error.is_some() => below.get(&*file.path).copied().or(rest),
            None => rest,
        };
        both.extend(priority.map(|priority| FileInfo { priority, ..file }));
    }
    both.sort_by(|a, b| (a.priority, a.document()).cmp(&(b.priority, b.document())));
    both
}

/// The maximum number of directory entries that [`Listings`] keeps, enough for a large repository.
const KEPT: usize = 50_000;

/// A directory that was listed: the identity of its tree, and its path in the tree.
type Listed = (Identity, Utf8PathBuf);

/// The entries of directories that the walks of one call have listed, so that no directory is
/// listed twice. Only names and types are kept. Documents are still opened through their tree.
#[derive(Debug, Default)]
pub struct Listings {
    directories: Mutex<HashMap<Listed, Arc<[DirEntry]>>>,
    /// The number of entries in `directories`.
    entries: AtomicUsize,
}

impl Listings {
    /// Passes the entries of the directory at `path` to `each`, like [`Tree::read_dir`] without
    /// following a link. If the directory was listed before, passes the entries found then.
    fn read_dir(
        &self,
        tree: &Tree,
        path: &Utf8Path,
        mut each: impl FnMut(Result<&str, NonUtf8Name>, FileType) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, FileError> {
        let key: Listed = (tree.identity, path.to_owned());
        let known = lock(&self.directories).get(&key).cloned();
        if let Some(entries) = known {
            let each =
                |entry: &DirEntry| each(entry.name.as_deref().map_err(Clone::clone), entry.kind);
            return Ok(entries.iter().try_for_each(each));
        }
        let room = KEPT.saturating_sub(self.entries.load(Ordering::Relaxed));
        let (mut entries, mut count) = (Vec::new(), 0);
        let flow = tree.read_dir(path, FollowSymlinks::No, |name, kind| {
            count += 1;
            if count <= room {
                let name = name.clone().map(str::to_owned);
                entries.push(DirEntry { name, kind });
            }
            each(name, kind)
        })?;
        if flow.is_continue() && count <= room {
            self.entries.fetch_add(count, Ordering::Relaxed);
            lock(&self.directories).insert(key, entries.into());
        }
        Ok(flow)
    }
}
