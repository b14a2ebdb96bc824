//! The reasons why a document cannot be delivered.

use crate::documents::dir_error::DirError;
use crate::documents::file_error::FileError;
use crate::text::messages::{WithReason, messages};
use crate::text::mustache::TemplateError;

/// A document or directory that matched but cannot be read: its path and the reason. The path is
/// relative to the category, or prefixed with the category's name.
pub type Unreadable = WithReason<String, DocumentError>;

messages! {
    /// Reasons why a document cannot be delivered.
    #[derive(Debug, Clone, PartialEq, Eq, Hash)]
    pub enum DocumentError or File(FileError), Dir(DirError) {
        /// A link to a folder in the category. Wildcards do not follow it.
        LinkedFolder { to: String } = "fault_linked_folder";
        /// A link that leads out of the category, where wildcards would enter a folder of this
        /// name.
        LinkedOutside = "fault_linked_outside";
        /// A Jupyter notebook. It is JSON that contains images.
        Notebook = "fault_notebook";
        /// A template that cannot be rendered.
        Template {
            /// The reason.
            reason: Box<DocumentError>,
            /// The line, counted from 1.
            line: usize,
            /// The column in characters, counted from 1.
            column: usize,
        } = "fault_template";
        /// A template's partial that cannot be read or rendered.
        Partial {
            /// The partial's path, relative to the category.
            partial: String,
            /// The reason.
            reason: Box<DocumentError>,
        } = "fault_partial";
        /// An error in a template.
        Mustache(reason: TemplateError) = "fault_mustache";
        /// Markdown that is nested too deeply for its sections to be found.
        Nested = "fault_nested";
    }
}

impl DocumentError {
    /// Returns whether the error is a link to a folder, or a link out of the category that may lead
    /// to one.
    pub fn is_linked_folder(&self) -> bool {
        matches!(self, Self::LinkedFolder { .. } | Self::LinkedOutside)
    }
}

impl From<FileError> for DocumentError {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}

impl From<DirError> for DocumentError {
    fn from(error: DirError) -> Self {
        match error {
            DirError::File(error) => Self::File(error),
            error => Self::Dir(error),
        }
    }
}
