//! Files and directories on Windows: beneath an open directory, and with the process's whole
//! authority.
//!
//! cap-std goes name by name through open handles. A directory that is open can be neither
//! renamed nor removed, nor can those above it, so its path stays its own.

use std::fs::{File, OpenOptions};
use std::io;
use std::ops::ControlFlow;
use std::os::windows::fs::{FileExt, OpenOptionsExt};
use std::path::Path;
use std::time::{Duration, SystemTime};

use camino::{Utf8Path, Utf8PathBuf};
use cap_fs_ext::{DirExt, FollowSymlinks, MetadataExt, OpenOptionsFollowExt};
use cap_std::fs::{Dir, Metadata};

use super::beneath::spelled;
use super::stat::{FileType, Identity, Owner, Stat, Version};
use super::{Name, NonUtf8Name};
use crate::documents::error::FileError;

/// `FILE_FLAG_BACKUP_SEMANTICS`: directories are opened, too.
const DIRECTORIES_TOO: u32 = 0x0200_0000;
/// What no name on Windows has: a path with it would mean another file, a stream of it, or a
/// pattern.
const IN_NO_NAME: [char; 8] = ['\\', ':', '*', '?', '"', '<', '>', '|'];

/// Opens a file of any type.
pub(super) fn file(root: &Dir, path: &Utf8Path) -> Result<File, FileError> {
    let mut options = cap_std::fs::OpenOptions::new();
    options.read(true).follow(FollowSymlinks::Yes);
    let opened = plain(path).and_then(|path| root.open_with(path, &options));
    opened.map(cap_std::fs::File::into_std).map_err(|error| {
        match stat(root, path, FollowSymlinks::Yes) {
            // What the system says of a directory.
            Ok(found) if found.kind == FileType::Directory => FileError::NotRegular,
            _ => error_at(root, path, &error),
        }
    })
}

/// Opens a directory; the empty path is the root.
pub(super) fn directory(
    root: &Dir,
    path: &Utf8Path,
    last: FollowSymlinks,
) -> Result<File, FileError> {
    let opened = plain(path).and_then(|path| match last {
        FollowSymlinks::Yes => root.open_dir(path),
        FollowSymlinks::No => root.open_dir_nofollow(path),
    });
    opened
        .map(Dir::into_std_file)
        .map_err(|error| error_at(root, path, &error))
}

/// Returns the metadata of what is at a path; the empty path is the root.
pub(super) fn stat(root: &Dir, path: &Utf8Path, last: FollowSymlinks) -> Result<Stat, FileError> {
    bare_stat(root, path, last).map_err(|error| error_at(root, path, &error))
}

fn bare_stat(root: &Dir, path: &Utf8Path, last: FollowSymlinks) -> io::Result<Stat> {
    let path = plain(path)?;
    Ok(converted(&match last {
        FollowSymlinks::Yes => root.metadata(path)?,
        FollowSymlinks::No => root.symlink_metadata(path)?,
    }))
}

/// Returns a path that has only names which a file can have.
fn plain(path: &Utf8Path) -> io::Result<&Path> {
    match path
        .as_str()
        .contains(|c: char| IN_NO_NAME.contains(&c) || c.is_ascii_control())
    {
        true => Err(io::ErrorKind::NotFound.into()),
        false => Ok(spelled(path).as_std_path()),
    }
}

/// Returns the error of what is at `path`, which the bare error does not always tell.
fn error_at(root: &Dir, path: &Utf8Path, error: &io::Error) -> FileError {
    let is_link = || {
        bare_stat(root, path, FollowSymlinks::No).is_ok_and(|stat| stat.kind == FileType::Symlink)
    };
    // The resolver's own refusal to leave the tree carries no error number.
    if error.raw_os_error().is_none() && error.kind() == io::ErrorKind::PermissionDenied {
        return FileError::Outside;
    }
    match FileError::of_system(error) {
        FileError::Missing if is_link() => FileError::Dangling,
        other => other,
    }
}

/// Returns the metadata of what is open.
pub(super) fn stat_of(open: &File) -> io::Result<Stat> {
    Ok(converted(&Metadata::from_file(open)?))
}

/// Returns the metadata of an entry of an open directory; a link is not followed.
pub(super) fn entry(directory: &File, name: &str) -> io::Result<Stat> {
    let directory = Dir::from_std_file(directory.try_clone()?);
    bare_stat(&directory, name.into(), FollowSymlinks::No)
}

/// Passes the name and the type of each entry of an open directory to `each`, in the
/// system's order, until it breaks.
pub(super) fn entries(
    directory: &File,
    mut each: impl FnMut(Name<'_>, FileType) -> ControlFlow<()>,
) -> io::Result<ControlFlow<()>> {
    for entry in Dir::from_std_file(directory.try_clone()?).entries()? {
        let entry = entry?;
        let (name, kind) = (entry.file_name(), kind_of(entry.file_type()?));
        let name = name
            .to_str()
            .ok_or_else(|| NonUtf8Name::of(name.as_encoded_bytes()));
        if each(name, kind).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Reads from a file at a place into what a buffer has to spare; `None` from its beginning.
/// Returns the number of bytes.
pub(super) fn read_spare(file: &File, at: Option<u64>, into: &mut Vec<u8>) -> io::Result<usize> {
    let filled = into.len();
    into.resize(into.capacity(), 0);
    let read = file.seek_read(&mut into[filled..], at.unwrap_or_default());
    into.truncate(filled + read.as_ref().map_or(0, |read| *read));
    read
}

fn converted(metadata: &Metadata) -> Stat {
    let modified = metadata.modified().map(cap_std::time::SystemTime::into_std);
    let since_1970 = modified.map(|time| time.duration_since(SystemTime::UNIX_EPOCH));
    let modified = since_1970.map_or(Duration::ZERO, Result::unwrap_or_default);
    Stat {
        kind: kind_of(metadata.file_type()),
        version: Version {
            identity: Identity {
                device: metadata.dev(),
                inode: metadata.ino(),
            },
            owner: Owner(),
            bytes: metadata.len(),
            modified,
            changed: modified,
        },
        has_blocks: true,
    }
}

fn kind_of(kind: cap_std::fs::FileType) -> FileType {
    if kind.is_symlink() {
        FileType::Symlink
    } else if kind.is_dir() {
        FileType::Directory
    } else if kind.is_file() {
        FileType::RegularFile
    } else {
        FileType::Other
    }
}

/// An open directory, from which paths lead anywhere.
#[derive(Debug)]
pub(super) struct Anchor {
    pub dir: Dir,
    /// Its absolute path, at which it stays while it is open.
    path: Utf8PathBuf,
}

impl Anchor {
    /// Opens the directory at `path`, anywhere the process may; links are followed.
    pub fn ambient(path: &Utf8Path) -> io::Result<Self> {
        let path = Utf8PathBuf::try_from(std::path::absolute(path)?);
        let path = path.map_err(|_| io::ErrorKind::InvalidFilename)?;
        Ok(Self {
            dir: Dir::from_std_file(list_ambient(&path)?),
            path,
        })
    }

    /// Opens the directory at `path` from here; links are followed.
    pub fn at(&self, path: &Utf8Path) -> io::Result<Self> {
        Self::ambient(&self.joined(path)?)
    }

    /// Returns a path from here. Its names are separated by `/`, as on every system.
    fn joined(&self, path: &Utf8Path) -> io::Result<Utf8PathBuf> {
        match path.as_str().contains('\\') {
            true => Err(io::ErrorKind::NotFound.into()),
            false => Ok(self.path.join(path)),
        }
    }

    /// Opens the directory of this name, which is no link.
    pub fn child(&self, name: &str) -> io::Result<Self> {
        Ok(Self {
            dir: self.dir.open_dir_nofollow(plain(name.into())?)?,
            path: self.path.join(name),
        })
    }

    /// Takes a directory at `path` that was opened from here.
    pub fn beneath(&self, path: &Utf8Path, opened: File) -> io::Result<Self> {
        Ok(Self {
            dir: Dir::from_std_file(opened),
            path: self.path.join(path),
        })
    }

    /// Opens the directory above; at a root it is the same one.
    pub fn above(&self) -> io::Result<Self> {
        Self::ambient(self.path.parent().unwrap_or(&self.path))
    }

    /// Opens the directory at `path` to be listed.
    pub fn listed(&self, path: &Utf8Path) -> io::Result<File> {
        list_ambient(&self.joined(path)?)
    }

    /// Opens the file at `path`.
    pub fn file(&self, path: &Utf8Path) -> io::Result<File> {
        file_ambient(&self.joined(path)?)
    }

    /// Returns the metadata of what is at `path`; links are followed.
    pub fn stat(&self, path: &Utf8Path) -> io::Result<Stat> {
        stat_ambient(&self.joined(path)?)
    }

    /// Returns the metadata of the directory.
    pub fn own_stat(&self) -> io::Result<Stat> {
        Ok(converted(&self.dir.dir_metadata()?))
    }

    /// Returns whether it has an entry of this name.
    pub fn has(&self, name: &str) -> bool {
        self.dir.symlink_metadata(name).is_ok()
    }

    /// Returns false: an open directory is not removed.
    pub fn is_removed(&self) -> bool {
        false
    }

    /// Returns its path.
    pub fn path(&self) -> Option<Utf8PathBuf> {
        Some(self.path.clone())
    }
}

/// Opens the directory at `path` to be listed, anywhere the process may.
pub(super) fn list_ambient(path: &Utf8Path) -> io::Result<File> {
    let opened = Dir::open_ambient_dir(spelled(path), cap_std::ambient_authority())?;
    Ok(opened.into_std_file())
}

/// Opens the file at `path`, anywhere the process may.
pub(super) fn file_ambient(path: &Utf8Path) -> io::Result<File> {
    let opened = OpenOptions::new()
        .read(true)
        .custom_flags(DIRECTORIES_TOO)
        .open(path)?;
    Ok(opened)
}

/// Returns the metadata of what is at `path`, anywhere the process may; links are followed.
pub(super) fn stat_ambient(path: &Utf8Path) -> io::Result<Stat> {
    let opened = OpenOptions::new()
        .access_mode(0)
        .custom_flags(DIRECTORIES_TOO)
        .open(path)?;
    stat_of(&opened)
}

/// Returns false: who may read a file is not looked up.
pub(super) fn is_world_readable(_: &Utf8Path) -> io::Result<bool> {
    Ok(false)
}

/// Returns whether a file has the attribute that lets nobody write it.
pub(super) fn is_read_only(path: &Utf8Path) -> io::Result<bool> {
    Ok(file_ambient(path)?.metadata()?.permissions().readonly())
}

/// Leaves a file the permissions that its folder gives it.
pub(super) fn copy_permissions(_: &Utf8Path, _: &File) -> io::Result<()> {
    Ok(())
}

/// Returns how a new file is made.
pub(super) fn new_file<'b>() -> tempfile::Builder<'b, 'static> {
    tempfile::Builder::new()
}

/// Does nothing: the system makes a new name durable.
pub(super) fn make_durable(_: &Utf8Path) {}
