//! The table as a plain reader of YAML sees it: words, tools and types.

use std::sync::OnceLock;

use serde_yaml::Value;

/// Stands in an expected text for what the reference does not decide.
pub const ANY: &str = "\0";
/// How many names a list gives before it counts the rest.
pub const NAMED: usize = 50;

/// The rows of the built-in table.
#[derive(Debug)]
pub struct Words(Value);

/// A tool's row.
#[derive(Debug)]
pub struct Tool<'a> {
    pub lists: bool,
    /// `category` and `collection`, in the order of the search.
    pub search: Vec<&'a str>,
    /// Name, role, and whether it is required.
    pub arguments: Vec<(&'a str, &'a str, bool)>,
}

impl<'a> Tool<'a> {
    /// The argument of a role that a call gives: its name and its text.
    pub fn given<'b>(
        &self,
        given: &'b serde_json::Map<String, serde_json::Value>,
        wanted: &str,
    ) -> Option<(&'a str, &'b str)> {
        let (name, ..) = self.arguments.iter().find(|(_, role, _)| *role == wanted)?;
        let text = given.get(*name).and_then(serde_json::Value::as_str);
        text.filter(|text| !text.is_empty() && !is_too_long(wanted, text))
            .map(|text| (*name, text))
    }
}

/// The most bytes of an argument. A pattern has a limit of its own.
pub const MOST_BYTES: usize = 4096;

/// Whether an argument of this role is over the limit.
pub fn is_too_long(role: &str, text: &str) -> bool {
    role != "pattern" && text.len() > MOST_BYTES
}

impl Words {
    /// Those that are built in.
    pub fn table() -> &'static Self {
        static WORDS: OnceLock<Words> = OnceLock::new();
        WORDS.get_or_init(|| {
            let text = include_str!("../../../spec/content-tools.yaml");
            Self(serde_yaml::from_str(text).expect("the table is YAML"))
        })
    }

    /// A phrase with its placeholders filled.
    pub fn say(&self, phrase: &str, values: &[(&str, &str)]) -> String {
        filled(text(&self.0["phrases"][phrase]), values)
    }

    /// How a phrase begins, up to its first placeholder.
    pub fn start(&self, phrase: &str) -> &str {
        let text = text(&self.0["phrases"][phrase]);
        text.split('{').next().unwrap_or_default()
    }

    /// The message of an error.
    pub fn error(&self, kind: &str, values: &[(&str, &str)]) -> String {
        filled(text(&self.0["errors"][kind]["message"]), values)
    }

    /// What an agent is told to do about an error.
    pub fn instruction(&self, kind: &str) -> &str {
        text(&self.0["errors"][kind]["instruction"])
    }

    /// How patterns are written.
    pub fn help(&self) -> &str {
        text(&self.0["pattern_help"])
    }

    /// The boundary, where no document is in its way.
    pub fn boundary(&self) -> &str {
        text(&self.0["multipart"]["boundary"]["base"])
    }

    /// What ends the name of a template, the preferred first.
    pub fn suffixes(&self) -> Vec<String> {
        let suffixes = self.0["template_suffixes"].as_sequence();
        suffixes
            .into_iter()
            .flatten()
            .map(text)
            .map(str::to_owned)
            .collect()
    }

    /// The type of a document of this name.
    pub fn media_type(&self, name: &str) -> &str {
        let extension = name
            .rsplit_once('.')
            .map(|(_, extension)| extension.to_lowercase());
        let row = extension.map(|extension| &self.0["media_types"][extension.as_str()]);
        row.and_then(Value::as_str).unwrap_or("text/plain")
    }

    /// Whether documents of a type are said to be no text.
    pub fn is_binary(&self, media_type: &str) -> bool {
        let types = self.0["binary_types"].as_sequence();
        types.is_some_and(|types| types.iter().any(|known| known == media_type))
    }

    /// The URI of a place.
    pub fn location(&self, collection: Option<&str>, category: &str, path: &str) -> String {
        let row = if collection.is_some() {
            "collection"
        } else {
            "category"
        };
        let path: Vec<String> = path.split('/').map(encoded).collect();
        let values = [
            ("collection", encoded(collection.unwrap_or_default())),
            ("category", encoded(category)),
            ("path", path.join("/")),
        ];
        let values = values
            .each_ref()
            .map(|(name, value)| (*name, value.as_str()));
        filled(text(&self.0["locations"][row]), &values)
    }

    /// The first of a list, and a count.
    pub fn list(&self, items: &[String]) -> String {
        let mut shown: Vec<String> = items.iter().take(NAMED).cloned().collect();
        if items.len() > NAMED {
            let more = (items.len() - NAMED).to_string();
            shown.push(self.say("more", &[("count", &more)]));
        }
        shown.join(&self.say("separator", &[]))
    }

    /// The same of names in quotation marks.
    pub fn quoted(&self, names: &[&str]) -> String {
        let quoted = names
            .iter()
            .map(|name| self.say("quoted", &[("text", &shown(name))]));
        self.list(&quoted.collect::<Vec<_>>())
    }

    /// The row of a tool.
    pub fn tool(&self, name: &str) -> Option<Tool<'_>> {
        let rows = self.0["tools"].as_sequence()?;
        let row = rows.iter().find(|row| row["name"] == name)?;
        let search = row["search"].as_sequence()?;
        let arguments = row["arguments"]
            .as_mapping()?
            .iter()
            .map(|(name, argument)| {
                let required = argument["required"].as_bool().unwrap_or(false);
                (text(name), text(&argument["role"]), required)
            });
        Some(Tool {
            lists: row["operation"] == "list",
            search: search.iter().map(text).collect(),
            arguments: arguments.collect(),
        })
    }
}

fn text(value: &Value) -> &str {
    value
        .as_str()
        .unwrap_or_else(|| panic!("{value:?} is no text"))
}

/// Values first where no placeholder can be meant by what they hold.
fn filled(text: &str, values: &[(&str, &str)]) -> String {
    let mut rest = text;
    let mut filled = String::new();
    while let Some(at) = rest.find(['{', '}']) {
        filled += &rest[..at];
        rest = &rest[at..];
        let value = values.iter().find_map(|(name, value)| {
            let after = rest.strip_prefix(&format!("{{{name}}}"))?;
            Some((*value, after))
        });
        (rest, filled) = match value {
            Some((value, after)) => (after, filled + value),
            // Two stand for one.
            None => (&rest[2..], filled + &rest[..1]),
        };
    }
    filled + rest
}

/// A text as it stands in a sentence; undecided where it is long, or where not
/// all of it can be seen.
pub fn shown(text: &str) -> String {
    let seen = |c: char| matches!(c, ' '..='~') || c.is_alphanumeric();
    match text.chars().count() <= 200 && text.chars().all(seen) {
        true => text.to_owned(),
        false => ANY.to_owned(),
    }
}

/// A text as it stands in a cell; undecided where something in it has a meaning.
pub fn cell(text: &str) -> String {
    match text.contains(['|', '`', '\\']) {
        true => ANY.to_owned(),
        false => shown(text),
    }
}

/// RFC 3986 §2.3: what is not unreserved is encoded.
pub fn encoded(text: &str) -> String {
    let bytes = text.bytes().map(|byte| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    });
    bytes.collect()
}

/// Whether a text is as expected, but for what is not decided.
pub fn fits(expected: &str, found: &str) -> bool {
    let mut pieces = expected.split(|c| ANY.contains(c));
    let Some(mut rest) = pieces.next().and_then(|first| found.strip_prefix(first)) else {
        return false;
    };
    let Some(last) = pieces.next_back() else {
        return rest.is_empty();
    };
    for piece in pieces {
        let Some(at) = rest.find(piece) else {
            return false;
        };
        rest = &rest[at + piece.len()..];
    }
    rest.ends_with(last)
}
