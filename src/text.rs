//! Parsers and formatters of text. These modules access no files and no clock. The only other
//! module of the program that they use is `limits`.

pub mod about;
pub mod counted;
pub mod escaped;
pub mod estimated_tokens;
pub mod field_path;
pub mod gist;
pub mod in_string;
pub mod location;
pub mod markup;
pub mod messages;
pub mod multipart_message;
pub mod mustache;
pub mod paths;
pub mod rule_file_messages;
pub mod texts;
pub mod truncated;
pub mod use_when;
