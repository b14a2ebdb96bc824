//! A directory of the tree that is open.

use std::ops::ControlFlow;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::fs::SeekFrom;

use super::{Foreign, Kind, scan};
use crate::documents::fault::{Cancelled, Fault};

/// A directory of the tree that is open, to be listed.
#[derive(Debug)]
pub struct Directory<'a>(Handle<'a>);

#[derive(Debug)]
enum Handle<'a> {
    Root(BorrowedFd<'a>),
    Below(OwnedFd),
}

/// How an open directory's entries are handed on: by name and kind. Names that
/// are not UTF-8 come as they can be shown.
pub trait Each: FnMut(Result<&str, Foreign>, Kind) -> ControlFlow<Cancelled> {}

impl<F: FnMut(Result<&str, Foreign>, Kind) -> ControlFlow<Cancelled>> Each for F {}

impl<'a> Directory<'a> {
    /// A tree's own, by the one handle that it has.
    pub(super) fn root(handle: BorrowedFd<'a>) -> Self {
        Self(Handle::Root(handle))
    }

    pub(super) fn below(opened: OwnedFd) -> Self {
        Self(Handle::Below(opened))
    }

    /// Hands each entry to `each`, in the system's order, until it breaks.
    ///
    /// # Errors
    ///
    /// What the system says of the directory.
    pub fn scan(&self, each: impl Each) -> Result<ControlFlow<Cancelled>, Fault> {
        if let Handle::Root(root) = self.0 {
            // It may have been listed before.
            rustix::fs::seek(root, SeekFrom::Start(0))?;
        }
        Ok(scan::scan(self.as_fd(), each)?)
    }
}

impl AsFd for Directory<'_> {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match &self.0 {
            Handle::Root(root) => *root,
            Handle::Below(opened) => opened.as_fd(),
        }
    }
}
