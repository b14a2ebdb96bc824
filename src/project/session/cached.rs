//! A project's file, in the folder that is held open, and the last version that loaded.

use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use camino::{Utf8Component, Utf8Path};

use super::layers::{self, Layer};
use crate::documents::error::FileError;
use crate::documents::sandbox::{Folder, MTIME_GRANULARITY, Owner, Reach, Version, ambient};
use crate::limits::MAX_CONFIG_BYTES;
use crate::project::error::{ProjectError, ProjectErrorKind};
use crate::project::guide::{FILE_NAME, NEAR_NAMES, Project};

/// How long a file must stay unchanged to be read as complete: pauses between the pieces
/// of a write are seldom longer.
#[doc(hidden)]
pub const DEBOUNCE: Duration = Duration::from_millis(20);
/// How long a call waits for a file that changes: to settle, to load, and for the next
/// one that a link leads to, all together.
pub(super) const RELOAD_TIMEOUT: Duration = Duration::from_millis(200);

/// The file of one project.
#[derive(Debug, Clone)]
pub(super) struct ProjectFile {
    /// The project's folder.
    pub folder: Arc<Folder>,
    /// The file's name in it.
    pub name: String,
    /// How far the file, and the project's directories, may lie.
    pub reach: Reach,
}

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
        };
        let known = last.filter(|last| last.layers.iter().all(Layer::is_current));
        let known = known.and_then(|last| last.content.as_deref());
        if let Err(error) = cached.read(known, deadline) {
            cached.error = Some(error);
        }
        Arc::new(cached)
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
                let read = (known != Some(&*content)).then(|| self.file.parse(&content));
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

impl ProjectFile {
    /// Returns the project's file at a path: in the folder that is there, or that file.
    /// `open` opens a folder.
    pub fn at(
        path: &Utf8Path,
        reach: Reach,
        open: impl Fn(&Utf8Path) -> Result<Folder, FileError>,
    ) -> Result<Self, FileError> {
        let (folder, name) = match open(path) {
            Ok(folder) => (folder, FILE_NAME),
            // It is the file itself, or was.
            Err(error @ (FileError::NotDirectory | FileError::Missing)) => {
                let name = path.file_name().ok_or(error)?;
                (open(ambient::folder_of(path))?, name)
            }
            Err(error) => return Err(error),
        };
        Ok(Self {
            folder: Arc::new(folder),
            name: name.to_owned(),
            reach,
        })
    }

    /// Parses its content, and reads what that includes.
    fn parse(&self, content: &[u8]) -> (Vec<Layer>, Result<Project, ProjectError>) {
        let mut layers = Vec::new();
        let project = Project::parse(content);
        let project = project.and_then(|project| layers::include(self, project, &mut layers));
        (layers, project)
    }

    /// Returns true if both are the same file of the same folder.
    pub fn is(&self, other: &Self) -> bool {
        self.folder.identity() == other.folder.identity()
            && self.name == other.name
            && self.reach == other.reach
    }

    pub fn version(&self) -> Result<Version, FileError> {
        self.folder.version(Utf8Path::new(&self.name), self.reach)
    }

    /// Returns true if the project is named by the user, or its folder and a file of
    /// this version belong to the user.
    pub fn is_own(&self, version: &Version) -> bool {
        let folder = || self.folder.owner().is_ok_and(Owner::is_user);
        self.reach == Reach::Anywhere || version.owner().is_user() && folder()
    }

    /// Returns true if the folder has the file, readable or not. A folder that may not be
    /// searched has none.
    pub fn is_there(&self) -> bool {
        match self.version() {
            Err(FileError::Missing | FileError::NotDirectory) => false,
            Err(FileError::Permission) => self.folder.has(&self.name),
            _ => true,
        }
    }

    /// Returns the content, and the versions before and after it was read.
    pub fn read(&self) -> Result<(Vec<u8>, Version, Version), FileError> {
        // First the version, by which a pipe is refused: opening one would be noticed.
        let before = self.version()?;
        let opened = self.folder.open(Utf8Path::new(&self.name), self.reach)?;
        let content = opened.read(MAX_CONFIG_BYTES).map_err(FileError::of_file)?;
        Ok((content, before, opened.version()?))
    }

    /// Returns the error of a file that cannot be read.
    fn unread(&self, error: FileError) -> ProjectError {
        ProjectError::unread(match error {
            FileError::Missing => match near_name(&self.folder) {
                Some(name) if self.name == FILE_NAME => ProjectErrorKind::Near(name),
                _ => ProjectErrorKind::Missing,
            },
            error => ProjectErrorKind::Unreadable(of_project(error)),
        })
    }
}

/// Returns the error of a path that leads out of a project's folder, not of a category.
pub(super) fn of_project(error: FileError) -> FileError {
    match error {
        FileError::Outside => FileError::OutsideProject,
        other => other,
    }
}

/// Returns the name of a file in a folder that is nearly a project's.
pub(super) fn near_name(folder: &Folder) -> Option<&'static str> {
    NEAR_NAMES.into_iter().find(|name| folder.has(name))
}

/// Returns why a category's directory cannot be opened, if its spelling says more than
/// the system does.
pub(super) fn of_spelling(dir: &Utf8Path, error: FileError) -> FileError {
    let text = dir.as_str();
    match error {
        FileError::OutsideProject if dir.has_root() => FileError::Absolute,
        FileError::OutsideProject if leads_above(dir) => FileError::Above,
        FileError::Missing if text == "~" || text.starts_with("~/") => FileError::Home,
        FileError::Missing if text.starts_with('$') => FileError::Variable,
        // In double quotes, `\a` is a control character.
        FileError::Missing if text.contains(|c: char| c == '\\' || c.is_control()) => {
            FileError::Backslash
        }
        other => other,
    }
}

/// Returns true if the `..` of a path lead above where it begins.
fn leads_above(path: &Utf8Path) -> bool {
    let mut depth = 0;
    path.components().any(|component| {
        match component {
            Utf8Component::Normal(_) => depth += 1,
            Utf8Component::ParentDir => depth -= 1,
            _ => {}
        }
        depth < 0
    })
}
