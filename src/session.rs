//! Which project is bound: found, loaded, and kept up to date.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};

use crate::error::{Fault, NoSession, ProjectFault, ProjectProblem, Way};
use crate::project::{Category, FILE_NAME, Project};
use crate::sandbox::{Sandbox, ambient};
use crate::shown::Shown;
use crate::uri;

/// Where a project is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// At this path, which the user named: the file or its folder.
    Named(Utf8PathBuf),
    /// In the client's roots, else upward from this directory.
    Search {
        /// Where the upward search begins; `None` where there is no such place.
        from: Option<Utf8PathBuf>,
    },
}

/// What is known of a client's roots.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Roots {
    /// The client offers none.
    #[default]
    None,
    /// The client's roots, as URIs in its order.
    Offered(Vec<String>),
    /// The client did not answer within this many seconds.
    Silent(u64),
}

/// The way to the current project; shared by every call.
#[derive(Debug)]
pub struct Session {
    source: Source,
    /// The last good content of each project file that was bound.
    good: Mutex<HashMap<Utf8PathBuf, Good>>,
}

#[derive(Debug)]
struct Good {
    content: Vec<u8>,
    project: Arc<Project>,
    /// The fault that was last told on stderr.
    told: Option<ProjectFault>,
}

/// A project that is bound for one call.
#[derive(Debug, Clone)]
pub struct Bound {
    /// The project.
    pub project: Arc<Project>,
    /// Why this is the last good version and not the file's present content.
    pub stale: Option<ProjectFault>,
    folder: Utf8PathBuf,
    /// Whether the project was found, and not named by the user: then its
    /// categories may not lie outside its folder.
    found: bool,
}

impl Session {
    /// A session that looks for its project there.
    pub fn new(source: Source) -> Self {
        Self {
            source,
            good: Mutex::default(),
        }
    }

    /// Whether the client's roots could decide which project is bound.
    pub fn wants_roots(&self) -> bool {
        matches!(self.source, Source::Search { .. })
    }

    /// Binds the project. Its file is read again each time; where it can no
    /// longer be loaded, the last good version stays.
    ///
    /// # Errors
    ///
    /// [`NoSession`] when no project is found, or the one found was never good.
    pub fn bind(&self, roots: &Roots) -> Result<Bound, NoSession> {
        match &self.source {
            Source::Named(path) => {
                let file = path.join(FILE_NAME);
                match ambient::read(&file) {
                    // It is the file itself, or nothing is there.
                    Err(Fault::NotDirectory | Fault::Missing) if !ambient::is_directory(path) => {
                        self.load(path.clone(), ambient::read(path), false)
                    }
                    content => self.load(file, content, false),
                }
            }
            Source::Search { from } => self.search(roots, from.as_deref()),
        }
    }

    fn search(&self, roots: &Roots, from: Option<&Utf8Path>) -> Result<Bound, NoSession> {
        let offered: &[String] = match roots {
            Roots::Offered(uris) => uris,
            Roots::None | Roots::Silent(_) => &[],
        };
        let folders = offered.iter().filter_map(|uri| uri::file_path(uri)).chain(
            from.into_iter()
                .flat_map(Utf8Path::ancestors)
                .map(Utf8Path::to_owned),
        );
        let mut vanished = None;
        for folder in folders {
            let file = folder.join(FILE_NAME);
            match found(&folder) {
                Err(Fault::Missing | Fault::NotDirectory) => {
                    tracing::debug!(file = %Shown(file.as_str()), "no project here");
                    if vanished.is_none() && self.knows(&file) {
                        vanished = Some(file);
                    }
                }
                content => return self.load(file, content, true),
            }
        }
        if let Some(file) = vanished {
            return self.load(file, Err(Fault::Missing), true);
        }
        tracing::warn!(?roots, ?from, "no {FILE_NAME} was found");
        Err(NoSession::Nowhere(vec![
            Way::Option,
            Way::Environment,
            match roots {
                Roots::None => Way::NoRoots,
                Roots::Offered(uris) => Way::EmptyRoots(uris.len()),
                Roots::Silent(seconds) => Way::SilentRoots(*seconds),
            },
            Way::Upward,
        ]))
    }

    fn knows(&self, file: &Utf8Path) -> bool {
        self.lock().contains_key(file)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Utf8PathBuf, Good>> {
        // What is guarded is replaced whole, so a panic leaves it sound.
        self.good.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn load(
        &self,
        file: Utf8PathBuf,
        content: Result<Vec<u8>, Fault>,
        found: bool,
    ) -> Result<Bound, NoSession> {
        let folder = match file.parent() {
            Some(parent) if !parent.as_str().is_empty() => parent.to_owned(),
            _ => Utf8PathBuf::from("."),
        };
        let bound = |project: &Arc<Project>, stale| Bound {
            project: Arc::clone(project),
            stale,
            folder,
            found,
        };
        let mut known = self.lock();
        let last = known.get_mut(&file);
        if let (Some(last), Ok(content)) = (&last, &content)
            && last.content == *content
        {
            return Ok(bound(&last.project, None));
        }
        let parsed = match content {
            Ok(content) => Project::parse(&content).map(|project| (content, project)),
            Err(fault) => Err(ProjectFault {
                path: String::new(),
                problem: match fault {
                    Fault::Missing => ProjectProblem::Missing,
                    fault => ProjectProblem::Unreadable(fault),
                },
            }),
        };
        match (parsed, last) {
            (Ok((content, project)), _) => {
                let project = Arc::new(project);
                let bound = bound(&project, None);
                let told = None;
                known.insert(
                    file,
                    Good {
                        content,
                        project,
                        told,
                    },
                );
                Ok(bound)
            }
            (Err(fault), Some(last)) => {
                if last.told.as_ref() != Some(&fault) {
                    tracing::warn!(file = %Shown(file.as_str()), ?fault, "cannot be loaded; the last good version stays");
                    last.told = Some(fault.clone());
                }
                Ok(bound(&last.project, Some(fault)))
            }
            (Err(fault), None) => {
                tracing::warn!(file = %Shown(file.as_str()), ?fault, "cannot be loaded");
                Err(NoSession::Unloadable(fault))
            }
        }
    }
}

/// The content of a project file that was found and not named: also the file
/// itself may not lie outside its folder, by a link.
fn found(folder: &Utf8Path) -> Result<Vec<u8>, Fault> {
    Sandbox::ambient(folder)?
        .open(Utf8Path::new(FILE_NAME))
        .and_then(|file| file.read(ambient::MAX_FILE_BYTES))
        .map_err(|fault| match fault {
            Fault::Outside => Fault::OutsideProject,
            other => other,
        })
}

impl Bound {
    /// Opens a category's directory.
    ///
    /// # Errors
    ///
    /// [`Fault::OutsideProject`] when the project was found and the directory
    /// lies outside its folder; otherwise as [`Sandbox::ambient`].
    pub fn open(&self, category: &Category) -> Result<Sandbox, Fault> {
        if !self.found {
            return Sandbox::ambient(&self.folder.join(&category.dir));
        }
        match Sandbox::ambient(&self.folder)?.beneath(&category.dir) {
            Err(Fault::Outside) => Err(Fault::OutsideProject),
            opened => opened,
        }
    }

    /// A category's directory as a path that names it alone: what duplicates are
    /// told by. Nothing is opened by it.
    pub fn directory(&self, category: &Category) -> Utf8PathBuf {
        let mut path = Utf8PathBuf::new();
        for component in self.folder.join(&category.dir).components() {
            match component {
                Utf8Component::CurDir => {}
                Utf8Component::ParentDir
                    if matches!(
                        path.components().next_back(),
                        Some(Utf8Component::Normal(_))
                    ) =>
                {
                    path.pop();
                }
                other => path.push(other),
            }
        }
        path
    }
}
