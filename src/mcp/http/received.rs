//! The body of a request, as much of it as is taken.

use std::sync::Arc;
use std::time::Duration;

use bytes::{Buf, Bytes, BytesMut};
use http::HeaderMap;
use http::header::EXPECT;
use http_body::Body as _;
use http_body_util::BodyExt;
use hyper::body::Incoming;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::text::http::HttpRefusal;

/// The most bytes of a body.
pub const MAX_BODY: usize = 4 * 1024 * 1024;
/// The most bytes of all bodies that are held at once.
const MAX_HELD: usize = 16 * MAX_BODY;
/// How long a body may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long what is not wanted may take, and how much of it there may be: who is
/// still sending does not read the answer.
const COURTESY: Duration = Duration::from_secs(5);
const MAX_PASSED: usize = 4 * MAX_BODY;

/// The room for bodies.
#[derive(Debug)]
pub(super) struct Bodies(Arc<Semaphore>);

/// A body. Its room is taken until it is dropped.
#[derive(Debug)]
pub(super) struct Received {
    pub(super) bytes: Bytes,
    _room: Option<OwnedSemaphorePermit>,
}

impl Bodies {
    pub(super) fn new() -> Self {
        Self(Arc::new(Semaphore::new(MAX_HELD)))
    }

    /// Reads a body to its end.
    pub(super) async fn receive(
        &self,
        headers: &HeaderMap,
        mut body: Incoming,
    ) -> Result<Received, HttpRefusal> {
        let limit = u64::try_from(MAX_BODY).unwrap_or(u64::MAX);
        let read = match body.size_hint().lower() > limit {
            true => Err(HttpRefusal::Large(MAX_BODY)),
            false => timeout(PATIENCE, self.read(&mut body))
                .await
                .unwrap_or(Err(HttpRefusal::Slow(PATIENCE.as_secs()))),
        };
        if matches!(read, Err(HttpRefusal::Large(_) | HttpRefusal::Busy)) {
            pass_over(headers, body).await;
        }
        read
    }

    async fn read(&self, body: &mut Incoming) -> Result<Received, HttpRefusal> {
        let mut bytes = BytesMut::new();
        let mut room: Option<OwnedSemaphorePermit> = None;
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|_| HttpRefusal::Cut)?;
            let Ok(data) = frame.into_data() else {
                continue;
            };
            if bytes.len() + data.remaining() > MAX_BODY {
                return Err(HttpRefusal::Large(MAX_BODY));
            }
            let more = u32::try_from(data.remaining()).unwrap_or(u32::MAX);
            let more = Arc::clone(&self.0).try_acquire_many_owned(more);
            let more = more.map_err(|_| HttpRefusal::Busy)?;
            match &mut room {
                Some(room) => room.merge(more),
                None => room = Some(more),
            }
            bytes.extend_from_slice(&data);
        }
        Ok(Received {
            bytes: bytes.freeze(),
            _room: room,
        })
    }
}

/// Passes a body over that is not wanted, so that its sender comes to read the
/// answer; not one that is sent only when it is asked for.
pub(super) async fn pass_over(headers: &HeaderMap, mut body: Incoming) {
    if headers.contains_key(EXPECT) {
        return;
    }
    let mut passed = 0;
    let passing = async {
        while let Some(Ok(frame)) = body.frame().await {
            passed += frame.data_ref().map_or(0, Bytes::len);
            if passed > MAX_PASSED {
                break;
            }
        }
    };
    let _ = timeout(COURTESY, passing).await;
}
