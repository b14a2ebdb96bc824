//! A collection and its members.

use std::sync::Arc;

use crate::project::category::GuidePattern;
use crate::project::include_origin::IncludeOrigin;

/// The index of a collection, and of one of its members.
pub(super) type MemberIndex = (usize, usize);

/// A named list of categories, of parts of them and of other collections.
#[derive(Debug, Clone, Default)]
pub struct Collection {
    /// Its members, in the order of an answer.
    pub members: Vec<Member>,
    /// What it is for.
    pub description: Option<String>,
    /// When it is needed.
    pub use_when: Option<String>,
    /// Its members that are no collections, each once, in the order of an answer: those
    /// of a nested collection come where it is nested first.
    pub(super) flattened: Vec<MemberIndex>,
    /// The first collection by which this one is a member of itself.
    pub circle: Option<String>,
    /// The include that it comes from.
    pub origin: Option<Arc<IncludeOrigin>>,
}

/// One member of a collection.
#[derive(Debug, Clone)]
pub struct Member {
    /// As the file spells it, with the prefix of an included guide.
    pub text: String,
    /// Patterns of the project's files to which its documents apply, if they do not say.
    pub applies_to: Option<Vec<String>>,
    /// What the text refers to. It is the same in every collection.
    pub meaning: Meaning,
}

/// What a member refers to.
#[derive(Debug, Clone)]
pub enum Meaning {
    /// A category, by its index among the project's.
    Category(usize),
    /// The documents of a category that a pattern matches.
    Part(usize, GuidePattern),
    /// Another collection, by its index among the project's.
    Collection(usize),
    /// None of these.
    Unknown,
}
