//! A table in which everything that can have another name has one.
//!
//! Names of tools and arguments are rotated by 13 letters; the letters of every message and
//! description become their full-width forms. Both can be undone, so an answer is compared
//! with the same expectations. Before that, no word of ASCII letters may be in it that the
//! scenario has not given: it would be fixed in Rust.

use std::collections::{BTreeMap, BTreeSet};

use conformance::server::Names;
use conformance::world::Answer;
use serde_json::Map;
use serde_yaml::Value;

/// The requirements whose scenarios run with other names: those of the tools.
pub const REQUIREMENTS: &[&str] = &[
    "Bounds on requests", "Collection Locations", "Content Formatting", "Content Type and Charset",
    "Excluded Documents", "FileInfo Metadata", "MIME Multipart Format", "Path Traversal", "Pattern Errors",
    "Pattern Matching", "Result Pattern Response", "Session Integration", "What There Is Instead",
    "get_category_content Tool", "get_collection_content Tool", "get_content Tool",
    "Aggregation and De-duplication", "Partial Success", "Malformed Calls", "Listing", "Bounded Listing",
    "Response Budget", "Included Guides", "Skills as Categories", "Rule Files of Clients", "Nested Files",
];

/// What headers and listings are written with.
const PROTOCOL: &str = "Content-Type Content-Location Content-Length Guide-Applies multipart mixed boundary \
    charset utf T Z string number boolean object array null params name arguments";

/// The other names.
#[derive(Debug)]
pub struct Renamed {
    /// From the new name to the default one, of tools and arguments.
    names: BTreeMap<String, String>,
    /// The words of the table that stay: media types and the parts of locations.
    words: BTreeSet<String>,
}

impl Renamed {
    /// Renames a table.
    pub fn of(table: &mut Value) -> Self {
        let mut renamed = Self { names: BTreeMap::new(), words: words(PROTOCOL) };
        for section in ["server", "phrases", "pattern_help", "errors"] {
            widen(section, &mut table[section]);
        }
        for tool in table["tools"].as_sequence_mut().expect("tools are a list") {
            renamed.name(&mut tool["name"]);
            widen("title", &mut tool["title"]);
            widen("description", &mut tool["description"]);
            let arguments = tool["arguments"].as_mapping_mut().expect("a map");
            *arguments = std::mem::take(arguments)
                .into_iter()
                .map(|(mut name, mut argument)| {
                    renamed.name(&mut name);
                    widen("description", &mut argument["description"]);
                    (name, argument)
                })
                .collect();
        }
        for field in ["multipart", "locations", "media_types", "template_suffixes"] {
            let text = serde_yaml::to_string(&table[field]).expect("YAML");
            renamed.words.append(&mut words(&text));
        }
        renamed
    }

    fn name(&mut self, name: &mut Value) {
        let default = name.as_str().expect("a name is a string").to_owned();
        let new = rotated(&default);
        self.words.append(&mut words(&new));
        self.names.insert(new.clone(), default);
        *name = new.into();
    }

    /// Returns the new name; a name that no table has stays.
    fn renamed(&self, name: &str) -> String {
        let new = rotated(name);
        if self.names.contains_key(&new) { new } else { name.to_owned() }
    }

    /// Returns a string in the default names and letters.
    fn text(&self, text: &str, given: &BTreeSet<String>) -> String {
        let foreign: Vec<String> = words(text).into_iter().collect();
        let foreign = foreign.iter().find(|word| !self.words.contains(*word) && !given.contains(*word));
        assert!(foreign.is_none(), "{foreign:?} is in no table, file or call, and stands in {text:?}");
        // The longest names first: one may be a part of another.
        let mut names: Vec<_> = self.names.iter().collect();
        names.sort_by_key(|(new, _)| std::cmp::Reverse(new.len()));
        let narrow = narrowed(text);
        names.iter().fold(narrow, |text, (new, default)| text.replace(new.as_str(), default))
    }
}

impl Names for Renamed {
    fn call(
        &self,
        tool: &str,
        arguments: Map<String, serde_json::Value>,
    ) -> (String, Map<String, serde_json::Value>) {
        let arguments = arguments.into_iter();
        let arguments = arguments.map(|(name, value)| (self.renamed(&name), value));
        (self.renamed(tool), arguments.collect())
    }

    fn unmap(&self, answer: Answer, given: &str) -> Answer {
        let given = words(given);
        match answer {
            Answer::Result { mut result, .. } => {
                for (key, field) in result.as_object_mut().into_iter().flatten() {
                    if let serde_json::Value::String(text) = field
                        && key != "error_type"
                    {
                        *text = self.text(text, &given);
                    }
                }
                let text = result.to_string();
                Answer::Result { text, result }
            }
            Answer::Error { code, message, data } => {
                let message = self.text(&message, &given);
                Answer::Error { code, message, data }
            }
            other => other,
        }
    }
}

/// The sections whose strings are no templates: braces are braces in them.
const PLAIN: [&str; 5] = ["title", "no_names", "instruction", "pattern_help", "description"];

/// Widens every string of a field.
fn widen(field: &str, value: &mut Value) {
    match value {
        Value::String(text) => *text = widened(text, !PLAIN.contains(&field)),
        Value::Mapping(map) => {
            for (field, value) in map.iter_mut() {
                widen(field.as_str().unwrap_or_default(), value);
            }
        }
        _ => {}
    }
}

fn rotated(name: &str) -> String {
    let rotate = |c: char, first: u8| char::from((c as u8 - first + 13) % 26 + first);
    let rotated = name.chars().map(|c| match c {
        'a'..='z' => rotate(c, b'a'),
        'A'..='Z' => rotate(c, b'A'),
        other => other,
    });
    rotated.collect()
}

/// How far the full-width `A` (U+FF21) is from `A`.
const WIDER: u32 = 0xFF21 - 'A' as u32;

/// Returns a string in full width; a template without its placeholders.
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
    let narrow = text.chars().map(|c| match c {
        'Ａ'..='Ｚ' | 'ａ'..='ｚ' => char::from_u32(c as u32 - WIDER).unwrap_or(c),
        other => other,
    });
    narrow.collect()
}

/// Returns the words of two or more ASCII letters in a string: one may be of an escape.
fn words(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphabetic());
    words.filter(|word| word.len() > 1).map(str::to_owned).collect()
}
