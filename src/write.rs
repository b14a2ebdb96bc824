//! Writes the outcome of an operation as a Result (ADR-003), with the texts of the spec table.

pub(crate) mod answer;
mod directories;
mod found;
mod listing;
mod messages;
pub(crate) mod names;
pub(crate) mod table;
pub(crate) mod value;
