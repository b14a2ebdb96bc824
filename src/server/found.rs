//! The documents of a project without a `guide.yaml`: what `init` would propose, in memory.

use std::sync::{Arc, Mutex};

use super::{Server, lock};
use crate::documents::sandbox::Identity;
use crate::project::error::SessionError;
use crate::project::guide::Project;
use crate::project::session::{BoundProject, REMEMBERED, Roots};
use crate::proposal::served;

/// The proposals that calls have made, the oldest first.
pub(crate) type Proposals = Mutex<Vec<KeptProposal>>;

/// A proposal for a folder, as a file and as what that means.
#[derive(Debug, Clone)]
pub(crate) struct KeptProposal {
    folder: Identity,
    content: String,
    project: Arc<Project>,
}

impl Server {
    /// Binds the project without asking a client, with its documents.
    ///
    /// # Errors
    ///
    /// There is none, or its folder cannot be read.
    pub fn bound(&self) -> Result<BoundProject, SessionError> {
        let bound = self.session.bind(&Roots::None)?;
        self.with_documents(bound, |_| false)
    }

    /// Returns a project with its documents: as it is if it has a `guide.yaml`, else as `init` would
    /// propose. A proposal is kept, and made again if `is_stale` says so of the one that is kept.
    ///
    /// # Errors
    ///
    /// The folder cannot be read.
    pub(crate) fn with_documents(
        &self,
        bound: BoundProject,
        is_stale: impl Fn(&Project) -> bool,
    ) -> Result<BoundProject, SessionError> {
        if !bound.is_found() {
            return Ok(bound);
        }
        let folder = bound.folder().identity;
        let mut all = lock(&self.proposals).clone().into_iter();
        let kept = all.find(|kept| kept.folder == folder);
        if let Some(kept) = kept.as_ref().filter(|kept| !is_stale(&kept.project)) {
            return Ok(bound.with(Arc::clone(&kept.project)));
        }
        let (content, project) = served(&self.table, &bound)?;
        // What searches keep is of the same project.
        let same = kept.filter(|kept| kept.content == content);
        let project = same.map_or_else(|| Arc::new(project), |kept| kept.project);
        let mut proposals = lock(&self.proposals);
        proposals.retain(|kept| kept.folder != folder);
        if proposals.len() == REMEMBERED {
            proposals.remove(0);
        }
        proposals.push(KeptProposal {
            folder,
            content,
            project: Arc::clone(&project),
        });
        drop(proposals);
        Ok(bound.with(project))
    }
}
