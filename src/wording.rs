//! Errors and notes → sentences, all of them the table's.

mod arguments;
mod faults;
mod refusals;

use std::fmt::Display;

use crate::error::{Error, MissingCause, Scope, Unreadable};
use crate::operation::{LeftOut, MAX_NAMED, Missing, Notes, Trouble};
use crate::spec::{Phrase, Table, Tool};

/// How many characters of what a caller sent are repeated to it.
const MAX_ECHO: usize = 200;
/// How alike two names must be for one to be suggested, from 0 to 1.
const NEAR: f64 = 0.75;
/// How many near names are suggested.
const MAX_SUGGESTED: usize = 3;

/// Makes sentences from the table's rows.
#[derive(Debug, Clone, Copy)]
pub struct Wording<'a> {
    table: &'a Table,
}

impl<'a> Wording<'a> {
    /// The words of this table.
    pub fn new(table: &'a Table) -> Self {
        Self { table }
    }

    /// A phrase with its placeholders filled.
    pub fn phrase(&self, phrase: Phrase, values: &[(&str, &dyn Display)]) -> String {
        self.table.phrase(phrase).fill(values)
    }

    fn word(&self, phrase: Phrase) -> String {
        self.phrase(phrase, &[])
    }

    /// The message of an error of a call of this tool.
    pub fn error(&self, error: &Error, tool: &Tool) -> String {
        let row = self.table.error(error.kind());
        match error {
            Error::NotFound { scope, name, cause } => row.message.fill(&[
                ("kind", &self.kind(*scope)),
                ("name", &echo(name)),
                ("cause", &self.cause(cause)),
                ("suggestion", &self.missing_suggestion(name, cause)),
            ]),
            Error::NoMatches {
                scope,
                name,
                patterns,
            } => row.message.fill(&[
                ("kind", &self.within(*scope)),
                ("name", &echo(name)),
                ("patterns", &self.patterns(patterns)),
            ]),
            Error::InvalidPattern { pattern, error } => row.message.fill(&[
                ("pattern", &echo(pattern)),
                ("place", &self.place(error)),
                ("reason", &self.pattern_fault(&error.fault)),
                ("help", &self.table.pattern_help),
            ]),
            Error::NoSession(why) => row.message.fill(&[("reason", &self.no_session(why))]),
            Error::Io(documents) => row
                .message
                .fill(&[("documents", &self.unreadable_list(documents))]),
            Error::InvalidArgument(faults) => row.message.fill(&[
                ("tool", &tool.name),
                ("reasons", &self.argument_faults(faults, tool)),
                ("arguments", &self.argument_rows(tool)),
            ]),
            Error::Unknown => row.message.fill(&[("tool", &tool.name)]),
        }
    }

    /// The sentences that stand beside a result, or nothing.
    pub fn notes(&self, notes: &Notes) -> Option<String> {
        let sentences: Vec<String> = [
            notes.stale.as_ref().map(|fault| {
                let fault = self.project_fault(fault);
                self.phrase(Phrase::MessageStale, &[("fault", &fault)])
            }),
            notes
                .missing
                .as_ref()
                .map(|(name, missing)| self.incomplete(name, missing)),
            (!notes.unreadable.is_empty()).then(|| {
                let documents = self.unreadable_list(&notes.unreadable);
                self.phrase(Phrase::MessageUnreadable, &[("documents", &documents)])
            }),
            notes
                .left_out
                .as_ref()
                .map(|left_out| self.left_out(left_out)),
            (!notes.templates.is_empty()).then(|| {
                let documents = self.named(notes.templates.iter().map(|path| echo(path)));
                self.phrase(Phrase::MessageTemplates, &[("documents", &documents)])
            }),
        ]
        .into_iter()
        .flatten()
        .collect();
        (!sentences.is_empty()).then(|| sentences.join(&self.word(Phrase::SentenceSeparator)))
    }

    /// An error and the sentences beside it, as one text.
    pub fn error_with_notes(&self, error: String, notes: Option<String>) -> String {
        match notes {
            Some(notes) => self.phrase(
                Phrase::ErrorWithNotes,
                &[("error", &error), ("notes", &notes)],
            ),
            None => error,
        }
    }

    fn incomplete(&self, collection: &str, missing: &[Missing]) -> String {
        let categories = self.named(missing.iter().map(|missing| match missing {
            Missing::Category(name) => {
                self.phrase(Phrase::CategoryUnknown, &[("name", &echo(name))])
            }
            Missing::Directory { category, dir } => self.phrase(
                Phrase::CategoryDirectory,
                &[("path", &echo(dir)), ("name", &echo(category))],
            ),
        }));
        self.phrase(
            Phrase::MessageCategories,
            &[
                ("collection", &echo(collection)),
                ("categories", &categories),
            ],
        )
    }

    fn left_out(&self, left_out: &LeftOut) -> String {
        let mut named: Vec<String> = left_out
            .named
            .iter()
            .map(|(path, bytes)| {
                self.phrase(
                    Phrase::DocumentBytes,
                    &[("path", &echo(path)), ("bytes", bytes)],
                )
            })
            .collect();
        if left_out.more > 0 {
            named.push(self.phrase(Phrase::More, &[("count", &left_out.more)]));
        }
        self.phrase(
            Phrase::MessageBudget,
            &[
                ("limit", &left_out.limit),
                ("documents", &named.join(&self.word(Phrase::Separator))),
            ],
        )
    }

    /// What a listing says of something that it cannot show.
    pub fn trouble(&self, trouble: &Trouble, tool: &Tool) -> String {
        match trouble {
            Trouble::Unreadable(unreadable) => self.unreadable(unreadable),
            Trouble::Failed { name, error } => self.phrase(
                Phrase::Unreadable,
                &[("path", &echo(name)), ("reason", &self.error(error, tool))],
            ),
            Trouble::Missing(name, missing) => self.incomplete(name, missing),
        }
    }

    /// Something that could not be read, and why.
    pub fn unreadable(&self, unreadable: &Unreadable) -> String {
        self.phrase(
            Phrase::Unreadable,
            &[
                ("path", &echo(&unreadable.path)),
                ("reason", &self.fault(&unreadable.fault)),
            ],
        )
    }

    fn unreadable_list(&self, documents: &[Unreadable]) -> String {
        self.named(documents.iter().map(|document| self.unreadable(document)))
    }

    /// A list that names the first few and counts the rest.
    fn named(&self, items: impl ExactSizeIterator<Item = String>) -> String {
        let more = items.len().saturating_sub(MAX_NAMED);
        let mut named: Vec<String> = items.take(MAX_NAMED).collect();
        if more > 0 {
            named.push(self.phrase(Phrase::More, &[("count", &more)]));
        }
        named.join(&self.word(Phrase::Separator))
    }

    /// Names, each quoted.
    pub fn quoted<T: AsRef<str>>(&self, names: &[T]) -> String {
        self.named(
            names
                .iter()
                .map(|name| self.phrase(Phrase::Quoted, &[("text", &echo(name.as_ref()))])),
        )
    }

    /// The patterns of a search, each quoted.
    pub fn patterns(&self, patterns: &[String]) -> String {
        if patterns.is_empty() {
            self.word(Phrase::NoPatterns)
        } else {
            self.quoted(patterns)
        }
    }

    /// A scope as a sentence begins with it.
    pub fn kind(&self, scope: Scope) -> String {
        self.word(match scope {
            Scope::Category => Phrase::KindCategory,
            Scope::Collection => Phrase::KindCollection,
            Scope::Either => Phrase::KindEither,
        })
    }

    fn within(&self, scope: Scope) -> String {
        self.word(match scope {
            Scope::Category => Phrase::InCategory,
            Scope::Collection => Phrase::InCollection,
            Scope::Either => Phrase::InEither,
        })
    }

    fn cause(&self, cause: &MissingCause) -> String {
        match cause {
            MissingCause::Name { .. } => String::new(),
            MissingCause::Directory(path) => {
                self.phrase(Phrase::CauseDirectory, &[("path", &echo(path))])
            }
            MissingCause::Directories(names) => {
                self.phrase(Phrase::CauseDirectories, &[("names", &self.quoted(names))])
            }
        }
    }

    fn missing_suggestion(&self, name: &str, cause: &MissingCause) -> String {
        match cause {
            MissingCause::Name { valid } => {
                let valid: Vec<&str> = valid.iter().map(String::as_str).collect();
                self.suggestion(name, &valid)
            }
            _ => String::new(),
        }
    }

    /// The names that are near to one that is not valid, else all the valid ones.
    pub fn suggestion(&self, name: &str, valid: &[&str]) -> String {
        if valid.is_empty() {
            return self.word(Phrase::SuggestionEmpty);
        }
        let near = self.nearest(name, valid);
        if near.is_empty() {
            self.phrase(Phrase::SuggestionValid, &[("names", &self.quoted(valid))])
        } else {
            near
        }
    }

    fn nearest(&self, name: &str, valid: &[&str]) -> String {
        // What is much longer than any name is near to none.
        let name: String = name.chars().take(MAX_ECHO).collect();
        let mut near: Vec<(f64, &str)> = valid
            .iter()
            .map(|other| {
                let (name, other_) = (name.to_lowercase(), other.to_lowercase());
                (
                    strsim::normalized_damerau_levenshtein(&name, &other_),
                    *other,
                )
            })
            .map(|(edits, other)| {
                let prefix = strsim::jaro_winkler(&name, other);
                (edits.max(if prefix > 0.9 { prefix } else { 0.0 }), other)
            })
            .filter(|(likeness, _)| *likeness >= NEAR)
            .collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0));
        near.truncate(MAX_SUGGESTED);
        if near.is_empty() {
            return String::new();
        }
        let names: Vec<&str> = near.into_iter().map(|(_, name)| name).collect();
        self.phrase(
            Phrase::SuggestionNearest,
            &[("names", &self.quoted(&names))],
        )
    }
}

/// What a caller, a file name or a parser said, fit to stand in a sentence: on
/// one line, and not without end.
pub(crate) fn echo(text: &str) -> String {
    let mut shown = String::with_capacity(text.len().min(4 * MAX_ECHO));
    for (count, character) in text.chars().enumerate() {
        if count == MAX_ECHO {
            shown.push('…');
            break;
        }
        if character.is_control() {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown
}
