//! The frontmatter of a Markdown document: YAML between two `---` lines at its start.

use serde_json::{Map, Value};

use crate::limits::{MAX_FRONTMATTER_BYTES, MAX_HEADER_FIELDS};
use crate::yaml::{self, YamlError, YamlErrorKind, YamlNode};

/// The frontmatter of a document, parsed as YAML. If it is not valid YAML, each field is parsed
/// separately.
///
/// ```
/// use rule_files::header::Header;
///
/// let header = Header::of("---\ntitle: Retries\nglobs: *.ts\n---\nTwice.\n")?.ok_or("no header")?;
/// assert_eq!(header.text("globs"), Some("*.ts"));
/// assert_eq!(header.body, "Twice.\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Header<'t> {
    /// The parsed mappings: one with all fields, or one for each field.
    nodes: Vec<YamlNode>,
    /// The syntax error, if the block is not valid YAML.
    pub error: Option<YamlError>,
    /// The text after the block.
    pub body: &'t str,
}

impl<'t> Header<'t> {
    /// Parses the frontmatter of `text`. Returns `None` if `text` has no frontmatter, or if the
    /// `---` lines are rules around Markdown headings.
    ///
    /// # Errors
    ///
    /// Returns an error if the block is not a YAML mapping and does not begin with a field. The
    /// body is then the whole `text`.
    pub fn of(text: &'t str) -> Result<Option<Self>, YamlError> {
        let Some((block, body)) = block(text) else {
            return Ok(None);
        };
        let (nodes, error) = match yaml::parse(block).and_then(YamlNode::into_map) {
            Ok(fields) => (vec![fields], None),
            Err(error) if error.kind == YamlErrorKind::Empty && has_heading(block) => {
                return Ok(None);
            }
            // The block is empty or contains only comments.
            Err(error) if error.kind == YamlErrorKind::Empty => (Vec::new(), None),
            Err(mut error) => {
                if let Some(position) = &mut error.position {
                    position.line += 1;
                }
                if begins_with_field(block) {
                    (alone(block), Some(error))
                } else {
                    return Err(error);
                }
            }
        };
        Ok(Some(Self { nodes, error, body }))
    }

    /// Returns the value of the first field with the name `key`, if any. Clients also use the first
    /// of several fields.
    pub fn get(&self, key: &str) -> Option<&YamlNode> {
        self.nodes.iter().find_map(|node| node.get(key))
    }

    /// Returns the text of the field `key` as it is written. Returns `None` if the field is missing
    /// or has no text.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.get(key)?.as_text()
    }

    /// Returns all fields. If several fields have the same name, the last one is used.
    ///
    /// # Errors
    ///
    /// Returns an error if a field contains a value that JSON does not support. If several fields
    /// contain unsupported values, the error is about the last one.
    pub fn fields(&self) -> Result<Map<String, Value>, YamlError> {
        // There is one node for each field if the block is not valid YAML. The last node is read
        // first, because its error counts, and added last, because its value counts.
        let from_last = self.nodes.iter().rev().map(YamlNode::read);
        let mappings: Vec<Map<String, Value>> = from_last.collect::<Result<_, _>>()?;
        Ok(mappings.into_iter().rev().flatten().collect())
    }
}

/// Returns true if `block` may be a Markdown heading between two rules, because a blank line
/// follows a YAML comment.
fn has_heading(block: &str) -> bool {
    let is_heading = |line: &str| line.trim_start_matches('#').starts_with([' ', '\t']);
    let lines = block.lines().zip(block.lines().skip(1));
    let mut lines = lines.filter(|(line, _)| line.starts_with('#') && is_heading(line));
    lines.any(|(_, next)| next.trim().is_empty())
}

/// Returns `text` without its frontmatter.
pub fn body(text: &str) -> &str {
    match block(text) {
        // A block that begins with a field is frontmatter, even if it is not valid YAML.
        Some((block, body)) if begins_with_field(block) => body,
        Some(_) => Header::of(text)
            .ok()
            .flatten()
            .map_or(text, |header| header.body),
        None => text,
    }
}

/// Returns true if the first line of `block` that is neither empty nor a comment begins a field.
fn begins_with_field(block: &str) -> bool {
    let mut lines = block.lines().map(str::trim_end);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
    first.is_some_and(is_field)
}

/// Parses each field of `block` separately, because the whole block is not valid YAML. If a field
/// is not valid YAML either, for example `globs: *.ts`, its value is the text of its first line.
fn alone(block: &str) -> Vec<YamlNode> {
    let mut fields: Vec<String> = Vec::new();
    for line in block.lines() {
        let begins = is_field(line);
        match fields.last_mut().filter(|_| !begins) {
            Some(field) => field.extend(["\n", line]),
            None => fields.push(line.to_owned()),
        }
        if fields.len() > MAX_HEADER_FIELDS {
            fields.pop();
            break;
        }
    }
    let written = |field: &String| {
        let line = field.lines().next().unwrap_or_default();
        let line = line.split_once(" #").map_or(line, |(line, _)| line);
        let (key, text) = line.split_once(':')?;
        // A JSON string is also a YAML string.
        let text = serde_json::Value::from(text.trim());
        yaml::parse(format!("{key}: {text}")).ok()
    };
    let node = |field: &String| {
        let node = yaml::parse(field).and_then(YamlNode::into_map);
        node.ok().or_else(|| written(field))
    };
    fields.iter().filter_map(node).collect()
}

/// Returns true if `line` begins a field.
fn is_field(line: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || "_-.\"'".contains(c);
    line.split_once(':').is_some_and(|(key, value)| {
        let ends = value.is_empty() || value.starts_with([' ', '\t', '\r']);
        let begins = key.starts_with(|c: char| c.is_alphanumeric() || "_\"'".contains(c));
        ends && begins && key.chars().all(is_name)
    })
}

/// Returns true if `text` opens a block of frontmatter whose first line is a field, but does not
/// close it within [`MAX_FRONTMATTER_BYTES`] bytes.
pub fn never_ends(text: &str) -> bool {
    let first = after_fence(text).and_then(|rest| rest.lines().next());
    first.is_some_and(is_field) && block(text).is_none()
}

/// Returns the rest of `text` after the `---` line that opens a block, or `None` if `text` does not
/// begin with this line.
pub fn after_fence(text: &str) -> Option<&str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (first, rest) = text.split_once('\n')?;
    is_fence(first).then_some(rest)
}

/// Returns the block of frontmatter in `text` without its `---` lines, and the text after the
/// block. Returns `None` if there is no block, or if it is longer than [`MAX_FRONTMATTER_BYTES`]
/// bytes.
pub fn block(text: &str) -> Option<(&str, &str)> {
    let rest = after_fence(text)?;
    let before = text.len() - rest.len();
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        if before + at + line.len() > MAX_FRONTMATTER_BYTES {
            return None;
        }
        if is_fence(line) {
            return Some((&rest[..at], &rest[at + line.len()..]));
        }
        at += line.len();
    }
    None
}

fn is_fence(line: &str) -> bool {
    line.trim_end_matches([' ', '\t', '\r', '\n']) == "---"
}
