//! What an operation delivers → the Result, in the table's words.

pub mod listing;
pub mod reply;
pub mod wording;
