//! The folder in which a client was started, in relation to a project. The client loads the rules
//! in this folder and in the folders above it by itself. When the client reads a file in a folder
//! below, it may load the rules there.

use std::cell::OnceCell;

use camino::Utf8Path;

use rule_files::Start;
use rule_files::client::Above;

use crate::documents::sandbox::{Reach, Tree, ambient};
use crate::text::paths::join;

/// The entry that marks the top of a repository.
const REPOSITORY: &str = ".git";

/// The folder in which a client was started. It is the project's folder, or a folder above or
/// inside it.
#[derive(Debug)]
pub(super) struct StartFolder {
    /// The folder itself.
    pub tree: Tree,
    /// Its place in the project.
    pub start: Start,
    /// The folders above this one, up to the repository's top, nearest first.
    above: OnceCell<Vec<Tree>>,
}

impl StartFolder {
    /// Finds the start folder `folder`. Returns `None` if it is neither inside nor above the
    /// project's folder, or if it cannot be opened.
    pub fn find(folder: &Utf8Path, project: &Tree, above: Above) -> Option<Self> {
        let folder = ambient::canonical(folder).ok()?;
        let tree = Tree::ambient(&folder).ok()?;
        let mut top = None;
        for ancestor in folder.ancestors() {
            let at = Tree::ambient(ancestor).ok()?;
            let path = || {
                Some(
                    folder
                        .strip_prefix(ancestor)
                        .ok()?
                        .as_str()
                        .replace('\\', "/"),
                )
            };
            if at.identity == project.identity {
                let path = path()?;
                let top = match (above, top) {
                    (Above::All, _) => String::new(),
                    (Above::Repository, Some(below)) => within(&path, below),
                    (Above::Repository, None) if path.is_empty() || is_in_repository(at) => {
                        String::new()
                    }
                    (Above::Repository, None) => path.clone(),
                };
                let path = Some(path);
                return Some(Self {
                    tree,
                    start: Start { path, top },
                    above: OnceCell::new(),
                });
            }
            if top.is_none() && at.has(REPOSITORY) {
                top = Some(path()?.split('/').filter(|name| !name.is_empty()).count());
            }
        }
        is_above(&tree, project).then_some(Self {
            tree,
            start: Start::default(),
            above: OnceCell::new(),
        })
    }

    /// Returns this folder and the folders above it, up to the repository's top. Without a
    /// repository, returns only this folder. Each folder is paired with its path relative to the
    /// project's folder, or with `None` if it is above the project's folder.
    pub fn chain(&self) -> impl DoubleEndedIterator<Item = (&Tree, Option<String>)> {
        let above = self.above.get_or_init(|| above(&self.tree));
        let trees = std::iter::once(&self.tree).chain(above);
        let mut path = self.start.path.clone();
        let chain = trees.map(|tree| {
            let next = path.as_ref().filter(|path| !path.is_empty());
            let next = next.map(|path| within(path, 1));
            (tree, std::mem::replace(&mut path, next))
        });
        chain.collect::<Vec<_>>().into_iter()
    }

    /// Returns whether a file exists at the path `file` in this folder or in a folder above it.
    /// Ignores files in the user's settings folder `settings`.
    pub fn is_below(&self, file: &str, settings: Option<&Tree>) -> bool {
        let is_settings = |tree: &Tree| {
            let folder = file.rsplit_once('/').map(|(folder, _)| folder);
            let folder = folder.and_then(|folder| tree.below(folder.into(), Reach::Anywhere).ok());
            folder.is_some_and(|folder| Some(&folder) == settings)
        };
        let has =
            |tree: &Tree| matches!(tree.file_type(file.into()), Ok(Some(_))) && !is_settings(tree);
        has(&self.tree) || any_above(&self.tree, has)
    }
}

/// Returns the folders above `folder`, up to the repository's top, nearest first. Without a
/// repository, returns an empty list.
fn above(folder: &Tree) -> Vec<Tree> {
    let mut found: Vec<Tree> = Vec::new();
    while !found.last().unwrap_or(folder).has(REPOSITORY) {
        match found.last().unwrap_or(folder).above() {
            Ok(Some(above)) => found.push(above),
            Ok(None) | Err(_) => return Vec::new(),
        }
    }
    found
}

/// Returns `path` without its last `last` components.
fn within(path: &str, last: usize) -> String {
    let names: Vec<&str> = path.split('/').collect();
    let first = &names[..names.len().saturating_sub(last)];
    first.iter().fold(String::new(), join)
}

/// Returns whether `folder` or a folder above it is the top of a repository.
fn is_in_repository(folder: Tree) -> bool {
    folder.has(REPOSITORY) || any_above(&folder, |tree| tree.has(REPOSITORY))
}

/// Returns whether `folder` is above `other`.
fn is_above(folder: &Tree, other: &Tree) -> bool {
    any_above(other, |tree| tree.identity == folder.identity)
}

/// Returns whether `holds` returns true for any folder above `folder`.
fn any_above(folder: &Tree, holds: impl Fn(&Tree) -> bool) -> bool {
    let mut above = folder.above().ok().flatten();
    while let Some(folder) = above {
        if holds(&folder) {
            return true;
        }
        above = folder.above().ok().flatten();
    }
    false
}
