//! Which projects a process serves, by their names: one without a name, or those of a folder.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use http::{HeaderMap, StatusCode};
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

use super::clients::{Authorizer, ClientId};
use super::metrics::Metrics;
use super::served_project::{ServedProject, all_load};
use crate::limits::PROJECTS_LOOK_INTERVAL;
use crate::project::session::REMEMBERED_OF_FOLDER;
use crate::server::Server;
use crate::server::refusal::HttpError;

/// How long a project is known of which the folder has nothing any more: a link may be replaced in
/// two steps.
const GONE: Duration = Duration::from_secs(60);
/// How long the request waits that has the folder looked at.
const LOOK_TIMEOUT: Duration = Duration::from_secs(5);

/// A project of a folder.
pub struct FoundProject {
    /// Its name, for which [`is_name`](super::is_name) holds.
    pub name: String,
    /// Who may ask it.
    pub access: Authorizer,
    /// Whether the folder still has something of this name.
    pub is_there: bool,
}

/// A folder of projects, as the command line named it.
pub trait ProjectFolder: Send + Sync {
    /// Returns the projects there are, and of those that were known before all that may still be
    /// asked. `None` where that cannot be told now: then nothing changes. It waits for files.
    fn look(&self, known: &HashSet<&str>) -> Option<Vec<FoundProject>>;
    /// Returns the server of a project.
    fn server(&self, name: &str) -> Server;
    /// Returns a server that answers for no project, and whom a name without a project lets in:
    /// nobody, and that takes as long to tell as of a project.
    fn nobody(&self) -> (Server, Authorizer);
    /// Returns who may ask what is of the process. It waits for files.
    fn operator(&self) -> Authorizer;
}

/// What a name stands for, or one that stands for nothing.
pub(super) struct Door {
    access: Authorizer,
    project: Option<Arc<ServedProject>>,
    /// Since when the folder has had nothing of this name.
    gone: Option<Instant>,
}

impl Door {
    /// Checks the token of a request. Returns the project, and the client where the token names
    /// one. `path` is that of the request, and `endpoint` that of the server.
    ///
    /// # Errors
    ///
    /// Those of [`Authorizer::check`]. Where there is no project they are the same, and take as
    /// long; only where everybody may ask it is said that there is none.
    pub async fn check(
        &self,
        headers: &HeaderMap,
        name: Option<&str>,
        (path, endpoint): (&str, &str),
    ) -> Result<(Arc<ServedProject>, Option<ClientId>), HttpError> {
        let subject = self.access.check(headers, name).await?;
        match &self.project {
            Some(project) => Ok((Arc::clone(project), subject)),
            None if self.access.is_open() => Err(HttpError::Path {
                path: path.to_owned(),
                endpoint: endpoint.to_owned(),
            }),
            None => Err(HttpError::TokenInvalid),
        }
    }
}

/// What each name stands for.
#[derive(Default)]
struct Doors(HashMap<String, Arc<Door>>);

/// The projects of a process.
pub struct Projects {
    /// The only one; where there is a folder, what a name stands for that is none.
    other: Arc<Door>,
    folder: Option<Arc<FolderDoors>>,
    /// Renders what is said where no project is asked.
    pub(super) messages: Arc<Server>,
    /// What is counted of the process.
    metrics: Arc<Metrics>,
    /// Held while all are loaded.
    loading: Arc<Mutex<()>>,
}

struct FolderDoors {
    source: Box<dyn ProjectFolder>,
    metrics: Arc<Metrics>,
    doors: RwLock<Arc<Doors>>,
    /// When the folder was looked at last. It is held while that goes on.
    looked: Arc<Mutex<Instant>>,
}

impl Projects {
    /// Returns one project, without a name.
    pub fn one(server: Arc<Server>, access: Authorizer) -> Self {
        let metrics = Arc::new(Metrics::default());
        let project = ServedProject::new(Arc::clone(&server), Arc::clone(&metrics));
        let project = Arc::new(project);
        Self {
            folder: None,
            messages: server,
            metrics,
            loading: Arc::default(),
            other: Arc::new(Door {
                access,
                project: Some(project),
                gone: None,
            }),
        }
    }

    /// Returns the projects of a folder, which were found at first.
    pub fn several(source: Box<dyn ProjectFolder>, found: Vec<FoundProject>) -> Self {
        let (server, access) = source.nobody();
        let metrics = Arc::new(Metrics::default());
        let folder = FolderDoors {
            source,
            metrics: Arc::clone(&metrics),
            doors: RwLock::default(),
            looked: Arc::new(Mutex::new(Instant::now())),
        };
        folder.update(found);
        Self {
            folder: Some(Arc::new(folder)),
            messages: Arc::new(server),
            metrics,
            loading: Arc::default(),
            other: Arc::new(Door {
                access,
                project: None,
                gone: None,
            }),
        }
    }

    /// Returns how many folders several projects keep open.
    pub fn kept_folders(&self) -> usize {
        let folder = self.folder.as_ref();
        folder.map_or(0, |folder| folder.doors().0.len() * REMEMBERED_OF_FOLDER)
    }

    /// Returns whether projects have names.
    pub(super) fn are_several(&self) -> bool {
        self.folder.is_some()
    }

    /// Returns which requests are authorized that name no project.
    pub fn access(&self) -> &Authorizer {
        &self.other.access
    }

    /// Returns what a name stands for. The folder is looked at first if that was not done for a
    /// second, whatever the name is: so no answer takes longer because a name is unknown.
    pub(super) async fn door(&self, name: Option<&str>) -> Arc<Door> {
        let Some((folder, name)) = self.folder.as_ref().zip(name) else {
            return Arc::clone(&self.other);
        };
        let doors = folder.current().await;
        Arc::clone(doors.0.get(name).unwrap_or(&self.other))
    }

    /// Returns who may ask what is of the process: where there is one project, who may ask that.
    pub(super) async fn operator(&self) -> Authorizer {
        let Some(folder) = self.folder.clone() else {
            return self.other.access.clone();
        };
        let operator = tokio::task::spawn_blocking(move || folder.source.operator()).await;
        operator.unwrap_or_else(|_| Authorizer::nobody())
    }

    /// Returns whether a project, or each of all, loads as it is now, and with `warms` whether the
    /// next search would find all its documents counted, which are counted for that; false also
    /// where that takes longer than 5 seconds.
    pub(super) async fn are_ready(
        &self,
        project: Option<&Arc<ServedProject>>,
        warms: bool,
    ) -> bool {
        if let Some(project) = project {
            return project.is_ready(warms).await;
        }
        let projects = match &self.folder {
            None => self.other.project.iter().cloned().collect(),
            Some(folder) => folder.current().await.there(),
        };
        // Each is loaded, also after one that does not: what is wrong is logged.
        let load = move || projects.iter().filter(|it| !it.loads(warms)).count() == 0;
        all_load(&self.loading, load).await
    }

    /// Counts a response, also for the project that was asked.
    pub(super) fn add_response(
        &self,
        asked: Option<&ServedProject>,
        status: StatusCode,
        bytes: u64,
    ) {
        self.metrics.add_response(status, bytes);
        if let Some(project) = asked.filter(|_| self.are_several()) {
            project.metrics.add_response(status, bytes);
        }
    }

    /// Writes what was counted of a project, or of all together.
    pub(super) fn metrics_text(&self, project: Option<&ServedProject>) -> String {
        let bytes = |project: &ServedProject| project.server.index.bytes();
        match (project, &self.folder) {
            (Some(project), _) => project.metrics.text(bytes(project)),
            (None, None) => self.metrics.text(self.messages.index.bytes()),
            (None, Some(folder)) => {
                let projects = folder.doors().there();
                let index = projects.iter().map(|project| bytes(project)).sum();
                self.metrics.text(index)
            }
        }
    }
}

impl Doors {
    /// Returns the projects of which the folder has something.
    fn there(&self) -> Vec<Arc<ServedProject>> {
        let there = self.0.values().filter(|door| door.gone.is_none());
        there.filter_map(|door| door.project.clone()).collect()
    }
}

impl FolderDoors {
    /// Returns the projects that there are, as they were looked up within the last second, or
    /// before that while somebody else is looking.
    async fn current(self: &Arc<Self>) -> Arc<Doors> {
        if let Ok(mut looked) = Arc::clone(&self.looked).try_lock_owned()
            && looked.elapsed() >= PROJECTS_LOOK_INTERVAL
        {
            let folder = Arc::clone(self);
            let look = tokio::task::spawn_blocking(move || {
                let known = folder.doors();
                let names = known.0.keys().map(String::as_str).collect();
                if let Some(found) = folder.source.look(&names) {
                    folder.update(found);
                }
                *looked = Instant::now();
            });
            let _ = timeout(LOOK_TIMEOUT, look).await;
        }
        self.doors()
    }

    fn doors(&self) -> Arc<Doors> {
        let doors = self.doors.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&doors)
    }

    /// Takes what was found. A project stays the same where its name does; one that is gone is
    /// known for a while.
    fn update(&self, found: Vec<FoundProject>) {
        let (before, now) = (self.doors(), Instant::now());
        let mut doors = Doors::default();
        for FoundProject {
            name,
            access,
            is_there,
        } in found
        {
            let known = before.0.get(&name);
            let gone = known.and_then(|door| door.gone).unwrap_or(now);
            let gone = (!is_there).then_some(gone);
            if gone.is_some_and(|since| now - since >= GONE) {
                tracing::info!(project = name, "is not served any more");
                continue;
            }
            let project = known.and_then(|door| door.project.clone());
            let new = || ServedProject::named(&name, self.source.server(&name), &self.metrics);
            let project = Some(project.unwrap_or_else(|| Arc::new(new())));
            let door = Door {
                access,
                project,
                gone,
            };
            doors.0.insert(name, Arc::new(door));
        }
        let mut kept = self.doors.write().unwrap_or_else(PoisonError::into_inner);
        *kept = Arc::new(doors);
    }
}
