//! Opens, reads and describes a document that was found.

use std::cell::OnceCell;
use std::time::SystemTime;

use crate::documents::discover::FileInfo;
use crate::documents::document_error::DocumentError;
use crate::documents::file_error::FileError;
use crate::documents::sandbox::{Opened, Reach, Version, check_nul};
use crate::documents::templates::Templates;
use crate::limits::MAX_FRONTMATTER_BYTES;
use crate::text::about::About;
use crate::text::escaped::Escaped;
use crate::text::markup::Markup;
use crate::text::markup::headings::Heading;
use crate::text::mustache::Rendered;
use rule_files::header::body;

/// The number of bytes at the beginning of a document that are read for its title and description.
pub const BEGINNING: usize = 8 * 1024;

/// A document that was found, as its category delivers it. The file is opened once, when its
/// content is first needed. Methods that need the content return an error if the file cannot be
/// read.
#[derive(Debug)]
pub struct Document<'a> {
    pub file: &'a FileInfo,
    /// The markup of the document's headings, if its format has headings.
    pub markup: Option<Markup>,
    /// Whether the file is a notebook, which has no text to deliver.
    pub is_notebook: bool,
    /// Whether the document is delivered without its frontmatter.
    pub is_stripped: bool,
    /// The renderer for a template. `None` if the document is delivered as stored.
    pub templates: Option<Templates<'a>>,
    /// The maximum size of the file in bytes.
    limit: u64,
    opened: OnceCell<Opened>,
}

/// The text of a document as it is delivered.
#[derive(Debug)]
pub struct Delivered {
    pub text: String,
    pub title: Option<String>,
    pub headings: Vec<Heading>,
    /// Whether the headings are unknown because the document is nested too deeply.
    pub is_nested: bool,
    /// The version of the file. `None` if the text is rendered, because it then also depends on
    /// other files.
    pub version: Option<Version>,
}

impl<'a> Document<'a> {
    /// Creates a document that is delivered as stored and has no headings. `limit` is the maximum
    /// size of its file in bytes.
    pub fn new(file: &'a FileInfo, limit: u64) -> Self {
        Self {
            file,
            markup: None,
            is_notebook: false,
            is_stripped: false,
            templates: None,
            limit,
            opened: OnceCell::new(),
        }
    }

    /// Returns whether the document is a template that is delivered as stored.
    pub fn is_unrendered(&self) -> bool {
        self.file.is_template() && self.templates.is_none()
    }

    fn opened(&self) -> Result<&Opened, DocumentError> {
        if let Some(opened) = self.opened.get() {
            return Ok(opened);
        }
        if let Some(error) = &self.file.error {
            return Err(FileError::clone(error).into());
        }
        let path = &self.file.path;
        tracing::trace!(path = %Escaped(path.as_str()), "open");
        let opened = self.file.origin.tree.open(path, Reach::Beneath)?;
        match (opened.version.bytes, self.limit) {
            (bytes, limit) if bytes > limit => Err(FileError::TooLarge { bytes, limit }.into()),
            _ => Ok(self.opened.get_or_init(|| opened)),
        }
    }

    /// Returns the size of the file in bytes.
    pub fn bytes(&self) -> Result<u64, DocumentError> {
        Ok(self.opened()?.version.bytes)
    }

    /// Returns the time when the file was last modified.
    pub fn modified(&self) -> Result<SystemTime, DocumentError> {
        Ok(self.opened()?.version.modified)
    }

    /// Returns the whole content: the bytes of the file, or the rendered text of a template.
    pub fn content(&self) -> Result<Vec<u8>, DocumentError> {
        match &self.templates {
            Some(_) => Ok(self.text()?.text.into_bytes()),
            None => Ok(self.opened()?.read(self.limit)?),
        }
    }

    /// Returns the whole text, read or rendered, including its frontmatter.
    pub fn text(&self) -> Result<Rendered, DocumentError> {
        if self.is_notebook {
            return Err(DocumentError::Notebook);
        }
        let text = self.opened()?.text(self.limit)?;
        match &self.templates {
            Some(templates) => templates.render(self.file, text),
            None => Ok(Rendered {
                text,
                ..Rendered::default()
            }),
        }
    }

    /// Removes the frontmatter from `text` if the document is delivered without it.
    pub fn strip(&self, text: &mut String) {
        if self.is_stripped {
            let body = body(text).len();
            text.drain(..text.len() - body);
        }
    }

    /// Returns the text to deliver, read or rendered. Looks for the title and headings only if
    /// `outlined` is true.
    pub fn delivered(&self, outlined: bool) -> Result<Delivered, DocumentError> {
        let mut text = self.text()?.text;
        let version = match &self.templates {
            Some(_) => None,
            None => Some(self.opened()?.version),
        };
        let markup = self.markup.filter(|_| outlined);
        let beginning = &text.as_bytes()[..text.len().min(BEGINNING)];
        let title = markup.and_then(|markup| about(beginning.to_vec(), markup).title);
        self.strip(&mut text);
        let headings = markup.map_or(Some(Vec::new()), |markup| markup.headings(&text));
        Ok(Delivered {
            text,
            title,
            is_nested: headings.is_none(),
            headings: headings.unwrap_or_default(),
            version,
        })
    }

    /// Returns the title and description from the first 8 KiB of the document, after rendering.
    /// They are empty if the content cannot be read or rendered, or if its format has no headings.
    pub fn about(&self) -> Result<About, DocumentError> {
        let opened = self.opened()?;
        let beginning = match &self.templates {
            _ if self.markup.is_none() => None,
            Some(_) => self.content().ok(),
            None => opened.beginning(BEGINNING).ok(),
        };
        let beginning = beginning.zip(self.markup);
        Ok(beginning.map_or_else(About::default, |(content, markup)| about(content, markup)))
    }

    /// Returns the complete lines at the beginning of the file, up to the maximum size of
    /// frontmatter. The result is empty if the lines cannot be read or are not UTF-8.
    pub fn head(&self) -> Result<String, DocumentError> {
        let beginning = self.opened()?.beginning(MAX_FRONTMATTER_BYTES + 1);
        let mut lines = beginning.unwrap_or_default();
        lines.truncate(memchr::memrchr(b'\n', &lines).map_or(0, |end| end + 1));
        Ok(String::from_utf8(lines).unwrap_or_default())
    }
}

/// Returns the title and description of a document that begins with `content`. Searches only the
/// complete lines in the first 8 KiB.
pub fn about(content: Vec<u8>, markup: Markup) -> About {
    let whole = content.len() < BEGINNING;
    first_lines(content).map_or_else(About::default, |lines| About::of(&lines, whole, markup))
}

/// Returns the complete lines in the first 8 KiB of `content`, or `None` if they contain a NUL or
/// are not UTF-8.
pub fn first_lines(mut content: Vec<u8>) -> Option<String> {
    if content.len() >= BEGINNING {
        content.truncate(BEGINNING);
        content.truncate(memchr::memrchr(b'\n', &content).map_or(0, |end| end + 1));
    }
    check_nul(&content).ok()?;
    String::from_utf8(content).ok()
}
