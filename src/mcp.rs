//! The Model Context Protocol over standard streams or HTTP.

mod client_roots;
mod client_session;
mod connection;
#[cfg(feature = "http")]
pub mod http;
mod incoming;
mod line_reader;
mod outgoing;
pub mod shutdown;
pub mod stdio_server;
