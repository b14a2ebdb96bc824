//! An include whose guide does not exist.

use super::Unused;
use crate::project::absence::Absence;
use crate::text::messages::QuotedName;

/// An include that is left out because its guide does not exist.
#[derive(Debug, Clone, PartialEq)]
pub struct MissingInclude {
    /// The index of the project's own include that leads to the guide.
    pub index: usize,
    /// The prefix of the names of the guide's categories and collections.
    pub(super) prefix: String,
    /// The paths of the includes that lead to the guide, as the files spell them.
    pub guide: QuotedName,
    pub absence: Absence,
}

impl MissingInclude {
    /// Returns whether the guide's names have a prefix, and `name` begins with it.
    pub fn has_prefix_of(&self, name: &str) -> bool {
        !self.prefix.is_empty() && name.starts_with(&self.prefix)
    }

    /// Returns the message about the include for a user in a different folder. `folder` is the path
    /// from there to the project's folder.
    pub fn said(&self, folder: &str) -> Unused {
        let guide = self.guide.clone();
        match self.absence.clone().within(folder) {
            Absence::NotCloned(command) => Unused::NotCloned { guide, command },
            Absence::NoGuide(command) => Unused::Bare { guide, command },
            Absence::NearGuide(meant) => Unused::Near { guide, meant },
            Absence::Nothing(command) => Unused::Missing { guide, command },
        }
    }
}
