//! The project: what its `guide.yaml` says, and which one is bound.

pub mod category;
pub mod collection;
mod compile;
pub mod error;
pub mod file;
pub mod guide;
pub mod include;
pub mod session;
pub mod skill;
pub mod source;
