//! Texts in and values out, or the other way round: no file, no clock, and nothing
//! else of the program.

pub mod buffer;
pub mod escape;
pub mod frontmatter;
pub(crate) mod json;
pub mod jsonrpc;
pub mod markdown;
mod markdown_cost;
pub mod message;
pub mod multipart;
pub mod mustache;
pub(crate) mod near;
pub mod outline;
pub mod query;
pub mod truncated;
pub mod uri;
pub mod yaml;
