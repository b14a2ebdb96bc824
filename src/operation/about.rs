//! What a document says of itself, for listings.

use crate::documents::discover::FileInfo;
use crate::documents::document::{OpenDocument, about};
use crate::documents::fault::Cancelled;
use crate::documents::sandbox::Files;
use crate::format::frontmatter::About;
use crate::operation::Request;

impl Request<'_> {
    /// What an open document says of itself; one that is rendered once it is. Nothing,
    /// where it is no Markdown or comes to no text.
    ///
    /// # Errors
    ///
    /// [`Cancelled`].
    pub(super) fn about(
        &self,
        files: Files<'_>,
        info: &FileInfo,
        opened: &OpenDocument,
    ) -> Result<About, Cancelled> {
        if !(self.is_markdown)(info) {
            return Ok(About::default());
        }
        let category = &info.origin.category;
        if !info.is_template() || !self.bound.renders(category) {
            return Ok(opened.about());
        }
        let templates = (self.bound).templates(category, files, self.suffixes, self.cancelled)?;
        let rendered = templates.and_then(|templates| templates.render(info).ok());
        Ok(rendered.map_or_else(About::default, |rendered| about(rendered.text.into())))
    }
}
