//! The main working tree of a repository.

use camino::{Utf8Path, Utf8PathBuf};

use crate::documents::survey::worktree;

/// Returns the folder of the repository's main working tree, if `folder` is in another working tree
/// of the repository. `folder` is a path without links.
pub fn main_folder(folder: &Utf8Path) -> Option<Utf8PathBuf> {
    let tree = worktree(folder)?;
    (tree.folder != tree.main).then_some(tree.main)
}
