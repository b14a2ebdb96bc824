//! Why an HTTP request is refused before it is a message.

use rmcp::model::ErrorCode;

use crate::text::sentence::sentences;

sentences! {
    /// Why an HTTP request is refused.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum HttpRefusal {
        /// There is nothing at this path.
        Path(path: String) = "http_path";
        /// The `Host` is none that this server has.
        Host(host: String) = "http_host";
        /// The `Origin` is another site's.
        Origin(origin: String) = "http_origin";
        /// No token came with it.
        TokenMissing = "http_token_missing";
        /// The token that came with it is not valid, or not any more.
        TokenWrong = "http_token_wrong";
        /// Whether the token is valid cannot be told now.
        TokenUntold = "http_token_untold";
        /// It is no `POST`.
        Method(method: String) = "http_method";
        /// Its `Accept` does not allow every kind of answer.
        Accept = "http_accept";
        /// Its content is not said to be JSON.
        ContentType = "http_content_type";
        /// Its body has more than this; the limit in bytes.
        Large(limit: usize) = "http_large";
        /// Its body did not come within so many seconds.
        Slow(seconds: u64) = "http_slow";
        /// Its body could not be read to its end.
        Cut = "http_cut";
        /// Its body is empty.
        Empty = "http_empty";
        /// Its headers do not say what its body says.
        Headers = "http_headers";
        /// It is an answer, and nothing was asked.
        Answer = "http_answer";
        /// There is no room for more at this time.
        Busy = "http_busy";
    }
}

impl HttpRefusal {
    /// The status of the response.
    pub fn status(&self) -> u16 {
        match self {
            Self::Cut | Self::Empty | Self::Headers | Self::Answer => 400,
            Self::TokenMissing | Self::TokenWrong => 401,
            Self::Host(_) | Self::Origin(_) => 403,
            Self::Path(_) => 404,
            Self::Method(_) => 405,
            Self::Accept => 406,
            Self::Slow(_) => 408,
            Self::Large(_) => 413,
            Self::ContentType => 415,
            Self::TokenUntold | Self::Busy => 503,
        }
    }

    /// The code of the JSON-RPC error in its body.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Headers => ErrorCode::HEADER_MISMATCH,
            Self::TokenUntold | Self::Busy => ErrorCode::INTERNAL_ERROR,
            _ => ErrorCode::INVALID_REQUEST,
        }
    }
}
