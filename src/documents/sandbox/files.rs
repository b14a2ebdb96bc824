//! The files of a tree.

use camino::Utf8Path;
use cap_std::fs::Dir;

use super::{Opened, beneath};
use crate::documents::fault::Fault;
use crate::text::shown::Shown;

/// The files of a tree, which several threads may open.
#[derive(Debug, Clone, Copy)]
pub struct Files<'a>(pub(super) &'a Dir);

impl Files<'_> {
    /// Opens the regular file at `path`; a link is followed within the tree.
    ///
    /// # Errors
    ///
    /// The [`Fault`] says why it cannot be opened. Nothing waits: a FIFO is
    /// refused at once.
    pub fn open(self, path: &Utf8Path) -> Result<Opened, Fault> {
        tracing::trace!(path = %Shown(path.as_str()), "open");
        Opened::new(beneath::file(self.0, path)?)
    }
}
