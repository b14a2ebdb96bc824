//! Which project is bound: found, loaded, and kept up to date.
//!
//! A project is the open folder from which its file was read. What is served of it
//! is opened from there, so a folder that takes its name later is another one.

mod bound;
mod cached;

#[doc(hidden)]
pub use cached::DEBOUNCE;

use std::collections::HashSet;
use std::iter;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use camino::{Utf8Path, Utf8PathBuf};

use crate::documents::error::FileError;
use crate::documents::sandbox::{Reach, Tree, ambient};
use crate::project::error::{ProjectError, ProjectErrorKind, SearchStep, SessionError};
use crate::project::source::FILE_NAME;
use crate::project::source::{ProjectFile, misspelt_file};
use crate::text::escape::Escaped;
use crate::text::uri;

pub use bound::BoundProject;
use cached::{CachedProject, RELOAD_TIMEOUT};

/// How many projects are remembered with their folders open.
pub const REMEMBERED: usize = 16;
/// How often a call resolves the path of a named project.
const LOOKS: usize = 3;

/// Where a project is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// At this path, which the user named: the file or its folder.
    Named(Utf8PathBuf),
    /// In the client's roots, else above them, else upward from this directory.
    Search {
        /// Where the upward search begins: `.` for the process's own directory, or
        /// a path without links on the way; `None` for nowhere.
        from: Option<Utf8PathBuf>,
    },
}

/// What is known of a client's roots.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Roots {
    /// The client offers none.
    #[default]
    None,
    /// The client's roots, as URIs in its order; an empty one where an entry has
    /// none. Only `file:` URIs and absolute paths lead anywhere.
    Offered(Vec<String>),
    /// The client did not answer within this many seconds.
    Silent(u64),
    /// The client answered with an error, or with what holds no list of roots.
    Failed,
}

impl Roots {
    /// Returns the URIs of the roots.
    fn offered(&self) -> &[String] {
        match self {
            Self::Offered(uris) => uris,
            Self::None | Self::Silent(_) | Self::Failed => &[],
        }
    }
}

/// Finds the current project for every call, and keeps the [`REMEMBERED`] projects that
/// were bound last.
#[derive(Debug)]
pub struct Session {
    source: Source,
    /// The projects that were bound last, the oldest first. The folder of each stays open,
    /// so that no other folder can have its identity.
    projects: Mutex<Vec<Arc<CachedProject>>>,
}

impl Session {
    /// Returns a session that looks for its project at each call. The path of the process's own
    /// directory is looked up once.
    pub fn new(mut source: Source) -> Self {
        if let Source::Search { from: Some(path) } = &mut source
            && path == "."
        {
            *path = ambient::working_directory().unwrap_or_else(|_| path.clone());
        }
        Self {
            source,
            projects: Mutex::default(),
        }
    }

    /// Returns true if the client's roots could decide which project is bound.
    pub fn wants_roots(&self) -> bool {
        matches!(self.source, Source::Search { .. })
    }

    /// Returns the name of the project's file, as the user named it, else `guide.yaml`.
    pub fn file_name(&self) -> String {
        let file = match &self.source {
            Source::Named(path) => named(path).ok(),
            Source::Search { .. } => None,
        };
        file.map_or_else(|| FILE_NAME.to_owned(), |file| file.name)
    }

    /// Returns the paths by which the project was named, or a folder from which it is looked for,
    /// where links lead elsewhere: each without the names at its end that both have.
    pub fn links(&self, roots: &Roots) -> Vec<[String; 2]> {
        let mut named: Vec<_> = roots
            .offered()
            .iter()
            .filter_map(|uri| uri::file_path(uri))
            .collect();
        named.extend(match &self.source {
            Source::Named(path) => ambient::absolute(path).ok(),
            Source::Search { .. } => ambient::logical_directory(),
        });
        let ends = named.iter().filter_map(|path| {
            let to = ambient::canonical(path).ok()?;
            let (mut path, mut to) = (path.as_path(), to.as_path());
            while path != to && path.file_name().is_some() && path.file_name() == to.file_name() {
                (path, to) = (path.parent()?, to.parent()?);
            }
            (path != to).then(|| [path.to_string(), to.to_string()])
        });
        ends.collect()
    }

    /// Binds the project. Its file is read where it may have changed; the last good version
    /// of a folder stays if the file can no longer be loaded. May wait up to 0.2 s for a
    /// file that is being written.
    ///
    /// # Errors
    ///
    /// [`SessionError`] when no project is found, or the one found was never good.
    pub fn bind(&self, roots: &Roots) -> Result<BoundProject, SessionError> {
        let deadline = Instant::now() + RELOAD_TIMEOUT;
        match &self.source {
            Source::Named(path) => {
                let mut file = named(path).map_err(|error| match error {
                    FileError::Missing => unloadable(ProjectErrorKind::Missing),
                    error => unloadable(ProjectErrorKind::Unreadable(error)),
                })?;
                for _ in 1..LOOKS {
                    let bound = self.load(file.clone(), deadline);
                    if matches!(&bound, Ok(bound) if bound.stale.is_none()) {
                        return bound;
                    }
                    // A switched link: the folder before may be removed at once.
                    match named(path) {
                        Ok(now) if now != file => file = now,
                        _ => return bound,
                    }
                }
                self.load(file, deadline)
            }
            Source::Search { from } => self.search(roots, from.as_deref(), deadline),
        }
    }

    fn search(
        &self,
        roots: &Roots,
        from: Option<&Utf8Path>,
        deadline: Instant,
    ) -> Result<BoundProject, SessionError> {
        let rooted = from_roots(roots.offered());
        let start = from.and_then(Tree::nearest);
        let start = start.map(|(folder, path)| (Arc::new(folder), path));
        let upward = start.into_iter().flat_map(climb);
        let mut seen = Vec::new();
        for folder in rooted.chain(upward) {
            let file = ProjectFile {
                folder,
                name: FILE_NAME.to_owned(),
                reach: Reach::Beneath,
            };
            let is_good = |cached: Arc<CachedProject>| cached.good.is_some();
            if file.is_there() || self.cached(&file).is_some_and(is_good) {
                return self.load(file, deadline);
            }
            seen.push(file.folder);
        }
        tracing::warn!(?roots, ?from, "no {FILE_NAME} was found");
        let mut steps = vec![
            SearchStep::Option,
            SearchStep::Environment,
            match roots {
                Roots::None => SearchStep::NoRoots,
                Roots::Offered(uris) => SearchStep::EmptyRoots(uris.len()),
                Roots::Silent(seconds) => SearchStep::SilentRoots(*seconds),
                Roots::Failed => SearchStep::FailedRoots,
            },
            SearchStep::Upward,
        ];
        let misspelt = seen.iter().find_map(|folder| misspelt_file(folder));
        steps.extend(misspelt.map(SearchStep::Misspelt));
        Err(SessionError::Nowhere(steps))
    }

    /// Returns the project of this file, if it is remembered.
    fn cached(&self, file: &ProjectFile) -> Option<Arc<CachedProject>> {
        let projects = self.projects.lock();
        let projects = projects.unwrap_or_else(PoisonError::into_inner);
        projects.iter().find(|known| known.file == *file).cloned()
    }

    fn load(&self, file: ProjectFile, deadline: Instant) -> Result<BoundProject, SessionError> {
        let last = self.cached(&file);
        let cached = CachedProject::load(file, last.as_ref(), deadline);
        let projects = self.projects.lock();
        let mut projects = projects.unwrap_or_else(PoisonError::into_inner);
        projects.retain(|known| known.file != cached.file);
        if projects.len() == REMEMBERED {
            projects.remove(0);
        }
        projects.push(Arc::clone(&cached));
        drop(projects);
        let known = last.and_then(|last| last.error.clone());
        if let Some(error) = &cached.error
            && known.as_ref() != Some(error)
        {
            tracing::warn!(file = %Escaped(&cached.file.name), %error, "cannot be loaded");
        }
        match (&cached.good, &cached.error) {
            (Some(project), error) => Ok(BoundProject {
                project: Arc::clone(project),
                stale: error.clone(),
                listings: Arc::default(),
                cached: Arc::clone(&cached),
            }),
            (None, Some(error)) => Err(SessionError::Unloadable(error.clone())),
            (None, None) => Err(unloadable(ProjectErrorKind::Missing)),
        }
    }
}

/// Returns the project's file at a path that the user named.
fn named(path: &Utf8Path) -> Result<ProjectFile, FileError> {
    ProjectFile::at(path, Reach::Anywhere, Tree::ambient)
}

fn unloadable(kind: ProjectErrorKind) -> SessionError {
    SessionError::Unloadable(ProjectError::unread(kind))
}

/// Returns the folders of a client's roots in its order, then those above each, each once. A
/// root is opened by the path that the client names, links followed. One that is no folder is
/// passed over.
fn from_roots(uris: &[String]) -> impl Iterator<Item = Arc<Tree>> {
    let roots = uris.iter().filter_map(|uri| {
        let path = uri::file_path(uri)?;
        Some((Arc::new(Tree::ambient(&path).ok()?), path))
    });
    let above = roots.clone().flat_map(|root| climb(root).skip(1));
    let mut seen = HashSet::new();
    let folders = roots.map(|(folder, _)| folder).chain(above);
    folders.filter(move |folder| seen.insert(folder.identity))
}

/// Returns a folder, and each one above. The search climbs from the open folder, so that no name
/// on the way is looked up; above one that may not be searched it goes on by the path.
fn climb(start: (Arc<Tree>, Utf8PathBuf)) -> impl Iterator<Item = Arc<Tree>> {
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
