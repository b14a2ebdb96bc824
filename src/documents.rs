//! Finds, opens and reads the documents that match patterns in an open directory.
//!
//! No code in this module depends on projects, tools or messages.

pub mod dir_error;
pub mod discover;
pub mod document;
pub mod document_error;
pub(crate) mod escaped_pattern;
pub mod file_error;
pub mod formats;
pub mod locations;
pub mod sandbox;
pub mod served;
pub mod survey;
pub mod templates;
