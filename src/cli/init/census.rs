//! What documents a folder holds, and where.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};

use super::name::{self, File, Written};
use crate::documents::fault::{Fault, Unreadable};
use crate::documents::sandbox::{Kind, Name};
use crate::documents::survey::Listed;

/// How many `.txt` files a directory holds at most that is none of data.
const MANY_TEXTS: usize = 50;
/// The hidden directory that is looked into, at the top alone.
pub(super) const GITHUB: &str = ".github";

/// What will be a category: the folder itself, or a directory in it.
#[derive(Debug, Default)]
pub(super) struct Place {
    /// Its documents, by their paths from here.
    pub documents: BTreeMap<Utf8PathBuf, Written>,
    /// Links that are called as documents are.
    pub links: BTreeMap<Utf8PathBuf, Written>,
    /// What is passed over, and would be found.
    pub passed_over: BTreeSet<PassedOver>,
}

/// What is passed over, by its path from the category.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PassedOver {
    /// A directory, wherever one of its name is.
    Named(String),
    /// A file, wherever one of its name is.
    NamedFile(String),
    /// A directory.
    Directory(Utf8PathBuf),
    /// A file.
    File(Utf8PathBuf),
    /// The `.txt` files in a directory, with this extension as it is spelled.
    Texts(Utf8PathBuf, String),
    /// The same, and those below it.
    TextsBelow(Utf8PathBuf, String),
}

/// The places, by the name of the directory; the folder's own is empty.
#[derive(Debug, Default)]
pub(super) struct Census {
    /// The suffixes that mark a template.
    pub suffixes: Vec<String>,
    pub places: BTreeMap<String, Place>,
    /// Directories that `guide.yaml` cannot name.
    pub foreign: Vec<Unreadable>,
}

impl Census {
    /// Takes down what a directory holds; those in it that are to be looked at.
    pub fn take(&mut self, directory: &Utf8Path, entries: &[Listed]) -> Vec<String> {
        let (top, way) = match directory.as_str().split_once('/') {
            Some((top, way)) => (top, Utf8Path::new(way)),
            None => (directory.as_str(), Utf8Path::new("")),
        };
        let mut names = entries.iter().filter_map(utf8);
        if !top.is_empty() && names.any(|(name, _)| name == name::ENVIRONMENT) {
            self.pass_over(top, PassedOver::Directory(way.to_owned()));
            return Vec::new();
        }
        let texts = Texts::of(directory, entries);
        let mut below = Vec::new();
        for seen in entries {
            let Some((name, kind)) = utf8(seen) else {
                self.take_foreign(directory, seen);
                continue;
            };
            let known = top.is_empty() && kind == Kind::Directory && name == GITHUB;
            if name.starts_with('.') && !known {
                continue;
            }
            let path = way.join(name);
            match kind {
                Kind::Directory if name::is_passed_over(name) => {
                    self.pass_over(top, PassedOver::Named(name.to_owned()));
                }
                Kind::Directory if seen.ignored => {
                    self.pass_over(top, PassedOver::Directory(path));
                }
                Kind::Directory => below.push(name.to_owned()),
                Kind::File | Kind::Link => {
                    if let Some(made) = name::made_beside(name) {
                        self.pass_over(top, PassedOver::Named(made.to_owned()));
                    }
                    self.take_file(top, path, seen.ignored, kind == Kind::Link, &texts);
                }
                Kind::Other => {}
            }
        }
        below
    }

    fn take_foreign(&mut self, directory: &Utf8Path, seen: &Listed) {
        if let Name::Foreign(foreign) = &seen.entry.name
            && seen.entry.kind == Kind::Directory
        {
            self.foreign.push(Unreadable {
                path: directory.join(&foreign.shown).into_string(),
                fault: Fault::Name,
            });
        }
    }

    fn take_file(
        &mut self,
        top: &str,
        path: Utf8PathBuf,
        ignored: bool,
        link: bool,
        texts: &Texts,
    ) {
        let name = path.file_name().unwrap_or_default();
        let mut plain = (self.suffixes.iter()).filter_map(|suffix| name.strip_suffix(&**suffix));
        let document = plain.next();
        let written = match name::file(document.unwrap_or(name)) {
            // A call of the folder's category could ask for any file beside its documents.
            File::Other if ignored && top.is_empty() => {
                return self.pass_over(top, PassedOver::File(path));
            }
            File::Other => return,
            File::PassedOver => {
                let name = document.unwrap_or(name).to_owned();
                return self.pass_over(top, PassedOver::NamedFile(name));
            }
            File::Document(_) if ignored => {
                // What excludes a document excludes its template.
                let path = match document {
                    Some(document) => path.with_file_name(document),
                    None => path,
                };
                return self.pass_over(top, PassedOver::File(path));
            }
            // A template is found as its document, and is no reason for a category.
            File::Document(_) if document.is_some() => return,
            File::Document(written) => written,
        };
        if written == Written::Text
            && let Some(passed_over) = texts.passed_over(&path)
        {
            return self.pass_over(top, passed_over);
        }
        let place = self.places.entry(top.to_owned()).or_default();
        match link {
            true => place.links.insert(path, written),
            false => place.documents.insert(path, written),
        };
    }

    fn pass_over(&mut self, top: &str, what: PassedOver) {
        let place = self.places.entry(top.to_owned()).or_default();
        place.passed_over.insert(what);
    }
}

fn utf8(seen: &Listed) -> Option<(&str, Kind)> {
    match &seen.entry.name {
        Name::Utf8(name) => Some((name, seen.entry.kind)),
        Name::Foreign(_) => None,
    }
}

/// What the `.txt` files of a directory are.
enum Texts {
    Documents,
    /// Data, for they are many.
    Many,
    /// Data of the tests in a directory, which this many names lead to.
    OfTests(usize),
}

impl Texts {
    fn of(directory: &Utf8Path, entries: &[Listed]) -> Self {
        let mut names = directory.as_str().split('/');
        if let Some(at) = names.clone().position(name::is_of_tests) {
            return Self::OfTests(at);
        }
        let is_text = |seen: &&Listed| {
            let name = utf8(seen).filter(|(_, kind)| *kind == Kind::File);
            name.is_some_and(|(name, _)| name::file(name) == File::Document(Written::Text))
        };
        let many = entries.iter().filter(is_text).nth(MANY_TEXTS).is_some();
        match many && !names.any(name::is_documentation) {
            true => Self::Many,
            false => Self::Documents,
        }
    }

    /// What a `.txt` file is passed over with; its path is the category's.
    fn passed_over(&self, path: &Utf8Path) -> Option<PassedOver> {
        let extension = path.extension().unwrap_or_default().to_owned();
        let directory = path.parent().unwrap_or(path);
        match self {
            Self::Documents => None,
            Self::Many => Some(PassedOver::Texts(directory.to_owned(), extension)),
            Self::OfTests(at) => {
                // The category's own name is the first.
                let names = directory.as_str().split('/').take(*at);
                let tests = names.collect::<Vec<_>>().join("/");
                Some(PassedOver::TextsBelow(tests.into(), extension))
            }
        }
    }
}
