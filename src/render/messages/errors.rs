//! Renders the errors of operations as messages of the table.

use super::MessageFormatter;
use crate::documents::error::FileError;
use crate::operation::error::{
    ArgumentError, ArgumentErrorKind, Error, MissingCause, Nearby, NoSection, Scope,
};
use crate::render::document_uri;
use crate::spec::{Argument, Phrase, values};
use crate::text::escape::escape_truncated;
use crate::text::uri::fragment;

impl MessageFormatter<'_> {
    /// Renders an error; `subject` is the name of what failed.
    pub fn error(&self, error: &Error, subject: &str) -> String {
        let message = &self.table.error(error.kind().name()).message;
        match error {
            Error::NotFound { scope, name, cause } => {
                let (cause, suggestion) = self.missing_cause(name, cause);
                let (kind, name) = (self.kind(*scope), escape_truncated(name));
                message.fill(values!(kind, name, cause, suggestion))
            }
            Error::NoDocument {
                scope,
                name,
                document,
                nearby,
            } => message.fill(values!(
                kind = self.word(Phrase::KindDocument),
                name = escape_truncated(document),
                cause = self.elsewhere(*scope, name),
                suggestion = self.nearby(nearby.as_deref())
            )),
            Error::NoMatches {
                scope,
                name,
                patterns,
                nearby,
            } => {
                let patterns = match patterns.is_empty() {
                    true => self.word(Phrase::NoPatterns),
                    false => self.named(patterns, |pattern| self.quote(pattern)),
                };
                let (kind, name) = (self.within(*scope), escape_truncated(name));
                let nearby = self.nearby(nearby.as_deref());
                message.fill(values!(kind, name, patterns, nearby))
            }
            Error::NoSection(missing) => message.fill(values!(
                kind = self.word(Phrase::KindSection),
                name = escape_truncated(&missing.section),
                cause = self.elsewhere(missing.scope, &missing.name),
                suggestion = self.headings(missing)
            )),
            Error::InvalidPattern { pattern, of, error } => {
                let of_project = of.as_ref().map_or_else(String::new, |name| {
                    let name = escape_truncated(name);
                    self.phrase(Phrase::PatternOf, values!(name))
                });
                message.fill(values!(
                    pattern = escape_truncated(pattern),
                    place = self.place(error) + &of_project,
                    reason = self.said(&error.kind),
                    help = self.table.pattern_help
                ))
            }
            Error::NoSession(why) => message.fill(values!(reason = self.said(why))),
            Error::Io(documents) => {
                let documents = self.unreadable_list(documents);
                message.fill(values!(documents))
            }
            Error::InvalidArgument(errors, valid) => {
                let reasons = errors.iter().map(|error| self.argument_error(error, valid));
                message.fill(values!(
                    tool = subject,
                    reasons = self.first(reasons, Phrase::ReasonSeparator),
                    arguments = self.arguments(valid)
                ))
            }
            Error::Unknown => message.fill(values!(tool = subject)),
        }
    }

    fn within(&self, scope: Scope) -> String {
        self.word(match scope {
            Scope::Category => Phrase::InCategory,
            Scope::Collection => Phrase::InCollection,
            Scope::Either => Phrase::InEither,
        })
    }

    fn elsewhere(&self, scope: Scope, name: &str) -> String {
        let (kind, name) = (self.within(scope), escape_truncated(name));
        self.phrase(Phrase::CauseElsewhere, values!(kind, name))
    }

    /// Renders why a name was not found, and which names are valid; one of them is empty.
    fn missing_cause(&self, name: &str, cause: &MissingCause) -> (String, String) {
        let cause = match cause {
            MissingCause::Name(valid) => {
                let valid: Vec<&str> = valid.iter().map(String::as_str).collect();
                return (String::new(), self.suggestion(name, &valid));
            }
            MissingCause::Directory(path, error) => {
                let phrase = match error {
                    FileError::Missing => Phrase::CauseDirectory,
                    _ => Phrase::CauseUnopened,
                };
                let (path, reason) = (escape_truncated(path), self.said(error));
                self.phrase(phrase, values!(path, reason))
            }
            MissingCause::Directories(names) => {
                let names = self.named(names, |name| self.quote(name));
                self.phrase(Phrase::CauseDirectories, values!(names))
            }
        };
        (cause, String::new())
    }

    /// Renders what there is instead of what was asked for.
    fn nearby(&self, nearby: Option<&Nearby>) -> String {
        let Some(nearby) = nearby else {
            return String::new();
        };
        let mut text = String::new();
        if nearby.defaults {
            text += &self.word(Phrase::NearbyDefaults);
        }
        if let Some(path) = &nearby.directory {
            let path = self.quote(path);
            text += &self.phrase(Phrase::NearbyDirectory, values!(path));
        }
        if !nearby.cased.is_empty() {
            let names = self.quoted(&nearby.cased);
            text += &self.phrase(Phrase::NearbyCase, values!(names));
        }
        if let Some(pattern) = &nearby.deeper {
            let pattern = self.quote(pattern);
            text += &self.phrase(Phrase::NearbyDeeper, values!(pattern));
        }
        if !nearby.near.is_empty() && nearby.cased.is_empty() {
            let names = self.quoted(&nearby.near);
            text += &self.phrase(Phrase::NearbyNear, values!(names));
        }
        let phrase = match (nearby.holds.is_empty(), nearby.partly) {
            (true, false) => Phrase::NearbyNothing,
            (true, true) => return text,
            (false, true) => Phrase::NearbyPartly,
            (false, false) => Phrase::NearbyHolds,
        };
        let names = nearby.holds.first.iter().map(|name| self.quote(name));
        let names = self.listed(names, if nearby.partly { 0 } else { nearby.holds.more });
        text + &self.phrase(phrase, values!(names))
    }

    /// Renders the headings that there are instead of one that was asked for.
    fn headings(&self, missing: &NoSection) -> String {
        if missing.headings.is_empty() {
            return self.word(Phrase::NearbyNoHeadings);
        }
        let headings = self.named(&missing.headings, |placed| {
            let uri = document_uri(&placed.info, self.table) + &fragment(&placed.slug);
            let heading = self.quote(&placed.text);
            self.phrase(Phrase::HeadingPlace, values!(heading, uri))
        });
        let phrase = match missing.are_near {
            true => Phrase::NearbyHeadings,
            false => Phrase::NearbyOtherHeadings,
        };
        self.phrase(phrase, values!(headings))
    }

    fn argument_error(&self, error: &ArgumentError, valid: &[(String, Argument)]) -> String {
        let ArgumentError { argument, kind } = error;
        let row = valid.iter().find(|(name, _)| name == argument);
        let json_type = row.map_or_else(String::new, |(_, row)| row.json_type.to_string());
        let suggestion = match kind {
            ArgumentErrorKind::Unknown => {
                let valid: Vec<&str> = valid.iter().map(|(name, _)| &**name).collect();
                self.nearest(argument, &valid, Phrase::ArgumentNearest)
            }
            _ => String::new(),
        };
        let argument = escape_truncated(argument);
        let values = values!(argument, type = json_type, suggestion);
        self.table.said_with(kind, values)
    }

    fn arguments(&self, valid: &[(String, Argument)]) -> String {
        if valid.is_empty() {
            return self.word(Phrase::ArgumentsNone);
        }
        let rows = valid.iter().map(|(name, row)| {
            let need = self.word(match row.required {
                true => Phrase::ArgumentRequired,
                false => Phrase::ArgumentOptional,
            });
            let argument = escape_truncated(name);
            self.phrase(
                Phrase::ArgumentRow,
                values!(argument, type = row.json_type, need),
            )
        });
        self.first(rows, Phrase::Separator)
    }
}
