//! Renders lists, notes and sentences with the texts of the table.

use crate::operation::error::quoted;
use crate::operation::note::{Note, Notes};
use crate::table::{Phrase, Table};
use crate::text::messages::{ListPart, ToMessage, Verbatim};

impl Table {
    /// Renders the first few names, each quoted, and the number of further names.
    pub(crate) fn render_names<T: AsRef<str>>(&self, names: &[T]) -> String {
        self.render(&quoted(names))
    }

    /// Renders `items` as a list. If `more` is not 0, the list ends with this number of further
    /// items.
    pub(crate) fn render_list(&self, items: impl Iterator<Item = String>, more: usize) -> String {
        self.texts.render_list(items, more, &ListPart::Separator)
    }

    /// Renders the notes on a result as sentences. Returns `None` if there are no notes.
    pub(crate) fn notes(&self, notes: &Notes) -> Option<String> {
        let mut notes: Vec<&Note> = notes.iter().collect();
        notes.sort_by_key(|note| Note::MESSAGES.all.iter().position(|def| def == note.def()));
        self.join_sentences(notes.into_iter().map(|note| self.render(note)))
    }

    /// Joins the sentences in `all`. Returns `None` if there are no sentences.
    pub(crate) fn join_sentences(&self, all: impl IntoIterator<Item = String>) -> Option<String> {
        let all: Vec<String> = all.into_iter().collect();
        (!all.is_empty()).then(|| all.join(&self.render(&Phrase::SentenceSeparator)))
    }

    /// Returns the text of `error`, followed by `notes` if there are any.
    pub(crate) fn error_with_notes(&self, error: String, notes: Option<String>) -> String {
        match notes {
            None => error,
            Some(notes) if error.ends_with(['.', '?', '!']) => {
                [error, notes].join(&self.render(&Phrase::SentenceSeparator))
            }
            Some(notes) => self.render(&Phrase::ErrorWithNotes {
                error: Verbatim(error),
                notes: Verbatim(notes),
            }),
        }
    }
}
