//! Runs the specification's scenarios against a server.
//!
//! A scenario is a [`run::Case`]; a [`server::Server`] says how it is started. `run::case` runs
//! one against the other, and `report` collects what came of all.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    clippy::panic,
    missing_docs,
    reason = "a step reports by a panic what did not hold"
)]

pub mod cells;
pub mod client;
pub mod command;
pub mod examples;
pub mod expect;
pub mod failure;
pub mod features;
pub mod given;
pub mod http;
pub mod named;
pub mod outline;
pub mod recorder;
pub mod report;
pub mod run;
pub mod server;
pub mod specification;
pub mod system;
pub mod trial;
pub mod wants;
pub mod watch;
pub mod when;
pub mod wire;
pub mod world;
