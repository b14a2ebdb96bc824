//! What applies to files, for hooks: without a call, and each rule by itself.

use std::collections::BTreeSet;

use camino::Utf8PathBuf;

use super::{Server, paths};
use crate::documents::error::FileError;
use crate::documents::sandbox::FileType;
use crate::limits::MAX_GUIDANCE_PATHS;
use crate::operation::OperationError;
use crate::operation::call::GuidanceCall;
use crate::operation::guidance::deliver::problems;
use crate::operation::guidance::known::KnownHeaders;
use crate::operation::guidance::{Guidance, RuleCopy, find};
use crate::operation::note::{Note, Notes};
use crate::project::bound_project::BoundProject;

/// How many words of a shell command may be files.
const MAX_WORDS: usize = 16;

impl Server {
    /// Returns those of absolute paths that are of files beneath the project's folder, from
    /// there, at most [`MAX_GUIDANCE_PATHS`]. Guessed ones are words of a command, which count only if
    /// they exist, and no more than 16. `link` is the client's folder as it names it, and where
    /// that is.
    pub fn project_files(
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

    /// Finds the rules that apply to these files, of which the first ones, where they match, decide
    /// by which pattern; and with `every_file` those that apply to every
    /// one, with what else is to be known of them: those that are found before `is_over`, rule
    /// files first. Documents that are `known` to say nothing are not opened.
    ///
    /// # Errors
    ///
    /// It was cancelled.
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

    /// Finds every rule of the project, and which of them apply to these files.
    ///
    /// # Errors
    ///
    /// It was cancelled.
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

    /// Reads the text of a rule, unless it was kept.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub fn text_of(&self, bound: &BoundProject, rule: RuleCopy) -> Result<String, FileError> {
        let context = self.context(bound, &|| false);
        let read = || context.document(&rule.file).text();
        rule.text
            .map_or_else(read, Ok)
            .map(|rendered| rendered.text)
    }
}
