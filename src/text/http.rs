//! Why an HTTP request is refused before its body is a message.

use rmcp::model::ErrorCode;

use crate::text::message::messages;

messages! {
    /// Why an HTTP request is refused.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum HttpError {
        /// Nothing is served at this path.
        Path(path: String) = "http_path";
        /// The `Host` is not allowed.
        Host(host: String) = "http_host";
        /// The `Origin` is another site's.
        Origin(origin: String) = "http_origin";
        /// The request has no token.
        TokenMissing = "http_token_missing";
        /// The token is not valid, or not any more.
        TokenInvalid = "http_token_wrong";
        /// The token cannot be verified now.
        TokenUnverifiable = "http_token_untold";
        /// The method is not served at this path.
        Method(method: String) = "http_method";
        /// The `Accept` does not allow JSON and event streams.
        Accept = "http_accept";
        /// The `Content-Type` is not JSON.
        ContentType = "http_content_type";
        /// The body has more bytes than this limit.
        Large(limit: usize) = "http_large";
        /// The body did not come within so many seconds.
        Slow(seconds: u64) = "http_slow";
        /// The body ended too soon.
        Cut = "http_cut";
        /// The body is empty.
        Empty = "http_empty";
        /// The headers contradict the body.
        Headers = "http_headers";
        /// The message is a response, and the server has sent no request.
        Answer = "http_answer";
        /// A limit of the server or of the client is reached.
        Busy = "http_busy";
    }
}

impl HttpError {
    /// Returns the status of the response.
    pub fn status(&self) -> u16 {
        match self {
            Self::Cut | Self::Empty | Self::Headers | Self::Answer => 400,
            Self::TokenMissing | Self::TokenInvalid => 401,
            Self::Host(_) | Self::Origin(_) => 403,
            Self::Path(_) => 404,
            Self::Method(_) => 405,
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
