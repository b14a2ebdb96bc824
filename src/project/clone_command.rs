//! The command that provides a missing guide.

use camino::Utf8Path;

use crate::text::escaped::Escaped;
use crate::text::messages::{ToArg, messages};
use crate::text::paths::join;
use crate::text::texts::Texts;

messages! {
    /// Commands that provide a missing include.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum CloneCommand {
        /// Clones a submodule of the project.
        Submodule(path: ShellPath) = "clone_submodule";
        /// Clones a submodule of the repository in this folder.
        SubmoduleIn { folder: ShellPath, path: ShellPath } = "clone_submodule_in";
        /// Clones a repository into the project's folder.
        Repository(path: ShellPath) = "clone_repository";
        /// Clones a repository into this folder.
        RepositoryIn { folder: ShellPath, path: ShellPath } = "clone_repository_in";
        /// Creates a `guide.yaml` in this folder.
        Guide(path: ShellPath) = "init_guide";
    }
}

/// A path in a command, quoted for a shell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShellPath(pub String);

impl ShellPath {
    /// Returns whether the path leads to the same place from every folder.
    fn is_absolute(&self) -> bool {
        self.0.starts_with("~/") || Utf8Path::new(&self.0).is_absolute()
    }
}

impl ToArg for ShellPath {
    fn render(&self, _: &Texts) -> String {
        // A shell does not expand a `~` within quotes.
        let (home, path) = match self.0.strip_prefix("~/") {
            Some(path) => ("~/", path),
            None => ("", &*self.0),
        };
        let quoted = shlex::try_quote(path).unwrap_or_default();
        format!("{home}{}", Escaped(&quoted))
    }
}

impl CloneCommand {
    /// Returns the command for a user in a different folder. `folder` is the path from there to the
    /// folder of the project or guide.
    pub fn within(self, folder: &str) -> Self {
        let below = |inner: ShellPath| ShellPath(join(folder, inner.0));
        let folder = || ShellPath(folder.to_owned());
        match self {
            command if folder().0.is_empty() => command,
            Self::Repository(path) if path.is_absolute() => Self::Repository(path),
            Self::Guide(path) if path.is_absolute() => Self::Guide(path),
            Self::Guide(path) => Self::Guide(below(path)),
            Self::Submodule(path) => Self::SubmoduleIn {
                folder: folder(),
                path,
            },
            Self::Repository(path) => Self::RepositoryIn {
                folder: folder(),
                path,
            },
            Self::SubmoduleIn { folder, path } => Self::SubmoduleIn {
                folder: below(folder),
                path,
            },
            Self::RepositoryIn { folder, path } => Self::RepositoryIn {
                folder: below(folder),
                path,
            },
        }
    }
}
