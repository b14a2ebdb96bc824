//! Finds the rules that apply to files, for hooks and the command line. No tool is called.

use std::collections::BTreeSet;

use camino::Utf8PathBuf;

use super::{Server, split_paths};
use crate::documents::document_error::DocumentError;
use crate::documents::sandbox::FileType;
use crate::limits::MAX_GUIDANCE_PATHS;
use crate::operation::OperationError;
use crate::operation::call::GuidanceCall;
use crate::operation::guidance::deliver::problems;
use crate::operation::guidance::known_headers::KnownHeaders;
use crate::operation::guidance::{Guidance, RuleCopy, find};
use crate::operation::note::{Note, Notes};
use crate::project::bound_project::BoundProject;

/// The maximum number of files that are recognised among the words of a shell command.
const MAX_WORDS: usize = 16;

impl Server {
    /// Converts `files`, which are absolute paths, to paths relative to the project's folder.
    /// Leaves out directories and paths outside the folder. Returns at most [`MAX_GUIDANCE_PATHS`].
    ///
    /// If `is_guessed` is true, the paths are words of a shell command, and at most 16 existing
    /// files are returned. `link` contains the path that the client uses for its folder, and the
    /// folder's real path.
    pub fn project_files(
        &self,
        bound: &BoundProject,
        files: &BTreeSet<Utf8PathBuf>,
        is_guessed: bool,
        link: &[String; 2],
    ) -> Vec<String> {
        let root = bound.folder();
        let project_path = |path: &Utf8PathBuf| {
            let links = || vec![link.clone()];
            let path = split_paths::relative(path.as_str(), || root.path(), links).ok()?;
            split_paths::check(&path, true).ok()?;
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
        files.iter().filter_map(project_path).take(most).collect()
    }

    /// Finds the rules that apply to `files`. The first `first` files take precedence in choosing
    /// the pattern by which a rule applies. If `every_file` is true, also finds the rules that
    /// apply to every file. Also returns notes about problems.
    ///
    /// Documents in `known` have no `applies_to` and are not opened. After `is_over` returns true,
    /// returns the rules found so far. Rule files are searched first.
    ///
    /// # Errors
    ///
    /// Returns an error if the call is cancelled.
    pub fn rules(
        &self,
        bound: &BoundProject,
        (files, first): (&[String], usize),
        every_file: bool,
        (known, is_over): (&KnownHeaders, &dyn Fn() -> bool),
    ) -> Result<(Guidance, Notes), OperationError> {
        let call = GuidanceCall {
            paths: files.to_vec(),
            first: Some(first),
            every_file,
            known: Some(known),
            ..GuidanceCall::default()
        };
        let found = find(&self.context(bound, is_over), &call, false)?;
        let mut notes = problems(&found);
        notes.extend(Note::left_out(&bound.project));
        Ok((found, notes))
    }

    /// Finds all rules of the project, and determines which of them apply to `files`.
    ///
    /// # Errors
    ///
    /// Returns an error if the call is cancelled.
    pub fn every_rule(
        &self,
        bound: &BoundProject,
        files: Vec<String>,
    ) -> Result<Guidance, OperationError> {
        let call = GuidanceCall {
            paths: files,
            at_shell: true,
            ..GuidanceCall::default()
        };
        find(&self.context(bound, &|| false), &call, true)
    }

    /// Returns the text of `rule`. Reads the file if `rule` does not already contain the text.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read.
    pub fn text_of(&self, bound: &BoundProject, rule: RuleCopy) -> Result<String, DocumentError> {
        let context = self.context(bound, &|| false);
        let read = || context.document(&rule.file).text();
        rule.text
            .map_or_else(read, Ok)
            .map(|rendered| rendered.text)
    }
}
