//! The rule files of coding agents: `.cursor/rules`, `.claude/rules`, `AGENTS.md` and some thirty
//! other kinds. For a file, this crate says which rules apply and why, and which client loads
//! which rule by itself. Most of what it knows was measured with the clients.
//!
//! It opens no file, starts no thread and builds for `wasm32-unknown-unknown`. Texts and settings
//! are passed as values.
//!
//! ```
//! use rule_files::Dialects;
//!
//! let dialects = Dialects::built_in();
//! let text = "---\nglobs: *.ts\n---\nUse strict.\n";
//! let rules = [(".cursor/rules/ts.mdc", text), ("AGENTS.md", "Be brief.\n")];
//! for rule in dialects.verdicts("src/app/a.ts", rules) {
//!     assert!(rule.applies.is_yes(), "{}: {}", rule.path, rule.applies);
//! }
//! ```
//!
//! - [`Dialects`] is the table of rule files: [`Dialects::verdicts`] says which apply to a file.
//!   `data/dialects.yaml` describes its columns, and [`Dialects::with_rows`] adds rows.
//! - [`ClientSession`] says which rule files a client loads by itself, at its start or together
//!   with a file, and how much of them. [`Client`] has the settings that change it.
//! - [`RulePlace`] and [`RuleScope`] are the steps of a verdict, for a caller who compares many files
//!   with the same rules. [`Pattern`] is the syntax of patterns.
//!
//! Errors display themselves: what is wrong, where, and what to do.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod client;
pub mod client_session;
pub mod dialect;
pub mod dialects;
mod excluded;
pub mod header;
pub mod limits;
pub mod loading;
pub mod located;
mod path;
pub mod pattern;
mod quoted;
mod rule_error;
pub mod rule_scope;
pub mod settings;
mod similar;
pub mod surroundings;
pub mod verdict;
pub mod yaml;

pub use client::{CLIENTS_YAML, Client};
pub use client_session::ClientSession;
pub use dialect::{Dialect, Event};
pub use dialects::{DIALECTS_YAML, DialectError, DialectErrorKind, Dialects};
pub use header::Header;
pub use loading::Loading;
pub use located::{Located, Position};
pub use pattern::{Pattern, PatternError, PatternErrorKind};
pub use rule_error::RuleError;
pub use rule_scope::{FilePattern, RuleHeader, RulePlace, RuleScope};
pub use settings::{Settings, SettingsOwner, Told};
#[doc(hidden)]
pub use similar::similarity;
pub use surroundings::{ChainFile, Files, Start, Surroundings};
pub use verdict::{Applies, Verdict};
