//! What applies to files, for hooks: without a call, and each rule by itself.

use std::collections::BTreeSet;

use camino::Utf8PathBuf;
use uuid::Uuid;

use super::{Server, paths};
use crate::documents::error::FileError;
use crate::documents::sandbox::FileType;
use crate::limits::MAX_GUIDANCE_PATHS;
use crate::operation::Request;
use crate::operation::guidance::find;
use crate::project::session::BoundProject;

/// How many words of a shell command may be files.
const MAX_WORDS: usize = 16;

/// A document that applies to files.
#[derive(Debug)]
pub struct AppliedRule {
    /// Its URI.
    pub uri: String,
    /// Its path from the project's folder.
    pub path: String,
    /// The pattern that matches one of the files, and where that is said.
    pub pattern: String,
    /// Which field or file says so.
    pub source: String,
    /// Its text.
    pub text: Result<String, FileError>,
}

impl AppliedRule {
    /// Returns its URI and a digest of its text.
    pub fn version(&self) -> String {
        let text = self.text.as_deref().unwrap_or_default();
        format!(
            "{} {}",
            self.uri,
            Uuid::new_v5(&Uuid::nil(), text.as_bytes())
        )
    }

    /// Returns whether it applies to every file.
    pub fn is_for_all(&self) -> bool {
        self.pattern == "**"
    }
}

impl Server {
    /// Returns those of absolute paths that are of files beneath the project's folder, from
    /// there, at most [`MAX_GUIDANCE_PATHS`]. Guessed ones are words of a command, which count only if
    /// they exist, and no more than 16. `link` is the client's folder as it names it, and where
    /// that is.
    pub fn touched(
        &self,
        bound: &BoundProject,
        files: &BTreeSet<Utf8PathBuf>,
        is_guessed: bool,
        link: &[String; 2],
    ) -> Vec<String> {
        let root = bound.folder();
        let of = |path: &Utf8PathBuf| {
            let links = || vec![link.clone()];
            let path = paths::relative(path.as_str(), || root.path(), links).ok()?;
            paths::check(&path).ok()?;
            match root.file_type(path.as_str().into()) {
                Ok(Some(FileType::Directory)) => None,
                Ok(Some(_)) => Some(path),
                Ok(None) | Err(_) => Some(path).filter(|_| !is_guessed),
            }
        };
        let most = if is_guessed {
            MAX_WORDS
        } else {
            MAX_GUIDANCE_PATHS
        };
        files.iter().filter_map(of).take(most).collect()
    }

    /// Returns the documents that apply to these files, by their paths from the project's
    /// folder: the general before the specific; and whether all could be read.
    pub fn rules(&self, bound: &BoundProject, files: &[String]) -> (Vec<AppliedRule>, bool) {
        let request = Request::new(bound, &self.table, &|| false);
        let found = match find(&request, files, false) {
            Ok(found) => found,
            Err(_) => return (Vec::new(), false),
        };
        let problems = &found.problems;
        let is_complete = problems.unreadable.is_empty()
            && problems.headers.is_empty()
            && problems.unlisted.is_empty();
        let rules = found.applied.into_iter().map(|of| {
            let category = bound.project.categories.get(&*of.file.origin.category);
            let path = of.file.document();
            let read = || request.document(&of.file).text();
            let text = of.text.map_or_else(read, Ok);
            AppliedRule {
                uri: self.table.document_uri(&of.file),
                path: category.map_or_else(|| path.to_owned(), |of| bound.relative_path(of, path)),
                pattern: of.pattern,
                source: of.source,
                text: text.map(|text| text.text),
            }
        });
        (rules.collect(), is_complete)
    }
}
