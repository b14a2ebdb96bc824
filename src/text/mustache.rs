//! Mustache: a template, values and partials → text.
//!
//! The language without lambdas, and without escaping: what is rendered is no HTML.
//! What it is given may be anybody's, so it is bounded in output, depth and steps, and
//! nothing in it recurses.

mod fault;
mod parse;
mod render;

pub use fault::{Stop, TemplateFault, Why};
pub use parse::{ParseBudget, Template};
pub use render::{Included, MAX_DEPTH, MAX_STEPS, Partials, Rendered, render};

use serde_json::{Map, Value};

/// A value of one name: the map that the last of these has under it, with the texts
/// that it does not have itself. What is no map stays as it is.
pub fn supplied(values: &[&Value], name: &str, texts: &[(&str, &str)]) -> Value {
    let given = values.iter().rev().find_map(|value| value.get(name));
    let mut given = given.cloned().unwrap_or_else(|| Map::new().into());
    if let Some(given) = given.as_object_mut() {
        for (key, text) in texts {
            given.entry(*key).or_insert_with(|| (*text).into());
        }
    }
    Map::from_iter([(name.to_owned(), given)]).into()
}
