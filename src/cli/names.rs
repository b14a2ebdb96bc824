//! What a person at a shell names: a category or a collection, or a path from the current folder.

use crate::cli::here::Here;
use crate::cli::output::quoted;
use crate::documents::pattern::escaped;
use crate::documents::sandbox::FileType;
use crate::project::bound_project::BoundProject;
use crate::server::Server;
use crate::text::paths::{join, normal};
use crate::text::uri::{Location, fragment, split_fragment};

/// A name as tools take it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meant {
    /// A category, a collection, or the URI of a document.
    pub name: String,
    /// The pattern in it, if one was given or a folder is meant.
    pub pattern: Option<String>,
    /// What else a person has to know of the text.
    pub other: Option<String>,
}

/// Reads what a person names. A known name wins, and `NAME/PATH` of a known one; otherwise it is a
/// path from the current folder, as what begins with `./`, `../` or `/` always is, or else from the
/// project's. A path may have a line or a section behind it, and quotes or `@` around it. What
/// nothing has is returned as it is.
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

/// Does what [`meant`] does, in a project and from a folder.
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
    let begins = ["./", "../", "/", ".\\", "..\\"];
    let is_path =
        matches!(given, "." | "..") || begins.iter().any(|begin| given.starts_with(begin));
    if !is_path && server.has_name(bound, given) {
        let other = (reader.kind(given) == Some(FileType::RegularFile)).then(|| file(given));
        return Meant {
            other,
            ..as_given(pattern)
        };
    }
    let from_project = (!is_path).then_some(true);
    for from_project in [Some(false), from_project].into_iter().flatten() {
        for read in readings(given) {
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
    let folder = reader.folder(given, pattern.as_deref());
    folder.unwrap_or_else(|| {
        let is_file = reader.kind(given) == Some(FileType::RegularFile);
        Meant {
            other: is_file.then(|| format!("{} is a file that no category serves.", quoted(given))),
            ..as_given(pattern)
        }
    })
}

/// Says that a file has the same name, and how to ask for it.
fn file(given: &str) -> String {
    let path = quoted(&format!("./{given}"));
    format!("{} is also a file. To read that: {path}", quoted(given))
}

/// A text as a path, and the section that is meant.
struct Read<'g> {
    path: &'g str,
    section: ReadSection,
}

enum ReadSection {
    Whole,
    Slug(String),
    /// The line in it, from 1.
    Line(usize),
}

/// Returns what a text may mean, the plainest first.
fn readings(given: &str) -> Vec<Read<'_>> {
    let plain = given.strip_prefix('@').unwrap_or(given);
    let quotes = ['`', '\'', '"'];
    let within = |quote: &char| plain.strip_prefix(*quote)?.strip_suffix(*quote);
    let plain = quotes.iter().find_map(within).unwrap_or(plain);
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
    /// Returns what is at a path from the current folder.
    fn kind(&self, given: &str) -> Option<FileType> {
        let path = self.here.project_path(given)?;
        self.bound.folder().target_type((*path).into()).ok()
    }

    /// Returns the document of `CATEGORY/PATH`, with the longest name that is known.
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

    /// Returns the document at a path from the current folder, or from the project's.
    fn by_path(&self, read: &Read<'_>, from_project: bool) -> Option<Location<'static>> {
        let path = match from_project {
            true => normal(read.path)?,
            false => self.here.project_path(read.path)?,
        };
        self.server.document_at(self.bound, &path)
    }

    /// Returns the URI of a document, and of its section.
    fn uri(&self, location: &Location<'static>, read: &Read<'_>) -> String {
        let uri = self.server.table.formats.locations.category.build(location);
        let slug = match &read.section {
            ReadSection::Whole => None,
            ReadSection::Slug(slug) => Some(slug.clone()),
            ReadSection::Line(line) => self.server.section_at(self.bound, location, *line),
        };
        slug.map_or(uri.clone(), |slug| uri + &fragment(&slug))
    }

    /// Returns what is in a folder, as a pattern in the category that holds it.
    fn folder(&self, given: &str, pattern: Option<&str>) -> Option<Meant> {
        let path = self.here.project_path(given)?;
        if self.bound.folder().target_type((*path).into()) != Ok(FileType::Directory) {
            return None;
        }
        let (name, within) = self.server.folder_at(self.bound, &path)?;
        let pattern = match (&*within, pattern) {
            ("", pattern) => pattern.map(str::to_owned),
            (within, pattern) => Some(join(escaped(within), pattern.unwrap_or("**"))),
        };
        Some(Meant {
            name,
            pattern,
            other: None,
        })
    }
}
