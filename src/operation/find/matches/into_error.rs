//! The error for a name under which nothing matches.

use super::Matches;
use crate::operation::OperationError;
use crate::operation::call::{DocumentRef, Selection};
use crate::operation::error::{Error, Item, Missing, Nearby, quoted};
use crate::operation::kind::Kind;
use crate::operation::note::{Note, Notes, PatternReading, not_searched};
use crate::text::messages::Joined;
use crate::text::paths::hidden_name;
use crate::text::truncated::Truncated;
use rule_files::pattern::Pattern;

/// The maximum number of missing members and categories that an error lists. Each one is a
/// sentence.
const MAX_NAMED: usize = 20;

impl Matches {
    /// Returns the error that explains why nothing matched.
    pub(super) fn into_error(mut self, selection: &Selection<'_>) -> OperationError {
        let (kind, name) = (self.kind, self.name);
        if !self.is_opened && !self.missing.is_empty() {
            let is_pattern = |missing: &Missing| matches!(missing, Missing::Pattern { .. });
            let invalid = self.missing.iter().position(is_pattern);
            let invalid = invalid.and_then(|at| self.missing.shift_remove_index(at));
            if let Some(Missing::Pattern {
                pattern,
                place,
                reason,
            }) = invalid
            {
                let error = Error::InvalidPattern {
                    pattern,
                    place,
                    reason,
                };
                let notes = not_searched(self.missing).into_iter().collect();
                return OperationError::failed(error, notes);
            }
            let cause = Truncated::at_most(MAX_NAMED, self.missing.into_iter());
            let cause = Item::Missing(cause);
            return Error::NotFound {
                kind,
                name,
                cause: Some(Box::new(cause)),
                suggestion: None,
            }
            .into();
        }
        let mut notes: Notes = not_searched(self.missing).into_iter().collect();
        let reading = PatternReading {
            pattern: selection.pattern().and_then(Pattern::read_as),
            ..self.reading
        };
        notes.extend(reading.notes());
        // The walk has already recorded the hidden names of a path within the category.
        let leads_up = |document: &&DocumentRef<'_>| {
            document.given.split('/').any(|component| component == "..")
        };
        let document = selection.document().filter(leads_up);
        let hidden = document.and_then(|document| hidden_name(document.given));
        self.unserved.extend(hidden.map(str::to_owned));
        notes.extend(quoted(&self.unserved).note(Note::Hidden));
        let error = match selection.document() {
            Some(document) => Error::NoDocument {
                kind: Kind::Document,
                name: document.given.to_owned(),
                cause: Box::new(Item::Within {
                    kind: kind.within(),
                    name,
                }),
                suggestion: Joined(Vec::new()),
            },
            None => Error::NoMatches {
                kind: kind.within(),
                name,
                nearby: if self.patterns.is_empty() {
                    Joined(vec![Nearby::NoCategories])
                } else {
                    Joined(Vec::new())
                },
                patterns: quoted(&self.patterns),
            },
        };
        OperationError::failed(error, notes)
    }
}
