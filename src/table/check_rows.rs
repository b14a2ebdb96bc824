//! The message catalog: a template for each message that the code declares.

use std::collections::{HashMap, HashSet};

use crate::table::Table;
use crate::table::table_error::{Problem, list, problem};
use crate::text::escaped::escape_truncated;
use crate::text::messages::{MessageGroup, ToArg};
use crate::text::texts::MessageTemplate;

/// Checks that `supplied` contains each placeholder of `template`. `place` is the path of the
/// template in the table.
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

/// Checks that each message in `groups` has a row in `rows`, and that each of these rows belongs to
/// a message. `place` is the path of the rows in the table.
pub(super) fn check_rows(
    place: &str,
    groups: &[&MessageGroup],
    rows: &HashMap<&str, &MessageTemplate>,
) -> Result<(), Problem> {
    let defs = groups.iter().flat_map(|group| group.all);
    for def in defs.clone() {
        match rows.get(def.key) {
            Some(row) => check(row, &format!("{place}.{}", def.key), def.placeholders)?,
            None => return problem(format!("{place}.{}", def.key), "this row is missing"),
        }
    }
    let known: HashSet<&str> = defs.map(|def| def.key).collect();
    match rows.keys().find(|key| !known.contains(*key)) {
        Some(key) => problem(format!("{place}.{key}"), "no message has this name"),
        None => Ok(()),
    }
}

impl Table {
    /// Renders `value`: a message, or any other value of a placeholder.
    pub fn render(&self, value: &dyn ToArg) -> String {
        self.texts.render(value)
    }
}
