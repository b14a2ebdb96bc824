//! MCP ↔ calls and replies, for one client on a pair of streams or any over HTTP.

mod client_roots;
pub mod handler;
#[cfg(feature = "http")]
pub mod http;
mod prompts;
mod resources;
pub mod serve;
pub mod transport;
