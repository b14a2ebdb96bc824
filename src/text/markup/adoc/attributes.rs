//! The attributes of an AsciiDoc document.

use std::collections::HashMap;

use super::adoc_line::is_word;

/// The maximum number of bytes of attribute values that are substituted in one document. The limit
/// is needed because a value may contain other values.
const MAX_SUBSTITUTED: usize = 100_000;
/// The predefined attributes of every document. They stand for characters that could be markup.
const CHARACTERS: [(&str, &str); 16] = [
    ("amp", "&"),
    ("apos", "'"),
    ("asterisk", "*"),
    ("backslash", "\\"),
    ("backtick", "`"),
    ("blank", ""),
    ("caret", "^"),
    ("cpp", "C++"),
    ("empty", ""),
    ("gt", ">"),
    ("lt", "<"),
    ("nbsp", "\u{a0}"),
    ("plus", "+"),
    ("sp", " "),
    ("startsb", "["),
    ("zwsp", ""),
];

/// The attributes that a document has set so far.
#[derive(Debug, Default)]
pub(super) struct Attributes {
    /// The values by attribute name in lower case.
    values: HashMap<String, String>,
    /// The number of bytes of values substituted so far.
    substituted: usize,
}

impl Attributes {
    /// Returns the value of the attribute `name`, or `None` if it has no value.
    pub fn get(&self, name: &str) -> Option<&str> {
        let own = self.values.get(name).map(String::as_str);
        own.or_else(|| {
            let known = CHARACTERS.iter().find(|(attribute, _)| *attribute == name);
            known.map(|(_, value)| *value)
        })
    }

    /// Sets the attribute `name` to `value`, or removes the attribute if `name` begins or ends with
    /// `!`.
    pub fn set(&mut self, name: &str, value: &str) {
        let lower = name.trim_matches('!').to_lowercase();
        if name.starts_with('!') || name.ends_with('!') {
            self.values.remove(&lower);
            return;
        }
        let passed = value
            .strip_prefix("pass:")
            .and_then(|rest| rest.split_once('['));
        let passed = passed.and_then(|(_, inner)| inner.strip_suffix(']'));
        let value = self.substitute(passed.unwrap_or(value));
        self.values.insert(lower, value);
    }

    /// Returns `text` with each `{name}` replaced with the value of the attribute `name`. A name
    /// without a value is not replaced. A name after a backslash is not replaced either, but loses
    /// the backslash.
    pub fn substitute(&mut self, text: &str) -> String {
        let (mut done, mut rest) = (String::new(), text);
        while let Some(open) = rest.find('{') {
            let (before, from) = rest.split_at(open);
            let name = from[1..]
                .split(|character| !is_word(character) && character != '-')
                .next();
            let name = name.filter(|name| from[1 + name.len()..].starts_with('}'));
            let value = name.and_then(|name| self.get(&name.to_lowercase()));
            let free = MAX_SUBSTITUTED.saturating_sub(self.substituted);
            let value = value.filter(|value| value.len() <= free);
            match (before.strip_suffix('\\'), name, value) {
                (None, Some(name), Some(value)) => {
                    done = done + before + value;
                    self.substituted += value.len();
                    rest = &from[name.len() + 2..];
                }
                (escaped, _, _) => {
                    done = done + escaped.unwrap_or(before) + "{";
                    rest = &from[1..];
                }
            }
        }
        done + rest
    }
}

/// Returns the style and the id in `list`, a list of block attributes, if it contains them.
pub(super) fn style_and_id(list: &str) -> (Option<String>, Option<String>) {
    let (mut style, mut id) = (None, None);
    for (at, entry) in list.split(',').map(str::trim).enumerate() {
        if let Some((name, value)) = entry.split_once('=') {
            if name.trim() == "id" {
                id = Some(value.trim().trim_matches(['"', '\'']));
            }
        } else if at == 0 {
            let mark = entry.find(['#', '.', '%']).unwrap_or(entry.len());
            let (first, marks) = entry.split_at(mark);
            style = Some(first.trim()).filter(|name| !name.is_empty());
            let marked = marks.split_once('#').map(|(_, rest)| rest);
            id = marked.and_then(|rest| rest.split(['#', '.', '%']).next());
        }
    }
    let id = id.filter(|id| !id.is_empty());
    (style.map(str::to_owned), id.map(str::to_owned))
}
