//! Renders notes, lists and suggestions as messages of the table.

mod errors;

use std::fmt::Display;

use crate::documents::error::{FileError, Unreadable};
use crate::documents::pattern::PatternError;
use crate::documents::rendered::Variable;
use crate::limits::{MAX_LINKED, MAX_NAMED};
use crate::operation::error::{LeftOut, Missing, Notes, Scope, Unlisted};
use crate::spec::{Phrase, Table, values};
use crate::text::escape::{MAX_NAME, escape_at_most, escape_truncated};
use crate::text::message::ToMessage;
use crate::text::names::{Truncated, near};
use crate::text::tokens::estimated_tokens;

/// Renders messages from the rows of a table.
#[derive(Debug, Clone, Copy)]
pub struct MessageFormatter<'a> {
    table: &'a Table,
}

impl<'a> MessageFormatter<'a> {
    /// Returns a formatter of this table's messages.
    pub fn new(table: &'a Table) -> Self {
        Self { table }
    }

    /// Renders a phrase with the values of its placeholders.
    pub fn phrase(&self, phrase: Phrase, values: &[(&str, &dyn Display)]) -> String {
        self.table.said_with(&phrase, values)
    }

    /// Renders an error that has a message of its own.
    pub fn said(&self, message: &dyn ToMessage) -> String {
        self.table.said(message)
    }

    fn word(&self, phrase: Phrase) -> String {
        self.phrase(phrase, &[])
    }

    /// Returns the notes beside a result as sentences, or `None` if there are none.
    pub fn notes(&self, notes: &Notes) -> Option<String> {
        let mut sentences = Vec::new();
        if let Some(problem) = &notes.stale {
            let problem = self.said(problem);
            sentences.push(self.phrase(Phrase::MessageStale, values!(problem)));
        }
        if let Some((name, missing)) = &notes.missing {
            sentences.push(self.incomplete(name, missing));
        }
        if let Some(pattern) = &notes.reading.pattern {
            let pattern = self.quote(pattern);
            sentences.push(self.phrase(Phrase::MessagePattern, values!(pattern)));
        }
        if !notes.reading.endings.is_empty() {
            let endings: Vec<&String> = notes.reading.endings.iter().collect();
            let endings = self.quoted(&endings);
            sentences.push(self.phrase(Phrase::MessageEndings, values!(endings)));
        }
        if !notes.unserved.is_empty() {
            let categories = self.named(&notes.unserved, |name| self.quote(name));
            sentences.push(self.phrase(Phrase::MessageHidden, values!(categories)));
        }
        if !notes.unreadable.is_empty() {
            let documents = self.unreadable_list(&notes.unreadable);
            sentences.push(self.phrase(Phrase::MessageUnreadable, values!(documents)));
        }
        if notes.without > 0 {
            let count = notes.without;
            sentences.push(self.phrase(Phrase::MessageWithout, values!(count)));
        }
        let limit = notes.limit;
        if !notes.left_out.is_empty() {
            let documents = self.named(&notes.left_out, |left_out| self.left_out(left_out));
            sentences.push(self.phrase(Phrase::MessageBudget, values!(limit, documents)));
        }
        if let Some(large) = &notes.large {
            let document = self.left_out(large);
            sentences.push(self.phrase(Phrase::MessageLarge, values!(limit, document)));
        }
        sentences.extend_from_slice(&notes.listing);
        if let Some(document) = &notes.lone {
            let document = escape_truncated(document);
            sentences.push(self.phrase(Phrase::MessageLone, values!(document)));
        }
        if !notes.templates.is_empty() {
            let documents = self.named(&notes.templates, |path| escape_truncated(path));
            sentences.push(self.phrase(Phrase::MessageTemplates, values!(documents)));
        }
        if !notes.variables.is_empty() {
            let variables = self.variables(&notes.variables);
            sentences.push(self.phrase(Phrase::MessageVariables, values!(variables)));
        }
        self.sentences(sentences)
    }

    /// Renders a document over the budget, and its largest sections.
    fn left_out(
        &self,
        LeftOut {
            uri,
            bytes,
            sections,
        }: &LeftOut,
    ) -> String {
        let uri = escape_at_most(uri, MAX_NAME);
        let section = |(uri, bytes): &(String, usize)| {
            let uri = escape_at_most(uri, MAX_NAME);
            self.phrase(Phrase::DocumentBytes, values!(uri, bytes))
        };
        if sections.is_empty() {
            return self.phrase(Phrase::DocumentBytes, values!(uri, bytes));
        }
        let sections = self.listed(sections.iter().map(section), 0);
        self.phrase(Phrase::DocumentSections, values!(uri, bytes, sections))
    }

    /// Renders the estimated number of tokens of a text from its bytes.
    pub(super) fn tokens(&self, bytes: u64) -> String {
        let count = estimated_tokens(bytes);
        self.phrase(Phrase::ListTokens, values!(count))
    }

    /// Joins sentences; `None` if there are none.
    pub(crate) fn sentences(&self, all: impl IntoIterator<Item = String>) -> Option<String> {
        let all: Vec<String> = all.into_iter().collect();
        (!all.is_empty()).then(|| all.join(&self.word(Phrase::SentenceSeparator)))
    }

    /// Joins an error and the notes beside it.
    pub fn error_with_notes(&self, error: String, notes: Option<String>) -> String {
        match notes {
            None => error,
            Some(notes) if error.ends_with(['.', '?', '!']) => {
                [error, notes].join(&self.word(Phrase::SentenceSeparator))
            }
            Some(notes) => self.phrase(Phrase::ErrorWithNotes, values!(error, notes)),
        }
    }

    fn incomplete(&self, collection: &str, missing: &Truncated<Missing>) -> String {
        let categories = self.named(missing, |missing| match missing {
            Missing::Member(name) => {
                let name = escape_truncated(name);
                self.phrase(Phrase::MemberUnknown, values!(name))
            }
            Missing::Pattern { member, error, .. } => {
                let (name, place) = (escape_truncated(member), self.place(error));
                let reason = self.said(&error.kind);
                self.phrase(Phrase::MemberPattern, values!(name, place, reason))
            }
            Missing::Directory {
                category,
                dir,
                error,
            } => {
                let phrase = match error {
                    FileError::Missing => Phrase::CategoryDirectory,
                    _ => Phrase::CategoryUnopened,
                };
                let (path, name) = (escape_truncated(dir), escape_truncated(category));
                let reason = self.said(error);
                self.phrase(phrase, values!(path, name, reason))
            }
        });
        let collection = escape_truncated(collection);
        self.phrase(Phrase::MessageCategories, values!(collection, categories))
    }

    /// Renders why a listing lacks a document, a category or members of a collection.
    pub fn unlisted(&self, unlisted: &Unlisted) -> String {
        match unlisted {
            Unlisted::Unreadable(unreadable) => self.unreadable(unreadable),
            Unlisted::Failed { name, error } => {
                let (path, reason) = (escape_truncated(name), self.error(error, name));
                self.phrase(Phrase::Unreadable, values!(path, reason))
            }
            Unlisted::Missing(name, missing) => self.incomplete(name, missing),
        }
    }

    /// Renders something that could not be read, and why.
    pub fn unreadable(&self, unreadable: &Unreadable) -> String {
        let path = escape_truncated(&unreadable.path);
        let reason = self.said(&unreadable.error);
        self.phrase(Phrase::Unreadable, values!(path, reason))
    }

    /// Renders what could not be read, each with the reason.
    pub fn unreadable_list(&self, documents: &Truncated<Unreadable>) -> String {
        let mut links = 0;
        let is_named = |document: &&Unreadable| {
            links += usize::from(document.error.is_linked_folder());
            !document.error.is_linked_folder() || links <= MAX_LINKED
        };
        let named: Vec<&Unreadable> = documents.first.iter().filter(is_named).collect();
        let more = documents.count() - named.len();
        self.listed(named.into_iter().map(|one| self.unreadable(one)), more)
    }

    /// Renders variables without a value, each with its document.
    pub fn variables(&self, variables: &Truncated<Variable>) -> String {
        self.named(variables, |Variable { name, path }| {
            let (name, path) = (escape_truncated(name), escape_truncated(path));
            self.phrase(Phrase::Variable, values!(name, path))
        })
    }

    /// Renders the position of an error in a pattern, if it has one.
    pub fn place(&self, error: &PatternError) -> String {
        error.position.map_or_else(String::new, |position| {
            self.phrase(Phrase::AtCharacter, values!(position))
        })
    }

    /// Renders a list that names the first few and counts the rest.
    fn named<T>(&self, items: &Truncated<T>, word: impl Fn(&T) -> String) -> String {
        self.listed(items.first.iter().map(word), items.more)
    }

    /// Renders a list that ends with how many more there are.
    pub(crate) fn listed(&self, items: impl Iterator<Item = String>, more: usize) -> String {
        self.joined(items, more, Phrase::Separator)
    }

    fn joined(&self, items: impl Iterator<Item = String>, more: usize, between: Phrase) -> String {
        let more = (more > 0).then(|| self.more(more));
        let items: Vec<String> = items.chain(more).collect();
        items.join(&self.word(between))
    }

    /// Renders that there are so many more.
    pub(crate) fn more(&self, more: usize) -> String {
        self.phrase(Phrase::More, values!(count = more))
    }

    /// Renders the first few names, each quoted, and how many more there are.
    pub fn quoted<T: AsRef<str>>(&self, names: &[T]) -> String {
        self.first(names.iter().map(|name| self.quote(name)), Phrase::Separator)
    }

    fn first(&self, items: impl ExactSizeIterator<Item = String>, between: Phrase) -> String {
        let more = items.len().saturating_sub(MAX_NAMED);
        self.joined(items.take(MAX_NAMED), more, between)
    }

    /// Renders a name or a pattern in quotes.
    pub(crate) fn quote<T: AsRef<str>>(&self, name: &T) -> String {
        let text = escape_truncated(name.as_ref());
        self.phrase(Phrase::Quoted, values!(text))
    }

    /// Renders a scope at the beginning of a sentence.
    pub fn kind(&self, scope: Scope) -> String {
        self.word(match scope {
            Scope::Category => Phrase::KindCategory,
            Scope::Collection => Phrase::KindCollection,
            Scope::Either => Phrase::KindEither,
        })
    }

    /// Renders the names that are near to one that is not valid, else all valid ones.
    pub fn suggestion(&self, name: &str, valid: &[&str]) -> String {
        if valid.is_empty() {
            return self.word(Phrase::SuggestionEmpty);
        }
        let near = self.nearest(name, valid, Phrase::SuggestionNearest);
        match near.is_empty() {
            true => self.phrase(Phrase::SuggestionValid, values!(names = self.quoted(valid))),
            false => near,
        }
    }

    fn nearest(&self, name: &str, valid: &[&str], phrase: Phrase) -> String {
        let names = near(name, valid);
        match names.is_empty() {
            true => String::new(),
            false => self.phrase(phrase, values!(names = self.quoted(&names))),
        }
    }
}
