//! Why nothing matches under a name.

use indexmap::IndexSet;

use super::Matches;
use crate::documents::pattern::Pattern;
use crate::operation::OperationError;
use crate::operation::call::{DocumentRef, Selection};
use crate::operation::error::{
    Error, Item, Kind, Missing, MissingCause, Nothing, OrNone, PatternPlace, Scope, quoted,
};
use crate::operation::note::{Note, Notes, PatternReading, hidden, incomplete};
use crate::text::message::Joined;

impl Matches {
    /// Returns why nothing matched.
    pub(super) fn into_error(self, selection: &Selection<'_>) -> OperationError {
        let Self { scope, name, .. } = self;
        if self.walks == 0 && !self.missing.is_empty() {
            let invalid = self.missing.iter().find_map(invalid_pattern);
            if let Some(error) = invalid {
                let notes = incomplete(&name, self.missing).into_iter().collect();
                return OperationError::failed(error, notes);
            }
            let (kind, cause) = (
                scope.kind(),
                Some(Box::new(no_directory(scope, &self.missing))),
            );
            return Error::NotFound {
                kind,
                name,
                cause,
                suggestion: None,
            }
            .into();
        }
        let mut notes: Notes = incomplete(&name, self.missing).into_iter().collect();
        let reading = PatternReading {
            pattern: selection.pattern().and_then(Pattern::read_as),
            ..self.reading
        };
        notes.extend(reading.notes());
        notes.extend(quoted(&self.unserved).note(Note::Hidden));
        // Of a path in the category that was said, if it serves no hidden names.
        let leads_up = |document: &&DocumentRef<'_>| document.given.split('/').any(|of| of == "..");
        let document = selection.document().filter(leads_up);
        notes.extend(document.and_then(|document| hidden(document.given)));
        let error = match selection.document() {
            Some(document) => Error::NoDocument {
                kind: Kind::Document,
                name: document.given.to_owned(),
                cause: Box::new(Item::Within { kind: scope, name }),
                suggestion: Joined::default(),
            },
            None => Error::NoMatches {
                kind: scope,
                name,
                patterns: OrNone(quoted(&self.patterns), Nothing::Patterns),
                nearby: Joined::default(),
            },
        };
        OperationError::failed(error, notes)
    }
}

/// Returns the error of a member whose pattern is invalid.
fn invalid_pattern(missing: &Missing) -> Option<Error> {
    let Missing::Pattern {
        name,
        pattern,
        place,
        reason,
    } = missing
    else {
        return None;
    };
    let of = PatternPlace::Of(name.clone());
    Some(Error::InvalidPattern {
        pattern: pattern.clone(),
        place: Joined(place.clone().into_iter().chain([of]).collect()),
        reason: reason.clone(),
    })
}

/// Returns the cause if none of a name's categories has a directory.
fn no_directory(scope: Scope, missing: &IndexSet<Missing>) -> MissingCause {
    match (scope, missing.first()) {
        (Scope::Category, Some(Missing::Directory { path, .. })) => {
            MissingCause::Directory(path.clone())
        }
        (Scope::Category, Some(Missing::Unopened { path, reason, .. })) => {
            let (path, reason) = (path.clone(), reason.clone());
            MissingCause::Unopened { path, reason }
        }
        _ => MissingCause::Directories(quoted(missing.iter().map(|missing| match missing {
            Missing::Member(name)
            | Missing::Pattern { name, .. }
            | Missing::Directory { name, .. }
            | Missing::Unopened { name, .. } => name,
        }))),
    }
}
