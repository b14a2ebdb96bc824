//! From names and patterns to files, and what there is instead where nothing matched.

pub mod address;
pub mod found;
pub mod matches;
pub mod members;
pub mod named;
pub mod section;
pub mod skills;
pub mod suggest;
pub mod totals;
