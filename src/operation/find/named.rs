//! The names of a project: categories and collections.

use crate::operation::kind::{Kind, NameKind};
use crate::project::Project;
use crate::project::category::Category;
use crate::project::collection::Collection;

/// A category or a collection of a project.
#[derive(Debug, Clone, Copy)]
pub struct Named<'p> {
    pub kind: NameKind,
    pub name: &'p str,
    /// The description of the purpose of the category or collection.
    pub description: Option<&'p str>,
    /// The situations in which the category or collection is needed.
    pub use_when: Option<&'p str>,
    /// The path to the include that defines the category or collection, if any.
    pub origin: Option<&'p str>,
    /// The kind as shown to people: a category may be a skill.
    pub shown: Kind,
}

impl<'p> Named<'p> {
    /// Returns all categories or all collections, in the project's order.
    pub fn all(project: &'p Project, kind: NameKind) -> Box<dyn Iterator<Item = Self> + 'p> {
        match kind {
            NameKind::Category => Box::new(project.categories.iter().map(Self::category)),
            NameKind::Collection => Box::new(project.collections.iter().map(Self::collection)),
        }
    }

    /// Returns the category or the collection with this name, if it exists.
    pub fn find(project: &'p Project, kind: NameKind, name: &str) -> Option<Self> {
        match kind {
            NameKind::Category => project.categories.get_key_value(name).map(Self::category),
            NameKind::Collection => project
                .collections
                .get_key_value(name)
                .map(Self::collection),
        }
    }

    /// Returns the category with this entry in the guide.
    fn category((name, category): (&'p String, &'p Category)) -> Self {
        Self {
            kind: NameKind::Category,
            name,
            description: category.description.as_deref(),
            use_when: category.use_when.as_deref(),
            origin: category.origin.as_ref().map(|origin| &*origin.path),
            shown: match category.skill() {
                Some(_) => Kind::Skill,
                None => Kind::Category,
            },
        }
    }

    /// Returns the collection with this entry in the guide.
    fn collection((name, collection): (&'p String, &'p Collection)) -> Self {
        Self {
            kind: NameKind::Collection,
            name,
            description: collection.description.as_deref(),
            use_when: collection.use_when.as_deref(),
            origin: collection.origin.as_ref().map(|origin| &*origin.path),
            shown: Kind::Collection,
        }
    }
}
