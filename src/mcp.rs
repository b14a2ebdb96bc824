//! MCP ↔ calls and replies, for one client on a pair of streams.

mod client_roots;
pub mod delivery;
pub mod handler;
pub mod serve;
pub mod transport;
