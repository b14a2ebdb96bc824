//! MCP over HTTP. Each POST contains one message, and no state is kept between messages. Therefore
//! any server of the same project can answer any message.
//!
//! `listener` accepts a connection if its client may open another one, and reads requests from it.
//! [`Router`] checks the host, the origin and the token, reads the body, and then waits for the
//! client's quota of calls. `endpoint` checks the headers against the message, and the project's
//! server answers it.

mod client_quotas;
mod host_policy;
mod is_project_name;
#[cfg(feature = "oauth")]
mod issuer;
#[cfg(feature = "oauth")]
mod keys;
mod metrics;
mod post;
mod projects;
mod router;
mod serve;
mod served_project;

pub use client_quotas::{Authorizer, MIN_TOKEN};
#[cfg(feature = "oauth")]
pub use host_policy::Url;
pub use host_policy::{HostPolicy, parse_host};
pub use is_project_name::is_project_name;
#[cfg(feature = "oauth")]
pub use issuer::Issuer;
pub use projects::{FoundProject, ProjectFolder, Projects};
pub use router::{MCP, MCP_NAME, Router};
pub use serve::serve;
