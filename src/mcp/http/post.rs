//! Reads the body of a POST and answers the message in it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, StatusCode};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::{self, Body as _, Bytes};
use rmcp::model::{ErrorData, ProtocolVersion, RequestId};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tracing::Span;

use super::client_quotas::{ClientQuota, Permit};
use super::host_policy::single_value;
use super::metrics::Metrics;
use crate::limits::{BODY_TIMEOUT, MAX_BODY_BYTES};
use crate::mcp::incoming::{self, Incoming};
use crate::mcp::outgoing::Outgoing;
use crate::project::session::Roots;
use crate::server::method::{ClientRequest, Method};
use crate::server::refusal::{HttpError, Refusal};
use crate::server::request_result::{check_revision, is_newest};
use crate::server::{Caller, Server};
use crate::text::escaped::escape_truncated;

/// The maximum time for reading and discarding the rest of a body.
const DISCARD_TIMEOUT: Duration = Duration::from_secs(5);
/// The maximum number of bytes of a body that are read and discarded.
const MAX_DISCARDED: usize = 4 * MAX_BODY_BYTES as usize;
/// The media ranges in `Accept` that allow JSON.
const JSON_RANGES: [&str; 3] = ["application/json", "application/*", "*/*"];
/// The header with the revision of the protocol.
const REVISION: HeaderName = HeaderName::from_static("mcp-protocol-version");
/// The header with the method, since revision 2026-07-28 (SEP-2243).
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
/// The header with the name of the tool or prompt, or with the URI (SEP-2243).
const NAME: HeaderName = HeaderName::from_static("mcp-name");

/// The status code and body of a response.
type StatusJson = (StatusCode, Vec<u8>);

/// Checks the `Accept` and `Content-Type` headers.
///
/// # Errors
///
/// Returns [`HttpError::Accept`] or [`HttpError::ContentType`].
pub(super) fn check_types(headers: &HeaderMap) -> Result<(), HttpError> {
    let mut accepted = headers.get_all(ACCEPT).iter().peekable();
    let is_json = |kind| JSON_RANGES.contains(&&*essence(kind));
    if accepted.peek().is_some()
        && !accepted
            .filter_map(|value| value.to_str().ok())
            .any(|value| value.split(',').any(is_json))
    {
        return Err(HttpError::Accept);
    }
    match single_value(headers, &CONTENT_TYPE) {
        Ok(Some(content_type)) if essence(content_type) == "application/json" => Ok(()),
        _ => Err(HttpError::ContentType),
    }
}

/// Returns a media type without its parameters, in lower case.
fn essence(media_type: &str) -> String {
    let essence = media_type.split(';').next().unwrap_or_default();
    essence.trim().to_ascii_lowercase()
}

/// Reads a complete body. The body counts towards the client's quota until the returned permit is
/// dropped.
///
/// # Errors
///
/// Returns [`HttpError::Large`] if the body is too large. Returns [`HttpError::Slow`] if the body
/// is too slow or ends too soon. Returns [`HttpError::Busy`] if the quota of the client or of all
/// clients is used up.
pub(super) async fn receive_body(
    client: &Arc<ClientQuota>,
    body: &mut body::Incoming,
) -> Result<(Bytes, Permit), HttpError> {
    let large = || HttpError::Large(MAX_BODY_BYTES as usize);
    // Without a Content-Length, the body may have the maximum size.
    let expected = body.size_hint().upper().unwrap_or(MAX_BODY_BYTES.into());
    let expected = u32::try_from(expected).ok();
    let expected = expected.filter(|expected| *expected <= MAX_BODY_BYTES);
    let permit = client.try_hold(expected.ok_or_else(large)?);
    let permit = permit.ok_or(HttpError::Busy)?;
    let limited = Limited::new(body, MAX_BODY_BYTES as usize);
    match timeout(BODY_TIMEOUT, limited.collect()).await {
        Ok(Ok(collected)) => Ok((collected.to_bytes(), permit)),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(large()),
        Ok(Err(_)) | Err(_) => Err(HttpError::Slow(BODY_TIMEOUT.as_secs())),
    }
}

/// Reads and discards the rest of a body.
pub(super) async fn discard_body(body: body::Incoming) {
    let mut body = Limited::new(body, MAX_DISCARDED);
    let discard = async { while let Some(Ok(_)) = body.frame().await {} };
    let _ = timeout(DISCARD_TIMEOUT, discard).await;
}

/// Returns the JSON-RPC message for an error, as JSON.
pub(super) fn error(id: Option<RequestId>, error: ErrorData) -> Vec<u8> {
    Outgoing::error(id, error).into_json().unwrap_or_default()
}

/// A POST to answer: its headers, and the permit for a call in its client's quota.
pub(super) struct Post<'a> {
    pub(super) server: &'a Arc<Server>,
    pub(super) headers: &'a HeaderMap,
    pub(super) permit: &'a Arc<Permit>,
    /// The span for log messages.
    pub(super) span: &'a Span,
    pub(super) metrics: &'a Arc<Metrics>,
    /// Cancels all requests in progress.
    pub(super) stop: &'a CancellationToken,
}

impl Post<'_> {
    /// Answers a body. Returns the status code and the JSON of the response, or `None` if the body
    /// needs no answer.
    ///
    /// # Errors
    ///
    /// Returns an [`HttpError`] if the body is not a single message or contradicts the headers.
    pub(super) async fn answer(&self, body: &[u8]) -> Result<Option<StatusJson>, HttpError> {
        // The revision header must not be repeated.
        single_value(self.headers, &REVISION)?;
        match incoming::parse(body) {
            Incoming::Request(request) => self.request(*request).await.map(Some),
            Incoming::Notification { method, .. } => {
                self.check_standard_headers(&method, None)?;
                self.check_revision().map_err(|_| HttpError::Headers)?;
                Ok(None)
            }
            Incoming::Response(..) => Err(HttpError::Answer),
            Incoming::Bad(id, refusal) => {
                let newest = is_newest(self.revision().as_ref());
                Ok(Some(self.refuse(id, &refusal, newest)))
            }
            Incoming::Nothing if body.trim_ascii().is_empty() => Err(HttpError::Empty),
            Incoming::Nothing => Ok(None),
        }
    }

    /// Checks the headers and the revision of a request, and answers it. A request that the revision
    /// does not allow is refused with a JSON-RPC error.
    ///
    /// # Errors
    ///
    /// Returns an error if a header contradicts the request, or if the request cannot be run.
    async fn request(&self, request: ClientRequest) -> Result<StatusJson, HttpError> {
        let id = request.id.clone();
        let meta = request.meta.protocol_version();
        let revision = meta.clone().or_else(|| self.revision());
        let newest = is_newest(revision.as_ref());
        if newest && matches!(request.method, Method::Initialize(_) | Method::Ping) {
            return Ok(self.refuse(Some(id), &Refusal::Method(request.name), true));
        }
        // `initialize` itself contains the revision, so its revision header is not checked.
        if !matches!(request.method, Method::Initialize(_)) {
            if let Some(meta) = &meta {
                self.check_value(&REVISION, meta.as_str())?;
            }
            if let Err(refusal) = self.check_revision() {
                return Ok(self.refuse(Some(id), &refusal, true));
            }
        }
        if (matches!(request.method, Method::Discover) || newest)
            && let Err(refusal) = request.check_meta()
        {
            return Ok(self.refuse(Some(id), &refusal, newest || meta.is_some()));
        }
        let name = match &request.method {
            Method::CallTool(params) => Some(&*params.name),
            Method::GetPrompt(params) => Some(&*params.name),
            Method::ReadResource(params) => Some(&*params.uri),
            _ => None,
        };
        self.check_standard_headers(&request.name, name)?;
        let revision = revision.or(Some(ProtocolVersion::V_2025_03_26));
        self.run(request, revision).await
    }

    /// Answers a request on a thread that may block. The request counts as a call until it ends,
    /// even after its client is gone and it is cancelled.
    ///
    /// # Errors
    ///
    /// Returns [`HttpError::Busy`] if there is no thread or memory for the request.
    async fn run(
        &self,
        request: ClientRequest,
        revision: Option<ProtocolVersion>,
    ) -> Result<StatusJson, HttpError> {
        let (server, permit) = (Arc::clone(self.server), Arc::clone(self.permit));
        let span = self.span.clone();
        let metrics = Arc::clone(self.metrics);
        let cancel = self.stop.child_token();
        let _cancelled_when_dropped = cancel.clone().drop_guard();
        let answered = tokio::task::spawn_blocking(move || {
            let (_permit, _span) = (permit, span.enter());
            let id = request.id.clone();
            // An HTTP client counts as having no roots, because its folders are on its own machine.
            // Only in the newest revision can the answer to this request ask for the roots.
            let capabilities = request.meta.client_capabilities();
            let offers_roots = capabilities.is_some_and(|it| it.roots.is_some());
            let asks = offers_roots && is_newest(revision.as_ref());
            let caller = Caller {
                roots: &|| (!asks).then_some(Roots::None),
                gave_up: &|| cancel.is_cancelled(),
            };
            let tool = match &request.method {
                Method::CallTool(params) => {
                    let row = server.table.tool(&params.name);
                    Some(row.map_or_else(String::new, |row| row.name.clone()))
                }
                _ => None,
            };
            let began = Instant::now();
            let answer = server.answer(request, revision.as_ref(), caller);
            if let Some(tool) = tool {
                metrics.add_call(tool, &answer, began.elapsed());
            }
            Outgoing::answer(id, answer).into_json()
        });
        match answered.await {
            Ok(Ok(json)) => Ok((StatusCode::OK, json)),
            error => {
                tracing::error!(?error, "a request has no answer");
                Err(HttpError::Busy)
            }
        }
    }

    /// Returns the status code and the body of the response to a refused message. Before revision
    /// 2026-07-28 (`newest` is false), the status code for an unknown method or for invalid
    /// parameters is 200.
    fn refuse(&self, id: Option<RequestId>, refusal: &Refusal, newest: bool) -> StatusJson {
        let status = match refusal {
            Refusal::Method(_) if newest => StatusCode::NOT_FOUND,
            Refusal::Method(_) | Refusal::Field { .. } | Refusal::Meta(..) if !newest => {
                StatusCode::OK
            }
            _ => StatusCode::BAD_REQUEST,
        };
        let refused = self.server.refuse(refusal);
        let sentence = escape_truncated(&refused.message);
        if status.is_client_error() {
            tracing::warn!(status = status.as_u16(), error = %sentence, "refused");
        }
        (status, error(id, refused))
    }

    /// Returns the revision in the headers, if it is a known revision.
    fn revision(&self) -> Option<ProtocolVersion> {
        let revision = single_value(self.headers, &REVISION).ok().flatten()?;
        let mut versions = ProtocolVersion::KNOWN_VERSIONS.iter();
        let known = versions.find(|version| version.as_str() == revision);
        known.cloned()
    }

    /// Checks that the revision in the headers, if any, is a known revision.
    fn check_revision(&self) -> Result<(), Refusal> {
        let revision = single_value(self.headers, &REVISION).ok().flatten();
        revision.map_or(Ok(()), check_revision)
    }

    /// Checks the SEP-2243 headers against the method and the name in a message. Checks nothing
    /// before revision 2026-07-28.
    fn check_standard_headers(&self, method: &str, name: Option<&str>) -> Result<(), HttpError> {
        if !is_newest(self.revision().as_ref()) {
            return Ok(());
        }
        self.check_value(&METHOD, method)?;
        name.map_or(Ok(()), |name| self.check_value(&NAME, name))
    }

    /// Checks that a header appears once and has the value `expected`. A value that is not valid in
    /// a header is encoded as `=?base64?…?=`.
    fn check_value(&self, header: &HeaderName, expected: &str) -> Result<(), HttpError> {
        let value = single_value(self.headers, header)?.ok_or(HttpError::Headers)?;
        let encoded = value.strip_prefix("=?base64?");
        let is_expected = match encoded.and_then(|it| it.strip_suffix("?=")) {
            Some(encoded) => BASE64_STANDARD
                .decode(encoded)
                .is_ok_and(|it| it == expected.as_bytes()),
            None => value == expected,
        };
        is_expected.then_some(()).ok_or(HttpError::Headers)
    }
}
