//! Renders lists, notes and sentences in the words of the table.

use std::fmt::Display;

use crate::operation::error::quoted;
use crate::operation::note::{Note, Notes};
use crate::table::{Phrase, Table, values};
use crate::text::message::ListPart;
use crate::text::message::{ToArg, ToMessage};

impl Table {
    /// Renders a phrase with the values of its placeholders.
    pub(crate) fn phrase(&self, phrase: Phrase, values: &[(&str, &dyn Display)]) -> String {
        self.said_with(&phrase, values)
    }

    /// Renders what stands in the place of a placeholder, such as a list.
    pub(crate) fn value(&self, value: &dyn ToArg) -> String {
        value.said(&self.texts)
    }

    /// Renders the first few names, each quoted, and how many more there are.
    pub(crate) fn quoted<T: AsRef<str>>(&self, names: &[T]) -> String {
        self.value(&quoted(names))
    }

    /// Renders a list that ends with how many more there are.
    pub(crate) fn listed(&self, items: impl Iterator<Item = String>, more: usize) -> String {
        let more = (more > 0).then(|| self.said(&ListPart::More(more)));
        let items: Vec<String> = items.chain(more).collect();
        items.join(&self.said(&ListPart::Separator))
    }

    /// Returns the notes beside a result as sentences, or `None` if there are none.
    pub(super) fn notes(&self, notes: &Notes) -> Option<String> {
        let mut notes: Vec<&Note> = notes.iter().collect();
        notes.sort_by_key(|note| Note::MESSAGES.all.iter().position(|def| def == note.def()));
        self.sentences(notes.into_iter().map(|note| self.said(note)))
    }

    /// Joins sentences; `None` if there are none.
    pub(super) fn sentences(&self, all: impl IntoIterator<Item = String>) -> Option<String> {
        let all: Vec<String> = all.into_iter().collect();
        (!all.is_empty()).then(|| all.join(&self.said(&Phrase::SentenceSeparator)))
    }

    /// Joins an error and the notes beside it.
    pub(crate) fn error_with_notes(&self, error: String, notes: Option<String>) -> String {
        match notes {
            None => error,
            Some(notes) if error.ends_with(['.', '?', '!']) => {
                [error, notes].join(&self.said(&Phrase::SentenceSeparator))
            }
            Some(notes) => self.phrase(Phrase::ErrorWithNotes, values!(error, notes)),
        }
    }
}
