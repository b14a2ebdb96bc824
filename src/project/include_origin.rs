//! How a guide became part of a project.

use std::sync::Arc;

use crate::documents::sandbox::Tree;

/// The include by which a category or a collection is in the project.
#[derive(Debug)]
pub struct IncludeOrigin {
    /// The paths of the includes that lead to the guide, as they are spelled.
    pub path: String,
    /// What precedes the guide's names.
    pub(super) prefix: String,
    /// The guide's folder.
    pub folder: Arc<Tree>,
}
