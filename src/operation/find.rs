//! Finds files by names and patterns, and suggests alternatives if nothing matches.

pub mod category_part;
pub mod default_files;
pub mod find_or_suggest;
pub mod found_rules;
pub mod matches;
pub mod meant_call;
pub mod named;
pub mod section;
pub mod served_files;
pub mod skill_folder;
pub mod totals;
