//! MCP over HTTP: each POST is one message, and no state is kept from one to the next,
//! so any server of the same project can answer any of them.
//!
//! `listener` accepts a connection, if its client may have one more, and reads requests
//! from it. [`Router`] checks the host, the origin and the token of the project, reads the
//! body, and waits for a call of the client to be free. `endpoint` checks the headers
//! against the message, and has the project's server answer it.

mod clients;
mod endpoint;
mod hosts;
#[cfg(feature = "oauth")]
mod issuer;
#[cfg(feature = "oauth")]
mod keys;
mod listener;
mod metrics;
mod project_name;
mod projects;
mod router;
mod served_project;

pub use clients::{Authorizer, MIN_TOKEN};
#[cfg(feature = "oauth")]
pub use hosts::Url;
pub use hosts::{HostPolicy, parse_host};
#[cfg(feature = "oauth")]
pub use issuer::Issuer;
pub use listener::serve;
pub use project_name::is_name;
pub use projects::{FoundProject, ProjectFolder, Projects};
pub use router::{MCP, MCP_NAME, Router};
