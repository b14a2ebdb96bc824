//! Routing by path, and the order of the checks before a message is read.

use std::sync::Arc;

use http::header::{
    ALLOW, CACHE_CONTROL, CONNECTION, CONTENT_TYPE, EXPECT, RETRY_AFTER, WWW_AUTHENTICATE,
};
use http::request::Parts;
use http::{HeaderName, HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::{Body, Bytes, Incoming};
use serde_json::json;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use super::client_quotas::{ClientId, ClientQuotas, Permit};
use super::host_policy::HostPolicy;
use super::is_project_name::is_project_name;
use super::metrics;
use super::post::{self, Post, check_types, discard_body, receive_body};
use super::projects::Projects;
use super::served_project::{Peer, ServedProject};
use crate::server::refusal::HttpError;
use crate::text::escaped::escape_truncated;

/// The path of the MCP endpoint.
pub const MCP: &str = "/mcp";
/// The path of the MCP endpoint of a project with a name.
pub const MCP_NAME: &str = "/mcp/NAME";
/// The path that returns status 200 while the server runs.
const HEALTH: &str = "/health";
/// The path that returns status 200 if all projects load. `/ready/NAME` checks only one project.
const READY: &str = "/ready";
/// The query string for [`READY`] that also counts the words of all documents, ahead of searches.
const SEARCH: &str = "search";
/// The path that returns the metrics of the process. `/mcp/NAME/metrics` returns the metrics of one
/// project.
const METRICS: &str = "/metrics";
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The target of a request's path.
#[derive(Clone, Copy, PartialEq)]
enum Asked<'p> {
    /// The MCP endpoint, or the endpoint of a named project.
    Mcp(Option<&'p str>),
    /// The check whether all projects load, or whether one named project loads.
    Ready(Option<&'p str>),
    /// The metrics of all projects, or of one named project.
    Metrics(Option<&'p str>),
    Health,
    /// Any other path. It may be the path of a protected resource's metadata.
    Other,
}

impl<'p> Asked<'p> {
    /// Parses a path. Allows a `/` at the end of an endpoint's path, because some clients send it.
    fn of(path: &'p str, are_several: bool) -> Self {
        let below = |begin: &str| path.strip_prefix(begin)?.strip_prefix('/');
        let is_project = |name: &&str| are_several && is_project_name(name);
        let name_before = |end: &str| below(MCP)?.strip_suffix(end).filter(is_project);
        match path {
            HEALTH => return Self::Health,
            READY => return Self::Ready(None),
            METRICS => return Self::Metrics(None),
            _ if !are_several && path.strip_suffix('/').unwrap_or(path) == MCP => {
                return Self::Mcp(None);
            }
            _ => {}
        }
        if let Some(name) = name_before("").or_else(|| name_before("/")) {
            return Self::Mcp(Some(name));
        }
        match (name_before(METRICS), below(READY).filter(is_project)) {
            (Some(name), _) => Self::Metrics(Some(name)),
            (None, Some(name)) => Self::Ready(Some(name)),
            (None, None) => Self::Other,
        }
    }

    /// Returns the name of the requested project, if the path contains one.
    fn project(self) -> Option<&'p str> {
        match self {
            Self::Mcp(name) | Self::Ready(name) | Self::Metrics(name) => name,
            Self::Health | Self::Other => None,
        }
    }
}

/// A service that answers requests by their path.
pub struct Router {
    hosts: HostPolicy,
    pub(super) projects: Projects,
    pub(super) clients: ClientQuotas,
    /// Cancels requests in progress.
    pub(super) stop: CancellationToken,
}

/// An answer that counts as a call until its last byte is written.
struct HeldAnswer {
    json: Vec<u8>,
    _permit: Arc<Permit>,
}

impl AsRef<[u8]> for HeldAnswer {
    fn as_ref(&self) -> &[u8] {
        &self.json
    }
}

impl Router {
    /// Creates a router that serves `projects` to authorized requests for the given hosts, on up to
    /// `connections` connections.
    pub fn new(projects: Projects, hosts: HostPolicy, connections: usize) -> Self {
        Self {
            hosts,
            projects,
            clients: ClientQuotas::new(connections),
            stop: CancellationToken::new(),
        }
    }

    /// Answers and logs a request.
    pub(super) async fn respond(
        &self,
        request: Request<Incoming>,
        peer: &Peer,
    ) -> Response<Full<Bytes>> {
        let began = Instant::now();
        let (method, path) = (
            request.method().clone(),
            escape_truncated(request.uri().path()),
        );
        let mut asked = None;
        let response = self.response(request, peer, &mut asked).await;
        let bytes = response.body().size_hint().lower();
        self.projects
            .add_response(asked.as_deref(), response.status(), bytes);
        let (status, ms) = (response.status().as_u16(), began.elapsed().as_millis());
        tracing::info!(%method, path, status, ms, "answered");
        response
    }

    /// Answers a request. Sets `asked` to the requested project once the request is authorized.
    async fn response(
        &self,
        request: Request<Incoming>,
        peer: &Peer,
        asked: &mut Option<Arc<ServedProject>>,
    ) -> Response<Full<Bytes>> {
        let (head, mut body) = request.into_parts();
        let place = Asked::of(head.uri.path(), self.projects.are_several());
        let response = match place {
            Asked::Mcp(name) => self.post(&head, &mut body, name, peer, asked).await,
            _ => self.get(&head, place, asked).await,
        };
        let error = match response {
            Ok(response) => return response,
            Err(error) => error,
        };
        let status = StatusCode::from_u16(error.status()).unwrap_or(StatusCode::BAD_REQUEST);
        tracing::warn!(status = status.as_u16(), %error, "refused");
        let json = post::error(None, self.projects.messages.http_error(&error));
        let mut response = respond_json(status, json);
        let mut set = |name: HeaderName, value: &str| {
            if let Ok(value) = HeaderValue::try_from(value) {
                response.headers_mut().insert(name, value);
            }
        };
        if let Some(challenge) = self.projects.access().challenge(&error, place.project()) {
            set(WWW_AUTHENTICATE, &challenge);
        }
        match error {
            HttpError::Method { .. } if matches!(place, Asked::Mcp(_)) => set(ALLOW, "POST"),
            HttpError::Method { .. } => set(ALLOW, "GET, HEAD"),
            HttpError::Busy | HttpError::TokenUnverifiable => set(RETRY_AFTER, "1"),
            _ => {}
        }
        // If the body was too slow or was cut off, the rest of it is not read.
        let is_cut = matches!(error, HttpError::Slow(_));
        if is_cut {
            set(CONNECTION, "close");
        }
        // A client that is still sending reads the response only after it has sent the body.
        if !is_cut && !head.headers.contains_key(EXPECT) {
            tokio::spawn(discard_body(body));
        }
        response
    }

    /// Returns the error for a method that is not allowed at a path.
    fn wrong_method(&self, method: &Method) -> HttpError {
        HttpError::Method {
            method: method.to_string(),
            endpoint: self.endpoint().to_owned(),
        }
    }

    /// Returns the path of the endpoint as shown in messages.
    fn endpoint(&self) -> &'static str {
        if self.projects.are_several() {
            MCP_NAME
        } else {
            MCP
        }
    }

    /// Answers a message. The host, origin, token, method and headers are checked before the body
    /// is read.
    async fn post(
        &self,
        head: &Parts,
        body: &mut Incoming,
        name: Option<&str>,
        peer: &Peer,
        asked: &mut Option<Arc<ServedProject>>,
    ) -> Result<Response<Full<Bytes>>, HttpError> {
        self.hosts.check(&head.headers, &head.uri)?;
        let (project, subject) = self.project(head, name).await?;
        let project = asked.insert(project);
        if head.method != Method::POST {
            return Err(self.wrong_method(&head.method));
        }
        check_types(&head.headers)?;
        let client = project.client(&self.clients, peer, subject);
        let (body, _held) = receive_body(&client, body).await?;
        let permit = client.acquire_call().await.ok_or(HttpError::Busy)?;
        let permit = Arc::new(permit);
        let post = Post {
            server: &project.server,
            headers: &head.headers,
            permit: &permit,
            metrics: &project.metrics,
            span: &project.span,
            stop: &self.stop,
        };
        let answered = post.answer(&body).instrument(project.span.clone()).await?;
        Ok(match answered {
            Some((status, json)) => {
                let answer = HeldAnswer {
                    json,
                    _permit: permit,
                };
                respond_json(status, Bytes::from_owner(answer))
            }
            None => {
                let mut response = Response::default();
                *response.status_mut() = StatusCode::ACCEPTED;
                response
            }
        })
    }

    /// Answers a request for a path other than an MCP endpoint.
    async fn get(
        &self,
        head: &Parts,
        place: Asked<'_>,
        asked: &mut Option<Arc<ServedProject>>,
    ) -> Result<Response<Full<Bytes>>, HttpError> {
        let path = head.uri.path();
        let metadata = (self.projects.access()).metadata(path, self.projects.are_several());
        if place == Asked::Other && metadata.is_none() {
            return Err(HttpError::Path {
                path: path.to_owned(),
                endpoint: self.endpoint().to_owned(),
            });
        }
        let warms = matches!(place, Asked::Ready(_)) && head.uri.query() == Some(SEARCH);
        if matches!(place, Asked::Ready(_) | Asked::Metrics(_)) {
            // Without this check, DNS rebinding would let a page of another site load the project.
            self.hosts.check(&head.headers, &head.uri)?;
        }
        if place.project().is_some() {
            *asked = Some(self.project(head, place.project()).await?.0);
        } else if warms || matches!(place, Asked::Metrics(_)) {
            let operator = self.projects.operator().await;
            operator.check(&head.headers, None).await?;
        }
        if !matches!(head.method, Method::GET | Method::HEAD) {
            return Err(self.wrong_method(&head.method));
        }
        if let Asked::Metrics(_) = place {
            let text = self.projects.metrics_text(asked.as_deref());
            return Ok(respond(StatusCode::OK, metrics::TEXT, text));
        }
        let version = json!({ "version": VERSION });
        let (status, json) = match (metadata, place) {
            (Some(metadata), _) => (StatusCode::OK, metadata),
            (None, Asked::Ready(_)) if !self.projects.are_ready(asked.as_ref(), warms).await => {
                (StatusCode::SERVICE_UNAVAILABLE, version)
            }
            _ => (StatusCode::OK, version),
        };
        Ok(respond_json(status, json.to_string()))
    }

    /// Returns the project `name`, and the client if the token identifies it.
    ///
    /// # Errors
    ///
    /// Returns the error of `Door::check`, including for a missing project.
    async fn project(
        &self,
        head: &Parts,
        name: Option<&str>,
    ) -> Result<(Arc<ServedProject>, Option<ClientId>), HttpError> {
        let door = self.projects.door(name).await;
        let place = (head.uri.path(), self.endpoint());
        door.check(&head.headers, name, place).await
    }
}

fn respond_json(status: StatusCode, json: impl Into<Bytes>) -> Response<Full<Bytes>> {
    respond(status, "application/json", json)
}

/// Returns a response with the given body, which no cache may store.
fn respond(
    status: StatusCode,
    media_type: &'static str,
    body: impl Into<Bytes>,
) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(body.into()));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
