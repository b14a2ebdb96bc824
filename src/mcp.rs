//! The Model Context Protocol over standard streams or HTTP.

mod connection;
#[cfg(feature = "http")]
pub mod http;
mod lines;
mod message;
mod outgoing;
mod roots;
mod session;
pub mod shutdown;
pub mod stdio;
