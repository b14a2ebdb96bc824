//! The last version of a project that loaded.

use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::documents::error::FileError;
use crate::documents::sandbox::{MTIME_GRANULARITY, Version};
use crate::project::error::{ProjectError, ProjectErrorKind};
use crate::project::guide::Project;
use crate::project::include::{self, Layer};
use crate::project::source::ProjectFile;

/// How long a file must stay unchanged to be read as complete: pauses between the pieces
/// of a write are seldom longer.
#[doc(hidden)]
pub const DEBOUNCE: Duration = Duration::from_millis(20);
/// How long a call waits for a file that changes: to settle, to load, and for the next
/// one that a link leads to, all together.
pub(super) const RELOAD_TIMEOUT: Duration = Duration::from_millis(200);

/// A project's file when it was read last.
#[derive(Debug)]
pub(super) struct CachedProject {
    pub file: ProjectFile,
    /// What was read last; `None` if nothing could be.
    pub content: Option<Vec<u8>>,
    /// The version of the content, if every further change gives the file another one.
    version: Option<Version>,
    /// The last version that loaded.
    pub good: Option<Arc<Project>>,
    /// Why the file's present content does not load.
    pub error: Option<ProjectError>,
    /// The guides that it includes.
    pub layers: Arc<[Layer]>,
    /// Whether there is no file, and the project is its folder.
    pub is_found: bool,
}

impl CachedProject {
    /// Reads a project's file if it may have changed since `last`, and parses its content
    /// if that has. Waits until `deadline` at most.
    pub fn load(file: ProjectFile, last: Option<&Arc<Self>>, deadline: Instant) -> Arc<Self> {
        if let (Some(last), Ok(version)) = (last, file.version())
            && last.version.as_ref() == Some(&version)
            && file.is_own(&version)
            && last.layers.iter().all(Layer::is_current)
        {
            return Arc::clone(last);
        }
        let mut cached = Self {
            file,
            content: None,
            version: None,
            good: last.and_then(|last| last.good.clone()),
            error: last.and_then(|last| last.error.clone()),
            layers: last.map_or_else(Arc::default, |last| Arc::clone(&last.layers)),
            is_found: false,
        };
        let known = last.filter(|last| last.layers.iter().all(Layer::is_current));
        let known = known.and_then(|last| last.content.as_deref());
        if let Err(error) = cached.read(known, deadline) {
            cached.error = Some(error);
        }
        Arc::new(cached)
    }

    /// Returns the project of a folder that has no file. Its documents are found when they are
    /// needed.
    pub fn found(file: ProjectFile) -> Arc<Self> {
        let project = Project::parse(b"categories: {}\n");
        let (good, error) = match project {
            Ok(project) => (Some(Arc::new(project)), None),
            Err(error) => (None, Some(error)),
        };
        Arc::new(Self {
            file,
            content: None,
            version: None,
            good,
            error,
            layers: Arc::default(),
            is_found: true,
        })
    }

    /// Reads the file when it has been unchanged for [`DEBOUNCE`], and parses it if it is not
    /// `known`, with what it includes. One that does not load and has only just changed may
    /// be incomplete, and is read again. At `deadline`, accepts a read during which the file
    /// did not change.
    fn read(&mut self, known: Option<&[u8]>, deadline: Instant) -> Result<(), ProjectError> {
        loop {
            let read = self.file.read();
            let (content, before, version) = read.map_err(|error| self.file.unread(error))?;
            // A time in the future has no age, and tells nothing.
            let age = version.age();
            let is_last = Instant::now() >= deadline;
            if !self.file.is_own(&version) {
                return Err(ProjectError::unread(ProjectErrorKind::OtherOwner));
            }
            let mut rest = DEBOUNCE.saturating_sub(age.unwrap_or(DEBOUNCE));
            if version == before && (rest.is_zero() || is_last) {
                let read = (known != Some(&*content)).then(|| parse(&self.file, &content));
                let layers = read.iter().flat_map(|(layers, _)| layers);
                let included = layers.filter_map(|layer| layer.age).min();
                let is_settled = included.is_none_or(|age| age >= DEBOUNCE);
                let mut ages = [age, included].into_iter().flatten();
                let is_young = ages.any(|age| age < RELOAD_TIMEOUT);
                let may_be_incomplete = is_young && matches!(read, Some((_, Err(_))));
                if is_last || is_settled && !may_be_incomplete {
                    self.content = Some(content);
                    let conclusive = age.is_some_and(|age| age >= MTIME_GRANULARITY);
                    self.version = conclusive.then_some(version);
                    if let Some((layers, project)) = read {
                        self.layers = layers.into();
                        (self.good, self.error) = (Some(Arc::new(project?)), None);
                    }
                    return Ok(());
                }
                rest = DEBOUNCE;
            } else if is_last {
                return Err(self.file.unread(FileError::Changing));
            }
            let rest = rest.max(Duration::from_millis(1));
            sleep(rest.min(deadline.saturating_duration_since(Instant::now())));
        }
    }
}

/// Parses the content of a file, and reads what that includes.
fn parse(file: &ProjectFile, content: &[u8]) -> (Vec<Layer>, Result<Project, ProjectError>) {
    let mut layers = Vec::new();
    let project = include::load(file, content, &mut layers);
    (layers, project)
}
