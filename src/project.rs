//! The project: what its `guide.yaml` says, and which one is bound.

pub mod applies_to;
pub mod collection;
pub mod default_pattern;
pub mod error;
pub mod guide;
pub mod include;
pub mod session;
pub mod settings;
pub mod skill;
