//! MCP over HTTP. Each POST contains one message, and no state is kept between messages. Therefore
//! any server of the same project can answer any message.
//!
//! `listener` accepts a connection if its client may open another one, and reads requests from it.
//! [`Router`] checks the host, the origin and the token, reads the body, and then waits for the
//! client's quota of calls. `endpoint` checks the headers against the message, and the project's
//! server answers it.

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
