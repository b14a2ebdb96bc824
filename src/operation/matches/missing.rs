//! Why nothing matches under a name.

use indexmap::IndexSet;

use super::Matches;
use crate::documents::pattern::Pattern;
use crate::operation::Request;
use crate::operation::error::{
    Error, Missing, MissingCause, Notes, OperationError, PatternReading, Scope,
};

impl Matches {
    /// Returns why nothing matched.
    pub(super) fn into_error(self, request: &Request<'_>) -> OperationError {
        let Self { scope, name, .. } = self;
        if self.searches == 0 && !self.missing.is_empty() {
            let invalid = self.missing.iter().find_map(|missing| match missing {
                Missing::Pattern {
                    member,
                    pattern,
                    error,
                } => Some(Error::InvalidPattern {
                    pattern: pattern.clone(),
                    of: Some(member.clone()),
                    error: error.clone(),
                }),
                _ => None,
            });
            if let Some(error) = invalid {
                return OperationError::failed(error, Notes::incomplete(&name, self.missing));
            }
            let cause = no_directory(scope, &self.missing);
            return Error::NotFound { scope, name, cause }.into();
        }
        let notes = Notes {
            unserved: self.unserved.into_iter().collect(),
            reading: PatternReading {
                pattern: request.pattern.and_then(Pattern::read_as),
                ..self.reading
            },
            ..Notes::incomplete(&name, self.missing)
        };
        let nearby = None;
        let error = match request.document {
            Some(document) => Error::NoDocument {
                scope,
                name,
                document: document.given.to_owned(),
                nearby,
            },
            None => Error::NoMatches {
                scope,
                name,
                patterns: self.patterns.into_iter().collect(),
                nearby,
            },
        };
        OperationError::failed(error, notes)
    }
}

/// Returns the cause if none of a name's categories has a directory.
fn no_directory(scope: Scope, missing: &IndexSet<Missing>) -> MissingCause {
    match (scope, missing.first()) {
        (Scope::Category, Some(Missing::Directory { dir, error, .. })) => {
            MissingCause::Directory(dir.clone(), error.clone())
        }
        _ => {
            let names = missing.iter().map(|missing| match missing {
                Missing::Member(name)
                | Missing::Pattern { member: name, .. }
                | Missing::Directory { category: name, .. } => name.clone(),
            });
            MissingCause::Directories(names.collect())
        }
    }
}

/// Returns the error of a name that nothing has.
pub(in crate::operation) fn not_found(request: &Request<'_>, name: &str) -> Error {
    let valid = request.search.iter().flat_map(|kind| request.names(*kind));
    let valid: IndexSet<&String> = valid.collect();
    Error::NotFound {
        scope: Scope::of(request.search),
        name: name.to_owned(),
        cause: MissingCause::Name(valid.into_iter().cloned().collect()),
    }
}
