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

#![expect(clippy::disallowed_methods, reason = "this is the room that may")]

pub mod ambient;
mod beneath;
mod cause;
mod directory;
mod entry;
mod files;
mod folder;
mod opened;
mod scan;
mod version;

use std::cell::Cell;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::os::fd::{AsFd, OwnedFd};

use camino::{Utf8Component, Utf8Path};
use cap_fs_ext::FollowSymlinks;
use cap_std::fs::Dir;
use rustix::fs::{FileType, Mode, OFlags};

use crate::documents::fault::{Cancelled, Fault};

use cause::fault_at;

pub use directory::{Directory, Each};
pub use entry::{Entry, Foreign, Kind, Name};
pub use files::Files;
pub use folder::{Folder, Reach};
pub use opened::Opened;
pub use version::{Identity, Owner, Version};

/// A directory tree that nothing opened through this value ever leaves. It serves
/// one call and one thread: the root is listed through its one handle.
#[derive(Debug)]
pub struct Sandbox {
    root: Dir,
    one_thread: PhantomData<Cell<()>>,
}

impl Sandbox {
    /// Opens the directory at `path`, anywhere the process may.
    ///
    /// # Errors
    ///
    /// [`Fault::Missing`], [`Fault::NotDirectory`] or what else the system says.
    pub fn ambient(path: &Utf8Path) -> Result<Self, Fault> {
        Self::ambient_from(rustix::fs::CWD, path)
    }

    /// The same, with what is relative starting from an open directory.
    fn ambient_from(from: impl AsFd, path: &Utf8Path) -> Result<Self, Fault> {
        let path = beneath::spelled(path);
        let root = rustix::fs::openat(from, path.as_str(), beneath::DIRECTORY, Mode::empty())?;
        Ok(Self::new(root))
    }

    fn new(root: OwnedFd) -> Self {
        Self {
            root: Dir::from_std_file(root.into()),
            one_thread: PhantomData,
        }
    }

    /// The tree's own directory.
    pub fn directory(&self) -> Directory<'_> {
        Directory::root(self.root.as_fd())
    }

    /// Opens the directory at `path`; links are followed within the tree.
    ///
    /// # Errors
    ///
    /// [`Fault::Outside`] when the path or a link in it leads out, otherwise as
    /// for [`ambient`](Self::ambient).
    pub fn enter(&self, path: &Utf8Path) -> Result<Directory<'_>, Fault> {
        Ok(Directory::below(beneath::directory(&self.root, path)?))
    }

    /// Opens the directory at `path`, of which the first `known` bytes lead to
    /// `from`, which is open. Where one name leads on from there, it is no link.
    ///
    /// # Errors
    ///
    /// As for [`enter`](Self::enter); [`Fault::NotDirectory`] for such a link.
    pub fn enter_from(
        &self,
        from: &Directory<'_>,
        path: &Utf8Path,
        known: usize,
    ) -> Result<Directory<'_>, Fault> {
        // No document could be opened there by its path.
        if path.as_str().len() >= beneath::PATH_BYTES {
            return Err(Fault::TooLong);
        }
        let mut below = Utf8Path::new(&path.as_str()[known..]).components();
        let (Some(Utf8Component::Normal(name)), None) = (below.next(), below.next()) else {
            return self.enter(path);
        };
        // Nothing is resolved here that could lead out.
        let flags = beneath::DIRECTORY | OFlags::NOFOLLOW;
        let opened = rustix::fs::openat(from, name, flags, Mode::empty())?;
        Ok(Directory::below(opened))
    }

    /// At most so many entries of a directory, in the system's order, and whether
    /// that is all of them.
    ///
    /// # Errors
    ///
    /// As for [`enter`](Self::enter).
    pub fn list(&self, path: &Utf8Path, most: usize) -> Result<(Vec<Entry>, bool), Fault> {
        let mut entries = Vec::new();
        let flow = self.enter(path)?.scan(|name, kind| {
            if entries.len() == most {
                return ControlFlow::Break(Cancelled);
            }
            let name = match name {
                Ok(name) => Name::Utf8(name.to_owned()),
                Err(foreign) => Name::Foreign(foreign),
            };
            entries.push(Entry { name, kind });
            ControlFlow::Continue(())
        })?;
        Ok((entries, flow.is_continue()))
    }

    /// What stands at `path`, the last link not followed; `None` if nothing does.
    ///
    /// # Errors
    ///
    /// As for [`open`](Self::open).
    pub fn look(&self, path: &Utf8Path) -> Result<Option<Kind>, Fault> {
        match beneath::look(&self.root, path, FollowSymlinks::No) {
            Ok(kind) => Ok(Some(kind)),
            Err(error) => match fault_at(&self.root, path, &error) {
                // A file in the way, or a dangling link, means that nothing is there.
                Fault::Missing | Fault::Dangling | Fault::NotDirectory | Fault::TooLong => Ok(None),
                other => Err(other),
            },
        }
    }

    /// What the link at `path` finally leads to.
    ///
    /// # Errors
    ///
    /// [`Fault::Outside`], [`Fault::Dangling`] or [`Fault::Loop`].
    pub fn follow(&self, path: &Utf8Path) -> Result<Kind, Fault> {
        beneath::look(&self.root, path, FollowSymlinks::Yes)
            .map_err(|error| fault_at(&self.root, path, &error))
    }

    /// Its files.
    pub fn files(&self) -> Files<'_> {
        Files(&self.root)
    }

    /// Opens the regular file at `path`.
    ///
    /// # Errors
    ///
    /// As [`Files::open`].
    pub fn open(&self, path: &Utf8Path) -> Result<Opened, Fault> {
        self.files().open(path)
    }

    /// Returns the size in bytes of the regular file at `path`, without opening it. Links
    /// are followed within the tree.
    ///
    /// # Errors
    ///
    /// As [`Files::open`].
    pub fn size(&self, path: &Utf8Path) -> Result<u64, Fault> {
        let stat = beneath::stat(&self.root, path)?;
        match Kind::of(FileType::from_raw_mode(stat.st_mode)) {
            Kind::File => Ok(u64::try_from(stat.st_size).unwrap_or_default()),
            _ => Err(Fault::NotRegular),
        }
    }

    /// What tells the directory at `path` from every other; the empty path is the
    /// tree's own.
    ///
    /// # Errors
    ///
    /// As for [`enter`](Self::enter).
    pub fn identity(&self, path: &Utf8Path) -> Result<Identity, Fault> {
        Ok(Identity::of(&beneath::stat(&self.root, path)?))
    }
}
