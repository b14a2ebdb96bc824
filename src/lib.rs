//! mcp-guide hands AI agents a project's own documents over MCP.
#![forbid(unsafe_code)]

pub mod discover;
pub mod dispatch;
pub mod document;
pub mod error;
mod listing;
pub mod multipart;
pub mod operation;
pub mod pattern;
pub mod project;
pub mod reply;
pub mod sandbox;
pub mod session;
pub mod spec;
pub mod uri;
pub mod wording;
mod yaml;
