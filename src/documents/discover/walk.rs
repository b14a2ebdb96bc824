//! Walks the directories in which something can match, in the order of their paths.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

use super::{CategorySearch, FileInfo, Origin, PageRange};
use crate::documents::error::{Cancelled, FileError};
use crate::documents::filter::DocumentFilter;
use crate::documents::pattern::{EntryType, Group, MatchState, Pattern, Reading};
use crate::documents::sandbox::{FileType, NonUtf8Name, Tree};
use crate::text::paths::normal;

/// Returns what the patterns of a search match, almost in the order of the documents'
/// paths. A document may come twice, by each of its template suffixes.
pub(super) fn walk(
    sandbox: &Tree,
    search: &CategorySearch<'_>,
    cancelled: &dyn Fn() -> bool,
) -> Result<Vec<FileInfo>, Cancelled> {
    let reaches_hidden = search.patterns.iter().any(|of| of.reaches_hidden());
    let mut walk = Walk {
        sandbox,
        search,
        origin: Arc::new(Origin {
            category: Arc::clone(&search.category),
            collection: search.collection.clone(),
        }),
        filter: DocumentFilter::new(&search.served, reaches_hidden),
        page: search.page.filter(|_| search.is_ordered()),
        pending: Vec::new(),
        found: Vec::new(),
        cancelled,
    };
    walk.check()?;
    for (priority, pattern) in search.patterns.iter().enumerate() {
        walk.want(priority, pattern);
    }
    let here = walk.filter.start();
    if walk.filter.wanted(&here).is_some() {
        walk.visit("", &here, EntryType::Directory)?;
    }
    while let Some(next) = walk.pending.pop() {
        match next {
            Pending::Document(file) => walk.push(file),
            Pending::Directory(path, here, by) => walk.visit(&path, &here, by)?,
        }
        if walk.page.is_some_and(|page| walk.found.len() >= page.most) {
            break;
        }
    }
    Ok(walk.found)
}

struct Walk<'a> {
    sandbox: &'a Tree,
    search: &'a CategorySearch<'a>,
    origin: Arc<Origin>,
    filter: DocumentFilter<'a>,
    /// The part that is looked for, if documents are found in the order of the search.
    page: Option<PageRange<'a>>,
    /// What was seen and is not done yet, the next last.
    pending: Vec<Pending>,
    found: Vec<FileInfo>,
    cancelled: &'a dyn Fn() -> bool,
}

/// An entry of a directory.
enum Pending {
    Document(FileInfo),
    /// A directory by its path with a final `/`.
    Directory(String, MatchState, EntryType),
}

impl Pending {
    /// Returns the path by which it is sorted.
    fn path(&self) -> &str {
        match self {
            Self::Document(file) => file.document(),
            Self::Directory(path, ..) => path,
        }
    }
}

impl<'a> Walk<'a> {
    /// Adds a pattern. If there is a file of exactly the path that it spells, it means that file.
    /// If that path cannot be followed, that is found in place of the pattern.
    fn want(&mut self, priority: usize, pattern: &'a Pattern) {
        let is_served = |path: &String| match path.strip_suffix("/.") {
            None => self.filter.allows(path),
            Some(directory) => self.filter.at(directory).is_some(),
        };
        let path = pattern.verbatim_path().filter(is_served);
        match path.as_deref().map(|path| self.is_directory(path.into())) {
            None | Some(Ok(true)) => self.filter.want(priority, pattern, Reading::Written),
            Some(Ok(false)) => self.filter.want(priority, pattern, Reading::Verbatim),
            Some(Err(error)) => {
                let path = path.unwrap_or_default();
                let path = path.strip_suffix("/.").unwrap_or(&path);
                let (_, name) = path.rsplit_once('/').unwrap_or(("", path));
                let suffix = self.filter.template(name).map_or(0, |(_, suffix)| suffix);
                let file = self.file(path.to_owned(), suffix, priority, Some(error));
                self.found.push(file);
            }
        }
    }

    /// Returns whether a directory is at a path, or nothing.
    fn is_directory(&self, path: &Utf8Path) -> Result<bool, FileError> {
        Ok(match self.sandbox.file_type(path)? {
            Some(FileType::Symlink) => self.sandbox.target_type(path) == Ok(FileType::Directory),
            kind => kind.is_none_or(|kind| kind == FileType::Directory),
        })
    }

    /// Takes what can match in a directory: of literal names by looking them up, else
    /// by listing it.
    fn visit(&mut self, path: &str, here: &MatchState, by: EntryType) -> Result<(), Cancelled> {
        let first = self.pending.len();
        if let Some(literals) = self.filter.set().literals(here) {
            for (name, state) in &literals {
                self.check()?;
                self.look_up(path, name, state, &literals);
            }
        } else {
            let (sandbox, directory) = (self.sandbox, path.trim_end_matches('/'));
            let follow = by == EntryType::Link;
            let listed = sandbox.read_dir(directory.into(), follow, |name, kind| {
                if self.check().is_err() {
                    return ControlFlow::Break(());
                }
                match name {
                    Ok(name) => self.entry(path, here, name, kind),
                    Err(name) => self.foreign(path, here, &name, kind),
                }
                ControlFlow::Continue(())
            });
            match listed {
                Ok(ControlFlow::Break(())) => return Err(Cancelled),
                Ok(ControlFlow::Continue(())) => {}
                Err(error) => {
                    let priority = self.filter.wanted(here).unwrap_or_default();
                    self.push(self.file(directory.to_owned(), 0, priority, Some(error)));
                }
            }
        }
        let preference = |pending: &Pending| match pending {
            Pending::Document(file) => file.preference(self.search.served.suffixes),
            Pending::Directory(..) => 0,
        };
        self.pending[first..].sort_unstable_by(|a, b| {
            let paths = b.path()[path.len()..].cmp(&a.path()[path.len()..]);
            paths.then_with(|| preference(b).cmp(&preference(a)))
        });
        Ok(())
    }

    /// Looks up a literal name with the state of it, and the templates of it.
    fn look_up(
        &mut self,
        path: &str,
        name: &str,
        here: &MatchState,
        literals: &BTreeMap<&str, MatchState>,
    ) {
        // It may be the template of another literal name.
        let document = self.filter.template(name).map(|(document, _)| document);
        let found = match document.and_then(|document| literals.get(document)) {
            Some(other) => self.look_at(path, &here.union(other), name),
            None => self.look_at(path, here, name),
        };
        let matched = self.filter.set().match_document(here, Group::Wanted, name);
        // A plain file is preferred to its templates; a template is not.
        if found && document.is_none() || matched.is_none() {
            return;
        }
        for suffix in self.search.served.suffixes {
            let template = format!("{name}{suffix}");
            if !literals.contains_key(&*template) {
                self.look_at(path, here, &template);
            }
        }
    }

    /// Takes what is at a name, and returns whether that is not a directory.
    fn look_at(&mut self, path: &str, here: &MatchState, name: &str) -> bool {
        let at = Utf8PathBuf::from(format!("{path}{name}"));
        match self.sandbox.file_type(&at) {
            Ok(None) => false,
            Ok(Some(kind)) => {
                self.entry(path, here, name, kind);
                match kind {
                    FileType::Symlink => self.sandbox.target_type(&at) != Ok(FileType::Directory),
                    kind => kind != FileType::Directory,
                }
            }
            Err(error) => {
                let priority = self.filter.wanted(here).unwrap_or_default();
                self.unreadable(path, here, name, priority, error);
                true
            }
        }
    }

    /// Takes an entry, if it or what is in it can match.
    fn entry(&mut self, path: &str, here: &MatchState, name: &str, kind: FileType) {
        match kind {
            FileType::Directory => self.directory(path, here, name, EntryType::Directory),
            FileType::RegularFile => self.leaf(path, here, name, None),
            FileType::Symlink => {
                let below = self
                    .filter
                    .set()
                    .priority_below(here, name, EntryType::Link);
                if below.is_none() && self.filter.find(here, name).is_none() {
                    return self.linked_folder(path, here, name);
                }
                let at = Utf8PathBuf::from(format!("{path}{name}"));
                match self.sandbox.target_type(&at) {
                    Ok(FileType::Directory) => self.directory(path, here, name, EntryType::Link),
                    Ok(FileType::RegularFile) => self.leaf(path, here, name, None),
                    Ok(_) => self.leaf(path, here, name, Some(FileError::NotRegular)),
                    Err(error) => self.leaf(path, here, name, Some(error)),
                }
            }
            _ => self.leaf(path, here, name, Some(FileError::NotRegular)),
        }
    }

    /// Takes a directory, or a link to one, if what is in it can match.
    fn directory(&mut self, path: &str, here: &MatchState, name: &str, by: EntryType) {
        let set = self.filter.set();
        if set.priority_below(here, name, by).is_none() {
            if by == EntryType::Link {
                self.linked_folder(path, here, name);
            }
            return;
        }
        let path = format!("{path}{name}/");
        if let Some(after) = self.after()
            && path.as_str() < after
            && !after.starts_with(&path)
        {
            return;
        }
        if let Some(below) = self.filter.enter(here, name, by) {
            self.pending.push(Pending::Directory(path, below, by));
        }
    }

    /// Takes a link to a folder that a wildcard does not follow, and would enter without the link.
    fn linked_folder(&mut self, path: &str, here: &MatchState, name: &str) {
        let below = (self.filter.set()).priority_below(here, name, EntryType::Directory);
        let entered = || self.filter.enter(here, name, EntryType::Directory);
        let is_wanted = self.page.is_none();
        let Some(priority) = below.filter(|_| is_wanted && entered().is_some()) else {
            return;
        };
        let at = Utf8PathBuf::from(format!("{path}{name}"));
        let error = match self.sandbox.target_type(&at) {
            Ok(FileType::Directory) => {
                let to = self.sandbox.resolved(&at).ok();
                let to = to.and_then(|to| normal(to.as_str())).unwrap_or_default();
                FileError::LinkedFolder { to }
            }
            Err(FileError::Outside) if self.sandbox.leads_to_folder(&at) => {
                FileError::LinkedOutside
            }
            _ => return,
        };
        self.unreadable(path, here, name, priority, error);
    }

    /// Takes a name that is not a directory: a document, or where a directory is meant.
    fn leaf(&mut self, path: &str, here: &MatchState, name: &str, error: Option<FileError>) {
        if let Some((priority, suffix)) = self.filter.find(here, name) {
            let passed = self.after().and_then(|after| after.strip_prefix(path));
            if passed.is_none_or(|after| &name[..name.len() - suffix] > after) {
                let file = self.file(format!("{path}{name}"), suffix, priority, error);
                self.pending.push(Pending::Document(file));
            }
        } else if let Some(priority) = self
            .filter
            .set()
            .priority_below(here, name, EntryType::Link)
        {
            // Whether a category with `nested` has other files is not said.
            let is_file = matches!(error, None | Some(FileError::NotRegular));
            if is_file && !self.filter.is_named(name) {
                return;
            }
            let error = error.unwrap_or(FileError::NotDirectory);
            self.unreadable(path, here, name, priority, error);
        }
    }

    /// Takes a name that is not UTF-8: it can be reported, and not asked for.
    fn foreign(&mut self, path: &str, here: &MatchState, name: &NonUtf8Name, kind: FileType) {
        let at = format!("{path}{}", name.shown);
        let name = &*name.matched;
        let matched = if kind == FileType::Directory {
            let below = (self.filter.set()).priority_below(here, name, EntryType::Directory);
            let served = self
                .filter
                .enter(here, name, EntryType::Directory)
                .is_some();
            below.filter(|_| served).map(|priority| (priority, 0))
        } else {
            self.filter.find(here, name)
        };
        if let Some((priority, suffix)) = matched {
            let file = self.file(at, suffix, priority, Some(FileError::Name));
            self.pending.push(Pending::Document(file));
        }
    }

    /// Takes a name that cannot be entered or looked up, if that may be reported. It is
    /// not a template, whatever it ends in.
    fn unreadable(
        &mut self,
        path: &str,
        here: &MatchState,
        name: &str,
        priority: usize,
        error: FileError,
    ) {
        if self.filter.may_report(here, name) {
            let file = self.file(format!("{path}{name}"), 0, priority, Some(error));
            self.pending.push(Pending::Document(file));
        }
    }

    fn file(
        &self,
        path: String,
        suffix: usize,
        priority: usize,
        error: Option<FileError>,
    ) -> FileInfo {
        FileInfo {
            path: Utf8PathBuf::from(path).into_boxed_path(),
            suffix,
            origin: Arc::clone(&self.origin),
            priority,
            error: error.map(Box::new),
        }
    }

    /// Adds a document. Its forms in one directory, by itself and by its templates, follow
    /// each other, the preferred one first: the others are dropped.
    fn push(&mut self, file: FileInfo) {
        let mut others = self.found.iter().rev();
        let last = others.find(|last| !last.is_linked_folder());
        let last = last.filter(|_| file.is_template());
        if last.is_none_or(|last| last.document() != file.document()) {
            self.found.push(file);
        }
    }

    /// Returns the document after which the page begins.
    fn after(&self) -> Option<&str> {
        self.page.and_then(|page| page.after)
    }

    fn check(&self) -> Result<(), Cancelled> {
        (!(self.cancelled)()).then_some(()).ok_or(Cancelled)
    }
}
