//! Renders Mustache templates, without lambdas and without escaping HTML.
//!
//! Templates, values and partials are not trusted: the output, the depth of partials and
//! the steps are bounded, and nothing recurses.

mod parse;

use std::collections::TryReserveError;
use std::ops::Range;
use std::slice;
use std::sync::Arc;

use indexmap::IndexSet;
use serde_json::{Map, Value};

use crate::limits::{
    MAX_PARTIAL_DEPTH, MAX_TEMPLATE_BYTES, MAX_TEMPLATE_PARTS, MAX_TEMPLATE_STEPS,
};
use crate::text::message::messages;
use crate::text::yaml::{Position, shortened};
use parse::{PartKind, TemplatePart};

pub use parse::{ParseBudget, Template};

/// How many bytes are read or copied in a step.
const STEP: usize = 32;

messages! {
    /// What is wrong with a template.
    #[derive(Debug, Clone, PartialEq, Eq, Hash)]
    pub enum TemplateError {
        /// A tag that is never closed.
        OpenTag = "template_open_tag";
        /// A tag without a name.
        NoName = "template_no_name";
        /// What is no name, nor a tag that is known.
        Name(name: String) = "template_name";
        /// A tag that should set delimiters and does not hold two.
        Delimiters = "template_delimiters";
        /// A section that is never closed.
        OpenSection(name: String) = "template_open_section";
        /// A section's end where another one is open.
        OtherSection {
            /// The name at the end.
            name: String,
            /// The name of the section that is open.
            open: String,
        } = "template_other_section";
        /// A section's end where none is open.
        NoSection(name: String) = "template_no_section";
        /// A partial that is not there, or is not served.
        NoPartial(name: String) = "template_no_partial";
        /// Partials within each other, more than there may be.
        Depth = "template_depth" with limit = MAX_PARTIAL_DEPTH;
        /// It takes more steps than it may.
        Steps = "template_steps" with limit = MAX_TEMPLATE_STEPS;
        /// It and its partials have more bytes than they may have together.
        Bytes = "template_bytes" with limit = MAX_TEMPLATE_BYTES;
        /// It and its partials hold more tags and texts than they may hold together.
        Parts = "template_parts" with limit = MAX_TEMPLATE_PARTS;
        /// What comes of it is larger than a document may be.
        TooLarge(limit: u64) = "template_too_large";
    }
}

/// Where a template could not be parsed or rendered, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenderError<E> {
    /// The path of the template or partial.
    pub path: Arc<str>,
    /// The position in it.
    pub place: Position,
    /// The reason.
    pub error: E,
}

/// The reasons of a [`RenderError`]: the template's, no memory, those of the partials.
pub trait RenderErrorKind: From<TemplateError> + From<TryReserveError> {}

impl<E: From<TemplateError> + From<TryReserveError>> RenderErrorKind for E {}

/// A rendered template.
#[derive(Debug, Default)]
pub struct Rendered {
    /// The text.
    pub text: String,
    /// The names without a value, which were rendered as nothing: each once, shortened.
    pub missing: IndexSet<String>,
}

impl Rendered {
    /// Returns a text that is not a template.
    pub fn plain(text: String) -> Self {
        Self {
            text,
            missing: IndexSet::new(),
        }
    }
}

/// Finds the partial of a name for the template at a path, with the steps that this took.
pub type Partials<'a, E> = dyn FnMut(&str, &str) -> Result<(Option<Arc<Template>>, usize), E> + 'a;

/// Renders a template. A name is looked up in the `values`, which are maps, from the last
/// to the first. The text has at most `limit` bytes.
///
/// # Errors
///
/// [`MAX_PARTIAL_DEPTH`], [`MAX_TEMPLATE_STEPS`] or `limit` is exceeded, a partial is missing, `partials`
/// returns an error, or there is no memory.
pub fn render<E: RenderErrorKind>(
    template: Arc<Template>,
    values: &[&Value],
    limit: u64,
    partials: &mut Partials<'_, E>,
) -> Result<Rendered, RenderError<E>> {
    let mut rendering = Rendering {
        values: values.to_vec(),
        steps_left: MAX_TEMPLATE_STEPS,
        limit,
        rendered: Rendered::default(),
        partials,
    };
    let mut frames = vec![Frame::new(template, "".into(), 0, values.len())];
    while let Some(frame) = frames.last_mut() {
        let at = frame.next;
        let Some(part) = frame.template.parts[..frame.parts.end].get(at) else {
            rendering.values.truncate(frame.values);
            match frame.items.next() {
                Some(item) => {
                    rendering.values.push(item);
                    frame.next = frame.parts.start;
                }
                None => drop(frames.pop()),
            }
            continue;
        };
        frame.next = match part.kind {
            PartKind::Section { end, .. } => end,
            _ => at + 1,
        };
        let entered = rendering.part(frame, part, at + 1);
        let entered = entered.map_err(|error| frame.template.error(part.at, error))?;
        frames.extend(entered);
    }
    Ok(rendering.rendered)
}

/// A template, or a section of one, that is being rendered.
#[derive(Clone)]
struct Frame<'v> {
    template: Arc<Template>,
    /// Its parts in the template, by index.
    parts: Range<usize>,
    /// The index of the next part.
    next: usize,
    /// The items for which a section is still to be rendered.
    items: slice::Iter<'v, Value>,
    /// How many values there are outside of it.
    values: usize,
    /// What precedes each line.
    indent: Arc<str>,
    /// The number of partials that enclose it.
    depth: usize,
}

impl Frame<'_> {
    fn new(template: Arc<Template>, indent: Arc<str>, depth: usize, values: usize) -> Self {
        Self {
            parts: 0..template.parts.len(),
            template,
            next: 0,
            items: [].iter(),
            values,
            indent,
            depth,
        }
    }
}

struct Rendering<'a, 'v, E> {
    /// What names are looked up in, the last first.
    values: Vec<&'v Value>,
    steps_left: usize,
    limit: u64,
    rendered: Rendered,
    partials: &'a mut Partials<'a, E>,
}

impl<'v, E: RenderErrorKind> Rendering<'_, 'v, E> {
    /// Renders a part. Returns the section or the partial that is to be rendered next.
    fn part(
        &mut self,
        frame: &Frame<'v>,
        part: &TemplatePart,
        next: usize,
    ) -> Result<Option<Frame<'v>>, E> {
        self.step(1)?;
        if part.starts_line {
            self.write(&frame.indent)?;
        }
        let text = |range: &Range<usize>| &frame.template.text[range.clone()];
        match &part.kind {
            PartKind::Text(range) if frame.indent.is_empty() => self.write(text(range))?,
            PartKind::Text(range) => {
                for (at, line) in text(range).split_inclusive('\n').enumerate() {
                    if at > 0 {
                        self.write(&frame.indent)?;
                    }
                    self.write(line)?;
                }
            }
            PartKind::Value(name) => match self.find(text(name))? {
                Some(Value::Null) => {}
                Some(Value::String(value)) => self.write(value)?,
                Some(json) => self.write(&json.to_string())?,
                None => {
                    self.step(name.len() / STEP)?;
                    self.rendered.missing.insert(shortened(text(name)));
                }
            },
            PartKind::Section {
                name,
                inverted,
                end,
            } => {
                let value = self.find(text(name))?.filter(|value| is_true(value));
                let items: &[Value] = match (value, inverted) {
                    (None, true) => &[],
                    (None, false) | (Some(_), true) => return Ok(None),
                    (Some(Value::Array(items)), false) => items,
                    (Some(value), false) => slice::from_ref(value),
                };
                let (mut items, values) = (items.iter(), self.values.len());
                self.values.extend(items.next());
                self.step(items.len())?;
                return Ok(Some(Frame {
                    parts: next..*end,
                    next,
                    items,
                    values,
                    ..frame.clone()
                }));
            }
            PartKind::Partial { name, indent } => {
                if frame.depth == MAX_PARTIAL_DEPTH {
                    return Err(TemplateError::Depth.into());
                }
                let (found, steps) = (self.partials)(&frame.template.path, text(name))?;
                let Some(template) = found else {
                    return Err(TemplateError::NoPartial(shortened(text(name))).into());
                };
                let indent = [&frame.indent, text(indent)].concat();
                self.step(steps + indent.len() / STEP)?;
                let (depth, values) = (frame.depth + 1, self.values.len());
                return Ok(Some(Frame::new(template, indent.into(), depth, values)));
            }
        }
        Ok(None)
    }

    /// Returns the value of a name; a dot leads into a map.
    fn find(&mut self, name: &str) -> Result<Option<&'v Value>, E> {
        if name == "." {
            return Ok(self.values.last().copied());
        }
        let mut names = name.split('.');
        let first = names.next().unwrap_or_default();
        let mut found = None;
        for at in (0..self.values.len()).rev() {
            self.step(1 + first.len() / STEP)?;
            found = self.values[at].get(first);
            if found.is_some() {
                break;
            }
        }
        for name in names {
            let Some(value) = found else {
                break;
            };
            self.step(1 + name.len() / STEP)?;
            found = value.get(name);
        }
        Ok(found)
    }

    fn write(&mut self, text: &str) -> Result<(), E> {
        let to = &mut self.rendered.text;
        if (to.len() + text.len()) as u64 > self.limit {
            return Err(TemplateError::TooLarge(self.limit).into());
        }
        to.try_reserve(text.len())?;
        to.push_str(text);
        Ok(())
    }

    fn step(&mut self, steps: usize) -> Result<(), E> {
        let left = self.steps_left.checked_sub(steps);
        self.steps_left = left.ok_or(TemplateError::Steps)?;
        Ok(())
    }
}

/// Returns whether a section of this value is rendered.
fn is_true(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::Array(items) => !items.is_empty(),
        _ => true,
    }
}

/// Returns a map with one entry: the last value of this name in the `values`. If that is a
/// map, the `texts` are added that it lacks.
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
