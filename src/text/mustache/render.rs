//! Parts and values → text.

use std::slice;
use std::sync::Arc;

use indexmap::IndexSet;
use serde_json::Value;

use super::fault::{Stop, TemplateFault, Why};
use super::parse::{Kind, Part, Template};
use crate::text::room::NoRoom;
use crate::text::yaml::{Place, shortened};

/// How many partials may stand within each other.
pub const MAX_DEPTH: usize = 16;
/// How many steps a rendering may take: a part is one, and so is each place where a
/// name is looked for. They are some tenths of a second.
pub const MAX_STEPS: usize = 1 << 22;
/// How many bytes are looked at or copied in a step.
const STEP: usize = 32;

/// What came of a template.
#[derive(Debug, Default)]
pub struct Rendered {
    /// The text.
    pub text: String,
    /// The names that no value has and that were rendered as nothing, each once; cut
    /// as what faults repeat.
    pub missing: IndexSet<String>,
}

impl Rendered {
    /// A text that is rendered as it is.
    pub fn plain(text: String) -> Self {
        Self {
            text,
            missing: IndexSet::new(),
        }
    }
}

/// A partial that was found.
#[derive(Debug, Clone)]
pub struct Included {
    /// What it is called: its own partials are looked for from there.
    pub path: Arc<str>,
    /// It.
    pub template: Arc<Template>,
}

/// Finds a partial for the template of a path, by the name there, and says how many
/// steps that took. `None`: nothing is there.
pub type Partials<'a, E> = dyn FnMut(&str, &str) -> Result<(Option<Included>, usize), E> + 'a;

/// Renders a template. A name has the first value that it has in one of the
/// `values`, from the last to the first, each a map; nothing is escaped. What it takes
/// is bounded by [`MAX_DEPTH`], [`MAX_STEPS`] and `limit`, the most bytes of the text.
///
/// # Errors
///
/// Where it stopped, and why: one of these bounds, a partial that is not there, what
/// `partials` says, or that there is no memory.
pub fn render<E: From<NoRoom>>(
    template: Included,
    values: &[&Value],
    limit: u64,
    partials: &mut Partials<'_, E>,
) -> Result<Rendered, Stop<E>> {
    let mut rendering = Rendering {
        frames: vec![Frame {
            of: template,
            next: 0,
            indent: String::new(),
        }],
        values: values.to_vec(),
        loops: Vec::new(),
        left: MAX_STEPS,
        limit,
        rendered: Rendered::default(),
        partials,
    };
    while let Some(frame) = rendering.frames.last() {
        let (of, depth) = (frame.of.clone(), rendering.frames.len());
        // Until it includes another, or ends.
        while rendering.frames.len() == depth {
            let Some(part) = rendering.next(&of.template) else {
                rendering.frames.pop();
                break;
            };
            rendering.part(&of.template, part).map_err(|why| Stop {
                path: Arc::clone(&of.path),
                place: Place::after(&of.template.text[..part.at]),
                why,
            })?;
        }
    }
    Ok(rendering.rendered)
}

/// A template that is being rendered, and perhaps includes the next one.
struct Frame {
    of: Included,
    /// Its next part.
    next: usize,
    /// What stands before each of its lines.
    indent: String,
}

struct Rendering<'a, 'v, E> {
    frames: Vec<Frame>,
    /// What names are looked for in, the last first.
    values: Vec<&'v Value>,
    /// What is left of the lists of the sections that are open.
    loops: Vec<slice::Iter<'v, Value>>,
    /// How many steps are left.
    left: usize,
    limit: u64,
    rendered: Rendered,
    partials: &'a mut Partials<'a, E>,
}

impl<E: From<NoRoom>> Rendering<'_, '_, E> {
    fn next<'t>(&mut self, template: &'t Template) -> Option<&'t Part> {
        let frame = self.frames.last_mut()?;
        let part = template.parts.get(frame.next)?;
        frame.next += 1;
        Some(part)
    }

    fn part(&mut self, template: &Template, part: &Part) -> Result<(), Why<E>> {
        self.step(1)?;
        if part.first {
            self.begin_line()?;
        }
        match &part.kind {
            Kind::Text(text) => {
                let text = &template.text[text.clone()];
                if self.indent().is_empty() {
                    return self.write(text);
                }
                for (at, line) in text.split_inclusive('\n').enumerate() {
                    if at > 0 {
                        self.begin_line()?;
                    }
                    self.write(line)?;
                }
                Ok(())
            }
            Kind::Value(name) => {
                let name = &template.text[name.clone()];
                match self.find(name)? {
                    Some(Value::Null) => Ok(()),
                    Some(Value::String(text)) => self.write(text),
                    // Numbers, truth values, lists and maps as JSON has them.
                    Some(value) => self.write(&value.to_string()),
                    None => {
                        self.step(name.len() / STEP)?;
                        self.rendered.missing.insert(shortened(name));
                        Ok(())
                    }
                }
            }
            Kind::Section {
                name,
                inverted,
                end,
            } => {
                let value = self.find(&template.text[name.clone()])?;
                let value = value.filter(|value| match value {
                    Value::Null | Value::Bool(false) => false,
                    Value::Array(items) => !items.is_empty(),
                    _ => true,
                });
                match value {
                    Some(value) if !inverted => {
                        let mut items = match value {
                            Value::Array(items) => items.iter(),
                            one => slice::from_ref(one).iter(),
                        };
                        self.values.extend(items.next());
                        self.loops.push(items);
                    }
                    None if *inverted => {}
                    _ => self.go_to(end + 1),
                }
                Ok(())
            }
            Kind::End(section) => {
                let inverted = matches!(
                    template.parts[*section].kind,
                    Kind::Section { inverted: true, .. }
                );
                if !inverted {
                    self.values.pop();
                    match self.loops.last_mut().and_then(Iterator::next) {
                        Some(item) => {
                            self.values.push(item);
                            self.go_to(section + 1);
                        }
                        None => drop(self.loops.pop()),
                    }
                }
                Ok(())
            }
            Kind::Partial { name, indent } => {
                let name = &template.text[name.clone()];
                self.include(name, &template.text[indent.clone()])
            }
        }
    }

    fn include(&mut self, name: &str, indent: &str) -> Result<(), Why<E>> {
        if self.frames.len() > MAX_DEPTH {
            return Err(Why::Template(TemplateFault::Depth));
        }
        let Some(frame) = self.frames.last() else {
            return Ok(());
        };
        let (found, steps) = (self.partials)(&frame.of.path, name).map_err(Why::Other)?;
        let Some(of) = found else {
            let fault = TemplateFault::NoPartial(shortened(name));
            return Err(Why::Template(fault));
        };
        let indent = [self.indent(), indent].concat();
        self.step(steps + indent.len() / STEP)?;
        self.frames.push(Frame {
            of,
            next: 0,
            indent,
        });
        Ok(())
    }

    /// Goes on with another part of the same template.
    fn go_to(&mut self, part: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.next = part;
        }
    }

    fn indent(&self) -> &str {
        self.frames.last().map_or("", |frame| &frame.indent)
    }

    fn begin_line(&mut self) -> Result<(), Why<E>> {
        let Some(frame) = self.frames.last() else {
            return Ok(());
        };
        write(&mut self.rendered.text, &frame.indent, self.limit)
    }

    fn write(&mut self, text: &str) -> Result<(), Why<E>> {
        write(&mut self.rendered.text, text, self.limit)
    }

    fn step(&mut self, steps: usize) -> Result<(), Why<E>> {
        match self.left.checked_sub(steps) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(Why::Template(TemplateFault::Steps)),
        }
    }
}

impl<'v, E: From<NoRoom>> Rendering<'_, 'v, E> {
    /// The value that a name has: a dot leads into a map.
    fn find(&mut self, name: &str) -> Result<Option<&'v Value>, Why<E>> {
        if name == "." {
            return Ok(self.values.last().copied());
        }
        let mut names = name.split('.');
        let first = names.next().unwrap_or_default();
        let steps = 1 + first.len() / STEP;
        let mut found = None;
        for at in (0..self.values.len()).rev() {
            self.step(steps)?;
            found = self.values[at].get(first);
            if found.is_some() {
                break;
            }
        }
        for name in names {
            if found.is_none() {
                break;
            }
            self.step(1 + name.len() / STEP)?;
            found = found.and_then(|value| value.get(name));
        }
        Ok(found)
    }
}

fn write<E: From<NoRoom>>(to: &mut String, text: &str, limit: u64) -> Result<(), Why<E>> {
    if (to.len() + text.len()) as u64 > limit {
        return Err(Why::Template(TemplateFault::TooLarge(limit)));
    }
    (to.try_reserve(text.len())).map_err(|_| Why::Other(NoRoom.into()))?;
    to.push_str(text);
    Ok(())
}
