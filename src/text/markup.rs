//! The markup language of a document, and the headings, links and imports of each language.

pub mod adoc;
pub mod heading_name;
pub mod heading_path;
pub mod headings;
mod html_heading;
pub mod imports;
pub(crate) mod markdown_cost;
pub mod rst_headings;

use headings::{Heading, headings};
use rst_headings::rst_headings;

/// The markup language of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Markup {
    Markdown,
    Rst,
    Adoc,
}

impl Markup {
    /// Returns the headings of `text` in order. Returns `None` if parsing Markdown could take time
    /// quadratic in the length of `text`.
    pub fn headings(self, text: &str) -> Option<Vec<Heading>> {
        match self {
            Self::Markdown => headings(text),
            Self::Rst => Some(rst_headings(text)),
            Self::Adoc => Some(adoc::headings(text)),
        }
    }
}
