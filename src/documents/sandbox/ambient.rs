//! Opens, reads and writes with the process's whole authority: folders that are held by an
//! open handle, and files by their paths.

use std::fs::Permissions;
use std::io;
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::fs::PermissionsExt;
use std::path::{self, PathBuf};

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};
use cap_fs_ext::FollowSymlinks;
use cap_std::fs::Dir;
use rustix::fs::{Access, AtFlags, CWD, FileType, Mode, OFlags};

use super::{Identity, Opened, Owner, Sandbox, Version, beneath};
use crate::documents::error::FileError;
use crate::limits::MAX_CONFIG_BYTES;

/// How a directory is opened that may be searched, and perhaps not be listed.
const SEARCHED: OFlags = beneath::LOOKED_AT
    .union(OFlags::DIRECTORY)
    .union(OFlags::CLOEXEC);

/// An open directory from which others, and files, are opened. It stays the same
/// directory if another takes its name, and it may be one that cannot be listed.
#[derive(Debug)]
pub struct Folder {
    dir: Dir,
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
        Self::open_at(CWD, path, SEARCHED)
    }

    /// Opens the directory at `path`, or else the nearest one above it, and returns its
    /// path, too. No link is followed.
    pub fn nearest(path: &Utf8Path) -> Option<(Self, Utf8PathBuf)> {
        let mut reached = Utf8PathBuf::from(if path.is_absolute() { "/" } else { "." });
        let mut folder = Self::ambient(&reached).ok()?;
        for component in path.components() {
            if let Utf8Component::Normal(name) = component {
                let flags = SEARCHED | OFlags::NOFOLLOW;
                match Self::open_at(&folder.dir, Utf8Path::new(name), flags) {
                    Ok(below) => folder = below,
                    Err(_) => break,
                }
                reached.push(name);
            }
        }
        Some((folder, reached))
    }

    fn open_at(from: impl AsFd, path: &Utf8Path, flags: OFlags) -> Result<Self, FileError> {
        let opened = rustix::fs::openat(from, path.as_str(), flags, Mode::empty())?;
        Ok(Self {
            identity: Identity::of(&rustix::fs::fstat(&opened)?),
            dir: Dir::from_std_file(opened.into()),
        })
    }

    /// Opens the directory above this one, which must be one that can be searched. Returns
    /// `None` at `/`.
    pub fn above(&self) -> Result<Option<Self>, FileError> {
        let above = Self::open_at(&self.dir, Utf8Path::new(".."), SEARCHED)?;
        Ok((above.identity != self.identity).then_some(above))
    }

    /// Returns its identity.
    pub fn identity(&self) -> Identity {
        self.identity
    }

    /// Returns its owner, as it is now.
    pub fn owner(&self) -> Result<Owner, FileError> {
        Ok(Owner::of(&rustix::fs::fstat(&self.dir)?))
    }

    /// Returns its own name as procfs has it; `None` if it has none, or without procfs.
    pub fn name(&self) -> Option<String> {
        Utf8PathBuf::from(self.path()?)
            .file_name()
            .map(str::to_owned)
    }

    /// Returns its path, without links, as procfs has it.
    pub fn path(&self) -> Option<String> {
        let number = self.dir.as_fd().as_raw_fd();
        let path = rustix::fs::readlink(format!("/proc/self/fd/{number}"), Vec::new()).ok()?;
        let path = path.into_string().ok()?;
        // The link of a removed directory has another text.
        (self.is_at(Utf8Path::new(&path)) == Ok(true)).then_some(path)
    }

    /// Returns whether `path` leads here, links followed.
    pub fn is_at(&self, path: &Utf8Path) -> Result<bool, FileError> {
        Ok(Identity::of(&rustix::fs::stat(path.as_str())?) == self.identity)
    }

    /// Returns whether it was removed.
    pub fn is_removed(&self) -> bool {
        rustix::fs::fstat(&self.dir).is_ok_and(|stat| stat.st_nlink == 0)
    }

    /// Returns whether it has an entry of this name.
    pub fn has(&self, name: &str) -> bool {
        rustix::fs::statat(&self.dir, name, AtFlags::SYMLINK_NOFOLLOW).is_ok()
    }

    /// Returns the version of the regular file at `path`, without opening it.
    pub fn version(&self, path: &Utf8Path, reach: Reach) -> Result<Version, FileError> {
        let stat = match reach {
            Reach::Beneath => beneath::stat(&self.dir, path, FollowSymlinks::Yes)?,
            Reach::Anywhere => rustix::fs::statat(&self.dir, path.as_str(), AtFlags::empty())?,
        };
        match FileType::from_raw_mode(stat.st_mode) {
            FileType::RegularFile => Ok(Version::of(&stat)),
            _ => Err(FileError::NotRegular),
        }
    }

    /// Opens the regular file at `path`.
    pub fn open(&self, path: &Utf8Path, reach: Reach) -> Result<Opened, FileError> {
        let (dir, flags) = (&self.dir, beneath::FILE);
        Opened::new(match reach {
            Reach::Beneath => beneath::file(dir, path)?,
            Reach::Anywhere => rustix::fs::openat(dir, path.as_str(), flags, Mode::empty())?,
        })
    }

    /// Opens the directory at `path`.
    pub fn folder(&self, path: &Utf8Path, reach: Reach) -> Result<Self, FileError> {
        match reach {
            Reach::Beneath => {
                let opened = beneath::directory(&self.dir, path, FollowSymlinks::Yes)?;
                Self::open_at(opened, Utf8Path::new("."), SEARCHED)
            }
            Reach::Anywhere => Self::open_at(&self.dir, beneath::spelled(path), SEARCHED),
        }
    }

    /// Opens the directory at `path` as a tree of its own.
    pub fn sandbox(&self, path: &Utf8Path, reach: Reach) -> Result<Sandbox, FileError> {
        match reach {
            Reach::Beneath => {
                let opened = beneath::directory(&self.dir, path, FollowSymlinks::Yes);
                Ok(Sandbox::new(opened?))
            }
            Reach::Anywhere => Sandbox::ambient_from(&self.dir, path),
        }
    }
}

/// Reads a table or a project file of at most [`MAX_CONFIG_BYTES`].
pub fn read(path: &Utf8Path) -> Result<Vec<u8>, FileError> {
    let file = rustix::fs::open(path.as_str(), beneath::FILE, Mode::empty())?;
    (Opened::new(file)?.read(MAX_CONFIG_BYTES)).map_err(FileError::of_file)
}

/// Returns whether users other than the owner and its group may read a file.
pub fn is_world_readable(path: &Utf8Path) -> Result<bool, FileError> {
    let mode = rustix::fs::stat(path.as_str())?.st_mode;
    Ok(Mode::from_raw_mode(mode).contains(Mode::ROTH))
}

/// Returns whether a file's mode lets nobody write it.
///
/// # Errors
///
/// Why this process may not write it, which by a rename it could.
pub fn is_read_only(path: &Utf8Path) -> Result<bool, FileError> {
    let mode = Mode::from_raw_mode(rustix::fs::stat(path.as_str())?.st_mode);
    let by_mode = !mode.intersects(Mode::WUSR | Mode::WGRP | Mode::WOTH);
    if !by_mode {
        rustix::fs::access(path.as_str(), Access::WRITE_OK)?;
    }
    Ok(by_mode)
}

/// Creates the folder of a file, and those above it, if there are none.
pub fn create_folder_of(path: &Utf8Path) -> io::Result<()> {
    std::fs::create_dir_all(folder_of(path))
}

/// Creates a file that does not exist yet: whole, or not at all. A temporary file is
/// written in the same directory, made durable, and then renamed.
///
/// # Errors
///
/// [`io::ErrorKind::AlreadyExists`] also for a dangling link or a directory.
pub fn create_new(path: &Utf8Path, content: &str) -> io::Result<()> {
    create_like(path, content, path)
}

/// Creates a file as [`create_new`] does, with the permissions of another.
pub fn create_like(path: &Utf8Path, content: &str, other: &Utf8Path) -> io::Result<()> {
    let file = temporary(path, content)?;
    copy_permissions(other, &file)?;
    file.persist_noclobber(path)?;
    make_durable(folder_of(path));
    Ok(())
}

/// Creates a file as [`create_new`] does, or replaces the one that is there and keeps its
/// permissions. A link is replaced itself; what it leads to stays, and so do directories.
pub fn replace(path: &Utf8Path, content: &str) -> io::Result<()> {
    let file = temporary(path, content)?;
    copy_permissions(path, &file)?;
    file.persist(path)?;
    make_durable(folder_of(path));
    Ok(())
}

/// Gives a file the permissions of the regular file at `path`, if there is one.
fn copy_permissions(path: &Utf8Path, file: &tempfile::NamedTempFile) -> io::Result<()> {
    if let Ok(there) = std::fs::symlink_metadata(path)
        && there.is_file()
    {
        let mode = Permissions::from_mode(there.permissions().mode() & 0o777);
        file.as_file().set_permissions(mode)?;
    }
    Ok(())
}

/// Writes a durable file beside `path`, which is removed when it is dropped.
fn temporary(path: &Utf8Path, content: &str) -> io::Result<tempfile::NamedTempFile> {
    let mut file = tempfile::Builder::new()
        .prefix(".mcp-guide-")
        .permissions(Permissions::from_mode(0o666))
        .tempfile_in(folder_of(path))?;
    io::Write::write_all(&mut file, content.as_bytes())?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// Returns the path of the folder that holds `path`; `.` for the working directory.
pub fn folder_of(path: &Utf8Path) -> &Utf8Path {
    match path.parent() {
        Some(parent) if !parent.as_str().is_empty() => parent,
        _ => Utf8Path::new("."),
    }
}

/// Makes a new name durable, if the system can: the file was written in any case.
fn make_durable(folder: &Utf8Path) {
    if let Ok(folder) = rustix::fs::open(folder.as_str(), OFlags::RDONLY, Mode::empty()) {
        let _ = rustix::fs::fsync(folder);
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
    utf8(beneath::spelled(path).as_std_path().canonicalize())
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

/// Returns the working directory.
pub fn working_directory() -> Result<Utf8PathBuf, FileError> {
    utf8(std::env::current_dir())
}

pub(super) fn utf8(path: io::Result<PathBuf>) -> Result<Utf8PathBuf, FileError> {
    Utf8PathBuf::from_path_buf(path?).map_err(|_| FileError::Name)
}
