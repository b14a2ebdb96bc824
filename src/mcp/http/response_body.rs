//! Bodies of responses.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Frame, SizeHint};

use super::clients::QuotaPermit;

/// The size of a block in bytes.
const BLOCK: usize = 64 * 1024;

/// The body of a response, which is handed over in blocks as the client reads it.
#[derive(Debug, Default)]
pub(super) struct Body {
    left: Bytes,
    /// The client's permit, which it has back when it has read the body.
    _permit: Option<QuotaPermit>,
}

impl Body {
    /// Holds a permit until the client has read the body.
    pub(super) fn holding(self, permit: Option<QuotaPermit>) -> Self {
        Self {
            _permit: permit,
            ..self
        }
    }
}

impl From<Vec<u8>> for Body {
    fn from(bytes: Vec<u8>) -> Self {
        Self {
            left: bytes.into(),
            _permit: None,
        }
    }
}

impl http_body::Body for Body {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let block = BLOCK.min(self.left.len());
        let block = self.left.split_to(block);
        Poll::Ready((!block.is_empty()).then(|| Ok(Frame::data(block))))
    }

    fn is_end_stream(&self) -> bool {
        self.left.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(u64::try_from(self.left.len()).unwrap_or(u64::MAX))
    }
}
