//! Finds, opens and reads the documents that match patterns in an open directory.
//!
//! No code in this module depends on projects, tools or messages.

pub mod dialect;
pub mod discover;
pub mod document;
pub mod error;
pub mod filter;
pub mod formats;
pub mod locations;
pub mod pattern;
pub mod rendered;
pub mod rules;
pub mod sandbox;
pub mod survey;
