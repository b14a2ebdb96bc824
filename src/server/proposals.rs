//! The guide that `init` would propose for a project without a `guide.yaml`, kept in memory.

use std::sync::{Arc, Mutex};

use super::Server;
use crate::operation::call::{Call, GuidanceCall};
use crate::operation::find::found_rules::FOUND;
use crate::project::Project;
use crate::project::bound_project::BoundProject;
use crate::project::project_error::SessionError;
use crate::project::session::{REMEMBERED, Roots};
use crate::proposal::served_proposal::ServedProposal;
use crate::sync::lock;
use rule_files::pattern::Pattern;

/// The proposals of earlier calls, oldest first.
pub(crate) type Proposals = Mutex<Vec<ServedProposal>>;

impl Server {
    /// Binds the project with its documents. Does not ask a client for roots.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no project or if its folder cannot be read.
    pub fn bound(&self) -> Result<BoundProject, SessionError> {
        let bound = self.session.bind(&Roots::None)?;
        self.with_documents(bound, |_| true)
    }

    /// Returns the project with the documents that a request needs.
    ///
    /// # Errors
    ///
    /// Returns an error if the project's folder cannot be read.
    pub(super) fn with_needs(
        &self,
        bound: BoundProject,
        needs: Needs<'_>,
    ) -> Result<BoundProject, SessionError> {
        match needs {
            Needs::Nothing => Ok(bound),
            Needs::Documents(Some(name)) => self.with_documents(bound, |known| has(known, name)),
            Needs::Documents(None) => self.with_documents(bound, |_| true),
            Needs::Now => self.with_documents(bound, |_| false),
        }
    }

    /// Returns the project with its documents. A project with a `guide.yaml` is returned unchanged.
    /// Any other project gets the documents that `init` would propose.
    ///
    /// A proposal from an earlier call is reused if `serves` accepts it or if no directory has
    /// changed.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder cannot be read.
    fn with_documents(
        &self,
        bound: BoundProject,
        serves: impl Fn(&Project) -> bool,
    ) -> Result<BoundProject, SessionError> {
        if !bound.is_found() {
            return Ok(bound);
        }
        let folder = bound.folder();
        let of_folder = |kept: &&ServedProposal| kept.folder == folder.identity;
        let kept = lock(&self.proposals).iter().find(of_folder).cloned();
        let is_kept = |kept: &&ServedProposal| serves(&kept.project) || kept.is_current(folder);
        if let Some(kept) = kept.as_ref().filter(is_kept) {
            return Ok(bound.with(Arc::clone(&kept.project)));
        }
        let made = ServedProposal::new(&self.table.formats, folder, kept.as_ref())?;
        let project = Arc::clone(&made.project);
        let mut proposals = lock(&self.proposals);
        proposals.retain(|kept| kept.folder != made.folder);
        if proposals.len() == REMEMBERED {
            proposals.remove(0);
        }
        proposals.push(made);
        drop(proposals);
        Ok(bound.with(project))
    }
}

/// The documents that a request needs from a project without a `guide.yaml`.
pub(super) enum Needs<'n> {
    /// No documents.
    Nothing,
    /// The documents. A proposal from an earlier call is sufficient if it contains this name.
    /// `None` means that any earlier proposal is sufficient.
    Documents(Option<&'n str>),
    /// The current documents.
    Now,
}

impl<'n> Needs<'n> {
    /// Returns the documents that a call needs.
    pub fn of(call: &'n Call<'_>) -> Self {
        match call {
            // Rules are found without the documents.
            Call::Guidance(GuidanceCall { name: None, .. }) => Self::Nothing,
            Call::ListNames(_) => Self::Now,
            _ => Self::Documents(call.name().map(|name| &*name.name)),
        }
    }
}

/// Returns whether `name` refers to something in the project.
fn has(project: &Project, name: &str) -> bool {
    let is_defined = |name: &str| {
        project.categories.contains_key(name) || project.collections.contains_key(name)
    };
    // A name may be a category followed by a path. Rule files are found without the documents.
    is_defined(name)
        || name.starts_with(FOUND)
        || name
            .match_indices('/')
            .any(|(end, _)| is_defined(&name[..end]))
}

/// Returns the path or pattern in a call for rule files that no category serves. It is empty if the
/// call gives only the name [`FOUND`]. Returns `None` for any other call.
pub(super) fn of_found_rules(call: &Call<'_>) -> Option<String> {
    let name = &*call.name()?.name;
    if name != FOUND {
        return name
            .strip_prefix(FOUND)?
            .strip_prefix('/')
            .map(str::to_owned);
    }
    let (document, pattern) = call.selected();
    let location = document.and_then(|document| document.location.as_ref());
    let path = location
        .map(|location| &*location.path)
        .or(document.map(|document| document.given));
    let path = path.or(pattern.map(Pattern::as_str));
    Some(path.unwrap_or_default().to_owned())
}
