//! MCP over HTTP: each POST is one message, and nothing is kept from one to the
//! next, so any server of the same project can answer any of them.
//!
//! A request comes through the [`Site`]: its paths, who may come in, its body. Then
//! rmcp's service answers it, by a [`Handler`](crate::mcp::handler::Handler) of its
//! own at the one desk, and what the call delivers goes out block by block.

mod access;
mod body;
mod endpoint;
mod gate;
#[cfg(feature = "oauth")]
mod issuer;
mod listener;
mod patient;
mod ready;
mod received;
mod site;

pub use access::{Access, LEAST_TOKEN};
pub use gate::Gate;
#[cfg(feature = "oauth")]
pub use issuer::{Issuer, Resource, Url};
pub use listener::{Listening, MAX_CONNECTIONS, serve};
pub use received::MAX_BODY;
pub use site::{MCP, Site};
