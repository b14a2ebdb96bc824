//! The project that is served for a folder without a `guide.yaml`.

use std::sync::Arc;

use camino::Utf8PathBuf;

use super::propose;
use crate::documents::formats::Formats;
use crate::documents::sandbox::{Identity, MTIME_GRANULARITY, Tree, Version};
use crate::documents::survey::Bounds;
use crate::project::Project;
use crate::project::project_error::{ProjectError, ProjectErrorKind, SessionError};

/// A proposal for a folder, loaded as a project.
#[derive(Debug, Clone)]
pub struct ServedProposal {
    /// The identity of the folder.
    pub folder: Identity,
    /// The proposal as the text of a file.
    content: Arc<str>,
    /// The project that the proposal describes.
    pub project: Arc<Project>,
    /// The directories that were listed, with their versions. The version is `None` if the
    /// directory had only just changed.
    listed: Arc<[(Utf8PathBuf, Option<Version>)]>,
}

impl ServedProposal {
    /// Creates the proposal for a folder. Reuses the project of `last` if its proposal is the same.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder cannot be read.
    pub fn new(
        formats: &Formats,
        folder: &Tree,
        last: Option<&Self>,
    ) -> Result<Self, SessionError> {
        let unreadable = |kind| SessionError::Unloadable(ProjectError::unread(kind));
        let path = folder.path().unwrap_or_default();
        let proposal = propose(formats, (folder, path.as_str().into()), Bounds::default());
        let proposal =
            proposal.map_err(|error| unreadable(ProjectErrorKind::Unreadable(error.into())))?;
        let listed = proposal.folders.into_iter().map(|path| {
            let version = folder.directory_version(&path).ok().filter(is_settled);
            (path, version)
        });
        let listed = listed.collect();
        // If the project stays the same, the data that searches keep stays valid.
        let same = last.filter(|last| *last.content == *proposal.content);
        let project = match same {
            Some(last) => Arc::clone(&last.project),
            None => {
                let project = Project::found(proposal.content.as_bytes());
                Arc::new(project.map_err(SessionError::Unloadable)?)
            }
        };
        Ok(Self {
            folder: folder.identity,
            content: proposal.content.into(),
            project,
            listed,
        })
    }

    /// Returns whether the directories still contain the same names as when the proposal was
    /// created.
    pub fn is_current(&self, folder: &Tree) -> bool {
        let mut listed = self.listed.iter();
        listed.all(|(path, version)| {
            version.is_some() && folder.directory_version(path).ok() == *version
        })
    }
}

/// Returns whether every further change is sure to give the directory a different version.
fn is_settled(version: &Version) -> bool {
    version.age().is_some_and(|age| age >= MTIME_GRANULARITY)
}
