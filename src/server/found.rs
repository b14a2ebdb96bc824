//! The documents of a project without a `guide.yaml`: what `init` would propose, in memory.

use std::sync::{Arc, Mutex};

use super::Server;
use crate::documents::pattern::Pattern;
use crate::operation::call::{Call, GuidanceCall};
use crate::operation::find::found::FOUND;
use crate::project::Project;
use crate::project::bound_project::BoundProject;
use crate::project::error::SessionError;
use crate::project::session::{REMEMBERED, Roots};
use crate::proposal::served::ServedProposal;
use crate::sync::lock;

/// The proposals that calls have made, the oldest first.
pub(crate) type Proposals = Mutex<Vec<ServedProposal>>;

impl Server {
    /// Binds the project without asking a client, with its documents.
    ///
    /// # Errors
    ///
    /// There is none, or its folder cannot be read.
    pub fn bound(&self) -> Result<BoundProject, SessionError> {
        let bound = self.session.bind(&Roots::None)?;
        self.with_documents(bound, |_| true)
    }

    /// Returns a project with what a request needs of it.
    ///
    /// # Errors
    ///
    /// Its folder cannot be read.
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

    /// Returns a project with its documents: as it is if it has a `guide.yaml`, else as `init` would
    /// propose. A proposal is kept, and made again where it does not serve this call and a
    /// directory has changed.
    ///
    /// # Errors
    ///
    /// The folder cannot be read.
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

/// What a request needs of a project without a `guide.yaml`.
pub(super) enum Needs<'n> {
    /// None of its documents.
    Nothing,
    /// Its documents, and this name if they have it now.
    Documents(Option<&'n str>),
    /// Its documents as they are now.
    Now,
}

impl<'n> Needs<'n> {
    /// Returns what a call needs.
    pub fn of(call: &'n Call<'_>) -> Self {
        match call {
            // Rules are found without.
            Call::Guidance(GuidanceCall { name: None, .. }) => Self::Nothing,
            Call::ListNames(_) => Self::Now,
            _ => Self::Documents(call.name().map(|of| &*of.name)),
        }
    }
}

/// Returns whether a project has what a name means.
fn has(project: &Project, name: &str) -> bool {
    let known = |name: &str| {
        project.categories.contains_key(name) || project.collections.contains_key(name)
    };
    // A document may be named by its category and path; rules are found without.
    known(name)
        || name.starts_with(FOUND)
        || name.match_indices('/').any(|(at, _)| known(&name[..at]))
}

/// Returns the path that a call names among the rule files that no category serves.
pub(super) fn of_found_rules(call: &Call<'_>) -> Option<String> {
    let name = &*call.name()?.name;
    if name != FOUND {
        return name
            .strip_prefix(FOUND)?
            .strip_prefix('/')
            .map(str::to_owned);
    }
    let (document, pattern) = call.selected();
    let location = document.and_then(|of| of.location.as_ref());
    let path = location.map(|of| &*of.path).or(document.map(|of| of.given));
    let path = path.or(pattern.map(Pattern::as_str));
    Some(path.unwrap_or_default().to_owned())
}
