//! The Model Context Protocol: requests in, results out, over standard streams or HTTP.

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
