//! Patterns × an open directory → the documents that match, read or not.
//!
//! Nothing here knows projects, tools or words.

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
