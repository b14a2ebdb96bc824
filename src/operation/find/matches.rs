//! The documents that match under a name.

mod into_error;

use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::Arc;

use indexmap::IndexSet;

use crate::documents::dir_error::DirError;
use crate::documents::discover::{Discovered, FileInfo, discover, intersect};
use crate::documents::document_error::{DocumentError, Unreadable};
use crate::documents::sandbox::Identity;
use crate::operation::OperationContext;
use crate::operation::OperationError;
use crate::operation::call::{DocumentRef, NameRef, Selection};
use crate::operation::error::{Item, Missing};
use crate::operation::find::category_part::{CategoryPart, parts};
use crate::operation::find::named::Named;
use crate::operation::kind::{Kind, NameKind};
use crate::operation::note::PatternReading;
use crate::text::paths::join;
use crate::text::truncated::Truncated;
use rule_files::pattern::Pattern;

/// The documents that match under a name, in order and each once.
#[derive(Debug)]
pub struct Matches {
    pub name: String,
    pub kind: Kind,
    /// The documents, grouped by walk and by member of a collection.
    pub categories: Vec<CategoryMatches>,
    /// The members and categories that cannot be searched, each once.
    pub missing: IndexSet<Missing>,
    /// The directories of categories that exist but cannot be opened, each once.
    pub unreadable: IndexSet<Unreadable>,
    /// The links to folders that a pattern matches, which are not followed, each once.
    pub linked: IndexSet<Unreadable>,
    /// The patterns that were searched, each once.
    pub patterns: IndexSet<String>,
    /// The names of the categories that do not serve the hidden names that a call's pattern asks
    /// for, each once.
    pub unserved: IndexSet<String>,
    /// The interpretation of the call's pattern.
    pub reading: PatternReading,
    /// Whether messages show a document with its category.
    pub qualified: bool,
    /// Whether any category was opened.
    is_opened: bool,
}

/// The matching documents of one category, for one member of a collection or for the category
/// itself.
#[derive(Debug)]
pub struct CategoryMatches {
    /// The index of the member in its collection.
    pub(in crate::operation) member: usize,
    pub files: Vec<FileInfo>,
}

/// Returns the name of a document as messages show it. If `qualified` is true, the name begins with
/// the category.
pub fn shown(file: &FileInfo, qualified: bool) -> String {
    if qualified {
        format!("{}/{}", file.origin.category, file.path)
    } else {
        file.path.to_string()
    }
}

/// Returns the name of a document, which begins with its category.
pub fn qualified_name(file: &FileInfo) -> String {
    shown(file, true)
}

/// A document, and the value read from it.
pub type DocumentWith<T> = (FileInfo, T);

impl Matches {
    /// Finds the documents that match under a name.
    ///
    /// # Errors
    ///
    /// Returns an error if the name does not exist, a pattern is invalid, or nothing matches.
    pub(in crate::operation) fn find(
        context: &OperationContext<'_>,
        name: &NameRef<'_>,
        selection: &Selection<'_>,
    ) -> Result<Self, OperationError> {
        let matches = Self::all(context, name, selection)?;
        match matches.count() {
            0 => Err(matches.into_error(selection)),
            _ => Ok(matches),
        }
    }

    /// Finds the documents that match under a name, possibly none.
    ///
    /// # Errors
    ///
    /// Returns an error if the name does not exist.
    pub(crate) fn all(
        context: &OperationContext<'_>,
        name: &NameRef<'_>,
        selection: &Selection<'_>,
    ) -> Result<Self, OperationError> {
        let mut matches = Self::with_duplicates(context, name, selection)?;
        // A document can be found twice only by several searches, or through a directory that may
        // be a link.
        let mut patterns = matches.patterns.iter();
        if matches.categories.len() > 1 || patterns.any(|pattern| spells_a_directory(pattern)) {
            matches.drop_known(&mut HashSet::new());
        }
        Ok(matches)
    }

    /// Finds the documents that match under a name. Lists a document under each category that has
    /// it.
    ///
    /// # Errors
    ///
    /// Returns an error if the name does not exist.
    pub(crate) fn with_duplicates(
        context: &OperationContext<'_>,
        name: &NameRef<'_>,
        selection: &Selection<'_>,
    ) -> Result<Self, OperationError> {
        let named = context.named(name)?;
        let kinds: Vec<NameKind> = named.iter().map(|container| container.kind).collect();
        let qualified = kinds.contains(&NameKind::Collection);
        let mut matches = Self::new(&name.name, Kind::of(&kinds), qualified);
        for container in named {
            matches.walk_name(context, container, selection)?;
        }
        Ok(matches)
    }

    /// Creates an empty set of matches for `name`. `qualified` says whether messages show a document
    /// with its category.
    pub(in crate::operation) fn new(name: &str, kind: Kind, qualified: bool) -> Self {
        Self {
            name: name.to_owned(),
            kind,
            categories: Vec::new(),
            missing: IndexSet::new(),
            unreadable: IndexSet::new(),
            linked: IndexSet::new(),
            patterns: IndexSet::new(),
            unserved: IndexSet::new(),
            reading: PatternReading::default(),
            qualified,
            is_opened: false,
        }
    }

    /// Returns the place that was searched, for a message.
    pub fn within(&self) -> Item {
        Item::Within {
            kind: self.kind.within(),
            name: self.name.clone(),
        }
    }

    /// Returns the number of documents and directories that matched, readable or not.
    pub fn count(&self) -> usize {
        let files = self.categories.iter().map(|category| category.files.len());
        self.unreadable.len() + files.sum::<usize>()
    }

    /// Calls `read` with each document, in order, until the call is cancelled. Returns the
    /// directories that cannot be opened, the documents that cannot be read, and the links to
    /// folders.
    pub fn read_each<'m>(
        &'m self,
        context: &OperationContext<'_>,
        mut read: impl FnMut(&'m FileInfo) -> Result<(), DocumentError>,
    ) -> Result<Truncated<Unreadable>, OperationError> {
        let mut unreadable: Truncated<Unreadable> = self.unreadable.iter().cloned().collect();
        for file in self.categories.iter().flat_map(|group| &group.files) {
            context.check_cancelled()?;
            if let Err(error) = read(file) {
                unreadable.push_with(|| Unreadable {
                    path: shown(file, self.qualified),
                    reason: error,
                });
            }
        }
        // The last read may have stopped early because of a cancellation.
        context.check_cancelled()?;
        unreadable.extend(self.linked.iter().cloned());
        Ok(unreadable)
    }

    /// Reads each document as [`Self::read_each`] does. Returns the readable documents with the
    /// values read from them, and everything that is unreadable.
    pub fn into_read<T>(
        self,
        context: &OperationContext<'_>,
        mut read: impl FnMut(&FileInfo) -> Result<T, DocumentError>,
    ) -> Result<(Vec<DocumentWith<T>>, Truncated<Unreadable>), OperationError> {
        let mut kept = Vec::with_capacity(self.count());
        let unreadable = self.read_each(context, |file| {
            kept.push(None);
            let read = read(file)?;
            kept.pop();
            kept.push(Some(read));
            Ok(())
        })?;
        let files = self.categories.into_iter().flat_map(|group| group.files);
        let read = files.zip(kept);
        Ok((
            read.filter_map(|(file, read)| Some((file, read?)))
                .collect(),
            unreadable,
        ))
    }

    /// Searches the category or the members of the collection. The search for a single document
    /// ends when it is found. If the document's path begins with the names of two members, the
    /// longer name is searched first.
    fn walk_name(
        &mut self,
        context: &OperationContext<'_>,
        container: Named<'_>,
        selection: &Selection<'_>,
    ) -> Result<(), OperationError> {
        let (mut parts, missing) = parts(&context.bound.project, container, selection.is_default());
        let exact = |name: &str, document: &DocumentRef<'_>| {
            let path = document.path_in(name, container.kind);
            path.and_then(Pattern::exact)
        };
        for (name, missing) in missing {
            let document = selection.document();
            if document.is_none_or(|document| exact(name, document).is_some()) {
                self.missing.insert(missing);
            }
        }
        if selection.document().is_some() {
            parts.sort_by_key(|part| Reverse(part.name.len()));
        }
        let through = container.kind == NameKind::Collection;
        let collection: Option<Arc<str>> = through.then(|| container.name.into());
        let first = self.categories.len();
        for part in parts {
            let document = selection.document();
            let exact = document.and_then(|document| exact(part.name, document));
            if document.is_some() && (exact.is_none() || self.count() > 0) {
                continue;
            }
            let asked = exact.as_ref().or(selection.pattern());
            self.walk(context, &part, asked, selection, collection.as_ref())?;
        }
        self.categories[first..].sort_by_key(|matches| matches.member);
        Ok(())
    }

    /// Adds the documents that the members of `part` match. If `asked` is given, adds only those
    /// that it matches as well. The documents are in the order of the members, and each one belongs
    /// to the first member that matches it.
    pub(in crate::operation) fn walk(
        &mut self,
        context: &OperationContext<'_>,
        part: &CategoryPart<'_>,
        asked: Option<&Pattern>,
        selection: &Selection<'_>,
        collection: Option<&Arc<str>>,
    ) -> Result<(), OperationError> {
        let (own, rest) = part.own();
        let below = match selection {
            Selection::Names(pattern) | Selection::Listed(pattern) => part.below(pattern),
            _ => None,
        };
        let beside = match selection {
            Selection::Searched => part.beside_skills(),
            _ => Vec::new(),
        };
        let mut patterns = match asked {
            Some(pattern) => vec![(rest.unwrap_or_default(), pattern)],
            None => part.patterns(),
        };
        if selection.document().is_none() {
            let texts = patterns.iter().map(|(_, pattern)| pattern.as_str());
            self.patterns.extend(texts.map(str::to_owned));
        }
        patterns.extend(beside.iter().map(|(member, pattern)| (*member, pattern)));
        patterns.extend((below.iter()).map(|pattern| (rest.unwrap_or_default(), pattern)));
        let sandbox = match context.bound.open(part.category) {
            Ok(sandbox) => sandbox,
            Err(error) => {
                self.add_unopened(part, error);
                return Ok(());
            }
        };
        let named = part.members.iter().filter_map(|(_, own)| *own);
        let mut named = named.chain(below.as_ref().or(asked));
        if !part.category.hidden && named.any(Pattern::reaches_hidden) {
            self.unserved.insert(part.name.to_owned());
        }
        let find = |patterns: &[(usize, &Pattern)]| {
            let texts: Vec<&Pattern> = patterns.iter().map(|(_, pattern)| *pattern).collect();
            let mut walk = context.category_walk(part.name, part.category, &texts);
            walk.collection = collection.cloned();
            let mut found = discover(&sandbox, &walk, context.cancelled)?;
            for file in &mut found.files {
                file.priority = patterns[file.priority].0;
            }
            Ok::<_, OperationError>(found)
        };
        let Discovered { mut files, links } = find(&patterns)?;
        self.linked.extend(links.into_iter().map(|link| Unreadable {
            path: if self.qualified {
                join(part.name, &*link.path)
            } else {
                link.path.to_string()
            },
            reason: link.reason(),
        }));
        if let Some(pattern) = asked {
            match selection {
                // An unreadable directory or a link on the way to the path is not the document.
                Selection::Document(_) => files.retain(|file| {
                    pattern.matches(file.document()) || pattern.matches(file.path.as_str())
                }),
                Selection::Names(_) => {
                    self.narrow(part, pattern, &mut files);
                    self.note_reading(pattern, &files);
                }
                Selection::Listed(_) => self.note_reading(pattern, &files),
                Selection::Pattern(_) | Selection::Defaults | Selection::Searched => {}
            }
            if !own.is_empty() && !files.is_empty() {
                files = intersect(files, find(&own)?.files, rest);
            }
        }
        self.add(files);
        Ok(())
    }

    /// Records that the directory of a category cannot be opened.
    fn add_unopened(&mut self, part: &CategoryPart<'_>, error: DirError) {
        let path = part.category.dir.to_string();
        if error.is_missing() {
            self.missing.insert(Missing::Directory {
                path,
                name: part.name.to_owned(),
                reason: error,
            });
        } else {
            self.unreadable.insert(Unreadable {
                path,
                reason: error.into(),
            });
        }
    }

    /// Removes from `files` the documents whose names do not end as the default patterns or
    /// `pattern` do. Records the endings.
    fn narrow(&mut self, part: &CategoryPart<'_>, pattern: &Pattern, files: &mut Vec<FileInfo>) {
        if let Some(endings) = part.endings(pattern) {
            let before = files.len();
            let ends = |path: &str| endings.iter().any(|ending| path.ends_with(ending));
            files.retain(|file| file.error.is_some() || ends(file.document()));
            if files.len() < before {
                let endings = endings.into_iter().map(str::to_owned);
                self.reading.endings.extend(endings);
            }
        }
    }

    /// Records how `pattern` was interpreted, if it matched documents in folders.
    fn note_reading(&mut self, pattern: &Pattern, files: &[FileInfo]) {
        if files.iter().any(|file| file.path.as_str().contains('/')) {
            self.reading.pattern = pattern.read_as();
        }
    }

    /// Adds the documents of one walk, grouped by member.
    fn add(&mut self, files: Vec<FileInfo>) {
        self.is_opened = true;
        for file in files {
            let member = file.priority;
            let is_same = |group: &CategoryMatches| {
                let walk = group.files.first().map(|file| &file.origin);
                group.member == member
                    && walk.is_some_and(|origin| Arc::ptr_eq(origin, &file.origin))
            };
            match self.categories.last_mut().filter(|last| is_same(last)) {
                Some(last) => last.files.push(file),
                None => self.categories.push(CategoryMatches {
                    member,
                    files: vec![file],
                }),
            }
        }
    }

    /// Removes the documents that are in `seen`, and adds the remaining documents to `seen`. Two
    /// documents are the same if they have the same name in the same directory.
    pub(in crate::operation) fn drop_known(&mut self, seen: &mut HashSet<(Identity, String)>) {
        for group in &mut self.categories {
            // A document that cannot be looked up is kept.
            group.files.retain(|file| {
                let entry = file.origin.tree.entry(&file.path);
                entry.map_or(true, |entry| seen.insert(entry))
            });
        }
    }
}

/// Returns whether `pattern` contains the literal name of a directory. This directory may be a link
/// to another directory, and the pattern may then find a document under two names.
pub(in crate::operation) fn spells_a_directory(pattern: &str) -> bool {
    let mut directories = pattern.split('/').rev().skip(1);
    directories.any(|component| !component.contains(['*', '?', '[']))
}
