//! Finds the documents that patterns match, without reading any.

mod walk;

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use camino::{Utf8Path, Utf8PathBuf};

use crate::documents::error::{Cancelled, FileError};
use crate::documents::filter::Served;
use crate::documents::pattern::Pattern;
use crate::documents::sandbox::{DirEntry, FileType, Identity, NonUtf8Name, Reach, Tree, Version};
use crate::sync::lock;

/// A document that matched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileInfo {
    /// Where it is stored, relative to the category's directory.
    pub path: Box<Utf8Path>,
    /// The length in bytes of the template suffix at `path`'s end; 0 for a plain file.
    pub suffix: usize,
    /// The walk that found it.
    pub origin: Arc<Origin>,
    /// The index of the first pattern that matched it.
    pub priority: usize,
    /// Why it cannot be read, if that is known without opening it.
    pub error: Option<Box<FileError>>,
}

/// The category of a walk.
#[derive(Debug, PartialEq, Eq)]
pub struct Origin {
    /// The category that is walked.
    pub category: Arc<str>,
    /// The collection through which it is walked.
    pub collection: Option<Arc<str>>,
    /// The category's directory.
    pub tree: Arc<Tree>,
}

impl FileInfo {
    /// Returns the document's path: where it is stored, without a template's suffix.
    pub fn document(&self) -> &str {
        let path = self.path.as_str();
        &path[..path.len() - self.suffix]
    }

    /// Returns the document's file name, without a template's suffix.
    pub fn basename(&self) -> &str {
        let document = self.document();
        document.rsplit_once('/').map_or(document, |(_, name)| name)
    }

    /// Returns the version that its file has now.
    pub fn version(&self) -> Result<Version, FileError> {
        self.origin.tree.version(&self.path, Reach::Beneath)
    }

    /// Returns whether it is stored as a template.
    pub fn is_template(&self) -> bool {
        self.suffix > 0
    }

    /// Returns the index of the template's suffix plus one, or 0 for a plain file: of
    /// several forms of one document the lowest is found.
    fn preference(&self, suffixes: &[String]) -> usize {
        let suffix = &self.path.as_str()[self.document().len()..];
        let known = suffixes.iter().position(|known| known == suffix);
        known.map_or(0, |at| at + 1)
    }
}

/// What is looked for in one category.
#[derive(Debug)]
pub struct CategoryWalk<'a> {
    /// The patterns, in the order of their documents.
    pub patterns: &'a [&'a Pattern],
    /// Which documents may be found.
    pub served: Served<'a>,
    /// The category that is walked.
    pub category: Arc<str>,
    /// The collection through which it is walked.
    pub collection: Option<Arc<str>>,
    /// Which part of the documents is looked for; all of them if `None`.
    pub page: Option<PageRange<'a>>,
    /// What other walks of the call have listed, which this one need not list again.
    pub listings: Option<&'a Listings>,
    /// Whether documents are found in the order of their paths alone, whichever pattern matches.
    pub by_path: bool,
}

/// A part of what a walk finds.
#[derive(Debug, Clone, Copy)]
pub struct PageRange<'a> {
    /// The path of the last document of the page before, which may be gone.
    pub after: Option<&'a str>,
    /// How many documents are looked for. A walk for several patterns may return more.
    pub most: usize,
}

impl<'a> CategoryWalk<'a> {
    /// Returns the walk of a category by itself.
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

    /// Returns whether the walk finds documents in the order in which they are wanted, so that a
    /// page of them needs no more than its own directories.
    pub fn is_ordered(&self) -> bool {
        self.by_path || self.patterns.len() == 1
    }
}

/// Finds the documents that the patterns match and that may be served: in the order of
/// the patterns unless it is `by_path`, then of the bytes of their paths, each once. Of a plain file and its
/// templates in one directory only the plain file is found, if it matches. Directories
/// and links that should be entered and cannot be are found, too, with their error.
/// `cancelled` is called for each entry of a directory. The links come second that wildcards would
/// enter if they were folders: those to folders, but for those that are searched and hold nothing,
/// and those that lead out. Of a page none.
pub fn discover(
    tree: &Arc<Tree>,
    walk: &CategoryWalk<'_>,
    cancelled: &dyn Fn() -> bool,
) -> Result<(Vec<FileInfo>, Vec<FileInfo>), Cancelled> {
    let (mut found, links) = walk::walk(tree, walk, cancelled)?;
    let suffixes = walk.served.suffixes;
    // Of one pattern they are almost in order.
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
        let passed = match walk.by_path {
            true => found.partition_point(|file| file.document() <= after),
            false => position_after(&found, walk.patterns, after),
        };
        found.drain(..passed);
    }
    Ok((found, links))
}

/// Returns the index of the first document after this one, which may not exist any
/// more, in the order in which documents are found.
fn position_after(files: &[FileInfo], patterns: &[&Pattern], last: &str) -> usize {
    if let Some(at) = files.iter().rposition(|file| file.document() == last) {
        return at + 1;
    }
    let priority = patterns.iter().position(|pattern| pattern.matches(last));
    priority.map_or(0, |priority| {
        files.partition_point(|file| (file.priority, file.document()) <= (priority, last))
    })
}

/// Intersects what two walks of one category find: by a call's pattern, and by members
/// of a collection, whose indices are the priorities. A document gets the priority of the
/// first member that finds it; any other gets the priority `rest`, or is dropped if that is
/// `None`. Then a directory is kept that either walk cannot read: it may hold some of
/// what both find.
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

/// How many entries are kept: those of a large repository.
const KEPT: usize = 50_000;

/// The entries of directories that the walks of one call have listed, so that each lists a
/// directory once. Only names and types are kept: what a walk finds is opened from its tree.
#[derive(Debug, Default)]
pub struct Listings(Mutex<Listed>);

#[derive(Debug, Default)]
struct Listed {
    /// By the directory of the tree and the path in it.
    directories: HashMap<(Identity, Utf8PathBuf), Arc<[DirEntry]>>,
    entries: usize,
}

impl Listings {
    /// Does what [`Tree::read_dir`] does without following a link, and lists a directory once.
    fn read_dir(
        &self,
        tree: &Tree,
        path: &Utf8Path,
        mut each: impl FnMut(Result<&str, NonUtf8Name>, FileType) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, FileError> {
        let key = (tree.identity, path.to_owned());
        let lock = || lock(&self.0);
        let known = lock().directories.get(&key).cloned();
        if let Some(entries) = known {
            let each =
                |entry: &DirEntry| each(entry.name.as_deref().map_err(Clone::clone), entry.kind);
            return Ok(entries.iter().try_for_each(each));
        }
        let room = KEPT.saturating_sub(lock().entries);
        let (mut entries, mut count) = (Vec::new(), 0);
        let flow = tree.read_dir(path, false, |name, kind| {
            count += 1;
            if count <= room {
                let name = name.clone().map(str::to_owned);
                entries.push(DirEntry { name, kind });
            }
            each(name, kind)
        })?;
        if flow.is_continue() && count <= room {
            let mut kept = lock();
            kept.entries += count;
            kept.directories.insert(key, entries.into());
        }
        Ok(flow)
    }
}
