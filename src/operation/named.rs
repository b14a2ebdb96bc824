//! The names of a project: of categories and of collections.

use crate::operation::call::NameRef;
use crate::operation::error::{Kind, Scope};
use crate::project::category::{Category, pattern_text};
use crate::project::collection::Collection;
use crate::project::guide::Project;
use crate::spec::NameKind;
use crate::text::names::Truncated;

/// What has a name of its own in a project.
#[derive(Debug, Clone, Copy)]
pub enum Named<'p> {
    Category(&'p str, &'p Category),
    Collection(&'p str, &'p Collection),
}

impl<'p> Named<'p> {
    /// Returns everything of a kind, in the project's order.
    pub fn all(project: &'p Project, kind: NameKind) -> Box<dyn Iterator<Item = Self> + 'p> {
        match kind {
            NameKind::Category => {
                let categories = project.categories.iter();
                Box::new(categories.map(|(name, of)| Self::Category(name, of)))
            }
            NameKind::Collection => {
                let collections = project.collections.iter();
                Box::new(collections.map(|(name, of)| Self::Collection(name, of)))
            }
        }
    }

    /// Returns what has a name, if there is something of this kind.
    pub fn find(project: &'p Project, kind: NameKind, name: &str) -> Option<Self> {
        match kind {
            NameKind::Category => {
                let found = project.categories.get_key_value(name);
                found.map(|(name, of)| Self::Category(name, of))
            }
            NameKind::Collection => {
                let found = project.collections.get_key_value(name);
                found.map(|(name, of)| Self::Collection(name, of))
            }
        }
    }

    /// Returns its name.
    pub fn name(self) -> &'p str {
        match self {
            Self::Category(name, _) | Self::Collection(name, _) => name,
        }
    }

    /// Returns which kind of name that is.
    pub fn kind(self) -> NameKind {
        match self {
            Self::Category(..) => NameKind::Category,
            Self::Collection(..) => NameKind::Collection,
        }
    }

    /// Returns its name as one of only this kind.
    pub fn name_ref(self) -> NameRef<'p> {
        NameRef {
            name: self.name().into(),
            kinds: match self {
                Self::Category(..) => &[NameKind::Category],
                Self::Collection(..) => &[NameKind::Collection],
            },
        }
    }

    /// Returns what people are told that it is.
    pub fn shown(self) -> Kind {
        match self {
            Self::Category(_, of) if of.skill().is_some() => Kind::Skill,
            of => Scope::of(&[of.kind()]).kind(),
        }
    }

    /// Returns what it is for.
    pub fn description(self) -> Option<&'p str> {
        match self {
            Self::Category(_, of) => of.description.as_deref(),
            Self::Collection(_, of) => of.description.as_deref(),
        }
    }

    /// Returns when it is needed.
    pub fn use_when(self) -> Option<&'p str> {
        match self {
            Self::Category(_, of) => of.use_when.as_deref(),
            Self::Collection(_, of) => of.use_when.as_deref(),
        }
    }

    /// Returns the include that it comes from.
    pub fn origin(self) -> Option<&'p str> {
        let origin = match self {
            Self::Category(_, of) => &of.origin,
            Self::Collection(_, of) => &of.origin,
        };
        origin.as_ref().map(|origin| &*origin.path)
    }

    /// Returns its default patterns or its members.
    pub fn contents(self) -> Truncated<&'p str> {
        match self {
            Self::Category(_, of) => of.patterns.iter().map(pattern_text).collect(),
            Self::Collection(_, of) => of.members.iter().map(|member| &*member.text).collect(),
        }
    }
}
