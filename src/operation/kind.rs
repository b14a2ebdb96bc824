//! The kinds of names, and of the items that calls request.

use serde::Deserialize;

use crate::text::messages::messages;

/// The kind of a name in a lookup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NameKind {
    /// A category.
    Category,
    /// A collection.
    Collection,
}

messages! {
    /// Kinds, at the beginning of a sentence and within one.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Kind {
        Category = "kind_category";
        Collection = "kind_collection";
        Skill = "kind_skill";
        Either = "kind_either";
        Document = "kind_document";
        Section = "kind_section";
        InCategory = "in_category";
        InCollection = "in_collection";
        InEither = "in_either";
    }
}

impl Kind {
    /// Returns the kind of a name that is looked up as `kinds`.
    pub fn of(kinds: &[NameKind]) -> Self {
        match kinds {
            [NameKind::Category] => Self::Category,
            [NameKind::Collection] => Self::Collection,
            _ => Self::Either,
        }
    }

    /// Returns the variant for use in the middle of a sentence.
    pub const fn within(self) -> Self {
        match self {
            Self::Category | Self::Skill => Self::InCategory,
            Self::Collection => Self::InCollection,
            Self::Either => Self::InEither,
            other => other,
        }
    }
}
