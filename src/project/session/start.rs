//! The search upward from the working directory.

use std::iter;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

use crate::documents::fault::Fault;
use crate::documents::sandbox::{Folder, ambient};

/// Where the upward search begins.
#[derive(Debug)]
pub(super) struct Start {
    /// The directory that was there at first.
    folder: Option<Arc<Folder>>,
    pub path: Utf8PathBuf,
}

impl Start {
    pub fn at(path: &Utf8Path) -> Self {
        if path == "." {
            // It is open already, whatever has its name by now.
            return Self {
                folder: Folder::ambient(path).ok().map(Arc::new),
                path: ambient::working_directory().unwrap_or_else(|_| path.to_owned()),
            };
        }
        let there = Folder::nearest(path).filter(|(_, reached)| reached == path);
        Self {
            folder: there.map(|(folder, _)| Arc::new(folder)),
            path: path.to_owned(),
        }
    }

    /// The directory where the search begins, and each one above. Where another
    /// directory has its path now, or it was removed, the search begins anew from
    /// the path.
    pub fn upward(&self) -> impl Iterator<Item = Arc<Folder>> {
        let path = &self.path;
        let start = match &self.folder {
            Some(folder) if stays(folder, path) => Some((Arc::clone(folder), path.clone())),
            _ => Folder::nearest(path).map(|(folder, path)| (Arc::new(folder), path)),
        };
        iter::successors(start, |(folder, path)| {
            let above = path.parent();
            let (folder, path) = match folder.above() {
                Ok(folder) => (folder?, above.unwrap_or(Utf8Path::new("")).to_owned()),
                // It may not be searched, and so does not say what it lies in.
                Err(_) => Folder::nearest(above?)?,
            };
            Some((Arc::new(folder), path))
        })
        .map(|(folder, _)| folder)
    }
}

/// Whether a directory is still where the search begins: at its path, or where it
/// was moved to while nothing else took its name.
fn stays(folder: &Folder, path: &Utf8Path) -> bool {
    match folder.is_at(path) {
        Ok(is_there) => is_there,
        Err(Fault::Missing) => !folder.is_removed(),
        Err(fault) => fault == Fault::Permission,
    }
}
