//! Paths, and the order of checks before a message is read.

use std::sync::Arc;

use http::header::{
    ALLOW, CACHE_CONTROL, CONNECTION, CONTENT_TYPE, EXPECT, RETRY_AFTER, WWW_AUTHENTICATE,
};
use http::request::Parts;
use http::{HeaderName, HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::Bytes;
use hyper::body::Incoming;
use serde_json::json;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use super::clients::{ClientQuotas, Permit};
use super::endpoint::{self, Post, check_types, discard_body, receive_body};
use super::hosts::HostPolicy;
use super::projects::{Projects, is_name};
use super::served_project::Peer;
use crate::server::refusal::HttpError;
use crate::text::escape::escape_truncated;

/// The path of the MCP endpoint.
pub const MCP: &str = "/mcp";
/// The same where there are several projects, each with a name.
pub const MCP_NAME: &str = "/mcp/NAME";
/// Answers 200 while the server runs.
const HEALTH: &str = "/health";
/// Answers 200 while all projects load, and below it while one does.
const READY: &str = "/ready";
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What is asked at a path.
#[derive(Clone, Copy, PartialEq)]
enum Place<'p> {
    /// The server, or the project of this name.
    Mcp(Option<&'p str>),
    /// Whether all projects load, or the one of this name.
    Ready(Option<&'p str>),
    Health,
    /// The metadata of a resource, or nothing.
    Other,
}

impl<'p> Place<'p> {
    /// Parses a path. Some clients write a slash at the end of that of an endpoint.
    fn of(path: &'p str, are_several: bool) -> Self {
        let name = |begin: &str| {
            let name = path.strip_prefix(begin)?.strip_prefix('/')?;
            let name = match begin {
                MCP => name.strip_suffix('/').unwrap_or(name),
                _ => name,
            };
            Some(name).filter(|name| are_several && is_name(name))
        };
        match path {
            HEALTH => Self::Health,
            READY => Self::Ready(None),
            _ if !are_several && path.strip_suffix('/').unwrap_or(path) == MCP => Self::Mcp(None),
            _ => match (name(MCP), name(READY)) {
                (Some(name), _) => Self::Mcp(Some(name)),
                (None, Some(name)) => Self::Ready(Some(name)),
                (None, None) => Self::Other,
            },
        }
    }

    /// Returns the name of the project that is asked.
    fn project(self) -> Option<&'p str> {
        match self {
            Self::Mcp(name) | Self::Ready(name) => name,
            Self::Health | Self::Other => None,
        }
    }
}

/// Answers requests by their path.
pub struct Router {
    hosts: HostPolicy,
    pub(super) projects: Projects,
    pub(super) clients: ClientQuotas,
    /// Cancels what is in progress.
    pub(super) stop: CancellationToken,
}

/// An answer, whose call ends when the last byte has been written.
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
    /// Serves projects to authorized requests for these hosts, on so many connections at once.
    pub fn new(projects: Projects, hosts: HostPolicy, connections: usize) -> Self {
        Self {
            hosts,
            projects,
            clients: ClientQuotas::new(connections),
            stop: CancellationToken::new(),
        }
    }

    /// Answers a request of a client, and logs that.
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
        let response = self.response(request, peer).await;
        let (status, ms) = (response.status().as_u16(), began.elapsed().as_millis());
        tracing::info!(%method, path, status, ms, "answered");
        response
    }

    async fn response(&self, request: Request<Incoming>, peer: &Peer) -> Response<Full<Bytes>> {
        let (head, mut body) = request.into_parts();
        let place = Place::of(head.uri.path(), self.projects.are_several());
        let response = match place {
            Place::Mcp(name) => self.post(&head, &mut body, name, peer).await,
            _ => self.get(&head, place).await,
        };
        let error = match response {
            Ok(response) => return response,
            Err(error) => error,
        };
        let status = StatusCode::from_u16(error.status()).unwrap_or(StatusCode::BAD_REQUEST);
        tracing::warn!(status = status.as_u16(), %error, "refused");
        let json = endpoint::error(None, self.projects.messages.http_error(&error));
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
            HttpError::Method { .. } if matches!(place, Place::Mcp(_)) => set(ALLOW, "POST"),
            HttpError::Method { .. } => set(ALLOW, "GET, HEAD"),
            HttpError::Busy | HttpError::TokenUnverifiable => set(RETRY_AFTER, "1"),
            _ => {}
        }
        // The rest of a body is not waited for where it is too slow or was cut.
        let is_cut = matches!(error, HttpError::Slow(_));
        if is_cut {
            set(CONNECTION, "close");
        }
        // A client that is still sending reads the response only after that.
        if !is_cut && !head.headers.contains_key(EXPECT) {
            tokio::spawn(discard_body(body));
        }
        response
    }

    /// Returns the error of a method that is not served at a path.
    fn wrong_method(&self, method: &Method) -> HttpError {
        HttpError::Method {
            method: method.to_string(),
            endpoint: self.endpoint().to_owned(),
        }
    }

    /// Returns the path of the endpoint, as people write it.
    fn endpoint(&self) -> &'static str {
        match self.projects.are_several() {
            true => MCP_NAME,
            false => MCP,
        }
    }

    /// Answers a message: host, origin, token, method and headers are checked before the
    /// body is read.
    async fn post(
        &self,
        head: &Parts,
        body: &mut Incoming,
        name: Option<&str>,
        peer: &Peer,
    ) -> Result<Response<Full<Bytes>>, HttpError> {
        self.hosts.check(&head.headers, &head.uri)?;
        let door = self.projects.door(name).await;
        let place = (head.uri.path(), self.endpoint());
        let (project, subject) = door.check(&head.headers, name, place).await?;
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

    /// Answers a request for a path other than that of an endpoint.
    async fn get(
        &self,
        head: &Parts,
        place: Place<'_>,
    ) -> Result<Response<Full<Bytes>>, HttpError> {
        let path = head.uri.path();
        let metadata = (self.projects.access()).metadata(path, self.projects.are_several());
        if place == Place::Other && metadata.is_none() {
            return Err(HttpError::Path {
                path: path.to_owned(),
                endpoint: self.endpoint().to_owned(),
            });
        }
        let mut door = None;
        if let Place::Ready(name) = place {
            // A page of another site must not have the project loaded by DNS rebinding.
            self.hosts.check(&head.headers, &head.uri)?;
            if name.is_some() {
                let door = door.insert(self.projects.door(name).await);
                door.check(&head.headers, name, (path, self.endpoint()))
                    .await?;
            }
        }
        if !matches!(head.method, Method::GET | Method::HEAD) {
            return Err(self.wrong_method(&head.method));
        }
        if let Some(metadata) = metadata {
            return Ok(respond_json(StatusCode::OK, metadata.to_string()));
        }
        let is_well = match (place, door) {
            (Place::Ready(_), Some(door)) => door.is_ready().await,
            (Place::Ready(_), None) => self.projects.are_ready().await,
            _ => true,
        };
        let status = match is_well {
            true => StatusCode::OK,
            false => StatusCode::SERVICE_UNAVAILABLE,
        };
        Ok(respond_json(
            status,
            json!({ "version": VERSION }).to_string(),
        ))
    }
}

fn respond_json(status: StatusCode, json: impl Into<Bytes>) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(json.into()));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
