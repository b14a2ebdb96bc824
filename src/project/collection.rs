//! A collection and its members.

use std::sync::Arc;

use crate::project::category::GuidePattern;
use crate::project::include_origin::IncludeOrigin;

/// The indices of a collection and of one of its members.
pub(super) type MemberIndex = (usize, usize);

/// A named list of categories, parts of categories, and other collections.
#[derive(Debug, Clone, Default)]
pub struct Collection {
    /// The members, in the order in which an answer contains them.
    pub members: Vec<Member>,
    /// The purpose of the collection.
    pub description: Option<String>,
    /// A sentence that says when the collection is needed.
    pub use_when: Option<String>,
    /// The members that are not collections, each once, in the order of an answer. The members of a
    /// nested collection are at the place where this collection first appears.
    pub(super) flattened: Vec<MemberIndex>,
    /// The first collection through which this one is a member of itself.
    pub circle: Option<String>,
    /// The include through which the collection is part of the project, if any.
    pub origin: Option<Arc<IncludeOrigin>>,
}

/// One member of a collection.
#[derive(Debug, Clone)]
pub struct Member {
    /// The text as the file spells it, with the prefix of an included guide.
    pub text: String,
    /// Patterns of the project's files to which the documents apply, unless a document itself says
    /// to which files it applies.
    pub applies_to: Option<Vec<String>>,
    /// The meaning of the text, which is the same in every collection.
    pub meaning: Meaning,
}

/// The meaning of a member's text.
#[derive(Debug, Clone)]
pub enum Meaning {
    /// A category, by its index among the project's categories.
    Category(usize),
    /// The documents of a category that a pattern matches. The number is the category's index.
    Part(usize, GuidePattern),
    /// Another collection, by its index among the project's collections.
    Collection(usize),
    /// Neither a category nor a collection.
    Unknown,
}
