//! Finds, opens and reads the documents that match patterns in an open directory.
//!
//! No code in this module depends on projects, tools or messages.

pub mod dialect;
pub mod dir_error;
pub mod discover;
pub mod document;
pub mod document_error;
pub mod file_error;
pub mod formats;
pub mod locations;
pub mod pattern;
pub mod rule_scope;
pub mod sandbox;
pub mod served;
pub mod survey;
pub mod templates;
