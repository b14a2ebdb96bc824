//! The repository that a folder lies in: where its own rules are, and what it tracks.

use std::cell::OnceCell;

use camino::{Utf8Path, Utf8PathBuf};

use crate::documents::error::FileError;
use crate::documents::sandbox::{Opened, Reach, Tree};
use crate::limits::MAX_GIT_INDEX_BYTES;

/// The directory that marks a repository; in a worktree or a submodule a file that names it.
const GIT: &str = ".git";
/// The most bytes of a file that names a directory.
const POINTER_BYTES: u64 = 4096;

/// A repository with a working tree.
#[derive(Debug)]
pub(super) struct Repository {
    /// The folder of the working tree.
    pub folder: Utf8PathBuf,
    /// The directory of this working tree's index.
    git: Utf8PathBuf,
    tracked: OnceCell<Vec<String>>,
}

impl Repository {
    /// Finds the repository of the nearest folder, from this one upward.
    pub fn above(folder: &Utf8Path) -> Option<Self> {
        let is_repository = |path: &&Utf8Path| Tree::ambient(path).is_ok_and(|here| here.has(GIT));
        let folder = folder.ancestors().find(is_repository)?;
        let git = folder.join(GIT);
        Some(Self {
            git: named(&git, "gitdir:").unwrap_or(git),
            folder: folder.to_owned(),
            tracked: OnceCell::new(),
        })
    }

    /// Returns the directory that all its working trees share.
    pub fn common(&self) -> Utf8PathBuf {
        named(&self.git.join("commondir"), "").unwrap_or_else(|| self.git.clone())
    }

    /// Returns whether a path, relative to its folder, is tracked, or a directory that holds a tracked
    /// file.
    pub fn tracks(&self, path: &Utf8Path, is_directory: bool) -> bool {
        let tracked = self.tracked.get_or_init(|| {
            let content = open(&self.git.join("index"));
            let content = content.and_then(|file| file.read(MAX_GIT_INDEX_BYTES));
            let paths = |hash| tracked(content.as_ref().ok()?, hash);
            // SHA-1, else SHA-256.
            paths(20).or_else(|| paths(32)).unwrap_or_default()
        });
        let path = match is_directory {
            true => format!("{path}/"),
            false => path.to_string(),
        };
        let at = tracked.partition_point(|other| *other < path);
        let found = tracked.get(at);
        found.is_some_and(|other| *other == path || is_directory && other.starts_with(&path))
    }
}

/// Opens a file by its path on this machine.
pub(super) fn open(path: &Utf8Path) -> Result<Opened, FileError> {
    let name = path.file_name().ok_or(FileError::NotRegular)?;
    let folder = path.parent().unwrap_or(Utf8Path::new("."));
    Tree::ambient(folder)?.open(name.as_ref(), Reach::Beneath)
}

/// Returns the path that a file names after a word, relative to the file's own directory.
fn named(file: &Utf8Path, word: &str) -> Option<Utf8PathBuf> {
    let content = open(file).ok()?.read(POINTER_BYTES).ok()?;
    let text = String::from_utf8(content).ok()?;
    let path = text.strip_prefix(word)?.trim();
    Some(file.parent()?.join(path))
}

/// Returns the paths of an index whose object names have so many bytes, in their order; `None`
/// if it is none of a known version (<https://git-scm.com/docs/index-format>).
fn tracked(index: &[u8], hash: usize) -> Option<Vec<String>> {
    let number = |at: usize| Some(u32::from_be_bytes(index.get(at..at + 4)?.try_into().ok()?));
    let version = number(4).filter(|_| index.starts_with(b"DIRC"))?;
    if !(2..=4).contains(&version) {
        return None;
    }
    let (mut paths, mut last, mut at) = (Vec::new(), Vec::new(), 12);
    for _ in 0..number(8)? {
        let start = at;
        at += 40 + hash;
        let flags = u16::from_be_bytes(index.get(at..at + 2)?.try_into().ok()?);
        at += if flags & 0x4000 == 0 { 2 } else { 4 };
        let kept = match version {
            4 => {
                let (mut cut, mut more) = (0_usize, false);
                loop {
                    let byte = usize::from(*index.get(at)?);
                    at += 1;
                    cut = cut.checked_add(usize::from(more))?.checked_mul(128)? + (byte & 127);
                    more = true;
                    if byte < 128 {
                        break last.len().checked_sub(cut)?;
                    }
                }
            }
            _ => 0,
        };
        last.truncate(kept);
        let length = memchr::memchr(0, index.get(at..)?)?;
        last.extend_from_slice(&index[at..at + length]);
        at += length + 1;
        if version < 4 {
            at = start + (at - start).next_multiple_of(8);
        }
        if usize::from(flags & 0xFFF) != last.len().min(0xFFF) {
            return None;
        }
        paths.extend(String::from_utf8(last.clone()));
    }
    Some(paths)
}
