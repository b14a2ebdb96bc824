//! From a name to everything that matches under it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use camino::Utf8Path;
use indexmap::IndexSet;

use super::{Notes, Request, Stop, invalid, unreadable};
use crate::documents::discover::{FileInfo, Search, discover};
use crate::documents::fault::{Fault, Unreadable};
use crate::documents::pattern::Pattern;
use crate::documents::sandbox::Sandbox;
use crate::format::named::Named;
use crate::operation::error::{Error, MissingCause, Scope};
use crate::project::guide::{Category, Collection};
use crate::spec::SearchKind;

/// What matches under a name, in order, each document once.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    /// The categories that were opened.
    pub sources: Vec<Source>,
    /// What the collection names and does not get, each once.
    pub missing: IndexSet<Missing>,
    /// Directories of categories that exist and cannot be opened, each once.
    pub unreadable: IndexSet<Unreadable>,
    /// The patterns that were searched, each once.
    pub patterns: IndexSet<String>,
    /// Whether documents are told apart only with their category's name.
    pub qualified: bool,
}

/// One category's matches.
#[derive(Debug)]
pub(crate) struct Source {
    pub sandbox: Sandbox,
    pub files: Vec<FileInfo>,
}

/// The name of a document in messages.
pub(crate) fn shown(file: &FileInfo, qualified: bool) -> String {
    if qualified {
        format!("{}/{}", file.origin.category, file.path)
    } else {
        file.path.to_string()
    }
}

/// A category that a collection names and that cannot be searched.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Missing {
    /// The project has no such category.
    Category(String),
    /// Its directory does not exist, or is none.
    Directory {
        /// The category.
        category: String,
        /// The directory, as the project spells it.
        dir: String,
        /// What stands there instead.
        fault: Fault,
    },
}

impl Missing {
    fn name(&self) -> &str {
        match self {
            Self::Category(name) | Self::Directory { category: name, .. } => name,
        }
    }
}

impl Gathered {
    /// How many documents and directories matched, readable or not.
    pub fn matched(&self) -> usize {
        self.unreadable.len()
            + self
                .sources
                .iter()
                .map(|source| source.files.len())
                .sum::<usize>()
    }

    /// Drops what was found already: two documents are one when the directory that
    /// holds them and their name are. The first stays, and with it what it says of
    /// the document.
    fn drop_duplicates(&mut self) {
        let spelled = |pattern: &String| spells_a_directory(pattern);
        if self.sources.len() < 2 && !self.patterns.iter().any(spelled) {
            return;
        }
        let mut seen = HashSet::new();
        for Source { sandbox, files } in &mut self.sources {
            let mut directories = HashMap::new();
            files.retain(|file| {
                let (directory, name) = file.stored();
                let identity = match directories.get(directory) {
                    Some(known) => *known,
                    None => {
                        let identity = sandbox.identity(Utf8Path::new(directory)).ok();
                        directories.insert(directory.to_owned(), identity);
                        identity
                    }
                };
                // What cannot be told is not dropped.
                identity.is_none_or(|directory| seen.insert((directory, name.to_owned())))
            });
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

/// Finds the name, and what matches under it.
///
/// # Errors
///
/// `not_found`, `invalid_pattern`, or `no_matches` where nothing matched.
pub(crate) fn gather(request: &Request<'_>, name: &str) -> Result<Gathered, Stop> {
    let project = &request.bound.project;
    let collection = request
        .search
        .contains(&SearchKind::Collection)
        .then(|| project.collections.get(name))
        .flatten();
    let category = request
        .search
        .contains(&SearchKind::Category)
        .then(|| project.categories.get(name))
        .flatten();
    let scope = match (collection, category) {
        (None, None) => return Err(not_found(request, name).into()),
        (Some(_), None) => Scope::Collection,
        (None, Some(_)) => Scope::Category,
        (Some(_), Some(_)) => Scope::Either,
    };
    let mut gathered = Gathered {
        qualified: collection.is_some(),
        ..Gathered::default()
    };
    for kind in request.search {
        match (kind, collection, category) {
            (SearchKind::Collection, Some(collection), _) => {
                search_collection(request, name, collection, &mut gathered)?;
            }
            (SearchKind::Category, _, Some(category)) => {
                search_category(request, name, category, None, &mut gathered)?;
            }
            _ => {}
        }
    }
    gathered.drop_duplicates();
    if gathered.matched() > 0 {
        return Ok(gathered);
    }
    let directories = gathered.missing.len();
    let error = if gathered.sources.is_empty() && directories > 0 {
        let cause = match (scope, gathered.missing.first()) {
            (Scope::Category, Some(Missing::Directory { dir, fault, .. })) => {
                MissingCause::Directory(dir.clone(), fault.clone())
            }
            _ => MissingCause::Directories(
                gathered
                    .missing
                    .iter()
                    .map(|missing| missing.name().to_owned())
                    .collect(),
            ),
        };
        Error::NotFound {
            scope,
            name: name.to_owned(),
            cause,
        }
    } else {
        Error::NoMatches {
            scope,
            name: name.to_owned(),
            patterns: gathered.patterns.into_iter().collect(),
        }
    };
    let notes = match error {
        Error::NoMatches { .. } => notes(name, gathered.missing),
        _ => Notes::default(),
    };
    Err(Stop::failed(error, notes))
}

/// The note that a collection is incomplete, where it is.
pub(crate) fn notes(collection: &str, missing: IndexSet<Missing>) -> Notes {
    let missing: Named<Missing> = missing.into_iter().collect();
    Notes {
        missing: (!missing.is_empty()).then(|| (collection.to_owned(), missing)),
        ..Notes::default()
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

fn search_collection(
    request: &Request<'_>,
    name: &str,
    collection: &Collection,
    gathered: &mut Gathered,
) -> Result<(), Stop> {
    let id: Arc<str> = name.into();
    let mut searched = HashSet::new();
    for member in collection
        .categories
        .iter()
        .filter(|member| searched.insert(*member))
    {
        match request.bound.project.categories.get(member) {
            Some(category) => {
                search_category(request, member, category, Some(&id), gathered)?;
            }
            None => {
                gathered.missing.insert(Missing::Category(member.clone()));
            }
        }
    }
    Ok(())
}

fn search_category(
    request: &Request<'_>,
    name: &str,
    category: &Category,
    collection: Option<&Arc<str>>,
    gathered: &mut Gathered,
) -> Result<(), Stop> {
    let patterns = patterns(request, category)?;
    for pattern in &patterns {
        if !gathered.patterns.contains(pattern.as_str()) {
            gathered.patterns.insert(pattern.as_str().to_owned());
        }
    }
    let sandbox = match request.bound.open(category) {
        Ok(sandbox) => sandbox,
        Err(fault @ (Fault::Missing | Fault::NotDirectory | Fault::Dangling)) => {
            gathered.missing.insert(Missing::Directory {
                category: name.to_owned(),
                dir: category.dir.to_string(),
                fault,
            });
            return Ok(());
        }
        Err(fault) => {
            let directory = unreadable(category.dir.to_string(), fault);
            gathered.unreadable.insert(directory);
            return Ok(());
        }
    };
    let search = Search {
        patterns: &patterns,
        suffixes: &request.table.template_suffixes,
        category: name.into(),
        collection: collection.cloned(),
    };
    let files = discover(&sandbox, &search, request.cancelled)?;
    gathered.sources.push(Source { sandbox, files });
    Ok(())
}

fn patterns<'a>(request: &Request<'a>, category: &'a Category) -> Result<Vec<&'a Pattern>, Stop> {
    if let Some(pattern) = request.pattern {
        return Ok(vec![pattern]);
    }
    category
        .patterns
        .iter()
        .map(|pattern| {
            // Those of a whole file take a second to parse.
            if (request.cancelled)() {
                return Err(Stop::Cancelled);
            }
            let parsed = pattern.parsed();
            parsed.map_err(|error| invalid(pattern.as_str(), error).into())
        })
        .collect()
}
