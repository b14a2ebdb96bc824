//! Opens files: no other module does.
//!
//! A [`Sandbox`] is the authority over one directory tree, held as an open
//! directory and opened once per category and call. Every path is relative to
//! it, and no path, link or rename, whenever it happens, leads out of it: each is
//! resolved beneath the open directory. A file is opened without blocking and must
//! be a regular file by its own handle.
//!
//! The [`ambient`] functions are the exception: they use the process's whole
//! authority, and serve only paths that the user of the command line, or the
//! search for the project's file, has named.

#![expect(clippy::disallowed_methods, reason = "this module may")]

pub mod ambient;
mod beneath;
mod file;

use std::ffi::OsStr;
#[cfg(target_os = "linux")]
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;

use camino::Utf8Path;
use cap_fs_ext::FollowSymlinks;
use cap_std::fs::Dir;
use rustix::fs::{AtFlags, Mode};

use crate::documents::error::FileError;
use crate::text::escape::Escaped;

use beneath::error_at;

pub use ambient::{Folder, Reach};
pub use file::{Identity, Opened, Owner, Version};

/// A directory tree that nothing opened through this value ever leaves.
#[derive(Debug)]
pub struct Sandbox {
    root: Dir,
}

impl Sandbox {
    /// Opens the directory at `path`, anywhere the process may.
    ///
    /// # Errors
    ///
    /// [`FileError::Missing`], [`FileError::NotDirectory`] or what else the system says.
    pub fn ambient(path: &Utf8Path) -> Result<Self, FileError> {
        Self::ambient_from(rustix::fs::CWD, path)
    }

    /// The same, with what is relative starting from an open directory.
    fn ambient_from(from: impl AsFd, path: &Utf8Path) -> Result<Self, FileError> {
        let path = beneath::spelled(path);
        let root = rustix::fs::openat(from, path.as_str(), beneath::DIRECTORY, Mode::empty())?;
        Ok(Self::new(root))
    }

    fn new(root: OwnedFd) -> Self {
        Self {
            root: Dir::from_std_file(root.into()),
        }
    }

    /// Hands each entry of the directory at `path` to `each`, in the system's order, until
    /// it breaks. The empty path is the tree's own directory. With `follow` the last name
    /// of the path may be a link, as those before it may.
    ///
    /// # Errors
    ///
    /// [`FileError::Outside`] when the path or a link in it leads out, otherwise as
    /// for [`ambient`](Self::ambient).
    pub fn read_dir(
        &self,
        path: &Utf8Path,
        follow: bool,
        each: impl FnMut(Result<&str, NonUtf8Name>, FileType) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, FileError> {
        let follow = match follow {
            true => FollowSymlinks::Yes,
            false => FollowSymlinks::No,
        };
        Ok(read_entries(
            beneath::directory(&self.root, path, follow)?,
            each,
        )?)
    }

    /// At most so many entries of a directory, in the system's order, and whether
    /// that is all of them.
    ///
    /// # Errors
    ///
    /// As for [`read_dir`](Self::read_dir).
    pub fn list(&self, path: &Utf8Path, most: usize) -> Result<(Vec<DirEntry>, bool), FileError> {
        let mut entries = Vec::new();
        let flow = self.read_dir(path, true, |name, kind| {
            if entries.len() == most {
                return ControlFlow::Break(());
            }
            let name = match name {
                Ok(name) => EntryName::Utf8(name.to_owned()),
                Err(foreign) => EntryName::NonUtf8(foreign),
            };
            entries.push(DirEntry { name, kind });
            ControlFlow::Continue(())
        })?;
        Ok((entries, flow.is_continue()))
    }

    /// What stands at `path`, the last link not followed; `None` if nothing does.
    ///
    /// # Errors
    ///
    /// As for [`open`](Self::open).
    pub fn file_type(&self, path: &Utf8Path) -> Result<Option<FileType>, FileError> {
        match beneath::file_type(&self.root, path, FollowSymlinks::No) {
            Ok(kind) => Ok(Some(kind)),
            Err(error) => match error_at(&self.root, path, &error) {
                // A file in the way, or a dangling link, means that nothing is there.
                FileError::Missing
                | FileError::Dangling
                | FileError::NotDirectory
                | FileError::TooLong => Ok(None),
                other => Err(other),
            },
        }
    }

    /// What the link at `path` finally leads to.
    ///
    /// # Errors
    ///
    /// [`FileError::Outside`], [`FileError::Dangling`] or [`FileError::Loop`].
    pub fn target_type(&self, path: &Utf8Path) -> Result<FileType, FileError> {
        beneath::file_type(&self.root, path, FollowSymlinks::Yes)
            .map_err(|error| error_at(&self.root, path, &error))
    }

    /// Opens the regular file at `path`; a link is followed within the tree.
    ///
    /// # Errors
    ///
    /// The [`FileError`] says why it cannot be opened. Nothing waits: a FIFO is
    /// refused at once.
    pub fn open(&self, path: &Utf8Path) -> Result<Opened, FileError> {
        tracing::trace!(path = %Escaped(path.as_str()), "open");
        Opened::new(beneath::file(&self.root, path)?)
    }

    /// Returns the size in bytes of the regular file at `path`, without opening it. Links
    /// are followed within the tree.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub fn size(&self, path: &Utf8Path) -> Result<u64, FileError> {
        let stat = beneath::stat(&self.root, path)?;
        match FileType::from_mode(stat.st_mode) {
            FileType::File => Ok(u64::try_from(stat.st_size).unwrap_or_default()),
            _ => Err(FileError::NotRegular),
        }
    }

    /// What tells the directory at `path` from every other; the empty path is the
    /// tree's own.
    ///
    /// # Errors
    ///
    /// As for [`read_dir`](Self::read_dir).
    pub fn identity(&self, path: &Utf8Path) -> Result<Identity, FileError> {
        Ok(Identity::of(&beneath::stat(&self.root, path)?))
    }
}

/// The buffer for the entries that one system call returns: some hundred names.
#[cfg(target_os = "linux")]
const READ_BYTES: usize = 32 * 1024;

/// What an entry of a directory is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileType {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link.
    Link,
    /// A FIFO, socket or device.
    Other,
}

impl FileType {
    fn from_mode(mode: rustix::fs::RawMode) -> Self {
        Self::of(rustix::fs::FileType::from_raw_mode(mode))
    }

    fn of(file_type: rustix::fs::FileType) -> Self {
        match file_type {
            rustix::fs::FileType::RegularFile => Self::File,
            rustix::fs::FileType::Directory => Self::Directory,
            rustix::fs::FileType::Symlink => Self::Link,
            _ => Self::Other,
        }
    }
}

/// One entry of a directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirEntry {
    /// The name, or what can be shown of it where it is not UTF-8.
    pub name: EntryName,
    /// What it is; links are not followed.
    pub kind: FileType,
}

/// A name in a directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryName {
    /// A UTF-8 name.
    Utf8(String),
    /// Any other.
    NonUtf8(NonUtf8Name),
}

/// A name that is not UTF-8.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NonUtf8Name {
    /// What patterns are matched against: U+FFFD in place of what is not UTF-8.
    pub matched: String,
    /// What messages show: those bytes as `\xNN`.
    pub shown: String,
}

impl NonUtf8Name {
    fn of(name: &[u8]) -> Self {
        let mut shown = String::new();
        for chunk in name.utf8_chunks() {
            shown.push_str(chunk.valid());
            for byte in chunk.invalid() {
                shown.push_str(&format!("\\x{byte:02x}"));
            }
        }
        Self {
            matched: String::from_utf8_lossy(name).into_owned(),
            shown,
        }
    }
}

/// Hands each entry of an open directory to `each` by its name and kind, in the
/// system's order, until it breaks.
fn read_entries(
    directory: impl AsFd,
    mut each: impl FnMut(Result<&str, NonUtf8Name>, FileType) -> ControlFlow<()>,
) -> rustix::io::Result<ControlFlow<()>> {
    let directory = directory.as_fd();
    #[cfg(target_os = "linux")]
    let mut buffer = [MaybeUninit::uninit(); READ_BYTES];
    #[cfg(target_os = "linux")]
    let mut entries = rustix::fs::RawDir::new(directory, &mut buffer);
    #[cfg(not(target_os = "linux"))]
    let mut entries = rustix::fs::Dir::read_from(directory)?;
    while let Some(entry) = entries.next() {
        let entry = entry?;
        let name = entry.file_name().to_bytes();
        if matches!(name, b"." | b"..") {
            continue;
        }
        let kind = kind(directory, name, entry.file_type());
        let flow = each(
            std::str::from_utf8(name).map_err(|_| NonUtf8Name::of(name)),
            kind,
        );
        if flow.is_break() {
            return Ok(flow);
        }
    }
    Ok(ControlFlow::Continue(()))
}

fn kind(directory: BorrowedFd<'_>, name: &[u8], known: rustix::fs::FileType) -> FileType {
    if known != rustix::fs::FileType::Unknown {
        return FileType::of(known);
    }
    // Some file systems do not say.
    let name = OsStr::from_bytes(name);
    let stat = rustix::fs::statat(directory, name, AtFlags::SYMLINK_NOFOLLOW);
    stat.map_or(FileType::Other, |stat| FileType::from_mode(stat.st_mode))
}
