//! Which project is bound: found, loaded, and kept up to date.
//!
//! A project is the open folder from which its file was read. What is served of it
//! is opened from there, so a folder that takes its name later is another one.

mod cache;
mod file;
mod search;

pub use cache::REMEMBERED;
#[doc(hidden)]
pub use file::DEBOUNCE;

use std::sync::Arc;
use std::time::Instant;

use camino::{Utf8Path, Utf8PathBuf};

use crate::documents::error::FileError;
use crate::documents::filter::FilterRules;
use crate::documents::rendered::Templates;
use crate::documents::sandbox::{Folder, Reach, Sandbox, ambient};
use crate::project::error::{ProjectError, ProjectErrorKind, SessionError, Way};
use crate::project::guide::{Category, FILE_NAME, Frontmatter, Project};
use crate::text::escape::Escaped;
use crate::text::mustache::supplied;

use cache::{CachedProject, ProjectCache};
use file::{ProjectFile, RELOAD_TIMEOUT, near_name, of_project, of_spelling};
use search::{UpwardSearch, from_roots};

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
    from: Option<UpwardSearch>,
    projects: ProjectCache,
}

/// A project that is bound for one call.
#[derive(Debug, Clone)]
pub struct BoundProject {
    /// The project.
    pub project: Arc<Project>,
    /// Why the file's present content does not load, if this is the last good version.
    pub stale: Option<ProjectError>,
    cached: Arc<CachedProject>,
}

impl Session {
    /// A session that looks for its project there when a call comes. A directory from
    /// which it searches upward is opened at once; where it cannot be, calls say so.
    pub fn new(source: Source) -> Self {
        let from = match &source {
            Source::Search { from: Some(path) } => Some(UpwardSearch::new(path)),
            _ => None,
        };
        Self {
            source,
            from,
            projects: ProjectCache::default(),
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
        let deadline = Instant::now() + RELOAD_TIMEOUT;
        match &self.source {
            Source::Named(path) => match named(path) {
                Ok(file) => self.follow(path, file, deadline),
                Err(FileError::Missing) => Err(unloadable(ProjectErrorKind::Missing)),
                Err(fault) => Err(unloadable(ProjectErrorKind::Unreadable(fault))),
            },
            Source::Search { .. } => self.search(roots, deadline),
        }
    }

    /// Loads the file to which `path` led. If that fails, and a link leads elsewhere by
    /// now, loads that: the folder before may be removed as soon as the link is switched.
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
        let rooted = || from_roots(offered);
        let upward = || self.from.iter().flat_map(UpwardSearch::folders);
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

    /// Returns true if there is a last good version of this project.
    fn knows(&self, file: &ProjectFile) -> bool {
        let cached = self.projects.get(file);
        cached.is_some_and(|cached| cached.good.is_some())
    }

    fn load(&self, file: ProjectFile, deadline: Instant) -> Result<BoundProject, SessionError> {
        let last = self.projects.get(&file);
        let cached = CachedProject::load(file, last.as_ref(), deadline);
        self.projects.insert(&cached);
        let known = last.and_then(|last| last.error.clone());
        if let Some(error) = cached
            .error
            .as_ref()
            .filter(|error| Some(*error) != known.as_ref())
        {
            tracing::warn!(file = %Escaped(&cached.file.name), fault = %error, "cannot be loaded");
        }
        match (&cached.good, &cached.error) {
            (Some(project), error) => Ok(BoundProject {
                project: Arc::clone(project),
                stale: error.clone(),
                cached: Arc::clone(&cached),
            }),
            (None, Some(error)) => Err(SessionError::Unloadable(error.clone())),
            (None, None) => Err(unloadable(ProjectErrorKind::Missing)),
        }
    }
}

/// Returns the project's file at a path that the user named.
fn named(path: &Utf8Path) -> Result<ProjectFile, FileError> {
    let (folder, name) = match Folder::ambient(path) {
        Ok(folder) => (folder, FILE_NAME),
        // It is the file itself, or was.
        Err(fault @ (FileError::NotDirectory | FileError::Missing)) => {
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

fn unloadable(fault: ProjectErrorKind) -> SessionError {
    SessionError::Unloadable(ProjectError::unread(fault))
}

impl BoundProject {
    /// Returns the content of the project's file when it was read last.
    pub fn content(&self) -> Option<&[u8]> {
        self.cached.content()
    }

    /// Opens a category's directory, starting from the project's folder.
    ///
    /// # Errors
    ///
    /// [`FileError::OutsideProject`], [`FileError::Absolute`] or [`FileError::Above`] when the
    /// project was found and the directory lies outside its folder, or is not
    /// reached from there; otherwise as [`Sandbox::ambient`], where
    /// [`FileError::Missing`] may be told by what was meant.
    pub fn open(&self, category: &Category) -> Result<Sandbox, FileError> {
        let ProjectFile { folder, reach, .. } = &self.cached.file;
        folder
            .sandbox(&category.dir, *reach)
            .map_err(|fault| of_spelling(&category.dir, of_project(fault)))
    }

    /// Returns what renders the templates of a category that has `render: true`: the
    /// project's `context`, the category's over that, and the names of both if these do
    /// not define them. `suffixes` mark a template.
    pub fn templates<'a>(
        &'a self,
        name: &str,
        files: &'a Sandbox,
        suffixes: &'a [String],
    ) -> Option<Templates<'a>> {
        let category = self.project.categories.get(name);
        let category = category.filter(|category| category.render)?;
        let context = [&self.project.context, &category.context];
        let folder = self.cached.file.folder.name();
        let folder = folder.as_deref().map(|folder| ("name", folder));
        let names = [
            supplied(&context, "project", folder.as_slice()),
            supplied(&context, "category", &[("name", name)]),
        ];
        let served = FilterRules {
            partials: false,
            ..category.served_to_call()
        };
        Some(Templates {
            files,
            served,
            suffixes,
            context,
            names,
            limit: self.project.limits.file_bytes,
        })
    }

    /// Returns true if a category's templates are rendered.
    pub fn renders(&self, category: &str) -> bool {
        let category = self.project.categories.get(category);
        category.is_some_and(|category| category.render)
    }

    /// Returns true if a category's documents are delivered without their frontmatter.
    pub fn strips(&self, category: &str) -> bool {
        let category = self.project.categories.get(category);
        category.is_some_and(|category| category.frontmatter == Frontmatter::Strip)
    }
}
