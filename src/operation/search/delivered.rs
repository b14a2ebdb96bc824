//! A document as it is delivered, with its title and headings.

use crate::documents::discover::FileInfo;
use crate::documents::document::{OpenDocument, about};
use crate::documents::error::FileError;
use crate::documents::sandbox::{Tree, Version};
use crate::operation::Request;
use crate::text::frontmatter;
use crate::text::outline::{Heading, headings};

/// A document as it is delivered.
pub struct Delivered {
    pub text: String,
    pub title: Option<String>,
    pub headings: Vec<Heading>,
    /// Whether its headings are not known, because it is nested too deeply.
    pub is_nested: bool,
}

impl Delivered {
    /// Reads a document, with the version of its file unless that is a template to render.
    /// Title and headings are looked for only if `outlined`.
    pub fn read(
        request: &Request<'_>,
        files: &Tree,
        file: &FileInfo,
        outlined: bool,
    ) -> Result<(Self, Option<Version>), FileError> {
        let opened = request.open(files, file)?;
        let mut text = request.text(files, file, &opened)?.text;
        let is_stored = !file.is_template() || request.is_unrendered(file);
        let version = is_stored.then(|| opened.version()).transpose()?;
        let markdown = outlined && request.is_markdown(file);
        let beginning = &text.as_bytes()[..text.len().min(OpenDocument::BEGINNING)];
        let title = markdown.then(|| about(beginning.to_vec()).title).flatten();
        if request.strips(file) {
            let body = frontmatter::body(&text).len();
            text.drain(..text.len() - body);
        }
        let headings = match markdown {
            true => headings(&text),
            false => Some(Vec::new()),
        };
        let delivered = Self {
            text,
            title,
            is_nested: headings.is_none(),
            headings: headings.unwrap_or_default(),
        };
        Ok((delivered, version))
    }
}
