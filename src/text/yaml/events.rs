//! The events of a YAML file → the same value in one plain form.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use granit_parser::{ErrorKind, Event, Marker, Parser, ScalarStyle, ScanError, Span, Tag};

use super::plain::{Plain, scalar};
use super::{
    MAX_DEPTH, MAX_EVENTS, MAX_QUOTE, MIN_EXPANSION, Place, YamlError, YamlFault, shortened,
};

/// The plain form of a file.
///
/// # Errors
///
/// What is not YAML, and every [`YamlFault`] that needs no type.
pub(super) fn plain(text: &str) -> Result<Plain, YamlError> {
    let options = granit_parser::options! {
        disallow_directives: true,
        flow_nesting_limit: MAX_DEPTH,
        block_nesting_limit: MAX_DEPTH,
    };
    let mut writer = PlainWriter {
        room: text.len().max(MIN_EXPANSION),
        ..PlainWriter::default()
    };
    writer.plain.text.reserve(text.len());
    for event in Parser::new_from_str_with_options(text, options) {
        let (event, span) = event.map_err(|error| writer.scan_error(&error, text))?;
        writer.take(event, &span)?;
    }
    if writer.documents == 0 {
        let start = Place { line: 1, column: 1 };
        return Err(YamlError::at(start, YamlFault::Empty));
    }
    Ok(writer.plain)
}

fn place(marker: &Marker) -> Place {
    Place {
        line: marker.line().max(1),
        column: marker.col() + 1,
    }
}

/// The text that stands at a place, up to where a scalar without quotes may end.
fn scalar_at(marker: &Marker, text: &str) -> String {
    let line = text.lines().nth(marker.line().max(1) - 1);
    let rest = line.unwrap_or_default().chars().skip(marker.col());
    let scalar: String = rest
        .take_while(|&c| !c.is_whitespace() && c != ',')
        .take(MAX_QUOTE + 1)
        .collect();
    shortened(scalar.trim_end_matches([']', '}', ':']))
}

/// What is open, and how far it has come.
#[derive(Debug)]
enum OpenNode<'a> {
    /// A list, and how many items it has so far.
    List(usize),
    /// A mapping.
    Mapping {
        /// The keys so far.
        keys: HashSet<Cow<'a, str>>,
        /// The last of them.
        key: Cow<'a, str>,
        /// Whether its value comes next.
        value: bool,
    },
}

/// What an anchor stands for: its part of the plain form.
#[derive(Debug)]
struct Anchored<'a> {
    text: Range<usize>,
    places: Range<usize>,
    events: usize,
    /// How many lists and mappings are within each other in it.
    depth: usize,
    /// Where it is a scalar: a key is compared by it.
    scalar: Option<Cow<'a, str>>,
}

/// A list or a mapping whose end is still to come.
#[derive(Debug)]
struct Started {
    anchor: usize,
    text: usize,
    places: usize,
    events: usize,
    /// The depth of what is in it.
    depth: usize,
}

#[derive(Debug, Default)]
struct PlainWriter<'a> {
    plain: Plain,
    documents: usize,
    events: usize,
    /// How many more bytes the aliases may stand for.
    room: usize,
    open: Vec<(OpenNode<'a>, Started)>,
    anchors: HashMap<usize, Anchored<'a>>,
}

impl<'a> PlainWriter<'a> {
    fn scan_error(&self, error: &ScanError, text: &str) -> YamlError {
        let here = place(error.marker());
        let fault = match error.kind() {
            ErrorKind::DirectiveDisallowed => YamlFault::Directive,
            ErrorKind::RecursionLimitExceeded => YamlFault::TooDeep,
            ErrorKind::TabInBlockIndentation | ErrorKind::TabNotAllowed => YamlFault::Tab,
            ErrorKind::UnknownQuotedScalarEscape => YamlFault::Escape,
            ErrorKind::UnknownAnchor => {
                return self.refuse(here, YamlFault::Alias(scalar_at(error.marker(), text)));
            }
            ErrorKind::MissingAnchorOrAliasName
                if scalar_at(error.marker(), text).starts_with('*') =>
            {
                YamlFault::Alias(scalar_at(error.marker(), text))
            }
            kind => YamlFault::Syntax(kind.to_string()),
        };
        YamlError::at(here, fault)
    }

    fn take(&mut self, event: Event<'a>, span: &Span) -> Result<(), YamlError> {
        let here = place(&span.start);
        match event {
            Event::DocumentStart(..) => {
                self.documents += 1;
                if self.documents > 1 {
                    return Err(self.refuse(here, YamlFault::SecondDocument));
                }
            }
            Event::Alias(anchor) => {
                let Some(found) = self.anchors.remove(&anchor) else {
                    return Err(self.refuse(here, YamlFault::EndlessAlias));
                };
                self.count(found.events, here)?;
                self.deepen(found.depth, here)?;
                let Some(room) = self.room.checked_sub(found.text.len()) else {
                    return Err(self.refuse(here, YamlFault::Expansion));
                };
                self.room = room;
                self.begin(here, found.scalar.as_ref())?;
                self.plain.text.extend_from_within(found.text.clone());
                // Its first line is begun already.
                let places = found.places.start + 1..found.places.end;
                self.plain.places.extend_from_within(places);
                self.end();
                self.anchors.insert(anchor, found);
            }
            Event::Scalar(value, style, anchor, tag) => {
                self.count(1, here)?;
                let quoted = style != ScalarStyle::Plain || tag.is_some();
                if tag.is_some_and(|tag| !tag.is_yaml_core_schema_tag("str")) {
                    return Err(self.refuse(here, YamlFault::Tag));
                }
                self.begin(here, Some(&value))?;
                let (text, places) = (self.plain.text.len(), self.plain.places.len() - 1);
                // What is not there at all comes as a `~`.
                let written = if span.is_empty() { "" } else { &value };
                scalar(&mut self.plain.text, written, quoted);
                if anchor != 0 {
                    let anchored = Anchored {
                        text: text..self.plain.text.len(),
                        places: places..self.plain.places.len(),
                        events: 1,
                        depth: 0,
                        scalar: Some(value),
                    };
                    self.anchors.insert(anchor, anchored);
                }
                self.end();
            }
            Event::SequenceStart(_, anchor, tag) => {
                self.start(OpenNode::List(0), '[', anchor, tag, here)?;
            }
            Event::MappingStart(_, anchor, tag) => {
                let mapping = OpenNode::Mapping {
                    keys: HashSet::new(),
                    key: Cow::default(),
                    value: false,
                };
                self.start(mapping, '{', anchor, tag, here)?;
            }
            Event::SequenceEnd => self.finish(']', here)?,
            Event::MappingEnd => self.finish('}', here)?,
            _ => {}
        }
        Ok(())
    }

    fn count(&mut self, events: usize, here: Place) -> Result<(), YamlError> {
        self.events += events;
        if self.events > MAX_EVENTS {
            return Err(self.refuse(here, YamlFault::TooMany));
        }
        Ok(())
    }

    /// Takes note of something so deep in what is open.
    fn deepen(&mut self, depth: usize, here: Place) -> Result<(), YamlError> {
        if self.open.len() + depth > MAX_DEPTH {
            return Err(self.refuse(here, YamlFault::TooDeep));
        }
        if let Some((_, around)) = self.open.last_mut() {
            around.depth = around.depth.max(depth);
        }
        Ok(())
    }

    /// Begins a node's line.
    fn begin(&mut self, here: Place, scalar: Option<&Cow<'a, str>>) -> Result<(), YamlError> {
        self.plain.places.push(here);
        // Nothing stands in the first column: a document could end there.
        let before = match self.open.last_mut() {
            None | Some((OpenNode::List(_), _)) => " ",
            Some((OpenNode::Mapping { value: true, .. }, _)) => ": ",
            Some((OpenNode::Mapping { keys, key, .. }, _)) => {
                // What is no scalar is compared with no other: no type has such keys.
                *key = scalar.cloned().unwrap_or_default();
                if scalar.is_some() && !keys.insert(key.clone()) {
                    let repeated = YamlFault::RepeatedKey(shortened(key));
                    return Err(self.refuse(here, repeated));
                }
                "? "
            }
        };
        self.plain.text.push_str(before);
        Ok(())
    }

    /// Ends a node's last line.
    fn end(&mut self) {
        let after = match self.open.last_mut() {
            None => "\n",
            Some((OpenNode::List(items), _)) => {
                *items += 1;
                ",\n"
            }
            Some((OpenNode::Mapping { value, .. }, _)) => {
                *value = !*value;
                if *value { "\n" } else { ",\n" }
            }
        };
        self.plain.text.push_str(after);
    }

    /// A fault of the node that comes next, or of the last key.
    fn refuse(&self, here: Place, fault: YamlFault) -> YamlError {
        let mut path = String::new();
        for (open, _) in &self.open {
            match open {
                OpenNode::List(items) => path.push_str(&format!("[{items}]")),
                OpenNode::Mapping { keys, .. } if keys.is_empty() => {}
                OpenNode::Mapping { key, .. } if path.is_empty() => path.push_str(key),
                OpenNode::Mapping { key, .. } => path.push_str(&format!(".{key}")),
            }
        }
        YamlError {
            path: shortened(&path),
            place: here,
            fault,
        }
    }

    fn start(
        &mut self,
        open: OpenNode<'a>,
        bracket: char,
        anchor: usize,
        tag: Option<Cow<'a, Tag>>,
        here: Place,
    ) -> Result<(), YamlError> {
        if tag.is_some() {
            return Err(self.refuse(here, YamlFault::Tag));
        }
        self.deepen(1, here)?;
        self.begin(here, None)?;
        let started = Started {
            anchor,
            text: self.plain.text.len(),
            places: self.plain.places.len() - 1,
            events: self.events,
            depth: 0,
        };
        self.count(1, here)?;
        self.plain.text.push(bracket);
        self.plain.text.push('\n');
        self.open.push((open, started));
        Ok(())
    }

    fn finish(&mut self, bracket: char, here: Place) -> Result<(), YamlError> {
        self.count(1, here)?;
        let Some((_, started)) = self.open.pop() else {
            return Ok(());
        };
        let depth = started.depth + 1;
        self.deepen(depth, here)?;
        self.plain.places.push(here);
        self.plain.text.push(bracket);
        if started.anchor != 0 {
            let anchored = Anchored {
                text: started.text..self.plain.text.len(),
                places: started.places..self.plain.places.len(),
                events: self.events - started.events,
                depth,
                scalar: None,
            };
            self.anchors.insert(started.anchor, anchored);
        }
        self.end();
        Ok(())
    }
}
