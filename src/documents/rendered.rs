//! Renders the templates of one category; their partials are files of it, too.

use std::collections::HashMap;
use std::sync::Arc;

use camino::Utf8Path;
use serde_json::Value;

use crate::documents::discover::FileInfo;
use crate::documents::error::FileError;
use crate::documents::filter::{PARTIAL, Served};
use crate::documents::sandbox::{Reach, check_nul};
use crate::text::located::Position;
use crate::text::mustache::{self, ParseBudget, RenderError, Rendered, Template, supplied};

/// How a category's templates are rendered.
#[derive(Debug)]
pub struct Templates<'a> {
    /// Which of them may be partials.
    pub served: Served<'a>,
    /// What each of them is given, the last before the first: maps.
    pub context: [&'a Value; 2],
    /// What they are given before that, of the project and the category.
    pub names: [Value; 2],
    /// The most bytes of a template, and of what comes of it.
    pub limit: u64,
}

impl Templates<'_> {
    /// Renders the text of a template that was found, with the values of all templates, and the
    /// path and the name of its document. The output has no NUL, as a document that is read.
    pub fn render(&self, info: &FileInfo, text: String) -> Result<Rendered, FileError> {
        let mut budget = ParseBudget::default();
        let template = Template::parse(info.path.as_str(), text, "", &mut budget);
        let template = template.map_err(|error| located(&info.path, error))?;
        let texts = [("path", info.document()), ("name", info.basename())];
        let document = supplied(&self.context, "document", &texts);
        let extension = info.basename().rsplit_once('.');
        let mut partials = PartialLoader {
            templates: self,
            document: info,
            extension: extension.map(|(_, extension)| format!(".{extension}")),
            budget,
            loaded: HashMap::new(),
            texts: HashMap::new(),
        };
        let Self { context, names, .. } = self;
        let mut failed = None;
        let rendered = mustache::render(
            &template,
            &[context[0], context[1], &names[0], &names[1], &document],
            self.limit,
            &mut |from, name, indent| {
                let loaded = partials.load(from, name, indent);
                loaded.map_err(|error| failed = Some(error)).ok()?
            },
        );
        // What is wrong with a partial has its own place.
        let cause = |error| failed.unwrap_or_else(|| located(&info.path, error));
        let rendered = rendered.map_err(cause)?;
        check_nul(rendered.text.as_bytes())?;
        Ok(rendered)
    }
}

/// Finds the partials of one document.
struct PartialLoader<'a> {
    templates: &'a Templates<'a>,
    document: &'a FileInfo,
    /// The document's extension with its dot.
    extension: Option<String>,
    /// What its partials may still hold.
    budget: ParseBudget,
    /// The partials so far, by the directory of the template that includes them, the name and
    /// the indentation.
    loaded: HashMap<[String; 3], Arc<Template>>,
    /// The texts so far, by the paths: each indentation is another template of the same text.
    texts: HashMap<String, Option<String>>,
}

impl PartialLoader<'_> {
    /// Looks for a partial beside the template that includes it, then in the category's
    /// directory.
    fn load(
        &mut self,
        from: &str,
        name: &str,
        indent: &str,
    ) -> Result<Option<Arc<Template>>, FileError> {
        let beside = from.rfind('/').map_or("", |slash| &from[..=slash]);
        let key = [beside, name, indent].map(str::to_owned);
        if let Some(loaded) = self.loaded.get(&key) {
            return Ok(Some(Arc::clone(loaded)));
        }
        for path in self.paths(beside, name) {
            if let Some(template) = self.parse(&path, indent)? {
                let template = Arc::new(template);
                self.loaded.insert(key, Arc::clone(&template));
                return Ok(Some(template));
            }
        }
        Ok(None)
    }

    /// Returns the paths that a partial may have, the preferred first.
    fn paths(&self, beside: &str, name: &str) -> Vec<String> {
        if name.split('/').any(|name| matches!(name, "" | "." | "..")) {
            return Vec::new();
        }
        let (below, name) = name.split_at(name.rfind('/').map_or(0, |slash| slash + 1));
        let partial = format!("{PARTIAL}{name}");
        let mut paths = Vec::new();
        for directory in [beside, ""].into_iter().take(1 + beside.len().min(1)) {
            for name in [&*partial, name] {
                for extension in self.extension.as_deref().into_iter().chain([""]) {
                    let suffixes = self.templates.served.suffixes.iter();
                    paths.extend(
                        suffixes.map(|suffix| [directory, below, name, extension, suffix].concat()),
                    );
                }
            }
        }
        paths
    }

    /// Parses a partial; `None` if it is not there or may not be one.
    fn parse(&mut self, path: &str, indent: &str) -> Result<Option<Template>, FileError> {
        if !self.texts.contains_key(path) {
            self.texts.insert(path.to_owned(), self.text(path)?);
        }
        let Some(text) = self.texts.get(path).cloned().flatten() else {
            return Ok(None);
        };
        let template = Template::parse(path, text, indent, &mut self.budget);
        (template.map(Some)).map_err(|error| located(&self.document.path, error))
    }

    /// Reads a partial; `None` if it is not there or may not be one.
    fn text(&self, path: &str) -> Result<Option<String>, FileError> {
        let Templates { served, limit, .. } = self.templates;
        let (tree, at) = (&self.document.origin.tree, Utf8Path::new(path));
        // Where a file system folds names, the filter knows only the one that its folder lists.
        if !served.allows(path) || !tree.is_exact(at) {
            return Ok(None);
        }
        let opened = tree.open(at, Reach::Beneath);
        if let Err(FileError::Missing | FileError::NotDirectory | FileError::TooLong) = opened {
            return Ok(None);
        }
        let text = opened.and_then(|opened| opened.text(*limit));
        let mut text = text.map_err(|reason| FileError::Partial {
            partial: path.to_owned(),
            reason: Box::new(reason),
        })?;
        // A byte order mark may begin a file, but not the middle of one.
        if text.starts_with('\u{feff}') {
            text.remove(0);
        }
        Ok(Some(text))
    }
}

/// Returns the error of a template of a document, with its place.
fn located(document: &Utf8Path, error: RenderError) -> FileError {
    let RenderError {
        path,
        position,
        kind,
    } = error;
    let reason = FileError::Mustache(kind);
    let template = match position {
        Some(Position { line, column }) => FileError::Template {
            reason: Box::new(reason),
            line,
            column,
        },
        None => reason,
    };
    if path == document.as_str() {
        return template;
    }
    FileError::Partial {
        partial: path,
        reason: Box::new(template),
    }
}
