//! Paths, and the order of checks before a message is read.

use std::net::IpAddr;
use std::sync::Arc;

use bytes::Bytes;
use http::header::{ALLOW, CACHE_CONTROL, CONNECTION, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::Incoming;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::access::Access;
use super::clients::{CallPermit, ClientId, Quota, Quotas};
use super::endpoint::Endpoint;
use super::hosts::HostPolicy;
use super::ready::ReadyCache;
use super::request_body::{BodyBudget, discard_body};
use crate::dispatch::Dispatcher;
use crate::mcp::server::Server;
use crate::text::escape::escape_truncated;
use crate::text::http::HttpError;

/// The path of the MCP endpoint.
pub const MCP: &str = "/mcp";
/// Answers 200 while the server runs.
const HEALTH: &str = "/health";
/// Answers 200 while the project loads, with a digest of it.
const READY: &str = "/ready";
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// From how many bytes on an answer counts as a call until its client has read it.
const LARGE_ANSWER: usize = 64 * 1024;

/// The body of a response.
pub(super) type Body = Full<Bytes>;

/// A large answer, whose call ends when the last byte has been written.
struct LargeAnswer {
    json: Vec<u8>,
    _permit: Option<CallPermit>,
}

impl AsRef<[u8]> for LargeAnswer {
    fn as_ref(&self) -> &[u8] {
        &self.json
    }
}

fn response_body(json: Vec<u8>, permit: Option<CallPermit>) -> Body {
    Full::new(match json.len() > LARGE_ANSWER {
        true => Bytes::from_owner(LargeAnswer {
            json,
            _permit: permit,
        }),
        false => json.into(),
    })
}

/// Answers requests by their path.
#[derive(Debug)]
pub struct Router {
    hosts: HostPolicy,
    access: Access,
    endpoint: Arc<Endpoint>,
    ready: ReadyCache,
    bodies: BodyBudget,
    quotas: Quotas,
    server: Arc<Server>,
    /// How many connections there may be at once.
    pub(super) connections: usize,
    /// Cancels what is in progress.
    stop: CancellationToken,
}

impl Router {
    /// Serves a dispatcher to authorized requests for these hosts, on so many
    /// connections at once.
    pub fn new(
        dispatcher: Dispatcher,
        hosts: HostPolicy,
        access: Access,
        connections: usize,
    ) -> Self {
        let server = Arc::new(Server::new(dispatcher));
        let stop = CancellationToken::new();
        Self {
            endpoint: Arc::new(Endpoint::new(Arc::clone(&server), stop.clone())),
            ready: ReadyCache::new(Arc::clone(&server)),
            bodies: BodyBudget::new(),
            quotas: Quotas::new(connections),
            hosts,
            access,
            server,
            connections,
            stop,
        }
    }

    /// Loads the project and begins to fetch keys before the first request, so that
    /// problems are logged at the start.
    pub(super) async fn prepare(&self) {
        self.access.prepare();
        let _ = self.ready.digest().await;
    }

    /// Cancels all that is in progress.
    pub(super) fn stop(&self) {
        self.stop.cancel();
    }

    /// Returns the quota of the client at an address.
    pub(super) fn client_at(&self, address: IpAddr) -> Arc<Quota> {
        self.quotas.get(ClientId::of_address(address))
    }

    /// Answers a request on a connection of this client.
    pub(super) async fn respond(
        &self,
        request: Request<Incoming>,
        client: &Arc<Quota>,
    ) -> Response<Body> {
        let path = request.uri().path();
        if path == MCP {
            return self.post(request, client).await;
        }
        let metadata = self.access.metadata(path);
        if path != HEALTH && path != READY && metadata.is_none() {
            let error = HttpError::Path(path.to_owned());
            return self.reject(request, &error).await;
        }
        // A page of another site must not learn the digest by DNS rebinding, or have it
        // made.
        if path == READY
            && let Err(error) = self.hosts.check(request.headers(), request.uri())
        {
            return self.reject(request, &error).await;
        }
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            let error = HttpError::Method(request.method().to_string());
            let mut response = self.reject(request, &error).await;
            set(&mut response, ALLOW, "GET, HEAD");
            return response;
        }
        match metadata {
            Some(metadata) => json_response(StatusCode::OK, &metadata),
            None if path == READY => self.ready().await,
            None => json_response(StatusCode::OK, &json!({ "version": VERSION })),
        }
    }

    async fn ready(&self) -> Response<Body> {
        let (status, ready) = match self.ready.digest().await {
            Some(digest) => (
                StatusCode::OK,
                json!({ "ready": true, "version": VERSION, "project": digest }),
            ),
            None => (
                StatusCode::SERVICE_UNAVAILABLE,
                json!({ "ready": false, "version": VERSION }),
            ),
        };
        json_response(status, &ready)
    }

    /// Answers a message: host, origin, token, method and headers are checked before the
    /// body is read.
    async fn post(&self, request: Request<Incoming>, peer: &Arc<Quota>) -> Response<Body> {
        let client = match self.authorize(&request, peer).await {
            Ok(client) => client,
            Err(error) => return self.reject(request, &error).await,
        };
        let (head, body) = request.into_parts();
        let received = self.bodies.receive(&client, &head.headers, body).await;
        let permit = self.quotas.acquire_call(&client).await;
        let answer = match received {
            Ok(body) => self.endpoint.answer(&head.headers, &body.bytes).await,
            Err(error) => Err(error),
        };
        match answer {
            Ok(Some((status, json))) => {
                let mut response = Response::new(response_body(json, permit));
                *response.status_mut() = status;
                set_json(response.headers_mut());
                response
            }
            Ok(None) => {
                let mut response = Response::default();
                *response.status_mut() = StatusCode::ACCEPTED;
                response
            }
            Err(error) => self.error(&error),
        }
    }

    /// Checks all but the body, and returns the quota that the request counts in.
    async fn authorize(
        &self,
        request: &Request<Incoming>,
        peer: &Arc<Quota>,
    ) -> Result<Arc<Quota>, HttpError> {
        let headers = request.headers();
        self.hosts.check(headers, request.uri())?;
        let client = self.access.check(headers).await?;
        if request.method() != Method::POST {
            return Err(HttpError::Method(request.method().to_string()));
        }
        Endpoint::check_types(headers)?;
        Ok(client.map_or_else(|| Arc::clone(peer), |client| self.quotas.get(client)))
    }

    /// Refuses a request whose body was not read.
    async fn reject(&self, request: Request<Incoming>, error: &HttpError) -> Response<Body> {
        let (head, body) = request.into_parts();
        discard_body(&head.headers, body).await;
        self.error(error)
    }

    /// Returns the response of an error, and logs it.
    fn error(&self, error: &HttpError) -> Response<Body> {
        let status = StatusCode::from_u16(error.status()).unwrap_or(StatusCode::BAD_REQUEST);
        tracing::warn!(status = status.as_u16(), error = %escape_truncated(&error.to_string()), "refused");
        let mut response = Response::new(Body::from(self.error_body(error)));
        *response.status_mut() = status;
        set_json(response.headers_mut());
        if let Some(challenge) = self.access.challenge(error) {
            set(&mut response, WWW_AUTHENTICATE, &challenge);
        }
        match error {
            HttpError::Method(_) => set(&mut response, ALLOW, "POST"),
            HttpError::Busy | HttpError::TokenUnverifiable => set(&mut response, RETRY_AFTER, "1"),
            // The rest of the body is not waited for.
            HttpError::Slow(_) | HttpError::Cut => set(&mut response, CONNECTION, "close"),
            _ => {}
        }
        response
    }

    /// Returns the body of an error's response: a JSON-RPC error without an id.
    pub(super) fn error_body(&self, error: &HttpError) -> Vec<u8> {
        let error = self.server.dispatcher.http_error(error);
        self.server.message(None, Err(error))
    }
}

fn json_response(status: StatusCode, value: &Value) -> Response<Body> {
    let mut response = Response::new(Body::from(value.to_string().into_bytes()));
    *response.status_mut() = status;
    set_json(response.headers_mut());
    response
}

fn set_json(headers: &mut HeaderMap) {
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
}

fn set(response: &mut Response<Body>, name: HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::try_from(value) {
        response.headers_mut().insert(name, value);
    }
}
