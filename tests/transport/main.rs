//! JSON-RPC over stdio and over HTTP: lines, sessions, results, how a server ends.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_names,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test makes its files, and reports by a panic what did not hold"
)]

mod clients;
#[cfg(feature = "http")]
mod http;
mod in_flight;
#[path = "../process/mod.rs"]
mod process;
mod serve;
mod wire;

use mcp_guide::Server;
use mcp_guide::project::session::{Session, Source};
use mcp_guide::table::Table;

/// Returns the server of this repository's own project.
fn server() -> Server {
    let table = Table::embedded().expect("it is sound");
    let session = Session::new(Source::Named(env!("CARGO_MANIFEST_DIR").into()));
    Server::new(table, session)
}
