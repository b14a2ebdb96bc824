//! Which documents a name and a pattern mean, in which order, and what is missing.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::super::glob::Reference;
use super::super::links::{Ends, circles, resolve};
use super::super::served::{Served, asks_for_hidden};
use super::super::walk::{Found, walk};
use super::project::{Category, Dir, Project};
use super::wanted::Wanted;
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
    /// Its path, without the suffix of a template.
    pub document: String,
    pub location: String,
    /// Why it cannot be opened.
    pub fault: Option<String>,
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
    /// What is said of the members that are missing.
    pub missing: Vec<String>,
    names: Vec<String>,
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
    let Search {
        words,
        project,
        kinds,
        ..
    } = search;
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
        qualified: collection.is_some(),
        ..Gathered::default()
    };
    for kind in kinds {
        match (*kind, collection, category) {
            ("collection", Some(collection), _) => {
                let mut members: Vec<&String> = collection.categories.iter().collect();
                if let Some(wanted) = search.document {
                    members.retain(|member| wanted.in_member(member).is_some());
                    members.sort_by_key(|member| Reverse(member.len()));
                }
                let mut seen = HashSet::new();
                for member in members {
                    // Of one document there is one.
                    let found = search.document.is_some() && !gathered.documents.is_empty();
                    if !seen.insert(member) || found {
                        continue;
                    }
                    if let Some(category) = project.category(member) {
                        gathered.search(search, category, Some(name))?;
                    } else {
                        let name = shown(member);
                        gathered.names.push(name.clone());
                        let said = words.say("category_unknown", &[("name", &name)]);
                        gathered.missing.push(said);
                    }
                }
            }
            ("category", _, Some(category)) => gathered.search(search, category, None)?,
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
    fn search(
        &mut self,
        search: Search<'_>,
        category: &Category,
        collection: Option<&str>,
    ) -> Result<(), Stop> {
        let Search { words, pattern, .. } = search;
        if let Some(wanted) = search.document {
            return self.find(search, wanted, category, collection);
        }
        let patterns = match pattern {
            Some(pattern) => vec![pattern.to_owned()],
            None => category.patterns.clone(),
        };
        if let Some(wrong) = patterns.iter().find(|text| Reference::parse(text).is_err()) {
            return Err(invalid(words, wrong));
        }
        for pattern in &patterns {
            if !self.patterns.contains(pattern) {
                self.patterns.push(pattern.clone());
            }
        }
        let Some(root) = self.root(search, category)? else {
            return Ok(());
        };
        let restricted = pattern.filter(|_| !category.hidden);
        let served = Served {
            exclude: category.exclude.clone(),
            hidden: restricted.map(|_| category.patterns.clone()),
            forgotten: None,
        };
        if restricted.is_some_and(asks_for_hidden) && !self.unserved.contains(&category.name) {
            self.unserved.push(category.name.clone());
        }
        for found in walk(&root, &patterns, &words.suffixes(), &served) {
            self.take(words, &root, category, collection, found);
        }
        Ok(())
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

    pub(super) fn take(
        &mut self,
        words: &Words,
        root: &Path,
        category: &Category,
        collection: Option<&str>,
        found: Found,
    ) {
        let document = found.path[..found.path.len() - found.suffix].to_owned();
        let path = match self.qualified {
            true => format!("{}/{}", category.name, found.path),
            false => found.path.clone(),
        };
        let fault = (!found.readable).then(|| reason(words, root, &found.path));
        self.documents.push(Document {
            location: words.location(collection, &category.name, &document),
            shown: shown(&path),
            root: root.to_owned(),
            path: found.path,
            document,
            fault,
        });
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
