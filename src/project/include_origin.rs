//! The include through which a guide is part of a project.

use std::sync::Arc;

use crate::documents::sandbox::Tree;

/// The include through which a category or a collection is part of the project.
#[derive(Debug)]
pub struct IncludeOrigin {
    /// The paths of the includes that lead to the guide, as the files spell them.
    pub path: String,
    /// The prefix of the names of the guide's categories and collections.
    pub(super) prefix: String,
    /// The guide's folder.
    pub folder: Arc<Tree>,
}
