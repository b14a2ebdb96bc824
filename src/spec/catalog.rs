//! The message catalog: a template for each message that the code declares.

use std::collections::HashSet;
use std::fmt::Display;

use crate::spec::Table;
use crate::spec::error::{Problem, list, problem};
use crate::text::escape::escape_truncated;
use crate::text::message::{MessageDef, MessageGroup, ToMessage};
use crate::text::texts::MessageTemplate;

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

/// Checks that each placeholder of a template is one of those that are supplied.
pub(super) fn check(
    template: &MessageTemplate,
    place: &str,
    supplied: &[&str],
) -> Result<(), Problem> {
    let Some(name) = template.other_than(supplied) else {
        return Ok(());
    };
    let valid = list(supplied.iter().map(|name| format!("{{{name}}}")));
    let name = escape_truncated(name);
    problem(
        place,
        format!("placeholder {{{name}}} is not supplied; valid are: {valid}"),
    )
}

impl Table {
    /// Checks that each message has its template, and each template a message.
    pub(super) fn check_phrases(&self, groups: &[&MessageGroup]) -> Result<(), Problem> {
        let defs: Vec<&MessageDef> = groups.iter().flat_map(|group| group.all).collect();
        for def in &defs {
            let place = format!("phrases.{}", def.key);
            match self.texts.get(def.key) {
                Some(template) => check(template, &place, def.placeholders)?,
                None => return problem(place, "this phrase is missing"),
            }
        }
        let known: HashSet<&str> = defs.iter().map(|def| def.key).collect();
        match self.texts.keys().find(|key| !known.contains(key)) {
            Some(key) => problem(format!("phrases.{key}"), "unknown phrase"),
            None => Ok(()),
        }
    }

    /// Renders a message in the table's words.
    pub fn said(&self, message: &dyn ToMessage) -> String {
        self.texts.said(message)
    }

    /// Renders a message; `others` are the placeholders that it does not fill itself.
    pub fn said_with(&self, message: &dyn ToMessage, others: &[(&str, &dyn Display)]) -> String {
        self.texts.said_with(message, others)
    }
}
