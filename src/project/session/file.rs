//! A project's file, in the folder that is held open.

use std::sync::Arc;
use std::time::{Duration, Instant};

use camino::{Utf8Component, Utf8Path};

use crate::documents::error::FileError;
use crate::documents::sandbox::ambient::MAX_FILE_BYTES;
use crate::documents::sandbox::{Folder, Owner, Reach, Version};
use crate::project::error::{ProjectError, ProjectErrorKind};
use crate::project::guide::{FILE_NAME, NEAR_NAMES};

/// How long a file must stay unchanged to be taken for whole: who writes it in pieces
/// is seldom slower from one to the next.
#[doc(hidden)]
pub const DEBOUNCE: Duration = Duration::from_millis(20);
/// How long a call waits for a file that changes: to settle, to load, and for the next
/// one that a link leads to, all together.
pub(super) const RELOAD_TIMEOUT: Duration = Duration::from_millis(200);
/// From which age on a change shows in the times of a stat: file systems count them in
/// steps of up to 2 s.
const MTIME_GRANULARITY: Duration = Duration::from_secs(3);

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

/// A project's file, read whole.
#[derive(Debug)]
pub(super) struct FileSnapshot {
    pub content: Vec<u8>,
    pub version: Version,
    /// Whether every further change of the content changes the version.
    is_conclusive: bool,
}

impl FileSnapshot {
    /// Returns true if a file of this version surely holds the same.
    pub fn is_unchanged(&self, version: &Version) -> bool {
        self.is_conclusive && self.version == *version
    }

    /// Returns true if the file has only just changed.
    pub fn is_young(&self) -> bool {
        self.version.age().is_some_and(|age| age < RELOAD_TIMEOUT)
    }
}

impl ProjectFile {
    /// Returns true if both are the same file of the same folder.
    pub fn is(&self, other: &Self) -> bool {
        self.folder.identity() == other.folder.identity()
            && self.name == other.name
            && self.reach == other.reach
    }

    /// Returns the file's version; nothing is read.
    ///
    /// # Errors
    ///
    /// Why it cannot be looked at.
    pub fn version(&self) -> Result<Version, FileError> {
        self.folder
            .version(Utf8Path::new(&self.name), self.reach)
            .map_err(of_project)
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

    /// Waits until the file has been unchanged for [`DEBOUNCE`], and reads it. If it keeps
    /// changing until `deadline`, accepts the first consistent read after that.
    ///
    /// # Errors
    ///
    /// [`FileError::Changing`] if it changed during each read; else as [`Folder::open`].
    pub fn read(&self, deadline: Instant) -> Result<FileSnapshot, FileError> {
        loop {
            let opened = self
                .folder
                .open(Utf8Path::new(&self.name), self.reach)
                .map_err(of_project)?;
            let before = opened.version()?;
            let content = opened.read(MAX_FILE_BYTES).map_err(FileError::of_file)?;
            let version = opened.version()?;
            // A time in the future tells nothing.
            let age = version.age().unwrap_or(DEBOUNCE);
            let impatient = Instant::now() >= deadline;
            if version == before && (age >= DEBOUNCE || impatient) {
                return Ok(FileSnapshot {
                    content,
                    version,
                    is_conclusive: age >= MTIME_GRANULARITY,
                });
            }
            if impatient {
                return Err(FileError::Changing);
            }
            let rest = DEBOUNCE.saturating_sub(age).max(Duration::from_millis(1));
            sleep_until(Instant::now() + rest, deadline);
        }
    }

    /// Returns the error of a file that cannot be read.
    pub fn unread(&self, error: FileError) -> ProjectError {
        ProjectError::unread(match error {
            FileError::Missing => match near_name(&self.folder) {
                Some(name) if self.name == FILE_NAME => ProjectErrorKind::Near(name),
                _ => ProjectErrorKind::Missing,
            },
            error => ProjectErrorKind::Unreadable(error),
        })
    }
}

/// Sleeps until `time`, or until `deadline` if that is earlier.
pub(super) fn sleep_until(time: Instant, deadline: Instant) {
    std::thread::sleep(time.min(deadline).saturating_duration_since(Instant::now()));
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
        FileError::OutsideProject if dir.is_absolute() => FileError::Absolute,
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
