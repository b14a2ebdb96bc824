//! Files and directories on Windows: beneath an open directory, and with the process's whole
//! authority.
//!
//! What is beneath a directory is opened name by name, each from the open directory before it,
//! and no link is followed: cap-std 4.0 reads a name `D:x` in a link's text as a path of
//! another drive.

use std::fs::{File, OpenOptions};
use std::io;
use std::ops::ControlFlow;
use std::os::windows::fs::OpenOptionsExt;
use std::time::{Duration, SystemTime};

use camino::{Utf8Component, Utf8Path, Utf8PathBuf, Utf8Prefix};
use cap_fs_ext::{DirExt, FollowSymlinks, MetadataExt, OpenOptionsFollowExt};
use cap_std::fs::{Dir, Metadata};

use super::beneath::{check, is_reserved, spelled};
use super::stat::{FileType, Identity, Owner, Stat, Version};
use super::{Name, NonUtf8Name};
use crate::documents::error::FileError;

/// `FILE_FLAG_BACKUP_SEMANTICS`: directories are opened, too.
const DIRECTORIES_TOO: u32 = 0x0200_0000;
/// `ERROR_BAD_PATHNAME`, `ERROR_DIRECTORY` and `ERROR_STOPPED_ON_SYMLINK`.
const BAD_PATHNAME: i32 = 161;
const NOT_A_DIRECTORY: i32 = 267;
const STOPPED_ON_LINK: i32 = 681;
/// What no name on Windows has: a path with it would mean another file, a stream of it, or a
/// pattern.
const IN_NO_NAME: [char; 8] = ['\\', ':', '*', '?', '"', '<', '>', '|'];

/// Opens a file of any type.
pub(super) fn file(root: &Dir, path: &Utf8Path) -> Result<File, FileError> {
    check(path)?;
    let mut options = cap_std::fs::OpenOptions::new();
    options.read(true).follow(FollowSymlinks::No);
    let (directory, name) = walked(root, path)?;
    let opened = directory.open_with(name, &options);
    opened.map(cap_std::fs::File::into_std).map_err(|error| {
        // What the system says of a directory is that it is not permitted.
        match directory.symlink_metadata(name) {
            Ok(found) if found.is_dir() => FileError::NotRegular,
            _ => error.into(),
        }
    })
}

/// Opens a directory; the empty path is the root.
pub(super) fn directory(root: &Dir, path: &Utf8Path, _: FollowSymlinks) -> Result<File, FileError> {
    check(path)?;
    let (directory, name) = walked(root, path)?;
    Ok(directory.open_dir_nofollow(name)?.into_std_file())
}

/// Returns the metadata of what is at a path; the empty path is the root.
pub(super) fn stat(root: &Dir, path: &Utf8Path, last: FollowSymlinks) -> Result<Stat, FileError> {
    let (directory, name) = walked(root, path)?;
    let stat = converted(&directory.symlink_metadata(name)?);
    let must_be_directory = path.as_str().ends_with('/') || path.as_str().ends_with("/.");
    match stat.kind {
        FileType::Symlink if last == FollowSymlinks::Yes || must_be_directory => {
            Err(FileError::Linked)
        }
        FileType::Directory => Ok(stat),
        _ if must_be_directory => Err(FileError::NotDirectory),
        _ => Ok(stat),
    }
}

/// Returns false: no link is followed.
pub(super) fn leads_to_folder(_: &Dir, _: &Utf8Path) -> bool {
    false
}

/// Opens the directory that holds what is at a path, and returns it with the last name; `.` is
/// the directory itself.
fn walked<'p>(root: &Dir, path: &'p Utf8Path) -> Result<(Dir, &'p str), FileError> {
    if path.as_str().starts_with('/') {
        return Err(FileError::Outside);
    }
    let names = path.as_str().split('/');
    let mut names = names.filter(|name| !matches!(*name, "" | ".")).peekable();
    let mut open = vec![root.try_clone()?];
    let mut last = ".";
    while let Some(name) = names.next() {
        if name.contains(is_in_no_name) {
            return Err(FileError::Missing);
        }
        match (name, open.last()) {
            ("..", _) => drop(open.pop()),
            (_, None) => return Err(FileError::Outside),
            (_, Some(_)) if names.peek().is_none() => last = name,
            (_, Some(directory)) => {
                let below = directory.open_dir_nofollow(name)?;
                open.push(below);
            }
        }
    }
    Ok((open.pop().ok_or(FileError::Outside)?, last))
}

/// Refuses the path of a file to be created that would mean another file, or a stream of one.
pub(super) fn check_new(path: &Utf8Path) -> Result<(), FileError> {
    match path.as_str().contains(is_in_no_name) {
        true => Err(FileError::Outside),
        false => Ok(()),
    }
}

fn is_in_no_name(c: char) -> bool {
    IN_NO_NAME.contains(&c) || c.is_ascii_control()
}

/// Refuses a path with the name of a device, or with one that Windows changes.
fn check_ambient(path: &Utf8Path) -> io::Result<()> {
    let is_refused = |component| match component {
        Utf8Component::Prefix(prefix) => matches!(
            prefix.kind(),
            Utf8Prefix::DeviceNS(_) | Utf8Prefix::Verbatim(_) | Utf8Prefix::UNC("?" | ".", _)
        ),
        // `NUL:` is the device, too.
        Utf8Component::Normal(name) => is_reserved(name) || name.contains(':'),
        _ => false,
    };
    match path.components().any(is_refused) {
        true => Err(io::Error::from_raw_os_error(BAD_PATHNAME)),
        false => Ok(()),
    }
}

/// Returns the metadata of what is open.
pub(super) fn stat_of(open: &File) -> io::Result<Stat> {
    Ok(converted(&Metadata::from_file(open)?))
}

/// Returns the metadata of an entry of an open directory; a link is not followed.
pub(super) fn entry(directory: &File, name: &str) -> Result<Stat, FileError> {
    let directory = Dir::from_std_file(directory.try_clone()?);
    stat(&directory, name.into(), FollowSymlinks::No)
}

/// Passes the name and the type of each entry of an open directory to `each`, in the
/// system's order, until it breaks.
pub(super) fn entries(
    directory: &File,
    mut each: impl FnMut(Name<'_>, FileType) -> ControlFlow<()>,
) -> io::Result<ControlFlow<()>> {
    // The path that the system has for it, with `\\?\`: what cap-std makes of that is another
    // one on a network drive.
    for entry in std::fs::read_dir(winx::file::get_file_path(directory)?)? {
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

fn converted(metadata: &Metadata) -> Stat {
    let modified = metadata.modified().map(cap_std::time::SystemTime::into_std);
    let since_1970 = modified.map(|time| time.duration_since(SystemTime::UNIX_EPOCH));
    let modified = since_1970.map_or(Duration::ZERO, Result::unwrap_or_default);
    Stat {
        kind: match metadata.file_type() {
            kind if kind.is_symlink() => FileType::Symlink,
            kind if kind.is_dir() => FileType::Directory,
            kind if kind.is_file() => FileType::RegularFile,
            _ => FileType::Other,
        },
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
        is_read_only: metadata.permissions().readonly(),
    }
}

fn kind_of(kind: std::fs::FileType) -> FileType {
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

/// An open directory, from which paths lead anywhere. While it is open, others may rename and
/// remove it.
#[derive(Debug)]
pub(super) struct Anchor {
    pub dir: Dir,
}

impl Anchor {
    /// Opens the directory at `path`, anywhere the process may; links are followed.
    pub fn ambient(path: &Utf8Path) -> io::Result<Self> {
        let opened = file_ambient(spelled(path))?;
        match opened.metadata()?.is_dir() {
            true => Ok(Self {
                dir: Dir::from_std_file(opened),
            }),
            false => Err(io::Error::from_raw_os_error(NOT_A_DIRECTORY)),
        }
    }

    /// Opens the directory at `path` from here; links are followed.
    pub fn at(&self, path: &Utf8Path) -> io::Result<Self> {
        Self::ambient(&self.joined(path)?)
    }

    /// Returns a path from here. Its names are separated by `/`, as on every system.
    fn joined(&self, path: &Utf8Path) -> io::Result<Utf8PathBuf> {
        match self.path().filter(|_| !path.as_str().contains('\\')) {
            Some(here) => Ok(here.join(path)),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }

    /// Opens the directory of this name, which is no link.
    pub fn child(&self, name: &str) -> io::Result<Self> {
        let below = self.at(name.into())?;
        match self.dir.symlink_metadata(name)?.is_symlink() {
            true => Err(io::Error::from_raw_os_error(STOPPED_ON_LINK)),
            false => Ok(below),
        }
    }

    /// Takes a directory at `path` that was opened from here.
    pub fn beneath(&self, _: &Utf8Path, opened: File) -> io::Result<Self> {
        Self::ambient(&path_of(&opened).ok_or(io::ErrorKind::NotFound)?)
    }

    /// Opens the directory above; at a root it is the same one.
    pub fn above(&self) -> io::Result<Self> {
        let here = self.path().ok_or(io::ErrorKind::NotFound)?;
        Self::ambient(here.parent().unwrap_or(&here))
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

    /// Returns whether it was removed.
    pub fn is_removed(&self) -> bool {
        self.path().is_none()
    }

    /// Returns its path without links, as the system has it.
    pub fn path(&self) -> Option<Utf8PathBuf> {
        path_of(&self.dir.try_clone().ok()?.into_std_file())
    }
}

/// Returns the path of what is open.
fn path_of(open: &File) -> Option<Utf8PathBuf> {
    let path = Utf8PathBuf::try_from(winx::file::get_file_path(open).ok()?).ok()?;
    Some(plain(path))
}

/// Returns a path without `\\?\`, after which `/` would separate nothing.
pub(super) fn plain(path: Utf8PathBuf) -> Utf8PathBuf {
    match path.as_str().strip_prefix(r"\\?\") {
        None => path,
        Some(rest) => match rest.strip_prefix(r"UNC\") {
            Some(share) => format!(r"\\{share}").into(),
            None => rest.into(),
        },
    }
}

/// Opens the directory at `path` to be listed, anywhere the process may.
pub(super) fn list_ambient(path: &Utf8Path) -> io::Result<File> {
    check_ambient(path)?;
    let opened = Dir::open_ambient_dir(spelled(path), cap_std::ambient_authority())?;
    Ok(opened.into_std_file())
}

/// Opens the file at `path`, anywhere the process may.
pub(super) fn file_ambient(path: &Utf8Path) -> io::Result<File> {
    check_ambient(path)?;
    let opened = OpenOptions::new()
        .read(true)
        .custom_flags(DIRECTORIES_TOO)
        .open(path)?;
    Ok(opened)
}

/// Returns the metadata of what is at `path`, anywhere the process may; links are followed.
pub(super) fn stat_ambient(path: &Utf8Path) -> io::Result<Stat> {
    check_ambient(path)?;
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

/// Refuses a file with the attribute that lets nobody write it.
pub(super) fn check_writable(_: &Dir, _: &str, stat: &Stat) -> Result<(), FileError> {
    match stat.is_read_only {
        true => Err(FileError::Protected),
        false => Ok(()),
    }
}

/// Creates a file with the permissions that its folder gives it.
pub(super) fn create(folder: &Dir, name: &str, _: Option<&Stat>) -> Result<File, FileError> {
    let mut options = cap_std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    Ok(folder.open_with(name, &options)?.into_std())
}

/// Does nothing: owners are not looked up.
pub(super) fn inherit(_: &Dir, _: &Dir) -> Result<(), FileError> {
    Ok(())
}

/// Does nothing: the system makes a new name durable.
pub(super) fn make_durable(_: &Dir) {}

/// Creates a directory and those above it; the user's own folders are nobody else's.
pub(super) fn create_private(path: &Utf8Path) -> io::Result<()> {
    std::fs::create_dir_all(path)
}

/// Returns true: permissions are not looked up.
pub(super) fn is_private(_: &File) -> io::Result<bool> {
    Ok(true)
}

/// Does nothing: a new file has the permissions of its folder.
pub(super) fn only_for_user(_: &mut cap_std::fs::OpenOptions) {}
