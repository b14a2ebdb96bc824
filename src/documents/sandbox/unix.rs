//! Files and directories on Unix, inside an open directory.
//!
//! cap-std resolves paths inside a directory. With `openat2`, the system resolves the whole path in
//! one call, so no rename can interfere. If this call is missing or blocked, cap-std resolves the
//! path one component at a time through open handles, with the same result.

use std::fs::File;
use std::io;
#[cfg(target_os = "linux")]
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::os::fd::AsFd;
#[cfg(not(target_vendor = "apple"))]
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use camino::{Utf8Path, Utf8PathBuf};
use cap_fs_ext::{FollowSymlinks, OpenOptionsFollowExt};
use cap_std::fs::{Dir, Metadata, OpenOptions, OpenOptionsExt};
use rustix::fs::{AtFlags, CWD, Gid, Mode, OFlags, Uid};
use rustix::io::Errno;

use super::stat::{FileType, Owner, Stat};
use super::tree::LINKS;
use super::{Name, NonUtf8Name, Purpose, or_dot};
use crate::documents::file_error::FileError;

/// The size in bytes of the buffer for the directory entries that one system call returns, enough
/// for several hundred names.
#[cfg(target_os = "linux")]
const READ_BYTES: usize = 32 * 1024;
/// The length in bytes at which a path is too long for the system (`PATH_MAX`).
const PATH_BYTES: usize = 4096;

impl Purpose {
    /// Returns the flags for opening a file or a directory for this purpose. Opening a file never
    /// blocks.
    fn flags(self) -> OFlags {
        let read = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let look = if cfg!(target_os = "linux") {
            OFlags::PATH | OFlags::CLOEXEC
        } else {
            read
        };
        match self {
            Self::File => read,
            Self::List => OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC,
            Self::Search => look | OFlags::DIRECTORY,
            Self::Stat => look,
        }
    }
}

/// Opens `path`, relative to `from` or to the working directory, wherever it leads.
pub(super) fn open_at(from: Option<&Dir>, path: &Utf8Path, purpose: Purpose) -> io::Result<File> {
    let from = from.map_or(CWD, AsFd::as_fd);
    let opened = rustix::fs::openat(from, path.as_str(), purpose.flags(), Mode::empty())?;
    Ok(opened.into())
}

/// Opens the directory at `path` as [`open_at`] does. The empty path is the directory `from`
/// itself.
pub(super) fn directory_at(
    from: Option<&Dir>,
    path: &Utf8Path,
    purpose: Purpose,
) -> io::Result<Dir> {
    open_at(from, or_dot(path), purpose).map(Dir::from_std_file)
}

/// Opens the parent of `directory`. The parent of `/` is `/` itself.
pub(super) fn above(directory: &Dir) -> io::Result<Dir> {
    directory_at(Some(directory), "..".into(), Purpose::Search)
}

/// Returns `directory` unchanged, because other programs may rename and remove any open directory.
pub(super) fn movable(directory: Dir) -> io::Result<Dir> {
    Ok(directory)
}

/// Returns the path to `directory`, without links, as the system reports it, or `None` without
/// procfs.
#[cfg(not(target_vendor = "apple"))]
pub(super) fn path_of(directory: &Dir) -> Option<Utf8PathBuf> {
    let number = directory.as_fd().as_raw_fd();
    let path = rustix::fs::readlink(format!("/proc/self/fd/{number}"), Vec::new()).ok()?;
    path.into_string().ok().map(Utf8PathBuf::from)
}

/// Returns the path to a directory, without links, as the system reports it.
#[cfg(target_vendor = "apple")]
pub(super) fn path_of(directory: &Dir) -> Option<Utf8PathBuf> {
    let path = rustix::fs::getpath(directory).ok()?;
    path.into_string().ok().map(Utf8PathBuf::from)
}

/// Returns the path unchanged, because paths on Unix have no other form.
pub(super) fn plain(path: Utf8PathBuf) -> Utf8PathBuf {
    path
}

/// Opens the file of any type at `path` inside `root`.
pub(super) fn file(root: &Dir, path: &Utf8Path) -> Result<File, FileError> {
    let flags = Purpose::File.flags();
    let opened = if path.as_str().ends_with('/') {
        // Without `openat2`, a directory before a final `/` is opened for searching only. The `.`
        // opens it for reading.
        resolve(root, path.join(".").as_ref(), flags, FollowSymlinks::Yes)
    } else {
        resolve(root, path.as_ref(), flags, FollowSymlinks::Yes)
    };
    opened.map_err(|error| error_at(root, path, error))
}

/// Opens the directory at `path` inside `root`. The empty path is `root` itself.
pub(super) fn directory(
    root: &Dir,
    path: &Utf8Path,
    last: FollowSymlinks,
    purpose: Purpose,
) -> Result<Dir, FileError> {
    // With a final slash, opening would need search permission.
    let trimmed = match path.as_str().trim_end_matches('/') {
        "" => or_dot(path).as_std_path(),
        trimmed => Path::new(trimmed),
    };
    let opened = match last {
        FollowSymlinks::Yes => followed(root, trimmed.to_owned(), purpose.flags()),
        FollowSymlinks::No => resolve(root, trimmed, purpose.flags(), last),
    };
    let opened = opened.map_err(|error| error_at(root, path, error))?;
    Ok(Dir::from_std_file(opened))
}

/// Opens the directory at `path` inside `root`. Follows links, including one in the last component.
fn followed(root: &Dir, mut path: PathBuf, flags: OFlags) -> io::Result<File> {
    for _ in 0..=LINKS {
        match resolve(root, &path, flags, FollowSymlinks::Yes) {
            // Without `openat2`, a last component that is a link fails with ENOTDIR. `resolve`
            // keeps the link's target inside the root.
            Err(error) if Errno::from_io_error(&error) == Some(Errno::NOTDIR) => {
                let target = root.read_link_contents(&path).map_err(|_| error)?;
                path = path.parent().unwrap_or(Path::new("")).join(target);
            }
            opened => return opened,
        }
    }
    Err(Errno::LOOP.into())
}

/// Returns the metadata of the file at `path` inside `root`. The empty path is `root` itself.
pub(super) fn stat(root: &Dir, path: &Utf8Path, last: FollowSymlinks) -> Result<Stat, FileError> {
    let found = metadata(root, path, last).map_err(|error| error_at(root, path, error))?;
    Ok(Stat::of(&found))
}

fn metadata(root: &Dir, path: &Utf8Path, last: FollowSymlinks) -> io::Result<Metadata> {
    let path = or_dot(path);
    check(path.as_ref())?;
    // cap-std ignores a final `/` or `/.` after a single component, although only a directory may
    // have it.
    let is_within = matches!(path.as_str().rsplit_once('/'), Some((_, "" | ".")));
    match last {
        FollowSymlinks::No if !is_within => root.symlink_metadata(path),
        _ => root.metadata(path),
    }
}

/// Refuses a path that the system would refuse. If the path is resolved one component at a time,
/// the system never sees the whole path.
fn check(path: &Path) -> io::Result<()> {
    let bytes = path.as_os_str().as_bytes();
    if bytes.len() >= PATH_BYTES {
        return Err(Errno::NAMETOOLONG.into());
    }
    if bytes.contains(&0) {
        return Err(Errno::INVAL.into());
    }
    // Without this check, a root without search permission would give a permission error first.
    let mut components = path
        .components()
        .skip_while(|one| *one == Component::CurDir);
    match components.next() {
        Some(Component::ParentDir) => Err(Errno::XDEV.into()),
        _ => Ok(()),
    }
}

fn resolve(root: &Dir, path: &Path, flags: OFlags, last: FollowSymlinks) -> io::Result<File> {
    check(path)?;
    let mut options = OpenOptions::new();
    options
        .read(true)
        .follow(last)
        .custom_flags(flags.bits().cast_signed());
    Ok(root.open_with(path, &options)?.into_std())
}

/// Converts the system's error for `path`. If the error is ambiguous, checks whether `path` is a
/// link.
fn error_at(root: &Dir, path: &Utf8Path, error: io::Error) -> FileError {
    let is_link =
        |path| metadata(root, path, FollowSymlinks::No).is_ok_and(|found| found.is_symlink());
    // The resolver's own refusal to leave the tree has no error number.
    if error.raw_os_error().is_none() && error.kind() == io::ErrorKind::PermissionDenied {
        return FileError::Outside;
    }
    match FileError::from(error) {
        // Only a link can be dangling. Anything else at the path was created after the error.
        FileError::Missing if is_link(path) => FileError::Dangling,
        other => other,
    }
}

/// Passes the name and the type of each entry of `directory` to `each`, in the system's order,
/// until `each` breaks.
pub(super) fn entries(
    directory: &Dir,
    mut each: impl FnMut(Name<'_>, FileType) -> ControlFlow<()>,
) -> io::Result<ControlFlow<()>> {
    #[cfg(target_os = "linux")]
    let mut buffer = [MaybeUninit::uninit(); READ_BYTES];
    #[cfg(target_os = "linux")]
    let mut entries = rustix::fs::RawDir::new(directory, &mut buffer);
    #[cfg(not(target_os = "linux"))]
    let mut entries = rustix::fs::Dir::read_from(directory)?;
    while let Some(entry) = entries.next() {
        let entry = entry?;
        let name = entry.file_name();
        if matches!(name.to_bytes(), b"." | b"..") {
            continue;
        }
        let mut kind = entry.file_type();
        // Some file systems do not report the type.
        if kind == rustix::fs::FileType::Unknown
            && let Ok(stat) = rustix::fs::statat(directory, name, AtFlags::SYMLINK_NOFOLLOW)
        {
            kind = rustix::fs::FileType::from_raw_mode(stat.st_mode);
        }
        let name = name.to_str().map_err(|_| NonUtf8Name::of(name.to_bytes()));
        if each(name, kind.into()).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Returns an error if the file's mode allows nobody, or not this process, to write the file.
/// Without this check, a rename would replace the file despite its mode.
pub(super) fn check_writable(folder: &Dir, name: &str, stat: &Stat) -> Result<(), FileError> {
    if !(stat.mode).intersects(Mode::WUSR | Mode::WGRP | Mode::WOTH) {
        return Err(FileError::ReadOnly);
    }
    let allowed =
        rustix::fs::accessat(folder, name, rustix::fs::Access::WRITE_OK, AtFlags::empty());
    Ok(allowed.map_err(io::Error::from)?)
}

/// Creates the file `name` with the owner, group and permissions of `replaced`, the file whose place
/// it takes. If there is none, the user's umask decides the permissions.
pub(super) fn create(folder: &Dir, name: &str, replaced: Option<&Stat>) -> Result<File, FileError> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    options.mode(if replaced.is_some() { 0o600 } else { 0o666 });
    let file = folder.open_with(name, &options)?.into_std();
    match replaced {
        None => inherit(&file, folder)?,
        Some(replaced) => {
            own(&file, replaced)?;
            let mode = replaced.mode & Mode::from_raw_mode(0o777);
            rustix::fs::fchmod(&file, mode).map_err(io::Error::from)?;
        }
    }
    Ok(file)
}

/// Returns whether an open file or directory belongs to this user, and nobody else may write to it.
/// A file must also have only one hard link.
pub(super) fn is_private(opened: impl AsFd) -> io::Result<bool> {
    let stat = rustix::fs::fstat(opened)?;
    let kind = rustix::fs::FileType::from_raw_mode(stat.st_mode);
    let is_alone = kind != rustix::fs::FileType::RegularFile || stat.st_nlink == 1;
    let is_shared = Mode::from_raw_mode(stat.st_mode).intersects(Mode::WGRP | Mode::WOTH);
    Ok(Owner(stat.st_uid).is_user() && is_alone && !is_shared)
}

/// If this user is the superuser, gives `made` the owner and the group of `folder`, its directory.
pub(super) fn inherit(made: impl AsFd, folder: &Dir) -> Result<(), FileError> {
    if rustix::process::geteuid().is_root() {
        own(made, &Stat::of(&folder.dir_metadata()?))
    } else {
        Ok(())
    }
}

/// Gives the open file or directory `made` the owner and the group in `stat`.
fn own(made: impl AsFd, stat: &Stat) -> Result<(), FileError> {
    let now = rustix::fs::fstat(&made).map_err(io::Error::from)?;
    let (owner, group) = (stat.version.owner.0, stat.group);
    if (now.st_uid, now.st_gid) == (owner, group) {
        return Ok(());
    }
    let owned = rustix::fs::fchown(made, Some(Uid::from_raw(owner)), Some(Gid::from_raw(group)));
    owned.map_err(|_| FileError::Owner)
}
