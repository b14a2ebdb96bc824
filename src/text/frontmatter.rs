//! What a Markdown text says of itself before it begins: YAML between two lines `---`,
//! the first at the text's very start.

use super::escape::{self, MAX_QUOTED, replace_hidden};
use super::outline::title;
use super::yaml::{self, YamlError, YamlErrorKind, YamlNode};
use crate::limits::MAX_FRONTMATTER_BYTES;

/// What a text says of itself, each on one line and not without end.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct About {
    /// What it is called.
    pub title: Option<String>,
    /// What it is about.
    pub description: Option<String>,
}

impl About {
    /// What a text says whose first lines are these: in its frontmatter, and else by
    /// its first heading what it is called. `whole`: whether nothing follows.
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

/// What a text's frontmatter says, and what follows it; nothing and all of the text
/// where there is none.
///
/// # Errors
///
/// How the block is broken, with the place in the text, all of which is text then.
pub fn split(text: &str) -> Result<(About, &str), YamlError> {
    match block(text) {
        Some((block, body)) => Ok((read(block)?, body)),
        None => Ok((About::default(), text)),
    }
}

/// Whether a text begins as a block does, with a field, and none ends within
/// [`MAX_FRONTMATTER_BYTES`].
pub fn never_ends(text: &str) -> bool {
    let first = opened(text).and_then(|rest| rest.lines().next());
    let field = |line: &str| {
        let (key, value) = line.split_once(':')?;
        let named = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '"' | '\'');
        let plain = !key.is_empty() && key.chars().all(named);
        (plain && (value.is_empty() || value.starts_with([' ', '\t']))).then_some(())
    };
    first.and_then(field).is_some() && block(text).is_none()
}

/// What follows the line with which a block begins.
fn opened(text: &str) -> Option<&str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (first, rest) = text.split_once('\n')?;
    is_fence(first).then_some(rest)
}

/// A block between its lines, and what follows it.
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

/// What a block says.
fn read(block: &str) -> Result<About, YamlError> {
    match yaml::parse(block).and_then(YamlNode::into_map) {
        // Of its fields, whatever they are, two are read.
        Ok(fields) => {
            let said = |name: &str| one_line(fields.get(name)?.as_text()?);
            Ok(About {
                title: said("title"),
                description: said("description"),
            })
        }
        // It holds nothing, or comments.
        Err(error) if error.kind == YamlErrorKind::Empty => Ok(About::default()),
        Err(mut error) => {
            // After the line with which it begins.
            error.position.line += 1;
            Err(error)
        }
    }
}

/// A text on one line, in which nothing is hidden; nothing where none is left.
fn one_line(text: &str) -> Option<String> {
    let line = escape::collapse_whitespace(&replace_hidden(text).collect::<String>());
    let line = match line.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    };
    (!line.is_empty()).then_some(line)
}
