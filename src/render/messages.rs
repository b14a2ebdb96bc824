//! Renders errors and notes as messages of the table.

mod arguments;
mod nearby;

use std::fmt::Display;

use crate::documents::error::{FileError, Unreadable};
use crate::documents::pattern::PatternError;
use crate::documents::rendered::Variable;
use crate::operation::error::{Error, MissingCause, Scope};
use crate::operation::outcome::{Below, LeftOut, Listed, Missing, Notes, Shortened, Unlisted};
use crate::spec::{Argument, Phrase, Table, Tool, values};
pub(crate) use crate::text::escape::escape_truncated;
use crate::text::message::ToMessage;
use crate::text::near::near;
use crate::text::truncated::{MAX_NAMED, Truncated};

/// What failed, as its error names it.
#[derive(Debug, Clone, Copy)]
pub enum Subject<'a> {
    /// A call of this tool.
    Tool(&'a Tool),
    /// Anything else, by its name.
    Other(&'a str),
}

impl<'a> Subject<'a> {
    pub(crate) fn name(self) -> &'a str {
        match self {
            Self::Tool(tool) => &tool.name,
            Self::Other(name) => name,
        }
    }

    /// Its arguments.
    fn arguments(self) -> Vec<(&'a str, &'a Argument)> {
        match self {
            Self::Tool(tool) => {
                let arguments = tool.arguments.iter();
                arguments.map(|(name, row)| (&**name, row)).collect()
            }
            Self::Other(_) => Vec::new(),
        }
    }
}

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
        self.table.phrase(phrase).fill(values)
    }

    /// Renders an error.
    pub fn said(&self, say: &dyn ToMessage) -> String {
        self.table.said(say)
    }

    fn word(&self, phrase: Phrase) -> String {
        self.phrase(phrase, &[])
    }

    /// The message of an error.
    pub fn error(&self, error: &Error, subject: Subject<'_>) -> String {
        let row = self.table.error(error.kind());
        match error {
            Error::NotFound { scope, name, cause } => row.message.fill(values!(
                kind = self.kind(*scope),
                name = escape_truncated(name),
                cause = self.cause(cause),
                suggestion = self.missing_suggestion(name, cause)
            )),
            Error::NoDocument {
                scope,
                name,
                document,
                nearby,
            } => {
                let (kind, name) = (self.within(*scope), escape_truncated(name));
                let cause = values!(kind, name);
                row.message.fill(values!(
                    kind = self.word(Phrase::KindDocument),
                    name = escape_truncated(document),
                    cause = self.phrase(Phrase::CauseElsewhere, cause),
                    suggestion = self.nearby(nearby.as_deref())
                ))
            }
            Error::NoMatches {
                scope,
                name,
                patterns,
                nearby,
            } => row.message.fill(values!(
                kind = self.within(*scope),
                name = escape_truncated(name),
                patterns = self.patterns(patterns),
                nearby = self.nearby(nearby.as_deref())
            )),
            Error::NoSection(missing) => self.no_section(&row.message, missing),
            Error::InvalidPattern { pattern, of, error } => row.message.fill(values!(
                pattern = escape_truncated(pattern),
                place = [self.place(error), self.of_project(of)].concat(),
                reason = self.said(&error.kind),
                help = self.table.pattern_help
            )),
            Error::NoSession(why) => row.message.fill(values!(reason = self.said(why))),
            Error::Io(documents) => row
                .message
                .fill(values!(documents = self.unreadable_list(documents))),
            Error::InvalidArgument(faults) => row.message.fill(values!(
                tool = subject.name(),
                reasons = self.argument_faults(faults, subject),
                arguments = self.argument_rows(subject)
            )),
            Error::Unknown => row.message.fill(values!(tool = subject.name())),
        }
    }

    /// The sentences that stand beside a result, or nothing.
    pub fn notes(&self, notes: &Notes) -> Option<String> {
        let sentences: Vec<String> = [
            notes.stale.as_ref().map(|fault| {
                let fault = self.said(fault);
                self.phrase(Phrase::MessageStale, values!(fault))
            }),
            notes
                .missing
                .as_ref()
                .map(|(name, missing)| self.incomplete(name, missing)),
            (!notes.unserved.is_empty()).then(|| {
                let categories = self.named(&notes.unserved, |name| self.quote(name));
                self.phrase(Phrase::MessageHidden, values!(categories))
            }),
            (!notes.unreadable.is_empty()).then(|| {
                let documents = self.unreadable_list(&notes.unreadable);
                self.phrase(Phrase::MessageUnreadable, values!(documents))
            }),
            (notes.without > 0)
                .then(|| self.phrase(Phrase::MessageWithout, values!(count = notes.without))),
            notes
                .left_out
                .as_ref()
                .map(|left_out| self.left_out(left_out)),
            notes
                .shortened
                .as_ref()
                .map(|shortened| self.shortened(shortened)),
            notes.lone.as_ref().map(|document| {
                self.phrase(
                    Phrase::MessageLone,
                    values!(document = escape_truncated(document)),
                )
            }),
            (!notes.templates.is_empty()).then(|| {
                let documents = self.named(&notes.templates, |path| escape_truncated(path));
                self.phrase(Phrase::MessageTemplates, values!(documents))
            }),
            (!notes.variables.is_empty()).then(|| {
                let variables = self.variables(&notes.variables);
                self.phrase(Phrase::MessageVariables, values!(variables))
            }),
        ]
        .into_iter()
        .flatten()
        .collect();
        (!sentences.is_empty()).then(|| sentences.join(&self.word(Phrase::SentenceSeparator)))
    }

    /// Variables without a value, each with its document.
    pub fn variables(&self, variables: &Truncated<Variable>) -> String {
        self.named(variables, |Variable { name, path }| {
            self.phrase(
                Phrase::Variable,
                values!(name = escape_truncated(name), path = escape_truncated(path)),
            )
        })
    }

    /// An error and the sentences beside it, as one text.
    pub fn error_with_notes(&self, error: String, notes: Option<String>) -> String {
        match notes {
            // It ends as a sentence does already.
            Some(notes) if error.ends_with(['.', '?', '!']) => {
                [error, notes].join(&self.word(Phrase::SentenceSeparator))
            }
            Some(notes) => self.phrase(Phrase::ErrorWithNotes, values!(error, notes)),
            None => error,
        }
    }

    /// Where in a pattern its fault is.
    pub fn place(&self, error: &PatternError) -> String {
        error.position.map_or_else(String::new, |position| {
            self.phrase(Phrase::AtCharacter, values!(position))
        })
    }

    /// That a pattern is the project's.
    fn of_project(&self, of: &Option<String>) -> String {
        of.as_ref().map_or_else(String::new, |name| {
            self.phrase(Phrase::PatternOf, values!(name = escape_truncated(name)))
        })
    }

    fn incomplete(&self, collection: &str, missing: &Truncated<Missing>) -> String {
        let categories = self.named(missing, |missing| match missing {
            Missing::Member(name) => self.phrase(
                Phrase::MemberUnknown,
                values!(name = escape_truncated(name)),
            ),
            Missing::Pattern { member, error, .. } => self.phrase(
                Phrase::MemberPattern,
                values!(
                    name = escape_truncated(member),
                    place = self.place(error),
                    reason = self.said(&error.kind)
                ),
            ),
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
        self.phrase(
            Phrase::MessageCategories,
            values!(collection = escape_truncated(collection), categories),
        )
    }

    fn left_out(&self, left_out: &LeftOut) -> String {
        let documents = self.named(&left_out.documents, |(path, bytes)| {
            self.phrase(
                Phrase::DocumentBytes,
                values!(path = escape_truncated(path), bytes),
            )
        });
        self.phrase(
            Phrase::MessageBudget,
            values!(limit = left_out.limit, documents),
        )
    }

    fn shortened(&self, shortened: &Shortened) -> String {
        let limit = &shortened.limit;
        let directory = shortened.directory.as_ref().map(|pattern| match pattern {
            Some(Below::Pattern(pattern)) => self.phrase(
                Phrase::MessageDirectories,
                values!(limit, pattern = self.quote(pattern)),
            ),
            Some(Below::Category(name)) => self.phrase(
                Phrase::MessageDirectoriesOf,
                values!(limit, name = self.quote(name)),
            ),
            None => self.phrase(Phrase::MessageDirectoriesAlone, values!(limit)),
        });
        let category = shortened.category.as_ref().map(|name| match name {
            Some(name) => self.phrase(
                Phrase::MessageMembers,
                values!(limit, name = self.quote(name)),
            ),
            None => self.phrase(Phrase::MessageMembersAlone, values!(limit)),
        });
        let rest = shortened.rest.map(|rest| {
            let phrase = match rest {
                Listed::Documents => Phrase::MessageRest,
                Listed::Names => Phrase::MessageRestNames,
                Listed::Headings => Phrase::MessageHeadings,
                Listed::Found => Phrase::MessageFound,
            };
            self.phrase(phrase, values!(limit))
        });
        let sentences: Vec<String> = [directory, category, rest].into_iter().flatten().collect();
        sentences.join(&self.word(Phrase::SentenceSeparator))
    }

    /// What a listing says of something that it cannot show.
    pub fn unlisted(&self, unlisted: &Unlisted, subject: Subject<'_>) -> String {
        match unlisted {
            Unlisted::Unreadable(unreadable) => self.unreadable(unreadable),
            Unlisted::Failed { name, error } => self.phrase(
                Phrase::Unreadable,
                values!(
                    path = escape_truncated(name),
                    reason = self.error(error, subject)
                ),
            ),
            Unlisted::Missing(name, missing) => self.incomplete(name, missing),
        }
    }

    /// Something that could not be read, and why.
    pub fn unreadable(&self, unreadable: &Unreadable) -> String {
        self.phrase(
            Phrase::Unreadable,
            values!(
                path = escape_truncated(&unreadable.path),
                reason = self.said(&unreadable.error)
            ),
        )
    }

    /// A list of what could not be read, each with the reason.
    pub fn unreadable_list(&self, documents: &Truncated<Unreadable>) -> String {
        self.named(documents, |document| self.unreadable(document))
    }

    /// A list that names the first few and counts the rest.
    fn named<T>(&self, items: &Truncated<T>, word: impl Fn(&T) -> String) -> String {
        self.listed(items.first.iter().map(word), items.more)
    }

    /// A list that ends with how many more there are.
    pub(crate) fn listed(&self, items: impl Iterator<Item = String>, more: usize) -> String {
        self.joined(items, more, Phrase::Separator)
    }

    fn joined(&self, items: impl Iterator<Item = String>, more: usize, between: Phrase) -> String {
        let more = (more > 0).then(|| self.more(more));
        let items: Vec<String> = items.chain(more).collect();
        items.join(&self.word(between))
    }

    /// That there are so many more.
    pub(crate) fn more(&self, more: usize) -> String {
        self.phrase(Phrase::More, values!(count = more))
    }

    /// Names, each quoted; the first few, and how many more there are.
    pub fn quoted<T: AsRef<str>>(&self, names: &[T]) -> String {
        self.first(names.iter().map(|name| self.quote(name)), Phrase::Separator)
    }

    /// The first few of a list, and how many more there are.
    fn first(&self, items: impl ExactSizeIterator<Item = String>, between: Phrase) -> String {
        let more = items.len().saturating_sub(MAX_NAMED);
        self.joined(items.take(MAX_NAMED), more, between)
    }

    pub(crate) fn quote<T: AsRef<str>>(&self, name: &T) -> String {
        self.phrase(
            Phrase::Quoted,
            values!(text = escape_truncated(name.as_ref())),
        )
    }

    /// The patterns of a search, each quoted.
    pub fn patterns(&self, patterns: &Truncated<String>) -> String {
        if patterns.is_empty() {
            self.word(Phrase::NoPatterns)
        } else {
            self.named(patterns, |pattern| self.quote(pattern))
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
            MissingCause::Directory(path, fault) => {
                let phrase = match fault {
                    FileError::Missing => Phrase::CauseDirectory,
                    _ => Phrase::CauseUnopened,
                };
                let reason = self.said(fault);
                self.phrase(phrase, values!(path = escape_truncated(path), reason))
            }
            MissingCause::Directories(names) => {
                let names = self.named(names, |name| self.quote(name));
                self.phrase(Phrase::CauseDirectories, values!(names))
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
        let near = self.nearest(name, valid, Phrase::SuggestionNearest);
        if near.is_empty() {
            self.phrase(Phrase::SuggestionValid, values!(names = self.quoted(valid)))
        } else {
            near
        }
    }

    fn nearest(&self, name: &str, valid: &[&str], said: Phrase) -> String {
        let names = near(name, valid);
        if names.is_empty() {
            return String::new();
        }
        self.phrase(said, values!(names = self.quoted(&names)))
    }
}
