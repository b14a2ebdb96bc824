//! What may be served of a project, by what its file came to.

use std::sync::Arc;

use crate::project::fault::ProjectError;
use crate::project::guide::Project;

/// What may be served of a project.
#[derive(Debug, Clone)]
pub(super) enum Standing {
    /// What its file holds.
    Good(Arc<Project>),
    /// The last good version, and why that is not what the file holds now.
    Stale(Arc<Project>, ProjectError),
    /// Nothing: no version was good.
    Unloadable(ProjectError),
}

impl Standing {
    /// What may be served once the file came to this.
    pub(super) fn after(last: Option<&Self>, now: Result<Project, ProjectError>) -> Self {
        match (now, last.and_then(Self::project)) {
            (Ok(project), _) => Self::Good(Arc::new(project)),
            (Err(fault), Some(good)) => Self::Stale(Arc::clone(good), fault),
            (Err(fault), None) => Self::Unloadable(fault),
        }
    }

    /// The last good version.
    pub(super) fn project(&self) -> Option<&Arc<Project>> {
        match self {
            Self::Good(project) | Self::Stale(project, _) => Some(project),
            Self::Unloadable(_) => None,
        }
    }

    /// Why the file's present content is not served.
    pub(super) fn fault(&self) -> Option<&ProjectError> {
        match self {
            Self::Good(_) => None,
            Self::Stale(_, fault) | Self::Unloadable(fault) => Some(fault),
        }
    }
}
