//! Faults of the file system, of clients and of their messages, each against the
//! built binary.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test makes its files, and says by a panic what did not hold"
)]

mod process;

#[path = "faults/bounds.rs"]
mod bounds;
#[path = "faults/clients.rs"]
mod clients;
#[path = "faults/files.rs"]
mod files;
#[path = "faults/grown.rs"]
mod grown;
#[path = "faults/guide.rs"]
mod guide;
#[path = "faults/large.rs"]
mod large;
#[path = "faults/messages.rs"]
mod messages;
#[path = "faults/names.rs"]
mod names;
#[path = "faults/nested.rs"]
mod nested;
#[path = "faults/permissions.rs"]
mod permissions;
#[path = "faults/projects.rs"]
mod projects;
#[path = "faults/protocol.rs"]
mod protocol;
#[path = "faults/scarce.rs"]
mod scarce;
#[path = "faults/stalled.rs"]
mod stalled;
#[path = "faults/stderr.rs"]
mod stderr;
