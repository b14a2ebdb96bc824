//! JSON-RPC lines over a pair of streams, for clients of any kind.
//!
//! A line that is no message is answered, a request whose id is in flight is
//! refused, and a request that its client gives up ends here: it is cancelled, and
//! its answer goes nowhere. So each request that goes on to rmcp is answered once,
//! under an id that no other request has.
//!
//! Every answer that the client has not taken yet is held in memory. Once
//! [`MAX_UNSENT`] of them wait, no further message is received until one has
//! gone out, so a client that only writes cannot make the server grow.

mod batch;
mod connection;
mod envelope;
mod lines;
pub(in crate::mcp) mod message;
pub mod outgoing;
mod outlet;
mod reader;
mod repeated;
mod writer;

pub use connection::{Connection, MAX_UNSENT};
pub use lines::Lines;
pub use rmcp::transport::io::stdio_pipes as stdio;
