//! The Model Context Protocol: requests in, results out, over standard streams or HTTP.

mod connection;
#[cfg(feature = "http")]
pub mod http;
mod lines;
mod message;
mod method;
mod outgoing;
mod protocol;
pub(crate) mod refusal;
mod resources;
mod roots;
pub mod server;
mod session;
pub mod shutdown;
mod skills;
pub mod stdio;
