//! Answers the messages of a POST.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderMap, StatusCode};
use rmcp::model::{ErrorData, InitializeRequestParams, ProtocolVersion, RequestId, ServerResult};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use super::hosts::single_value;
use crate::mcp::message::{self, ClientRequest, Incoming, Method};
use crate::mcp::protocol::{self, check_meta, check_revision, is_newest};
use crate::mcp::server::{MAX_CALLS, RequestContext, Server};
use crate::project::session::Roots;
use crate::text::escape::escape_truncated;
use crate::text::http::HttpError;
use crate::text::jsonrpc::Refusal;

/// From how many bytes of answers on the other requests of a batch are refused.
const MAX_BATCH_ANSWERS: usize = 16 * 1024 * 1024;
/// The header that names the protocol's revision.
const REVISION: &str = "mcp-protocol-version";
/// The header that names the method, from revision 2026-07-28 on (SEP-2243).
const METHOD: &str = "mcp-method";
/// The header that names the tool, the prompt or the URI (SEP-2243).
const NAME: &str = "mcp-name";

/// Answers messages, each by itself: no session is kept.
#[derive(Debug)]
pub(super) struct Endpoint {
    server: Arc<Server>,
    /// One permit for each request that runs, also while it notices that it is cancelled.
    running: Arc<Semaphore>,
    /// Cancels all requests in progress.
    stop: CancellationToken,
}

/// The answer to a message: the status of the response, and JSON.
pub(super) type Answer = (StatusCode, Vec<u8>);

/// Cancels a request when it is dropped: its client does not wait for the answer.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Endpoint {
    pub(super) fn new(server: Arc<Server>, stop: CancellationToken) -> Self {
        Self {
            server,
            running: Arc::new(Semaphore::new(MAX_CALLS)),
            stop,
        }
    }

    /// Checks `Accept` and `Content-Type`.
    ///
    /// # Errors
    ///
    /// [`HttpError::Accept`] or [`HttpError::ContentType`].
    pub(super) fn check_types(headers: &HeaderMap) -> Result<(), HttpError> {
        let accepted = headers.get_all(ACCEPT).into_iter().flat_map(|value| {
            let value = value.to_str().unwrap_or_default();
            value.split(',').map(essence)
        });
        let accepted: Vec<String> = accepted.collect();
        let accepts = |kind: &str| accepted.iter().any(|accepted| accepted == kind);
        if !accepts("application/json") || !accepts("text/event-stream") {
            return Err(HttpError::Accept);
        }
        let content_type = single_value(headers, CONTENT_TYPE.as_str());
        match content_type {
            Ok(Some(content_type)) if essence(&content_type) == "application/json" => Ok(()),
            _ => Err(HttpError::ContentType),
        }
    }

    /// Answers the body of a POST; `None` where it asks for nothing.
    ///
    /// # Errors
    ///
    /// An [`HttpError`] where the body is not one message, or contradicts the headers.
    pub(super) async fn answer(
        &self,
        headers: &HeaderMap,
        body: &[u8],
    ) -> Result<Option<Answer>, HttpError> {
        let revision = single_value(headers, REVISION).map_err(|_| HttpError::Headers)?;
        let batches = revision
            .as_deref()
            .is_none_or(|it| it == ProtocolVersion::V_2025_03_26.as_str());
        let answer = match message::parse(body, batches) {
            Incoming::Nothing if body.trim_ascii().is_empty() => return Err(HttpError::Empty),
            Incoming::Refused(_) => Some(self.refused(None, &Refusal::Batch, true)),
            Incoming::Batch(messages) => self.batch(messages, headers).await?,
            other => self.message(other, headers).await?,
        };
        if let Some((status, json)) = &answer
            && status.is_client_error()
        {
            let refusal = escape_truncated(&String::from_utf8_lossy(json));
            tracing::warn!(status = status.as_u16(), %refusal, "refused");
        }
        Ok(answer)
    }

    /// Answers the messages of a batch, one after the other. Once the answers have
    /// [`MAX_BATCH_ANSWERS`] bytes, the other requests are refused.
    async fn batch(
        &self,
        messages: Vec<Incoming>,
        headers: &HeaderMap,
    ) -> Result<Option<Answer>, HttpError> {
        let mut array = Vec::new();
        for message in messages {
            let id = match &message {
                Incoming::Request(request) => Some(request.id.clone()),
                _ => None,
            };
            let answer = match &message {
                Incoming::Request(request) if request.method == Method::Initialize => Ok(Some(
                    self.refused(id.clone(), &Refusal::InitializeInBatch, true),
                )),
                Incoming::Request(_) if array.len() > MAX_BATCH_ANSWERS => Err(HttpError::Busy),
                _ => self.message(message, headers).await,
            };
            let json = match answer {
                Ok(answer) => answer.map(|(_, json)| json),
                Err(error) => id.map(|id| {
                    let error = self.server.dispatcher.http_error(&error);
                    self.server.message(Some(id), Err(error))
                }),
            };
            if let Some(mut json) = json {
                array.push(if array.is_empty() { b'[' } else { b',' });
                array.append(&mut json);
            }
        }
        if array.is_empty() {
            return Ok(None);
        }
        array.push(b']');
        Ok(Some((StatusCode::OK, array)))
    }

    /// Answers one message.
    async fn message(
        &self,
        message: Incoming,
        headers: &HeaderMap,
    ) -> Result<Option<Answer>, HttpError> {
        let newest = || is_newest(header_revision(headers).as_ref());
        match message {
            Incoming::Request(request) => self.request(request, headers).await.map(Some),
            Incoming::Notification(notification) => {
                check_standard_headers(headers, &notification.method, None)?;
                let revision = single_value(headers, REVISION).ok().flatten();
                match revision.map(|it| check_revision(&it, &self.server.dispatcher)) {
                    Some(Err(_)) => Err(HttpError::Headers),
                    _ => Ok(None),
                }
            }
            Incoming::Response(_) => Err(HttpError::Answer),
            Incoming::BadRequest(id, refusal) => {
                Ok(Some(self.refused(Some(id), &refusal, newest())))
            }
            Incoming::Bad(id, refusal) => Ok(Some(self.refused(id, &refusal, true))),
            Incoming::Nothing | Incoming::Batch(_) | Incoming::Refused(_) => Ok(None),
        }
    }

    async fn request(
        &self,
        request: ClientRequest,
        headers: &HeaderMap,
    ) -> Result<Answer, HttpError> {
        let id = request.id.clone();
        let name = match request.method {
            Method::CallTool | Method::GetPrompt => request.field("name"),
            Method::ReadResource => request.field("uri"),
            _ => None,
        };
        if request.method == Method::Initialize {
            return self.initialize(request, headers).await;
        }
        let header = single_value(headers, REVISION).ok().flatten();
        let meta = request.meta.protocol_version();
        if let (Some(asked), None) = (&header, &meta)
            && let Err(error) = check_revision(asked, &self.server.dispatcher)
        {
            let message = self.server.message(Some(id), Err(*error));
            return Ok((StatusCode::BAD_REQUEST, message));
        }
        let revision = meta.clone().or_else(|| header_revision(headers));
        let is_newest_revision = is_newest(revision.as_ref());
        if (request.method == Method::Discover || is_newest_revision)
            && let Err(refusal) = check_meta(request.method, &request.meta)
        {
            return Ok(self.refused(Some(id), &refusal, is_newest_revision || meta.is_some()));
        }
        check_standard_headers(headers, request.method.name(), name.as_deref())?;
        if let Some(meta) = &meta {
            if header.as_deref() != Some(meta.as_str()) {
                return Err(HttpError::Headers);
            }
            if let Err(error) = check_revision(meta.as_str(), &self.server.dispatcher) {
                let message = self.server.message(Some(id), Err(*error));
                return Ok((StatusCode::BAD_REQUEST, message));
            }
        }
        if request.method == Method::Ping && is_newest_revision {
            let refusal = Refusal::Method(request.method.name().to_owned());
            return Ok(self.refused(Some(id), &refusal, true));
        }
        let revision = revision.or(Some(ProtocolVersion::V_2025_03_26));
        let answer = self.run(request, revision).await?;
        Ok((StatusCode::OK, self.server.message(Some(id), answer)))
    }

    async fn initialize(
        &self,
        mut request: ClientRequest,
        headers: &HeaderMap,
    ) -> Result<Answer, HttpError> {
        let id = request.id.clone();
        if is_newest(request.meta.protocol_version().as_ref()) {
            let refusal = Refusal::Method(request.method.name().to_owned());
            return Ok(self.refused(Some(id), &refusal, true));
        }
        let params: InitializeRequestParams = match request.params() {
            Ok(params) => params,
            Err(refusal) => return Ok(self.refused(Some(id), &refusal, false)),
        };
        let header = single_value(headers, REVISION).ok().flatten();
        if header.is_some_and(|header| header != params.protocol_version.as_str()) {
            return Err(HttpError::Headers);
        }
        if headers.contains_key(METHOD) {
            check_singleton(headers, METHOD, "initialize")?;
        }
        let server = Arc::clone(&self.server);
        let result = tokio::task::spawn_blocking(move || {
            let revision = protocol::negotiate(&params.protocol_version);
            ServerResult::InitializeResult(server.initialize(&params, revision))
        });
        let result = result.await.map_err(|_| HttpError::Busy)?;
        Ok((StatusCode::OK, self.server.message(Some(id), Ok(result))))
    }

    /// Runs a request on a thread that may wait for files.
    async fn run(
        &self,
        request: ClientRequest,
        revision: Option<ProtocolVersion>,
    ) -> Result<Result<ServerResult, ErrorData>, HttpError> {
        let permit = Arc::clone(&self.running).acquire_owned().await;
        let cancelled = Arc::new(AtomicBool::new(false));
        let given_up = CancelOnDrop(Arc::clone(&cancelled));
        let (server, stop) = (Arc::clone(&self.server), self.stop.clone());
        let ran = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            let capabilities = request.meta.client_capabilities();
            let context = RequestContext {
                revision,
                offers_roots: capabilities.is_some_and(|it| it.roots.is_some()),
                // The folders of a client are on its own machine.
                ask_roots: &|| Roots::None,
                cancelled: &|| cancelled.load(Ordering::Relaxed) || stop.is_cancelled(),
            };
            server.answer(request, &context)
        });
        let ran = ran.await.map_err(|error| {
            tracing::error!(%error, "a request has no answer");
            HttpError::Busy
        });
        drop(given_up);
        ran
    }

    /// Refuses a message, with the status of its response. What a revision before
    /// 2026-07-28 calls an answer to a request has status 200.
    fn refused(&self, id: Option<RequestId>, refusal: &Refusal, newest: bool) -> Answer {
        tracing::debug!(?id, ?refusal, "refused");
        let status = match refusal {
            Refusal::Method(_) if newest => StatusCode::NOT_FOUND,
            Refusal::Method(_) => StatusCode::OK,
            Refusal::Params { .. } if !newest => StatusCode::OK,
            _ => StatusCode::BAD_REQUEST,
        };
        let error = self.server.dispatcher.refuse(refusal);
        (status, self.server.message(id, Err(error)))
    }
}

/// Checks the headers of SEP-2243 against a message, from revision 2026-07-28 on.
fn check_standard_headers(
    headers: &HeaderMap,
    method: &str,
    name: Option<&str>,
) -> Result<(), HttpError> {
    if !is_newest(header_revision(headers).as_ref()) {
        return Ok(());
    }
    check_singleton(headers, METHOD, method)?;
    name.map_or(Ok(()), |name| check_singleton(headers, NAME, name))
}

/// Checks that a header is given once, with this value. A value that is no header's is
/// written as `=?base64?…?=`.
fn check_singleton(headers: &HeaderMap, header: &str, expected: &str) -> Result<(), HttpError> {
    let value = single_value(headers, header).map_err(|_| HttpError::Headers)?;
    let value = value.ok_or(HttpError::Headers)?;
    let encoded = value
        .strip_prefix("=?base64?")
        .and_then(|it| it.strip_suffix("?="));
    let is_expected = match encoded {
        Some(encoded) => BASE64_STANDARD
            .decode(encoded)
            .is_ok_and(|it| it == expected.as_bytes()),
        None => value == expected,
    };
    is_expected.then_some(()).ok_or(HttpError::Headers)
}

/// Returns the revision that the headers name, if they name one.
fn header_revision(headers: &HeaderMap) -> Option<ProtocolVersion> {
    let revision = single_value(headers, REVISION).ok().flatten()?;
    let mut known = ProtocolVersion::KNOWN_VERSIONS.iter();
    known.find(|known| known.as_str() == revision).cloned()
}

/// Returns a media type without its parameters.
fn essence(media_type: &str) -> String {
    let essence = media_type.split(';').next().unwrap_or_default();
    essence.trim().to_ascii_lowercase()
}
