//! The documents of a folder by their names, and what beside them must not be served.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};

use crate::documents::error::{FileError, Unreadable};
use crate::documents::pattern::{Pattern, escaped};
use crate::documents::sandbox::FileType;
use crate::documents::survey::ScanEntry;
use crate::text::paths::join;

/// The hidden directory that is read, only at the top.
pub(super) const GITHUB: &str = ".github";
/// The file that marks a virtual environment of Python.
const ENVIRONMENT: &str = "pyvenv.cfg";
/// Directories of third-party or generated files, of secrets, and of what people fill in.
const SKIPPED_DIRECTORIES: &str = "__fixtures__ __pycache__ __snapshots__ bower_components build \
    coverage credentials discussion_template dist fixtures htmlcov issue_template licenses \
    node_modules pods private pull_request_template secrets site-packages target testdata \
    third-party third_party vendor venv virtualenv";
/// Directories in and below which a `.txt` file is a document; elsewhere it is data, unless its
/// name is in capitals.
const DOCUMENTATION: &str = "doc docs documentation rfcs";
/// Names of documents with secrets, without punctuation.
const SECRETS: &str = "apikey apikeys credential credentials passwd password passwords \
    recoverycodes secret secrets token tokens";
/// What people fill in.
const TEMPLATES: &str = "bug_report feature_request issue_template pull_request_template";
/// `.txt` files that programs read.
const PROGRAM_FILES: &str = "cmakelists constraints humans robots";
/// The beginnings of licences' names in capitals.
const LICENCES: &str = "COPYING LICENCE LICENSE NOTICE PATENTS THIRD UNLICENSE";

/// The format of a document, in the order of patterns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum DocumentFormat {
    /// A `README` without an extension.
    Plain,
    Markdown,
    Rest,
    AsciiDoc,
    Text,
}

/// What was found in the folder itself, or in a directory in it: a category to be.
#[derive(Debug, Default)]
pub(super) struct DirectoryScan {
    /// Its documents, by their paths from here.
    pub documents: BTreeSet<Utf8PathBuf>,
    /// Links with names of documents.
    pub links: BTreeSet<Utf8PathBuf>,
    /// What must not be served, and a pattern could match.
    pub skipped: BTreeSet<Skipped>,
    /// Patterns of rule files, which a category of their own serves.
    pub left_to_rules: Vec<String>,
}

/// What must not be served.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Skipped {
    /// Everything that a pattern matches, if the category finds a file of this name; without
    /// a name always.
    Pattern(String, Option<String>),
    /// A file, by its path from the category.
    File(Utf8PathBuf),
    /// A directory, by its path from the category.
    Directory(Utf8PathBuf),
}

/// The scan of a folder.
#[derive(Debug, Default)]
pub(super) struct FolderScan {
    /// The suffixes that mark a template.
    pub suffixes: Vec<String>,
    /// What was found, by the first name of its path; the folder's own has none.
    pub directories: BTreeMap<String, DirectoryScan>,
    /// Hidden directories and links, which are not scanned.
    pub hidden: Vec<Utf8PathBuf>,
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
        let mut known: Vec<(&str, FileType, bool)> = Vec::new();
        for seen in entries {
            match &seen.entry.name {
                Ok(name) => known.push((name, seen.entry.kind, seen.ignored)),
                Err(name) if seen.entry.kind == FileType::Directory => {
                    self.not_utf8.push(Unreadable {
                        path: join(directory, &name.shown),
                        error: FileError::Name,
                    });
                }
                Err(_) => {}
            }
        }
        if !top.is_empty() && known.iter().any(|(name, ..)| *name == ENVIRONMENT) {
            self.skip(top, Skipped::Directory(way.to_owned()));
            return Vec::new();
        }
        let mut below = Vec::new();
        for (name, kind, ignored) in known {
            let is_github = top.is_empty() && kind == FileType::Directory && name == GITHUB;
            let is_folder = matches!(kind, FileType::Directory | FileType::Symlink);
            if name.starts_with('.') && is_folder && !ignored {
                self.hidden.push(join(directory, name).into());
            }
            if name.starts_with('.') && !is_github {
                continue;
            }
            match kind {
                FileType::Directory if is_one_of(SKIPPED_DIRECTORIES, name) => {
                    self.skip(top, Skipped::Pattern(all_called(name), None));
                }
                FileType::Directory if ignored => {
                    self.skip(top, Skipped::Directory(join(way, name).into()));
                }
                FileType::Directory => below.push(name.to_owned()),
                FileType::RegularFile | FileType::Symlink => {
                    if let Some(output) = output_beside(name) {
                        self.skip(top, Skipped::Pattern(all_called(output), None));
                    }
                    let link = kind == FileType::Symlink;
                    self.add_file(top, join(way, name).into(), ignored, link);
                }
                _ => {}
            }
        }
        below
    }

    fn add_file(&mut self, top: &str, path: Utf8PathBuf, ignored: bool, link: bool) {
        let folder = path.parent().unwrap_or(Utf8Path::new(""));
        let file = path.file_name().unwrap_or_default();
        let mut plain = (self.suffixes.iter()).filter_map(|suffix| file.strip_suffix(&**suffix));
        // What excludes a document excludes its template.
        let document = plain.next();
        let name = document.unwrap_or(file);
        let format = document_format(name);
        let is_log = !top.is_empty() && is_in_capitals(name) && name.starts_with("CHANGE");
        if is_skipped_file(name, format) || format.is_some() && is_log {
            let everywhere = if top.is_empty() { "" } else { "**/" };
            let pattern = format!("{everywhere}{}", literal(name));
            let name = (!is_secret(name)).then(|| name.to_owned());
            return self.skip(top, Skipped::Pattern(pattern, name));
        }
        // A call's pattern could match any file beside the folder's documents.
        if ignored && (format.is_some() || top.is_empty()) {
            return self.skip(top, Skipped::File(join(folder, name).into()));
        }
        // A template is served as its document, and does not make a category.
        if format.is_none() || document.is_some() {
            return;
        }
        if format == Some(DocumentFormat::Text)
            && texts_in(top, &path).is_none()
            && !is_in_capitals(name)
        {
            return;
        }
        let found = self.directories.entry(top.to_owned()).or_default();
        match link {
            true => found.links.insert(path),
            false => found.documents.insert(path),
        };
    }

    fn skip(&mut self, top: &str, what: Skipped) {
        let found = self.directories.entry(top.to_owned()).or_default();
        found.skipped.insert(what);
    }
}

/// Returns the pattern of everything in directories of a name.
fn all_called(name: &str) -> String {
    format!("**/{}/**", literal(name))
}

/// Returns the directory, from the category, in and below which a `.txt` file is a document, if
/// it lies in such a one.
pub(super) fn texts_in<'p>(top: &str, path: &'p Utf8Path) -> Option<&'p Utf8Path> {
    if is_one_of(DOCUMENTATION, top) {
        return Some(Utf8Path::new(""));
    }
    let mut folders: Vec<&Utf8Path> = path.ancestors().skip(1).collect();
    folders.reverse();
    let is_documented = |folder: &&Utf8Path| {
        let name = folder.file_name();
        name.is_some_and(|name| is_one_of(DOCUMENTATION, name))
    };
    folders.into_iter().find(is_documented)
}

/// Returns whether a name without its extension has no small letter.
fn is_in_capitals(name: &str) -> bool {
    let stem = Utf8Path::new(name).file_stem().unwrap_or(name);
    !stem.contains(|c: char| c.is_ascii_lowercase())
}

/// Returns the pattern of a path; if that is too long, its last name anywhere.
pub(super) fn exact(path: &Utf8Path) -> String {
    let written = literal(path.as_str());
    match Pattern::parse(&written) {
        Ok(_) => written,
        Err(_) => format!("**/{}", literal(path.file_name().unwrap_or_default())),
    }
}

/// Returns the pattern that matches a string, with `?` for a leading `!`.
pub(super) fn literal(text: &str) -> String {
    let written = escaped(text);
    match written.strip_prefix('!') {
        Some(rest) => format!("?{rest}"),
        None => written,
    }
}

/// Returns the format of a document of this name; `None` if it is not one's.
pub(super) fn document_format(name: &str) -> Option<DocumentFormat> {
    let extension = Utf8Path::new(name).extension().unwrap_or_default();
    match extension.to_ascii_lowercase().as_str() {
        "md" | "markdown" | "mdx" | "mkd" | "mdown" | "qmd" | "rmd" => {
            Some(DocumentFormat::Markdown)
        }
        "rst" => Some(DocumentFormat::Rest),
        "adoc" => Some(DocumentFormat::AsciiDoc),
        "txt" => Some(DocumentFormat::Text),
        _ if name.eq_ignore_ascii_case("readme") => Some(DocumentFormat::Plain),
        _ => None,
    }
}

/// Returns the rank of a document that describes its directory, lower than of any other.
pub(super) fn index_rank(name: &str) -> usize {
    let stem = Utf8Path::new(name).file_stem().unwrap_or(name);
    let mut ranks = ["readme", "index"].iter();
    let rank = ranks.position(|index| stem.eq_ignore_ascii_case(index));
    rank.unwrap_or(usize::MAX)
}

/// Returns whether a file has the name of a document, and must not be served: a licence,
/// what programs read, secrets, and what a pattern `README` matches too.
fn is_skipped_file(name: &str, format: Option<DocumentFormat>) -> bool {
    let stem = Utf8Path::new(name).file_stem().unwrap_or(name);
    let lower = stem.to_ascii_lowercase();
    let read_by_programs = lower.starts_with("requirements")
        || lower.ends_with("requirements")
        || is_one_of(PROGRAM_FILES, stem);
    let capitals = is_in_capitals(name);
    let mut licences = LICENCES.split(' ');
    match format {
        None => lower == "readme",
        Some(DocumentFormat::Text) if read_by_programs => true,
        Some(_) if is_one_of(TEMPLATES, stem) => true,
        Some(_) if capitals && licences.any(|begin| stem.starts_with(begin)) => true,
        Some(_) => matches!(&*lower, "license" | "licence" | "copying") || is_secret(name),
    }
}

/// Returns whether a document of this name holds secrets.
fn is_secret(name: &str) -> bool {
    let stem = Utf8Path::new(name).file_stem().unwrap_or(name);
    let letters: String = stem.chars().filter(|c| c.is_alphanumeric()).collect();
    is_one_of(SECRETS, &letters)
}

/// Returns the directory that a build tool writes beside a file of this name.
fn output_beside(name: &str) -> Option<&'static str> {
    match name {
        "Cargo.toml" => Some("target"),
        "composer.json" | "go.mod" => Some("vendor"),
        "package.json" => Some("node_modules"),
        "pyproject.toml" | "setup.py" => Some("venv"),
        _ => None,
    }
}

fn is_one_of(names: &str, name: &str) -> bool {
    names.split(' ').any(|one| one.eq_ignore_ascii_case(name))
}
