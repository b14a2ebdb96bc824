//! The submodules of a repository.

use crate::documents::sandbox::{Reach, Tree};
use crate::limits::MAX_CONFIG_BYTES;

/// The file that lists the submodules.
const FILE: &str = ".gitmodules";

/// Returns the paths to the submodules that `folder` lists in its `.gitmodules`. The list is empty
/// if the file cannot be read.
pub fn submodules(folder: &Tree) -> Vec<String> {
    let opened = folder.open(FILE.into(), Reach::Beneath);
    let text = opened.and_then(|file| file.text(MAX_CONFIG_BYTES));
    let text = text.unwrap_or_default();
    let paths = text.lines().filter_map(|line| {
        let (key, path) = line.split_once('=')?;
        (key.trim() == "path").then(|| path.trim().trim_matches('"'))
    });
    let paths = paths.filter(|path| !path.is_empty());
    paths.map(str::to_owned).collect()
}
