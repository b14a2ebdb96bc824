//! The message catalog: a template for each message that the code declares.

use std::collections::HashSet;
use std::fmt::{self, Display};
use std::iter;

use serde::Deserialize;

use crate::spec::Table;
use crate::spec::error::{Problem, list, problem};
use crate::spec::phrase::Phrase;
use crate::text::escape::escape_truncated;
use crate::text::message::{MessageArg, MessageDef, MessageGroup, ToMessage};

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
        let mut text = String::new();
        for segment in segments(&self.0) {
            match segment {
                Segment::Literal(literal) | Segment::SingleBrace(literal) => {
                    text.push_str(literal);
                }
                Segment::Placeholder(name) => {
                    match values.iter().find(|(known, _)| *known == name) {
                        Some((_, value)) => text += &value.to_string(),
                        None => {
                            tracing::error!(%name, "a message has no value for a placeholder");
                            debug_assert!(false, "no value for the placeholder {{{name}}}");
                            text.extend(["{", name, "}"]);
                        }
                    }
                }
            }
        }
        text
    }
}

impl Table {
    /// Checks that each message has its template, and each template a message.
    pub(super) fn check_phrases(&self, groups: &[&MessageGroup]) -> Result<(), Problem> {
        let groups = groups.iter().chain(Phrase::MESSAGES);
        let defs: Vec<&MessageDef> = groups.flat_map(|group| group.all).collect();
        for def in &defs {
            let place = format!("phrases.{}", def.key);
            match self.phrases.get(def.key) {
                Some(template) => template.check(&place, def.placeholders)?,
                None => return problem(place, "this phrase is missing"),
            }
        }
        let known: HashSet<&str> = defs.iter().map(|def| def.key).collect();
        let mut keys = self.phrases.keys();
        match keys.find(|key| !known.contains(key.as_str())) {
            Some(key) => problem(format!("phrases.{key}"), "unknown phrase"),
            None => Ok(()),
        }
    }

    /// Renders a message in the table's words.
    pub fn said(&self, message: &dyn ToMessage) -> String {
        self.said_with(message, &[])
    }

    /// Renders a message; `others` are the placeholders that it does not fill itself.
    pub fn said_with(&self, message: &dyn ToMessage, others: &[(&str, &dyn Display)]) -> String {
        let args = message.args().into_iter();
        let args: Vec<(&str, String)> = args.map(|(name, arg)| (name, self.arg(arg))).collect();
        let args = args.iter().map(|(name, text)| (*name, text as _));
        let values: Vec<(&str, &dyn Display)> = args.chain(others.iter().copied()).collect();
        // `check_phrases` has seen every key.
        self.phrases[message.def().key].fill(&values)
    }

    /// Returns what takes the place of a placeholder.
    fn arg(&self, arg: MessageArg<'_>) -> String {
        let (items, separator): (Vec<String>, _) = match arg {
            MessageArg::Text(text) => return text,
            MessageArg::Message(message) => return self.said(message),
            // Only a session's error has several: the ways of finding a project.
            MessageArg::Messages(all) => (
                all.into_iter().map(|one| self.said(one)).collect(),
                Phrase::SessionSeparator,
            ),
            MessageArg::Names(names) => {
                let quoted = |name| self.said_with(&Phrase::Quoted, values!(text = name));
                (names.iter().map(quoted).collect(), Phrase::Separator)
            }
        };
        items.join(&self.said(&separator))
    }
}
