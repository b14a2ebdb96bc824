//! What applies to files, for hooks: without a call, and each rule by itself.

use std::collections::{BTreeSet, HashSet};

use camino::Utf8PathBuf;
use uuid::Uuid;

use super::{Server, paths};
use crate::documents::discover::FileInfo;
use crate::documents::error::FileError;
use crate::documents::sandbox::FileType;
use crate::limits::MAX_GUIDANCE_PATHS;
use crate::operation::OperationError;
use crate::operation::call::GuidanceCall;
use crate::operation::guidance::find;
use crate::operation::note::Notes;
use crate::project::session::BoundProject;
use crate::render::guidance::problems;
use crate::text::imports::{imports, resolved};

/// How many words of a shell command may be files.
const MAX_WORDS: usize = 16;

/// A document that applies to files.
#[derive(Debug)]
pub struct AppliedRule {
    /// What all paths of its file have in common.
    pub file: String,
    /// Its path from the project's folder, or its URI if it does not lie there or is of an
    /// included guide.
    pub path: String,
    /// The paths of the documents that have its text, and are not given.
    pub same: Vec<String>,
    /// The pattern that matches one of the files, and where that is said.
    pub pattern: String,
    /// Which field or file says so.
    pub source: String,
    /// Its text.
    pub text: Result<String, FileError>,
}

impl AppliedRule {
    /// Returns what is remembered of a rule that was given.
    pub fn version(&self) -> String {
        version(&self.file, self.text.as_deref().unwrap_or_default())
    }

    /// Returns the paths from the project's folder that its text imports, and whether there is
    /// nothing else in it.
    pub fn imports(&self) -> (Vec<String>, bool) {
        let text = self.text.as_deref().unwrap_or_default();
        let found = imports(text);
        let paths = found.iter().filter_map(|path| resolved(&self.path, path));
        let paths: Vec<String> = paths.collect();
        let is_all = !paths.is_empty() && paths.len() == text.split_whitespace().count();
        (paths, is_all)
    }
}

/// Returns a row of what was given: the digests of what it is about, and of its text.
pub fn version(about: &str, text: &str) -> String {
    let digest = |of: &str| Uuid::new_v5(&Uuid::nil(), of.as_bytes()).simple();
    format!("{} {}", digest(about), digest(text))
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
            paths::check(&path, true).ok()?;
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

    /// Returns the documents that apply to these files, the general before the specific, each
    /// file once, and what else is to be known of them.
    ///
    /// # Errors
    ///
    /// It was cancelled.
    pub fn rules(
        &self,
        bound: &BoundProject,
        files: &[String],
    ) -> Result<(Vec<AppliedRule>, Notes), OperationError> {
        let context = self.context(bound, &|| false);
        let call = GuidanceCall {
            paths: files.to_vec(),
            ..GuidanceCall::default()
        };
        let found = find(&context, &call, false)?;
        let (notes, mut seen) = (problems(&found), HashSet::new());
        let rules = found.applied.into_iter().filter_map(|of| {
            let entry = of.file.origin.tree.entry(&of.file.path);
            let file = match entry {
                Ok((folder, name)) => format!("{folder} {name}"),
                Err(_) => self.table.document_uri(&of.file),
            };
            let path = |file: &FileInfo| {
                let category = bound.project.categories.get(&*file.origin.category);
                let path = category.and_then(|of| bound.path_of(of, file.document()));
                path.unwrap_or_else(|| self.table.document_uri(file))
            };
            let read = || context.document(&of.file).text();
            let is_new = seen.insert(file.clone());
            is_new.then(|| AppliedRule {
                file,
                path: path(&of.file),
                same: of.same.iter().map(path).collect(),
                text: of.text.map_or_else(read, Ok).map(|text| text.text),
                pattern: of.pattern,
                source: of.source,
            })
        });
        Ok((rules.collect(), notes))
    }
}
