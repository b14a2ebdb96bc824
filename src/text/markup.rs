//! The headings, links and imports of Markdown, HTML, reStructuredText and AsciiDoc.

pub mod adoc;
pub mod heading_name;
pub mod heading_path;
pub mod headings;
mod html_heading;
pub mod imports;
pub(crate) mod markdown_cost;
pub mod rst_headings;
