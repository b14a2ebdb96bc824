//! A YAML file as a tree of nodes, each with its place.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use granit_parser::{ErrorKind, Event, Marker, Parser, ScalarStyle, ScanError, Span, Tag};

use super::scalar::{Scalar, resolve};
use super::{
    MAX_DEPTH, MAX_EVENTS, MAX_QUOTE, MIN_EXPANSION, Place, YamlError, YamlFault, YamlType,
    shortened,
};

/// A value of a YAML file, and its place. A clone shares the content.
#[derive(Debug, Clone)]
pub struct YamlNode {
    /// Where the value begins; for an alias the alias itself.
    pub place: Place,
    pub(super) content: YamlContent,
}

/// The content of a node.
#[derive(Debug, Clone)]
pub(super) enum YamlContent {
    /// A scalar as it is written without quotes; empty where nothing is written.
    Plain(Rc<str>),
    /// A string in quotes, in a block, or with the tag `!!str`.
    Quoted(Rc<str>),
    /// A list.
    List(Rc<[YamlNode]>),
    /// A mapping, in the file's order.
    Map(Rc<[(YamlNode, YamlNode)]>),
}

impl YamlNode {
    /// Builds the tree of a file's only document.
    ///
    /// # Errors
    ///
    /// Syntax errors, and every [`YamlFault`] that needs no type.
    pub(super) fn build(text: &str) -> Result<Self, YamlError> {
        let options = granit_parser::options! {
            disallow_directives: true,
            flow_nesting_limit: MAX_DEPTH,
            block_nesting_limit: MAX_DEPTH,
        };
        let mut builder = TreeBuilder {
            expansion: text.len().max(MIN_EXPANSION),
            ..TreeBuilder::default()
        };
        for event in Parser::new_from_str_with_options(text, options) {
            let (event, span) = event.map_err(|error| builder.scan_error(&error, text))?;
            builder.take(event, &span)?;
        }
        let start = Place { line: 1, column: 1 };
        let empty = || YamlError::at(start, YamlFault::Empty);
        builder.root.ok_or_else(empty)
    }

    /// Returns this node if it is a mapping.
    ///
    /// # Errors
    ///
    /// That it is none, with its place.
    pub fn into_map(self) -> Result<Self, YamlError> {
        match self.content {
            YamlContent::Map(_) => Ok(self),
            _ => Err(YamlError::at(self.place, self.type_error(YamlType::Map))),
        }
    }

    /// Returns a string, or a number as it is written.
    pub fn as_text(&self) -> Option<&str> {
        match self.scalar()? {
            Scalar::Null | Scalar::Bool(_) => None,
            _ => self.text().map(|text| &**text),
        }
    }

    /// Returns the value of `key` in this mapping.
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.entry(key).map(|(_, value)| value)
    }

    fn entry(&self, key: &str) -> Option<&(Self, Self)> {
        let YamlContent::Map(entries) = &self.content else {
            return None;
        };
        entries
            .iter()
            .find(|(name, _)| name.text().is_some_and(|text| **text == *key))
    }

    /// Returns the places of the key and the value at `path`, whose steps are keys,
    /// and items as `[0]`; or those of the deepest ancestor that exists. An item, and the
    /// whole file, have the same place for both.
    pub fn at(&self, path: &[&str]) -> (Place, Place) {
        let (mut node, mut found) = (self, (self.place, self.place));
        for step in path {
            let next = match &node.content {
                YamlContent::List(items) => {
                    let index = step
                        .strip_prefix('[')
                        .and_then(|step| step.strip_suffix(']'));
                    let index = index.and_then(|index| index.parse::<usize>().ok());
                    index
                        .and_then(|index| items.get(index))
                        .map(|item| (item, item))
                }
                _ => node.entry(step).map(|(key, value)| (key, value)),
            };
            let Some((key, value)) = next else { break };
            (node, found) = (value, (key.place, value.place));
        }
        found
    }

    /// Returns the text of a scalar.
    pub(super) fn text(&self) -> Option<&Rc<str>> {
        match &self.content {
            YamlContent::Plain(text) | YamlContent::Quoted(text) => Some(text),
            YamlContent::List(_) | YamlContent::Map(_) => None,
        }
    }

    /// Returns the value of a scalar.
    pub(super) fn scalar(&self) -> Option<Scalar<'_>> {
        match &self.content {
            YamlContent::Plain(text) => Some(resolve(text)),
            YamlContent::Quoted(text) => Some(Scalar::Text(text)),
            YamlContent::List(_) | YamlContent::Map(_) => None,
        }
    }

    /// Returns the events, the depth and the bytes that a copy adds to a file.
    fn size(&self) -> (usize, usize, usize) {
        // Indicators and a line end around each value.
        const AROUND: usize = 3;
        let children: Vec<&Self> = match &self.content {
            YamlContent::Plain(text) | YamlContent::Quoted(text) => {
                return (1, 0, text.len() + AROUND);
            }
            YamlContent::List(items) => items.iter().collect(),
            YamlContent::Map(entries) => entries
                .iter()
                .flat_map(|(key, value)| [key, value])
                .collect(),
        };
        let sizes = children.into_iter().map(Self::size);
        sizes.fold((2, 1, AROUND), |(events, depth, bytes), more| {
            (events + more.0, depth.max(more.1 + 1), bytes + more.2)
        })
    }
}

/// A list or a mapping whose end is still to come.
struct OpenNode {
    place: Place,
    anchor: usize,
    children: Children,
}

enum Children {
    List(Vec<YamlNode>),
    Map {
        entries: Vec<(YamlNode, YamlNode)>,
        /// The scalar keys.
        keys: HashSet<Rc<str>>,
        /// The key whose value comes next.
        key: Option<YamlNode>,
    },
}

/// Builds the tree from events, within the limits.
#[derive(Default)]
struct TreeBuilder {
    root: Option<YamlNode>,
    documents: usize,
    events: usize,
    /// How many more bytes the aliases may stand for.
    expansion: usize,
    open: Vec<OpenNode>,
    anchors: HashMap<usize, YamlNode>,
}

impl TreeBuilder {
    fn scan_error(&self, error: &ScanError, text: &str) -> YamlError {
        let here = place(error.marker());
        let fault = match error.kind() {
            ErrorKind::DirectiveDisallowed => YamlFault::Directive,
            ErrorKind::RecursionLimitExceeded => YamlFault::TooDeep,
            ErrorKind::TabInBlockIndentation | ErrorKind::TabNotAllowed => YamlFault::Tab,
            ErrorKind::UnknownQuotedScalarEscape => YamlFault::Escape,
            ErrorKind::UnknownAnchor => {
                return self.error(here, YamlFault::Alias(scalar_at(error.marker(), text)));
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

    fn take(&mut self, event: Event<'_>, span: &Span) -> Result<(), YamlError> {
        let here = place(&span.start);
        match event {
            Event::DocumentStart(..) => {
                self.documents += 1;
                if self.documents > 1 {
                    return Err(self.error(here, YamlFault::SecondDocument));
                }
                Ok(())
            }
            Event::Alias(anchor) => {
                // An anchor is known from its node's end on.
                let Some(node) = self.anchors.get(&anchor).cloned() else {
                    return Err(self.error(here, YamlFault::EndlessAlias));
                };
                let (events, depth, bytes) = node.size();
                self.count(events, here)?;
                self.check_depth(depth, here)?;
                let Some(rest) = self.expansion.checked_sub(bytes) else {
                    return Err(self.error(here, YamlFault::Expansion));
                };
                self.expansion = rest;
                self.add(YamlNode {
                    place: here,
                    ..node
                })
            }
            Event::Scalar(value, style, anchor, tag) => {
                self.count(1, here)?;
                let quoted = style != ScalarStyle::Plain || tag.is_some();
                if tag.is_some_and(|tag| !tag.is_yaml_core_schema_tag("str")) {
                    return Err(self.error(here, YamlFault::Tag));
                }
                let node = YamlNode {
                    place: here,
                    content: match quoted {
                        true => YamlContent::Quoted(Rc::from(&*value)),
                        // What is not there at all comes as a `~`.
                        false if span.is_empty() => YamlContent::Plain(Rc::from("")),
                        false => YamlContent::Plain(Rc::from(&*value)),
                    },
                };
                self.anchor(anchor, &node);
                self.add(node)
            }
            Event::SequenceStart(_, anchor, tag) => {
                self.start(Children::List(Vec::new()), anchor, tag.as_deref(), here)
            }
            Event::MappingStart(_, anchor, tag) => {
                let children = Children::Map {
                    entries: Vec::new(),
                    keys: HashSet::new(),
                    key: None,
                };
                self.start(children, anchor, tag.as_deref(), here)
            }
            Event::SequenceEnd | Event::MappingEnd => self.finish(here),
            _ => Ok(()),
        }
    }

    fn count(&mut self, events: usize, here: Place) -> Result<(), YamlError> {
        self.events += events;
        match self.events > MAX_EVENTS {
            true => Err(self.error(here, YamlFault::TooMany)),
            false => Ok(()),
        }
    }

    fn check_depth(&self, depth: usize, here: Place) -> Result<(), YamlError> {
        match self.open.len() + depth > MAX_DEPTH {
            true => Err(self.error(here, YamlFault::TooDeep)),
            false => Ok(()),
        }
    }

    fn start(
        &mut self,
        children: Children,
        anchor: usize,
        tag: Option<&Tag>,
        place: Place,
    ) -> Result<(), YamlError> {
        if tag.is_some() {
            return Err(self.error(place, YamlFault::Tag));
        }
        self.check_depth(1, place)?;
        self.count(1, place)?;
        self.open.push(OpenNode {
            place,
            anchor,
            children,
        });
        Ok(())
    }

    fn finish(&mut self, here: Place) -> Result<(), YamlError> {
        self.count(1, here)?;
        let Some(OpenNode {
            place,
            anchor,
            children,
        }) = self.open.pop()
        else {
            return Ok(());
        };
        let content = match children {
            Children::List(items) => YamlContent::List(items.into()),
            Children::Map { entries, .. } => YamlContent::Map(entries.into()),
        };
        let node = YamlNode { place, content };
        self.anchor(anchor, &node);
        self.add(node)
    }

    fn anchor(&mut self, anchor: usize, node: &YamlNode) {
        if anchor != 0 {
            self.anchors.insert(anchor, node.clone());
        }
    }

    /// Adds a node to the innermost list or mapping that is open.
    fn add(&mut self, node: YamlNode) -> Result<(), YamlError> {
        match self.open.last_mut().map(|open| &mut open.children) {
            None => self.root = Some(node),
            Some(Children::List(items)) => items.push(node),
            Some(Children::Map { entries, keys, key }) => match key.take() {
                Some(key) => entries.push((key, node)),
                None => {
                    let here = node.place;
                    // Lists and mappings are compared with no other key: no type has such.
                    let text = node.text().cloned();
                    *key = Some(node);
                    if let Some(text) = text
                        && !keys.insert(Rc::clone(&text))
                    {
                        return Err(self.error(here, YamlFault::RepeatedKey(shortened(&text))));
                    }
                }
            },
        }
        Ok(())
    }

    /// Returns an error of the node that comes next, or of the last key.
    fn error(&self, place: Place, fault: YamlFault) -> YamlError {
        let mut path = String::new();
        for open in &self.open {
            match &open.children {
                Children::List(items) => path.push_str(&format!("[{}]", items.len())),
                Children::Map { entries, key, .. } => {
                    let key = key.as_ref().or(entries.last().map(|(key, _)| key));
                    if let Some(text) = key.and_then(YamlNode::text) {
                        let dot = if path.is_empty() { "" } else { "." };
                        path.push_str(&format!("{dot}{text}"));
                    }
                }
            }
        }
        YamlError {
            path: shortened(&path),
            ..YamlError::at(place, fault)
        }
    }
}

fn place(marker: &Marker) -> Place {
    Place {
        line: marker.line().max(1),
        column: marker.col() + 1,
    }
}

/// Returns the text at a marker, up to where a scalar without quotes may end.
fn scalar_at(marker: &Marker, text: &str) -> String {
    let line = text.lines().nth(marker.line().max(1) - 1);
    let rest = line.unwrap_or_default().chars().skip(marker.col());
    let scalar: String = rest
        .take_while(|&c| !c.is_whitespace() && c != ',')
        .take(MAX_QUOTE + 1)
        .collect();
    shortened(scalar.trim_end_matches([']', '}', ':']))
}
