//! Inputs for the laws, made so that what is interesting happens often.

mod budgets;
mod calls;
mod files;
mod messages;
mod patterns;
mod trees;

pub use budgets::tree;
pub use calls::call;
pub use files::edited;
pub use messages::{documents, named};
pub use patterns::pattern;
pub use trees::{plan, walk};
