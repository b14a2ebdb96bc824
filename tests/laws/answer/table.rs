//! The table as a plain reader of YAML sees it: tools, types and locations.

use std::sync::OnceLock;

use serde_yaml::Value;

/// The rows of the built-in table.
#[derive(Debug)]
pub struct Rows(Value);

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
        text.filter(|text| !text.is_empty() && !is_too_long(wanted, text)).map(|text| (*name, text))
    }
}

/// The most bytes of an argument. A pattern has a limit of its own.
const MOST_BYTES: usize = 4096;

/// Whether an argument of this role is over the limit.
pub fn is_too_long(role: &str, text: &str) -> bool {
    role != "pattern" && text.len() > MOST_BYTES
}

impl Rows {
    /// Those that are built in.
    pub fn table() -> &'static Self {
        static ROWS: OnceLock<Rows> = OnceLock::new();
        ROWS.get_or_init(|| {
            let text = include_str!("../../../spec/content-tools.yaml");
            Self(serde_yaml::from_str(text).expect("the table is YAML"))
        })
    }

    /// What a count of the rest begins with.
    pub fn more(&self) -> &str {
        let text = text(&self.0["phrases"]["more"]);
        text.split('{').next().unwrap_or_default()
    }

    /// The boundary, where no document is in its way.
    pub fn boundary(&self) -> &str {
        text(&self.0["multipart"]["boundary"]["base"])
    }

    /// What ends the name of a template, the preferred first.
    pub fn suffixes(&self) -> Vec<String> {
        let suffixes = self.0["template_suffixes"].as_sequence();
        suffixes.into_iter().flatten().map(text).map(str::to_owned).collect()
    }

    /// The type of a document of this name.
    pub fn media_type(&self, name: &str) -> &str {
        let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_lowercase());
        let row = extension.map(|extension| &self.0["media_types"][extension.as_str()]);
        row.and_then(Value::as_str).unwrap_or("text/plain")
    }

    /// The URI of a place.
    pub fn location(&self, collection: Option<&str>, category: &str, path: &str) -> String {
        let row = if collection.is_some() { "collection" } else { "category" };
        let path: Vec<String> = path.split('/').map(encoded).collect();
        let through = collection.map(|name| format!("/{}/category", encoded(name)));
        let origin = text(&self.0["locations"][row]);
        format!("{origin}{}/{}/{}", through.unwrap_or_default(), encoded(category), path.join("/"))
    }

    /// The row of a tool.
    pub fn tool(&self, name: &str) -> Option<Tool<'_>> {
        let rows = self.0["tools"].as_sequence()?;
        let row = rows.iter().find(|row| row["name"] == name)?;
        let search = row["search"].as_sequence()?;
        let arguments = row["arguments"].as_mapping()?.iter().map(|(name, argument)| {
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
    value.as_str().unwrap_or_else(|| panic!("{value:?} is no text"))
}

/// RFC 3986 §2.3: what is not unreserved is encoded.
fn encoded(text: &str) -> String {
    let bytes = text.bytes().map(|byte| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    });
    bytes.collect()
}
