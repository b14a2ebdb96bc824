//! AsciiDoc documents, as Asciidoctor reads them.

mod adoc_line;
mod attributes;
mod headings;
mod ids;
mod plain_title;

pub(in crate::text) use headings::about;
pub use headings::headings;
