//! Mustache templates, without lambdas and without HTML escaping.

mod parse;
mod render;

pub use parse::{ParseBudget, Template};
pub use render::{Partials, RenderError, Rendered, TemplateError, render, supplied};
