//! Opens files: no other module does.
//!
//! A [`Sandbox`] is the authority over one directory tree, held as an open
//! directory and opened once per category and call. Every path is relative to
//! it, and no path, link or rename, whenever it happens, leads out of it: each is
//! resolved beneath the open directory. A file is opened without blocking and must
//! be a regular file by its own handle.
//!
//! The [`ambient`] functions are the exception: they use the process's whole
//! authority, and serve only paths that the user of the command line, or the
//! search for the project's file, has named.

#![expect(clippy::disallowed_methods, reason = "this module may")]

pub mod ambient;
mod beneath;
mod edit;
mod file;
mod stat;
pub mod state;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::fs::File;
use std::ops::ControlFlow;

use camino::{Utf8Path, Utf8PathBuf};
use cap_fs_ext::FollowSymlinks;
use cap_std::fs::Dir;

use crate::documents::error::FileError;
use crate::text::escape::Escaped;

pub use ambient::{Folder, Reach};
pub use file::Opened;
pub use stat::{FileType, Identity, MTIME_GRANULARITY, Owner, Version};
#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

/// The name of an entry.
type Name<'n> = Result<&'n str, NonUtf8Name>;
/// Whether file systems of this system may take two spellings for one name.
const MAY_FOLD: bool = cfg!(any(windows, target_vendor = "apple"));
/// How many links of one path are followed.
const LINKS: usize = 40;

/// A directory tree that nothing opened through this value ever leaves.
#[derive(Debug)]
pub struct Sandbox {
    root: Dir,
}

impl Sandbox {
    /// Opens the directory at `path`, anywhere the process may.
    pub fn ambient(path: &Utf8Path) -> Result<Self, FileError> {
        Ok(Self::new(system::list_ambient(path)?))
    }

    fn new(root: File) -> Self {
        Self {
            root: Dir::from_std_file(root),
        }
    }

    /// Opens the directory at `path` as a tree of its own.
    pub fn below(&self, path: &Utf8Path) -> Result<Self, FileError> {
        system::directory(&self.root, path, FollowSymlinks::No).map(Self::new)
    }

    /// Passes the name and the type of each entry of the directory at `path` to `each`, in
    /// the system's order, until it breaks. The empty path is the tree's own directory.
    /// With `follow` the last name of the path may be a link, as those before it may.
    pub fn read_dir(
        &self,
        path: &Utf8Path,
        follow: bool,
        each: impl FnMut(Name<'_>, FileType) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, FileError> {
        let follow = match follow {
            true => FollowSymlinks::Yes,
            false => FollowSymlinks::No,
        };
        let directory = system::directory(&self.root, path, follow)?;
        Ok(system::entries(&directory, each)?)
    }

    /// Returns at most `most` entries of a directory, in the system's order, and whether
    /// that is all of them.
    pub fn list(&self, path: &Utf8Path, most: usize) -> Result<(Vec<DirEntry>, bool), FileError> {
        let mut entries = Vec::new();
        let flow = self.read_dir(path, true, |name, kind| {
            if entries.len() == most {
                return ControlFlow::Break(());
            }
            let name = name.map(str::to_owned);
            entries.push(DirEntry { name, kind });
            ControlFlow::Continue(())
        })?;
        Ok((entries, flow.is_continue()))
    }

    /// Returns the type of what is at `path`, without following its last link; `None` if
    /// nothing is there.
    pub fn file_type(&self, path: &Utf8Path) -> Result<Option<FileType>, FileError> {
        Ok(self.kind(path)?.filter(|_| self.is_exact(path)))
    }

    /// Does what [`Self::file_type`] does, whatever spelling the directories list.
    fn kind(&self, path: &Utf8Path) -> Result<Option<FileType>, FileError> {
        match system::stat(&self.root, path, FollowSymlinks::No) {
            Ok(stat) => Ok(Some(stat.kind)),
            // A file in the way, or a dangling link, means that nothing is there.
            Err(
                FileError::Missing
                | FileError::Dangling
                | FileError::NotDirectory
                | FileError::TooLong,
            ) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns the type of what the link at `path` finally leads to.
    pub fn target_type(&self, path: &Utf8Path) -> Result<FileType, FileError> {
        Ok(system::stat(&self.root, path, FollowSymlinks::Yes)?.kind)
    }

    /// Returns whether the link at `path` leads to a folder, which may lie outside of the tree.
    /// Nothing is opened for it.
    pub fn leads_to_folder(&self, path: &Utf8Path) -> bool {
        system::leads_to_folder(&self.root, path)
    }

    /// Returns whether its directory lists each name of a path as it is written here; true where
    /// no file system folds names. Of other spellings `exclude` knows nothing.
    pub fn is_exact(&self, path: &Utf8Path) -> bool {
        !MAY_FOLD || self.lists(path).unwrap_or_default()
    }

    /// Returns whether each directory on a path lists the next name of it, letter by letter.
    fn lists(&self, path: &Utf8Path) -> Result<bool, FileError> {
        let mut directory = system::directory(&self.root, "".into(), FollowSymlinks::No)?;
        let mut end = 0;
        for name in path.as_str().split('/') {
            end += name.len() + 1;
            if matches!(name, "" | ".") {
                continue;
            }
            let listed = system::entries(&directory, |entry, _| match entry == Ok(name) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            });
            if name != ".." && listed? == ControlFlow::Continue(()) {
                return Ok(false);
            }
            if let Some(here) = path.as_str().get(..end) {
                let above = Dir::from_std_file(directory);
                let below = system::directory(&above, name.into(), FollowSymlinks::No);
                // A link, and `..`, may lead to anywhere in the tree.
                let below = below
                    .or_else(|_| system::directory(&self.root, here.into(), FollowSymlinks::Yes));
                directory = below?;
            }
        }
        Ok(true)
    }

    /// Returns the path of what the links at `path` finally lead to, or would lead to, within
    /// the tree.
    ///
    /// # Errors
    ///
    /// As [`Self::file_type`]; on Windows a link, and a name that no file can have.
    pub fn resolved(&self, path: &Utf8Path) -> Result<Utf8PathBuf, FileError> {
        let mut path = path.to_owned();
        for _ in 0..=LINKS {
            system::check_new(&path)?;
            match self.kind(&path)? {
                Some(FileType::Symlink) if cfg!(windows) => return Err(FileError::Linked),
                Some(FileType::Symlink) => {}
                _ => return Ok(path),
            }
            let target = ambient::utf8(self.root.read_link_contents(&path))?;
            path = ambient::folder_of(&path).join(target);
        }
        Err(FileError::Loop)
    }

    /// Opens the regular file at `path`; a link is followed within the tree. Nothing waits:
    /// a FIFO is refused at once.
    pub fn open(&self, path: &Utf8Path) -> Result<Opened, FileError> {
        tracing::trace!(path = %Escaped(path.as_str()), "open");
        Opened::new(system::file(&self.root, path)?)
    }

    /// Returns the size of the regular file at `path` in bytes, without opening it. Links
    /// are followed within the tree.
    pub fn size(&self, path: &Utf8Path) -> Result<u64, FileError> {
        let stat = system::stat(&self.root, path, FollowSymlinks::Yes)?;
        match stat.kind {
            FileType::RegularFile => Ok(stat.bytes()),
            _ => Err(FileError::NotRegular),
        }
    }

    /// Returns the identity of the directory at `path`; the empty path is the tree's own.
    pub fn identity(&self, path: &Utf8Path) -> Result<Identity, FileError> {
        let stat = system::stat(&self.root, path, FollowSymlinks::Yes)?;
        Ok(stat.version.identity)
    }
}

/// Looks up the versions of files, those of one directory after the other.
#[derive(Debug)]
pub struct VersionCache<'s> {
    /// The tree that holds the files.
    pub sandbox: &'s Sandbox,
    /// The directory of the last file.
    directory: Option<(String, File)>,
}

impl<'s> VersionCache<'s> {
    /// Returns a cache without a directory.
    pub fn new(sandbox: &'s Sandbox) -> Self {
        Self {
            sandbox,
            directory: None,
        }
    }

    /// Returns the version of the regular file at `path`; a link is followed within the
    /// tree. `None` if it cannot be looked up.
    pub fn get(&mut self, path: &Utf8Path) -> Option<Version> {
        let path = path.as_str();
        let (directory, name) = path.rsplit_once('/').unwrap_or(("", path));
        let root = &self.sandbox.root;
        if self
            .directory
            .as_ref()
            .is_none_or(|(of, _)| of != directory)
        {
            let opened = system::directory(root, directory.into(), FollowSymlinks::Yes).ok()?;
            self.directory = Some((directory.to_owned(), opened));
        }
        let (_, opened) = self.directory.as_ref()?;
        let mut stat = system::entry(opened, name).ok()?;
        if stat.kind == FileType::Symlink {
            stat = system::stat(root, path.into(), FollowSymlinks::Yes).ok()?;
        }
        (stat.kind == FileType::RegularFile).then_some(stat.version)
    }
}

/// One entry of a directory.
#[derive(Debug)]
pub struct DirEntry {
    /// Its name.
    pub name: Result<String, NonUtf8Name>,
    /// Its type; links are not followed.
    pub kind: FileType,
}

/// A name that is not UTF-8.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NonUtf8Name {
    /// What patterns are matched against: U+FFFD in place of what is not UTF-8.
    pub matched: String,
    /// What messages show: those bytes as `\xNN`.
    pub shown: String,
}

impl NonUtf8Name {
    fn of(name: &[u8]) -> Self {
        let mut shown = String::new();
        for chunk in name.utf8_chunks() {
            shown.push_str(chunk.valid());
            for byte in chunk.invalid() {
                shown.push_str(&format!("\\x{byte:02x}"));
            }
        }
        Self {
            matched: String::from_utf8_lossy(name).into_owned(),
            shown,
        }
    }
}
