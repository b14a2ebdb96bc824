//! The texts of messages: a template for each key.

use std::collections::HashMap;
use std::fmt::{self, Display};
use std::iter;

use serde::Deserialize;

/// A template with `{placeholders}`. `{{` and `}}` stand for single braces.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct MessageTemplate(String);

enum Segment<'a> {
    Literal(&'a str),
    Placeholder(&'a str),
    /// A brace that is neither doubled nor part of a placeholder.
    SingleBrace(&'a str),
}

/// Returns the segments of `rest`, the text of a template.
fn segments(mut rest: &str) -> impl Iterator<Item = Segment<'_>> {
    iter::from_fn(move || {
        let (literal, braces) = rest.split_at(rest.find(['{', '}']).unwrap_or(rest.len()));
        if !literal.is_empty() {
            rest = braces;
            return Some(Segment::Literal(literal));
        }
        let (brace, after) = rest.split_at_checked(1)?;
        if let Some(after) = after.strip_prefix(brace) {
            rest = after;
            return Some(Segment::Literal(brace));
        }
        let name = after.split_once('}').filter(|_| brace == "{");
        rest = name.map_or(after, |(_, after)| after);
        Some(name.map_or(Segment::SingleBrace(brace), |(name, _)| {
            Segment::Placeholder(name)
        }))
    })
}

impl TryFrom<String> for MessageTemplate {
    type Error = String;

    /// Returns an error if a brace is neither doubled nor part of a placeholder.
    fn try_from(text: String) -> Result<Self, String> {
        for segment in segments(&text) {
            if let Segment::SingleBrace(brace) = segment {
                return Err(format!("a single '{brace}' is not allowed; write it twice"));
            }
        }
        Ok(Self(text))
    }
}

/// Writes the template as the table contains it.
impl Display for MessageTemplate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl MessageTemplate {
    /// Returns the first placeholder that is not in `supplied`, if any.
    pub(crate) fn other_than(&self, supplied: &[&str]) -> Option<&str> {
        segments(&self.0).find_map(|segment| match segment {
            Segment::Placeholder(name) if !supplied.contains(&name) => Some(name),
            _ => None,
        })
    }

    /// Returns the text with each placeholder replaced by its value. A placeholder without a value
    /// is not replaced, but the check of a table rejects it.
    pub(super) fn fill(&self, values: &[(&str, String)]) -> String {
        let mut text = String::new();
        for segment in segments(&self.0) {
            match segment {
                Segment::Literal(literal) | Segment::SingleBrace(literal) => {
                    text.push_str(literal);
                }
                Segment::Placeholder(name) => {
                    match values.iter().find(|(known, _)| *known == name) {
                        Some((_, value)) => text.push_str(value),
                        None => text.extend(["{", name, "}"]),
                    }
                }
            }
        }
        text
    }
}

/// Returns the placeholder for `field`: the name of the field, without the `r#` of a raw
/// identifier.
pub const fn placeholder(field: &'static str) -> &'static str {
    match field.as_bytes() {
        [b'r', b'#', name @ ..] => match std::str::from_utf8(name) {
            Ok(name) => name,
            Err(_) => field,
        },
        _ => field,
    }
}

/// The templates of messages, by key. A message without a template is rendered as its key and its
/// values, as in logs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Texts(pub(crate) HashMap<String, MessageTemplate>);

/// Formats `key` and the `values` that are not empty, for example
/// `not_found (kind: kind_category, name: docs)`.
pub(super) fn keyed(key: &str, values: &[(&str, String)]) -> String {
    let values = values.iter().filter(|(_, value)| !value.is_empty());
    let values: Vec<String> = values
        .map(|(name, value)| format!("{name}: {value}"))
        .collect();
    if values.is_empty() {
        key.to_owned()
    } else {
        format!("{key} ({})", values.join(", "))
    }
}
