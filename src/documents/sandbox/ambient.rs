//! Opens, reads and writes with the process's whole authority: folders that are held by an
//! open handle, and files by their paths.

use std::fs::Permissions;
use std::io;
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};
use cap_fs_ext::FollowSymlinks;
use cap_std::fs::Dir;
use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags};

use super::{Identity, Opened, Owner, Sandbox, Version, beneath};
use crate::documents::error::FileError;
use crate::limits::MAX_CONFIG_BYTES;

/// How a directory is opened that may be searched, and perhaps not be listed.
const SEARCHED: OFlags = beneath::LOOKED_AT
    .union(OFlags::DIRECTORY)
    .union(OFlags::CLOEXEC);

/// A directory from which others, and files, are opened. Whatever takes its name
/// later, this value stays the directory that was opened; it may be one that
/// cannot be listed.
#[derive(Debug)]
pub struct Folder {
    dir: Dir,
    identity: Identity,
}

/// How far what is opened from a folder may lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reach {
    /// Never outside the folder, links included.
    Beneath,
    /// Wherever `..`, links and absolute paths lead.
    Anywhere,
}

impl Folder {
    /// Opens the directory at `path`, anywhere the process may; links are followed.
    ///
    /// # Errors
    ///
    /// As [`Sandbox::ambient`]; it need not be one that can be listed.
    pub fn ambient(path: &Utf8Path) -> Result<Self, FileError> {
        Self::open_at(CWD, path, SEARCHED)
    }

    /// The directory at `path`, or where there is none the nearest one above, with
    /// its own path. A name that is a link leads nowhere.
    pub fn nearest(path: &Utf8Path) -> Option<(Self, Utf8PathBuf)> {
        let start = if path.is_absolute() { "/" } else { "." };
        let mut reached = Utf8PathBuf::from(start);
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

    /// The directory in which this one lies; `None` at the root of all.
    ///
    /// # Errors
    ///
    /// [`FileError::Permission`] where this one may not be searched.
    pub fn above(&self) -> Result<Option<Self>, FileError> {
        let above = Self::open_at(&self.dir, Utf8Path::new(".."), SEARCHED)?;
        Ok((above.identity != self.identity).then_some(above))
    }

    /// What tells it from every other directory while it is open.
    pub fn identity(&self) -> Identity {
        self.identity
    }

    /// Returns its owner, as it is now.
    ///
    /// # Errors
    ///
    /// The system's.
    pub fn owner(&self) -> Result<Owner, FileError> {
        Ok(Owner::of(&rustix::fs::fstat(&self.dir)?))
    }

    /// Its own name, as the system has it; `None` where it has none, or that cannot be
    /// told.
    pub fn name(&self) -> Option<String> {
        let number = self.dir.as_fd().as_raw_fd();
        let path = rustix::fs::readlink(format!("/proc/self/fd/{number}"), Vec::new()).ok()?;
        let path = Utf8PathBuf::from(path.into_string().ok()?);
        // Of one that was removed, something else is said.
        let there = self.is_at(&path) == Ok(true);
        path.file_name().filter(|_| there).map(str::to_owned)
    }

    /// Whether `path` leads here, links followed.
    ///
    /// # Errors
    ///
    /// [`FileError::Missing`] where it leads nowhere, or why that cannot be told.
    pub fn is_at(&self, path: &Utf8Path) -> Result<bool, FileError> {
        Ok(Identity::of(&rustix::fs::stat(path.as_str())?) == self.identity)
    }

    /// Whether it was removed, and lies nowhere any more.
    pub fn is_removed(&self) -> bool {
        // `..` of such a one may still lead somewhere.
        rustix::fs::fstat(&self.dir).is_ok_and(|stat| stat.st_nlink == 0)
    }

    /// Whether a name is there, whatever it is.
    pub fn has(&self, name: &str) -> bool {
        rustix::fs::statat(&self.dir, name, AtFlags::SYMLINK_NOFOLLOW).is_ok()
    }

    /// The version of the file at `path`. Nothing is read.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub fn version(&self, path: &Utf8Path, reach: Reach) -> Result<Version, FileError> {
        let stat = match reach {
            Reach::Beneath => beneath::stat(&self.dir, path)?,
            Reach::Anywhere => rustix::fs::statat(&self.dir, path.as_str(), AtFlags::empty())?,
        };
        match FileType::from_raw_mode(stat.st_mode) {
            FileType::RegularFile => Ok(Version::of(&stat)),
            _ => Err(FileError::NotRegular),
        }
    }

    /// Opens the regular file at `path`.
    ///
    /// # Errors
    ///
    /// As [`Sandbox::open`].
    pub fn open(&self, path: &Utf8Path, reach: Reach) -> Result<Opened, FileError> {
        let (dir, flags) = (&self.dir, beneath::FILE);
        Opened::new(match reach {
            Reach::Beneath => beneath::file(dir, path)?,
            Reach::Anywhere => rustix::fs::openat(dir, path.as_str(), flags, Mode::empty())?,
        })
    }

    /// Opens the directory at `path` as a tree of its own.
    ///
    /// # Errors
    ///
    /// As [`Sandbox::ambient`], and [`FileError::Outside`] where the reach forbids it.
    pub fn sandbox(&self, path: &Utf8Path, reach: Reach) -> Result<Sandbox, FileError> {
        match reach {
            Reach::Beneath => Ok(Sandbox::new(beneath::directory(
                &self.dir,
                path,
                FollowSymlinks::Yes,
            )?)),
            Reach::Anywhere => Sandbox::ambient_from(&self.dir, path),
        }
    }
}

/// Reads a table or a project file, at most [`MAX_CONFIG_BYTES`] of it.
///
/// # Errors
///
/// As [`Sandbox::open`](super::Sandbox::open) and [`Opened::read`].
pub fn read(path: &Utf8Path) -> Result<Vec<u8>, FileError> {
    let file = rustix::fs::open(path.as_str(), beneath::FILE, Mode::empty())?;
    (Opened::new(file)?.read(MAX_CONFIG_BYTES)).map_err(FileError::of_file)
}

/// Whether users other than the owner and its group may read a file.
///
/// # Errors
///
/// The system's.
pub fn is_world_readable(path: &Utf8Path) -> Result<bool, FileError> {
    let mode = rustix::fs::stat(path.as_str())?.st_mode;
    Ok(Mode::from_raw_mode(mode).contains(Mode::ROTH))
}

/// Creates a file that does not exist yet: whole, or not at all. It is written
/// beside its place, made durable, and then given its name.
///
/// # Errors
///
/// The system's, [`io::ErrorKind::AlreadyExists`] among them: nothing is
/// ever overwritten, no dangling link and no directory either.
pub fn create_new(path: &Utf8Path, content: &str) -> io::Result<()> {
    let file = beside(path, content)?;
    file.persist_noclobber(path)
        .map_err(|failed| failed.error)?;
    make_durable(folder_of(path));
    Ok(())
}

/// Creates a file as [`create_new`] does, in the place of what is there, with the
/// permissions of a file that is. A link is replaced itself; what it leads to stays.
///
/// # Errors
///
/// The system's; what is there stays then. A directory is never replaced.
pub fn replace(path: &Utf8Path, content: &str) -> io::Result<()> {
    let file = beside(path, content)?;
    if let Ok(there) = std::fs::symlink_metadata(path)
        && there.is_file()
    {
        let mode = Permissions::from_mode(there.permissions().mode() & 0o777);
        file.as_file().set_permissions(mode)?;
    }
    file.persist(path).map_err(|failed| failed.error)?;
    make_durable(folder_of(path));
    Ok(())
}

/// A durable file of this content beside a place, which is removed again when it
/// is dropped without its name.
fn beside(path: &Utf8Path, content: &str) -> io::Result<tempfile::NamedTempFile> {
    let mut file = tempfile::Builder::new()
        .prefix(".mcp-guide-")
        .permissions(Permissions::from_mode(0o666))
        .tempfile_in(folder_of(path))?;
    io::Write::write_all(&mut file, content.as_bytes())?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// The folder in which a path lies, as it can be opened.
pub fn folder_of(path: &Utf8Path) -> &Utf8Path {
    match path.parent() {
        Some(parent) if !parent.as_str().is_empty() => parent,
        _ => Utf8Path::new("."),
    }
}

/// A folder that cannot be made durable is no reason to say that nothing was written.
fn make_durable(folder: &Utf8Path) {
    if let Ok(folder) = rustix::fs::open(folder.as_str(), OFlags::RDONLY, Mode::empty()) {
        let _ = rustix::fs::fsync(folder);
    }
}

/// Returns a path from the root: the working directory joined before it, without `.` in
/// it. The path need not exist.
///
/// # Errors
///
/// The system's, or [`FileError::Name`] when the path is not UTF-8.
pub fn absolute(path: &Utf8Path) -> Result<Utf8PathBuf, FileError> {
    utf8(std::path::absolute(path))
}

/// Returns the path from the root that leads to a file or directory without a link. What
/// is opened by it may lie elsewhere by then.
///
/// # Errors
///
/// As for [`absolute`].
pub fn canonical(path: &Utf8Path) -> Result<Utf8PathBuf, FileError> {
    utf8(beneath::spelled(path).as_std_path().canonicalize())
}

/// Returns the path of the running program.
///
/// # Errors
///
/// As for [`absolute`].
pub fn program() -> Result<Utf8PathBuf, FileError> {
    utf8(std::env::current_exe())
}

/// Returns the working directory.
///
/// # Errors
///
/// As for [`absolute`].
pub fn working_directory() -> Result<Utf8PathBuf, FileError> {
    utf8(std::env::current_dir())
}

fn utf8(path: io::Result<PathBuf>) -> Result<Utf8PathBuf, FileError> {
    let path = path.map_err(|error| FileError::of_system(&error))?;
    Utf8PathBuf::from_path_buf(path).map_err(|_| FileError::Name)
}
