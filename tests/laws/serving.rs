//! A server in this process, on asynchronous streams.

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::time::Duration;

use mcp_guide::{End, Server, Shutdown};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

/// A stream that is waited for by the thread that reads or writes it.
struct Blocking<S>(S, Handle);

impl<S: AsyncRead + Unpin> Read for Blocking<S> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.1.block_on(self.0.read(bytes))
    }
}

impl<S: AsyncWrite + Unpin> Write for Blocking<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.1.block_on(self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.1.block_on(self.0.flush())
    }
}

/// Serves one client on these streams, by [`mcp_guide::serve`] on threads of its own,
/// until its end or until `stop`.
pub async fn serve<R, W>(
    server: Server,
    (reader, writer): (R, W),
    timeout: Duration,
    stop: impl Future<Output = ()>,
) -> End
where
    R: AsyncRead + Unpin + Send + 'static,
    W: AsyncWrite + Unpin + Send + 'static,
{
    let handle = Handle::current();
    let streams = (Blocking(reader, handle.clone()), Blocking(writer, handle));
    let stopping = Arc::new(Shutdown::default());
    let stopped = Arc::clone(&stopping);
    let (done, mut ended) = oneshot::channel();
    std::thread::spawn(move || {
        // Nobody waits for it where the test has ended.
        let _ = done.send(mcp_guide::serve(server, streams, timeout, &stopped));
    });
    tokio::select! {
        end = &mut ended => return end.expect("the server does not panic"),
        () = stop => stopping.stop(),
    }
    ended.await.expect("the server does not panic")
}
