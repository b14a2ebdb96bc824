//! Writes the outcome of an operation as a Result (ADR-003), with the texts of the spec table.

mod directory_row;
mod found;
pub(crate) mod instructions;
pub(crate) mod list_table;
pub(crate) mod reply;
pub(crate) mod table;
mod write_documents;
