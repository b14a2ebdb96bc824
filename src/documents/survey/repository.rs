//! The repository that contains a folder, and the location of the repository's own ignore rules.

use camino::{Utf8Path, Utf8PathBuf};

use crate::documents::file_error::FileError;
use crate::documents::sandbox::{FileType, Opened, Reach, Tree, ambient};
use crate::text::paths::join;

/// The name of the directory that marks a repository. In a worktree or a submodule, a file with
/// this name contains the path to the directory.
const GIT: &str = ".git";
/// The maximum size in bytes of a file that contains the path to a Git directory.
const POINTER_BYTES: u64 = 4096;

/// A repository with a working tree.
#[derive(Debug)]
pub(super) struct Repository {
    /// The folder of the working tree.
    pub folder: Utf8PathBuf,
    /// The Git directory of this working tree.
    git: Utf8PathBuf,
}

impl Repository {
    /// Returns the nearest repository at `folder` or above it, if any.
    pub fn above(folder: &Utf8Path) -> Option<Self> {
        let is_repository = |path: &&Utf8Path| Tree::ambient(path).is_ok_and(|here| here.has(GIT));
        let folder = folder.ancestors().find(is_repository)?;
        let git = folder.join(GIT);
        Some(Self {
            git: named(&git, "gitdir:").unwrap_or(git),
            folder: folder.to_owned(),
        })
    }

    /// Returns the Git directory that all working trees of the repository share.
    pub fn common(&self) -> Utf8PathBuf {
        named(&self.git.join("commondir"), "").unwrap_or_else(|| self.git.clone())
    }
}

/// Returns the folder of the repository that contains `folder`, if any.
pub fn repository_folder(folder: &Utf8Path) -> Option<Utf8PathBuf> {
    Some(Repository::above(folder)?.folder)
}

/// A working tree of a repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Worktree {
    /// The folder of the working tree.
    pub folder: Utf8PathBuf,
    /// The folder of the repository's main working tree.
    pub main: Utf8PathBuf,
}

/// Returns the working tree that contains `folder`, a path without links. Returns `None` if it is
/// not valid: a linked working tree and its repository must refer to each other, because anybody
/// can write a file that refers to a repository.
pub fn worktree(folder: &Utf8Path) -> Option<Worktree> {
    let Repository { folder, git } = Repository::above(folder)?;
    let tree = Tree::ambient(&folder).ok()?;
    let main = match tree.file_type(Utf8Path::new(GIT)) {
        Ok(Some(FileType::Directory)) => folder.clone(),
        Ok(Some(FileType::RegularFile)) => {
            let git = ambient::canonical(&git).ok()?;
            let back = named(&git.join("gitdir"), "")?;
            let of_back = ambient::canonical(back.parent()?).ok()?;
            let common = git.parent()?.parent()?;
            let is_linked = of_back == folder
                && back.file_name() == Some(GIT)
                && git.parent()?.file_name() == Some("worktrees")
                && common.file_name() == Some(GIT);
            common.parent().filter(|_| is_linked)?.to_owned()
        }
        _ => return None,
    };
    let is_main = Tree::ambient(&main).is_ok_and(|main| is_repository(&main, ""));
    is_main.then_some(Worktree { folder, main })
}

/// Returns whether `folder`, a path in `tree`, is the folder of a repository. It then contains a
/// directory `.git` with a HEAD, or a file or link with this name, which is not followed.
pub fn is_repository(tree: &Tree, folder: &str) -> bool {
    let git = join(folder, GIT);
    let git = Utf8Path::new(&git);
    match tree.file_type(git) {
        Ok(Some(FileType::Directory)) => {
            let head = git.join("HEAD");
            matches!(tree.file_type(&head), Ok(Some(_)))
        }
        Ok(Some(FileType::RegularFile | FileType::Symlink)) => true,
        _ => false,
    }
}

/// Opens the file at `path` on this machine.
pub(super) fn open(path: &Utf8Path) -> Result<Opened, FileError> {
    let name = path.file_name().ok_or(FileError::NotRegular)?;
    let folder = path.parent().unwrap_or(Utf8Path::new("."));
    Tree::ambient(folder)?.open(name.as_ref(), Reach::Beneath)
}

/// Returns the path that `file` contains after `word`, resolved relative to the file's directory.
/// Returns `None` if the file cannot be read or does not begin with `word`.
fn named(file: &Utf8Path, word: &str) -> Option<Utf8PathBuf> {
    let content = open(file).ok()?.read(POINTER_BYTES).ok()?;
    let text = String::from_utf8(content).ok()?;
    let path = text.strip_prefix(word)?.trim();
    Some(file.parent()?.join(path))
}
