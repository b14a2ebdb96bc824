//! The reasons why a path in a `guide.yaml` cannot be opened.

use crate::documents::file_error::FileError;
use crate::text::messages::messages;

messages! {
    /// Reasons why a directory or an included guide cannot be opened, as its path is spelled.
    #[derive(Debug, Clone, PartialEq, Eq, Hash)]
    pub enum DirError or File(FileError) {
        /// A directory with an absolute path, or outside the project's folder, in a project that
        /// was not given by its path.
        OutsideProject = "fault_outside_project";
        /// A missing path that begins with `~`.
        Home = "fault_home";
        /// A missing path that begins with `$`.
        Variable = "fault_variable";
        /// A missing path that contains a backslash, or a control character from an escape
        /// sequence.
        Backslash = "fault_backslash";
    }
}

impl DirError {
    /// Returns whether the error means that the directory does not exist.
    pub fn is_missing(&self) -> bool {
        match self {
            Self::File(error) => matches!(
                error,
                FileError::Missing | FileError::NotDirectory | FileError::Dangling
            ),
            Self::OutsideProject => false,
            Self::Home | Self::Variable | Self::Backslash => true,
        }
    }
}

impl From<FileError> for DirError {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}
