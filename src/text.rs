//! Parsers and formatters of text. These modules access no files and no clock. The only other
//! module of the program that they use is `limits`.

pub mod about;
pub mod adoc;
pub mod counted;
pub mod escape;
pub mod field_path;
pub mod frontmatter;
pub mod gist;
pub mod heading_name;
pub mod heading_path;
mod html;
pub mod imports;
pub mod json;
pub mod located;
pub(crate) mod markdown_cost;
pub mod message;
pub mod multipart;
pub mod mustache;
pub mod names;
pub mod outline;
pub mod paths;
pub mod rst;
pub mod texts;
pub mod tokens;
pub mod uri;
pub mod use_when;
pub mod yaml;
