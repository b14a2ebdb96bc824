//! The reasons for refusing a message, or the HTTP request that contains it.

use rmcp::model::{ErrorCode, RequestId};

use crate::text::escaped::escape_truncated;
use crate::text::messages::{ToArg, messages};
use crate::text::texts::Texts;

messages! {
    /// Reasons why a message is refused: protocol errors.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum Refusal {
        /// The message is not JSON, or the parser cannot represent it. `problem` is the parser's
        /// message.
        Unreadable(problem: String) = "protocol_unreadable";
        TooLong(limit: usize) = "protocol_too_long";
        TooManyValues(limit: usize) = "protocol_too_many_values";
        /// The message is JSON, but not a JSON-RPC 2.0 message.
        Shape = "protocol_shape";
        InFlight(id: RequestId) = "protocol_in_flight";
        Batch = "protocol_batch";
        /// The message is `initialize`, but the session has already begun.
        Begun = "protocol_begun";
        /// The request asks for a revision that the server does not support.
        Revision(revision: String) = "protocol_revision";
        Method(method: String) = "protocol_method";
        /// A field of the parameters has the wrong type.
        Field { method: String, field: String, problem: String } = "protocol_params";
        /// `_meta` lacks these fields, which are required if no `initialize` came before.
        Meta(method: String, fields: Vec<&'static str>) = "protocol_params_meta";
    }
}

impl ToArg for RequestId {
    fn render(&self, _: &Texts) -> String {
        escape_truncated(&self.to_string())
    }
}

impl Refusal {
    /// Returns the code of the JSON-RPC error.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Unreadable(_) | Self::TooLong(_) => ErrorCode::PARSE_ERROR,
            Self::Method(_) => ErrorCode::METHOD_NOT_FOUND,
            Self::Revision(_) => ErrorCode::UNSUPPORTED_PROTOCOL_VERSION,
            Self::Field { .. } | Self::Meta(..) => ErrorCode::INVALID_PARAMS,
            _ => ErrorCode::INVALID_REQUEST,
        }
    }
}

messages! {
    /// Reasons why an HTTP request is refused.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum HttpError {
        /// Nothing is served at this path. The MCP endpoint is at `endpoint`.
        Path { path: String, endpoint: String } = "http_path";
        Host(host: String) = "http_host";
        /// The `Origin` belongs to another site.
        Origin(origin: String) = "http_origin";
        TokenMissing = "http_token_missing";
        TokenInvalid = "http_token_wrong";
        /// The token cannot be verified at the moment.
        TokenUnverifiable = "http_token_untold";
        Method { method: String, endpoint: String } = "http_method";
        Accept = "http_accept";
        ContentType = "http_content_type";
        Large(limit: usize) = "http_large";
        /// The body did not arrive in time, or ended too soon.
        Slow(seconds: u64) = "http_slow";
        Empty = "http_empty";
        /// The headers contradict the body.
        Headers = "http_headers";
        /// The message is a response, but the server has sent no request.
        Answer = "http_answer";
        /// A limit of the server or of the client is reached.
        Busy = "http_busy";
    }
}

impl HttpError {
    /// Returns the status code of the response.
    pub fn status(&self) -> u16 {
        match self {
            Self::Empty | Self::Headers | Self::Answer => 400,
            Self::TokenMissing | Self::TokenInvalid => 401,
            Self::Host(_) | Self::Origin(_) => 403,
            Self::Path { .. } => 404,
            Self::Method { .. } => 405,
            Self::Accept => 406,
            Self::Slow(_) => 408,
            Self::Large(_) => 413,
            Self::ContentType => 415,
            Self::TokenUnverifiable | Self::Busy => 503,
        }
    }

    /// Returns the code of the JSON-RPC error in the response.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Headers => ErrorCode::HEADER_MISMATCH,
            Self::TokenUnverifiable | Self::Busy => ErrorCode::INTERNAL_ERROR,
            _ => ErrorCode::INVALID_REQUEST,
        }
    }
}
