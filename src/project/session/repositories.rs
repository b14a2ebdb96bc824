//! Finds the folder of a repository, which is the boundary of a project.

use std::iter;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

use crate::documents::sandbox::{FileType, Identity, Owner, Tree, ambient};
use crate::documents::survey::is_repository;
use crate::project::project_error::SearchStep;

/// An open folder, and the path by which it was reached.
pub(super) type Start = (Arc<Tree>, Utf8PathBuf);

/// The files and folders that indicate a project without a repository. A folder `docs` also
/// indicates one.
const SIGNS: [&str; 11] = [
    "AGENTS.md",
    "CLAUDE.md",
    "GEMINI.md",
    ".claude",
    ".cursor",
    ".cursorrules",
    ".clinerules",
    ".windsurfrules",
    ".github",
    "README.md",
    "README",
];

/// A check for the folders of repositories. The user's home and the root of the system do not count
/// as repositories.
pub(super) struct Repositories {
    home: Option<Identity>,
}

impl Repositories {
    pub fn new() -> Self {
        let home = ambient::home().ok();
        let home = home.and_then(|path| Tree::ambient(&path).ok());
        Self {
            home: home.map(|home| home.identity),
        }
    }

    /// Returns the folders, from `start` upwards, in which a `guide.yaml` is used. These are all
    /// folders up to the first repository, and the folders above it that are not repositories
    /// themselves, for example a folder that contains several clones.
    pub fn guided(&self, start: Start) -> impl Iterator<Item = Arc<Tree>> + use<'_> {
        let mut is_inside = false;
        climb(start).filter(move |folder| {
            let is_repository = !self.is_passed_over(folder) && is_repository(folder, "");
            let counts = !(is_inside && is_repository);
            is_inside |= is_repository;
            counts
        })
    }

    /// Returns the folder of a project without a guide. This is the nearest repository at or above
    /// `start`, or else `start` itself if it looks like a project. Returns `None` if neither
    /// exists.
    ///
    /// # Errors
    ///
    /// Returns the reason why a repository or folder that was found is not the project.
    pub fn found(&self, start: Start) -> Result<Option<Arc<Tree>>, SearchStep> {
        let first = Arc::clone(&start.0);
        let mut reason = None;
        let mut folders = climb(start).filter(|folder| is_repository(folder, ""));
        let repository = folders.find(|folder| {
            if self.is_passed_over(folder) {
                reason = Some(SearchStep::HomeRepository);
                false
            } else {
                true
            }
        });
        let folder = match repository {
            Some(folder) => Some(folder),
            None => Some(first).filter(|first| !self.is_passed_over(first) && is_project(first)),
        };
        match folder {
            Some(folder) if !folder.owner().is_ok_and(Owner::is_user) => {
                Err(SearchStep::OthersRepository)
            }
            Some(folder) => Ok(Some(folder)),
            None => reason.map_or(Ok(None), Err),
        }
    }

    fn is_passed_over(&self, folder: &Tree) -> bool {
        let is_root = || matches!(folder.above(), Ok(None));
        Some(folder.identity) == self.home || is_root()
    }
}

fn is_project(folder: &Tree) -> bool {
    let has = |name: &&str| matches!(folder.file_type(Utf8Path::new(name)), Ok(Some(_)));
    let docs = || folder.file_type("docs".into());
    SIGNS.iter().any(has) || docs() == Ok(Some(FileType::Directory))
}

/// Returns the folder `start` and each folder above it. Each folder is opened from the open folder
/// below it, so no name in the path is looked up. If a parent cannot be opened this way, for
/// example for lack of search permission, the climb continues by path from the nearest ancestor
/// that can be opened.
fn climb(start: Start) -> impl Iterator<Item = Arc<Tree>> {
    let folders = iter::successors(Some(start), |(folder, path)| {
        let above = path.parent();
        let (folder, path) = match folder.above() {
            Ok(folder) => (folder?, above.unwrap_or(Utf8Path::new("")).to_owned()),
            Err(_) => Tree::nearest(above?)?,
        };
        Some((Arc::new(folder), path))
    });
    folders.map(|(folder, _)| folder)
}
