//! Retrieve: what is delivered of a document, stored or rendered.

use indexmap::IndexSet;

use crate::documents::discover::FileInfo;
use crate::documents::document::OpenDocument;
use crate::documents::error::FileError;
use crate::documents::sandbox::Sandbox;
use crate::operation::Request;
use crate::text::frontmatter;
use crate::text::mustache::Rendered;

/// A document that can be delivered.
#[derive(Debug)]
pub enum Body {
    /// An open file.
    Stored {
        /// The file.
        opened: OpenDocument,
        /// Whether its frontmatter is left out.
        strips: bool,
        /// The most bytes that are read of it.
        limit: u64,
    },
    /// What a template came to.
    Rendered(Rendered),
}

impl Request<'_> {
    /// Opens a document that matched, or renders it.
    ///
    /// # Errors
    ///
    /// The [`FileError`] says why it cannot be delivered.
    pub fn open<'t>(&'t self, files: &'t Sandbox, file: &FileInfo) -> Result<Body, FileError> {
        let limit = self.bound.project.limits.file_bytes;
        let strips = self.bound.strips(&file.origin.category) && (self.is_markdown)(file);
        match self.templates_of(files, file) {
            Some(templates) => templates.render(file).map(|mut rendered| {
                if strips {
                    strip(&mut rendered.text);
                }
                Body::Rendered(rendered)
            }),
            None => OpenDocument::open(files, file, limit).map(|opened| Body::Stored {
                opened,
                strips,
                limit,
            }),
        }
    }
}

impl Body {
    /// Returns its size in bytes, before anything is left out.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Stored { opened, .. } => opened.bytes(),
            Self::Rendered(rendered) => rendered.text.len() as u64,
        }
    }

    /// Returns how many bytes are delivered of it at least.
    pub fn least(&self) -> u64 {
        match self {
            Self::Stored { strips: true, .. } => {
                self.bytes().saturating_sub(frontmatter::MAX_BLOCK as u64)
            }
            _ => self.bytes(),
        }
    }

    /// Reads its text. Returns the template's variables without a value beside it.
    ///
    /// # Errors
    ///
    /// What [`OpenDocument::read`] says.
    pub fn read(self) -> Result<(String, IndexSet<String>), FileError> {
        match self {
            Self::Stored {
                opened,
                strips,
                limit,
            } => {
                let mut text = opened.read(limit)?;
                if strips {
                    strip(&mut text);
                }
                Ok((text, IndexSet::new()))
            }
            Self::Rendered(Rendered { text, missing }) => Ok((text, missing)),
        }
    }
}

/// Removes the frontmatter from the start of a text.
fn strip(text: &mut String) {
    let body = frontmatter::split(text).map(|(_, body)| body.len());
    let block = body.map_or(0, |body| text.len() - body);
    text.drain(..block);
}
