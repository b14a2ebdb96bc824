//! Message templates of the table.

use std::fmt::{self, Display};

use serde::Deserialize;

use crate::spec::error::{Problem, list, problem};
use crate::text::escape::escape_truncated;

/// A text with `{placeholders}`; `{{` and `}}` stand for the braces.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct MessageTemplate(Vec<Segment>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Segment {
    Literal(String),
    Placeholder(String),
}

impl TryFrom<String> for MessageTemplate {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text)
    }
}

/// Writes the template as the table has it.
impl Display for MessageTemplate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|segment| match segment {
            Segment::Literal(text) => {
                formatter.write_str(&text.replace('{', "{{").replace('}', "}}"))
            }
            Segment::Placeholder(name) => write!(formatter, "{{{name}}}"),
        })
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
    /// Parses a template.
    ///
    /// # Errors
    ///
    /// Names a brace that is neither doubled nor one of a placeholder's two.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut segments = Vec::new();
        let mut literal = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            let (before, after) = rest.split_at(at);
            literal.push_str(before);
            if let Some(tail) = after.strip_prefix("{{").or(after.strip_prefix("}}")) {
                literal.push_str(&after[..1]);
                rest = tail;
                continue;
            }
            let slot = after
                .strip_prefix('{')
                .and_then(|inner| inner.split_once('}'));
            let Some((name, tail)) = slot else {
                let brace = &after[..1];
                return Err(format!("a single '{brace}' is not allowed; write it twice"));
            };
            if !literal.is_empty() {
                segments.push(Segment::Literal(std::mem::take(&mut literal)));
            }
            segments.push(Segment::Placeholder(name.to_owned()));
            rest = tail;
        }
        literal.push_str(rest);
        if !literal.is_empty() {
            segments.push(Segment::Literal(literal));
        }
        Ok(Self(segments))
    }

    /// Checks that each placeholder is one of those that are supplied.
    pub(super) fn check(&self, place: &str, supplied: &[&str]) -> Result<(), Problem> {
        let unknown = self.0.iter().find_map(|segment| match segment {
            Segment::Placeholder(name) if !supplied.contains(&name.as_str()) => Some(name),
            _ => None,
        });
        let Some(name) = unknown else { return Ok(()) };
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
    pub(crate) fn fill_by(&self, value: impl Fn(&str) -> Option<String>) -> String {
        let mut text = String::new();
        for segment in &self.0 {
            match segment {
                Segment::Literal(literal) => text.push_str(literal),
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
