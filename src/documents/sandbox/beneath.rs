//! Resolving paths beneath an open directory.
//!
//! cap-std does it: with `openat2` the system resolves the whole path in one call,
//! which no rename can race; where it has no such call, or filters it, cap-std
//! goes name by name through open handles to the same end.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use camino::Utf8Path;
use cap_fs_ext::{FollowSymlinks, OpenOptionsFollowExt};
use cap_std::fs::{Dir, OpenOptions, OpenOptionsExt};
use rustix::fs::{FileType, OFlags, Stat};
use rustix::io::Errno;

use crate::documents::error::FileError;

/// How a document is opened: to be read, and never waited for.
pub(super) const FILE: OFlags = OFlags::RDONLY
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY)
    .union(OFlags::CLOEXEC);
/// How a directory is opened to be listed.
pub(super) const DIRECTORY: OFlags = OFlags::RDONLY
    .union(OFlags::DIRECTORY)
    .union(OFlags::CLOEXEC);
/// How something is opened for its metadata.
#[cfg(target_os = "linux")]
pub(super) const LOOKED_AT: OFlags = OFlags::PATH;
#[cfg(not(target_os = "linux"))]
pub(super) const LOOKED_AT: OFlags = FILE;
/// The size in bytes from which a path is too long for the system (`PATH_MAX`).
const PATH_BYTES: usize = 4096;
/// How many links of one path the system follows.
pub(super) const LINKS: usize = 40;

/// Opens a file of any type.
pub(super) fn file(root: &Dir, path: &Utf8Path) -> Result<OwnedFd, FileError> {
    let opened = match path.as_str().ends_with('/') {
        // Without openat2, a directory before a `/` is opened to be searched only: the
        // `.` opens it to be read.
        true => resolve(root, path.join(".").as_ref(), FILE, FollowSymlinks::Yes),
        false => resolve(root, path.as_ref(), FILE, FollowSymlinks::Yes),
    };
    opened.map_err(|error| error_at(root, path, &error))
}

/// Returns a path as the system takes it: the empty one is the directory itself.
pub(super) fn spelled(path: &Utf8Path) -> &Utf8Path {
    match path.as_str() {
        "" => Utf8Path::new("."),
        _ => path,
    }
}

/// Opens a directory; the empty path is the root.
pub(super) fn directory(
    root: &Dir,
    path: &Utf8Path,
    last: FollowSymlinks,
) -> Result<OwnedFd, FileError> {
    // As above; and it need not be one that can be searched.
    let trimmed = match path.as_str().trim_end_matches('/') {
        "" => spelled(path).as_std_path(),
        trimmed => Path::new(trimmed),
    };
    let opened = match last {
        FollowSymlinks::Yes => followed(root, trimmed.to_owned()),
        FollowSymlinks::No => resolve(root, trimmed, DIRECTORY, last),
    };
    opened.map_err(|error| error_at(root, path, &error))
}

/// Opens a directory beneath `root`, and follows links, a last one too.
fn followed(root: &Dir, mut path: PathBuf) -> io::Result<OwnedFd> {
    for _ in 0..=LINKS {
        match resolve(root, &path, DIRECTORY, FollowSymlinks::Yes) {
            // Without openat2 a last name that is a link fails with ENOTDIR. `resolve`
            // keeps its target beneath the root.
            Err(error) if Errno::from_io_error(&error) == Some(Errno::NOTDIR) => {
                let target = root.read_link_contents(&path).map_err(|_| error)?;
                path = path.parent().unwrap_or(Path::new("")).join(target);
            }
            opened => return opened,
        }
    }
    Err(Errno::LOOP.into())
}

/// Returns the metadata of what is at a path; the empty path is the root.
pub(super) fn stat(root: &Dir, path: &Utf8Path, last: FollowSymlinks) -> Result<Stat, FileError> {
    bare_stat(root, path, last).map_err(|error| error_at(root, path, &error))
}

fn bare_stat(root: &Dir, path: &Utf8Path, last: FollowSymlinks) -> io::Result<Stat> {
    let found = resolve(root, spelled(path).as_ref(), LOOKED_AT, last)?;
    Ok(rustix::fs::fstat(found)?)
}

fn resolve(root: &Dir, path: &Path, flags: OFlags, last: FollowSymlinks) -> io::Result<OwnedFd> {
    // Resolved name by name, the system never sees the whole path.
    let bytes = path.as_os_str().as_bytes();
    if bytes.len() >= PATH_BYTES {
        return Err(Errno::NAMETOOLONG.into());
    }
    if bytes.contains(&0) {
        return Err(Errno::INVAL.into());
    }
    // Else the system reports first that the root may not be searched.
    let mut components = path
        .components()
        .skip_while(|one| *one == Component::CurDir);
    if components.next() == Some(Component::ParentDir) {
        return Err(Errno::XDEV.into());
    }
    let mut options = OpenOptions::new();
    options
        .read(true)
        .follow(last)
        .custom_flags(flags.bits().cast_signed());
    Ok(root.open_with(path, &options)?.into_std().into())
}

/// Returns the error of what is at `path`, which the bare error does not always tell.
fn error_at(root: &Dir, path: &Utf8Path, error: &io::Error) -> FileError {
    let is_link = |path| {
        bare_stat(root, path, FollowSymlinks::No)
            .is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Symlink)
    };
    let leads_nowhere = |path| is_link(path) && bare_stat(root, path, FollowSymlinks::Yes).is_err();
    // The resolver's own refusal to leave the tree carries no error number.
    if error.raw_os_error().is_none() && error.kind() == io::ErrorKind::PermissionDenied {
        return FileError::Outside;
    }
    match FileError::of_system(error) {
        // A link of procfs leads to what a process has open, whatever its text says.
        FileError::Missing | FileError::Loop
            if is_procfs(root) && path.ancestors().any(leads_nowhere) =>
        {
            FileError::Outside
        }
        // A file that was created again in the meantime is not a link.
        FileError::Missing if is_link(path) => FileError::Dangling,
        other => other,
    }
}

#[cfg(target_os = "linux")]
fn is_procfs(root: &Dir) -> bool {
    rustix::fs::fstatfs(root).is_ok_and(|system| system.f_type == rustix::fs::PROC_SUPER_MAGIC)
}

#[cfg(not(target_os = "linux"))]
fn is_procfs(_: &Dir) -> bool {
    false
}
