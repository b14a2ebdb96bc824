//! Whether a folder is only a part of a repository.

use camino::Utf8Path;

use crate::documents::sandbox::{Tree, ambient};
use crate::documents::survey::is_repository;

/// Returns whether `folder` is inside a repository, but is not its top folder.
pub fn is_within_repository(folder: &Utf8Path) -> bool {
    let Ok(folder) = ambient::canonical(folder) else {
        return false;
    };
    let mut folders = folder
        .ancestors()
        .filter_map(|folder| Tree::ambient(folder).ok());
    let is_top = folders.next().is_none_or(|tree| is_repository(&tree, ""));
    !is_top && folders.any(|tree| is_repository(&tree, ""))
}
