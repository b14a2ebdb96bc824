//! Templates of one category, rendered: their partials are files of it, too.

use std::collections::HashMap;
use std::sync::Arc;

use camino::Utf8Path;
use serde_json::Value;

use crate::documents::discover::FileInfo;
use crate::documents::document::{OpenDocument, nul};
use crate::documents::error::FileError;
use crate::documents::filter::{DocumentFilter, FilterRules, PARTIAL};
use crate::documents::sandbox::Sandbox;
use crate::text::mustache::{self, Included, ParseBudget, Rendered, Stop, Template, Why, supplied};
use crate::text::yaml::Place;

/// How many steps of a rendering it takes to look for a file, and to find a partial
/// that is known.
const LOOK: usize = 256;
const KNOWN: usize = 8;
/// How many bytes of a file are read in a step.
const READ: usize = 16;

/// A variable of a template that has no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// The document in whose template it stands, as it is told.
    pub path: String,
}

/// How a category's templates are rendered.
#[derive(Debug)]
pub struct Templates<'a> {
    /// The category's files.
    pub files: &'a Sandbox,
    /// Which of them may be partials.
    pub served: FilterRules<'a>,
    /// The suffixes that mark a template, the preferred first.
    pub suffixes: &'a [String],
    /// What each of them is given, the last before the first: maps.
    pub context: [&'a Value; 2],
    /// What they are given before that, of the project and the category.
    pub names: [Value; 2],
    /// The most bytes of a template, and of what comes of it.
    pub limit: u64,
}

impl Templates<'_> {
    /// Renders a template that was found, with what all are given, and the path and
    /// the name of its document.
    ///
    /// # Errors
    ///
    /// What [`OpenDocument`] says of it; [`FileError::Template`] or [`FileError::Partial`]
    /// where it comes to no text; [`FileError::Binary`] where that holds a NUL.
    pub fn render(&self, info: &FileInfo) -> Result<Rendered, FileError> {
        let text = OpenDocument::open(self.files, info, self.limit)?;
        let text = text.read(self.limit)?;
        let path: Arc<str> = info.path.as_str().into();
        let mut budget = ParseBudget::default();
        let template =
            Template::parse(&path, text, &mut budget).map_err(|stop| said(&info.path, stop))?;
        let template = Arc::new(template);
        let texts = [("path", info.document()), ("name", info.basename())];
        let document = supplied(&self.context, "document", &texts);
        let basename = info.basename().rsplit_once('.');
        let mut library = Library {
            of: self,
            document: &info.path,
            extension: basename.map(|(_, extension)| format!(".{extension}")),
            budget,
            filter: None,
            known: HashMap::new(),
        };
        let Self { context, names, .. } = self;
        let rendered = mustache::render(
            Included { path, template },
            &[context[0], context[1], &names[0], &names[1], &document],
            self.limit,
            &mut |from, name| library.partial(from, name),
        );
        let rendered = rendered.map_err(|stop| said(&info.path, stop))?;
        nul(rendered.text.as_bytes())?;
        Ok(rendered)
    }
}

/// The partials of one document.
struct Library<'a> {
    of: &'a Templates<'a>,
    document: &'a Utf8Path,
    /// The document's extension with its dot.
    extension: Option<String>,
    /// What its partials may still hold.
    budget: ParseBudget,
    /// Which files may be partials, once one is asked for.
    filter: Option<DocumentFilter<'a>>,
    /// Those that were found, by the directory they were asked for from and the name.
    known: HashMap<(String, String), Included>,
}

impl Library<'_> {
    /// Looks for a partial beside the template that asks for it, then in the
    /// category's own directory. Returns how many steps it took, too.
    fn partial(&mut self, from: &str, name: &str) -> Result<(Option<Included>, usize), FileError> {
        let beside = from.rfind('/').map_or("", |slash| &from[..=slash]);
        let asked = (beside.to_owned(), name.to_owned());
        if let Some(known) = self.known.get(&asked) {
            return Ok((Some(known.clone()), KNOWN + name.len() / READ));
        }
        let mut steps = 0;
        for path in self.paths(beside, name) {
            steps += LOOK + path.len() / READ;
            if let Some(template) = self.read(&path)? {
                steps += template.bytes() / READ;
                let template = Arc::new(template);
                let path = path.into();
                let found = Included { path, template };
                self.known.insert(asked, found.clone());
                return Ok((Some(found), steps));
            }
        }
        Ok((None, steps))
    }

    /// Where a partial may be, the preferred first.
    fn paths(&self, beside: &str, name: &str) -> Vec<String> {
        // It is looked for by its name alone, and never further up.
        if name.split('/').any(|name| matches!(name, "" | "." | "..")) {
            return Vec::new();
        }
        let (below, name) = match name.rfind('/') {
            Some(slash) => name.split_at(slash + 1),
            None => ("", name),
        };
        let partial = format!("{PARTIAL}{name}");
        let mut paths = Vec::new();
        let places = [beside, ""].into_iter().take(1 + beside.len().min(1));
        for place in places {
            for name in [&*partial, name] {
                for extension in self.extension.as_deref().into_iter().chain([""]) {
                    let suffixes = self.of.suffixes.iter();
                    paths.extend(
                        suffixes.map(|suffix| [place, below, name, extension, suffix].concat()),
                    );
                }
            }
        }
        paths
    }

    /// Reads a partial, if it is there and may be one.
    fn read(&mut self, path: &str) -> Result<Option<Template>, FileError> {
        if !self.allows(path) {
            return Ok(None);
        }
        let included = |reason| FileError::Included {
            partial: path.to_owned(),
            reason: Box::new(reason),
        };
        let (files, limit) = (self.of.files, self.of.limit);
        let opened = OpenDocument::at(files, Utf8Path::new(path), limit);
        if let Err(FileError::Missing | FileError::NotDirectory | FileError::TooLong) = opened {
            return Ok(None);
        }
        let text = opened.and_then(|opened| opened.read(limit));
        let text = text.map_err(included)?;
        // A byte order mark is the beginning of a file, and this is the middle of one.
        let text = match text.strip_prefix('\u{feff}') {
            Some(rest) => rest.to_owned(),
            None => text,
        };
        let template = Template::parse(&path.into(), text, &mut self.budget);
        template.map(Some).map_err(|stop| said(self.document, stop))
    }

    fn allows(&mut self, path: &str) -> bool {
        let of = self.of;
        let filter = &mut self.filter;
        filter
            .get_or_insert_with(|| DocumentFilter::new(&of.served, of.suffixes))
            .allows(path)
    }
}

/// Why a document comes to no text.
fn said(document: &Utf8Path, stop: Stop<FileError>) -> FileError {
    let Place { line, column } = stop.place;
    let reason = match stop.why {
        Why::Template(error) => FileError::Mustache(error),
        // It says more of where it is.
        Why::Other(error @ FileError::Partial { .. }) => return error,
        Why::Other(error) => error,
    };
    let reason = Box::new(reason);
    if *stop.path == *document.as_str() {
        return FileError::Template {
            reason,
            line,
            column,
        };
    }
    FileError::Partial {
        partial: stop.path.to_string(),
        reason,
        line,
        column,
    }
}
