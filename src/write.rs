//! Writes what an operation found as a Result, in the table's words.

pub(crate) mod answer;
mod directories;
mod found;
mod listing;
mod messages;
pub(crate) mod names;
pub(crate) mod table;
pub(crate) mod value;
