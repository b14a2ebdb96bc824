//! The YAML laws: any bytes load, or give an error with a place, in bounded time;
//! and a value is read as it was meant, however it is written.

use std::collections::HashMap;
use std::sync::LazyLock;

use granit_parser::{Event, Parser, ScalarStyle};
use mcp_guide::project::Project;
use mcp_guide::table::Table;
use mcp_guide::text::escaped::MAX_QUOTED;
use rule_files::yaml::{YamlErrorKind, YamlValue};
use serde_yaml::Value;

use super::{Verdict, ensure, watched};

/// What could not be loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The place; empty for the whole file.
    pub path: String,
    /// What is wrong there.
    pub problem: String,
}

/// The engine's spec table.
pub fn load_table(content: &[u8]) -> Result<(), Refusal> {
    match Table::load(content, "table.yaml") {
        Ok(_) => Ok(()),
        Err(error) => Err(Refusal { path: error.path, problem: error.message }),
    }
}

/// The words of the engine.
static TABLE: LazyLock<Table> = LazyLock::new(|| Table::embedded().expect("it is sound"));

/// The engine's project file. The path is a part of what is said, so that the law
/// asks for the line and the column of every refusal.
pub fn load_project(content: &[u8]) -> Result<(), Refusal> {
    match Project::parse(content) {
        Ok(_) => Ok(()),
        Err(error) => Err(Refusal { problem: TABLE.render(&error), path: String::new() }),
    }
}

/// How much a refusal may say: so many characters of the file for the path, and
/// for the problem, each of them written as an escape, with words around them.
const MAX_SAID: usize = MAX_QUOTED * 10 + 400;

/// It loads or is refused, without a panic and soon; a refusal says what is
/// wrong, and where: by a path, or by a line and a column of the file.
pub fn yaml(content: &[u8], load: fn(&[u8]) -> Result<(), Refusal>) -> Verdict {
    let Some(refusal) = refused(content, load)? else {
        return Ok(());
    };
    ensure(!refusal.problem.is_empty(), || "nothing is said".into())?;
    ensure(placed(&refusal), || format!("a refusal without a place: {refusal:?}"))?;
    let said = refusal.path.len().max(refusal.problem.len());
    ensure(said < MAX_SAID, || format!("a refusal of {said} bytes repeats the file"))
}

fn refused(content: &[u8], load: fn(&[u8]) -> Result<(), Refusal>) -> Result<Option<Refusal>, String> {
    let content = content.to_owned();
    watched("loading", move || load(&content).err())
}

fn placed(refusal: &Refusal) -> bool {
    !refusal.path.is_empty() || refusal.problem.contains(" at line ")
}

/// Reads a file as any value.
pub type Read = fn(&[u8]) -> Result<Value, YamlErrorKind>;

/// The engine's reading.
pub fn engine(content: &[u8]) -> Result<Value, YamlErrorKind> {
    rule_files::yaml::from_slice(content).map_err(|error| error.kind)
}

/// However a value is written, it is what is read, and `serde_yaml` by itself
/// reads no other.
pub fn agree(node: &Node, read: Read) -> Verdict {
    let text = node.written();
    let value = node.value();
    let own: Value = serde_yaml::from_str(&text).map_err(|error| format!("{error}\n{text}"))?;
    ensure(own == value, || format!("serde_yaml reads {own:?}\n{text}"))?;
    let read = read(text.as_bytes()).map_err(|problem| format!("{problem}\n{text}"))?;
    ensure(read == value, || format!("{read:?}\n{text}"))
}

/// What is read is what the file's events say, and what has events is read or
/// refused for a reason of ours.
pub fn events(content: &[u8], read: Read) -> Verdict {
    let Ok(text) = std::str::from_utf8(content) else {
        return Ok(());
    };
    let events: Result<Vec<_>, _> = Parser::new_from_str(text).collect();
    match (read(content), events) {
        (Ok(value), Ok(events)) => {
            let said = value_of(events.into_iter().map(|(event, _)| event));
            ensure(value == said, || format!("{value:?}, and the events say {said:?}"))
        }
        (Ok(value), Err(error)) => Err(format!("{error}, and {value:?} is read")),
        // Lists and mappings as keys are compared by the type alone, and none
        // holds a number of more than 64 bits.
        (Err(YamlErrorKind::Syntax(said)), Ok(_)) if !said.contains("duplicate entry") => {
            Err(format!("it has events, and is refused: {said}"))
        }
        (Err(fault @ YamlErrorKind::Type { .. }), Ok(_)) if !is_long(&fault) => {
            Err(format!("it has events, and is refused: {fault}"))
        }
        (Err(_), _) => Ok(()),
    }
}

/// Whether a number of more than 64 bits is refused.
fn is_long(fault: &YamlErrorKind) -> bool {
    matches!(fault, YamlErrorKind::Type { found: YamlValue::Number(number), .. }
        if number.parse::<i64>().is_err() && number.parse::<u64>().is_err())
}

/// The value of one document's events.
fn value_of<'a>(events: impl Iterator<Item = Event<'a>>) -> Value {
    let mut open: Vec<(Vec<Value>, usize)> = vec![(Vec::new(), 0)];
    let mut anchors = HashMap::new();
    for event in events {
        let (value, anchor) = match event {
            Event::SequenceStart(_, anchor, _) | Event::MappingStart(_, anchor, _) => {
                open.push((Vec::new(), anchor));
                continue;
            }
            Event::SequenceEnd => {
                let (items, anchor) = open.pop().expect("it was open");
                (Value::Sequence(items), anchor)
            }
            Event::MappingEnd => {
                let (items, anchor) = open.pop().expect("it was open");
                let pairs = items.chunks_exact(2);
                let entries = pairs.map(|pair| (pair[0].clone(), pair[1].clone()));
                (Value::Mapping(entries.collect()), anchor)
            }
            Event::Alias(anchor) => (Value::clone(&anchors[&anchor]), 0),
            Event::Scalar(text, style, anchor, tag) => {
                let plain = style == ScalarStyle::Plain && tag.is_none();
                (if plain { resolved(&text) } else { (*text).into() }, anchor)
            }
            _ => continue,
        };
        if anchor != 0 {
            anchors.insert(anchor, value.clone());
        }
        open.last_mut().expect("a document").0.push(value);
    }
    let (mut document, _) = open.pop().expect("a document");
    document.pop().expect("a value")
}

/// What a text without quotes is.
fn resolved(text: &str) -> Value {
    if text.is_empty() {
        return Value::Null;
    }
    let word = text.bytes().all(|byte| byte.is_ascii_graphic());
    match serde_yaml::from_str(&format!(" {text}")) {
        Ok(value @ (Value::Null | Value::Bool(_) | Value::Number(_))) if word => value,
        _ => text.into(),
    }
}

/// A key that its mapping has already is refused, however the two are written.
pub fn repeated(node: &Node, key: &str, styles: (Style, Style), read: Read) -> Verdict {
    let entry = |style| (Node::Text(key.to_owned(), style), node.clone());
    for flow in [false, true] {
        let twice = Node::Map(vec![entry(styles.0), entry(styles.1)], flow);
        let text = Node::List(vec![node.clone(), twice], flow).written();
        let refusal = read(text.as_bytes());
        ensure(refusal == Err(YamlErrorKind::RepeatedKey(key.to_owned())), || {
            format!("{refusal:?}\n{text}")
        })?;
    }
    Ok(())
}

/// How a text is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// As it is, where it can be.
    Plain,
    /// In single quotes.
    Single,
    /// In double quotes.
    Double,
    /// As a block, with a comment behind its header, where it can be.
    Block,
}

/// A value, and how it is written.
#[derive(Debug, Clone)]
pub enum Node {
    /// A number, a truth value or nothing, as it is written.
    Bare(&'static str),
    /// A text.
    Text(String, Style),
    /// A list, in brackets or as lines.
    List(Vec<Node>, bool),
    /// A mapping, in braces or as lines.
    Map(Vec<(Node, Node)>, bool),
    /// A list of a value and two aliases of it.
    Thrice(Box<Node>),
}

impl Node {
    /// What it is.
    pub fn value(&self) -> Value {
        match self {
            Self::Bare(text) => serde_yaml::from_str(text).expect("a bare scalar"),
            Self::Text(text, _) => text.as_str().into(),
            Self::List(items, _) => items.iter().map(Self::value).collect(),
            Self::Map(entries, _) => {
                Value::Mapping((entries.iter()).map(|(key, value)| (key.value(), value.value())).collect())
            }
            Self::Thrice(node) => Value::Sequence(vec![node.value(); 3]),
        }
    }

    /// The file that holds it.
    pub fn written(&self) -> String {
        let mut text = String::from("# [ { \" '\n");
        self.write(&mut text, 0, false, &mut 0);
        text.push_str("\n# ] }\n");
        text
    }

    fn write(&self, text: &mut String, indent: usize, flow: bool, anchors: &mut usize) {
        let line = |text: &mut String| {
            text.push_str(" # }: '\n");
            text.push_str(&" ".repeat(indent));
        };
        match self {
            Self::Bare(bare) => text.push_str(bare),
            Self::Text(said, style) => text.push_str(&written(said, *style, indent, flow)),
            Self::List(items, brackets) if flow || *brackets || items.is_empty() => {
                text.push('[');
                for item in items {
                    item.write(text, indent, true, anchors);
                    text.push_str(", ");
                }
                text.push(']');
            }
            Self::List(items, _) => {
                for item in items {
                    line(text);
                    text.push_str("- ");
                    item.write(text, indent + 2, false, anchors);
                }
            }
            Self::Map(entries, braces) if flow || *braces || entries.is_empty() => {
                text.push('{');
                for (key, value) in entries {
                    key.write(text, indent, true, anchors);
                    text.push_str(": ");
                    value.write(text, indent, true, anchors);
                    text.push_str(", ");
                }
                text.push('}');
            }
            Self::Map(entries, _) => {
                for (key, value) in entries {
                    line(text);
                    key.write(text, indent, true, anchors);
                    text.push_str(": ");
                    value.write(text, indent + 2, false, anchors);
                }
            }
            Self::Thrice(node) => {
                *anchors += 1;
                let anchor = *anchors;
                text.push_str(&format!("[&a{anchor} "));
                node.write(text, indent, true, anchors);
                text.push_str(&format!(", *a{anchor} , *a{anchor} ]"));
            }
        }
    }
}

fn written(text: &str, style: Style, indent: usize, flow: bool) -> String {
    let shown = |c: char| !c.is_control() && !"\u{2028}\u{2029}\u{feff}\u{fffe}\u{ffff}".contains(c);
    let one_line = !text.is_empty() && text.chars().all(shown);
    match style {
        Style::Plain if is_word(text) => text.to_owned(),
        Style::Single if one_line => format!("'{}'", text.replace('\'', "''")),
        Style::Block if one_line && !flow && !text.starts_with(' ') => {
            format!("|- # [\n{}{text}\n", " ".repeat(indent + 1))
        }
        _ => {
            let escaped = text.chars().map(|c| match c {
                '"' | '\\' => format!("\\{c}"),
                ' '..='~' => c.into(),
                _ => format!("\\U{:08X}", u32::from(c)),
            });
            format!("\"{}\"", escaped.collect::<String>())
        }
    }
}

/// Whether a text without quotes is itself.
fn is_word(text: &str) -> bool {
    text.starts_with(char::is_alphabetic)
        && text.ends_with(char::is_alphanumeric)
        && text.chars().all(|c| c.is_alphanumeric() || " _/*".contains(c))
        && matches!(serde_yaml::from_str(text), Ok(Value::String(read)) if read == text)
}
