//! What a document says of itself, for listings.

use crate::documents::discover::FileInfo;
use crate::documents::document::{OpenDocument, about};
use crate::documents::error::FileError;
use crate::documents::rendered::Templates;
use crate::documents::sandbox::Sandbox;
use crate::operation::Request;
use crate::text::frontmatter::About;
use crate::text::mustache::Rendered;

impl Request<'_> {
    /// What an open document says of itself; one that is rendered once it is. Nothing,
    /// where it is no Markdown or comes to no text.
    pub(super) fn about<'t>(
        &'t self,
        files: &'t Sandbox,
        info: &FileInfo,
        opened: &OpenDocument,
    ) -> About {
        if !(self.is_markdown)(info) {
            return About::default();
        }
        let Some(templates) = self.templates_of(files, info) else {
            return opened.about();
        };
        let rendered = templates.render(info);
        rendered.map_or_else(|_| About::default(), |rendered| about(rendered.text.into()))
    }

    /// The text of an open document, rendered where it is.
    ///
    /// # Errors
    ///
    /// The [`FileError`] says why there is none.
    pub fn text<'t>(
        &'t self,
        files: &'t Sandbox,
        info: &FileInfo,
        opened: &OpenDocument,
    ) -> Result<Rendered, FileError> {
        let limit = self.bound.project.limits.file_bytes;
        match self.templates_of(files, info) {
            Some(templates) => templates.render(info),
            None => opened.read(limit).map(Rendered::plain),
        }
    }

    pub(super) fn templates_of<'t>(
        &'t self,
        files: &'t Sandbox,
        info: &FileInfo,
    ) -> Option<Templates<'t>> {
        let templates = || {
            self.bound
                .templates(&info.origin.category, files, self.suffixes)
        };
        info.is_template().then(templates).flatten()
    }
}
