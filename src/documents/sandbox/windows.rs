//! Files and directories on Windows, inside an open directory or anywhere that the process has
//! access.
//!
//! Paths inside a directory are opened one component at a time, each from the open directory before
//! it. Links are not followed, because cap-std 4.0 reads a name `D:x` in a link's target as a path
//! on another drive.

use std::fs::{File, OpenOptions};
use std::io;
use std::ops::ControlFlow;
use std::os::windows::fs::OpenOptionsExt;

use camino::{Utf8Component, Utf8Path, Utf8PathBuf, Utf8Prefix};
use cap_fs_ext::{DirExt, FollowSymlinks, OpenOptionsFollowExt};
use cap_std::fs::Dir;

use super::stat::{FileType, Stat};
use super::{Name, NonUtf8Name, Purpose, is_reserved, or_dot};
use crate::documents::file_error::FileError;

/// `FILE_FLAG_BACKUP_SEMANTICS`, which allows directories to be opened, too.
const DIRECTORIES_TOO: u32 = 0x0200_0000;
/// `ERROR_BAD_PATHNAME` and `ERROR_DIRECTORY`.
const BAD_PATHNAME: i32 = 161;
const NOT_A_DIRECTORY: i32 = 267;
/// The characters that no name on Windows contains. A path with one of them would refer to a
/// different file, a stream of the file, or a pattern.
const IN_NO_NAME: [char; 8] = ['\\', ':', '*', '?', '"', '<', '>', '|'];

/// Opens the file of any type at `path` inside `root`.
pub(super) fn file(root: &Dir, path: &Utf8Path) -> Result<File, FileError> {
    check(path)?;
    let mut options = cap_std::fs::OpenOptions::new();
    options.read(true).follow(FollowSymlinks::No);
    let (directory, name) = walked(root, path)?;
    let opened = directory.open_with(name, &options);
    opened.map(cap_std::fs::File::into_std).map_err(|error| {
        // For a directory, the system reports only that opening is not permitted.
        match directory.symlink_metadata(name) {
            Ok(found) if found.is_dir() => FileError::NotRegular,
            _ => error.into(),
        }
    })
}

/// Opens the directory at `path` inside `root`. The empty path is `root` itself.
pub(super) fn directory(
    root: &Dir,
    path: &Utf8Path,
    _: FollowSymlinks,
    _: Purpose,
) -> Result<Dir, FileError> {
    check(path)?;
    let (directory, name) = walked(root, path)?;
    Ok(directory.open_dir_nofollow(name)?)
}

/// Returns the metadata of the file at `path` inside `root`. The empty path is `root` itself.
pub(super) fn stat(root: &Dir, path: &Utf8Path, last: FollowSymlinks) -> Result<Stat, FileError> {
    let (directory, name) = walked(root, path)?;
    let stat = Stat::of(&directory.symlink_metadata(name)?);
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

/// Opens the directory inside `root` that contains the file at `path`. Returns it with the file's
/// name in it, which is `.` if `path` is that directory itself.
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

/// Refuses a path with a component that Windows reserves, or from which it drops a final dot or
/// space.
fn check(path: &Utf8Path) -> Result<(), FileError> {
    if path.as_str().split('/').any(is_reserved) {
        Err(FileError::Reserved)
    } else {
        Ok(())
    }
}

/// Refuses the path to a new file if the path would refer to a different file, or to a stream of a
/// file.
pub(super) fn check_new(path: &Utf8Path) -> Result<(), FileError> {
    if path.as_str().contains(is_in_no_name) {
        Err(FileError::Outside)
    } else {
        Ok(())
    }
}

fn is_in_no_name(c: char) -> bool {
    IN_NO_NAME.contains(&c) || c.is_ascii_control()
}

/// Refuses a path with a component that is the name of a device, or that Windows changes.
fn check_ambient(path: &Utf8Path) -> io::Result<()> {
    let is_refused = |component| match component {
        Utf8Component::Prefix(prefix) => matches!(
            prefix.kind(),
            Utf8Prefix::DeviceNS(_) | Utf8Prefix::Verbatim(_) | Utf8Prefix::UNC("?" | ".", _)
        ),
        // `NUL:` is also the device.
        Utf8Component::Normal(name) => is_reserved(name) || name.contains(':'),
        _ => false,
    };
    if path.components().any(is_refused) {
        Err(io::Error::from_raw_os_error(BAD_PATHNAME))
    } else {
        Ok(())
    }
}

/// Passes the name and the type of each entry of `directory` to `each`, in the system's order,
/// until `each` breaks.
pub(super) fn entries(
    directory: &Dir,
    mut each: impl FnMut(Name<'_>, FileType) -> ControlFlow<()>,
) -> io::Result<ControlFlow<()>> {
    // The system's path for the directory begins with `\\?\`. On a network drive, cap-std would
    // turn it into a different path.
    let directory = directory.try_clone()?.into_std_file();
    for entry in std::fs::read_dir(winx::file::get_file_path(&directory)?)? {
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

/// Opens `path`, relative to `from` or to the working directory, wherever it leads. Other programs
/// may rename and remove the file while it is open.
pub(super) fn open_at(from: Option<&Dir>, path: &Utf8Path, purpose: Purpose) -> io::Result<File> {
    let path = joined(from, path)?;
    check_ambient(&path)?;
    let mut options = OpenOptions::new();
    match purpose {
        Purpose::Stat => options.access_mode(0),
        _ => options.read(true),
    };
    options.custom_flags(DIRECTORIES_TOO).open(path)
}

/// Opens the directory at `path` as [`open_at`] does. The empty path is the directory `from`
/// itself. While a directory is open for listing, other programs can neither rename nor remove it.
pub(super) fn directory_at(
    from: Option<&Dir>,
    path: &Utf8Path,
    purpose: Purpose,
) -> io::Result<Dir> {
    if purpose == Purpose::List {
        let path = joined(from, path)?;
        check_ambient(&path)?;
        return Dir::open_ambient_dir(or_dot(&path), cap_std::ambient_authority());
    }
    let opened = open_at(from, or_dot(path), purpose)?;
    if opened.metadata()?.is_dir() {
        Ok(Dir::from_std_file(opened))
    } else {
        Err(io::Error::from_raw_os_error(NOT_A_DIRECTORY))
    }
}

/// Returns `path`, resolved relative to `from` if it is given. Returns an error if `path` contains
/// a backslash, because `/` separates components on every system.
fn joined(from: Option<&Dir>, path: &Utf8Path) -> io::Result<Utf8PathBuf> {
    let Some(from) = from else {
        return Ok(path.to_owned());
    };
    match path_of(from).filter(|_| !path.as_str().contains('\\')) {
        Some(here) => Ok(here.join(path)),
        None => Err(io::ErrorKind::NotFound.into()),
    }
}

/// Opens the parent of `directory`. The parent of a root is the root itself.
pub(super) fn above(directory: &Dir) -> io::Result<Dir> {
    let here = path_of(directory).ok_or(io::ErrorKind::NotFound)?;
    directory_at(None, here.parent().unwrap_or(&here), Purpose::Search)
}

/// Opens the same directory again, with a handle that lets other programs rename and remove it.
pub(super) fn movable(directory: Dir) -> io::Result<Dir> {
    let here = path_of(&directory).ok_or(io::ErrorKind::NotFound)?;
    directory_at(None, &here, Purpose::Search)
}

/// Returns the path to `directory`, without links, as the system reports it.
pub(super) fn path_of(directory: &Dir) -> Option<Utf8PathBuf> {
    let opened = directory.try_clone().ok()?.into_std_file();
    let path = Utf8PathBuf::try_from(winx::file::get_file_path(&opened).ok()?).ok()?;
    Some(plain(path))
}

/// Returns `path` without the prefix `\\?\`, after which a `/` would not separate components.
pub(super) fn plain(path: Utf8PathBuf) -> Utf8PathBuf {
    match path.as_str().strip_prefix(r"\\?\") {
        None => path,
        Some(rest) => match rest.strip_prefix(r"UNC\") {
            Some(share) => format!(r"\\{share}").into(),
            None => rest.into(),
        },
    }
}

/// Refuses a file with the read-only attribute.
pub(super) fn check_writable(_: &Dir, _: &str, stat: &Stat) -> Result<(), FileError> {
    if stat.is_read_only {
        Err(FileError::ReadOnly)
    } else {
        Ok(())
    }
}

/// Creates the file `name` with the permissions that it gets from `folder`.
pub(super) fn create(folder: &Dir, name: &str, _: Option<&Stat>) -> Result<File, FileError> {
    let mut options = cap_std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    Ok(folder.open_with(name, &options)?.into_std())
}

/// Returns true, because permissions are not checked.
pub(super) fn is_private<T>(_: T) -> io::Result<bool> {
    Ok(true)
}
