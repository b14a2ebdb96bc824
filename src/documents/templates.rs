//! Renders the templates of one category. Their partials are also files of the category.

use std::collections::HashMap;
use std::sync::Arc;

use camino::Utf8Path;
use serde_json::Value;

use crate::documents::discover::FileInfo;
use crate::documents::document_error::DocumentError;
use crate::documents::file_error::FileError;
use crate::documents::sandbox::{Reach, check_nul};
use crate::documents::served::{PARTIAL, Served};
use crate::text::mustache::{self, ParseBudget, RenderError, Rendered, Template, supplied};
use rule_files::located::Position;

/// The settings for rendering a category's templates.
#[derive(Debug)]
pub struct Templates<'a> {
    /// The filter for files that may be partials.
    pub served: Served<'a>,
    /// The context of every template, as maps. The last map is searched first.
    pub context: [&'a Value; 2],
    /// The names of the project and the category, as maps that are searched before `context`.
    pub names: [Value; 2],
    /// The maximum size of a template, and of its output, in bytes.
    pub limit: u64,
}

impl Templates<'_> {
    /// Renders `text`, the content of the template `info`. The context also contains the path and
    /// the name of the document. A NUL in the output is an error, as it is in a document that is
    /// read.
    pub fn render(&self, info: &FileInfo, text: String) -> Result<Rendered, DocumentError> {
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
        // An error in a partial already has its own position.
        let cause = |error| failed.unwrap_or_else(|| located(&info.path, error));
        let rendered = rendered.map_err(cause)?;
        check_nul(rendered.text.as_bytes())?;
        Ok(rendered)
    }
}

/// A loader for the partials of one document.
struct PartialLoader<'a> {
    templates: &'a Templates<'a>,
    document: &'a FileInfo,
    /// The extension of the document, including the dot.
    extension: Option<String>,
    /// The remaining budget for parsing partials.
    budget: ParseBudget,
    /// The partials loaded so far, by the directory of the including template, the name of the
    /// partial, and the indentation.
    loaded: HashMap<[String; 3], Arc<Template>>,
    /// The contents of partials read so far, by path. `None` means that there is no partial at the
    /// path. The same content gives a different template for each indentation.
    texts: HashMap<String, Option<String>>,
}

impl PartialLoader<'_> {
    /// Loads the partial `name`, with each line indented by `indent`. Looks for it next to the
    /// template `from` that includes it, then in the category's directory. Returns `None` if it
    /// does not exist.
    fn load(
        &mut self,
        from: &str,
        name: &str,
        indent: &str,
    ) -> Result<Option<Arc<Template>>, DocumentError> {
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

    /// Returns the paths that the partial `name` may have, in order of preference. `beside` is the
    /// directory of the template that includes it.
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

    /// Parses the partial at `path`, with each line indented by `indent`. Returns `None` if it does
    /// not exist or may not be a partial.
    fn parse(&mut self, path: &str, indent: &str) -> Result<Option<Template>, DocumentError> {
        if !self.texts.contains_key(path) {
            self.texts.insert(path.to_owned(), self.text(path)?);
        }
        let Some(text) = self.texts.get(path).cloned().flatten() else {
            return Ok(None);
        };
        let template = Template::parse(path, text, indent, &mut self.budget);
        (template.map(Some)).map_err(|error| located(&self.document.path, error))
    }

    /// Reads the partial at `path`. Returns `None` if it does not exist or may not be a partial.
    fn text(&self, path: &str) -> Result<Option<String>, DocumentError> {
        let Templates { served, limit, .. } = self.templates;
        let (tree, at) = (&self.document.origin.tree, Utf8Path::new(path));
        // On a file system that ignores case, the filter covers only the spelling that the folder
        // lists.
        if !served.allows(path) || !tree.is_exact(at) {
            return Ok(None);
        }
        let opened = tree.open(at, Reach::Beneath);
        if let Err(FileError::Missing | FileError::NotDirectory | FileError::TooLong) = opened {
            return Ok(None);
        }
        let text = opened.and_then(|opened| opened.text(*limit));
        let mut text = text.map_err(|reason| DocumentError::Partial {
            partial: path.to_owned(),
            reason: Box::new(reason.into()),
        })?;
        // A byte order mark may begin a file, but not appear in the middle of one.
        if text.starts_with('\u{feff}') {
            text.remove(0);
        }
        Ok(Some(text))
    }
}

/// Converts an error in rendering the template at `document`, and keeps its position. An error in a
/// partial also gets the partial's path.
fn located(document: &Utf8Path, error: RenderError) -> DocumentError {
    let RenderError {
        path,
        position,
        kind,
    } = error;
    let reason = DocumentError::Mustache(kind);
    let template = match position {
        Some(Position { line, column }) => DocumentError::Template {
            reason: Box::new(reason),
            line,
            column,
        },
        None => reason,
    };
    if path == document.as_str() {
        return template;
    }
    DocumentError::Partial {
        partial: path,
        reason: Box::new(template),
    }
}
