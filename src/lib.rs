//! mcp-guide hands AI agents a project's own documents: guidelines, references, examples.
//!
//! A **category** is a directory with default glob patterns. A **collection** is a named list of
//! categories, parts of categories and other collections. A call contains the name of a category or
//! a collection. If one document matches, the call returns the file itself. If several match, it
//! returns one RFC 2046 `multipart/mixed` message. Every failure is a result that tells the agent
//! what to do next.
//!
//! # One `tools/call`
//!
//! 1. The reading thread of [`serve`] reads a line. `mcp::incoming` parses the line and
//!    `server::method` parses the parameters. `mcp::client_session` checks the request, and
//!    `mcp::connection` queues it.
//! 2. A thread of the pool takes the request. [`Server::call`] finds the tool's row in the
//!    [`Table`] and checks the arguments. The arguments become a `Call` of the tool's operation.
//! 3. [`Server::call`] binds the project. It asks the [`Caller`] for its [`Roots`] only if the roots
//!    can decide which project to use. [`Session`] reads `guide.yaml` again if the file has changed.
//! 4. `operation` runs the `Call`. `operation::find` asks `documents`, which walks the directory of
//!    the category and matches the patterns. Only `documents::sandbox` opens files. It opens them
//!    below an open directory and never outside it. Documents are read up to the response budget.
//!    The result is a value that contains no message texts.
//! 5. `write` turns the value into a [`Reply`], with the texts of the table. The reply is a
//!    [`Success`] or a [`Failure`]. A success contains the document itself, a multipart message or
//!    a listing. If there is no reply, a [`CallError`] says why.
//! 6. `mcp::outgoing` writes the reply's JSON as the text of a `CallToolResult`, on one line. The
//!    same thread sends the line. If another thread is already sending lines, that thread sends this
//!    line, too.
//!
//! Over HTTP, `mcp::http` performs the first and the last step. A command calls [`Server::call`]
//! directly. `CONTRIBUTING.md` says which module may import which.
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
//! Templates support no lambdas and no code. Documents are not cached, except for the counts that
//! searches keep. Globs are the only pattern syntax.
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
pub use mcp::stdio_server::serve;
#[doc(hidden)]
pub use operation::guidance::known_headers::KnownHeaders;
pub use operation::search::search_index::{SearchIndex, Threads};
pub use project::session::{Roots, Session, Source};
pub use server::{CallError, Caller, Server};
pub use table::{Table, TableError};
pub use write::reply::{Contents, ErrorKind, Failure, Reply, ReplyValue, Success};

/// The groups of messages, in the order of `spec/reference.md`. Each message has a row in the
/// table's `phrases`, and each row belongs to a message.
#[doc(hidden)]
pub const MESSAGES: &[&text::messages::MessageGroup] = &[
    text::rule_file_messages::PATTERN_ERRORS,
    project::project_error::SessionError::MESSAGES,
    project::project_error::SearchStep::MESSAGES,
    project::project_error::ProjectErrorKind::MESSAGES,
    project::Unused::MESSAGES,
    project::clone_command::CloneCommand::MESSAGES,
    project::skill_fields::SkillError::MESSAGES,
    text::use_when::UseWhenError::MESSAGES,
    text::rule_file_messages::RULE_ERRORS,
    operation::guidance::rule_problem::UnreadRule::MESSAGES,
    text::rule_file_messages::YAML_ERRORS,
    text::rule_file_messages::YAML_TYPES,
    text::rule_file_messages::YAML_VALUES,
    documents::file_error::FileError::MESSAGES,
    documents::dir_error::DirError::MESSAGES,
    documents::document_error::DocumentError::MESSAGES,
    text::mustache::TemplateError::MESSAGES,
    operation::error::ArgumentErrorKind::MESSAGES,
    server::refusal::Refusal::MESSAGES,
    server::refusal::HttpError::MESSAGES,
    text::messages::ListPart::MESSAGES,
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

/// The error types, which are the rows of `errors`.
#[doc(hidden)]
pub const ERRORS: &text::messages::MessageGroup = operation::error::Error::MESSAGES;

/// The placeholders of the templates that do not belong to messages.
#[doc(hidden)]
pub const ROWS: &text::messages::MessageGroup = table::RowText::MESSAGES;

impl Table {
    /// Loads a table from `content` and checks it. Errors mention `file`; no file is opened.
    ///
    /// # Errors
    ///
    /// Returns the first error found, with its place and the values that are valid there.
    pub fn load(content: &[u8], file: &str) -> Result<Self, TableError> {
        Self::load_with(content, file, ERRORS, MESSAGES)
    }
}
