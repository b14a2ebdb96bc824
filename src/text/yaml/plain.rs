//! One plain form of a YAML file.
//!
//! It has lists as `[`…`]`, mappings as `{`…`}` with `?` and `:`, texts in double
//! quotes, no comments and no aliases, and one line per node. So it has one
//! reading, and its lines are the index of the nodes' places.

use std::fmt::Write;

use super::Place;

/// The plain form of a file.
#[derive(Debug, Default)]
pub(super) struct Plain {
    /// The text.
    pub text: String,
    /// Where the node of each line stands in the file.
    pub places: Vec<Place>,
}

/// A node on its line.
enum Line<'a> {
    Key(&'a str),
    Value(&'a str),
    Item(&'a str),
    /// Of a list or a mapping.
    End,
}

impl<'a> Line<'a> {
    fn of(line: &'a str) -> Self {
        let node = |node: &'a str| node.strip_suffix(',').unwrap_or(node);
        match (line.strip_prefix("? "), line.strip_prefix(": ")) {
            // A key has nothing after it.
            (Some(key), _) => Self::Key(key),
            (_, Some(value)) => Self::Value(node(value)),
            _ => match line.strip_prefix(' ') {
                Some(item) => Self::Item(node(item)),
                None => Self::End,
            },
        }
    }

    fn node(&self) -> &'a str {
        match self {
            Self::Key(node) | Self::Value(node) | Self::Item(node) => node,
            Self::End => "",
        }
    }

    fn begins_more(&self) -> bool {
        matches!(self.node(), "[" | "{")
    }
}

/// The node of a line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node<'a> {
    /// What the file writes, where that is a scalar without quotes.
    pub bare: Option<&'a str>,
    /// Whether it is the key of an entry.
    pub is_key: bool,
}

/// Where an entry of a mapping, or an item of a list, stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    /// Its key; of an item the same as its value.
    pub key: Place,
    /// Its value.
    pub value: Place,
}

impl Plain {
    /// Where in the file the node of a line (counted from 1) stands.
    pub fn place(&self, line: Option<usize>) -> Place {
        line.and_then(|line| self.places.get(line - 1))
            .or(self.places.first())
            .copied()
            .unwrap_or(Place { line: 1, column: 1 })
    }

    /// The node of a line (counted from 1).
    pub fn node(&self, line: Option<usize>) -> Option<Node<'_>> {
        let line = Line::of(self.text.lines().nth(line? - 1)?);
        let node = line.node();
        let bare = !line.begins_more() && !node.starts_with('"');
        Some(Node {
            bare: bare.then_some(node),
            is_key: matches!(line, Line::Key(_)),
        })
    }

    /// Where the node stands to which these steps lead: each a key, or an item's
    /// number as `[0]`. Of steps that lead nowhere, the last that leads somewhere.
    pub fn find(&self, steps: &[&str]) -> Entry {
        let start = self.place(None);
        let mut found = Entry {
            key: start,
            value: start,
        };
        let mut steps = steps.iter();
        let Some(mut step) = steps.next() else {
            return found;
        };
        // How many lists and mappings are open, and in how many the step is.
        let (mut open, mut within) = (0, 1);
        let (mut items, mut at_key) = (0, false);
        for (line, &place) in self.text.lines().zip(&self.places) {
            let line = Line::of(line);
            let mut is_it = false;
            if open == within {
                match &line {
                    Line::Key(key) => {
                        at_key = is_text(key, step);
                        if at_key {
                            found.key = place;
                        }
                    }
                    Line::Value(_) => is_it = at_key,
                    Line::Item(_) => {
                        is_it = format!("[{items}]") == **step;
                        items += 1;
                        if is_it {
                            found.key = place;
                        }
                    }
                    // What the step should be in.
                    Line::End => return found,
                }
            }
            if is_it {
                found.value = place;
                match steps.next() {
                    Some(next) => step = next,
                    None => return found,
                }
                (within, items, at_key) = (within + 1, 0, false);
                if !line.begins_more() {
                    return found;
                }
            }
            match line {
                Line::End => open -= 1,
                line if line.begins_more() => open += 1,
                _ => {}
            }
        }
        found
    }
}

/// Whether a node is this text.
fn is_text(node: &str, text: &str) -> bool {
    let mut quoted = String::new();
    scalar(&mut quoted, text, true);
    node == quoted || node == text
}

/// Writes a scalar on one line. What may be a number, a truth value or nothing
/// stays bare; every other text is quoted.
pub(super) fn scalar(plain: &mut String, value: &str, quoted: bool) {
    if !quoted && value.is_empty() {
        plain.push_str("null");
    } else if !quoted && bare(value) {
        plain.push_str(value);
    } else {
        plain.push('"');
        let mut rest = value;
        while let Some(at) = rest.find(escaped) {
            let (before, after) = rest.split_at(at);
            plain.push_str(before);
            let mut characters = after.chars();
            match characters.next() {
                Some('"') => plain.push_str("\\\""),
                Some('\\') => plain.push_str("\\\\"),
                Some('\n') => plain.push_str("\\n"),
                Some('\t') => plain.push_str("\\t"),
                Some('\u{85}') => plain.push_str("\\N"),
                Some('\u{2028}') => plain.push_str("\\L"),
                Some('\u{2029}') => plain.push_str("\\P"),
                // Each is one of the first plane: four digits hold it.
                Some(other) => {
                    let _ = write!(plain, "\\u{:04X}", u32::from(other));
                }
                None => {}
            }
            rest = characters.as_str();
        }
        plain.push_str(rest);
        plain.push('"');
    }
}

/// Whether a bare text stands for itself wherever it is written, and may be
/// something else than a text.
fn bare(value: &str) -> bool {
    value == "~"
        || value != "-"
            && value
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

/// What means something in double quotes, ends a line for some reader, or may
/// not stand in YAML as it is.
fn escaped(character: char) -> bool {
    matches!(
        character,
        '"' | '\\' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}'
    ) || character.is_control()
}
