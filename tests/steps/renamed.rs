//! A table in which everything that can have another name has one.
//!
//! Names of tools and arguments are turned by 13 letters; the letters of every
//! message, instruction and other text become their full-width forms. Both can
//! be undone, so an answer is compared with the same expectations; before that
//! none of the default words may stand in it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use serde_json::Map;
use serde_yaml::Value;

use super::world::Answer;

/// What was renamed.
#[derive(Debug)]
pub struct Renamed {
    /// From the new name to the default one, of tools and arguments.
    names: BTreeMap<String, String>,
    /// Names that a call made up; they were turned on their way too.
    made_up: Mutex<BTreeSet<String>>,
    /// Stretches of the default texts, long enough to stand for them.
    words: Vec<String>,
}

/// A stretch of text shorter than this may stand in an answer by chance.
const TELLING: usize = 12;

/// Fields of `guide.yaml`, which `init` writes by the table's words: a fault names
/// them whatever the table says.
const FIELDS: [&str; 2] = ["description", "response_bytes"];

impl Renamed {
    /// Renames a table.
    pub fn of(table: &mut Value) -> Self {
        let mut renamed = Self {
            names: BTreeMap::new(),
            made_up: Mutex::default(),
            words: Vec::new(),
        };
        for section in ["server", "phrases", "pattern_help", "errors"] {
            renamed.texts(&mut table[section]);
        }
        let tools = table["tools"].as_sequence_mut().expect("tools are a list");
        for tool in tools {
            renamed.name(&mut tool["name"]);
            renamed.texts(&mut tool["title"]);
            renamed.texts(&mut tool["description"]);
            let arguments = tool["arguments"]
                .as_mapping_mut()
                .expect("arguments are a map");
            *arguments = std::mem::take(arguments)
                .into_iter()
                .map(|(mut name, mut argument)| {
                    renamed.name(&mut name);
                    renamed.texts(&mut argument["description"]);
                    (name, argument)
                })
                .collect();
        }
        renamed
    }

    fn name(&mut self, name: &mut Value) {
        let default = name.as_str().expect("a name is a string").to_owned();
        let new = turned(&default);
        self.names.insert(new.clone(), default);
        *name = new.into();
    }

    fn texts(&mut self, value: &mut Value) {
        match value {
            Value::String(text) => {
                self.words.extend(
                    stretches(text)
                        .into_iter()
                        .filter(|stretch| stretch.len() >= TELLING)
                        .filter(|stretch| !FIELDS.contains(&stretch.trim_matches([',', ':', ' '])))
                        .map(str::to_owned),
                );
                *text = widened(text);
            }
            Value::Mapping(map) => map.values_mut().for_each(|value| self.texts(value)),
            _ => {}
        }
    }

    /// A call of the default table, by the new names.
    pub fn call(
        &self,
        tool: &str,
        arguments: Map<String, serde_json::Value>,
    ) -> (String, Map<String, serde_json::Value>) {
        let turn = |name: &str| {
            let new = turned(name);
            if !self.names.contains_key(&new) {
                let mut made_up = self.made_up.lock().expect("no panic holds it");
                made_up.insert(name.to_owned());
            }
            new
        };
        let arguments = arguments
            .into_iter()
            .map(|(name, value)| (turn(&name), value))
            .collect();
        (turn(tool), arguments)
    }

    /// The answer in the default names and words.
    #[track_caller]
    pub fn unmap(&self, answer: Answer) -> Answer {
        match answer {
            Answer::Result { mut result, .. } => {
                let fields = result.as_object_mut().expect("a Result is an object");
                for (key, field) in fields {
                    if let serde_json::Value::String(text) = field
                        && key != "error_type"
                    {
                        self.no_default_word(text);
                        *text = self.text(text);
                    }
                }
                let text = result.to_string();
                Answer::Result { text, result }
            }
            Answer::Tools(tools) => {
                for name in self.names.values() {
                    assert!(
                        !tools.to_string().contains(&format!("\"{name}\"")),
                        "the default name {name} stands in tools/list"
                    );
                }
                Answer::Tools(self.json(&tools))
            }
            Answer::Server(server) => Answer::Server(self.json(&server)),
            Answer::Error {
                code,
                message,
                data,
            } => {
                self.no_default_word(&message);
                Answer::Error {
                    code,
                    message: self.text(&message),
                    data: data.map(|data| self.json(&data)),
                }
            }
        }
    }

    #[track_caller]
    fn json(&self, value: &serde_json::Value) -> serde_json::Value {
        let text = value.to_string();
        self.no_default_word(&text);
        serde_json::from_str(&self.text(&text)).expect("still JSON")
    }

    #[track_caller]
    fn no_default_word(&self, text: &str) {
        for word in &self.words {
            assert!(
                !text.contains(word.as_str()),
                "the default words {word:?} stand in {text:?}"
            );
        }
    }

    fn text(&self, text: &str) -> String {
        let mut text = narrowed(text);
        // The longest first: a name may hold another.
        let mut names: Vec<_> = self.names.iter().collect();
        names.sort_by_key(|(new, _)| std::cmp::Reverse(new.len()));
        for (new, default) in names {
            text = text.replace(new.as_str(), default);
        }
        for name in self.made_up.lock().expect("no panic holds it").iter() {
            text = text.replace(&format!("'{}'", turned(name)), &format!("'{name}'"));
        }
        text
    }
}

/// The stretches of a text between its placeholders.
fn stretches(text: &str) -> Vec<&str> {
    text.split(['{', '}', '\n']).map(str::trim).collect()
}

fn turned(name: &str) -> String {
    let turn = |c: char, first: u8| char::from((c as u8 - first + 13) % 26 + first);
    name.chars()
        .map(|c| match c {
            'a'..='z' => turn(c, b'a'),
            'A'..='Z' => turn(c, b'A'),
            other => other,
        })
        .collect()
}

/// U+FF21 is the full-width `A`, as far from it as every other letter's from its own.
const WIDER: u32 = 0xFF21 - 'A' as u32;

/// The text with the letters outside its placeholders in full width.
fn widened(text: &str) -> String {
    let mut wide = String::new();
    let mut inside = false;
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '{' | '}' if characters.peek() == Some(&c) => {
                wide.push(c);
                characters.next();
            }
            '{' => inside = true,
            '}' => inside = false,
            _ => {}
        }
        wide.push(match c {
            'A'..='Z' | 'a'..='z' if !inside => char::from_u32(c as u32 + WIDER).unwrap_or(c),
            other => other,
        });
    }
    wide
}

fn narrowed(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            'Ａ'..='Ｚ' | 'ａ'..='ｚ' => char::from_u32(c as u32 - WIDER).unwrap_or(c),
            other => other,
        })
        .collect()
}
