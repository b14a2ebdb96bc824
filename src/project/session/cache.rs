//! The projects that were bound last, each with its last good version.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::file::{DEBOUNCE, FileSnapshot, ProjectFile, sleep_until};
use crate::project::error::{ProjectError, ProjectErrorKind};
use crate::project::guide::Project;

/// How many projects are remembered with their folders open.
pub const REMEMBERED: usize = 16;

/// The [`REMEMBERED`] projects that were bound last. The folder of each stays open, so
/// that no other folder can have its identity.
#[derive(Debug, Default)]
pub(super) struct ProjectCache(Mutex<Vec<Arc<CachedProject>>>);

impl ProjectCache {
    /// Returns the project of this file.
    pub fn get(&self, file: &ProjectFile) -> Option<Arc<CachedProject>> {
        let projects = self.lock();
        projects.iter().find(|known| known.file.is(file)).cloned()
    }

    /// Keeps a project, in place of what was kept of the same file.
    pub fn insert(&self, project: &Arc<CachedProject>) {
        let mut projects = self.lock();
        projects.retain(|known| !known.file.is(&project.file));
        if projects.len() == REMEMBERED {
            projects.remove(0);
        }
        projects.push(Arc::clone(project));
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Arc<CachedProject>>> {
        // Nothing that is done under the lock can leave the list half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A project's file when it was read last.
#[derive(Debug)]
pub(super) struct CachedProject {
    pub file: ProjectFile,
    /// What was read last; `None` if nothing could be.
    seen: Option<FileSnapshot>,
    /// The last version that loaded.
    pub good: Option<Arc<Project>>,
    /// Why the file's present content does not load.
    pub error: Option<ProjectError>,
}

impl CachedProject {
    /// Reads a project's file if it may have changed since `last`, and parses its content
    /// if that has. Waits until `deadline` at most.
    pub fn load(file: ProjectFile, last: Option<&Arc<Self>>, deadline: Instant) -> Arc<Self> {
        let version = file.version();
        if let (Some(last), Ok(version)) = (last, &version)
            && let Some(seen) = &last.seen
            && seen.is_unchanged(version)
            && file.is_own(version)
        {
            return Arc::clone(last);
        }
        let good = last.and_then(|last| last.good.clone());
        let read = version
            .map_err(|fault| file.unread(fault))
            .and_then(|_| read(&file, last.and_then(|last| last.content()), deadline));
        let (seen, good, error) = match read {
            Ok((snapshot, None)) => {
                let error = last.and_then(|last| last.error.clone());
                (Some(snapshot), good, error)
            }
            Ok((snapshot, Some(Ok(project)))) => (Some(snapshot), Some(Arc::new(project)), None),
            Ok((snapshot, Some(Err(error)))) => (Some(snapshot), good, Some(error)),
            Err(error) => (None, good, Some(error)),
        };
        Arc::new(Self {
            file,
            seen,
            good,
            error,
        })
    }

    /// Returns what the file held when it was read last, if it could be.
    pub fn content(&self) -> Option<&[u8]> {
        self.seen.as_ref().map(|seen| &*seen.content)
    }
}

/// Reads a file. One that does not load and has only just changed may not be whole yet,
/// so it is read again until `deadline`.
/// Returns no project if the content is still `last`.
fn read(
    file: &ProjectFile,
    last: Option<&[u8]>,
    deadline: Instant,
) -> Result<(FileSnapshot, Option<Result<Project, ProjectError>>), ProjectError> {
    loop {
        let snapshot = file.read(deadline).map_err(|fault| file.unread(fault))?;
        if !file.is_own(&snapshot.version) {
            return Err(ProjectError::unread(ProjectErrorKind::OtherOwner));
        }
        if last == Some(&*snapshot.content) {
            return Ok((snapshot, None));
        }
        let project = Project::parse(&snapshot.content);
        if project.is_ok() || !snapshot.is_young() || Instant::now() >= deadline {
            return Ok((snapshot, Some(project)));
        }
        sleep_until(Instant::now() + DEBOUNCE, deadline);
    }
}
