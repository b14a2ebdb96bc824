//! Texts in and values out, or the other way round: no file, no clock, and nothing
//! else of the program.

pub mod buffer;
pub mod frontmatter;
pub mod heading;
pub mod http;
pub(crate) mod json;
pub mod jsonrpc;
pub mod markdown;
pub mod message;
pub mod multipart;
pub mod mustache;
pub mod named;
pub(crate) mod near;
pub mod outline;
pub mod query;
pub mod room;
pub mod shown;
pub(crate) mod turns;
pub mod uri;
pub mod yaml;
