//! From a name to everything that matches under it.

use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;

use indexmap::IndexSet;

use crate::documents::discover::{FileInfo, IdentityCache};
use crate::documents::error::{FileError, Unreadable};
use crate::documents::sandbox::{Identity, Sandbox};
use crate::operation::Request;
use crate::operation::error::{Error, MissingCause, Scope};
use crate::operation::members::{CategoryPart, CollectionEntry, entries};
use crate::operation::outcome::{Missing, Notes, Stop};
use crate::project::guide::Category;
use crate::spec::SearchKind;
use crate::text::truncated::Truncated;

/// What matches under a name, in order, each document once.
#[derive(Debug)]
pub struct Matches {
    /// The name.
    pub name: String,
    /// What it is.
    pub scope: Scope,
    /// What matched in the categories; in one of a collection by the members that find it.
    pub categories: Vec<CategoryMatches>,
    /// What the collection names and does not get, each once.
    pub missing: IndexSet<Missing>,
    /// Directories of categories that exist and cannot be opened, each once.
    pub unreadable: IndexSet<Unreadable>,
    /// The patterns that were searched, each once.
    pub patterns: IndexSet<String>,
    /// The categories that do not serve the hidden names for which a call's pattern
    /// asks, each once.
    pub unserved: IndexSet<String>,
    /// Whether documents are told apart only with their category's name.
    pub qualified: bool,
    /// How many categories were opened, each as often as it was searched.
    pub searches: usize,
}

/// What one member of a collection matches in a category, or a call there.
#[derive(Debug)]
pub struct CategoryMatches {
    /// Which search of a category found it.
    pub search: usize,
    pub sandbox: Rc<Sandbox>,
    pub files: Vec<FileInfo>,
}

/// The name of a document in messages.
pub fn shown(file: &FileInfo, qualified: bool) -> String {
    if qualified {
        format!("{}/{}", file.origin.category, file.path)
    } else {
        file.path.to_string()
    }
}

impl Matches {
    /// Finds the name, and what matches under it.
    ///
    /// # Errors
    ///
    /// `not_found`, `invalid_pattern`, or `no_matches` where nothing matched.
    pub(super) fn find(request: &Request<'_>, name: &str) -> Result<Self, Stop> {
        let mut matches = Self::with_duplicates(request, name)?;
        matches.drop_duplicates();
        if matches.count() == 0 {
            return Err(matches.none(request));
        }
        Ok(matches)
    }

    /// Finds the name and what matches under it, where a document is listed under each
    /// category that has it.
    ///
    /// # Errors
    ///
    /// `not_found` or `invalid_pattern`.
    pub(crate) fn with_duplicates(request: &Request<'_>, name: &str) -> Result<Self, Stop> {
        let project = &request.bound.project;
        let searched = |kind| request.search.contains(&kind);
        let collection = project.collections.get(name);
        let collection = collection.filter(|_| searched(SearchKind::Collection));
        let category = project.categories.get(name);
        let category = category.filter(|_| searched(SearchKind::Category));
        let scope = match (collection, category) {
            (None, None) => return Err(not_found(request, name).into()),
            (Some(_), None) => Scope::Collection,
            (None, Some(_)) => Scope::Category,
            (Some(_), Some(_)) => Scope::Either,
        };
        let mut matches = Self::none_of(name, scope, collection.is_some());
        for kind in request.search {
            match (kind, collection, category) {
                (SearchKind::Collection, Some(_), _) => {
                    matches.search_collection(request, name)?;
                }
                (SearchKind::Category, _, Some(category)) => {
                    matches.search_category(request, name, category)?;
                }
                _ => {}
            }
        }
        Ok(matches)
    }

    /// Of a name of which nothing was searched yet.
    pub(super) fn none_of(name: &str, scope: Scope, qualified: bool) -> Self {
        Self {
            name: name.to_owned(),
            scope,
            categories: Vec::new(),
            missing: IndexSet::new(),
            unreadable: IndexSet::new(),
            patterns: IndexSet::new(),
            unserved: IndexSet::new(),
            qualified,
            searches: 0,
        }
    }

    /// How many documents and directories matched, readable or not.
    pub fn count(&self) -> usize {
        let files = self.categories.iter().map(|category| category.files.len());
        self.unreadable.len() + files.sum::<usize>()
    }

    fn search_collection(&mut self, request: &Request<'_>, name: &str) -> Result<(), Stop> {
        let entries = entries(request, name);
        let id: Arc<str> = name.into();
        if let Some(wanted) = request.document {
            return self.find_member(request, wanted, entries, &id);
        }
        let mut placed = Vec::new();
        for entry in entries {
            match entry {
                CollectionEntry::Part(part) => {
                    placed.extend(self.search(request, &part, request.pattern, Some(&id))?);
                }
                CollectionEntry::Missing(_, missing) => {
                    self.missing.insert(missing);
                }
            }
        }
        placed.sort_by_key(|(place, _)| *place);
        self.take(placed);
        Ok(())
    }

    fn search_category(
        &mut self,
        request: &Request<'_>,
        name: &str,
        category: &Category,
    ) -> Result<(), Stop> {
        let part = CategoryPart::whole(name, category);
        if let Some(wanted) = request.document {
            return self.find_here(request, wanted, &part);
        }
        let placed = self.search(request, &part, request.pattern, None)?;
        self.take(placed);
        Ok(())
    }

    pub(super) fn take(&mut self, placed: Vec<(usize, CategoryMatches)>) {
        let matches = placed.into_iter().map(|(_, matches)| matches);
        self.categories.extend(matches);
    }

    pub(super) fn not_opened(&mut self, name: &str, category: &Category, error: FileError) {
        let dir = category.dir.to_string();
        if error.is_no_directory() {
            self.missing.insert(Missing::Directory {
                category: name.to_owned(),
                dir,
                error,
            });
        } else {
            self.unreadable.insert(Unreadable { path: dir, error });
        }
    }

    /// Drops what was found already: two documents are one when the directory that
    /// holds them and their name are. The first stays, and with it what it says of
    /// the document.
    fn drop_duplicates(&mut self) {
        let spelled = |pattern: &String| spells_a_directory(pattern);
        if self.categories.len() < 2 && !self.patterns.iter().any(spelled) {
            return;
        }
        self.drop_known(&mut HashSet::new());
    }

    /// The same of those that were seen, and of which all that stay are from now on.
    pub(super) fn drop_known(&mut self, seen: &mut HashSet<(Identity, String)>) {
        for CategoryMatches { sandbox, files, .. } in &mut self.categories {
            let mut identities = IdentityCache::new(sandbox);
            // What cannot be looked up is not dropped.
            files.retain(|file| {
                let identity = identities.get(file);
                identity.is_none_or(|identity| seen.insert(identity))
            });
        }
    }

    /// Why there are none.
    fn none(self, request: &Request<'_>) -> Stop {
        let (scope, name) = (self.scope, &*self.name);
        if self.searches == 0 && !self.missing.is_empty() {
            let invalid = self.missing.iter().find_map(|missing| match missing {
                Missing::Pattern {
                    member,
                    pattern,
                    error,
                } => Some(Error::InvalidPattern {
                    pattern: pattern.clone(),
                    of: Some(member.clone()),
                    error: error.clone(),
                }),
                _ => None,
            });
            return match invalid {
                Some(error) => Stop::failed(error, Notes::incomplete(name, self.missing)),
                None => Stop::from(Error::NotFound {
                    scope,
                    name: name.to_owned(),
                    cause: no_directory(scope, &self.missing),
                }),
            };
        }
        let error = match request.document {
            Some(wanted) => Error::NoDocument {
                scope,
                name: name.to_owned(),
                document: wanted.given.to_owned(),
                nearby: None,
            },
            None => Error::NoMatches {
                scope,
                name: name.to_owned(),
                patterns: self.patterns.into_iter().collect(),
                nearby: None,
            },
        };
        let notes = Notes {
            unserved: self.unserved.into_iter().collect(),
            ..Notes::incomplete(name, self.missing)
        };
        Stop::failed(error, notes)
    }
}

impl Missing {
    fn name(&self) -> &str {
        match self {
            Self::Member(name)
            | Self::Pattern { member: name, .. }
            | Self::Directory { category: name, .. } => name,
        }
    }
}

impl Notes {
    /// The note that a collection is incomplete, where it is.
    pub fn incomplete(collection: &str, missing: IndexSet<Missing>) -> Self {
        let missing: Truncated<Missing> = missing.into_iter().collect();
        Self {
            missing: (!missing.is_empty()).then(|| (collection.to_owned(), missing)),
            ..Self::default()
        }
    }
}

/// Whether a pattern leads through a directory by its name, which may be a link to
/// one that is found by another name too.
fn spells_a_directory(pattern: &str) -> bool {
    let mut components = pattern.split('/').rev();
    components.next();
    components.any(|component| !component.contains(['*', '?', '[']))
}

/// That none of a name's categories has a directory.
fn no_directory(scope: Scope, missing: &IndexSet<Missing>) -> MissingCause {
    match (scope, missing.first()) {
        (Scope::Category, Some(Missing::Directory { dir, error, .. })) => {
            MissingCause::Directory(dir.clone(), error.clone())
        }
        _ => {
            let names = missing.iter().map(|missing| missing.name().to_owned());
            MissingCause::Directories(names.collect())
        }
    }
}

fn not_found(request: &Request<'_>, name: &str) -> Error {
    let project = &request.bound.project;
    let mut valid: IndexSet<&String> = IndexSet::new();
    for kind in request.search {
        match kind {
            SearchKind::Category => valid.extend(project.categories.keys()),
            SearchKind::Collection => valid.extend(project.collections.keys()),
        }
    }
    Error::NotFound {
        scope: match request.search {
            [SearchKind::Category] => Scope::Category,
            [SearchKind::Collection] => Scope::Collection,
            _ => Scope::Either,
        },
        name: name.to_owned(),
        cause: MissingCause::Name {
            valid: valid.into_iter().cloned().collect(),
        },
    }
}
