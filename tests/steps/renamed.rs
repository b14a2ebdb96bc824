//! A table in which everything that can have another name has one.
//!
//! Names of tools and arguments are turned by 13 letters; the letters of every
//! message, instruction and other text become their full-width forms. Both can
//! be undone, so an answer is compared with the same expectations; before that
//! no ASCII letter may stand in it but those that the scenario has given.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use serde_json::Map;
use serde_yaml::Value;

use super::words::Words;
use super::world::Answer;

/// What was renamed.
#[derive(Debug)]
pub struct Renamed {
    /// From the new name to the default one, of tools and arguments.
    names: BTreeMap<String, String>,
    /// The same of the variables of URI templates.
    variables: BTreeMap<String, String>,
    /// Names that a call made up; they were turned on their way too.
    made_up: Mutex<BTreeSet<String>>,
    /// What no table can name otherwise.
    words: Words,
}

impl Renamed {
    /// Renames a table.
    pub fn of(table: &mut Value) -> Self {
        let mut renamed = Self {
            names: BTreeMap::new(),
            variables: BTreeMap::new(),
            made_up: Mutex::default(),
            words: Words::default(),
        };
        for section in ["server", "phrases", "pattern_help", "errors"] {
            texts(section, &mut table[section]);
        }
        let tools = table["tools"].as_sequence_mut().expect("tools are a list");
        for tool in tools {
            renamed.name(&mut tool["name"]);
            texts("title", &mut tool["title"]);
            texts("description", &mut tool["description"]);
            renamed.arguments(&mut tool["arguments"]);
        }
        let resources = &mut table["resources"];
        for field in ["name", "title", "description", "text"] {
            texts("description", &mut resources["help"][field]);
        }
        let rows = resources["templates"].as_sequence_mut().expect("a list");
        for row in rows {
            for field in ["name", "title", "description"] {
                texts("title", &mut row[field]);
            }
            let variables = row["variables"].as_mapping_mut().expect("a map");
            let mut named = Vec::new();
            *variables = std::mem::take(variables)
                .into_iter()
                .map(|(mut name, stands_for)| {
                    let default = name.as_str().expect("a name").to_owned();
                    let new = turned(&default);
                    renamed.variables.insert(new.clone(), default.clone());
                    name = new.clone().into();
                    named.push((default, new));
                    (name, stands_for)
                })
                .collect();
            if let Some(listed) = row.get_mut("listed").and_then(Value::as_mapping_mut) {
                for (_, text) in listed.iter_mut() {
                    let new = variables_turned(text.as_str().expect("a text"), &named);
                    *text = widened(&new, true).into();
                }
            }
        }
        let prompts = table["prompts"].as_sequence_mut().expect("a list");
        for prompt in prompts {
            for field in ["title", "description"] {
                texts("text", &mut prompt[field]);
            }
            renamed.arguments(&mut prompt["arguments"]);
        }
        renamed.words.table(table);
        for name in renamed.names.keys().chain(renamed.variables.keys()) {
            renamed.words.name(name);
        }
        renamed
    }

    /// A name by its new one, if it has one; else it was made up.
    fn turn(&self, name: &str) -> String {
        let new = turned(name);
        if !self.names.contains_key(&new) && !self.variables.contains_key(&new) {
            let mut made_up = self.made_up.lock().expect("no panic holds it");
            made_up.insert(name.to_owned());
        }
        new
    }

    fn arguments(&mut self, arguments: &mut Value) {
        let arguments = arguments.as_mapping_mut().expect("arguments are a map");
        *arguments = std::mem::take(arguments)
            .into_iter()
            .map(|(mut name, mut argument)| {
                self.name(&mut name);
                texts("description", &mut argument["description"]);
                (name, argument)
            })
            .collect();
    }

    fn name(&mut self, name: &mut Value) {
        let default = name.as_str().expect("a name is a string").to_owned();
        let new = turned(&default);
        self.names.insert(new.clone(), default);
        *name = new.into();
    }

    /// A call of the default table, by the new names.
    pub fn call(
        &self,
        tool: &str,
        arguments: Map<String, serde_json::Value>,
    ) -> (String, Map<String, serde_json::Value>) {
        let turn = |name: &str| self.turn(name);
        let arguments = arguments
            .into_iter()
            .map(|(name, value)| (turn(&name), value))
            .collect();
        (turn(tool), arguments)
    }

    /// The parameters of another method than `tools/call`, in the new names.
    pub fn params(
        &self,
        mut params: Map<String, serde_json::Value>,
    ) -> Map<String, serde_json::Value> {
        let turn = |name: &str| self.turn(name);
        let names = |arguments: &mut serde_json::Value| {
            if let Some(arguments) = arguments.as_object_mut() {
                let taken = std::mem::take(arguments).into_iter();
                *arguments = taken.map(|(name, value)| (turn(&name), value)).collect();
            }
        };
        if let Some(arguments) = params.get_mut("arguments") {
            names(arguments);
        }
        if let Some(context) = params.get_mut("context") {
            names(&mut context["arguments"]);
        }
        if let Some(name) = params.get_mut("argument").map(|of| &mut of["name"])
            && let Some(text) = name.as_str()
        {
            *name = turn(text).into();
        }
        if let Some(uri) = params.get_mut("ref").and_then(|of| of.get_mut("uri"))
            && let Some(text) = uri.as_str()
        {
            let named: Vec<(String, String)> = self
                .variables
                .iter()
                .map(|(new, default)| (default.clone(), new.clone()))
                .collect();
            *uri = variables_turned(text, &named).into();
        }
        params
    }

    /// The answer in the default names and words.
    #[track_caller]
    pub fn unmap(&self, answer: Answer, given: &Words) -> Answer {
        let mut words = given.clone();
        words.add(&self.words);
        for name in self.made_up.lock().expect("no panic holds it").iter() {
            words.name(&turned(name));
        }
        match answer {
            Answer::Result { mut result, .. } => {
                let fields = result.as_object_mut().expect("a Result is an object");
                for (key, field) in fields {
                    if let serde_json::Value::String(text) = field
                        && key != "error_type"
                    {
                        let foreign = match key.as_str() {
                            "value" => words.foreign_in_value(text),
                            _ => words.foreign_in_sentence(text),
                        };
                        given_by_someone(foreign, text);
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
                Answer::Tools(self.json(&tools, &words))
            }
            Answer::Server(mut server) => {
                // It is the program's own name, whatever the table says.
                words.name(env!("CARGO_PKG_NAME"));
                server = self.json(&server, &words);
                Answer::Server(server)
            }
            response @ Answer::Response(_) => response,
            Answer::Other(result) => Answer::Other(self.json(&result, &words)),
            Answer::Error {
                code,
                message,
                data,
            } => {
                given_by_someone(words.foreign_in_sentence(&message), &message);
                Answer::Error {
                    code,
                    message: self.text(&message),
                    data: data.map(|data| self.json(&data, &words)),
                }
            }
        }
    }

    #[track_caller]
    fn json(&self, value: &serde_json::Value, words: &Words) -> serde_json::Value {
        all_given(value, words);
        serde_json::from_str(&self.text(&value.to_string())).expect("still JSON")
    }

    fn text(&self, text: &str) -> String {
        let mut text = narrowed(text);
        // Whole names before what they may hold, and of those the longest first.
        for name in self.made_up.lock().expect("no panic holds it").iter() {
            text = text.replace(&format!("'{}'", turned(name)), &format!("'{name}'"));
        }
        let mut names: Vec<_> = self.names.iter().chain(&self.variables).collect();
        names.sort_by_key(|(new, _)| std::cmp::Reverse(new.len()));
        for (new, default) in names {
            text = text.replace(new.as_str(), default);
        }
        text
    }
}

/// The fields whose texts are taken as they are: braces are braces in them.
const PLAIN: [&str; 5] = [
    "title",
    "no_names",
    "instruction",
    "pattern_help",
    "description",
];

/// Puts every text of a field into other letters.
fn texts(field: &str, value: &mut Value) {
    match value {
        Value::String(text) => *text = widened(text, !PLAIN.contains(&field)),
        Value::Mapping(map) => map.iter_mut().for_each(|(field, value)| {
            texts(field.as_str().unwrap_or_default(), value);
        }),
        _ => {}
    }
}

/// Every text in a value; its keys are the protocol's.
#[track_caller]
fn all_given(value: &serde_json::Value, words: &Words) {
    match value {
        serde_json::Value::String(text) => given_by_someone(words.foreign_in_value(text), text),
        serde_json::Value::Array(items) => items.iter().for_each(|item| all_given(item, words)),
        serde_json::Value::Object(map) => map.iter().for_each(|(key, value)| {
            if key != "error_type" {
                all_given(value, words);
            }
        }),
        _ => {}
    }
}

#[track_caller]
fn given_by_someone(foreign: Option<String>, text: &str) {
    assert!(
        foreign.is_none(),
        "{foreign:?} is in no table, no file and no call, and stands in {text:?}"
    );
}

/// A URI template, or words with its variables, in which these have their new names.
fn variables_turned(text: &str, named: &[(String, String)]) -> String {
    let turn = |text: String, (default, new): &(String, String)| {
        text.replace(&format!("{{{default}}}"), &format!("{{{new}}}"))
    };
    named.iter().fold(text.to_owned(), turn)
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

/// The text in full width; of a template without its placeholders.
fn widened(text: &str, template: bool) -> String {
    let mut wide = String::new();
    let mut inside = false;
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '{' | '}' if template && characters.peek() == Some(&c) => {
                wide.push(c);
                characters.next();
            }
            '{' => inside = template,
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
