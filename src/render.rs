//! What an operation delivers → the Result, in the table's words.

pub(crate) mod answer;
mod directories;
pub(crate) mod documents;
pub(crate) mod listing;
pub(crate) mod location;
pub mod messages;
pub mod reply;
pub mod resource;

/// The earlier names of [`messages`], until their last users are renamed.
pub(crate) mod wording {
    pub(crate) use crate::render::messages::{MessageFormatter as Wording, Subject};
    pub(crate) use crate::text::escape::escape_truncated as echo;
}
