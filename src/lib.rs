//! mcp-guide hands AI agents a project's own documents: guidelines, references,
//! examples.
//!
//! A **category** is a directory with default glob patterns; a **collection** is
//! a named list of categories, of parts of them and of other collections. A call
//! names one of them; one match is returned as the file itself, several as one
//! RFC 2046 `multipart/mixed` message, and every failure as a result that tells
//! the agent what to do next.
//!
//! # One `tools/call`
//!
//! 1. The thread of [`serve`] that reads takes a line. `mcp::message` parses it and
//!    `server::method` its parameters, `mcp::session` checks the request, and `mcp::connection`
//!    queues it.
//! 2. A thread of the pool takes it, and [`Server::call`] finds the tool's row in the [`Table`]
//!    and checks the arguments, which make a `Call` of its operation.
//! 3. It binds the project. Only then the [`Caller`] is asked for its [`Roots`], if these could
//!    decide which. [`Session`] reads `guide.yaml` if it has changed.
//! 4. `operation` runs the `Call`: `operation::find` asks `documents`, which walks the category's
//!    directory and matches its patterns, below an open directory. Only `documents::sandbox` opens
//!    anything, and nothing outside. Documents are read up to the budget. The result is a value,
//!    which has no words.
//! 5. `write` turns the value into a [`Reply`] in the table's words: a [`Success`], whose value is
//!    the document itself, a multipart message or a listing, or a [`Failure`]. Where there is no
//!    reply, a [`CallError`] says why.
//! 6. `mcp::outgoing` writes the reply's JSON as the text of a `CallToolResult`, on one line.
//!    The same thread writes it, unless another one is writing: then that does.
//!
//! Over HTTP, `mcp::http` does the first step and the last; a command calls [`Server::call`].
//! `CONTRIBUTING.md` says which module may import which.
//!
//! # Example
//!
//! ```
//! use mcp_guide::{Caller, Server, Session, Source, Table};
//!
//! let table = Table::embedded()?;
//! // This repository's own guide.yaml.
//! let session = Session::new(Source::Named(env!("CARGO_MANIFEST_DIR").into()));
//! let server = Server::new(table, session);
//! let arguments = serde_json::json!({ "category": "source", "pattern": "lib.rs" });
//! let arguments = arguments.as_object().ok_or("an object")?;
//! let reply = server.call(Caller::WITHOUT_ROOTS, "get_category_content", arguments)?;
//! assert!(!reply.is_failure());
//! assert!(reply.to_string().starts_with(r#"{"success":true,"value":"//! mcp-guide hands"#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Out of scope
//!
//! Templates have no lambdas and no code. There is no cache of documents, only of
//! what searches count of them, and no other pattern syntax than globs.
#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod documents;
#[doc(hidden)]
pub mod limits;
#[doc(hidden)]
pub mod mcp;
mod operation;
#[doc(hidden)]
pub mod project;
pub mod proposal;
#[doc(hidden)]
pub mod search;
mod server;
mod sync;
#[doc(hidden)]
pub mod table;
#[doc(hidden)]
pub mod text;
mod write;

pub use mcp::shutdown::{End, Shutdown};
pub use mcp::stdio::serve;
#[doc(hidden)]
pub use operation::guidance::known::KnownHeaders;
pub use operation::search::index::{SearchIndex, Threads};
pub use project::session::{Roots, Session, Source};
pub use server::{CallError, Caller, Server};
pub use table::{Table, TableError};
pub use write::answer::{Contents, ErrorKind, Failure, Reply, ReplyValue, Success};

/// What has messages, in the order of the reference: the rows of `phrases`, closed both ways.
#[doc(hidden)]
pub const MESSAGES: &[&text::message::MessageGroup] = &[
    documents::pattern::PatternErrorKind::MESSAGES,
    project::error::SessionError::MESSAGES,
    project::error::SearchStep::MESSAGES,
    project::error::ProjectErrorKind::MESSAGES,
    project::Unused::MESSAGES,
    project::clone_command::CloneCommand::MESSAGES,
    project::skill::SkillError::MESSAGES,
    text::use_when::UseWhenError::MESSAGES,
    documents::rules::RuleError::MESSAGES,
    text::yaml::YamlErrorKind::MESSAGES,
    text::yaml::YamlType::MESSAGES,
    text::yaml::YamlValue::MESSAGES,
    documents::error::FileError::MESSAGES,
    text::mustache::TemplateError::MESSAGES,
    operation::error::ArgumentErrorKind::MESSAGES,
    server::refusal::Refusal::MESSAGES,
    server::refusal::HttpError::MESSAGES,
    text::message::ListPart::MESSAGES,
    operation::kind::Kind::MESSAGES,
    operation::error::Suggestion::MESSAGES,
    operation::error::Nearby::MESSAGES,
    operation::error::PatternPlace::MESSAGES,
    operation::error::Missing::MESSAGES,
    operation::error::Item::MESSAGES,
    operation::note::Note::MESSAGES,
    table::Phrase::MESSAGES,
    table::ColumnHeading::MESSAGES,
];

/// The types of errors: the rows of `errors`.
#[doc(hidden)]
pub const ERRORS: &text::message::MessageGroup = operation::error::Error::MESSAGES;

/// What fills the templates of other rows.
#[doc(hidden)]
pub const ROWS: &text::message::MessageGroup = table::RowText::MESSAGES;

impl Table {
    /// Loads a table. `file` names it in errors; nothing is opened.
    ///
    /// # Errors
    ///
    /// The first error found, with its place and what would be valid there.
    pub fn load(content: &[u8], file: &str) -> Result<Self, TableError> {
        Self::load_with(content, file, ERRORS, MESSAGES)
    }
}
