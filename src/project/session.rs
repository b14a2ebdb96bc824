//! Which project is bound: found, loaded, and kept up to date.
//!
//! A project is the open folder from which its file was read. What is served of it
//! is opened from there, so a folder that takes its name later is another one.

mod file;
mod known;
mod rendering;
mod rooted;
mod standing;
mod start;

#[doc(hidden)]
pub use file::SETTLED;
pub use known::REMEMBERED;

use std::sync::Arc;
use std::time::Instant;

use camino::{Utf8Path, Utf8PathBuf};

use crate::documents::fault::Fault;
use crate::documents::sandbox::{Folder, Reach, Sandbox, ambient};
use crate::project::fault::{ProjectError, ProjectFault, SessionError, Way};
use crate::project::guide::{Category, FILE_NAME, Project};
use crate::text::shown::Shown;

use file::{PATIENCE, ProjectFile, near_name, of_project, of_spelling};
use known::{Known, Projects};
use rooted::Rooted;
use standing::Standing;
use start::Start;

/// How often a call looks where the path of a project leads that was named.
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
    /// none. Only `file://` URIs lead anywhere.
    Offered(Vec<String>),
    /// The client did not answer within this many seconds.
    Silent(u64),
    /// The client answered with an error, or with what holds no list of roots.
    Failed,
}

/// The way to the current project; shared by every call. It remembers the last 16
/// projects that it bound, as open folders, and looks at the file of one at each call.
#[derive(Debug)]
pub struct Session {
    source: Source,
    from: Option<Start>,
    projects: Projects,
}

/// A project that is bound for one call.
#[derive(Debug, Clone)]
pub struct BoundProject {
    /// The project.
    pub project: Arc<Project>,
    /// Why this is the last good version and not the file's present content.
    pub stale: Option<ProjectError>,
    known: Arc<Known>,
    folder: Arc<Folder>,
    /// A project that was found and not named by the user may not serve what lies
    /// outside its folder.
    reach: Reach,
}

impl Session {
    /// A session that looks for its project there when a call comes. A directory from
    /// which it searches upward is opened at once; where it cannot be, calls say so.
    pub fn new(source: Source) -> Self {
        let from = match &source {
            Source::Search { from: Some(path) } => Some(Start::at(path)),
            _ => None,
        };
        Self {
            source,
            from,
            projects: Projects::default(),
        }
    }

    /// Whether the client's roots could decide which project is bound.
    pub fn wants_roots(&self) -> bool {
        matches!(self.source, Source::Search { .. })
    }

    /// The name of the project's file, as far as the user named it.
    pub fn file_name(&self) -> String {
        let file = match &self.source {
            Source::Named(path) => named(path).ok(),
            Source::Search { .. } => None,
        };
        file.map_or_else(|| FILE_NAME.to_owned(), |file| file.name)
    }

    /// Binds the project. Its file is looked at each time, and read where it may
    /// have changed; while its folder is the same, the last good version stays if
    /// the file can no longer be loaded.
    ///
    /// It may wait for the file system, and up to a fifth of a second for a file
    /// that is being written.
    ///
    /// # Errors
    ///
    /// [`SessionError`] when no project is found, or the one found was never good.
    pub fn bind(&self, roots: &Roots) -> Result<BoundProject, SessionError> {
        let deadline = Instant::now() + PATIENCE;
        match &self.source {
            Source::Named(path) => match named(path) {
                Ok(file) => self.follow(path, file, deadline),
                Err(Fault::Missing) => Err(unloadable(ProjectFault::Missing)),
                Err(fault) => Err(unloadable(ProjectFault::Unreadable(fault))),
            },
            Source::Search { .. } => self.search(roots, deadline),
        }
    }

    /// Loads what a path led to; where that fails, and a link leads elsewhere by now,
    /// what it leads to: whoever switches it may remove the folder before at once.
    fn follow(
        &self,
        path: &Utf8Path,
        mut file: ProjectFile,
        deadline: Instant,
    ) -> Result<BoundProject, SessionError> {
        for _ in 1..LOOKS {
            let bound = self.load(file.clone(), deadline);
            if matches!(&bound, Ok(bound) if bound.stale.is_none()) {
                return bound;
            }
            match named(path) {
                Ok(now) if !now.is(&file) => file = now,
                _ => return bound,
            }
        }
        self.load(file, deadline)
    }

    fn search(&self, roots: &Roots, deadline: Instant) -> Result<BoundProject, SessionError> {
        let offered: &[String] = match roots {
            Roots::Offered(uris) => uris,
            Roots::None | Roots::Silent(_) | Roots::Failed => &[],
        };
        let rooted = || Rooted::new(offered);
        let upward = || self.from.iter().flat_map(Start::upward);
        for folder in rooted().chain(upward()) {
            let file = ProjectFile {
                folder,
                name: FILE_NAME.to_owned(),
                reach: Reach::Beneath,
            };
            if file.is_there() || self.knows(&file) {
                return self.load(file, deadline);
            }
        }
        let from = self.from.as_ref().map(|start| &start.path);
        tracing::warn!(?roots, ?from, "no {FILE_NAME} was found");
        let near_root = rooted().find_map(|folder| near_name(&folder));
        let near = upward().find_map(|folder| near_name(&folder));
        Err(SessionError::Nowhere(vec![
            Way::Option,
            Way::Environment,
            match (roots, near_root) {
                (Roots::None, _) => Way::NoRoots,
                (Roots::Offered(uris), None) => Way::EmptyRoots(uris.len()),
                (Roots::Offered(uris), Some(name)) => Way::NearRoots {
                    count: uris.len(),
                    name,
                },
                (Roots::Silent(seconds), _) => Way::SilentRoots(*seconds),
                (Roots::Failed, _) => Way::FailedRoots,
            },
            near.map_or(Way::Upward, Way::NearUpward),
        ]))
    }

    /// Whether there is a last good version of this project.
    fn knows(&self, file: &ProjectFile) -> bool {
        self.projects
            .recall(file)
            .is_some_and(|known| known.standing.project().is_some())
    }

    fn load(&self, file: ProjectFile, deadline: Instant) -> Result<BoundProject, SessionError> {
        let last = self.projects.recall(&file);
        let now = Known::look(file, last.as_ref(), deadline);
        self.projects.remember(&now);
        let known = last.as_ref().and_then(|last| last.standing.fault());
        if let Some(fault) = now.standing.fault().filter(|fault| Some(*fault) != known) {
            tracing::warn!(file = %Shown(&now.file.name), %fault, "cannot be loaded");
        }
        let (project, stale) = match &now.standing {
            Standing::Good(project) => (project, None),
            Standing::Stale(project, fault) => (project, Some(fault.clone())),
            Standing::Unloadable(fault) => return Err(SessionError::Unloadable(fault.clone())),
        };
        Ok(BoundProject {
            project: Arc::clone(project),
            stale,
            folder: Arc::clone(&now.file.folder),
            reach: now.file.reach,
            known: now,
        })
    }
}

/// The project at a path that the user named.
fn named(path: &Utf8Path) -> Result<ProjectFile, Fault> {
    let (folder, name) = match Folder::ambient(path) {
        Ok(folder) => (folder, FILE_NAME),
        // It is the file itself, or was.
        Err(fault @ (Fault::NotDirectory | Fault::Missing)) => {
            let name = path.file_name().ok_or(fault)?;
            (Folder::ambient(ambient::folder_of(path))?, name)
        }
        Err(fault) => return Err(fault),
    };
    Ok(ProjectFile {
        folder: Arc::new(folder),
        name: name.to_owned(),
        reach: Reach::Anywhere,
    })
}

fn unloadable(fault: ProjectFault) -> SessionError {
    SessionError::Unloadable(ProjectError::unread(fault))
}

impl BoundProject {
    /// What the project's file held when it was read last.
    pub fn content(&self) -> Option<&[u8]> {
        self.known.content()
    }

    /// Opens a category's directory, starting from the project's folder.
    ///
    /// # Errors
    ///
    /// [`Fault::OutsideProject`], [`Fault::Absolute`] or [`Fault::Above`] when the
    /// project was found and the directory lies outside its folder, or is not
    /// reached from there; otherwise as [`Sandbox::ambient`], where
    /// [`Fault::Missing`] may be told by what was meant.
    pub fn open(&self, category: &Category) -> Result<Sandbox, Fault> {
        self.folder
            .sandbox(&category.dir, self.reach)
            .map_err(|fault| of_spelling(&category.dir, of_project(fault)))
    }
}
