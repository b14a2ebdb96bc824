//! Which path is what, and who may ask for it.

use std::sync::Arc;

use http::header::{ALLOW, CACHE_CONTROL, CONNECTION, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode};
use hyper::body::Incoming;
use rmcp::RoleServer;
use rmcp::model::{ErrorData, JsonRpcMessage};
use rmcp::service::TxJsonRpcMessage;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use super::access::Access;
use super::body::Body;
use super::endpoint::Endpoint;
use super::gate::Gate;
use super::ready::Readiness;
use super::received::{Bodies, pass_over};
use crate::dispatch::Dispatcher;
use crate::mcp::handler::Desk;
use crate::text::http::HttpRefusal;
use crate::text::shown::echo;

/// Where messages are posted.
pub const MCP: &str = "/mcp";
/// Whether the server runs.
const HEALTH: &str = "/health";
/// Whether its project loads, and which it is.
const READY: &str = "/ready";

/// Everything that is served.
#[derive(Debug)]
pub struct Site {
    gate: Gate,
    access: Access,
    endpoint: Arc<Endpoint>,
    readiness: Readiness,
    bodies: Bodies,
    dispatcher: Arc<Dispatcher>,
    /// Tells rmcp to stop.
    stop: CancellationToken,
}

impl Site {
    /// The site of a dispatcher: for requests to these hosts, by who has access.
    pub fn new(dispatcher: Dispatcher, gate: Gate, access: Access) -> Self {
        let dispatcher = Arc::new(dispatcher);
        let desk = Arc::new(Desk::new(Arc::clone(&dispatcher)));
        let stop = CancellationToken::new();
        Self {
            endpoint: Arc::new(Endpoint::new(Arc::clone(&desk), &gate, stop.clone())),
            readiness: Readiness::new(desk),
            bodies: Bodies::new(),
            gate,
            access,
            dispatcher,
            stop,
        }
    }

    /// Looks at what it serves and who may come in before anybody asks: what is wrong with
    /// it is logged.
    pub(super) async fn prepare(&self) {
        let _ = tokio::join!(self.readiness.digest(), self.access.prepare());
    }

    /// Nothing more is answered.
    pub(super) fn stop(&self) {
        self.stop.cancel();
    }

    /// Answers a request.
    pub(super) async fn answer(&self, request: Request<Incoming>) -> Response<Body> {
        match request.uri().path() {
            MCP => self.message(request).await,
            HEALTH => self.asked(request, |_| async { self.health() }).await,
            READY => self.asked(request, |_| self.ready()).await,
            path => match self.access.metadata(path) {
                Some(metadata) => {
                    let answer = |_| async { said(StatusCode::OK, &metadata) };
                    self.asked(request, answer).await
                }
                None => {
                    let refusal = HttpRefusal::Path(path.to_owned());
                    self.refused(request, &refusal).await
                }
            },
        }
    }

    /// What may be read without a token.
    async fn asked<F: Future<Output = Response<Body>>>(
        &self,
        request: Request<Incoming>,
        answer: impl FnOnce(()) -> F,
    ) -> Response<Body> {
        match *request.method() {
            Method::GET | Method::HEAD => answer(()).await,
            _ => {
                let refusal = HttpRefusal::Method(request.method().to_string());
                let mut response = self.refused(request, &refusal).await;
                let allowed = HeaderValue::from_static("GET, HEAD");
                response.headers_mut().insert(ALLOW, allowed);
                response
            }
        }
    }

    fn health(&self) -> Response<Body> {
        said(
            StatusCode::OK,
            &json!({ "version": env!("CARGO_PKG_VERSION") }),
        )
    }

    async fn ready(&self) -> Response<Body> {
        let version = env!("CARGO_PKG_VERSION");
        match self.readiness.digest().await {
            Some(digest) => {
                let ready = json!({ "ready": true, "version": version, "project": digest });
                said(StatusCode::OK, &ready)
            }
            None => {
                let unready = json!({ "ready": false, "version": version });
                said(StatusCode::SERVICE_UNAVAILABLE, &unready)
            }
        }
    }

    async fn message(&self, request: Request<Incoming>) -> Response<Body> {
        if let Err(refusal) = self.admitted(&request).await {
            return self.refused(request, &refusal).await;
        }
        let (head, body) = request.into_parts();
        let received = match self.bodies.receive(&head.headers, body).await {
            Ok(received) => received,
            Err(refusal) => return self.refusal(&refusal),
        };
        match self.endpoint.answer(head, &received.bytes).await {
            Ok(answer) => {
                let body = answer.body.unwrap_or_else(Body::empty);
                let json = !http_body::Body::is_end_stream(&body);
                let mut response = Response::new(body);
                *response.status_mut() = answer.status;
                if json {
                    is_json(response.headers_mut());
                }
                response
            }
            Err(refusal) => self.refusal(&refusal),
        }
    }

    /// Whether a message may come in.
    async fn admitted(&self, request: &Request<Incoming>) -> Result<(), HttpRefusal> {
        let headers = request.headers();
        self.gate.check(headers, request.uri())?;
        self.access.check(headers).await?;
        if request.method() != Method::POST {
            return Err(HttpRefusal::Method(request.method().to_string()));
        }
        Endpoint::refusal(headers).map_or(Ok(()), Err)
    }

    /// Refuses a request of which the body was not read.
    async fn refused(&self, request: Request<Incoming>, refusal: &HttpRefusal) -> Response<Body> {
        let (head, body) = request.into_parts();
        pass_over(&head.headers, body).await;
        self.refusal(refusal)
    }

    /// The response of a refusal.
    fn refusal(&self, refusal: &HttpRefusal) -> Response<Body> {
        let status = StatusCode::from_u16(refusal.status()).unwrap_or(StatusCode::BAD_REQUEST);
        tracing::warn!(status = status.as_u16(), refusal = %echo(&refusal.to_string()), "refused");
        let mut response = Response::new(Body::from(self.words(refusal)));
        *response.status_mut() = status;
        let headers = response.headers_mut();
        is_json(headers);
        let challenge = self.access.challenge(refusal);
        let challenge = challenge.and_then(|it| HeaderValue::try_from(it).ok());
        headers.extend(challenge.map(|challenge| (WWW_AUTHENTICATE, challenge)));
        match refusal {
            HttpRefusal::Method(_) => {
                headers.insert(ALLOW, HeaderValue::from_static("POST"));
            }
            HttpRefusal::Busy | HttpRefusal::TokenUntold => {
                headers.insert(RETRY_AFTER, HeaderValue::from_static("1"));
            }
            // What is left of the body is not waited for.
            HttpRefusal::Slow(_) | HttpRefusal::Cut => {
                headers.insert(CONNECTION, HeaderValue::from_static("close"));
            }
            _ => {}
        }
        response
    }

    /// The body of a refusal's response: a JSON-RPC error that answers no request.
    pub(super) fn words(&self, refusal: &HttpRefusal) -> Vec<u8> {
        let error: ErrorData = self.dispatcher.turn_away(refusal);
        let error: TxJsonRpcMessage<RoleServer> = JsonRpcMessage::error(error, None);
        serde_json::to_vec(&error).unwrap_or_default()
    }
}

fn said(status: StatusCode, value: &serde_json::Value) -> Response<Body> {
    let mut response = Response::new(Body::from(value.to_string().into_bytes()));
    *response.status_mut() = status;
    is_json(response.headers_mut());
    response
}

fn is_json(headers: &mut HeaderMap) {
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
}
