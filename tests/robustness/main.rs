//! Errors of the file system and of the machine, races, limits, faulty tables and YAML.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_names,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test makes its files, and reports by a panic what did not hold"
)]

mod answers;
mod bounds;
mod counted;
mod files;
mod grown;
mod guide;
mod hooks;
mod included;
mod index;
mod large;
mod limits;
mod looked_at;
mod names;
mod nested;
mod permissions;
#[path = "../process/mod.rs"]
mod process;
mod projects;
mod race;
mod remembered;
mod rewritten;
mod scarce;
#[path = "../search_quality/mod.rs"]
mod search_quality;
mod spec_table;
mod stalled;
mod stderr;
mod tokens;
mod yaml;
