//! What an operation delivers → the Result, in the table's words.

pub(crate) mod answer;
mod directories;
pub(crate) mod documents;
pub(crate) mod listing;
pub(crate) mod location;
pub mod reply;
pub mod resource;
pub mod wording;
