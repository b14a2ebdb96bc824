//! The projects that a process serves: a single project without a name, or the projects of a
//! folder.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use http::{HeaderMap, StatusCode};
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

use super::client_quotas::{Authorizer, ClientId};
use super::metrics::Metrics;
use super::served_project::{ServedProject, all_load};
use crate::limits::PROJECTS_LOOK_INTERVAL;
use crate::project::session::REMEMBERED_OF_FOLDER;
use crate::server::Server;
use crate::server::refusal::HttpError;

/// The time for which a removed project stays known, because a link may be replaced in two steps.
const GONE: Duration = Duration::from_secs(60);
/// The time for which a request waits for a check of the folder of projects.
const LOOK_TIMEOUT: Duration = Duration::from_secs(5);

/// A project in a folder of projects.
pub struct FoundProject {
    /// The name, which [`is_project_name`](fn@super::is_project_name) accepts.
    pub name: String,
    /// The authorizer for requests to the project.
    pub access: Authorizer,
    /// Whether the folder still has an entry with this name.
    pub is_there: bool,
}

/// The folder of projects given on the command line.
pub trait ProjectFolder: Send + Sync {
    /// Returns the projects in the folder, and the removed projects in `known` that may still be
    /// accessed. Returns `None` if the folder cannot be read at the moment; the known projects are
    /// then kept unchanged. Blocks.
    fn look(&self, known: &HashSet<&str>) -> Option<Vec<FoundProject>>;
    /// Returns the server of a project.
    fn server(&self, name: &str) -> Server;
    /// Returns a server without a project, and the authorizer for names without a project. This
    /// authorizer takes as long to check a token as the authorizer of a project.
    fn nobody(&self) -> (Server, Authorizer);
    /// Returns the authorizer for requests about the whole process, such as its metrics. They are
    /// for the operator: the person who runs the server. Blocks.
    fn operator(&self) -> Authorizer;
}

/// The authorizer for the name of a project, and the project if it exists.
pub(super) struct Door {
    access: Authorizer,
    project: Option<Arc<ServedProject>>,
    /// The time since which the folder has had no entry with this name.
    gone_since: Option<Instant>,
}

impl Door {
    /// Checks the token of a request. Returns the project, and the client if the token identifies
    /// it. `path` is the path of the request, and `endpoint` is the path of the MCP endpoint. Both
    /// are for error messages.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Authorizer::check`]. These errors and their timing do not show
    /// whether the project exists. For a missing project, returns [`HttpError::Path`] only if all
    /// requests are authorized.
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

/// The known names and their doors.
#[derive(Default)]
struct Doors(HashMap<String, Arc<Door>>);

/// The projects of a process.
pub struct Projects {
    /// The door of the only project. With a folder, the door for names without a project.
    default_door: Arc<Door>,
    folder: Option<Arc<FolderDoors>>,
    /// Renders messages for requests without a project.
    pub(super) messages: Arc<Server>,
    /// The counts of the whole process.
    metrics: Arc<Metrics>,
    /// Locked while all projects are loaded for `/ready`.
    loading: Arc<Mutex<()>>,
}

/// The doors of the projects in a folder, as of the last check of the folder.
struct FolderDoors {
    source: Box<dyn ProjectFolder>,
    metrics: Arc<Metrics>,
    doors: RwLock<Arc<Doors>>,
    /// The time of the last check of the folder. Locked during a check.
    last_check: Arc<Mutex<Instant>>,
}

impl Projects {
    /// Creates a single project without a name.
    pub fn one(server: Arc<Server>, access: Authorizer) -> Self {
        let metrics = Arc::new(Metrics::default());
        let project = ServedProject::new(Arc::clone(&server), Arc::clone(&metrics));
        let project = Arc::new(project);
        Self {
            folder: None,
            messages: server,
            metrics,
            loading: Arc::default(),
            default_door: Arc::new(Door {
                access,
                project: Some(project),
                gone_since: None,
            }),
        }
    }

    /// Creates the projects of a folder. `found` contains the projects at the start.
    pub fn several(source: Box<dyn ProjectFolder>, found: Vec<FoundProject>) -> Self {
        let (server, access) = source.nobody();
        let metrics = Arc::new(Metrics::default());
        let folder = FolderDoors {
            source,
            metrics: Arc::clone(&metrics),
            doors: RwLock::default(),
            last_check: Arc::new(Mutex::new(Instant::now())),
        };
        folder.update(found);
        Self {
            folder: Some(Arc::new(folder)),
            messages: Arc::new(server),
            metrics,
            loading: Arc::default(),
            default_door: Arc::new(Door {
                access,
                project: None,
                gone_since: None,
            }),
        }
    }

    /// Returns the maximum number of folders that named projects keep open.
    pub fn kept_folders(&self) -> usize {
        let folder = self.folder.as_ref();
        folder.map_or(0, |folder| folder.doors().0.len() * REMEMBERED_OF_FOLDER)
    }

    /// Returns whether the projects have names.
    pub(super) fn are_several(&self) -> bool {
        self.folder.is_some()
    }

    /// Returns the authorizer for requests without a project's name.
    pub fn access(&self) -> &Authorizer {
        &self.default_door.access
    }

    /// Returns the door for a name. First checks the folder if the last check was more than a
    /// second ago. The check does not depend on the name, so its duration does not show whether the
    /// name exists.
    pub(super) async fn door(&self, name: Option<&str>) -> Arc<Door> {
        let Some((folder, name)) = self.folder.as_ref().zip(name) else {
            return Arc::clone(&self.default_door);
        };
        let doors = folder.current().await;
        Arc::clone(doors.0.get(name).unwrap_or(&self.default_door))
    }

    /// Returns the operator's authorizer, for requests about the whole process. A single project
    /// uses one authorizer for all requests. If the authorizer cannot be read, nobody has access.
    pub(super) async fn operator(&self) -> Authorizer {
        let Some(folder) = self.folder.clone() else {
            return self.default_door.access.clone();
        };
        let operator = tokio::task::spawn_blocking(move || folder.source.operator()).await;
        operator.unwrap_or_else(|_| Authorizer::nobody())
    }

    /// Returns whether the current version of `project` loads. Without a project, returns whether
    /// all projects load. If `warms` is true, also counts the words of their documents, and returns
    /// false if the next search would still have to read a document. Returns false if this takes
    /// longer than 5 seconds.
    pub(super) async fn are_ready(
        &self,
        project: Option<&Arc<ServedProject>>,
        warms: bool,
    ) -> bool {
        if let Some(project) = project {
            return project.is_ready(warms).await;
        }
        let projects = match &self.folder {
            None => self.default_door.project.iter().cloned().collect(),
            Some(folder) => folder.current().await.present_projects(),
        };
        // After a failure, the remaining projects are loaded as well, so that their problems are
        // logged.
        let load = move || projects.iter().filter(|it| !it.loads(warms)).count() == 0;
        all_load(&self.loading, load).await
    }

    /// Counts a response for the process, and for the requested project if there are several.
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

    /// Returns the metrics of one project, or the combined metrics of all projects, as text.
    pub(super) fn metrics_text(&self, project: Option<&ServedProject>) -> String {
        let bytes = |project: &ServedProject| project.server.index.bytes();
        match (project, &self.folder) {
            (Some(project), _) => project.metrics.text(bytes(project)),
            (None, None) => self.metrics.text(self.messages.index.bytes()),
            (None, Some(folder)) => {
                let projects = folder.doors().present_projects();
                let index = projects.iter().map(|project| bytes(project)).sum();
                self.metrics.text(index)
            }
        }
    }
}

impl Doors {
    /// Returns the projects that still have an entry in the folder.
    fn present_projects(&self) -> Vec<Arc<ServedProject>> {
        let present = self.0.values().filter(|door| door.gone_since.is_none());
        present.filter_map(|door| door.project.clone()).collect()
    }
}

impl FolderDoors {
    /// Returns the result of a check of the folder within the last second. While another request is
    /// checking the folder, returns the result of the previous check.
    async fn current(self: &Arc<Self>) -> Arc<Doors> {
        if let Ok(mut last_check) = Arc::clone(&self.last_check).try_lock_owned()
            && last_check.elapsed() >= PROJECTS_LOOK_INTERVAL
        {
            let folder = Arc::clone(self);
            let look = tokio::task::spawn_blocking(move || {
                let doors = folder.doors();
                let names = doors.0.keys().map(String::as_str).collect();
                if let Some(found) = folder.source.look(&names) {
                    folder.update(found);
                }
                *last_check = Instant::now();
            });
            let _ = timeout(LOOK_TIMEOUT, look).await;
        }
        self.doors()
    }

    /// Returns the doors as of the last check.
    fn doors(&self) -> Arc<Doors> {
        let doors = self.doors.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&doors)
    }

    /// Replaces the doors with the found projects. A project is kept if its name is unchanged. A
    /// removed project stays known for the duration [`GONE`].
    fn update(&self, found: Vec<FoundProject>) {
        let (before, now) = (self.doors(), Instant::now());
        let mut doors = Doors::default();
        for FoundProject {
            name,
            access,
            is_there,
        } in found
        {
            let door_before = before.0.get(&name);
            let last_gone = door_before.and_then(|door| door.gone_since);
            let gone_since = (!is_there).then(|| last_gone.unwrap_or(now));
            if gone_since.is_some_and(|since| now - since >= GONE) {
                tracing::info!(project = name, "is not served any more");
                continue;
            }
            let project = door_before.and_then(|door| door.project.clone());
            let new = || ServedProject::named(&name, self.source.server(&name), &self.metrics);
            let project = Some(project.unwrap_or_else(|| Arc::new(new())));
            let door = Door {
                access,
                project,
                gone_since,
            };
            doors.0.insert(name, Arc::new(door));
        }
        let mut kept = self.doors.write().unwrap_or_else(PoisonError::into_inner);
        *kept = Arc::new(doors);
    }
}
