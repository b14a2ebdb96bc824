//! Names that a person types at a shell: a category, a collection, or a path relative to the current
//! folder.

use crate::cli::here::{Here, is_path};
use crate::cli::output::quoted;
use crate::documents::escaped_pattern::escaped_pattern;
use crate::documents::file_error::FileError;
use crate::documents::sandbox::FileType;
use crate::project::bound_project::BoundProject;
use crate::server::{Server, unquoted};
use crate::text::location::{Location, fragment, split_fragment};
use crate::text::paths::{join, normal};

/// A name in the form that tools accept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meant {
    /// A category, a collection, or the URI of a document.
    pub name: String,
    /// The pattern in the category or collection, if one was given or if the name is a folder.
    pub pattern: Option<String>,
    /// A message about the name for the person, if there is one.
    pub other: Option<String>,
}

/// Interprets a name that a person typed. A known name takes precedence, followed by `NAME/PATH` with a
/// known name, a path relative to the current folder, and a path relative to the project's folder. A
/// name that begins with `./`, `../` or `/` is always a path relative to the current folder. A path may
/// be followed by a line or a section, may be in quotes, and may begin with `@`. A name that matches
/// nothing is returned unchanged.
pub fn meant(server: &Server, given: &str, pattern: Option<String>) -> Meant {
    match server.bound() {
        Ok(bound) => meant_at(server, &bound, &Here::new(&bound), (given, pattern)),
        Err(_) => Meant {
            name: given.to_owned(),
            pattern,
            other: None,
        },
    }
}

/// Like [`meant`], but for a given project and folder.
pub fn meant_at(
    server: &Server,
    bound: &BoundProject,
    here: &Here,
    (given, pattern): (&str, Option<String>),
) -> Meant {
    let as_given = |pattern| Meant {
        name: given.to_owned(),
        pattern,
        other: None,
    };
    if given.contains("://") {
        return as_given(pattern);
    }
    let reader = NameReader {
        server,
        bound,
        here,
    };
    let is_path = is_path(given);
    if !is_path && server.has_name(bound, given) {
        let other = (reader.kind(given) == Some(FileType::RegularFile)).then(|| file(given));
        return Meant {
            other,
            ..as_given(pattern)
        };
    }
    let plain = unquoted(given.strip_prefix('@').unwrap_or(given));
    let from_project = (!is_path).then_some(true);
    for from_project in [Some(false), from_project].into_iter().flatten() {
        for read in readings(given, &plain) {
            let by_name = (!is_path).then(|| reader.by_name(&read)).flatten();
            let by_path = reader.by_path(&read, from_project);
            let Some(location) = by_name.as_ref().or(by_path.as_ref()) else {
                continue;
            };
            let is_other = by_name.is_some() && by_path.is_some() && by_name != by_path;
            return Meant {
                name: reader.uri(location, &read),
                pattern,
                other: is_other.then(|| file(given)),
            };
        }
    }
    let folder = reader.folder(given, is_path, pattern.as_deref());
    folder.unwrap_or_else(|| Meant {
        other: reader.missing(given, is_path),
        ..as_given(pattern)
    })
}

/// Returns a message that says that `given` is also a file, and how to read that file.
fn file(given: &str) -> String {
    let path = quoted(&format!("./{given}"));
    format!("{} is also a file. To read the file: {path}", quoted(given))
}

/// One way to interpret what a person typed: as a path and a section.
struct Read<'g> {
    path: &'g str,
    section: ReadSection,
}

enum ReadSection {
    Whole,
    Slug(String),
    /// A line of the document, counted from 1.
    Line(usize),
}

/// Returns the possible interpretations of `given`, simplest first. `plain` is `given` without quotes
/// or `@`.
fn readings<'g>(given: &'g str, plain: &'g str) -> Vec<Read<'g>> {
    let mut all = Vec::new();
    for text in [Some(given), Some(plain).filter(|plain| *plain != given)] {
        let Some(text) = text else { continue };
        all.push(Read {
            path: text,
            section: ReadSection::Whole,
        });
        // A line, and perhaps a column: `a.md:12`, `a.md:12:5`.
        let mut rest = text;
        for (end, _) in text.rmatch_indices(':').take(2) {
            let Ok(line) = rest[end + 1..].parse() else {
                break;
            };
            rest = &text[..end];
            all.push(Read {
                path: rest,
                section: ReadSection::Line(line),
            });
        }
        if let Some((path, Some(slug))) = split_fragment(text) {
            all.push(Read {
                path,
                section: ReadSection::Slug(slug),
            });
        }
    }
    all
}

struct NameReader<'r> {
    server: &'r Server,
    bound: &'r BoundProject,
    here: &'r Here,
}

impl NameReader<'_> {
    /// Returns the type of the file at `given`, a path relative to the current folder.
    fn kind(&self, given: &str) -> Option<FileType> {
        let path = self.here.project_path(given)?;
        self.bound.folder().target_type((*path).into()).ok()
    }

    /// Returns the document if the path is `CATEGORY/PATH`. The longest category name that exists is
    /// used.
    fn by_name(&self, read: &Read<'_>) -> Option<Location<'static>> {
        let slashes = read.path.rmatch_indices('/').map(|(at, _)| at);
        let at = slashes.into_iter().find(|at| {
            self.bound
                .project
                .categories
                .contains_key(&read.path[..*at])
        })?;
        let location = Location {
            collection: None,
            category: read.path[..at].to_owned().into(),
            path: read.path[at + 1..].to_owned().into(),
        };
        self.server
            .has_document(self.bound, &location)
            .then_some(location)
    }

    /// Returns the document at a path relative to the current folder or, if `from_project` is true, to
    /// the project's folder.
    fn by_path(&self, read: &Read<'_>, from_project: bool) -> Option<Location<'static>> {
        let path = if from_project {
            normal(read.path)?
        } else {
            self.here.project_path(read.path)?
        };
        self.server.document_at(self.bound, &path)
    }

    /// Returns the URI of a document, including its section if one was given.
    fn uri(&self, location: &Location<'static>, read: &Read<'_>) -> String {
        let uri = self.server.table.formats.locations.category.build(location);
        let slug = match &read.section {
            ReadSection::Whole => None,
            ReadSection::Slug(slug) => Some(slug.clone()),
            ReadSection::Line(line) => self.server.section_at(self.bound, location, *line),
        };
        slug.map_or(uri.clone(), |slug| uri + &fragment(&slug))
    }

    /// Returns the documents in a folder, as a pattern in the category that contains most of them. The
    /// folder may be relative to the current folder, to a category, or to the project's folder.
    fn folder(&self, given: &str, is_path: bool, pattern: Option<&str>) -> Option<Meant> {
        let is_folder = |path: &String| {
            self.bound.folder().target_type((**path).into()) == Ok(FileType::Directory)
        };
        let here = self.here.project_path(given).filter(is_folder);
        let path = here.or_else(|| {
            let of_name = || self.folder_of_name(given).filter(is_folder);
            let of_project = || normal(given).filter(is_folder);
            Some(given).filter(|_| !is_path)?;
            of_name().or_else(of_project)
        })?;
        let found = self.server.folder_at(self.bound, &path)?;
        let others: Vec<String> = found.others.iter().map(|name| quoted(name)).collect();
        let other = (!others.is_empty()).then(|| {
            let (name, others) = (quoted(&found.category), others.join(", "));
            format!(
                "These documents are from the category {name}. Other categories in this \
                 folder: {others}."
            )
        });
        let pattern = match (&*found.path, pattern) {
            ("", pattern) => pattern.map(str::to_owned),
            (within, Some(pattern)) => Some(join(escaped_pattern(within), pattern)),
            (_, None) => Some(found.pattern),
        };
        Some(Meant {
            name: found.category,
            pattern,
            other,
        })
    }

    /// Converts `CATEGORY/FOLDER` to a path relative to the project's folder. Returns `None` if there
    /// is no such category.
    fn folder_of_name(&self, given: &str) -> Option<String> {
        let categories = &self.bound.project.categories;
        let mut ends = given.rmatch_indices('/').map(|(at, _)| at);
        let end = ends.find(|end| categories.contains_key(&given[..*end]))?;
        let dir = self.bound.relative_dir(&categories[&given[..end]])?;
        normal(&join(dir, &given[end + 1..]))
    }

    /// Returns the reason why nothing was found for a path, if the reason is known.
    fn missing(&self, given: &str, is_path: bool) -> Option<String> {
        let shown = quoted(given);
        match (self.here.project_path(given), self.kind(given)) {
            (_, Some(FileType::RegularFile)) => {
                Some(format!("{shown} is a file that no category serves."))
            }
            (_, Some(FileType::Directory)) => {
                Some(format!("{shown} is a folder that no category serves."))
            }
            _ if !is_path => None,
            (None, _) => Some(format!("{shown} is outside the project's folder.")),
            (Some(path), _) => {
                let kind = self.bound.folder().target_type((*path).into());
                let is_missing = kind == Err(FileError::Missing);
                is_missing.then(|| format!("{shown} does not exist."))
            }
        }
    }
}
