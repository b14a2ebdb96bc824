//! `check`, `init` and `schema`: the commands for whoever sets a project up.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test makes its files, and says by a panic what did not hold"
)]

#[path = "project_commands/bounds.rs"]
mod bounds;
#[path = "project_commands/check.rs"]
mod check;
#[path = "project_commands/client.rs"]
mod client;
#[path = "project_commands/headings.rs"]
mod headings;
#[path = "project_commands/import.rs"]
mod import;
#[path = "project_commands/init.rs"]
mod init;
mod process;
#[path = "project_commands/proposals.rs"]
mod proposals;
#[path = "project_commands/schemas.rs"]
mod schemas;
