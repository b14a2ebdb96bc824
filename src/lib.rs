//! mcp-guide hands AI agents a project's own documents over MCP.
#![forbid(unsafe_code)]

pub mod check;
pub mod discover;
pub mod dispatch;
pub mod docs;
pub mod document;
pub mod error;
pub mod init;
mod listing;
pub mod multipart;
pub mod operation;
pub mod pattern;
pub mod project;
pub mod reply;
pub mod sandbox;
pub mod server;
pub mod session;
pub mod spec;
pub mod transport;
pub mod uri;
pub mod wording;
mod yaml;
