//! The folders in which a project is looked for: the client's roots, and the directories
//! above them and above the working directory.

use std::collections::HashSet;
use std::iter;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

use crate::documents::error::FileError;
use crate::documents::sandbox::{Folder, ambient};
use crate::text::uri;

/// Returns the folders of a client's roots in its order, then those above each. A root
/// is opened by the path that the client names, links followed; above it the search
/// climbs from the open folder, so that no name on the way is looked up. A root that is
/// no folder is passed over.
pub(super) fn from_roots(uris: &[String]) -> impl Iterator<Item = Arc<Folder>> {
    let open = |uri: &String| Some(Arc::new(Folder::ambient(&uri::file_path(uri)?).ok()?));
    let (mut roots, mut climbed) = (uris.iter().filter_map(open), None);
    // What lies above a folder that was climbed through was looked at too.
    let mut seen = HashSet::new();
    let above = iter::from_fn(move || {
        loop {
            let below: Arc<Folder> = match climbed.take() {
                Some(folder) => folder,
                None => roots.next()?,
            };
            // A folder that may not be searched does not say what it lies in.
            if let Ok(Some(folder)) = below.above()
                && seen.insert(folder.identity())
            {
                let folder = Arc::new(folder);
                climbed = Some(Arc::clone(&folder));
                return Some(folder);
            }
        }
    });
    uris.iter().filter_map(open).chain(above)
}

/// The directory from which the upward search begins.
#[derive(Debug)]
pub(super) struct UpwardSearch {
    /// The directory that had the path at first.
    folder: Option<Arc<Folder>>,
    pub path: Utf8PathBuf,
}

impl UpwardSearch {
    /// Opens the directory at `path`; `.` is the process's own.
    pub fn new(path: &Utf8Path) -> Self {
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

    /// Returns the directory where the search begins, and each one above. If another
    /// directory has its path by now, or it was removed, the search begins from the path.
    pub fn folders(&self) -> impl Iterator<Item = Arc<Folder>> {
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

/// Returns true if a directory is still at `path`, or was moved while nothing else took
/// its name.
fn stays(folder: &Folder, path: &Utf8Path) -> bool {
    match folder.is_at(path) {
        Ok(is_there) => is_there,
        Err(FileError::Missing) => !folder.is_removed(),
        Err(fault) => fault == FileError::Permission,
    }
}
