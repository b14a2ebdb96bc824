//! The projects that were bound, each with its last good version.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::file::{ProjectFile, Reading, SETTLED, near_name, sleep_until};
use super::standing::Standing;
use crate::documents::fault::Fault;
use crate::documents::sandbox::Version;
use crate::project::fault::{ProjectError, ProjectFault};
use crate::project::guide::{FILE_NAME, Project};

/// How many projects are remembered with their folders open.
pub const REMEMBERED: usize = 16;

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
    /// What that came to.
    pub standing: Standing,
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
    /// time. It waits until `deadline` at most.
    pub fn look(file: ProjectFile, last: Option<&Arc<Self>>, deadline: Instant) -> Arc<Self> {
        let version = file.version();
        if let (Some(last), Ok(version)) = (last, &version)
            && last.is_of(version)
            && file.is_own(version)
        {
            return Arc::clone(last);
        }
        let standing = last.map(|last| &last.standing);
        let (seen, standing) = match version.and_then(|_| read(&file, last, deadline)) {
            Ok((reading, _)) if !file.is_own(&reading.version) => {
                let fault = ProjectError::unread(ProjectFault::OtherOwner);
                (None, Standing::after(standing, Err(fault)))
            }
            Ok((reading, Change::None(last))) => (Some(reading), last.standing.clone()),
            Ok((reading, Change::To(parsed))) => {
                (Some(reading), Standing::after(standing, *parsed))
            }
            Err(fault) => {
                let fault = unread(&file, fault);
                (None, Standing::after(standing, Err(fault)))
            }
        };
        Arc::new(Self {
            file,
            seen,
            standing,
        })
    }

    /// What the file held when it was read last, if it could be.
    pub fn content(&self) -> Option<&[u8]> {
        self.seen.as_ref().map(|seen| &*seen.content)
    }

    /// Whether the file surely holds what was read last.
    fn is_of(&self, version: &Version) -> bool {
        let seen = self.seen.as_ref();
        seen.is_some_and(|seen| seen.telling && seen.version == *version)
    }

    fn holds(&self, reading: &Reading) -> bool {
        self.content() == Some(&*reading.content)
    }
}

/// Whether a file's content is another than last time.
enum Change<'a> {
    /// It is what was read then.
    None(&'a Known),
    /// It is another, which as a project is this.
    To(Box<Result<Project, ProjectError>>),
}

/// Reads a file and parses what is new in it. One that cannot be loaded and was
/// only just changed is read again for a while.
fn read<'a>(
    file: &ProjectFile,
    last: Option<&'a Arc<Known>>,
    deadline: Instant,
) -> Result<(Reading, Change<'a>), Fault> {
    loop {
        let reading = file.read(deadline)?;
        if let Some(last) = last.filter(|last| last.holds(&reading)) {
            return Ok((reading, Change::None(last)));
        }
        let parsed = Project::parse(&reading.content);
        // Perhaps it is not whole yet.
        let wait = parsed.is_err() && reading.is_young() && Instant::now() < deadline;
        if !wait {
            return Ok((reading, Change::To(Box::new(parsed))));
        }
        sleep_until(Instant::now() + SETTLED, deadline);
    }
}

fn unread(file: &ProjectFile, fault: Fault) -> ProjectError {
    ProjectError::unread(match fault {
        Fault::Missing => match near_name(&file.folder) {
            Some(name) if file.name == FILE_NAME => ProjectFault::Near(name),
            _ => ProjectFault::Missing,
        },
        fault => ProjectFault::Unreadable(fault),
    })
}
