//! A YAML file as a tree of nodes with positions, built within limits.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use granit_parser::{
    ErrorKind, Event, Marker, Parser, ScalarStyle, ScanError, Span, StrInput, Tag,
};

use super::scalar::{Scalar, resolve};
use super::{YamlError, YamlErrorKind, YamlType};
use crate::limits::{MAX_YAML_DEPTH, MAX_YAML_EVENTS, MIN_YAML_EXPANSION};
use crate::located::{Located, Position};

/// A value of a YAML file, and its position. Clones share the content.
#[derive(Debug, Clone)]
pub struct YamlNode {
    /// The start of the value, or of the alias that refers to it.
    pub position: Position,
    pub(super) content: YamlContent,
}

/// The content of a node.
#[derive(Debug, Clone)]
pub(super) enum YamlContent {
    /// A scalar as it is written, or an empty string if it is missing. The flag is true if the
    /// scalar is in quotes, in a block, or has the tag `!!str`.
    Scalar(Rc<str>, bool),
    /// A list.
    List(Rc<[YamlNode]>),
    /// A mapping, in the order of the file.
    Map(Rc<[(YamlNode, YamlNode)]>),
}

impl YamlNode {
    /// Builds the tree of `text`, a YAML file that must contain exactly one document.
    ///
    /// # Errors
    ///
    /// Returns a syntax error, or any [`YamlErrorKind`] that does not depend on a type.
    pub(super) fn build(text: &str) -> Result<Self, YamlError> {
        let options = granit_parser::options! {
            disallow_directives: true,
        };
        let mut builder = TreeBuilder {
            text,
            parser: Parser::new_from_str_with_options(text, options),
            events: 0,
            depth: 0,
            expansion: text.len().max(MIN_YAML_EXPANSION),
            anchors: HashMap::new(),
        };
        builder.document()
    }

    /// Returns this node if it is a mapping.
    ///
    /// # Errors
    ///
    /// Returns a type error with the position of the node if it is not a mapping.
    pub fn into_map(self) -> Result<Self, YamlError> {
        match self.content {
            YamlContent::Map(_) => Ok(self),
            _ => Err(YamlError::at(self.position, self.type_error(YamlType::Map))),
        }
    }

    /// Returns the text of a string, or of a number as it is written. Returns `None` for any other
    /// node.
    pub fn as_text(&self) -> Option<&str> {
        match self.scalar()? {
            Scalar::Null | Scalar::Bool(_) => None,
            _ => self.text().map(|text| &**text),
        }
    }

    /// Returns the value of `key` if this node is a mapping that contains `key`.
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.entry(key).map(|(_, value)| value)
    }

    fn entry(&self, key: &str) -> Option<(&Self, &Self)> {
        let YamlContent::Map(entries) = &self.content else {
            return None;
        };
        let mut entries = entries.iter().map(|(name, value)| (name, value));
        entries.find(|(name, _)| name.text().is_some_and(|text| **text == *key))
    }

    /// Returns the positions of the key and the value at `path`. The steps of the path are keys, or
    /// items such as `[0]`. If the path does not exist, the positions are those of the deepest
    /// existing ancestor. For an item and for the whole file, both positions are the same.
    pub fn at(&self, path: &[&str]) -> (Position, Position) {
        let (mut key, mut value) = (self, self);
        for step in path {
            let next = match &value.content {
                YamlContent::List(items) => {
                    let index = step.trim_matches(['[', ']']).parse::<usize>();
                    let item = index.ok().and_then(|index| items.get(index));
                    item.map(|item| (item, item))
                }
                _ => value.entry(step),
            };
            let Some(next) = next else { break };
            (key, value) = next;
        }
        (key.position, value.position)
    }

    /// Returns an error of the kind `kind` in the value at `path`. The steps of `path` are the same
    /// as for [`Self::at`].
    pub fn error<K>(&self, path: &[&str], kind: K) -> Located<K> {
        let (_, value) = self.at(path);
        Located {
            path: path.join(".").replace(".[", "["),
            position: Some(value),
            kind,
        }
    }

    /// Returns the text of a scalar, or `None` for other nodes.
    pub(super) fn text(&self) -> Option<&Rc<str>> {
        match &self.content {
            YamlContent::Scalar(text, _) => Some(text),
            _ => None,
        }
    }

    /// Returns the value of a scalar, or `None` for other nodes.
    pub(super) fn scalar(&self) -> Option<Scalar<'_>> {
        match &self.content {
            YamlContent::Scalar(text, true) => Some(Scalar::Text(text)),
            YamlContent::Scalar(text, false) => Some(resolve(text)),
            _ => None,
        }
    }

    /// Returns the number of events, the depth and the number of bytes that a copy of this node
    /// adds to a file.
    pub fn size(&self) -> (usize, usize, usize) {
        // The indicators and the line end around each value.
        const AROUND: usize = 3;
        let add = |sum: (usize, usize, usize), node: &Self| {
            let (events, depth, bytes) = node.size();
            (sum.0 + events, sum.1.max(depth + 1), sum.2 + bytes)
        };
        match &self.content {
            YamlContent::Scalar(text, _) => (1, 0, text.len() + AROUND),
            YamlContent::List(items) => items.iter().fold((2, 1, AROUND), add),
            YamlContent::Map(entries) => {
                let nodes = entries.iter().flat_map(|(key, value)| [key, value]);
                nodes.fold((2, 1, AROUND), add)
            }
        }
    }
}

/// A builder that creates the tree from the parser's events, within the limits.
struct TreeBuilder<'a> {
    text: &'a str,
    parser: Parser<'a, StrInput<'a>>,
    events: usize,
    /// The number of open lists and mappings.
    depth: usize,
    /// The number of bytes that further aliases may expand to.
    expansion: usize,
    /// The completed nodes, by anchor.
    anchors: HashMap<usize, YamlNode>,
}

impl<'a> TreeBuilder<'a> {
    fn document(&mut self) -> Result<YamlNode, YamlError> {
        let mut root = None;
        while let Some((event, span)) = self.next()? {
            match event {
                Event::DocumentStart(..) if root.is_some() => {
                    let second = YamlErrorKind::SecondDocument;
                    return Err(YamlError::at(position(&span.start), second));
                }
                event if event.is_node() => root = Some(self.node(event, &span)?),
                _ => {}
            }
        }
        let start = Position { line: 1, column: 1 };
        root.ok_or_else(|| YamlError::at(start, YamlErrorKind::Empty))
    }

    fn next(&mut self) -> Result<Option<(Event<'a>, Span)>, YamlError> {
        let event = self.parser.next().transpose();
        event.map_err(|error| scan_error(&error, self.text))
    }

    fn node(&mut self, event: Event<'a>, span: &Span) -> Result<YamlNode, YamlError> {
        let position = position(&span.start);
        let is_scalar = matches!(event, Event::Scalar(..));
        let is_string = |tag: &Tag| is_scalar && tag.is_yaml_core_schema_tag("str");
        if event.tag().is_some_and(|tag| !is_string(tag)) {
            return Err(YamlError::at(position, YamlErrorKind::Tag));
        }
        let anchor = event.anchor_id();
        let content = match event {
            Event::Alias(anchor) => self.alias(anchor, position)?,
            Event::SequenceStart(..) => self.list(position)?,
            Event::MappingStart(..) => self.map(position)?,
            Event::Scalar(text, style, _, tag) => {
                self.count(1, 0, position)?;
                let quoted = style != ScalarStyle::Plain || tag.is_some();
                // The parser reports a missing scalar as `~`.
                let is_missing = span.is_empty() && !quoted;
                YamlContent::Scalar(if is_missing { "" } else { &text }.into(), quoted)
            }
            _ => YamlContent::Scalar("".into(), false),
        };
        let node = YamlNode { position, content };
        if let Some(anchor) = anchor {
            self.anchors.insert(anchor, node.clone());
        }
        Ok(node)
    }

    fn alias(&mut self, anchor: usize, at: Position) -> Result<YamlContent, YamlError> {
        let Some(node) = self.anchors.get(&anchor).cloned() else {
            return Err(YamlError::at(at, YamlErrorKind::EndlessAlias));
        };
        let (events, depth, bytes) = node.size();
        self.count(events, depth, at)?;
        let Some(rest) = self.expansion.checked_sub(bytes) else {
            return Err(YamlError::at(at, YamlErrorKind::Expansion));
        };
        self.expansion = rest;
        Ok(node.content)
    }

    fn list(&mut self, at: Position) -> Result<YamlContent, YamlError> {
        self.open(at)?;
        let mut items = Vec::new();
        loop {
            let item = self.child();
            match item.map_err(|error| error.within(&format!("[{}]", items.len())))? {
                Some(item) => items.push(item),
                None => return Ok(YamlContent::List(items.into())),
            }
        }
    }

    fn map(&mut self, at: Position) -> Result<YamlContent, YamlError> {
        self.open(at)?;
        let (mut entries, mut keys) = (Vec::new(), HashSet::new());
        while let Some(key) = self.child()? {
            // Keys that are lists or mappings are not compared, because no type accepts them.
            let text = key.text().cloned();
            let name = text.as_deref().unwrap_or("?");
            if text.iter().any(|text| !keys.insert(Rc::clone(text))) {
                let repeated = YamlErrorKind::RepeatedKey(name.to_owned());
                return Err(YamlError::at(key.position, repeated).within(name));
            }
            let value = self.child().map_err(|error| error.within(name))?;
            entries.extend(value.map(|value| (key, value)));
        }
        Ok(YamlContent::Map(entries.into()))
    }

    /// Counts the beginning of a list or a mapping at the position `at`.
    fn open(&mut self, at: Position) -> Result<(), YamlError> {
        self.count(1, 1, at)?;
        self.depth += 1;
        Ok(())
    }

    /// Returns the next item of the innermost list, or the next key or value of the innermost
    /// mapping. Returns `None` at its end.
    fn child(&mut self) -> Result<Option<YamlNode>, YamlError> {
        let Some((event, span)) = self.next()? else {
            return Ok(None);
        };
        if event.is_node() {
            return self.node(event, &span).map(Some);
        }
        self.depth -= 1;
        self.count(1, 0, position(&span.start))?;
        Ok(None)
    }

    /// Adds `events` to the count, and checks that `depth` more lists and mappings may be open.
    fn count(&mut self, events: usize, depth: usize, at: Position) -> Result<(), YamlError> {
        self.events += events;
        if self.depth + depth > MAX_YAML_DEPTH {
            return Err(YamlError::at(at, YamlErrorKind::TooDeep));
        }
        if self.events > MAX_YAML_EVENTS {
            Err(YamlError::at(at, YamlErrorKind::TooMany))
        } else {
            Ok(())
        }
    }
}

impl YamlError {
    pub(super) fn at(position: Position, kind: YamlErrorKind) -> Self {
        Self {
            position: Some(position),
            ..Self::unread(kind)
        }
    }

    /// Prepends `step` to the path: a key, or an item such as `[0]`. Syntax errors have no path,
    /// because the parser may be in another place than the author expects.
    fn within(mut self, step: &str) -> Self {
        let syntax = matches!(
            self.kind,
            YamlErrorKind::Syntax(_)
                | YamlErrorKind::MergeConflict
                | YamlErrorKind::UnquotedColon
                | YamlErrorKind::NoColon
                | YamlErrorKind::Unclosed
                | YamlErrorKind::Directive
                | YamlErrorKind::Tab
                | YamlErrorKind::Escape
        );
        if !syntax {
            let dot = if self.path.starts_with('[') || self.path.is_empty() {
                ""
            } else {
                "."
            };
            self.path = format!("{step}{dot}{}", self.path);
        }
        self
    }
}

fn scan_error(error: &ScanError, text: &str) -> YamlError {
    let scalar = scalar_at(error.marker(), text);
    let kind = match error.kind() {
        ErrorKind::DirectiveDisallowed => YamlErrorKind::Directive,
        ErrorKind::RecursionLimitExceeded => YamlErrorKind::TooDeep,
        ErrorKind::TabInBlockIndentation | ErrorKind::TabNotAllowed => YamlErrorKind::Tab,
        ErrorKind::UnknownQuotedScalarEscape => YamlErrorKind::Escape,
        ErrorKind::UnknownAnchor => YamlErrorKind::Alias(scalar),
        ErrorKind::MissingAnchorOrAliasName if scalar.starts_with('*') => {
            YamlErrorKind::Alias(scalar)
        }
        _ if let Some(position) = conflict(text) => {
            return YamlError::at(position, YamlErrorKind::MergeConflict);
        }
        ErrorKind::MappingValueNotAllowed => YamlErrorKind::UnquotedColon,
        ErrorKind::SimpleKeyExpected => YamlErrorKind::NoColon,
        ErrorKind::InvalidColonPlacement
        | ErrorKind::InvalidTrailingDoubleQuotedScalar
        | ErrorKind::InvalidTrailingSingleQuotedScalar => YamlErrorKind::Unclosed,
        kind => YamlErrorKind::Syntax(kind.to_string()),
    };
    YamlError::at(position(error.marker()), kind)
}

/// Returns the position of the first merge conflict that Git marked in `text`, if any.
fn conflict(text: &str) -> Option<Position> {
    let mut lines = text.lines();
    let line = 1 + lines.position(|line| line.starts_with("<<<<<<< "))?;
    lines
        .any(|line| line.starts_with(">>>>>>> "))
        .then_some(Position { line, column: 1 })
}

fn position(marker: &Marker) -> Position {
    Position {
        line: marker.line().max(1),
        column: marker.col() + 1,
    }
}

/// Returns the part of `text` from `marker` to the possible end of a scalar without quotes.
fn scalar_at(marker: &Marker, text: &str) -> String {
    let line = text.lines().nth(marker.line().max(1) - 1);
    let rest = line.unwrap_or_default().chars().skip(marker.col());
    let scalar = rest.take_while(|&c| !c.is_whitespace() && c != ',');
    let scalar: String = scalar.collect();
    scalar.trim_end_matches([']', '}', ':']).to_owned()
}
