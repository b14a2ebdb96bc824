//! The process's own streams.

use rmcp::transport::io::{StdioReader, StdioWriter, stdio_pipes};

/// How much the system is asked to keep between the server and a client that
/// reads a pipe, in bytes. In the 64 KiB that it keeps of its own accord, a large
/// answer would be handed over in many small turns.
#[cfg(target_os = "linux")]
const PIPE: usize = 1 << 18;

/// The process's standard input and output. It needs a runtime.
pub fn stdio() -> (StdioReader, StdioWriter) {
    #[cfg(target_os = "linux")]
    {
        // What is no pipe has no such size, and a smaller one serves as well.
        let size = rustix::pipe::fcntl_setpipe_size(rustix::stdio::stdout(), PIPE);
        tracing::debug!(?size, "standard output");
    }
    stdio_pipes()
}
