//! The bound project: finding it, loading it and keeping it up to date.
//!
//! A project is the open folder from which its file was read. Everything that is served is opened
//! from this folder, so a folder that gets the same name later is a different project.

mod repositories;
mod roots;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use camino::{Utf8Path, Utf8PathBuf};

use crate::documents::file_error::FileError;
use crate::documents::sandbox::{Owner, Reach, Tree, ambient};
use crate::project::bound_project::BoundProject;
use crate::project::loaded_file::LoadedFile;
use crate::project::project_error::{ProjectError, ProjectErrorKind, SearchStep, SessionError};
use crate::project::project_file::{FILE_NAME, ProjectFile, misspelt_file};
use crate::text::escaped::Escaped;

use repositories::{Repositories, Start};
pub use roots::Roots;

/// The maximum number of projects that a session remembers, with their folders open.
pub const REMEMBERED: usize = 16;
/// The maximum for a session with a [`Source::Folder`], because a process may have hundreds of
/// these sessions.
pub const REMEMBERED_OF_FOLDER: usize = 2;
/// The maximum number of times that a call resolves the path to a project that the user gave.
const LOOKS: usize = 3;

/// The place where a project is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// At this path, which the user gave. It leads to the project's file or to its folder.
    Named(Utf8PathBuf),
    /// In the folder at this path, which may contain links. Nothing outside that folder is read,
    /// and a folder without a `guide.yaml` is not a project.
    Folder(Utf8PathBuf),
    /// Upward from this directory, regardless of the client's roots. The path has no links.
    Start(Utf8PathBuf),
    /// In the client's roots, then above them, then upward from a directory.
    Search {
        /// The directory where the upward search begins: `.` for the process's own directory, or a
        /// path without links. `None` for no upward search.
        from: Option<Utf8PathBuf>,
    },
}

/// A session that finds the current project for every call. It keeps the [`REMEMBERED`] projects
/// that were bound last.
#[derive(Debug)]
pub struct Session {
    source: Source,
    /// Whether a folder without a `guide.yaml` is not a project.
    needs_guide: bool,
    /// Whether a project that the user gave is confined to its folder, like a project that was
    /// found.
    is_confined: bool,
    /// The projects that were bound last, the oldest first. Each folder stays open, so that no
    /// other folder can have its identity.
    projects: Mutex<Vec<Arc<LoadedFile>>>,
    /// The paths to the folders from which a guide was loaded.
    guided: Mutex<HashSet<String>>,
}

impl Session {
    /// Creates a session that looks for its project at each call. The path to the process's own
    /// directory is looked up once.
    pub fn new(mut source: Source) -> Self {
        if let Source::Search { from: Some(path) } = &mut source
            && path == "."
        {
            *path = ambient::working_directory().unwrap_or_else(|_| path.clone());
        }
        Self {
            needs_guide: matches!(source, Source::Folder(_)),
            source,
            is_confined: false,
            projects: Mutex::default(),
            guided: Mutex::default(),
        }
    }

    /// Returns the same session, but a folder without a `guide.yaml` is not a project.
    pub fn with_guide(self) -> Self {
        Self {
            needs_guide: true,
            ..self
        }
    }

    /// Returns the same session, but a project that the user gave is read like one that was found:
    /// its path must not contain links, and nothing outside its folder is read.
    pub fn confined(self) -> Self {
        Self {
            is_confined: true,
            ..self
        }
    }

    /// Returns whether the client's roots can decide which project is bound.
    pub fn wants_roots(&self) -> bool {
        matches!(self.source, Source::Search { .. })
    }

    /// Returns the name of the project's file if the user gave it, or else `guide.yaml`.
    pub fn file_name(&self) -> String {
        let file = match &self.source {
            Source::Named(path) => named(path).ok(),
            Source::Folder(_) | Source::Start(_) | Source::Search { .. } => None,
        };
        file.map_or_else(|| FILE_NAME.to_owned(), |file| file.name)
    }

    /// Returns the path to the folder of the last project that was checked, even if the project
    /// does not load. Returns `None` if no project was checked.
    pub fn last_folder(&self) -> Option<Utf8PathBuf> {
        Some(self.kept().last()?.file.folder.path()?.into())
    }

    /// Returns the paths to projects, roots and start folders that the user or the client gave,
    /// each with the path to which its links lead. Paths without links are left out. Equal
    /// components at the end of both paths are removed.
    pub fn links(&self, roots: &Roots) -> Vec<[String; 2]> {
        let mut named: Vec<_> = roots.paths().collect();
        named.extend(match &self.source {
            Source::Named(path) | Source::Folder(path) | Source::Start(path) => {
                ambient::absolute(path).ok()
            }
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

    /// Binds the project. Reads its file if it may have changed. If the file can no longer be
    /// loaded, its last good version stays bound.
    ///
    /// # Errors
    ///
    /// Returns a [`SessionError`] if no project is found, or if the project has never loaded.
    pub fn bind(&self, roots: &Roots) -> Result<BoundProject, SessionError> {
        match &self.source {
            Source::Named(path) | Source::Folder(path) => {
                let mut file = self.named(path).map_err(|error| match error {
                    FileError::Missing => unloadable(ProjectErrorKind::Missing),
                    error => unloadable(ProjectErrorKind::Unreadable(error.into())),
                })?;
                if path.file_name() != Some(FILE_NAME) && self.is_unguided(&file) {
                    (file.reach, file.is_named) = (Reach::Beneath, false);
                    return self.load_found(file);
                }
                for _ in 1..LOOKS {
                    let bound = self.load(file.clone());
                    if matches!(&bound, Ok(bound) if bound.stale.is_none()) {
                        return bound;
                    }
                    // If a link was switched to a different folder, the previous folder may be
                    // removed immediately.
                    match self.named(path) {
                        Ok(now) if now != file => file = now,
                        _ => return bound,
                    }
                }
                self.load(file)
            }
            Source::Start(from) => self.search(None, Some(from)),
            Source::Search { from } => self.search(Some(roots), from.as_deref()),
        }
    }

    /// Returns the project's file at `path`, which the user gave.
    fn named(&self, path: &Utf8Path) -> Result<ProjectFile, FileError> {
        let beneath = |path: &Utf8Path| match Tree::nearest(path) {
            Some((folder, reached)) if reached == path => Ok(folder),
            _ => Err(FileError::Missing),
        };
        match &self.source {
            Source::Folder(_) => Ok(ProjectFile {
                is_named: true,
                ..project_file(Arc::new(Tree::ambient(path)?))
            }),
            _ if self.is_confined => ProjectFile::at(path, Reach::Beneath, beneath),
            _ => named(path),
        }
    }

    /// Returns whether a folder that the user gave is a project without a `guide.yaml`. The folder
    /// must belong to the user, and contain neither this file nor one with nearly the same name.
    /// The session must not remember a project that has a `guide.yaml`.
    fn is_unguided(&self, file: &ProjectFile) -> bool {
        let is_first = !self.kept().iter().any(|known| known.is_guided());
        !self.needs_guide
            && is_first
            && file.name == FILE_NAME
            && file.folder.file_type(FILE_NAME.into()) == Ok(None)
            && misspelt_file(&file.folder).is_none()
            && file.folder.owner().is_ok_and(Owner::is_user)
    }

    /// Binds the project that is found in the folders of `roots`, or else upward from `from`. In each
    /// of these two steps, a `guide.yaml` in one of the folders or above them is used first, and then
    /// a folder without one.
    ///
    /// # Errors
    ///
    /// Returns [`SessionError::Nowhere`] if nothing is found, or the error from loading what is
    /// found.
    fn search(
        &self,
        roots: Option<&Roots>,
        from: Option<&Utf8Path>,
    ) -> Result<BoundProject, SessionError> {
        let repositories = Repositories::new();
        let root_starts = roots.map_or_else(Vec::new, folders);
        let nearest = from.and_then(Tree::nearest);
        let from_start = nearest.map(|(folder, path)| (Arc::new(folder), path));
        // The folders without a guide, and the reason why one of them is not a project.
        let (mut seen, mut unserved) = (Vec::new(), None);
        for starts in [root_starts, from_start.into_iter().collect()] {
            let mut folders = HashSet::new();
            let start_folders = starts.iter().map(|(folder, _)| Arc::clone(folder));
            // The first of these folders is the start itself.
            let above =
                (starts.iter()).flat_map(|start| repositories.guided(start.clone()).skip(1));
            for folder in start_folders.chain(above) {
                if !folders.insert(folder.identity) {
                    continue;
                }
                let file = project_file(folder);
                let is_guided = |known: Arc<LoadedFile>| known.is_guided();
                if file.is_there() || self.known(&file).is_some_and(is_guided) {
                    return self.load(file);
                }
                seen.push(file.folder);
            }
            for start in starts.into_iter().filter(|_| !self.needs_guide) {
                match repositories.found(start) {
                    // A user who misspelt the name meant a different project.
                    Ok(Some(folder)) if !is_misspelt(&seen, &folder) => {
                        return self.load_found(project_file(folder));
                    }
                    Ok(_) => {}
                    Err(step) => unserved = unserved.or(Some(step)),
                }
            }
        }
        tracing::warn!(?roots, ?from, "no {FILE_NAME} was found");
        let mut steps = search_steps(roots);
        let misspelt = seen.iter().find_map(|folder| misspelt_file(folder));
        steps.extend(misspelt.map(SearchStep::Misspelt));
        steps.extend(unserved);
        Err(SessionError::Nowhere(steps))
    }

    /// Returns the remembered project of `file`, if any.
    fn known(&self, file: &ProjectFile) -> Option<Arc<LoadedFile>> {
        let kept = self.kept();
        kept.iter().find(|known| known.file == *file).cloned()
    }

    /// Binds the project of a folder without a `guide.yaml`. Returns an error if a guide was loaded
    /// from this path before.
    fn load_found(&self, file: ProjectFile) -> Result<BoundProject, SessionError> {
        let is_guided = |path: String| self.guided().contains(&path);
        if file.folder.path().is_some_and(is_guided) {
            return Err(unloadable(ProjectErrorKind::Missing));
        }
        let known = self.known(&file).filter(|known| known.is_found());
        let loaded = known.unwrap_or_else(|| LoadedFile::found(file));
        self.remember(&loaded);
        bound(loaded)
    }

    /// Binds the project whose guide is `file`. Reads the guide if it may have changed. If it cannot
    /// be loaded any more, binds its last good version. Logs each new error once.
    fn load(&self, file: ProjectFile) -> Result<BoundProject, SessionError> {
        let last = self.known(&file).filter(|last| !last.is_found());
        let loaded = LoadedFile::load(file, last.as_ref());
        self.remember(&loaded);
        // The path is looked up only once, not for each call.
        let is_known = last.as_ref().is_some_and(|last| last.good.is_some());
        if loaded.good.is_some() && !is_known {
            self.guided().extend(loaded.file.folder.path());
        }
        let last_error = last.and_then(|last| last.error.clone());
        if let Some(error) = &loaded.error
            && last_error.as_ref() != Some(error)
        {
            tracing::warn!(file = %Escaped(&loaded.file.name), %error, "cannot be loaded");
        }
        bound(loaded)
    }

    /// Returns the paths to the folders from which a guide was loaded. A folder that replaces one
    /// of them is not served without a guide.
    fn guided(&self) -> MutexGuard<'_, HashSet<String>> {
        (self.guided.lock()).unwrap_or_else(PoisonError::into_inner)
    }

    /// Locks the projects that were bound last.
    fn kept(&self) -> MutexGuard<'_, Vec<Arc<LoadedFile>>> {
        (self.projects.lock()).unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers a project as the one that was bound last.
    fn remember(&self, loaded: &Arc<LoadedFile>) {
        let mut projects = self.kept();
        projects.retain(|known| known.file != loaded.file);
        let is_folder = matches!(self.source, Source::Folder(_));
        if projects.len()
            == if is_folder {
                REMEMBERED_OF_FOLDER
            } else {
                REMEMBERED
            }
        {
            projects.remove(0);
        }
        projects.push(Arc::clone(loaded));
    }
}

/// Returns what was tried without success: the options and `roots`, and the folders above. Without
/// roots, only the search upward from a directory.
fn search_steps(roots: Option<&Roots>) -> Vec<SearchStep> {
    let Some(roots) = roots else {
        return vec![SearchStep::Start];
    };
    let of_roots = match roots {
        Roots::None => SearchStep::NoRoots,
        Roots::Offered(uris) => SearchStep::EmptyRoots(uris.len()),
        Roots::Silent(seconds) => SearchStep::SilentRoots(*seconds),
        Roots::Failed => SearchStep::FailedRoots,
    };
    vec![
        SearchStep::Option,
        SearchStep::Environment,
        of_roots,
        SearchStep::Upward,
    ]
}

/// Returns the file of a project that was found in `folder`.
fn project_file(folder: Arc<Tree>) -> ProjectFile {
    ProjectFile {
        folder,
        name: FILE_NAME.to_owned(),
        reach: Reach::Beneath,
        is_named: false,
    }
}

/// Returns whether one of the folders `seen`, up to `last`, has a file with nearly the right name.
fn is_misspelt(seen: &[Arc<Tree>], last: &Tree) -> bool {
    let up_to = seen
        .iter()
        .position(|folder| folder.identity == last.identity);
    let seen = &seen[..up_to.map_or(seen.len(), |at| at + 1)];
    seen.iter().any(|folder| misspelt_file(folder).is_some())
}

/// Returns `loaded` as a bound project, or the error if it has never loaded.
fn bound(loaded: Arc<LoadedFile>) -> Result<BoundProject, SessionError> {
    match (&loaded.good, &loaded.error) {
        (Some(project), error) => Ok(BoundProject {
            project: Arc::clone(project),
            stale: error.clone(),
            listings: Arc::default(),
            loaded: Arc::clone(&loaded),
        }),
        (None, Some(error)) => Err(SessionError::Unloadable(error.clone())),
        (None, None) => Err(unloadable(ProjectErrorKind::Missing)),
    }
}

/// Returns the project's file at `path`, which the user gave.
fn named(path: &Utf8Path) -> Result<ProjectFile, FileError> {
    ProjectFile::at(path, Reach::Anywhere, Tree::ambient)
}

/// Returns the error for a project whose guide cannot be read because of `kind`.
fn unloadable(kind: ProjectErrorKind) -> SessionError {
    SessionError::Unloadable(ProjectError::unread(kind))
}

/// Opens the folders of a client's roots by the paths that the client gives, and follows links.
/// Returns the folders with their paths, in the client's order. Skips a root that is not a folder.
fn folders(roots: &Roots) -> Vec<Start> {
    let folder = |path: Utf8PathBuf| Some((Arc::new(Tree::ambient(&path).ok()?), path));
    roots.paths().filter_map(folder).collect()
}
