//! A project's file in a folder that is kept open.

use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

use crate::documents::dir_error::DirError;
use crate::documents::file_error::FileError;
use crate::documents::sandbox::{Owner, Reach, Tree, Version, ambient};
use crate::limits::MAX_CONFIG_BYTES;
use crate::project::project_error::{ProjectError, ProjectErrorKind};
use crate::text::paths::{join, slashed};

/// The name of a project's file.
pub const FILE_NAME: &str = "guide.yaml";

/// Wrong names that people give the file. A file with one of these names is not used.
pub const MISSPELT_NAMES: [&str; 5] = [
    "guide.yml",
    "Guide.yaml",
    "Guide.yml",
    "GUIDE.yaml",
    "GUIDE.yml",
];

/// The file of one project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ProjectFile {
    /// The project's folder.
    pub folder: Arc<Tree>,
    /// The name of the file in the folder.
    pub name: String,
    /// The limit on where the file, and the project's directories, may be.
    pub reach: Reach,
    /// Whether the user gave the path to the project. Its files may then belong to anybody.
    pub is_named: bool,
}

impl ProjectFile {
    /// Returns the project's file at `path`, which is the path to its folder or to the file itself.
    /// `open` opens a folder.
    pub fn at(
        path: &Utf8Path,
        reach: Reach,
        open: impl Fn(&Utf8Path) -> Result<Tree, FileError>,
    ) -> Result<Self, FileError> {
        let (folder, name) = match open(path) {
            Ok(folder) => (folder, FILE_NAME),
            // The path is the file itself, which may be missing.
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
            is_named: reach == Reach::Anywhere,
        })
    }

    /// Returns the file at `path`, the path of an include in this file.
    pub fn included(&self, path: &Utf8Path) -> Result<Self, DirError> {
        let reach = self.reach;
        // As in a `dir`, a backslash is refused, because a guide must mean the same on all systems.
        if cfg!(windows) && path.as_str().contains('\\') {
            return Err(FileError::Missing.into());
        }
        let path = match path.strip_prefix("~") {
            Ok(_) if reach == Reach::Beneath => return Err(DirError::OutsideProject),
            Ok(below) => &Utf8PathBuf::from(join(slashed(&ambient::home()?), below)),
            Err(_) => path,
        };
        let file = Self::at(path, reach, |path| {
            self.folder.below(path, reach)?.movable()
        });
        let file = file.map(|file| Self {
            is_named: self.is_named,
            ..file
        });
        file.map_err(|error| explain_spelling(path, error))
    }

    /// Returns the path to the file, including the path to its folder if the system reports it.
    pub fn path(&self) -> String {
        join(self.folder.path().unwrap_or_default(), &self.name)
    }

    pub fn version(&self) -> Result<Version, FileError> {
        self.folder.version(Utf8Path::new(&self.name), self.reach)
    }

    /// Returns whether the user gave the path to the project, or whether its folder and a file of
    /// this version belong to the user.
    pub fn is_own(&self, version: &Version) -> bool {
        let folder = || self.folder.owner().is_ok_and(Owner::is_user);
        self.is_named || version.owner.is_user() && folder()
    }

    /// Returns whether the folder contains the file, even if the file cannot be read. If the folder
    /// cannot be searched, it counts as a folder without the file.
    pub fn is_there(&self) -> bool {
        match self.version() {
            Err(FileError::Missing | FileError::NotDirectory) => false,
            Err(FileError::Permission) => self.folder.has(&self.name),
            _ => true,
        }
    }

    /// Returns the content, and the versions of the file before and after reading it.
    pub fn read(&self) -> Result<(Vec<u8>, Version, Version), FileError> {
        // Checking the version first refuses a pipe without opening it. The pipe's writer would
        // notice if it were opened.
        let before = self.version()?;
        let opened = self.folder.open(Utf8Path::new(&self.name), self.reach)?;
        let content = opened
            .read(MAX_CONFIG_BYTES)
            .map_err(FileError::for_config_file)?;
        Ok((content, before, opened.current_version()?))
    }

    /// Converts `error`, the reason why the file cannot be read. If the file is missing, looks for
    /// a file with nearly the right name.
    pub fn unread(&self, error: FileError) -> ProjectError {
        ProjectError::unread(match error {
            FileError::Missing => match misspelt_file(&self.folder) {
                Some(name) if self.name == FILE_NAME => ProjectErrorKind::Misspelt(name),
                _ => ProjectErrorKind::Missing,
            },
            error => ProjectErrorKind::Unreadable(as_project_error(error)),
        })
    }
}

/// Converts an error for a path that leads out of a category into one for a project's folder.
pub(super) fn as_project_error(error: FileError) -> DirError {
    match error {
        FileError::Outside => DirError::OutsideProject,
        other => other.into(),
    }
}

/// Returns the name of a file in `folder` that is nearly the name of a project's file, if any.
pub(super) fn misspelt_file(folder: &Tree) -> Option<&'static str> {
    MISSPELT_NAMES.into_iter().find(|name| folder.has(name))
}

/// Converts `error`, the reason why the path `dir` of a guide cannot be opened. The result is more
/// specific if the spelling of the path explains the error.
pub(super) fn explain_spelling(dir: &Utf8Path, error: FileError) -> DirError {
    let text = dir.as_str();
    if error != FileError::Missing {
        return as_project_error(error);
    }
    if text == "~" || text.starts_with("~/") {
        DirError::Home
    } else if text.starts_with('$') {
        DirError::Variable
    } else if text.contains(|c: char| c == '\\' || c.is_control()) {
        // In double quotes, YAML reads `\a` as a control character.
        DirError::Backslash
    } else {
        error.into()
    }
}
