//! Bodies of requests, bounded in size, time and number.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::HeaderMap;
use http::header::EXPECT;
use http_body::Body as _;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::Incoming;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::clients::{Quota, QuotaPermit};
use crate::text::http::HttpError;

/// The most bytes of a body.
pub const MAX_BODY: usize = 4 * 1024 * 1024;
/// The most bytes of all bodies that are held at once.
pub(super) const MAX_HELD: usize = 16 * MAX_BODY;
/// How long a body may take.
const BODY_TIMEOUT: Duration = Duration::from_secs(20);
/// How long discarding a body may take.
const DISCARD_TIMEOUT: Duration = Duration::from_secs(5);
/// The most bytes that are discarded.
const MAX_DISCARDED: usize = 4 * MAX_BODY;

/// The bytes that all bodies may hold together.
#[derive(Debug)]
pub(super) struct BodyBudget(Arc<Semaphore>);

/// A body that was received. It counts in the budget until it is dropped.
#[derive(Debug)]
pub(super) struct RequestBody {
    pub(super) bytes: Bytes,
    _held: (OwnedSemaphorePermit, QuotaPermit),
}

impl BodyBudget {
    pub(super) fn new() -> Self {
        Self(Arc::new(Semaphore::new(MAX_HELD)))
    }

    /// Reads a body to its end.
    ///
    /// # Errors
    ///
    /// [`HttpError::Large`], [`HttpError::Slow`], [`HttpError::Cut`], or
    /// [`HttpError::Busy`] where the client's or the whole budget is used up.
    pub(super) async fn receive(
        &self,
        client: &Arc<Quota>,
        headers: &HeaderMap,
        mut body: Incoming,
    ) -> Result<RequestBody, HttpError> {
        let received = timeout(BODY_TIMEOUT, self.read(client, &mut body)).await;
        let received = received.unwrap_or(Err(HttpError::Slow(BODY_TIMEOUT.as_secs())));
        if matches!(received, Err(HttpError::Large(_) | HttpError::Busy)) {
            discard_body(headers, body).await;
        }
        received
    }

    async fn read(
        &self,
        client: &Arc<Quota>,
        body: &mut Incoming,
    ) -> Result<RequestBody, HttpError> {
        let large = || HttpError::Large(MAX_BODY);
        // Without a Content-Length it may be as large as any.
        let expected = body.size_hint().upper();
        let expected = expected.map_or(Ok(MAX_BODY), usize::try_from);
        let expected = expected.ok().filter(|expected| *expected <= MAX_BODY);
        let permits = expected.and_then(|expected| u32::try_from(expected).ok());
        let permits = permits.ok_or_else(large)?;
        let of_client = client.try_hold(permits).ok_or(HttpError::Busy)?;
        let of_all = Arc::clone(&self.0).try_acquire_many_owned(permits);
        let of_all = of_all.map_err(|_| HttpError::Busy)?;
        let collected = Limited::new(body, MAX_BODY).collect().await;
        let collected = collected.map_err(|error| match error.is::<LengthLimitError>() {
            true => large(),
            false => HttpError::Cut,
        })?;
        Ok(RequestBody {
            bytes: collected.to_bytes(),
            _held: (of_all, of_client),
        })
    }
}

/// Reads and drops a body that is not wanted: a client that is still sending does not
/// read the response. With `Expect: 100-continue` the client has not begun to send.
pub(super) async fn discard_body(headers: &HeaderMap, body: Incoming) {
    if headers.contains_key(EXPECT) {
        return;
    }
    let mut body = Limited::new(body, MAX_DISCARDED);
    let discard = async { while let Some(Ok(_)) = body.frame().await {} };
    let _ = timeout(DISCARD_TIMEOUT, discard).await;
}
