//! Opens and reads with the process's whole authority: folders that are held by an open
//! handle, and files by their paths.

use std::fs::File;
use std::io;
use std::path::{self, PathBuf};

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};
use cap_fs_ext::FollowSymlinks;

use super::system::{self, Anchor};
use super::{FileType, Identity, Opened, Owner, Sandbox, Version, beneath};
use crate::documents::error::FileError;
use crate::limits::MAX_CONFIG_BYTES;

/// An open directory from which others, and files, are opened. It stays the same
/// directory if another takes its name, and it may be one that cannot be listed.
#[derive(Debug)]
pub struct Folder {
    anchor: Anchor,
    identity: Identity,
}

/// Where files that are opened from a folder may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reach {
    /// Never outside the folder, links included.
    Beneath,
    /// Wherever `..`, links and absolute paths lead.
    Anywhere,
}

impl Folder {
    /// Opens the directory at `path`, anywhere the process may; links are followed.
    pub fn ambient(path: &Utf8Path) -> Result<Self, FileError> {
        Self::new(Anchor::ambient(path)?)
    }

    fn new(anchor: Anchor) -> Result<Self, FileError> {
        Ok(Self {
            identity: anchor.own_stat()?.version.identity,
            anchor,
        })
    }

    /// Opens the directory at `path`, or else the nearest one above it, and returns its
    /// path, too. No link is followed.
    pub fn nearest(path: &Utf8Path) -> Option<(Self, Utf8PathBuf)> {
        let is_root = |part: &Utf8Component<'_>| {
            matches!(part, Utf8Component::Prefix(_) | Utf8Component::RootDir)
        };
        let mut reached: Utf8PathBuf = path.components().take_while(is_root).collect();
        if reached.as_str().is_empty() {
            reached.push(".");
        }
        let mut folder = Self::ambient(&reached).ok()?;
        for component in path.components() {
            if let Utf8Component::Normal(name) = component {
                match folder.anchor.child(name).map(Self::new) {
                    Ok(Ok(below)) => folder = below,
                    _ => break,
                }
                reached.push(name);
            }
        }
        Some((folder, reached))
    }

    /// Opens the directory above this one, which must be one that can be searched. Returns
    /// `None` at `/`.
    pub fn above(&self) -> Result<Option<Self>, FileError> {
        let above = Self::new(self.anchor.above()?)?;
        Ok((above.identity != self.identity).then_some(above))
    }

    /// Returns its identity.
    pub fn identity(&self) -> Identity {
        self.identity
    }

    /// Returns its owner, as it is now.
    pub fn owner(&self) -> Result<Owner, FileError> {
        Ok(self.anchor.own_stat()?.version.owner())
    }

    /// Returns its own name as the system has it; `None` if it has none, or without procfs.
    pub fn name(&self) -> Option<String> {
        Utf8PathBuf::from(self.path()?)
            .file_name()
            .map(str::to_owned)
    }

    /// Returns its path, without links, as the system has it.
    pub fn path(&self) -> Option<String> {
        let path = self.anchor.path()?;
        // The link of a removed directory has another text.
        (self.is_at(&path) == Ok(true)).then(|| path.into_string())
    }

    /// Returns whether `path` leads here, links followed.
    pub fn is_at(&self, path: &Utf8Path) -> Result<bool, FileError> {
        Ok(system::stat_ambient(path)?.version.identity == self.identity)
    }

    /// Returns whether it was removed.
    pub fn is_removed(&self) -> bool {
        self.anchor.is_removed()
    }

    /// Returns whether it has an entry of this name.
    pub fn has(&self, name: &str) -> bool {
        self.anchor.has(name)
    }

    /// Returns the version of the regular file at `path`, without opening it.
    pub fn version(&self, path: &Utf8Path, reach: Reach) -> Result<Version, FileError> {
        let stat = match reach {
            Reach::Beneath => system::stat(&self.anchor.dir, path, FollowSymlinks::Yes)?,
            Reach::Anywhere => self.anchor.stat(path)?,
        };
        match stat.kind {
            FileType::RegularFile => Ok(stat.version),
            _ => Err(FileError::NotRegular),
        }
    }

    /// Opens the regular file at `path`.
    pub fn open(&self, path: &Utf8Path, reach: Reach) -> Result<Opened, FileError> {
        Opened::new(match reach {
            Reach::Beneath => system::file(&self.anchor.dir, path)?,
            Reach::Anywhere => self.anchor.file(path)?,
        })
    }

    /// Opens the directory at `path`.
    pub fn folder(&self, path: &Utf8Path, reach: Reach) -> Result<Self, FileError> {
        Self::new(match reach {
            Reach::Beneath => {
                let opened = self.directory(path)?;
                self.anchor.beneath(path, opened)?
            }
            Reach::Anywhere => self.anchor.at(beneath::spelled(path))?,
        })
    }

    /// Opens the directory at `path` as a tree of its own.
    pub fn sandbox(&self, path: &Utf8Path, reach: Reach) -> Result<Sandbox, FileError> {
        Ok(Sandbox::new(match reach {
            Reach::Beneath => self.directory(path)?,
            Reach::Anywhere => self.anchor.listed(path)?,
        }))
    }

    /// Opens the directory at `path`, which is in this one.
    fn directory(&self, path: &Utf8Path) -> Result<File, FileError> {
        // `C:x` is relative on Windows, to the working directory of that drive.
        if path.has_root() || matches!(path.components().next(), Some(Utf8Component::Prefix(_))) {
            return Err(FileError::Outside);
        }
        system::directory(&self.anchor.dir, path, FollowSymlinks::Yes)
    }
}

/// Reads a table or a project file of at most [`MAX_CONFIG_BYTES`].
pub fn read(path: &Utf8Path) -> Result<Vec<u8>, FileError> {
    let file = system::file_ambient(path)?;
    (Opened::new(file)?.read(MAX_CONFIG_BYTES)).map_err(FileError::of_file)
}

/// Returns whether users other than the owner and its group may read a file.
pub fn is_world_readable(path: &Utf8Path) -> Result<bool, FileError> {
    Ok(system::is_world_readable(path)?)
}

/// Returns the path of the folder that holds `path`; `.` for the working directory.
pub fn folder_of(path: &Utf8Path) -> &Utf8Path {
    match path.parent() {
        Some(parent) if !parent.as_str().is_empty() => parent,
        _ => Utf8Path::new("."),
    }
}

/// Returns the absolute path of a path, which need not exist. As with the functions below,
/// the error of one that is not UTF-8 is [`FileError::Name`].
pub fn absolute(path: &Utf8Path) -> Result<Utf8PathBuf, FileError> {
    utf8(path::absolute(path))
}

/// Returns the absolute path without links of a file or directory, which may change
/// before it is opened.
pub fn canonical(path: &Utf8Path) -> Result<Utf8PathBuf, FileError> {
    utf8(beneath::spelled(path).as_std_path().canonicalize()).map(system::plain)
}

/// Returns the path of the running program.
pub fn program() -> Result<Utf8PathBuf, FileError> {
    utf8(std::env::current_exe())
}

/// Returns the user's home directory.
pub fn home() -> Result<Utf8PathBuf, FileError> {
    let home = std::env::home_dir().filter(|path| path.is_absolute());
    utf8(home.ok_or_else(|| io::ErrorKind::NotFound.into()))
}

/// Returns the working directory as the shell names it, which is perhaps through a link.
pub fn logical_directory() -> Option<Utf8PathBuf> {
    let path = std::env::var("PWD").map(Utf8PathBuf::from).ok()?;
    let is_here = || Some(canonical(&path).ok()? == working_directory().ok()?);
    (path.is_absolute() && is_here() == Some(true)).then_some(path)
}

/// Returns the working directory.
pub fn working_directory() -> Result<Utf8PathBuf, FileError> {
    utf8(std::env::current_dir())
}

pub(super) fn utf8(path: io::Result<PathBuf>) -> Result<Utf8PathBuf, FileError> {
    Utf8PathBuf::from_path_buf(path?).map_err(|_| FileError::Name)
}
