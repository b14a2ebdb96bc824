//! What a person can do about a failure. What an agent is told is the table's
//! `instruction`, and is not for people.

use crate::cli::named::Named;
use crate::dispatch::Dispatcher;
use crate::project::fault::{ProjectFault, SessionError};
use crate::project::session::Roots;
use crate::render::wording::{Wording, echo};
use crate::spec::error_kind::ErrorKind;
use crate::spec::{Phrase, Subcommand, values};
use crate::text::query::Query;
use crate::text::shown::Shown;

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

/// What can be done about a failure of this type.
pub(super) fn advice(engine: &Dispatcher, asked: &Asked<'_>, error_type: &str) -> String {
    let wording = Wording::new(&engine.table);
    let kind = ErrorKind::ALL.iter().find(|kind| kind.name() == error_type);
    match kind {
        Some(ErrorKind::NotFound) => wording.phrase(Phrase::AdviceNames, &[]),
        Some(ErrorKind::NoMatches) => no_matches(wording, asked.name),
        Some(ErrorKind::InvalidPattern) => match asked.pattern {
            true => wording.phrase(Phrase::AdvicePattern, &[]),
            false => wording.phrase(Phrase::AdviceMend, &[]),
        },
        Some(ErrorKind::NoSession) => no_session(engine, wording, asked.named),
        Some(ErrorKind::IoError) => wording.phrase(Phrase::AdviceUnreadable, &[]),
        Some(ErrorKind::InvalidArgument) => {
            let command = match asked.command {
                Subcommand::Get => "get",
                Subcommand::List => "list",
                Subcommand::Search => "search",
            };
            wording.phrase(Phrase::AdviceArguments, values!(command))
        }
        Some(ErrorKind::Unknown) | None => wording.phrase(Phrase::AdviceUnknown, &[]),
    }
}

/// What can be done where nothing matched.
pub(super) fn no_matches(wording: Wording<'_>, name: Option<&str>) -> String {
    match name {
        Some(name) => wording.phrase(Phrase::AdviceDocuments, values!(name = quoted(name))),
        None => wording.phrase(Phrase::AdviceNames, &[]),
    }
}

fn no_session(engine: &Dispatcher, wording: Wording<'_>, named: Option<&Named>) -> String {
    let missing = match engine.session.bind(&Roots::None) {
        Err(SessionError::Nowhere(_)) => return wording.phrase(Phrase::AdviceInit, &[]),
        Err(SessionError::Unloadable(error)) if error.fault == ProjectFault::OtherOwner => {
            return wording.phrase(Phrase::AdviceInit, &[]);
        }
        Err(SessionError::Unloadable(error)) => error.fault == ProjectFault::Missing,
        Ok(_) => false,
    };
    let Some(named) = named else {
        return wording.phrase(Phrase::AdviceFound, &[]);
    };
    let path = echo(named.path.as_str());
    let said = values!(by = named.by, path);
    match missing {
        true => wording.phrase(Phrase::AdviceMissing, said),
        false => wording.phrase(Phrase::AdviceBroken, said),
    }
}

/// A word as a shell takes it for one.
pub(super) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=@%+,".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", Shown(&word.replace('\'', "'\\''"))),
    }
}
