//! The documents of a folder, by the directories that become categories.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};

use super::name::{self, DocumentFormat, FileKind};
use crate::documents::error::{FileError, Unreadable};
use crate::documents::sandbox::{EntryName, FileType};
use crate::documents::survey::ScanEntry;

/// The most `.txt` files of a directory that are documents; more are data.
const MANY_TEXTS: usize = 50;
/// The hidden directory that is read, only at the top.
pub(super) const GITHUB: &str = ".github";

/// What was found in the folder itself, or in a directory in it: a category to be.
#[derive(Debug, Default)]
pub(super) struct DirectoryScan {
    /// Its documents, by their paths from here.
    pub documents: BTreeMap<Utf8PathBuf, DocumentFormat>,
    /// Links with names of documents.
    pub links: BTreeMap<Utf8PathBuf, DocumentFormat>,
    /// What must not be served, and a pattern could match.
    pub skipped: BTreeSet<Skipped>,
}

/// What must not be served, by its path from the category.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Skipped {
    /// Every directory of this name.
    Named(String),
    /// Every file of this name.
    NamedFile(String),
    /// A directory.
    Directory(Utf8PathBuf),
    /// A file.
    File(Utf8PathBuf),
    /// The `.txt` files in a directory, by the spelling of their extension.
    Texts(Utf8PathBuf, String),
    /// The `.txt` files in and below a directory.
    TextsBelow(Utf8PathBuf, String),
}

/// The scan of a folder.
#[derive(Debug, Default)]
pub(super) struct FolderScan {
    /// The suffixes that mark a template.
    pub suffixes: Vec<String>,
    pub directories: BTreeMap<String, DirectoryScan>,
    /// Directories whose names are not UTF-8, which `guide.yaml` cannot name.
    pub not_utf8: Vec<Unreadable>,
}

impl FolderScan {
    /// Adds the entries of a directory. Returns the directories in it to read next.
    pub fn add(&mut self, directory: &Utf8Path, entries: &[ScanEntry]) -> Vec<String> {
        let (top, way) = match directory.as_str().split_once('/') {
            Some((top, way)) => (top, Utf8Path::new(way)),
            None => (directory.as_str(), Utf8Path::new("")),
        };
        let mut names = entries.iter().filter_map(utf8);
        if !top.is_empty() && names.any(|(name, _)| name == name::ENVIRONMENT) {
            self.skip(top, Skipped::Directory(way.to_owned()));
            return Vec::new();
        }
        let texts = Texts::of(directory, entries);
        let mut below = Vec::new();
        for seen in entries {
            let Some((name, kind)) = utf8(seen) else {
                self.add_not_utf8(directory, seen);
                continue;
            };
            let known = top.is_empty() && kind == FileType::Directory && name == GITHUB;
            if name.starts_with('.') && !known {
                continue;
            }
            let path = way.join(name);
            match kind {
                FileType::Directory if name::is_skipped(name) => {
                    self.skip(top, Skipped::Named(name.to_owned()));
                }
                FileType::Directory if seen.ignored => {
                    self.skip(top, Skipped::Directory(path));
                }
                FileType::Directory => below.push(name.to_owned()),
                FileType::File | FileType::Link => {
                    if let Some(made) = name::output_beside(name) {
                        self.skip(top, Skipped::Named(made.to_owned()));
                    }
                    self.add_file(top, path, seen.ignored, kind == FileType::Link, &texts);
                }
                FileType::Other => {}
            }
        }
        below
    }

    fn add_not_utf8(&mut self, directory: &Utf8Path, seen: &ScanEntry) {
        if let EntryName::NonUtf8(foreign) = &seen.entry.name
            && seen.entry.kind == FileType::Directory
        {
            self.not_utf8.push(Unreadable {
                path: directory.join(&foreign.shown).into_string(),
                error: FileError::Name,
            });
        }
    }

    fn add_file(&mut self, top: &str, path: Utf8PathBuf, ignored: bool, link: bool, texts: &Texts) {
        let name = path.file_name().unwrap_or_default();
        let mut plain = (self.suffixes.iter()).filter_map(|suffix| name.strip_suffix(&**suffix));
        let document = plain.next();
        let format = match name::file_kind(document.unwrap_or(name)) {
            // A call's pattern could match any file beside the folder's documents.
            FileKind::Other if ignored && top.is_empty() => {
                return self.skip(top, Skipped::File(path));
            }
            FileKind::Other => return,
            FileKind::Skipped => {
                let name = document.unwrap_or(name).to_owned();
                return self.skip(top, Skipped::NamedFile(name));
            }
            FileKind::Document(_) if ignored => {
                // What excludes a document excludes its template.
                let path = match document {
                    Some(document) => path.with_file_name(document),
                    None => path,
                };
                return self.skip(top, Skipped::File(path));
            }
            // A template is served as its document, and does not make a category.
            FileKind::Document(_) if document.is_some() => return,
            FileKind::Document(format) => format,
        };
        if format == DocumentFormat::Text
            && let Some(skipped) = texts.skipped(&path)
        {
            return self.skip(top, skipped);
        }
        let found = self.directories.entry(top.to_owned()).or_default();
        match link {
            true => found.links.insert(path, format),
            false => found.documents.insert(path, format),
        };
    }

    fn skip(&mut self, top: &str, what: Skipped) {
        let found = self.directories.entry(top.to_owned()).or_default();
        found.skipped.insert(what);
    }
}

fn utf8(seen: &ScanEntry) -> Option<(&str, FileType)> {
    match &seen.entry.name {
        EntryName::Utf8(name) => Some((name, seen.entry.kind)),
        EntryName::NonUtf8(_) => None,
    }
}

/// Whether the `.txt` files of a directory are documents.
enum Texts {
    Documents,
    /// Data, because there are many.
    Many,
    /// Data of tests, whose directory is this many names down.
    OfTests(usize),
}

impl Texts {
    fn of(directory: &Utf8Path, entries: &[ScanEntry]) -> Self {
        let mut names = directory.as_str().split('/');
        if let Some(at) = names.clone().position(name::is_test_directory) {
            return Self::OfTests(at);
        }
        let is_text = |seen: &&ScanEntry| {
            let name = utf8(seen).filter(|(_, kind)| *kind == FileType::File);
            name.is_some_and(|(name, _)| {
                name::file_kind(name) == FileKind::Document(DocumentFormat::Text)
            })
        };
        let many = entries.iter().filter(is_text).nth(MANY_TEXTS).is_some();
        match many && !names.any(name::is_documentation) {
            true => Self::Many,
            false => Self::Documents,
        }
    }

    /// Returns what is skipped with a `.txt` file, whose path is relative to the category.
    fn skipped(&self, path: &Utf8Path) -> Option<Skipped> {
        let extension = path.extension().unwrap_or_default().to_owned();
        let directory = path.parent().unwrap_or(path);
        match self {
            Self::Documents => None,
            Self::Many => Some(Skipped::Texts(directory.to_owned(), extension)),
            Self::OfTests(at) => {
                // The first name is the category's own.
                let names = directory.as_str().split('/').take(*at);
                let tests = names.collect::<Vec<_>>().join("/");
                Some(Skipped::TextsBelow(tests.into(), extension))
            }
        }
    }
}
