//! Finds files by names and patterns, and suggests alternatives if nothing matches.

pub mod address;
pub mod found;
pub mod matches;
pub mod members;
pub mod named;
pub mod section;
pub mod skills;
pub mod suggest;
pub mod totals;
