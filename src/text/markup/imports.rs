//! The imports of a `CLAUDE.md`: `@path` in its text, outside code and comments.

use pulldown_cmark::{Event, Tag};

use super::headings::events;
use crate::text::paths::{join, normal};

/// A path that a document imports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Import<'t> {
    pub path: &'t str,
    /// Whether the path extends to the end of its word. Clients disagree on imports that are
    /// followed by punctuation. Claude Code ignores an import that is followed by `:` or `,`, as of
    /// 2026-11-28 (<https://github.com/anthropics/claude-code/issues/86060>).
    pub is_certain: bool,
}

/// Returns the paths that the Markdown text `text` imports, in order. The result is empty if
/// parsing could take time quadratic in the length of `text`.
///
/// ```
/// use mcp_guide::text::markup::imports::{Import, imports};
///
/// let text = "See @docs/style.md, and mail me@example.org or `@types/node`.\n";
/// assert_eq!(imports(text), [Import { path: "docs/style.md", is_certain: false }]);
/// ```
pub fn imports(text: &str) -> Vec<Import<'_>> {
    let (mut found, mut at) = (Vec::new(), 0);
    let Some(events) = events(text) else {
        return found;
    };
    for (event, range) in events {
        let is_code = matches!(event, Event::Code(_) | Event::Start(Tag::CodeBlock(_)));
        let is_html = matches!(event, Event::InlineHtml(_) | Event::Start(Tag::HtmlBlock));
        if (is_code || is_html && text[range.clone()].starts_with("<!--")) && range.start >= at {
            found.extend(mentions(&text[at..range.start]));
            at = range.end;
        }
    }
    found.extend(mentions(&text[at..]));
    found
}

/// Resolves the path `import` in the document at the path `document`. Both `document` and the
/// result are relative to the project's folder. Returns `None` if `import` is not relative, or
/// leads out of the project's folder.
pub fn resolved(document: &str, import: &str) -> Option<String> {
    let folder = document.rsplit_once('/').map_or("", |(folder, _)| folder);
    let is_relative = !import.starts_with(['/', '~']);
    normal(&join(folder, import)).filter(|_| is_relative)
}

/// Returns the paths in `text` that follow an `@` at the beginning of a word. A path contains a `/`
/// or a `.`.
fn mentions(text: &str) -> impl Iterator<Item = Import<'_>> {
    let words = text.split_whitespace();
    let words = words.filter_map(|word| word.strip_prefix('@'));
    let imports = words.map(|word| {
        let path = word.trim_end_matches([',', '.', ';', ':', ')']);
        Import {
            path,
            is_certain: path == word,
        }
    });
    imports.filter(|import| import.path.contains(['/', '.']))
}
