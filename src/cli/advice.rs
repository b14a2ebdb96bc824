//! What a person at a shell can do about a failure. The table's `instruction` is for agents.

use crate::cli::named::Named;
use crate::dispatch::Dispatcher;
use crate::project::fault::{ProjectFault, SessionError};
use crate::project::session::Roots;
use crate::spec::Subcommand;
use crate::spec::error_kind::ErrorKind;
use crate::text::query::Query;
use crate::text::shown::{Shown, echo};

/// A subcommand that runs a row of the table, as it was given.
pub(super) struct Asked<'a> {
    pub command: Subcommand,
    pub name: Option<&'a str>,
    /// Whether a pattern was given.
    pub pattern: bool,
    /// The words that are marked in what is found.
    pub query: Option<&'a Query>,
    pub named: Option<&'a Named>,
}

/// Returns what can be done about a failure of this type.
pub(super) fn advice(engine: &Dispatcher, asked: &Asked<'_>, error_type: &str) -> String {
    let kind = ErrorKind::ALL.iter().find(|kind| kind.name() == error_type);
    match kind {
        Some(ErrorKind::NotFound) => NAMES.to_owned(),
        Some(ErrorKind::NoMatches) => no_matches(asked.name),
        Some(ErrorKind::InvalidPattern) if asked.pattern => {
            "Put the pattern in single quotes, so that the shell does not expand it.".to_owned()
        }
        Some(ErrorKind::InvalidPattern) => "Fix guide.yaml, then run: mcp-guide check".to_owned(),
        Some(ErrorKind::NoSession) => no_session(engine, asked.named),
        Some(ErrorKind::IoError) => {
            "To see everything that cannot be read: mcp-guide check".to_owned()
        }
        Some(ErrorKind::InvalidArgument) => {
            let command = match asked.command {
                Subcommand::Get => "get",
                Subcommand::List => "list",
                Subcommand::Search => "search",
            };
            format!("To see its arguments: mcp-guide {command} --help")
        }
        Some(ErrorKind::Unknown) | None => "To see why, run it again with -vv".to_owned(),
    }
}

const INIT: &str =
    "To write one here: mcp-guide init. To use a project elsewhere: mcp-guide --project PATH";

const NAMES: &str = "To see what there is: mcp-guide list";

/// Returns what can be done where nothing matched.
pub(super) fn no_matches(name: Option<&str>) -> String {
    match name {
        Some(name) => format!("To see what it holds: mcp-guide list {} '**'", quoted(name)),
        None => NAMES.to_owned(),
    }
}

fn no_session(engine: &Dispatcher, named: Option<&Named>) -> String {
    let missing = match engine.session.bind(&Roots::None) {
        Err(SessionError::Nowhere(_)) => return INIT.to_owned(),
        Err(SessionError::Unloadable(error)) if error.fault == ProjectFault::OtherOwner => {
            return INIT.to_owned();
        }
        Err(SessionError::Unloadable(error)) => error.fault == ProjectFault::Missing,
        Ok(_) => false,
    };
    let Some(named) = named else {
        return "It is the nearest guide.yaml from the working directory upward. Fix it, then run: \
                mcp-guide check"
            .to_owned();
    };
    let (by, path) = (named.by, echo(named.path.as_str()));
    match missing {
        true => format!(
            "{by} names '{path}'. Correct the path, or write a guide.yaml in that folder: \
             mcp-guide init FOLDER"
        ),
        false => format!("{by} names '{path}'. Fix it, then run: mcp-guide check"),
    }
}

/// Quotes a word for a shell.
pub(super) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=@%+,".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", Shown(&word.replace('\'', "'\\''"))),
    }
}
