//! An include whose guide is not there.

use super::Unused;
use crate::project::clone_command::CloneCommand;
use crate::text::message::QuotedName;

/// An include that is left out, since its guide is not there.
#[derive(Debug, Clone, PartialEq)]
pub struct MissingInclude {
    /// What precedes the guide's names.
    pub(super) prefix: String,
    /// The paths of the includes that lead to it, as they are spelled.
    pub guide: QuotedName,
    /// What brings it, for whoever is in the project's folder.
    pub command: CloneCommand,
    /// Whether it is in a submodule that is not cloned.
    pub is_submodule: bool,
}

impl MissingInclude {
    /// Returns whether its guide's names have a prefix, and a name has it.
    pub fn has_prefix_of(&self, name: &str) -> bool {
        !self.prefix.is_empty() && name.starts_with(&self.prefix)
    }

    /// Returns what is said of it to whoever is in a folder from which the project's is at this path.
    pub fn said(&self, folder: &str) -> Unused {
        let (guide, command) = (self.guide.clone(), self.command.clone().within(folder));
        match self.is_submodule {
            true => Unused::NotCloned { guide, command },
            false => Unused::Missing { guide, command },
        }
    }
}
