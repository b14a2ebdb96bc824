//! From a name to everything that matches under it.

use std::collections::HashSet;
use std::sync::Arc;

use camino::Utf8PathBuf;
use indexmap::IndexSet;

use super::{Notes, Request, Stop, invalid, unreadable};
use crate::discover::{FileInfo, Search, discover};
use crate::error::{Error, Fault, MissingCause, Scope, Unreadable};
use crate::pattern::Pattern;
use crate::project::{Category, Collection};
use crate::sandbox::Sandbox;
use crate::spec::SearchKind;

/// What matches under a name, in order, each document once.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    /// The categories that were opened.
    pub sources: Vec<Source>,
    /// What the collection names and does not get.
    pub missing: Vec<Missing>,
    /// Directories of categories that exist and cannot be opened.
    pub unreadable: Vec<Unreadable>,
    /// The patterns that were searched, each once.
    pub patterns: IndexSet<String>,
    /// Whether documents are told apart only with their category's name.
    pub qualified: bool,
}

/// One category's matches.
#[derive(Debug)]
pub(crate) struct Source {
    pub sandbox: Sandbox,
    /// The path that names the directory alone.
    directory: Utf8PathBuf,
    pub files: Vec<FileInfo>,
}

/// The name of a document in messages.
pub(crate) fn shown(file: &FileInfo, qualified: bool) -> String {
    if qualified {
        format!("{}/{}", file.category, file.path)
    } else {
        file.path.to_string()
    }
}

/// A category that a collection names and that cannot be searched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Missing {
    /// The project has no such category.
    Category(String),
    /// Its directory does not exist.
    Directory {
        /// The category.
        category: String,
        /// The directory, as the project spells it.
        dir: String,
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

    /// Drops what an earlier category found already, by absolute path: the first
    /// occurrence stays, and with it what it says of the document.
    fn drop_duplicates(&mut self) {
        if self.sources.len() < 2 {
            return;
        }
        let mut seen = HashSet::new();
        for Source {
            directory, files, ..
        } in &mut self.sources
        {
            files.retain(|file| seen.insert(format!("{directory}/{}", file.path)));
        }
    }
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
        let cause = match (scope, &gathered.missing[..]) {
            (Scope::Category, [Missing::Directory { dir, .. }]) => {
                MissingCause::Directory(dir.clone())
            }
            (_, missing) => MissingCause::Directories(
                missing
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
pub(crate) fn notes(collection: &str, missing: Vec<Missing>) -> Notes {
    Notes {
        missing: (!missing.is_empty()).then(|| (collection.to_owned(), missing)),
        ..Notes::default()
    }
}

fn not_found(request: &Request<'_>, name: &str) -> Error {
    let project = &request.bound.project;
    let mut valid: IndexSet<String> = IndexSet::new();
    for kind in request.search {
        let names: Vec<&String> = match kind {
            SearchKind::Category => project.categories.keys().collect(),
            SearchKind::Collection => project.collections.keys().collect(),
        };
        for name in names {
            valid.insert(name.clone());
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
            valid: valid.into_iter().collect(),
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
            None => gathered.missing.push(Missing::Category(member.clone())),
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
        Err(Fault::Missing | Fault::NotDirectory | Fault::Dangling) => {
            let missing = Missing::Directory {
                category: name.to_owned(),
                dir: category.dir.to_string(),
            };
            if !gathered.missing.contains(&missing) {
                gathered.missing.push(missing);
            }
            return Ok(());
        }
        Err(fault) => {
            let directory = unreadable(category.dir.to_string(), fault);
            if !gathered.unreadable.contains(&directory) {
                gathered.unreadable.push(directory);
            }
            return Ok(());
        }
    };
    let files = search(request, &sandbox, &patterns, name, collection)?;
    gathered.sources.push(Source {
        sandbox,
        directory: request.bound.directory(category),
        files,
    });
    Ok(())
}

/// The documents of one opened category.
pub(crate) fn search(
    request: &Request<'_>,
    sandbox: &Sandbox,
    patterns: &[&Pattern],
    name: &str,
    collection: Option<&Arc<str>>,
) -> Result<Vec<FileInfo>, Stop> {
    let search = Search {
        patterns,
        suffixes: &request.table.template_suffixes,
        category: name.into(),
        collection: collection.cloned(),
    };
    Ok(discover(sandbox, &search, request.cancelled)?)
}

fn patterns<'a>(request: &Request<'a>, category: &'a Category) -> Result<Vec<&'a Pattern>, Error> {
    if let Some(pattern) = request.pattern {
        return Ok(vec![pattern]);
    }
    category
        .patterns
        .iter()
        .map(|(text, parsed)| parsed.as_ref().map_err(|error| invalid(text, error)))
        .collect()
}
