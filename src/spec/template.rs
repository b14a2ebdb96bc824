//! A text of the table in which placeholders stand for what is said each time.

use std::fmt::{self, Display};

use crate::spec::list;
use crate::text::shown::echo;

/// A text with `{placeholders}`; `{{` and `}}` stand for the braces.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Template(Vec<Stretch>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Stretch {
    Text(String),
    Placeholder(String),
}

/// Why a text is no template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TemplateError {
    /// A brace that is alone.
    Brace(char),
    /// A placeholder that is not supplied; these are.
    Placeholder(String, Vec<String>),
}

impl Display for TemplateError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Brace(brace) => {
                write!(
                    formatter,
                    "a single '{brace}' is not allowed; write it twice"
                )
            }
            Self::Placeholder(name, supplied) => write!(
                formatter,
                "placeholder {{{}}} is not supplied; valid are: {}",
                echo(name),
                list(supplied.iter().map(|name| format!("{{{name}}}")))
            ),
        }
    }
}

impl std::error::Error for TemplateError {}

/// What stands at placeholders: `values!(name, bytes = size)` is what is called `name` here,
/// too, and for `bytes` what an expression says.
macro_rules! values {
    ($($name:ident $(= $value:expr)?),*) => {
        &[$((stringify!($name), $crate::spec::values!(@ $name $(= $value)?))),*]
    };
    (@ $name:ident) => { &$name as &dyn std::fmt::Display };
    (@ $name:ident = $value:expr) => { &$value as &dyn std::fmt::Display };
}
pub(crate) use values;

impl Template {
    /// Parses a template whose placeholders are all among `supplied`.
    ///
    /// # Errors
    ///
    /// Names the placeholder that is not supplied, or the brace that is alone,
    /// and what would be valid.
    pub fn parse(text: &str, supplied: &[&str]) -> Result<Self, TemplateError> {
        let mut stretches = Vec::new();
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
                let brace = if after.starts_with('{') { '{' } else { '}' };
                return Err(TemplateError::Brace(brace));
            };
            if !supplied.contains(&name) {
                let supplied = supplied.iter().map(|&name| name.to_owned()).collect();
                return Err(TemplateError::Placeholder(name.to_owned(), supplied));
            }
            if !literal.is_empty() {
                stretches.push(Stretch::Text(std::mem::take(&mut literal)));
            }
            stretches.push(Stretch::Placeholder(name.to_owned()));
            rest = tail;
        }
        literal.push_str(rest);
        if !literal.is_empty() {
            stretches.push(Stretch::Text(literal));
        }
        Ok(Self(stretches))
    }

    /// The text with each placeholder replaced by its value.
    pub fn fill(&self, values: &[(&str, &dyn Display)]) -> String {
        self.fill_by(|name| {
            let value = values.iter().find(|(known, _)| *known == name);
            value.map(|(_, value)| value.to_string())
        })
    }

    /// The same, each by its name.
    pub(crate) fn fill_by(&self, value: impl Fn(&str) -> Option<String>) -> String {
        let mut text = String::new();
        for stretch in &self.0 {
            match stretch {
                Stretch::Text(literal) => text.push_str(literal),
                Stretch::Placeholder(name) => text.push_str(&value(name).unwrap_or_default()),
            }
        }
        text
    }
}
