//! Paths, and the order of checks before a message is read.

use std::sync::Arc;
use std::time::Duration;

use http::header::{
    ALLOW, CACHE_CONTROL, CONNECTION, CONTENT_TYPE, EXPECT, RETRY_AFTER, WWW_AUTHENTICATE,
};
use http::request::Parts;
use http::{HeaderName, HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::{Body, Bytes, Incoming};
use serde_json::json;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;

use super::clients::{Authorizer, ClientQuota, ClientQuotas, Permit};
use super::endpoint::{self, Post, check_types, discard_body, receive_body};
use super::hosts::HostPolicy;
use super::metrics::{self, Metrics};
use crate::project::session::Roots;
use crate::server::Server;
use crate::server::refusal::HttpError;
use crate::text::escape::escape_truncated;

/// The path of the MCP endpoint.
pub const MCP: &str = "/mcp";
/// The same, as some clients write it.
const MCP_SLASH: &str = "/mcp/";
/// Answers 200 while the server runs.
const HEALTH: &str = "/health";
/// Answers 200 while the project loads.
const READY: &str = "/ready";
/// The query of [`READY`] with which the documents are counted for searches first.
const SEARCH: &str = "search";
/// Answers with what was counted.
const METRICS: &str = "/metrics";
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// How long a request waits for the project.
const READY_TIMEOUT: Duration = Duration::from_secs(5);

/// Answers requests by their path.
pub struct Router {
    hosts: HostPolicy,
    access: Authorizer,
    pub(super) clients: ClientQuotas,
    server: Arc<Server>,
    metrics: Arc<Metrics>,
    /// Held while the project is loaded for [`READY`].
    loading: Arc<Mutex<()>>,
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
    /// Serves a server's answers to authorized requests for these hosts, on so many
    /// connections at once.
    pub fn new(server: Server, hosts: HostPolicy, access: Authorizer, connections: usize) -> Self {
        Self {
            hosts,
            access,
            clients: ClientQuotas::new(connections),
            server: Arc::new(server),
            metrics: Arc::new(Metrics::new()),
            loading: Arc::default(),
            stop: CancellationToken::new(),
        }
    }

    /// Answers a request on a connection of this client, and logs that.
    pub(super) async fn respond(
        &self,
        request: Request<Incoming>,
        client: &Arc<ClientQuota>,
    ) -> Response<Full<Bytes>> {
        let began = Instant::now();
        let (method, path) = (
            request.method().clone(),
            escape_truncated(request.uri().path()),
        );
        let response = self.response(request, client).await;
        let bytes = response.body().size_hint().lower();
        self.metrics.add_response(response.status(), bytes);
        let (status, ms) = (response.status().as_u16(), began.elapsed().as_millis());
        tracing::info!(%method, path, status, ms, "answered");
        response
    }

    async fn response(
        &self,
        request: Request<Incoming>,
        client: &Arc<ClientQuota>,
    ) -> Response<Full<Bytes>> {
        let (head, mut body) = request.into_parts();
        let path = match head.uri.path() {
            MCP_SLASH => MCP,
            path => path,
        };
        let response = match path {
            MCP => self.post(&head, &mut body, client).await,
            _ => self.get(&head, path).await,
        };
        let error = match response {
            Ok(response) => return response,
            Err(error) => error,
        };
        let status = StatusCode::from_u16(error.status()).unwrap_or(StatusCode::BAD_REQUEST);
        tracing::warn!(status = status.as_u16(), %error, "refused");
        let json = endpoint::error(None, self.server.http_error(&error));
        let mut response = respond_json(status, json);
        let mut set = |name: HeaderName, value: &str| {
            if let Ok(value) = HeaderValue::try_from(value) {
                response.headers_mut().insert(name, value);
            }
        };
        if let Some(challenge) = self.access.challenge(&error) {
            set(WWW_AUTHENTICATE, &challenge);
        }
        match error {
            HttpError::Method(_) if path == MCP => set(ALLOW, "POST"),
            HttpError::Method(_) => set(ALLOW, "GET, HEAD"),
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

    /// Answers a message: host, origin, token, method and headers are checked before the
    /// body is read.
    async fn post(
        &self,
        head: &Parts,
        body: &mut Incoming,
        client: &Arc<ClientQuota>,
    ) -> Result<Response<Full<Bytes>>, HttpError> {
        self.hosts.check(&head.headers, &head.uri)?;
        let subject = self.access.check(&head.headers).await?;
        if head.method != Method::POST {
            return Err(HttpError::Method(head.method.to_string()));
        }
        check_types(&head.headers)?;
        let client = subject.map_or_else(|| Arc::clone(client), |id| self.clients.get(id));
        let (body, _held) = receive_body(&client, body).await?;
        let permit = client.acquire_call().await.ok_or(HttpError::Busy)?;
        let permit = Arc::new(permit);
        let post = Post {
            server: &self.server,
            headers: &head.headers,
            permit: &permit,
            metrics: &self.metrics,
            stop: &self.stop,
        };
        Ok(match post.answer(&body).await? {
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

    /// Answers a request for a path other than [`MCP`].
    async fn get(&self, head: &Parts, path: &str) -> Result<Response<Full<Bytes>>, HttpError> {
        let metadata = self.access.metadata(path);
        if ![HEALTH, READY, METRICS].contains(&path) && metadata.is_none() {
            return Err(HttpError::Path(path.to_owned()));
        }
        let warms = path == READY && head.uri.query() == Some(SEARCH);
        if path == READY || path == METRICS {
            // A page of another site must not have the project loaded by DNS rebinding.
            self.hosts.check(&head.headers, &head.uri)?;
        }
        if warms || path == METRICS {
            self.access.check(&head.headers).await?;
        }
        if !matches!(head.method, Method::GET | Method::HEAD) {
            return Err(HttpError::Method(head.method.to_string()));
        }
        if path == METRICS {
            let text = self.metrics.text(self.server.index.bytes());
            return Ok(respond(StatusCode::OK, metrics::TEXT, text));
        }
        let version = json!({ "version": VERSION });
        let (status, json) = match metadata {
            Some(metadata) => (StatusCode::OK, metadata),
            None if path == HEALTH || self.is_ready(warms).await => (StatusCode::OK, version),
            None => (StatusCode::SERVICE_UNAVAILABLE, version),
        };
        Ok(respond_json(status, json.to_string()))
    }

    /// Returns whether the project loads as it is now, and with `warms` whether the next search
    /// would find all documents counted, which are counted for that; false also where that takes
    /// longer than 5 seconds.
    pub(super) async fn is_ready(&self, warms: bool) -> bool {
        let (server, loading) = (Arc::clone(&self.server), Arc::clone(&self.loading));
        let loads = async {
            let loading = loading.lock_owned().await;
            let loads = tokio::task::spawn_blocking(move || {
                // The lock is held to the end, also where no request waits for it any more.
                let _loading = loading;
                let bound = server.session.bind(&Roots::None);
                let bound = bound.ok().filter(|bound| bound.stale.is_none());
                bound.is_some_and(|bound| !warms || server.is_warm(&bound))
            });
            loads.await.unwrap_or(false)
        };
        timeout(READY_TIMEOUT, loads).await.unwrap_or(false)
    }
}

fn respond_json(status: StatusCode, json: impl Into<Bytes>) -> Response<Full<Bytes>> {
    respond(status, "application/json", json)
}

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
