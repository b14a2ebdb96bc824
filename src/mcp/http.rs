//! MCP over HTTP: each POST is one message, and no state is kept from one to the next,
//! so any server of the same project can answer any of them.
//!
//! `listener` accepts a connection, if its client may have one more, and
//! `connection` reads requests from it. [`Router`] checks the host, the origin and the
//! token, reads the body, and waits for a call of the client to be free. `endpoint`
//! checks the headers against the message, and has the server answer it.

mod access;
mod clients;
mod connection;
mod endpoint;
mod hosts;
#[cfg(feature = "oauth")]
mod issuer;
#[cfg(feature = "oauth")]
mod keys;
mod listener;
mod ready;
mod request_body;
mod router;

pub use access::{Access, MIN_TOKEN};
pub use hosts::HostPolicy;
#[cfg(feature = "oauth")]
pub use issuer::{Issuer, Resource, Url};
pub use listener::{Listening, MAX_CONNECTIONS, serve};
pub use request_body::MAX_BODY;
pub use router::{MCP, Router};
