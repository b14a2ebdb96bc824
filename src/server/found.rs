//! The documents of a project without a `guide.yaml`: what `init` would propose, in memory.

use std::sync::{Arc, Mutex};

use super::{Server, lock};
use crate::project::error::SessionError;
use crate::project::guide::Project;
use crate::project::session::{BoundProject, REMEMBERED, Roots};
use crate::proposal::served::ServedProposal;

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

    /// Returns a project with its documents: as it is if it has a `guide.yaml`, else as `init` would
    /// propose. A proposal is kept, and made again where it does not serve this call and a
    /// directory has changed.
    ///
    /// # Errors
    ///
    /// The folder cannot be read.
    pub(crate) fn with_documents(
        &self,
        bound: BoundProject,
        serves: impl Fn(&Project) -> bool,
    ) -> Result<BoundProject, SessionError> {
        if !bound.is_found() {
            return Ok(bound);
        }
        let folder = bound.folder();
        let mut all = lock(&self.proposals).clone().into_iter();
        let kept = all.find(|kept| kept.folder == folder.identity);
        let is_kept = |kept: &&ServedProposal| serves(&kept.project) || kept.is_current(folder);
        if let Some(kept) = kept.as_ref().filter(is_kept) {
            return Ok(bound.with(Arc::clone(&kept.project)));
        }
        let made = ServedProposal::new(&self.table, folder, kept.as_ref())?;
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
