//! Locations, shown texts and proposals that are wrong in one way each.

use std::path::Path;

use camino::Utf8Path;
use mcp_guide::project::guide::Project;
use mcp_guide::text::uri::{Location, UriTemplate};
use serde_json::Value;

use laws::cells;
use laws::init;
use laws::locations::{Refused, Shapes};
use laws::shown::is_hidden;
use laws::uri::Named;

/// Takes any two shapes.
pub struct Apart([UriTemplate; 2]);

impl Shapes for Apart {
    fn load(category: &str, collection: &str) -> Result<Self, Refused> {
        let category = UriTemplate::parse(category, false).ok_or(Refused::Shape)?;
        let collection = UriTemplate::parse(collection, true).ok_or(Refused::Shape)?;
        Ok(Self([category, collection]))
    }

    fn build(&self, (collection, category, path): &Named) -> String {
        self.0[usize::from(collection.is_some())].build(&Location {
            collection: collection.as_deref().map(Into::into),
            category: category.as_str().into(),
            path: path.as_str().into(),
        })
    }

    fn parse(&self, uri: &str) -> Vec<Named> {
        let parsed = self.0.iter().filter_map(|shape| shape.parse_uri(uri));
        let named = |location: Location<'_>| {
            (
                location.collection.map(|name| name.into_owned()),
                location.category.into_owned(),
                location.path.into_owned(),
            )
        };
        parsed.map(named).collect()
    }

    fn containers(&self, name: &str) -> [String; 2] {
        self.0
            .each_ref()
            .map(|template| template.build_container(name))
    }

    fn parse_container(&self, uri: &str) -> [Option<String>; 2] {
        self.0
            .each_ref()
            .map(|template| template.parse_container(uri))
    }
}

/// Takes two shapes whose first segments differ, a placeholder's too.
pub struct FirstSegment(Apart);

impl Shapes for FirstSegment {
    fn load(category: &str, collection: &str) -> Result<Self, Refused> {
        let shapes = Apart::load(category, collection)?;
        match category.split('/').nth(3) == collection.split('/').nth(3) {
            true => Err(Refused::Overlap),
            false => Ok(Self(shapes)),
        }
    }

    fn build(&self, named: &Named) -> String {
        self.0.build(named)
    }

    fn parse(&self, uri: &str) -> Vec<Named> {
        self.0.parse(uri)
    }

    fn containers(&self, name: &str) -> [String; 2] {
        self.0.containers(name)
    }

    fn parse_container(&self, uri: &str) -> [Option<String>; 2] {
        self.0.parse_container(uri)
    }
}

/// Takes no two shapes.
pub struct Overlapping(Apart);

impl Shapes for Overlapping {
    fn load(category: &str, collection: &str) -> Result<Self, Refused> {
        Apart::load(category, collection).and(Err(Refused::Overlap))
    }

    fn build(&self, named: &Named) -> String {
        self.0.build(named)
    }

    fn parse(&self, uri: &str) -> Vec<Named> {
        self.0.parse(uri)
    }

    fn containers(&self, name: &str) -> [String; 2] {
        self.0.containers(name)
    }

    fn parse_container(&self, uri: &str) -> [Option<String>; 2] {
        self.0.parse_container(uri)
    }
}

/// Takes every text with the placeholders for a shape.
pub struct AnyText([String; 2]);

impl Shapes for AnyText {
    fn load(category: &str, collection: &str) -> Result<Self, Refused> {
        Ok(Self([category.into(), collection.into()]))
    }

    fn build(&self, (collection, category, path): &Named) -> String {
        self.0[usize::from(collection.is_some())]
            .replace("{collection}", collection.as_deref().unwrap_or(""))
            .replace("{category}", category)
            .replace("{path}", path)
    }

    fn parse(&self, _uri: &str) -> Vec<Named> {
        Vec::new()
    }

    fn containers(&self, name: &str) -> [String; 2] {
        self.0.clone().map(|text| text.replace("{path}", name))
    }

    fn parse_container(&self, _uri: &str) -> [Option<String>; 2] {
        [None, None]
    }
}

/// Escapes what Rust calls a control character, and lets the rest through.
pub fn controls_escaped(text: &str) -> String {
    let shown = |c: char| match c.is_control() {
        true => c.escape_default().to_string(),
        false => c.to_string(),
    };
    text.chars().map(shown).collect()
}

/// Leaves out what is not seen.
pub fn hidden_dropped(text: &str) -> String {
    let joiner = |c: char| matches!(c, '\u{200c}' | '\u{200d}');
    text.chars()
        .filter(|c| !is_hidden(*c) && !joiner(*c))
        .collect()
}

/// Escapes backslashes, those of its own escapes too.
pub fn escaped_again(text: &str) -> String {
    text.escape_default().to_string()
}

/// Writes names as JSON does: DEL, C1 and more as they are.
pub fn names_as_json(folder: &Utf8Path) -> Result<String, String> {
    let mut content = init::engine(folder)?;
    for code in 0x7F..=0xFFFF {
        let Some(character) = char::from_u32(code) else {
            continue;
        };
        let escape = match code {
            0..=0xFF => format!("\\x{code:02x}"),
            _ => format!("\\u{code:04x}"),
        };
        if content.contains(&escape) {
            content = content.replace(&escape, &character.to_string());
        }
    }
    Ok(content)
}

/// Writes every name plain.
pub fn names_without_quotes(folder: &Utf8Path) -> Result<String, String> {
    Ok(init::engine(folder)?.replace('"', ""))
}

/// Calls the folder itself always the same.
pub fn names_used_twice(folder: &Utf8Path) -> Result<String, String> {
    Ok(init::engine(folder)?.replace("  project-2:", "  project:"))
}

/// Describes by the heading as it is.
pub fn headings_as_they_are(folder: &Utf8Path) -> Result<String, String> {
    let content = init::engine(folder)?;
    let entries = std::fs::read_dir(folder).map_err(|error| error.to_string())?;
    for entry in entries.flatten() {
        if let Ok(text) = std::fs::read_to_string(entry.path().join("a.md")) {
            let heading = text.trim_start_matches("# ").trim_end_matches('\n');
            let described = |line: &str| match line.strip_prefix("    description: ") {
                Some(said) if !said.starts_with("Every") => format!("    description: {heading}"),
                _ => line.to_owned(),
            };
            let lines: Vec<String> = content.split('\n').map(described).collect();
            return Ok(lines.join("\n"));
        }
    }
    Ok(content)
}

/// Takes a field of nothing for one that is left out.
pub fn nothing_left_out(content: &[u8]) -> bool {
    fn without(value: &mut Value) {
        if let Value::Object(fields) = value {
            fields.retain(|_, value| !value.is_null());
            fields.values_mut().for_each(without);
        }
    }
    let Ok(mut value) = serde_json::from_slice::<Value>(content) else {
        return false;
    };
    without(&mut value);
    Project::parse(value.to_string().as_bytes()).is_ok()
}

/// Leaves the bars of a text as they are.
pub fn bars(folder: &Path) -> Result<String, String> {
    Ok(cells::engine(folder)?.replace("\\|", "|"))
}

/// Escapes bars, and no backslash before one.
pub fn backslashes(folder: &Path) -> Result<String, String> {
    Ok(cells::engine(folder)?.replace("\\\\", "\\"))
}

/// Puts patterns between single backticks, whatever they hold.
pub fn code_in_one_backtick(folder: &Path) -> Result<String, String> {
    let value = cells::engine(folder)?;
    Ok(value
        .replace("``` ", "`")
        .replace(" ```", "`")
        .replace("`` ", "`")
        .replace(" ``", "`"))
}
