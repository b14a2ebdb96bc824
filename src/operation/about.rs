//! What a document says of itself, for listings.

use crate::documents::discover::FileInfo;
use crate::documents::document::{OpenDocument, about};
use crate::documents::fault::{Cancelled, Fault};
use crate::documents::rendered::Templates;
use crate::documents::sandbox::Files;
use crate::operation::Request;
use crate::text::frontmatter::About;
use crate::text::mustache::Rendered;

impl Request<'_> {
    /// What an open document says of itself; one that is rendered once it is. Nothing,
    /// where it is no Markdown or comes to no text.
    ///
    /// # Errors
    ///
    /// [`Cancelled`].
    pub(super) fn about<'t>(
        &'t self,
        files: Files<'t>,
        info: &FileInfo,
        opened: &OpenDocument,
    ) -> Result<About, Cancelled> {
        if !(self.is_markdown)(info) {
            return Ok(About::default());
        }
        let Some(templates) = self.templates_of(files, info)? else {
            return Ok(opened.about());
        };
        let rendered = templates.render(info);
        Ok(rendered.map_or_else(|_| About::default(), |rendered| about(rendered.text.into())))
    }

    /// The text of an open document, rendered where it is.
    ///
    /// # Errors
    ///
    /// [`Cancelled`], or why there is none.
    pub fn text<'t>(
        &'t self,
        files: Files<'t>,
        info: &FileInfo,
        opened: &OpenDocument,
    ) -> Result<Result<Rendered, Fault>, Cancelled> {
        let limit = self.bound.project.limits.file_bytes;
        Ok(match self.templates_of(files, info)? {
            Some(templates) => templates.render(info),
            None => opened.read(limit).map(Rendered::plain),
        })
    }

    pub(super) fn templates_of<'t>(
        &'t self,
        files: Files<'t>,
        info: &FileInfo,
    ) -> Result<Option<Templates<'t>>, Cancelled> {
        match info.is_template() {
            true => {
                (self.bound).templates(&info.origin.category, files, self.suffixes, self.cancelled)
            }
            false => Ok(None),
        }
    }
}
