//! Renders Mustache templates, without lambdas and without HTML escaping.
//!
//! Templates, values and partials are not trusted. Therefore the output, the depth of sections and
//! partials, and the number of steps are limited.

use std::ops::Range;
use std::slice;
use std::sync::Arc;

use indexmap::IndexSet;
use serde_json::{Map, Value};

use crate::limits::{MAX_TEMPLATE_BYTES, MAX_TEMPLATE_DEPTH, MAX_TEMPLATE_STEPS};
use crate::text::messages::messages;
use rule_files::located::Located;

use super::parse::{PartKind, Template, TemplatePart};

/// The number of bytes of a name or an indentation that count as one step.
const STEP: usize = 32;
/// The number of steps that each use of a partial counts as.
const PARTIAL_STEPS: usize = 128;

messages! {
    /// Errors in a template.
    #[derive(Debug, Clone, PartialEq, Eq, Hash)]
    pub enum TemplateError {
        /// A tag that is never closed.
        OpenTag = "template_open_tag";
        /// A tag without a name.
        NoName = "template_no_name";
        /// A tag whose content is neither a name nor a known kind of tag.
        Name(name: String) = "template_name";
        /// A tag that sets delimiters, but does not contain exactly two.
        Delimiters = "template_delimiters";
        /// A section that is never closed.
        OpenSection(name: String) = "template_open_section";
        /// The end of a section while another section is open.
        OtherSection {
            /// The name in the end tag.
            name: String,
            /// The name of the open section.
            open: String,
        } = "template_other_section";
        /// The end of a section while no section is open.
        NoSection(name: String) = "template_no_section";
        /// A partial that does not exist, or is not served.
        NoPartial(name: String) = "template_no_partial";
        /// More nested sections and partials than are allowed.
        Depth = "template_depth" with limit = MAX_TEMPLATE_DEPTH;
        /// More steps than are allowed.
        Steps = "template_steps" with limit = MAX_TEMPLATE_STEPS;
        /// More bytes in the template and its partials than are allowed.
        Bytes = "template_bytes" with limit = MAX_TEMPLATE_BYTES;
        /// Rendered text that is larger than a document may be.
        TooLarge(limit: u64) = "template_too_large";
        /// Not enough memory for the rendered text.
        Memory = "template_memory";
    }
}

/// An error in parsing or rendering a template. The path is the path to the template or partial.
pub type RenderError = Located<TemplateError>;

/// A rendered template.
#[derive(Debug, Default)]
pub struct Rendered {
    /// The rendered text.
    pub text: String,
    /// The names that had no value, each once. They were rendered as empty strings.
    pub missing: IndexSet<String>,
}

/// A function that finds a partial. Its arguments are the path to the including template, the name
/// of the partial, and the indentation to add before each of its lines.
pub type Partials<'a> = dyn FnMut(&str, &str, &str) -> Option<Arc<Template>> + 'a;

/// Renders `template`. Names are looked up in the maps in `values`, from the last map to the first.
/// `partials` finds the partials. The rendered text has at most `limit` bytes.
///
/// # Errors
///
/// Returns an error if [`MAX_TEMPLATE_DEPTH`], [`MAX_TEMPLATE_STEPS`] or `limit` is exceeded, a
/// partial is missing, or there is not enough memory.
pub fn render(
    template: &Template,
    values: &[&Value],
    limit: u64,
    partials: &mut Partials<'_>,
) -> Result<Rendered, RenderError> {
    let mut rendering = Rendering {
        values: values.to_vec(),
        steps_left: MAX_TEMPLATE_STEPS,
        limit,
        rendered: Rendered::default(),
        partials,
    };
    rendering.parts(template, 0, &template.parts)?;
    Ok(rendering.rendered)
}

struct Rendering<'a, 'v> {
    /// The values in which names are looked up, the last value first.
    values: Vec<&'v Value>,
    steps_left: usize,
    limit: u64,
    rendered: Rendered,
    partials: &'a mut Partials<'a>,
}

impl<'v> Rendering<'_, 'v> {
    /// Renders `parts` of `template`, which are inside `depth` sections and partials. Calls itself
    /// for nested parts.
    fn parts(
        &mut self,
        template: &Template,
        depth: usize,
        parts: &[TemplatePart],
    ) -> Result<(), RenderError> {
        let text = |range: &Range<usize>| &template.text[range.clone()];
        for part in parts {
            let located = |error| template.error(part.at, error);
            let inner = || {
                if depth < MAX_TEMPLATE_DEPTH {
                    Ok(depth + 1)
                } else {
                    Err(located(TemplateError::Depth))
                }
            };
            self.step(1).map_err(located)?;
            match &part.kind {
                PartKind::Text(range) => self.write(text(range)).map_err(located)?,
                PartKind::Value(name) => self.value(text(name)).map_err(located)?,
                PartKind::Section {
                    name,
                    inverted,
                    parts,
                } => {
                    let inner = inner()?;
                    let value = self.find(text(name)).map_err(located)?;
                    let items = match value.filter(|value| is_true(value)) {
                        Some(_) if *inverted => continue,
                        Some(Value::Array(items)) => items,
                        Some(value) => slice::from_ref(value),
                        None if *inverted => {
                            self.parts(template, inner, parts)?;
                            continue;
                        }
                        None => continue,
                    };
                    for item in items {
                        self.step(1).map_err(located)?;
                        self.values.push(item);
                        self.parts(template, inner, parts)?;
                        self.values.pop();
                    }
                }
                PartKind::Partial { name, indent } => {
                    let (inner, name, indent) = (inner()?, text(name), text(indent));
                    let steps = PARTIAL_STEPS + indent.len() / STEP;
                    self.step(steps).map_err(located)?;
                    let found = (self.partials)(&template.path, name, indent);
                    let missing = || located(TemplateError::NoPartial(name.to_owned()));
                    let partial = found.ok_or_else(missing)?;
                    self.parts(&partial, inner, &partial.parts)?;
                }
            }
        }
        Ok(())
    }

    fn value(&mut self, name: &str) -> Result<(), TemplateError> {
        match self.find(name)? {
            Some(Value::Null) => Ok(()),
            Some(Value::String(value)) => self.write(value),
            Some(json) => self.write(&json.to_string()),
            None => {
                self.rendered.missing.insert(name.to_owned());
                Ok(())
            }
        }
    }

    /// Returns the value of `name`, or `None` if it has no value. The value of a name such as `a.b`
    /// is the value of `b` in the map `a`.
    fn find(&mut self, name: &str) -> Result<Option<&'v Value>, TemplateError> {
        if name == "." {
            return Ok(self.values.last().copied());
        }
        let mut names = name.split('.');
        let first = names.next().unwrap_or_default();
        let mut found = None;
        for at in (0..self.values.len()).rev() {
            // Each lookup hashes the name.
            self.step(1 + name.len() / STEP)?;
            found = self.values[at].get(first);
            if found.is_some() {
                break;
            }
        }
        Ok(names.fold(found, |found, name| found?.get(name)))
    }

    fn write(&mut self, text: &str) -> Result<(), TemplateError> {
        let to = &mut self.rendered.text;
        if (to.len() + text.len()) as u64 > self.limit {
            return Err(TemplateError::TooLarge(self.limit));
        }
        to.try_reserve(text.len())
            .map_err(|_| TemplateError::Memory)?;
        to.push_str(text);
        Ok(())
    }

    fn step(&mut self, steps: usize) -> Result<(), TemplateError> {
        let left = self.steps_left.checked_sub(steps);
        self.steps_left = left.ok_or(TemplateError::Steps)?;
        Ok(())
    }
}

/// Returns true if a section with the value `value` is rendered.
fn is_true(value: &Value) -> bool {
    let is_empty = value.as_array().is_some_and(Vec::is_empty);
    !is_empty && !matches!(value, Value::Null | Value::Bool(false))
}

/// Returns a map with the single key `name`. Its value is the last value of `name` in `values`, or
/// an empty map if there is none. If the value is a map, adds each entry of `texts` whose key the
/// map lacks.
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
