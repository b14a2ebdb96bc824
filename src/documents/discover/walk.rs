//! Walks the directories in which something can match, in the order of their paths.

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

use super::{CategoryWalk, Discovered, FileInfo, FolderLink, Listings, Origin, PageRange};
use crate::documents::file_error::{Cancelled, FileError};
use crate::documents::sandbox::{FileType, FollowSymlinks, NonUtf8Name, Tree};
use crate::documents::served::Served;
use crate::text::paths::normal;
use rule_files::pattern::{EnteredBy, Group, MatchState};

/// Returns the documents that the patterns match, nearly sorted by path, and the links that
/// wildcards would enter if they were folders.
pub(super) fn walk(
    sandbox: &Arc<Tree>,
    search: &CategoryWalk<'_>,
    cancelled: &dyn Fn() -> bool,
) -> Result<Discovered, Cancelled> {
    let mut walk = Walk {
        sandbox,
        origin: Arc::new(Origin {
            category: Arc::clone(&search.category),
            collection: search.collection.clone(),
            tree: Arc::clone(sandbox),
        }),
        served: search.served.clone(),
        page: search.page.filter(|_| search.is_ordered()),
        pending: Vec::new(),
        found: Vec::new(),
        links: Vec::new(),
        listings: search.listings,
        cancelled,
    };
    walk.check()?;
    (walk.served.set).add(Group::Wanted, search.patterns.iter().copied());
    let here = walk.served.start();
    if walk.served.set.wanted(&here).is_some() {
        walk.visit("", &here, EnteredBy::Directory)?;
    }
    while let Some(next) = walk.pending.pop() {
        match next {
            Pending::Document(file) => walk.found.push(file),
            Pending::Directory(path, here, by) => walk.visit(&path, &here, by)?,
        }
        if walk.page.is_some_and(|page| walk.found.len() >= page.most) {
            break;
        }
    }
    let mut links = std::mem::take(&mut walk.links);
    links.sort_by(|a, b| a.path.as_str().cmp(b.path.as_str()));
    if !links.is_empty() {
        let folders = walk
            .found
            .iter()
            .flat_map(|file| file.path.ancestors().skip(1));
        let folders: HashSet<&Utf8Path> = folders.collect();
        links.retain(|link| {
            let Some(to) = &link.to else {
                return true;
            };
            walk.searches(to) != Some(link.priority) || folders.contains(Utf8Path::new(to))
        });
    }
    Ok(Discovered {
        files: walk.found,
        links,
    })
}

struct Walk<'a> {
    sandbox: &'a Tree,
    origin: Arc<Origin>,
    served: Served<'a>,
    /// The page to find, if documents are found in their final order.
    page: Option<PageRange<'a>>,
    /// The documents and directories that have been seen but not visited yet. The next one is last.
    pending: Vec<Pending>,
    found: Vec<FileInfo>,
    links: Vec<FolderLink>,
    listings: Option<&'a Listings>,
    cancelled: &'a dyn Fn() -> bool,
}

/// An entry `name` of the directory `path`. The path ends in `/` unless it is empty.
#[derive(Clone, Copy)]
struct Child<'e> {
    path: &'e str,
    here: &'e MatchState,
    name: &'e str,
}

impl Child<'_> {
    /// Returns the path to the entry: `path` followed by `name`.
    fn full(&self) -> Utf8PathBuf {
        [self.path, self.name].concat().into()
    }
}

/// A document or a directory that has been seen but not visited yet.
enum Pending {
    Document(FileInfo),
    /// A directory, by its path with a final `/`.
    Directory(String, MatchState, EnteredBy),
}

impl Pending {
    /// Returns the path by which the item is sorted.
    fn path(&self) -> &str {
        match self {
            Self::Document(file) => file.document(),
            Self::Directory(path, ..) => path,
        }
    }

    fn preference(&self, suffixes: &[String]) -> usize {
        match self {
            Self::Document(file) => file.preference(suffixes),
            Self::Directory(..) => 0,
        }
    }
}

impl<'a> Walk<'a> {
    /// Adds everything in the directory `path` that can match. If only literal names can match,
    /// looks up these names. Otherwise, lists the directory.
    fn visit(&mut self, path: &str, here: &MatchState, by: EnteredBy) -> Result<(), Cancelled> {
        let first = self.pending.len();
        if let Some(literals) = self.served.set.literals(here) {
            for (name, here) in &literals {
                self.check()?;
                self.look_up(Child { path, here, name }, &literals);
            }
        } else {
            let (sandbox, directory) = (self.sandbox, path.trim_end_matches('/'));
            let last = match by {
                EnteredBy::Directory => FollowSymlinks::No,
                EnteredBy::Link => FollowSymlinks::Yes,
            };
            let listings = self.listings.filter(|_| by == EnteredBy::Directory);
            let mut room = self.page.map(|page| first + 2 * page.most);
            let each = |name: Result<&str, NonUtf8Name>, kind| {
                if self.check().is_err() {
                    return ControlFlow::Break(());
                }
                match name {
                    Ok(name) => {
                        self.entry(Child { path, here, name }, kind);
                    }
                    Err(name) => self.foreign(path, here, &name, kind),
                }
                if room.is_some_and(|room| self.pending.len() > room) {
                    self.settle(first, path);
                    // `settle` keeps all directories, however many there are.
                    room = Some(2 * self.pending.len());
                }
                ControlFlow::Continue(())
            };
            let listed = match listings {
                Some(listings) => listings.read_dir(sandbox, directory.into(), each),
                None => sandbox.read_dir(directory.into(), last, each),
            };
            match listed {
                Ok(ControlFlow::Break(())) => return Err(Cancelled),
                Ok(ControlFlow::Continue(())) => {}
                Err(error) => {
                    let priority = self.served.set.wanted(here).unwrap_or_default();
                    let directory = if directory.is_empty() { "." } else { directory };
                    let file = self.file(directory, 0, priority, Some(error));
                    self.found.push(file);
                }
            }
        }
        self.settle(first, path);
        self.pending[first..].reverse();
        Ok(())
    }

    /// Sorts the items of `pending` from index `first`, all seen in the directory `path`. Drops
    /// duplicates, and items that do not fit on the page.
    fn settle(&mut self, first: usize, path: &str) {
        let suffixes = self.served.suffixes;
        let mut seen = self.pending.split_off(first);
        seen.sort_unstable_by(|a, b| {
            let paths = a.path()[path.len()..].cmp(&b.path()[path.len()..]);
            paths.then_with(|| a.preference(suffixes).cmp(&b.preference(suffixes)))
        });
        // Only the preferred form of a document is found.
        seen.dedup_by(|other, first| other.path() == first.path());
        if let Some(page) = self.page {
            let documents = seen.iter().enumerate();
            let mut documents =
                documents.filter(|(_, pending)| matches!(pending, Pending::Document(_)));
            let last = documents.nth(page.most.saturating_sub(1));
            let end = last.map(|(last, _)| last + 1);
            seen.truncate(end.unwrap_or(seen.len()));
        }
        self.pending.append(&mut seen);
    }

    /// Looks up a literal name and its templates. `literals` are all literal names that can match
    /// in the same directory.
    fn look_up(&mut self, child: Child<'_>, literals: &BTreeMap<&str, MatchState>) {
        // The name may be the template of another literal name.
        let document = self
            .served
            .template(child.name)
            .map(|(document, _)| document);
        let other = document.and_then(|document| literals.get(document));
        let here = &other.map_or_else(|| child.here.clone(), |other| child.here.union(other));
        let found = self.look_at(Child { here, ..child });
        // A plain file takes precedence over its templates, so they need not be looked up. A file
        // that is itself a template does not.
        if found && document.is_none()
            || (self
                .served
                .set
                .match_document(child.here, Group::Wanted, child.name))
            .is_none()
        {
            return;
        }
        for suffix in self.served.suffixes {
            let name = &*format!("{}{suffix}", child.name);
            if !literals.contains_key(name) {
                self.look_at(Child { name, ..child });
            }
        }
    }

    /// Adds the entry `child` if it exists and can match. Returns whether it exists and is not a
    /// directory.
    fn look_at(&mut self, child: Child<'_>) -> bool {
        match self.sandbox.file_type(&child.full()) {
            Ok(None) => false,
            Ok(Some(kind)) => self.entry(child, kind),
            Err(error) => {
                let priority = self.served.set.wanted(child.here).unwrap_or_default();
                self.unreadable(child, priority, error);
                true
            }
        }
    }

    /// Adds the entry `child` if it can match, or if something in it can. Returns whether it is not
    /// a directory. For a link, returns the result of `link`.
    fn entry(&mut self, child: Child<'_>, kind: FileType) -> bool {
        match kind {
            FileType::Directory => self.directory(child, EnteredBy::Directory),
            FileType::RegularFile => self.leaf(child, None),
            FileType::Symlink => return self.link(child),
            _ => self.leaf(child, Some(FileError::NotRegular)),
        }
        kind != FileType::Directory
    }

    /// Adds a link if it can match. Returns whether it may match and does not lead to a directory.
    /// Wildcards do not follow a link to a folder. If they would enter a folder of this name, the
    /// link is added to `links` with its target.
    fn link(&mut self, child: Child<'_>) -> bool {
        let set = &self.served.set;
        let follows = set.leads_on(child.here, child.name, EnteredBy::Link);
        let is_found = self.served.find(child.here, child.name).is_some();
        let enters = || set.leads_on(child.here, child.name, EnteredBy::Directory);
        let (follows, enters) = match follows {
            None if !is_found && enters().is_none() => return false,
            follows => (follows.is_some(), enters()),
        };
        let at = child.full();
        let target = self.sandbox.target_type(&at);
        let is_directory = target == Ok(FileType::Directory);
        match target {
            Ok(FileType::Directory) if follows => self.directory(child, EnteredBy::Link),
            Ok(FileType::Directory) => {
                let to = self.sandbox.resolved(&at).ok();
                // If the target is excluded or hidden, the link is not reported.
                let to = to.and_then(|to| normal(to.as_str()));
                if let Some(to) = to.filter(|to| self.served.at(to).is_some()) {
                    self.linked_folder(child, enters, Some(to));
                }
            }
            // Answers do not reveal what is outside the category. Only the link's own name decides
            // whether it may lead to a folder.
            Err(FileError::Outside) if !follows && !is_found => {
                let extension = at.extension().unwrap_or_default();
                if !extension.contains(|c: char| c.is_ascii_alphabetic()) {
                    self.linked_folder(child, enters, None);
                }
            }
            Ok(FileType::RegularFile) => self.leaf(child, None),
            Ok(_) => self.leaf(child, Some(FileError::NotRegular)),
            Err(error) => self.leaf(child, Some(error)),
        }
        !is_directory
    }

    /// Returns the priority of the first pattern that searches the directory at `path`, if any.
    fn searches(&self, path: &str) -> Option<usize> {
        self.served.set.wanted(&self.served.at(path)?)
    }

    /// Adds a link to `links` if the pattern with this `priority` would search the link's folder.
    /// `to` is the path to this folder, if it is in the category.
    fn linked_folder(&mut self, child: Child<'_>, priority: Option<usize>, to: Option<String>) {
        let enters = |_: &usize| {
            self.served
                .enter(child.here, child.name, EnteredBy::Directory)
        };
        let is_wanted = self.page.is_none() && self.served.may_report(child.here, child.name);
        if let Some(priority) = priority.filter(|at| is_wanted && enters(at).is_some()) {
            self.links.push(FolderLink {
                path: child.full().into_boxed_path(),
                to,
                priority,
            });
        }
    }

    /// Adds a directory if something in it can match, unless the whole directory precedes the page.
    fn directory(&mut self, child: Child<'_>, by: EnteredBy) {
        let set = &self.served.set;
        if set.leads_on(child.here, child.name, by).is_none() {
            return;
        }
        let path = format!("{}{}/", child.path, child.name);
        let after = self.after().unwrap_or_default();
        if path.as_str() < after && !after.starts_with(&path) {
            return;
        }
        if let Some(below) = self.served.enter(child.here, child.name, by) {
            self.pending.push(Pending::Directory(path, below, by));
        }
    }

    /// Adds a name that is not a directory: a document, or an error where a pattern needs a
    /// directory.
    fn leaf(&mut self, child: Child<'_>, error: Option<FileError>) {
        if let Some((priority, suffix)) = self.served.find(child.here, child.name) {
            let passed = self
                .after()
                .and_then(|after| after.strip_prefix(child.path));
            if passed.is_none_or(|after| &child.name[..child.name.len() - suffix] > after) {
                let file = self.file(child.full(), suffix, priority, error);
                self.pending.push(Pending::Document(file));
            }
        } else if let Some(priority) =
            self.served
                .set
                .leads_on(child.here, child.name, EnteredBy::Link)
        {
            // A category with `nested` serves only documents with certain names, and does not
            // reveal other files.
            let is_file = matches!(error, None | Some(FileError::NotRegular));
            if !is_file || self.served.is_named(child.name) {
                self.unreadable(child, priority, error.unwrap_or(FileError::NotDirectory));
            }
        }
    }

    /// Adds a name that is not UTF-8. It can be reported but not requested.
    fn foreign(&mut self, path: &str, here: &MatchState, name: &NonUtf8Name, kind: FileType) {
        let at = format!("{path}{}", name.shown);
        let name = &*name.matched;
        let matched = if kind == FileType::Directory {
            let below = self.served.set.leads_on(here, name, EnteredBy::Directory);
            let served = |_: &usize| {
                self.served
                    .enter(here, name, EnteredBy::Directory)
                    .is_some()
            };
            below.filter(served).map(|priority| (priority, 0))
        } else {
            self.served.find(here, name)
        };
        let is_passed = self.after().is_some_and(|after| *at <= *after);
        if let Some((priority, suffix)) = matched.filter(|_| !is_passed) {
            let file = self.file(at, suffix, priority, Some(FileError::Name));
            self.pending.push(Pending::Document(file));
        }
    }

    /// Adds a name that cannot be entered or looked up, if it may be reported. It does not count as
    /// a template, whatever its ending.
    fn unreadable(&mut self, child: Child<'_>, priority: usize, error: FileError) {
        if self.served.may_report(child.here, child.name) {
            let file = self.file(child.full(), 0, priority, Some(error));
            self.pending.push(Pending::Document(file));
        }
    }

    fn file(
        &self,
        path: impl Into<Utf8PathBuf>,
        suffix: usize,
        priority: usize,
        error: Option<FileError>,
    ) -> FileInfo {
        FileInfo {
            path: path.into().into_boxed_path(),
            suffix,
            origin: Arc::clone(&self.origin),
            priority,
            error: error.map(Box::new),
        }
    }

    /// Returns the path to the document after which the page begins (see [`PageRange`]).
    fn after(&self) -> Option<&str> {
        self.page.and_then(|page| page.after)
    }

    fn check(&self) -> Result<(), Cancelled> {
        (!(self.cancelled)()).then_some(()).ok_or(Cancelled)
    }
}
