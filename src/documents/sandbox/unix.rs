//! Files and directories on Unix, beneath an open directory.
//!
//! cap-std resolves what is beneath a directory: with `openat2` the system resolves the whole path in one call,
//! which no rename can race; where it has no such call, or filters it, cap-std
//! goes name by name through open handles to the same end.

mod ambient;

use std::fs::File;
use std::io;
#[cfg(target_os = "linux")]
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use camino::Utf8Path;
use cap_fs_ext::{FollowSymlinks, OpenOptionsFollowExt};
use cap_std::fs::{Dir, OpenOptions, OpenOptionsExt};
use rustix::fs::{Access, AtFlags, Gid, Mode, OFlags, Uid};
use rustix::io::Errno;

use super::beneath::{check, spelled};
use super::stat::{FileType, Identity, Owner, Stat, Version};
use super::{LINKS, Name, NonUtf8Name};
use crate::documents::error::FileError;

pub(super) use ambient::{
    Anchor, file_ambient, is_world_readable, list_ambient, plain, stat_ambient,
};

/// How a document is opened: to be read, and never waited for.
const FILE: OFlags = OFlags::RDONLY
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY)
    .union(OFlags::CLOEXEC);
/// How a directory is opened to be listed.
const DIRECTORY: OFlags = OFlags::RDONLY
    .union(OFlags::DIRECTORY)
    .union(OFlags::CLOEXEC);
/// How something is opened for its metadata.
#[cfg(target_os = "linux")]
const LOOKED_AT: OFlags = OFlags::PATH;
#[cfg(not(target_os = "linux"))]
const LOOKED_AT: OFlags = FILE;
/// The buffer for the entries that one system call returns: some hundred names.
#[cfg(target_os = "linux")]
const READ_BYTES: usize = 32 * 1024;
/// The size in bytes from which a path is too long for the system (`PATH_MAX`).
const PATH_BYTES: usize = 4096;

/// Opens a file of any type.
pub(super) fn file(root: &Dir, path: &Utf8Path) -> Result<File, FileError> {
    check(path)?;
    let opened = match path.as_str().ends_with('/') {
        // Without openat2, a directory before a `/` is opened to be searched only: the
        // `.` opens it to be read.
        true => resolve(root, path.join(".").as_ref(), FILE, FollowSymlinks::Yes),
        false => resolve(root, path.as_ref(), FILE, FollowSymlinks::Yes),
    };
    opened.map_err(|error| error_at(root, path, &error))
}

/// Opens a directory; the empty path is the root.
pub(super) fn directory(
    root: &Dir,
    path: &Utf8Path,
    last: FollowSymlinks,
) -> Result<File, FileError> {
    check(path)?;
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
fn followed(root: &Dir, mut path: PathBuf) -> io::Result<File> {
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

#[cfg(target_os = "linux")]
fn bare_stat(root: &Dir, path: &Utf8Path, last: FollowSymlinks) -> io::Result<Stat> {
    let found = resolve(root, spelled(path).as_ref(), LOOKED_AT, last)?;
    stat_of(&found)
}

/// Other systems cannot open a link itself.
#[cfg(not(target_os = "linux"))]
fn bare_stat(root: &Dir, path: &Utf8Path, last: FollowSymlinks) -> io::Result<Stat> {
    use cap_std::fs::MetadataExt;

    let path = spelled(path);
    let found = match last {
        FollowSymlinks::Yes => root.metadata(path)?,
        FollowSymlinks::No => root.symlink_metadata(path)?,
    };
    let kind = match found.file_type() {
        kind if kind.is_symlink() => FileType::Symlink,
        kind if kind.is_dir() => FileType::Directory,
        kind if kind.is_file() => FileType::RegularFile,
        _ => FileType::Other,
    };
    Ok(Stat {
        kind,
        version: Version {
            identity: Identity {
                device: found.dev(),
                inode: found.ino(),
            },
            owner: Owner(found.uid()),
            bytes: found.len(),
            modified: since_1970(found.mtime(), unsigned(found.mtime_nsec())),
            changed: since_1970(found.ctime(), unsigned(found.ctime_nsec())),
        },
        group: found.gid(),
        mode: Mode::from_raw_mode(found.mode() as rustix::fs::RawMode),
    })
}

fn resolve(root: &Dir, path: &Path, flags: OFlags, last: FollowSymlinks) -> io::Result<File> {
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
    Ok(root.open_with(path, &options)?.into_std())
}

/// Returns the error of what is at `path`, which the bare error does not always tell.
fn error_at(root: &Dir, path: &Utf8Path, error: &io::Error) -> FileError {
    let is_link = |path| {
        bare_stat(root, path, FollowSymlinks::No).is_ok_and(|stat| stat.kind == FileType::Symlink)
    };
    // The resolver's own refusal to leave the tree carries no error number.
    if error.raw_os_error().is_none() && error.kind() == io::ErrorKind::PermissionDenied {
        return FileError::Outside;
    }
    match FileError::of_system(error) {
        // A file that was created again in the meantime is not a link.
        FileError::Missing if is_link(path) => FileError::Dangling,
        other => other,
    }
}

/// Refuses no path of a file to be created.
pub(super) fn check_new(_: &Utf8Path) -> Result<(), FileError> {
    Ok(())
}

/// Returns the metadata of what is open.
pub(super) fn stat_of(open: impl AsFd) -> io::Result<Stat> {
    Ok(converted(&rustix::fs::fstat(open)?))
}

/// Returns whether a link leads to a folder, wherever that lies.
pub(super) fn leads_to_folder(root: &Dir, path: &Utf8Path) -> bool {
    let stat = rustix::fs::statat(root, path.as_str(), AtFlags::empty());
    stat.is_ok_and(|stat| converted(&stat).kind == FileType::Directory)
}

/// Returns the metadata of an entry of an open directory; a link is not followed.
pub(super) fn entry(directory: &File, name: &str) -> Result<Stat, FileError> {
    let stat = rustix::fs::statat(directory, name, AtFlags::SYMLINK_NOFOLLOW);
    Ok(converted(&stat.map_err(io::Error::from)?))
}

/// Passes the name and the type of each entry of an open directory to `each`, in the
/// system's order, until it breaks.
pub(super) fn entries(
    directory: &File,
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
        // Some file systems do not say.
        if kind == rustix::fs::FileType::Unknown
            && let Ok(stat) = rustix::fs::statat(directory, name, AtFlags::SYMLINK_NOFOLLOW)
        {
            kind = rustix::fs::FileType::from_raw_mode(stat.st_mode);
        }
        let name = name.to_str().map_err(|_| NonUtf8Name::of(name.to_bytes()));
        if each(name, kind_of(kind)).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Refuses a file whose mode lets nobody write it, or not this process: by a rename it could.
pub(super) fn check_writable(folder: &Dir, name: &str, stat: &Stat) -> Result<(), FileError> {
    if !(stat.mode).intersects(Mode::WUSR | Mode::WGRP | Mode::WOTH) {
        return Err(FileError::Protected);
    }
    let allowed = rustix::fs::accessat(folder, name, Access::WRITE_OK, AtFlags::empty());
    Ok(allowed.map_err(io::Error::from)?)
}

/// Creates a file with the owner, the group and the permissions of another, or else as the
/// user's mask says.
pub(super) fn create(folder: &Dir, name: &str, like: Option<&Stat>) -> Result<File, FileError> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    options.mode(if like.is_some() { 0o600 } else { 0o666 });
    let file = folder.open_with(name, &options)?.into_std();
    match like {
        None => inherit(&file, folder)?,
        Some(like) => {
            own(&file, like)?;
            let mode = like.mode & Mode::from_raw_mode(0o777);
            rustix::fs::fchmod(&file, mode).map_err(io::Error::from)?;
        }
    }
    Ok(file)
}

/// Creates a directory and those above it, which only this user may open.
pub(super) fn create_private(path: &Utf8Path) -> io::Result<()> {
    std::fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(path)
}

/// Returns whether an open file or directory is this user's, nobody else may write into it, and a
/// file has no other name.
pub(super) fn is_private(opened: &File) -> io::Result<bool> {
    let stat = stat_of(opened)?;
    let is_alone = stat.kind != FileType::RegularFile || rustix::fs::fstat(opened)?.st_nlink == 1;
    let is_shared = stat.mode.intersects(Mode::WGRP | Mode::WOTH);
    Ok(stat.version.owner.is_user() && is_alone && !is_shared)
}

/// Lets only this user read a file that is created.
pub(super) fn only_for_user(options: &mut OpenOptions) {
    options.mode(0o600);
}

/// Gives what the superuser made in a directory the owner and the group of that.
pub(super) fn inherit(made: impl AsFd, folder: &Dir) -> Result<(), FileError> {
    match rustix::process::geteuid().is_root() {
        true => own(made, &stat_of(folder)?),
        false => Ok(()),
    }
}

fn own(made: impl AsFd, like: &Stat) -> Result<(), FileError> {
    let is_owner = |stat: &Stat| (stat.version.owner, stat.group);
    if is_owner(&stat_of(&made)?) == is_owner(like) {
        return Ok(());
    }
    let owner = Uid::from_raw(like.version.owner.0);
    let group = Gid::from_raw(like.group);
    let owned = rustix::fs::fchown(made, Some(owner), Some(group));
    owned.map_err(|_| FileError::Owner)
}

/// Makes a new name durable, if the system can: the file was written in any case.
pub(super) fn make_durable(folder: &Dir) {
    let _ = rustix::fs::fsync(folder);
}

fn since_1970(seconds: i64, nanoseconds: u64) -> Duration {
    let seconds = u64::try_from(seconds).unwrap_or_default();
    Duration::from_secs(seconds) + Duration::from_nanos(nanoseconds)
}

fn converted(stat: &rustix::fs::Stat) -> Stat {
    Stat {
        kind: kind_of(rustix::fs::FileType::from_raw_mode(stat.st_mode)),
        version: Version {
            identity: Identity {
                device: unsigned(stat.st_dev),
                inode: stat.st_ino,
            },
            owner: Owner(stat.st_uid),
            bytes: u64::try_from(stat.st_size).unwrap_or_default(),
            modified: since_1970(stat.st_mtime, unsigned(stat.st_mtime_nsec)),
            changed: since_1970(stat.st_ctime, unsigned(stat.st_ctime_nsec)),
        },
        group: stat.st_gid,
        mode: Mode::from_raw_mode(stat.st_mode),
    }
}

/// Returns a number of a stat, whose type is the system's.
fn unsigned(of: impl TryInto<u64>) -> u64 {
    of.try_into().unwrap_or_default()
}

fn kind_of(kind: rustix::fs::FileType) -> FileType {
    match kind {
        rustix::fs::FileType::RegularFile => FileType::RegularFile,
        rustix::fs::FileType::Directory => FileType::Directory,
        rustix::fs::FileType::Symlink => FileType::Symlink,
        _ => FileType::Other,
    }
}
