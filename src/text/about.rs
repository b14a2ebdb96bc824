//! The title, description and purpose of a document, read from its frontmatter or first heading.

use rule_files::header::{Header, after_fence, block};

use super::escaped::one_line;
use super::markup::headings::title;
use super::markup::{Markup, adoc, rst_headings::rst_headings};
use super::use_when::use_when_of;

/// The title, description and purpose of a document, each on one line and truncated.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct About {
    /// The title.
    pub title: Option<String>,
    /// The description.
    pub description: Option<String>,
    /// The sentence that says when the document is needed.
    pub use_when: Option<String>,
}

impl About {
    /// Reads `lines`, the first lines of a document. For Markdown, reads the frontmatter, and the
    /// first heading if the frontmatter has no title. For reStructuredText, reads only the title.
    /// For AsciiDoc, reads the title and the description. `whole` is true if `lines` is the whole
    /// document.
    pub fn of(lines: &str, whole: bool, markup: Markup) -> Self {
        let read = match markup {
            Markup::Rst => Some((
                rst_headings(lines)
                    .into_iter()
                    .next()
                    .map(|heading| heading.text),
                None,
            )),
            Markup::Adoc => Some(adoc::about(lines)),
            Markup::Markdown => None,
        };
        if let Some((title, description)) = read {
            return Self {
                title: title.and_then(|title| one_line(&title)),
                description: description.and_then(|text| one_line(&text)),
                use_when: None,
            };
        }
        if !whole && after_fence(lines).is_some() && block(lines).is_none() {
            // These lines may all be frontmatter.
            return Self::default();
        }
        let header = Header::of(lines).ok().flatten();
        let said = |key| {
            header
                .as_ref()
                .and_then(|header| one_line(header.text(key)?))
        };
        let heading = || one_line(&title(header.as_ref().map_or(lines, |header| header.body))?);
        Self {
            title: said("title").or_else(heading),
            description: said("description"),
            use_when: header.as_ref().and_then(|header| use_when_of(header).ok()?),
        }
    }
}
