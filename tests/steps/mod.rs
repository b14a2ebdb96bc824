//! The steps of the features, and what is checked of the specification itself.

pub mod bites;
pub mod cells;
pub mod closure;
pub mod criteria;
pub mod examples;
pub mod expect;
pub mod failure;
pub mod given;
pub mod named;
pub mod outline;
pub mod recorder;
pub mod renamed;
pub mod report;
pub mod run;
pub mod sabotage;
pub mod targets;
pub mod when;
pub mod words;
pub mod world;
