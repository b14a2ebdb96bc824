//! What a document says at its beginning: to which files it applies.

use crate::documents::discover::FileInfo;
use crate::documents::document::OpenDocument;
use crate::documents::error::FileError;
use crate::documents::rules::{RulePlace, Said};
use crate::documents::sandbox::Sandbox;
use crate::operation::Request;
use crate::text::mustache::Rendered;

/// What was read of a document.
#[derive(Default)]
pub struct RuleHeader {
    /// To what it says that it applies.
    pub said: Said,
    /// Its text, if that is small or rendered.
    pub text: Option<Rendered>,
    /// The document, if it is open and its text was not read.
    pub opened: Option<OpenDocument>,
}

impl RuleHeader {
    /// Reads what a document says, and its whole text if that is small or rendered.
    pub fn read(
        request: &Request<'_>,
        sandbox: &Sandbox,
        file: &FileInfo,
        place: &RulePlace<'_>,
    ) -> Result<Self, FileError> {
        if let Some(error) = &file.error {
            return Err(FileError::clone(error));
        }
        if !request.is_markdown(file) {
            return Ok(Self {
                said: place.read(""),
                ..Self::default()
            });
        }
        let opened = request.open(sandbox, file)?;
        let is_rendered = file.is_template() && !request.is_unrendered(file);
        if is_rendered || opened.bytes() <= OpenDocument::BEGINNING as u64 {
            let text = request.text(sandbox, file, &opened)?;
            return Ok(Self {
                said: place.read(&text.text),
                text: Some(text),
                opened: None,
            });
        }
        Ok(Self {
            said: place.read(&opened.head()),
            text: None,
            opened: Some(opened),
        })
    }
}
