//! A project's file as it was last loaded.

use std::sync::Arc;

use super::Project;
use crate::documents::file_error::FileError;
use crate::documents::sandbox::{MTIME_GRANULARITY, Version};
use crate::project::include::{self, IncludedFile};
use crate::project::project_error::{ProjectError, ProjectErrorKind};
use crate::project::project_file::ProjectFile;

/// The maximum number of times that a file is read if it keeps changing while it is being read.
const READS: usize = 3;

/// The content that was last read from a project's file, and the last version that loaded.
#[derive(Debug)]
pub(super) struct LoadedFile {
    pub file: ProjectFile,
    /// The content that was last read; `None` if nothing could be read.
    pub content: Option<Vec<u8>>,
    /// The version of the content, if every later change is sure to give the file a different
    /// version.
    version: Option<Version>,
    /// The project of the last version that loaded.
    pub good: Option<Arc<Project>>,
    /// The reason why the file's current content does not load.
    pub error: Option<ProjectError>,
    /// The guides that the file includes.
    pub included: Arc<[IncludedFile]>,
}

impl LoadedFile {
    /// Reads a project's file if it may have changed since `last`, and parses its content if it has
    /// changed.
    pub fn load(file: ProjectFile, last: Option<&Arc<Self>>) -> Arc<Self> {
        if let (Some(last), Ok(version)) = (last, file.version())
            && last.version.as_ref() == Some(&version)
            && file.is_own(&version)
            && last.included.iter().all(IncludedFile::is_current)
        {
            return Arc::clone(last);
        }
        let mut loaded = Self {
            file,
            content: None,
            version: None,
            good: last.and_then(|last| last.good.clone()),
            error: last.and_then(|last| last.error.clone()),
            included: last.map_or_else(Arc::default, |last| Arc::clone(&last.included)),
        };
        let known = last.filter(|last| last.included.iter().all(IncludedFile::is_current));
        let known = known.and_then(|last| last.content.as_deref());
        if let Err(error) = loaded.read(known) {
            loaded.error = Some(error);
        }
        Arc::new(loaded)
    }

    /// Creates the project of a folder without a `guide.yaml`. Its documents are found when they
    /// are needed.
    pub fn found(file: ProjectFile) -> Arc<Self> {
        Arc::new(Self {
            file,
            content: None,
            version: None,
            good: Some(Arc::new(Project::without_documents())),
            error: None,
            included: Arc::default(),
        })
    }

    /// Returns whether the project is a folder without a `guide.yaml`.
    pub fn is_found(&self) -> bool {
        self.good.as_ref().is_some_and(|project| project.is_found)
    }

    /// Returns whether a version of the file has loaded.
    pub fn is_guided(&self) -> bool {
        self.good.as_ref().is_some_and(|project| !project.is_found)
    }

    /// Reads the file. If its content differs from `known`, parses it with its includes. If the
    /// file changes while it is being read, reads it again without waiting. A partly written file
    /// that loads is used until the next call.
    fn read(&mut self, known: Option<&[u8]>) -> Result<(), ProjectError> {
        for _ in 0..READS {
            let read = self.file.read();
            let (content, before, version) = read.map_err(|error| self.file.unread(error))?;
            if !self.file.is_own(&version) {
                return Err(ProjectError::unread(ProjectErrorKind::OtherOwner));
            }
            if version != before {
                continue;
            }
            let read = (known != Some(&*content)).then(|| parse(&self.file, &content));
            self.content = Some(content);
            // A version whose time is in the future has no age, and is not conclusive.
            let conclusive = version.age().is_some_and(|age| age >= MTIME_GRANULARITY);
            self.version = conclusive.then_some(version);
            if let Some((included, project)) = read {
                self.included = included.into();
                (self.good, self.error) = (Some(Arc::new(project?)), None);
            }
            return Ok(());
        }
        Err(self.file.unread(FileError::Changing))
    }
}

/// Parses `content`, the content of `file`, and reads the guides that it includes. Returns these
/// guides and the project.
fn parse(file: &ProjectFile, content: &[u8]) -> (Vec<IncludedFile>, Result<Project, ProjectError>) {
    let mut included = Vec::new();
    let project = include::load(file, content, &mut included);
    (included, project)
}
