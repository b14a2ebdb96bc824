//! Which documents a name and a pattern mean, in which order, and what is missing.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::super::glob::Reference;
use super::super::links::{Ends, circles, resolve};
use super::super::served::{Served, asks_for_hidden};
use super::super::walk::{Found, walk, walk_ranked};
use super::members::{Entry, Part, entries};
use super::project::{Category, Dir, Project};
use super::wanted::{Wanted, exactly, names};
use super::words::{ANY, Words, shown};
use super::{Failed, Stop};

/// What is looked for.
#[derive(Debug, Clone, Copy)]
pub struct Search<'a> {
    pub words: &'a Words,
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
    /// Where it is said to be stored.
    pub shown: String,
    /// The same, as the files have it.
    pub qualified: String,
    /// Its path, without the suffix of a template.
    pub document: String,
    pub location: String,
    /// Whether it is rendered.
    pub rendered: bool,
    /// Why it cannot be opened.
    pub fault: Option<String>,
    /// Whether its category delivers documents without their frontmatter.
    pub strips: bool,
}

impl Document {
    /// Where it is.
    pub fn file(&self) -> PathBuf {
        self.root.join(&self.path)
    }

    /// Its media type.
    pub fn media_type<'a>(&self, words: &'a Words) -> &'a str {
        let name = self.document.rsplit('/').next();
        words.media_type(name.unwrap_or_default())
    }
}

/// What matches.
#[derive(Debug, Default)]
pub struct Gathered {
    pub documents: Vec<Document>,
    /// What the name is: a category, a collection or either.
    pub scope: &'static str,
    /// What is said of the members that are missing.
    pub missing: Vec<String>,
    names: Vec<String>,
    /// The first pattern of a member that is none.
    invalid: Option<String>,
    dirs: Vec<String>,
    patterns: Vec<String>,
    /// The categories that do not serve the hidden names that are asked for.
    pub(super) unserved: Vec<String>,
    opened: usize,
    qualified: bool,
}

impl Gathered {
    /// The sentence of what is missing.
    pub fn incomplete(&self, words: &Words, name: &str) -> Option<String> {
        let categories = words.list(&self.missing);
        let values = [("collection", &*shown(name)), ("categories", &*categories)];
        (!self.missing.is_empty()).then(|| words.say("message_categories", &values))
    }
}

/// Everything under a name, each document once, where it is found first.
pub fn gather(search: Search<'_>, name: &str) -> Result<Gathered, Stop> {
    let Search { project, kinds, .. } = search;
    let collection = project
        .collection(name)
        .filter(|_| kinds.contains(&"collection"));
    let category = project
        .category(name)
        .filter(|_| kinds.contains(&"category"));
    let scope = match (collection, category) {
        (Some(_), Some(_)) => "either",
        (Some(_), None) => "collection",
        (None, Some(_)) => "category",
        (None, None) => return Err(unknown(search, name)),
    };
    let mut gathered = Gathered {
        scope,
        qualified: collection.is_some(),
        ..Gathered::default()
    };
    for kind in kinds {
        match (*kind, collection, category) {
            ("collection", Some(_), _) => gathered.collection(search, name)?,
            ("category", _, Some(category)) => {
                let part = Part::whole(category);
                let found = gathered.search(search, &part, None)?;
                gathered
                    .documents
                    .extend(found.into_iter().map(|(_, document)| document));
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
    match gathered.documents.is_empty() {
        false => Ok(gathered),
        true => Err(nothing(search, name, scope, &gathered)),
    }
}

/// Whether the directory of a document can be told: no link leads out of it.
fn directory_inside(document: &Document) -> bool {
    let mut names: Vec<&str> = document.path.split('/').collect();
    names.pop();
    resolve(&document.root, &names).is_ok()
}

impl Gathered {
    fn collection(&mut self, search: Search<'_>, name: &str) -> Result<(), Stop> {
        let Search { words, project, .. } = search;
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
            let said = match entry {
                Entry::Part(part) => {
                    placed.extend(self.search(search, part, Some(name))?);
                    continue;
                }
                Entry::Unknown(text) => {
                    self.names.push(shown(text));
                    words.say("member_unknown", &[("name", &shown(text))])
                }
                Entry::Invalid { text, pattern, .. } => {
                    self.invalid.get_or_insert_with(|| pattern.clone());
                    let values = [("name", &*shown(text)), ("place", ANY), ("reason", ANY)];
                    words.say("member_pattern", &values)
                }
            };
            if !self.missing.contains(&said) {
                self.missing.push(said);
            }
        }
        placed.sort_by_key(|(place, _)| *place);
        self.documents
            .extend(placed.into_iter().map(|(_, document)| document));
        Ok(())
    }

    /// What the members of a category find, each by the place of the first.
    fn search(
        &mut self,
        search: Search<'_>,
        part: &Part<'_>,
        collection: Option<&str>,
    ) -> Result<Vec<(usize, Document)>, Stop> {
        let Search { words, pattern, .. } = search;
        let category = part.category;
        if search.document.is_none() {
            let patterns: Vec<(usize, String)> = match pattern {
                Some(pattern) => vec![(0, pattern.to_owned())],
                None => part.patterns(),
            };
            let wrong = |(_, text): &&(usize, String)| Reference::parse(text).is_err();
            if let Some((_, wrong)) = patterns.iter().find(wrong) {
                return Err(invalid(words, wrong));
            }
            for (_, pattern) in patterns {
                if !self.patterns.contains(&pattern) {
                    self.patterns.push(pattern);
                }
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
        let named = part.own();
        let hidden = |text: &str| asks_for_hidden(text);
        let asked = pattern.is_some_and(hidden)
            || named.iter().any(|(_, text)| hidden(text))
            || (exact.iter().flatten()).any(|name| name.starts_with('.'));
        if asked && !category.hidden && !self.unserved.contains(&category.name) {
            self.unserved.push(category.name.clone());
        }
        let restricted = pattern.is_some() || !named.is_empty() || exact.is_some();
        let served = Served {
            exclude: category.exclude.clone(),
            hidden: (restricted && !category.hidden).then(|| category.patterns.clone()),
            partials: category.render,
        };
        let suffixes = words.suffixes();
        let walked = |patterns: Vec<(usize, String)>| {
            let texts: Vec<String> = patterns.iter().map(|(_, text)| text.clone()).collect();
            let found = walk_ranked(&root, &texts, &suffixes, &served);
            let placed = found
                .into_iter()
                .map(|(rank, found)| (patterns[rank].0, found));
            placed.collect::<Vec<_>>()
        };
        let asked = match (&exact, pattern) {
            (Some(names), _) => exactly(&root, names, &served, &suffixes)
                .into_iter()
                .collect(),
            (None, Some(pattern)) => walk(&root, &[pattern.to_owned()], &suffixes, &served),
            (None, None) => {
                let found = walked(part.patterns());
                return Ok(self.taken(words, &root, category, collection, found));
            }
        };
        let found = part.narrow(asked, walked);
        Ok(self.taken(words, &root, category, collection, found))
    }

    /// The directory of a category; none where that is missing, and is told.
    pub(super) fn root(
        &mut self,
        search: Search<'_>,
        category: &Category,
    ) -> Result<Option<PathBuf>, Stop> {
        let Search { words, project, .. } = search;
        let (root, dir) = project.directory(category);
        let (name, path) = (shown(&category.name), shown(&category.dir));
        match dir {
            Dir::There => {}
            Dir::Undecided => return Err(Stop::Undecided),
            Dir::Missing | Dir::NoDirectory => {
                let reason = words.say("fault_not_directory", &[]);
                let (member, cause) = match dir {
                    Dir::Missing => ("category_directory", "cause_directory"),
                    _ => ("category_unopened", "cause_unopened"),
                };
                let values = [("path", &*path), ("name", &*name), ("reason", &*reason)];
                let said = words.say(member, &values);
                if !self.missing.contains(&said) {
                    self.missing.push(said);
                    self.names.push(name.clone());
                    self.dirs.push(words.say(cause, &values));
                }
                return Ok(None);
            }
        }
        self.opened += 1;
        Ok(Some(root))
    }

    fn taken(
        &self,
        words: &Words,
        root: &Path,
        category: &Category,
        collection: Option<&str>,
        found: Vec<(usize, Found)>,
    ) -> Vec<(usize, Document)> {
        let document = |found: Found| {
            let document = found.path[..found.path.len() - found.suffix].to_owned();
            let path = match self.qualified {
                true => format!("{}/{}", category.name, found.path),
                false => found.path.clone(),
            };
            let fault = (!found.readable).then(|| reason(words, root, &found.path));
            let rendered = category.render && found.path != document;
            Document {
                location: words.location(collection, &category.name, &document),
                shown: shown(&path),
                qualified: path,
                root: root.to_owned(),
                path: found.path,
                rendered,
                document,
                fault,
                strips: category.strips,
            }
        };
        let found = found.into_iter();
        found
            .map(|(place, found)| (place, document(found)))
            .collect()
    }
}

/// Why something that was found cannot be opened.
fn reason(words: &Words, root: &Path, path: &str) -> String {
    let names: Vec<&str> = path.split('/').collect();
    let row = match resolve(root, &names) {
        Err(Ends::Barred) if circles(root, &names) => "fault_loop",
        Err(Ends::Barred) => "fault_outside",
        Err(Ends::Nothing) => "fault_dangling",
        Ok(path) => match fs::symlink_metadata(path) {
            Err(_) => "fault_dangling",
            // It is in the way of a directory.
            Ok(metadata) if metadata.is_file() => "fault_not_directory",
            Ok(_) => "fault_not_regular",
        },
    };
    words.say(row, &[])
}

/// A name that does not exist. Which names are near is not decided here.
fn unknown(search: Search<'_>, name: &str) -> Stop {
    let Search {
        words,
        project,
        kinds,
        ..
    } = search;
    let mut valid: Vec<&str> = Vec::new();
    for kind in kinds {
        let names: Vec<&str> = match *kind {
            "category" => project
                .categories
                .iter()
                .map(|of| of.name.as_str())
                .collect(),
            _ => project
                .collections
                .iter()
                .map(|of| of.name.as_str())
                .collect(),
        };
        for name in names {
            if !valid.contains(&name) {
                valid.push(name);
            }
        }
    }
    let kind = words.say(
        match kinds {
            ["category"] => "kind_category",
            ["collection"] => "kind_collection",
            _ => "kind_either",
        },
        &[],
    );
    // A name of which no letter is in any other is near to none.
    let letters = |text: &str| text.to_lowercase().chars().collect::<HashSet<char>>();
    let far = |valid: &&str| letters(valid).is_disjoint(&letters(name));
    let suggestion = match valid.is_empty() {
        true => words.say("suggestion_empty", &[]),
        false if valid.iter().all(far) => {
            words.say("suggestion_valid", &[("names", &words.quoted(&valid))])
        }
        false => ANY.to_owned(),
    };
    Stop::Failed(Failed::new(
        "not_found",
        words.error(
            "not_found",
            &[
                ("kind", &kind),
                ("name", &shown(name)),
                ("cause", ""),
                ("suggestion", &suggestion),
            ],
        ),
    ))
}

/// What is wrong with a pattern, and where, is the pattern law's.
pub fn invalid(words: &Words, pattern: &str) -> Stop {
    let values = [
        ("pattern", &*shown(pattern)),
        ("place", ANY),
        ("reason", ANY),
        ("help", words.help()),
    ];
    Stop::Failed(Failed::new(
        "invalid_pattern",
        words.error("invalid_pattern", &values),
    ))
}

/// The name exists, and nothing is under it.
fn nothing(search: Search<'_>, name: &str, scope: &str, gathered: &Gathered) -> Stop {
    let words = search.words;
    let shown = shown(name);
    if gathered.opened == 0
        && let Some(pattern) = &gathered.invalid
    {
        let Stop::Failed(failed) = invalid(words, pattern) else {
            unreachable!("a failure");
        };
        return Stop::Failed(failed.with(gathered.incomplete(words, name)));
    }
    if gathered.opened == 0 && !gathered.missing.is_empty() {
        let quoted = gathered
            .names
            .iter()
            .map(|name| words.say("quoted", &[("text", name)]));
        let names = words.list(&quoted.collect::<Vec<_>>());
        let cause = match (scope, gathered.dirs.first()) {
            ("category", Some(cause)) => cause.clone(),
            _ => words.say("cause_directories", &[("names", &names)]),
        };
        let kind = words.say(&format!("kind_{scope}"), &[]);
        let values = [
            ("kind", &*kind),
            ("name", &*shown),
            ("cause", &*cause),
            ("suggestion", ""),
        ];
        return Stop::Failed(Failed::new("not_found", words.error("not_found", &values)));
    }
    let patterns: Vec<&str> = gathered.patterns.iter().map(String::as_str).collect();
    let patterns = match patterns.is_empty() {
        true => words.say("no_patterns", &[]),
        false => words.quoted(&patterns),
    };
    let within = words.say(&format!("in_{scope}"), &[]);
    let (row, error) = match search.document {
        Some(wanted) => {
            let values = [("kind", &*within), ("name", &*shown)];
            let (kind, cause) = (
                words.say("kind_document", &[]),
                words.say("cause_elsewhere", &values),
            );
            let values = [
                ("kind", &*kind),
                ("name", &*super::words::shown(&wanted.given)),
                ("cause", &*cause),
                ("suggestion", ANY),
            ];
            ("not_found", words.error("not_found", &values))
        }
        None => {
            let values = [
                ("kind", &*within),
                ("name", &*shown),
                ("patterns", &*patterns),
                ("nearby", ANY),
            ];
            ("no_matches", words.error("no_matches", &values))
        }
    };
    let unserved: Vec<&str> = gathered.unserved.iter().map(String::as_str).collect();
    let categories = words.quoted(&unserved);
    let hidden = words.say("message_hidden", &[("categories", &categories)]);
    let failed = Failed {
        unserved: (!unserved.is_empty()).then_some(hidden),
        ..Failed::new(row, error)
    };
    Stop::Failed(failed.with(gathered.incomplete(words, name)))
}
