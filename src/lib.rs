//! mcp-guide hands AI agents a project's own documents: guidelines, references,
//! examples.
//!
//! A **category** is a directory with default glob patterns; a **collection** is
//! a named list of categories, of parts of them and of other collections. A call
//! names one of them; one match is returned as the file itself, several as one
//! RFC 2046 `multipart/mixed` message, and every failure as a result that tells
//! the agent what to do next.
//!
//! # The way of a call
//!
//! What is public is what a program needs that embeds the server:
//!
//! 1. A [`Table`] has the tools, arguments, errors, words and media types: rows of
//!    YAML, checked in full when it is loaded. No word that an agent sees stands
//!    anywhere else.
//! 2. A [`Session`] knows the way to the project, its `guide.yaml`: one that was named
//!    ([`Source::Named`]), or one that is looked for in the client's [`Roots`] and upward.
//! 3. A [`Dispatcher`] of both is the one way from a [`Call`] to a [`Reply`]: it finds the
//!    tool's row, checks the arguments, binds the project, runs the operation. It opens
//!    files and may wait for them; a [`Call`] can be cancelled.
//! 4. A [`Reply`] is the Result as JSON: a [`Success`], or a [`Failure`] with an
//!    instruction. A call has none only where there is no such tool, or it was cancelled:
//!    [`NoReply`].
//! 5. [`serve`] answers one client on two streams, as MCP, until the [`End`].
//!
//! # The wings
//!
//! In the order in which a call goes through them; who may import whom is written in
//! `CONTRIBUTING.md`.
//!
//! - `mcp` and `cli` are what calls come through.
//! - `dispatch` is the [`Dispatcher`], and what it does for resources, prompts and
//!   completions.
//! - `project` is `guide.yaml`, and which one is bound.
//! - `operation` finds documents and hands them on one by one.
//! - `documents` finds and reads what patterns match; only its `sandbox` touches the
//!   file system, and nothing it opens ever lies outside.
//! - `render` makes the [`Reply`] of them: its parts and their headers, listings, the
//!   table's words.
//! - `spec` is the [`Table`].
//! - `text` is pure: multipart messages, URIs, JSON, YAML, Markdown, Mustache.
//!
//! # Example
//!
//! ```
//! use mcp_guide::{Call, Dispatcher, Roots, Session, Source, Table};
//!
//! let table = Table::embedded()?;
//! // This repository's own guide.yaml.
//! let session = Session::new(Source::Named(env!("CARGO_MANIFEST_DIR").into()));
//! let dispatcher = Dispatcher::new(table, session);
//! let reply = dispatcher.call(&Call {
//!     tool: "get_category_content",
//!     arguments: serde_json::json!({ "category": "source", "pattern": "lib.rs" })
//!         .as_object()
//!         .ok_or("an object")?,
//!     roots: &Roots::None,
//!     cancelled: &|| false,
//! })?;
//! assert!(!reply.is_failure());
//! assert!(reply.to_string().starts_with(r#"{"success":true,"value":"//! mcp-guide hands"#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Out of scope
//!
//! Templates have no lambdas and no code. There is no cache of documents and no other
//! pattern syntax than globs.
#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod cli;
mod dispatch;
#[doc(hidden)]
pub mod documents;
#[doc(hidden)]
pub mod limits;
#[doc(hidden)]
pub mod mcp;
mod operation;
#[doc(hidden)]
pub mod project;
mod render;
#[doc(hidden)]
pub mod spec;
#[doc(hidden)]
pub mod text;

pub use dispatch::{Asker, Call, Dispatcher, NoReply, Refused};
pub use mcp::stdio::{End, Stop, serve};
pub use project::session::{Roots, Session, Source};
pub use render::answer::Contents;
pub use render::reply::{Failure, Reply, Shape, Success};
pub use spec::{Table, TableError};
