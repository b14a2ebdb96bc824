//! The message catalog: a template for each message that the code declares.

use std::collections::HashSet;
use std::fmt::{self, Display};
use std::iter;

use serde::Deserialize;

use crate::documents::error::FileError;
use crate::documents::pattern::PatternErrorKind;
use crate::documents::rules::RuleError;
use crate::project::error::{ProjectErrorKind, SessionError, Way};
use crate::spec::Table;
use crate::spec::error::{ArgumentErrorKind, Problem, list, problem};
use crate::spec::phrase::Phrase;
use crate::text::escape::escape_truncated;

use crate::text::jsonrpc::{HttpError, ParamsError, Refusal};
use crate::text::message::{MessageArg, MessageDef, MessageGroup, ToMessage};
use crate::text::mustache::TemplateError;
use crate::text::use_when::UseWhenError;
use crate::text::yaml::{YamlErrorKind, YamlType, YamlValue};

/// A text with `{placeholders}`; `{{` and `}}` stand for the braces.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct MessageTemplate(String);

enum Segment<'a> {
    Literal(&'a str),
    Placeholder(&'a str),
    /// A brace that is neither doubled nor one of a placeholder's two.
    SingleBrace(&'a str),
}

/// Returns the segments of a template's text.
fn segments(mut rest: &str) -> impl Iterator<Item = Segment<'_>> {
    iter::from_fn(move || {
        let literal;
        match rest.find(['{', '}']) {
            None if rest.is_empty() => return None,
            Some(0) => {}
            at => {
                (literal, rest) = rest.split_at(at.unwrap_or(rest.len()));
                return Some(Segment::Literal(literal));
            }
        }
        let (brace, after) = rest.split_at(1);
        if after.starts_with(brace) {
            rest = &after[1..];
            return Some(Segment::Literal(brace));
        }
        match after.split_once('}') {
            Some((name, after)) if brace == "{" => {
                rest = after;
                Some(Segment::Placeholder(name))
            }
            _ => {
                rest = after;
                Some(Segment::SingleBrace(brace))
            }
        }
    })
}

impl TryFrom<String> for MessageTemplate {
    type Error = String;

    /// Refuses a brace that is neither doubled nor one of a placeholder's two.
    fn try_from(text: String) -> Result<Self, String> {
        for segment in segments(&text) {
            if let Segment::SingleBrace(brace) = segment {
                return Err(format!("a single '{brace}' is not allowed; write it twice"));
            }
        }
        Ok(Self(text))
    }
}

/// Writes the template as the table has it.
impl Display for MessageTemplate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// Makes the values of placeholders: `values!(name, bytes = size)` is the variable `name`, and
/// an expression for `bytes`.
macro_rules! values {
    ($($name:ident $(= $value:expr)?),*) => {
        &[$((stringify!($name), $crate::spec::values!(@ $name $(= $value)?))),*]
    };
    (@ $name:ident) => { &$name as &dyn std::fmt::Display };
    (@ $name:ident = $value:expr) => { &$value as &dyn std::fmt::Display };
}
pub(crate) use values;

impl MessageTemplate {
    /// Checks that each placeholder is one of those that are supplied.
    pub(super) fn check(&self, place: &str, supplied: &[&str]) -> Result<(), Problem> {
        let is_unknown = |segment: &Segment<'_>| matches!(segment, Segment::Placeholder(name) if !supplied.contains(name));
        let Some(Segment::Placeholder(name)) = segments(&self.0).find(is_unknown) else {
            return Ok(());
        };
        let valid = list(supplied.iter().map(|name| format!("{{{name}}}")));
        let name = escape_truncated(name);
        problem(
            place,
            format!("placeholder {{{name}}} is not supplied; valid are: {valid}"),
        )
    }

    /// Returns the text with each placeholder replaced by its value. A placeholder
    /// without one is an error of the program: it stays visible, and is logged.
    pub fn fill(&self, values: &[(&str, &dyn Display)]) -> String {
        self.fill_by(|name| {
            let value = values.iter().find(|(known, _)| *known == name);
            value.map(|(_, value)| value.to_string())
        })
    }

    /// Fills the template as [`fill`](Self::fill) does, and asks for each value by name.
    fn fill_by(&self, value: impl Fn(&str) -> Option<String>) -> String {
        let mut text = String::new();
        for segment in segments(&self.0) {
            match segment {
                Segment::Literal(literal) | Segment::SingleBrace(literal) => {
                    text.push_str(literal);
                }
                Segment::Placeholder(name) => match value(name) {
                    Some(value) => text.push_str(&value),
                    None => {
                        tracing::error!(%name, "a message has no value for a placeholder");
                        debug_assert!(false, "no value for the placeholder {{{name}}}");
                        text.extend(["{", name, "}"]);
                    }
                },
            }
        }
        text
    }
}

/// The errors that have messages, in the order of the reference.
const ERRORS: &[&MessageGroup] = &[
    PatternErrorKind::MESSAGES,
    SessionError::MESSAGES,
    Way::MESSAGES,
    ProjectErrorKind::MESSAGES,
    UseWhenError::MESSAGES,
    RuleError::MESSAGES,
    YamlErrorKind::MESSAGES,
    YamlType::MESSAGES,
    YamlValue::MESSAGES,
    FileError::MESSAGES,
    TemplateError::MESSAGES,
    ArgumentErrorKind::MESSAGES,
    Refusal::MESSAGES,
    ParamsError::MESSAGES,
    HttpError::MESSAGES,
];

/// Returns every declared message: the keys of the table's `phrases`, closed both ways.
pub fn message_groups() -> impl Iterator<Item = &'static MessageGroup> {
    ERRORS.iter().chain(Phrase::MESSAGES).copied()
}

fn message_defs() -> impl Iterator<Item = &'static MessageDef> {
    message_groups().flat_map(|group| group.all)
}

impl Table {
    /// Checks that each message has its template, and each template a message.
    pub(super) fn check_phrases(&self) -> Result<(), Problem> {
        for def in message_defs() {
            let place = format!("phrases.{}", def.key);
            match self.phrases.get(def.key) {
                Some(template) => template.check(&place, def.placeholders)?,
                None => return problem(place, "this phrase is missing"),
            }
        }
        let known: HashSet<&str> = message_defs().map(|def| def.key).collect();
        let mut keys = self.phrases.keys();
        match keys.find(|key| !known.contains(key.as_str())) {
            Some(key) => problem(format!("phrases.{key}"), "unknown phrase"),
            None => Ok(()),
        }
    }

    /// Returns a phrase's template.
    pub fn phrase(&self, phrase: Phrase) -> &MessageTemplate {
        // `check_phrases` has seen every key.
        &self.phrases[phrase.key()]
    }

    /// Renders a message in the table's words.
    pub fn said(&self, message: &dyn ToMessage) -> String {
        self.said_with(message, &[])
    }

    /// Renders a message; `others` are the placeholders that it does not fill itself.
    pub fn said_with(&self, message: &dyn ToMessage, others: &[(&str, &str)]) -> String {
        let args = message.args();
        self.phrases[message.def().key].fill_by(|placeholder| {
            if let Some((_, arg)) = args.iter().find(|(name, _)| *name == placeholder) {
                return Some(self.said_arg(arg));
            }
            let other = others.iter().find(|(name, _)| *name == placeholder);
            other.map(|(_, text)| (*text).to_owned())
        })
    }

    /// Returns what takes the place of a placeholder, in the table's words.
    fn said_arg(&self, arg: &MessageArg<'_>) -> String {
        match arg {
            MessageArg::Text(text) => text.clone(),
            MessageArg::Message(message) => self.said(*message),
            // Only a session's error has several: the ways of finding a project.
            MessageArg::Messages(all) => {
                let all: Vec<String> = all.iter().map(|one| self.said(*one)).collect();
                all.join(&self.phrase(Phrase::SessionSeparator).fill(&[]))
            }
            MessageArg::Names(names) => {
                let quoted = self.phrase(Phrase::Quoted);
                let names: Vec<String> = names
                    .iter()
                    .map(|name| quoted.fill(values!(text = name)))
                    .collect();
                names.join(&self.phrase(Phrase::Separator).fill(&[]))
            }
        }
    }
}
