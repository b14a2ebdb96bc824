//! Which documents a name and a pattern mean, in which order, and what is missing.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::super::glob::Reference;
use super::super::links::resolve;
use super::super::served::Served;
use super::super::walk::{Found, walk, walk_ranked};
use super::Stop;
use super::members::{Entry, Part, entries};
use super::project::{Category, Dir, Project};
use super::table::Rows;
use super::wanted::{Wanted, exactly, names};

/// What is looked for.
#[derive(Debug, Clone, Copy)]
pub struct Search<'a> {
    pub rows: &'a Rows,
    pub project: &'a Project,
    /// `category` and `collection`, in this order.
    pub kinds: &'a [&'a str],
    pub pattern: Option<&'a str>,
    pub document: Option<&'a Wanted>,
}

/// A document that matches.
#[derive(Debug)]
pub struct Document {
    pub root: PathBuf,
    /// Where it is stored in its category.
    pub path: String,
    /// Its path, without the suffix of a template.
    pub document: String,
    pub location: String,
    /// Whether it is rendered.
    pub rendered: bool,
    /// Whether it can be opened.
    pub readable: bool,
    /// Whether its category delivers documents without their frontmatter.
    pub strips: bool,
}

impl Document {
    /// Where it is.
    pub fn file(&self) -> PathBuf {
        self.root.join(&self.path)
    }

    /// Its media type.
    pub fn media_type<'a>(&self, rows: &'a Rows) -> &'a str {
        let name = self.document.rsplit('/').next();
        rows.media_type(name.unwrap_or_default())
    }
}

/// What matches.
#[derive(Debug, Default)]
pub struct Gathered {
    pub documents: Vec<Document>,
    /// Whether a member is missing.
    missing: bool,
    /// Whether a member's pattern is none.
    no_pattern: bool,
    /// How many directories there were to search.
    opened: usize,
}

/// Everything under a name, each document once, where it is found first.
pub fn gather(search: Search<'_>, name: &str) -> Result<Gathered, Stop> {
    let Search { project, kinds, .. } = search;
    let collection = project.collection(name).filter(|_| kinds.contains(&"collection"));
    let category = project.category(name).filter(|_| kinds.contains(&"category"));
    if collection.is_none() && category.is_none() {
        return Err(Stop::Failed("not_found"));
    }
    let mut gathered = Gathered::default();
    for kind in kinds {
        match (*kind, collection, category) {
            ("collection", Some(_), _) => gathered.collection(search, name)?,
            ("category", _, Some(category)) => {
                let part = Part::whole(category);
                let found = gathered.search(search, &part, None)?;
                gathered.documents.extend(found.into_iter().map(|(_, document)| document));
            }
            _ => {}
        }
    }
    let mut seen = HashSet::new();
    gathered.documents.retain(|document| {
        let path = document.file();
        let (directory, name) = (path.parent().expect("a parent"), path.file_name());
        let inside = directory_inside(document);
        let identity = fs::metadata(directory).ok().filter(|_| inside);
        let identity = identity.map(|of| (of.dev(), of.ino(), name.map(ToOwned::to_owned)));
        identity.is_none_or(|identity| seen.insert(identity))
    });
    if gathered.documents.is_empty() {
        return Err(Stop::Failed(gathered.nothing(search)));
    }
    Ok(gathered)
}

/// Whether the directory of a document can be told: no link leads out of it.
fn directory_inside(document: &Document) -> bool {
    let mut names: Vec<&str> = document.path.split('/').collect();
    names.pop();
    resolve(&document.root, &names).is_ok()
}

impl Gathered {
    fn collection(&mut self, search: Search<'_>, name: &str) -> Result<(), Stop> {
        let project = search.project;
        let by_default = search.pattern.is_none() && search.document.is_none();
        let mut entries = entries(project, name, by_default);
        if let Some(wanted) = search.document {
            entries.retain(|entry| wanted.in_member(entry.name()).is_some());
            entries.sort_by_key(|entry| Reverse(entry.name().len()));
        }
        let mut placed: Vec<(usize, Document)> = Vec::new();
        for entry in &entries {
            // Of one document there is one.
            if search.document.is_some() && !placed.is_empty() {
                break;
            }
            match entry {
                Entry::Part(part) => placed.extend(self.search(search, part, Some(name))?),
                Entry::Unknown(_) => self.missing = true,
                Entry::Invalid(_) => (self.missing, self.no_pattern) = (true, true),
            }
        }
        placed.sort_by_key(|(place, _)| *place);
        self.documents.extend(placed.into_iter().map(|(_, document)| document));
        Ok(())
    }

    /// What the members of a category find, each by the place of the first.
    fn search(
        &mut self,
        search: Search<'_>,
        part: &Part<'_>,
        collection: Option<&str>,
    ) -> Result<Vec<(usize, Document)>, Stop> {
        let Search { rows, pattern, .. } = search;
        let category = part.category;
        if search.document.is_none() {
            let patterns: Vec<(usize, String)> = match pattern {
                Some(pattern) => vec![(0, pattern.to_owned())],
                None => part.patterns(),
            };
            let mut patterns = patterns.iter();
            if patterns.any(|(_, text)| Reference::parse(text).is_err()) {
                return Err(Stop::Failed("invalid_pattern"));
            }
        }
        // Of one document nothing is looked for where it cannot be.
        let path = match (search.document, collection) {
            (None, _) => None,
            (Some(wanted), Some(_)) => wanted.in_member(&category.name),
            (Some(wanted), None) => (wanted.in_category()).filter(|_| self.documents.is_empty()),
        };
        let exact = path.and_then(names);
        if search.document.is_some() && exact.is_none() {
            return Ok(Vec::new());
        }
        let Some(root) = self.root(search, category)? else {
            return Ok(Vec::new());
        };
        let restricted = pattern.is_some() || !part.own().is_empty() || exact.is_some();
        let served = Served {
            exclude: category.exclude.clone(),
            hidden: (restricted && !category.hidden).then(|| category.patterns.clone()),
            partials: category.render,
        };
        let suffixes = rows.suffixes();
        let walked = |patterns: Vec<(usize, String)>| {
            let texts: Vec<String> = patterns.iter().map(|(_, text)| text.clone()).collect();
            let found = walk_ranked(&root, &texts, &suffixes, &served);
            let placed = found.into_iter().map(|(rank, found)| (patterns[rank].0, found));
            placed.collect::<Vec<_>>()
        };
        let asked = match (&exact, pattern) {
            (Some(names), _) => exactly(&root, names, &served, &suffixes).into_iter().collect(),
            (None, Some(pattern)) => walk(&root, &[pattern.to_owned()], &suffixes, &served),
            (None, None) => {
                let found = walked(part.patterns());
                return Ok(taken(rows, &root, category, collection, found));
            }
        };
        let found = part.narrow(asked, walked);
        Ok(taken(rows, &root, category, collection, found))
    }

    /// The directory of a category; none where that is missing, and is told.
    fn root(&mut self, search: Search<'_>, category: &Category) -> Result<Option<PathBuf>, Stop> {
        let (root, dir) = search.project.directory(category);
        match dir {
            Dir::There => self.opened += 1,
            Dir::Undecided => return Err(Stop::Undecided),
            Dir::Missing => self.missing = true,
        }
        Ok((dir == Dir::There).then_some(root))
    }

    /// The type of the error where the name exists and nothing is under it.
    fn nothing(&self, search: Search<'_>) -> &'static str {
        match self.opened {
            0 if self.no_pattern => "invalid_pattern",
            0 if self.missing => "not_found",
            _ if search.document.is_some() => "not_found",
            _ => "no_matches",
        }
    }
}

fn taken(
    rows: &Rows,
    root: &Path,
    category: &Category,
    collection: Option<&str>,
    found: Vec<(usize, Found)>,
) -> Vec<(usize, Document)> {
    let document = |found: Found| {
        let document = found.path[..found.path.len() - found.suffix].to_owned();
        Document {
            location: rows.location(collection, &category.name, &document),
            root: root.to_owned(),
            rendered: category.render && found.path != document,
            path: found.path,
            document,
            readable: found.readable,
            strips: category.strips,
        }
    };
    let found = found.into_iter();
    found.map(|(place, found)| (place, document(found))).collect()
}
