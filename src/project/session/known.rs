//! The projects that were bound, each with its last good version.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::file::{PATIENCE, ProjectFile, Reading, SETTLED};
use crate::documents::descriptors::REMEMBERED;
use crate::documents::fault::Fault;
use crate::documents::sandbox::Version;
use crate::project::fault::{ProjectError, ProjectFault};
use crate::project::guide::Project;

/// What is known of the [`REMEMBERED`] projects that were asked for last. A folder
/// in it stays open, so that no other can have its identity.
#[derive(Debug, Default)]
pub(super) struct Projects(Mutex<Vec<Arc<Known>>>);

/// What is known of one project.
#[derive(Debug)]
pub(super) struct Known {
    pub file: ProjectFile,
    /// What was read last; `None` where nothing could be.
    seen: Option<Reading>,
    /// The last version that could be loaded.
    pub good: Option<Arc<Project>>,
    /// Why that is not what the file holds now.
    pub fault: Option<ProjectError>,
}

impl Projects {
    /// What is known of this project.
    pub fn recall(&self, file: &ProjectFile) -> Option<Arc<Known>> {
        let known = self.lock();
        known.iter().find(|known| known.file.is(file)).cloned()
    }

    /// Keeps what is known now of a project.
    pub fn remember(&self, now: &Arc<Known>) {
        let mut known = self.lock();
        known.retain(|known| !known.file.is(&now.file));
        if known.len() == REMEMBERED {
            known.remove(0);
        }
        known.push(Arc::clone(now));
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Arc<Known>>> {
        // Nothing that is done under the lock can leave it unsound.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    /// Looks at a project's file; its content is parsed if it is another than last
    /// time.
    pub fn look(file: ProjectFile, last: Option<&Arc<Self>>) -> Arc<Self> {
        let version = file.version();
        if let (Some(last), Ok(version)) = (last, &version)
            && last.is_of(version)
        {
            return Arc::clone(last);
        }
        let good = last.and_then(|last| last.good.clone());
        if let Err(fault) = version {
            return Arc::new(Self::unread(file, good, fault));
        }
        let started = Instant::now();
        loop {
            let reading = match file.read() {
                Ok(reading) => reading,
                Err(fault) => return Arc::new(Self::unread(file, good, fault)),
            };
            let (good, fault) = match last {
                Some(last) if last.holds(&reading) => (good, last.fault.clone()),
                _ => match Project::parse(&reading.content) {
                    Ok(project) => (Some(Arc::new(project)), None),
                    // Perhaps it is not whole yet.
                    Err(_) if reading.is_young() && started.elapsed() < PATIENCE => {
                        std::thread::sleep(SETTLED);
                        continue;
                    }
                    Err(fault) => (good, Some(fault)),
                },
            };
            return Arc::new(Self {
                file,
                seen: Some(reading),
                good,
                fault,
            });
        }
    }

    fn unread(file: ProjectFile, good: Option<Arc<Project>>, fault: Fault) -> Self {
        Self {
            file,
            seen: None,
            good,
            fault: Some(unread(fault)),
        }
    }

    /// Whether the file surely holds what was read last.
    fn is_of(&self, version: &Version) -> bool {
        self.seen
            .as_ref()
            .is_some_and(|seen| seen.telling && seen.version == *version)
    }

    fn holds(&self, reading: &Reading) -> bool {
        self.seen
            .as_ref()
            .is_some_and(|seen| seen.content == reading.content)
    }
}

fn unread(fault: Fault) -> ProjectError {
    ProjectError {
        path: String::new(),
        fault: match fault {
            Fault::Missing => ProjectFault::Missing,
            fault => ProjectFault::Unreadable(fault),
        },
    }
}
