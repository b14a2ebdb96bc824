//! Resolving paths beneath an open directory.
//!
//! On Linux `openat2` with `RESOLVE_BENEATH` does it in one call, which no rename
//! can race; where the system has none, cap-std resolves name by name to the
//! same end.

use std::ffi::OsStr;
use std::io;
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;

use camino::Utf8Path;
use cap_fs_ext::{OpenOptionsMaybeDirExt, OpenOptionsSyncExt};
use cap_std::fs::{Dir, OpenOptions};
use rustix::fs::{AtFlags, FileType, Mode, OFlags, Stat};

use super::{Each, Foreign, Kind};
use crate::documents::fault::Cancelled;

/// How a document is opened: to be read, and never waited for.
pub(super) const FILE: OFlags = OFlags::RDONLY
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY)
    .union(OFlags::CLOEXEC);
/// How a directory is opened.
pub(super) const DIRECTORY: OFlags = OFlags::RDONLY
    .union(OFlags::DIRECTORY)
    .union(OFlags::CLOEXEC);
/// From how many bytes on a path is too long for the system (`PATH_MAX`).
pub(super) const PATH_BYTES: usize = 4096;
/// Room for the entries that one system call returns: some hundred names.
const SCAN_BYTES: usize = 32 * 1024;

/// Opens a document; what kind of file it is, is still to be asked.
pub(super) fn file(root: &Dir, path: &Utf8Path) -> io::Result<OwnedFd> {
    resolve(root, path, FILE, true).unwrap_or_else(|| {
        let mut options = OpenOptions::new();
        options.read(true).nonblock(true);
        Ok(root
            .open_with(path.as_std_path(), &options)?
            .into_std()
            .into())
    })
}

/// A path as the system takes it: the empty one is the directory itself.
pub(super) fn spelled(path: &Utf8Path) -> &Utf8Path {
    if path.as_str().is_empty() {
        Utf8Path::new(".")
    } else {
        path
    }
}

/// Opens a directory; the empty path is the root.
pub(super) fn directory(root: &Dir, path: &Utf8Path) -> io::Result<OwnedFd> {
    let path = spelled(path);
    resolve(root, path, DIRECTORY, true).unwrap_or_else(|| {
        // What cap-std opens may serve for nothing but to be opened again.
        let opened = root.open_dir(path.as_std_path())?;
        Ok(rustix::fs::openat(opened, ".", DIRECTORY, Mode::empty())?)
    })
}

/// Opens a directory that lies below another one, through no link on the way;
/// `None` where the system cannot say that.
pub(super) fn directory_from(from: BorrowedFd<'_>, path: &Utf8Path) -> Option<io::Result<OwnedFd>> {
    resolve(from, path, DIRECTORY, false)
}

/// What stands at a path; whether its last link is followed is the caller's.
pub(super) fn look(root: &Dir, path: &Utf8Path, follow: bool) -> io::Result<Kind> {
    let flags = OFlags::PATH | OFlags::CLOEXEC;
    let flags = if follow {
        flags
    } else {
        flags | OFlags::NOFOLLOW
    };
    match resolve(root, path, flags, true) {
        Some(opened) => {
            let stat = rustix::fs::fstat(opened?)?;
            Ok(kind(FileType::from_raw_mode(stat.st_mode)))
        }
        None => {
            let metadata = if follow {
                root.metadata(path.as_std_path())?
            } else {
                root.symlink_metadata(path.as_std_path())?
            };
            let of = metadata.file_type();
            Ok(if of.is_file() {
                Kind::File
            } else if of.is_dir() {
                Kind::Directory
            } else if of.is_symlink() {
                Kind::Link
            } else {
                Kind::Other
            })
        }
    }
}

/// The stat of what a path leads to, links followed; the empty path is the root.
pub(super) fn stat(root: &Dir, path: &Utf8Path) -> io::Result<Stat> {
    let path = spelled(path);
    match resolve(root, path, OFlags::PATH | OFlags::CLOEXEC, true) {
        Some(opened) => Ok(rustix::fs::fstat(opened?)?),
        None => {
            let mut options = OpenOptions::new();
            options.read(true).nonblock(true).maybe_dir(true);
            let opened = root.open_with(path.as_std_path(), &options)?;
            Ok(rustix::fs::fstat(opened)?)
        }
    }
}

/// Opens by the system's own resolution; `None` where it has none to offer.
#[cfg(target_os = "linux")]
fn resolve(
    root: impl AsFd,
    path: &Utf8Path,
    flags: OFlags,
    links: bool,
) -> Option<io::Result<OwnedFd>> {
    use rustix::fs::{ResolveFlags, openat2};
    use rustix::io::Errno;

    /// A rename anywhere on the system can make the resolution start again.
    const TRIES: usize = 8;
    let beneath = if links {
        ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS
    } else {
        ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS
    };
    for _ in 0..TRIES {
        match openat2(&root, path.as_str(), flags, Mode::empty(), beneath) {
            Ok(opened) => return Some(Ok(opened)),
            Err(Errno::AGAIN | Errno::INTR) => {}
            // An old system, or one that filters system calls.
            Err(Errno::NOSYS | Errno::PERM) => return None,
            Err(error) => return Some(Err(error.into())),
        }
    }
    None
}

#[cfg(not(target_os = "linux"))]
fn resolve(
    _root: impl AsFd,
    _path: &Utf8Path,
    _flags: OFlags,
    _links: bool,
) -> Option<io::Result<OwnedFd>> {
    None
}

/// Hands each entry of an open directory to `each`, until it breaks.
#[cfg(target_os = "linux")]
pub(super) fn scan(
    directory: BorrowedFd<'_>,
    mut each: impl Each,
) -> io::Result<ControlFlow<Cancelled>> {
    let mut room = [MaybeUninit::uninit(); SCAN_BYTES];
    let mut entries = rustix::fs::RawDir::new(directory, &mut room);
    while let Some(entry) = entries.next() {
        let entry = entry?;
        let flow = one(
            directory,
            entry.file_name().to_bytes(),
            entry.file_type(),
            &mut each,
        )?;
        if flow.is_break() {
            return Ok(flow);
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Hands each entry of an open directory to `each`, until it breaks.
#[cfg(not(target_os = "linux"))]
pub(super) fn scan(
    directory: BorrowedFd<'_>,
    mut each: impl Each,
) -> io::Result<ControlFlow<Cancelled>> {
    for entry in rustix::fs::Dir::read_from(directory)? {
        let entry = entry?;
        let flow = one(
            directory,
            entry.file_name().to_bytes(),
            entry.file_type(),
            &mut each,
        )?;
        if flow.is_break() {
            return Ok(flow);
        }
    }
    Ok(ControlFlow::Continue(()))
}

fn one(
    directory: BorrowedFd<'_>,
    name: &[u8],
    of: FileType,
    each: &mut impl Each,
) -> io::Result<ControlFlow<Cancelled>> {
    if matches!(name, b"." | b"..") {
        return Ok(ControlFlow::Continue(()));
    }
    let kind = match of {
        // Some file systems do not say.
        FileType::Unknown => {
            match rustix::fs::statat(
                directory,
                OsStr::from_bytes(name),
                AtFlags::SYMLINK_NOFOLLOW,
            ) {
                Ok(stat) => kind(FileType::from_raw_mode(stat.st_mode)),
                Err(_) => Kind::Other,
            }
        }
        known => kind(known),
    };
    Ok(each(
        std::str::from_utf8(name).map_err(|_| foreign(name)),
        kind,
    ))
}

fn kind(of: FileType) -> Kind {
    match of {
        FileType::RegularFile => Kind::File,
        FileType::Directory => Kind::Directory,
        FileType::Symlink => Kind::Link,
        _ => Kind::Other,
    }
}

fn foreign(name: &[u8]) -> Foreign {
    let mut shown = String::new();
    for chunk in name.utf8_chunks() {
        shown.push_str(chunk.valid());
        for byte in chunk.invalid() {
            shown.push_str(&format!("\\x{byte:02x}"));
        }
    }
    Foreign {
        matched: String::from_utf8_lossy(name).into_owned(),
        shown,
    }
}
