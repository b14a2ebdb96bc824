//! mcp-guide hands AI agents a project's own documents: guidelines, references,
//! examples.
//!
//! A **category** is a directory with default glob patterns; a **collection** is
//! a named list of categories. A call names one of them; one match is returned
//! as the file itself, several as one RFC 2046 `multipart/mixed` message, and
//! every failure as a result that tells the agent what to do next.
//!
//! # The flow
//!
//! ```text
//! serve → transport → server → dispatch → operation → session, project
//!                                 │           └→ pattern → discover → sandbox
//!                                 │                           └→ document
//!                                 └→ reply → multipart, listing, wording → spec
//! ```
//!
//! - [`spec`] is the table: tools, arguments, errors, words and media types are
//!   rows of YAML, checked in full when it is loaded. No other room holds words.
//! - [`dispatch`] is the one way from a [`Call`](dispatch::Call) to a
//!   [`Reply`](reply::Reply): it finds the row, checks the arguments, binds the
//!   project and runs one of the native [`operation`]s.
//! - [`session`] finds the [`project`] and keeps it up to date.
//! - [`pattern`] parses and matches, [`discover`] walks, [`document`] reads; only
//!   [`sandbox`] touches the file system, and nothing it opens ever lies outside.
//! - [`multipart`], [`uri`] and [`shown`] are pure; [`reply`] makes the result, in the words
//!   that [`wording`] takes from the table.
//! - [`server`] speaks MCP over a [`transport`], which says why it refuses a message
//!   ([`refusal`]); [`serve`] does both for one client; [`log`] is what goes to
//!   standard error; [`check`], [`init`] and [`docs`] serve the command line alone.
//!
//! # Example
//!
//! ```
//! use mcp_guide::dispatch::{Call, Dispatcher};
//! use mcp_guide::operation::Operations;
//! use mcp_guide::session::{Roots, Session, Source};
//! use mcp_guide::spec::Table;
//!
//! let operations = Operations::native();
//! let table = Table::embedded(&operations)?;
//! // This repository's own guide.yaml.
//! let session = Session::new(Source::Named(env!("CARGO_MANIFEST_DIR").into()));
//! let dispatcher = Dispatcher::new(table, session, operations);
//! let reply = dispatcher.call(&Call {
//!     tool: "get_category_content",
//!     arguments: serde_json::json!({ "category": "source", "pattern": "lib.rs" })
//!         .as_object()
//!         .ok_or("an object")?,
//!     roots: &Roots::None,
//!     cancelled: &|| false,
//! });
//! let reply = reply.map_err(|no_reply| format!("{no_reply:?}"))?;
//! assert!(!reply.is_failure());
//! assert!(reply.to_json().starts_with(r#"{"success":true,"value":"//! mcp-guide hands"#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Out of scope
//!
//! Templates are found and returned as stored; rendering them is not done here.
//! There is no cache of documents and no other pattern syntax than globs.
#![forbid(unsafe_code)]

pub mod check;
pub mod descriptors;
pub mod discover;
pub mod dispatch;
pub mod docs;
pub mod document;
pub mod error;
pub mod init;
mod json;
mod listing;
pub mod log;
pub mod multipart;
pub mod named;
pub mod operation;
pub mod pattern;
pub mod project;
pub mod refusal;
pub mod reply;
pub mod sandbox;
pub mod serve;
pub mod server;
pub mod session;
pub mod shown;
pub mod spec;
pub mod transport;
pub mod uri;
pub mod wording;
pub mod work;
pub mod yaml;
