//! The only room that opens files.
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
mod dir;
mod folder;
mod opened;
mod version;

use std::ops::ControlFlow;
use std::os::fd::{AsFd, OwnedFd};

use camino::Utf8Path;
use cap_fs_ext::FollowSymlinks;
use cap_std::fs::Dir;
use rustix::fs::Mode;

use crate::documents::error::FileError;
use crate::text::escape::Escaped;

use beneath::error_at;

pub use dir::{DirEntry, EntryName, FileType, NonUtf8Name};
pub use folder::{Folder, Reach};
pub use opened::Opened;
pub use version::{Identity, Owner, Version};

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
        Ok(dir::read(
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
