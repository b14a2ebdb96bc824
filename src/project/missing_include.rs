//! An include whose guide is not there.

use super::Unused;
use crate::project::absence::Absence;
use crate::text::message::QuotedName;

/// An include that is left out, since its guide is not there.
#[derive(Debug, Clone, PartialEq)]
pub struct MissingInclude {
    /// The index of the include of the project's own guide that leads to it.
    pub index: usize,
    /// What precedes the guide's names.
    pub(super) prefix: String,
    /// The paths of the includes that lead to it, as they are spelled.
    pub guide: QuotedName,
    pub absence: Absence,
}

impl MissingInclude {
    /// Returns whether its guide's names have a prefix, and a name has it.
    pub fn has_prefix_of(&self, name: &str) -> bool {
        !self.prefix.is_empty() && name.starts_with(&self.prefix)
    }

    /// Returns what is said of it to whoever is in a folder from which the project's is at this path.
    pub fn said(&self, folder: &str) -> Unused {
        let guide = self.guide.clone();
        match self.absence.clone().within(folder) {
            Absence::NotCloned(command) => Unused::NotCloned { guide, command },
            Absence::Bare(command) => Unused::Bare { guide, command },
            Absence::Near(meant) => Unused::Near { guide, meant },
            Absence::Nothing(command) => Unused::Missing { guide, command },
        }
    }
}
