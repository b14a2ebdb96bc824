//! AsciiDoc documents, as Asciidoctor reads them.

mod adoc_line;
mod attributes;
mod headings;
mod ids;
mod plain_title;

pub(super) use headings::about;
pub use headings::headings;
