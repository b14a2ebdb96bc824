//! One POST → its messages, each through rmcp's service, and back.

use std::sync::Arc;

use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE, TRANSFER_ENCODING};
use http::request::Parts;
use http::{HeaderMap, Request, StatusCode};
use http_body_util::{BodyExt, Full};
use rmcp::RoleServer;
use rmcp::model::{
    ClientRequest, ErrorCode, ErrorData, GetMeta, JsonRpcMessage, JsonRpcRequest, ProtocolVersion,
    RequestId,
};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::StreamableHttpServerConfig;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::tower::StreamableHttpService;
use serde::Deserialize;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use super::hosts::single_value;
use super::request_body::MAX_BODY;
use super::response_body::Body;
use crate::mcp::handler::{Desk, Handler};
use crate::mcp::transport::Connection;
use crate::mcp::transport::message::{self, Incoming};
use crate::mcp::transport::outgoing::Outgoing;
use crate::text::http::HttpError;
use crate::text::jsonrpc::Refusal;
use crate::text::shown::echo;

/// Where a request says its protocol's revision.
const REVISION: &str = "mcp-protocol-version";

/// Where messages are answered.
#[derive(Debug)]
pub(super) struct Endpoint {
    desk: Arc<Desk>,
    config: StreamableHttpServerConfig,
    sessions: Arc<NeverSessionManager>,
}

/// What a request is answered.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: StatusCode,
    /// Nothing where nothing was asked.
    pub(super) body: Option<Body>,
}

/// Of what asks for nothing.
const ACCEPTED: Answer = Answer {
    status: StatusCode::ACCEPTED,
    body: None,
};

/// What a message is answered.
type Answered = Result<Option<(StatusCode, Outgoing)>, HttpError>;

/// An answer of rmcp's, as far as it is an error.
#[derive(Deserialize)]
struct Failed {
    #[serde(default)]
    id: Option<RequestId>,
    error: Option<ErrorData>,
}

/// Gives a request up where its client does not wait for the answer.
struct Asked<'a> {
    connection: &'a Connection,
    id: &'a RequestId,
}

impl Drop for Asked<'_> {
    fn drop(&mut self) {
        self.connection.cancel(self.id);
    }
}

impl Endpoint {
    /// An endpoint that answers at this desk, until `stop`.
    pub(super) fn new(desk: Arc<Desk>, stop: CancellationToken) -> Self {
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .with_sse_keep_alive(None)
            // The router has checked them.
            .disable_allowed_hosts()
            .disable_allowed_origins()
            .with_max_request_body_bytes(MAX_BODY)
            .with_cancellation_token(stop);
        Self {
            desk,
            config,
            sessions: Arc::default(),
        }
    }

    /// Checks `Accept` and `Content-Type`.
    ///
    /// # Errors
    ///
    /// [`HttpError::Accept`] or [`HttpError::ContentType`].
    pub(super) fn check_headers(headers: &HeaderMap) -> Result<(), HttpError> {
        let accepted = headers.get_all(ACCEPT).into_iter().flat_map(|value| {
            let value = value.to_str().unwrap_or_default();
            value.split(',').map(essence)
        });
        let accepted: Vec<String> = accepted.collect();
        let takes = |kind: &str| accepted.iter().any(|accepted| accepted == kind);
        if !takes("application/json") || !takes("text/event-stream") {
            return Err(HttpError::Accept);
        }
        let content_type = single_value(headers, CONTENT_TYPE.as_str());
        let content_type = content_type.ok().flatten().unwrap_or_default();
        match essence(&content_type) == "application/json" {
            true => Ok(()),
            false => Err(HttpError::ContentType),
        }
    }

    /// Answers the body of a POST.
    pub(super) async fn answer(
        self: &Arc<Self>,
        head: Parts,
        body: &Bytes,
    ) -> Result<Answer, HttpError> {
        let revision = single_value(&head.headers, REVISION).map_err(|_| HttpError::Headers)?;
        let batches =
            (revision.as_deref()).is_none_or(|it| it == ProtocolVersion::V_2025_03_26.as_str());
        let answered = match message::read(body, batches) {
            Incoming::Nothing if body.trim_ascii().is_empty() => return Err(HttpError::Empty),
            Incoming::Nothing => None,
            Incoming::Message(message) => self.message(*message, &head).await?,
            Incoming::Request(id, refusal) => {
                Some(self.refused(Some(id), &refusal, newest(&head.headers)))
            }
            Incoming::Refused(id, refusal) => Some(self.refused(id, &refusal, true)),
            Incoming::Several(_) => Some(self.refused(None, &Refusal::Batch, true)),
            Incoming::Batch(messages) => return Ok(self.batch(messages, head)),
        };
        Ok(match answered {
            Some((status, outgoing)) => {
                if status.is_client_error() {
                    let refusal = echo(&String::from_utf8_lossy(outgoing.json()));
                    tracing::warn!(status = status.as_u16(), %refusal, "refused");
                }
                Answer {
                    status,
                    body: Some(Body::message(outgoing)),
                }
            }
            None => ACCEPTED,
        })
    }

    /// Answers a batch, one message after the other, while the client reads: so it
    /// needs no more room than one.
    fn batch(self: &Arc<Self>, messages: Vec<Incoming>, head: Parts) -> Answer {
        let asks = |one: &Incoming| match one {
            Incoming::Message(message) => matches!(**message, JsonRpcMessage::Request(_)),
            Incoming::Nothing => false,
            _ => true,
        };
        if !messages.iter().any(asks) {
            return ACCEPTED;
        }
        let (body, mut sender) = Body::streamed(None);
        let endpoint = Arc::clone(self);
        tokio::spawn(async move {
            let mut before: &[u8] = b"[";
            for message in messages {
                let answered = tokio::select! {
                    answered = endpoint.of_batch(message, &head) => answered,
                    () = sender.disconnected() => return,
                };
                if let Some(outgoing) = answered {
                    sender.text(before);
                    before = b",";
                    if sender.message(&outgoing).await.is_err() {
                        return;
                    }
                }
            }
            sender.text(b"]");
            let _ = sender.end().await;
        });
        Answer {
            status: StatusCode::OK,
            body: Some(body),
        }
    }

    async fn of_batch(&self, message: Incoming, head: &Parts) -> Option<Outgoing> {
        let (id, refusal) = match message {
            Incoming::Message(message) => {
                let request = match &*message {
                    JsonRpcMessage::Request(request) => Some(request),
                    _ => None,
                };
                let id = request.map(|request| request.id.clone());
                let initialize = |request: &JsonRpcRequest<ClientRequest>| {
                    matches!(request.request, ClientRequest::InitializeRequest(_))
                };
                if !request.is_some_and(initialize) {
                    return match self.message(*message, head).await {
                        Ok(answered) => answered.map(|(_, outgoing)| outgoing),
                        // What nobody waits for is not answered in a batch.
                        Err(_) if id.is_none() => None,
                        Err(refusal) => {
                            Some(self.outgoing(id, self.desk.dispatcher.http_error(&refusal)))
                        }
                    };
                }
                (id, Refusal::InitializeInBatch)
            }
            Incoming::Request(id, refusal) => (Some(id), refusal),
            Incoming::Refused(id, refusal) => (id, refusal),
            Incoming::Nothing | Incoming::Batch(_) | Incoming::Several(_) => return None,
        };
        Some(self.refused(id, &refusal, true).1)
    }

    /// Answers one message.
    async fn message(&self, message: RxJsonRpcMessage<RoleServer>, head: &Parts) -> Answered {
        let request = match &message {
            JsonRpcMessage::Request(request) => request,
            JsonRpcMessage::Notification(_) => {
                let connection = Arc::new(Connection::default());
                return self.served(&message, head, &connection).await.map(|_| None);
            }
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => {
                return Err(HttpError::Answer);
            }
        };
        let id = request.id.clone();
        if let Some(error) = self.unspoken(&request.request, head) {
            return Ok(Some((
                StatusCode::BAD_REQUEST,
                self.outgoing(Some(id), error),
            )));
        }
        if let Some(refusal) = self.unserved(&request.request, head) {
            let newest =
                newest(&head.headers) || request.request.get_meta().protocol_version().is_some();
            return Ok(Some(self.refused(Some(id), &refusal, newest)));
        }
        let connection = Arc::new(Connection::of(&id));
        let asked = Asked {
            connection: &connection,
            id: &id,
        };
        let (status, json) = self.served(&message, head, &connection).await?;
        let permit = connection.taken(&id);
        drop(asked);
        if permit.is_none()
            && let Ok(Failed {
                id,
                error: Some(error),
            }) = serde_json::from_slice(&json)
        {
            return Ok(Some((status, self.outgoing(id, self.reworded(error)))));
        }
        Ok(Some((
            status,
            Outgoing::of_json(json.into()).holding(permit),
        )))
    }

    /// What rmcp's service answers, where it is JSON.
    async fn served(
        &self,
        message: &RxJsonRpcMessage<RoleServer>,
        head: &Parts,
        connection: &Arc<Connection>,
    ) -> Result<(StatusCode, Bytes), HttpError> {
        let json = serde_json::to_vec(message).map_err(|_| HttpError::Empty)?;
        let mut request = Request::new(Full::new(Bytes::from(json)));
        *request.method_mut() = head.method.clone();
        *request.uri_mut() = head.uri.clone();
        *request.headers_mut() = head.headers.clone();
        request.headers_mut().remove(CONTENT_LENGTH);
        request.headers_mut().remove(TRANSFER_ENCODING);
        let (desk, connection) = (Arc::clone(&self.desk), Arc::clone(connection));
        let handler = move || Ok(Handler::new(Arc::clone(&desk), Arc::clone(&connection)));
        // One for each message: so its handler has a connection of its own.
        let sessions = Arc::clone(&self.sessions);
        let service = StreamableHttpService::new(handler, sessions, self.config.clone());
        let (head, body) = service.handle(request).await.into_parts();
        let content_type = single_value(&head.headers, CONTENT_TYPE.as_str())
            .ok()
            .flatten();
        let is_json = content_type.is_some_and(|it| essence(&it) == "application/json");
        let json = match body.collect().await {
            Ok(collected) => collected.to_bytes(),
            Err(never) => match never {},
        };
        match head.status {
            status if is_json => Ok((status, json)),
            StatusCode::ACCEPTED => Ok((StatusCode::ACCEPTED, json)),
            StatusCode::NOT_ACCEPTABLE => Err(HttpError::Accept),
            StatusCode::PAYLOAD_TOO_LARGE => Err(HttpError::Large(MAX_BODY)),
            StatusCode::UNSUPPORTED_MEDIA_TYPE => Err(HttpError::ContentType),
            StatusCode::BAD_REQUEST => Err(HttpError::Headers),
            status => {
                tracing::error!(%status, "a message has no answer");
                Err(HttpError::Busy)
            }
        }
    }

    /// The error where a request's headers name a revision that is not spoken, and
    /// the request itself names none.
    fn unspoken(&self, request: &ClientRequest, head: &Parts) -> Option<ErrorData> {
        if matches!(request, ClientRequest::InitializeRequest(_))
            || request.get_meta().protocol_version().is_some()
        {
            return None;
        }
        let asked = single_value(&head.headers, REVISION).ok().flatten()?;
        let known = ProtocolVersion::KNOWN_VERSIONS;
        if known.iter().any(|revision| revision.as_str() == asked) {
            return None;
        }
        let refusal = Refusal::Revision(asked.clone());
        let mut error = self.desk.dispatcher.refuse(&refusal);
        error.data = Some(json!({ "requested": asked, "supported": known }));
        Some(error)
    }

    /// Why a request is refused that rmcp would answer in words of its own, or with
    /// what this server has none of.
    fn unserved(&self, request: &ClientRequest, head: &Parts) -> Option<Refusal> {
        if let Some(refusal) = message::unanswered(request) {
            return Some(refusal);
        }
        let alone = match request {
            ClientRequest::InitializeRequest(_) => false,
            ClientRequest::DiscoverRequest(_) => true,
            _ => match request.get_meta().protocol_version() {
                Some(revision) => message::is_newest(Some(&revision)),
                None => newest(&head.headers),
            },
        };
        alone.then(|| message::lacking(request)).flatten()
    }

    fn reworded(&self, mut error: ErrorData) -> ErrorData {
        match error.code {
            // rmcp says so where the revision of `initialize` is another one, too.
            ErrorCode::HEADER_MISMATCH | ErrorCode::INVALID_REQUEST => {
                self.desk.dispatcher.http_error(&HttpError::Headers)
            }
            _ => {
                message::reword(&mut error, &self.desk.dispatcher);
                error
            }
        }
    }

    /// A refusal, with the status of its response: what a revision before 2026-07-28
    /// calls an answer to the request has 200.
    fn refused(
        &self,
        id: Option<RequestId>,
        refusal: &Refusal,
        newest: bool,
    ) -> (StatusCode, Outgoing) {
        tracing::debug!(?id, ?refusal, "refused");
        let status = match refusal {
            Refusal::Method(_) if newest => StatusCode::NOT_FOUND,
            Refusal::Method(_) => StatusCode::OK,
            Refusal::Params { .. } if !newest => StatusCode::OK,
            _ => StatusCode::BAD_REQUEST,
        };
        (
            status,
            self.outgoing(id, self.desk.dispatcher.refuse(refusal)),
        )
    }

    fn outgoing(&self, id: Option<RequestId>, error: ErrorData) -> Outgoing {
        let error: TxJsonRpcMessage<RoleServer> = JsonRpcMessage::error(error, id.clone());
        Outgoing::new(&error, id.as_ref(), || {
            self.desk.dispatcher.internal_error()
        })
    }
}

/// Whether the headers name revision 2026-07-28 or a later one.
fn newest(headers: &HeaderMap) -> bool {
    let revision = single_value(headers, REVISION).ok().flatten();
    revision.is_some_and(|it| *it >= *ProtocolVersion::V_2026_07_28.as_str())
}

/// A media type without its parameters.
fn essence(media_type: &str) -> String {
    let essence = media_type.split(';').next().unwrap_or_default();
    essence.trim().to_ascii_lowercase()
}
