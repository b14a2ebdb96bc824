//! The frontmatter of a Markdown text: YAML between two lines `---` at its start.

use super::escape::{self, MAX_QUOTED, replace_hidden};
use super::outline::title;
use super::use_when::{self, UseWhenError};
use super::yaml::{self, YamlError, YamlErrorKind, YamlNode};
use crate::limits::MAX_FRONTMATTER_BYTES;
use serde_json::{Map, Value};

/// What a text says of itself, each on one line and truncated.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct About {
    /// The title.
    pub title: Option<String>,
    /// The description.
    pub description: Option<String>,
    /// When it is needed.
    pub use_when: Option<String>,
}

impl About {
    /// Reads the first lines of a text: its frontmatter, and its first heading where that
    /// has no title. `whole`: whether nothing follows.
    pub fn of(lines: &str, whole: bool) -> Self {
        if !whole && opened(lines).is_some() && block(lines).is_none() {
            // It may be all YAML.
            return Self::default();
        }
        let (mut about, body) = split(lines).unwrap_or_else(|_| (Self::default(), lines));
        if about.title.is_none() {
            about.title = title(body).and_then(|heading| one_line(&heading));
        }
        about
    }
}

/// Splits a text into what its frontmatter says and what follows that.
///
/// # Errors
///
/// The block is no YAML mapping: then all is text.
///
/// ```
/// let (about, body) = mcp_guide::text::frontmatter::split("---\ntitle: Retries\n---\nTwice.\n")?;
/// assert_eq!(about.title.as_deref(), Some("Retries"));
/// assert_eq!(body, "Twice.\n");
/// # Ok::<(), mcp_guide::text::yaml::YamlError>(())
/// ```
pub fn split(text: &str) -> Result<(About, &str), YamlError> {
    match block(text) {
        Some((block, body)) => Ok((read(block)?, body)),
        None => Ok((About::default(), text)),
    }
}

/// Returns every field of a text's frontmatter; `None` if it has none.
///
/// # Errors
///
/// The block is no YAML mapping, or is empty.
pub fn fields(text: &str) -> Result<Option<Map<String, Value>>, YamlError> {
    let Some((block, _)) = block(text) else {
        return Ok(None);
    };
    let fields = yaml::parse(block).and_then(YamlNode::into_map);
    let fields = fields.and_then(|fields| fields.read());
    fields.map(Some).map_err(after_fence)
}

/// Returns whether a text opens a block whose first line is a field, and does not close it
/// within [`MAX_FRONTMATTER_BYTES`].
pub fn never_ends(text: &str) -> bool {
    let first = opened(text).and_then(|rest| rest.lines().next());
    let is_name = |c: char| c.is_alphanumeric() || "_-.\"'".contains(c);
    let field = first.and_then(|line| line.split_once(':'));
    let is_field = field.is_some_and(|(key, value)| {
        let ends = value.is_empty() || value.starts_with([' ', '\t']);
        ends && !key.is_empty() && key.chars().all(is_name)
    });
    is_field && block(text).is_none()
}

/// Returns what follows the first line of a block.
fn opened(text: &str) -> Option<&str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (first, rest) = text.split_once('\n')?;
    is_fence(first).then_some(rest)
}

/// Returns the block of a text without its fences: fields, if it is YAML.
pub fn header(text: &str) -> Option<&str> {
    block(text).map(|(block, _)| block)
}

/// Returns a block without its fences, and what follows it.
fn block(text: &str) -> Option<(&str, &str)> {
    let rest = opened(text)?;
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

/// Returns why a text's `use_when` is ignored.
pub fn ignored_use_when(text: &str) -> Option<UseWhenError> {
    let (block, _) = block(text)?;
    let fields = yaml::parse(block).and_then(YamlNode::into_map).ok()?;
    use_when(&fields).err()
}

fn use_when(fields: &YamlNode) -> Result<Option<String>, UseWhenError> {
    match fields.get("use_when").map(YamlNode::as_text) {
        None => Ok(None),
        Some(None) => Err(UseWhenError::NotText),
        Some(Some(text)) => use_when::checked(text),
    }
}

/// Reads the title, the description and the `use_when` of a block.
fn read(block: &str) -> Result<About, YamlError> {
    match yaml::parse(block).and_then(YamlNode::into_map) {
        // Of its fields, whatever they are, three are read.
        Ok(fields) => {
            let said = |name: &str| one_line(fields.get(name)?.as_text()?);
            Ok(About {
                title: said("title"),
                description: said("description"),
                use_when: use_when(&fields).unwrap_or_default(),
            })
        }
        // It holds nothing, or comments.
        Err(error) if error.kind == YamlErrorKind::Empty => Ok(About::default()),
        Err(error) => Err(after_fence(error)),
    }
}

/// Returns the error of a block with its place after the line with which that begins.
fn after_fence(mut error: YamlError) -> YamlError {
    error.position.line += 1;
    error
}

/// Returns a text on one line without hidden characters, or `None` where none is left.
pub(crate) fn one_line(text: &str) -> Option<String> {
    let line = escape::collapse_whitespace(&replace_hidden(text).collect::<String>());
    let line = match line.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    };
    (!line.is_empty()).then_some(line)
}
