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
mod file;

#[cfg(target_os = "linux")]
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::os::fd::{AsFd, OwnedFd};

use camino::{Utf8Path, Utf8PathBuf};
use cap_fs_ext::FollowSymlinks;
use cap_std::fs::Dir;
pub use rustix::fs::FileType;
use rustix::fs::{AtFlags, Mode};

use crate::documents::error::FileError;
use crate::text::escape::Escaped;

pub use ambient::{Folder, Reach};
pub use file::{Identity, MTIME_GRANULARITY, Opened, Owner, Version};

/// The buffer for the entries that one system call returns: some hundred names.
#[cfg(target_os = "linux")]
const READ_BYTES: usize = 32 * 1024;

/// A directory tree that nothing opened through this value ever leaves.
#[derive(Debug)]
pub struct Sandbox {
    root: Dir,
}

impl Sandbox {
    /// Opens the directory at `path`, anywhere the process may.
    pub fn ambient(path: &Utf8Path) -> Result<Self, FileError> {
        Self::ambient_from(rustix::fs::CWD, path)
    }

    /// Opens the directory at `path`, which is relative to an open directory.
    fn ambient_from(from: impl AsFd, path: &Utf8Path) -> Result<Self, FileError> {
        let path = beneath::spelled(path);
        let root = rustix::fs::openat(from, path.as_str(), beneath::DIRECTORY, Mode::empty())?;
        Ok(Self::new(root))
    }

    fn new(root: OwnedFd) -> Self {
        Self {
            root: Dir::from_std_file(root.into()),
        }
    }

    /// Opens the directory at `path` as a tree of its own.
    pub fn below(&self, path: &Utf8Path) -> Result<Self, FileError> {
        beneath::directory(&self.root, path, FollowSymlinks::No).map(Self::new)
    }

    /// Passes the name and the type of each entry of the directory at `path` to `each`, in
    /// the system's order, until it breaks. The empty path is the tree's own directory.
    /// With `follow` the last name of the path may be a link, as those before it may.
    pub fn read_dir(
        &self,
        path: &Utf8Path,
        follow: bool,
        mut each: impl FnMut(Result<&str, NonUtf8Name>, FileType) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, FileError> {
        let follow = match follow {
            true => FollowSymlinks::Yes,
            false => FollowSymlinks::No,
        };
        let directory = beneath::directory(&self.root, path, follow)?;
        #[cfg(target_os = "linux")]
        let mut buffer = [MaybeUninit::uninit(); READ_BYTES];
        #[cfg(target_os = "linux")]
        let mut entries = rustix::fs::RawDir::new(&directory, &mut buffer);
        #[cfg(not(target_os = "linux"))]
        let mut entries = rustix::fs::Dir::read_from(&directory)?;
        while let Some(entry) = entries.next() {
            let entry = entry?;
            let name = entry.file_name();
            if matches!(name.to_bytes(), b"." | b"..") {
                continue;
            }
            let mut kind = entry.file_type();
            // Some file systems do not say.
            if kind == FileType::Unknown
                && let Ok(stat) = rustix::fs::statat(&directory, name, AtFlags::SYMLINK_NOFOLLOW)
            {
                kind = FileType::from_raw_mode(stat.st_mode);
            }
            let name = name.to_str().map_err(|_| NonUtf8Name::of(name.to_bytes()));
            if each(name, kind).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
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
        match beneath::stat(&self.root, path, FollowSymlinks::No) {
            Ok(stat) => Ok(Some(FileType::from_raw_mode(stat.st_mode))),
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
        let stat = beneath::stat(&self.root, path, FollowSymlinks::Yes)?;
        Ok(FileType::from_raw_mode(stat.st_mode))
    }

    /// Returns the path of what the links at `path` finally lead to, or would lead to, within
    /// the tree.
    pub fn resolved(&self, path: &Utf8Path) -> Result<Utf8PathBuf, FileError> {
        let mut path = path.to_owned();
        for _ in 0..=beneath::LINKS {
            if self.file_type(&path)? != Some(FileType::Symlink) {
                return Ok(path);
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
        Opened::new(beneath::file(&self.root, path)?)
    }

    /// Returns the size of the regular file at `path` in bytes, without opening it. Links
    /// are followed within the tree.
    pub fn size(&self, path: &Utf8Path) -> Result<u64, FileError> {
        let stat = beneath::stat(&self.root, path, FollowSymlinks::Yes)?;
        match FileType::from_raw_mode(stat.st_mode) {
            FileType::RegularFile => Ok(u64::try_from(stat.st_size).unwrap_or_default()),
            _ => Err(FileError::NotRegular),
        }
    }

    /// Returns the identity of the directory at `path`; the empty path is the tree's own.
    pub fn identity(&self, path: &Utf8Path) -> Result<Identity, FileError> {
        Ok(Identity::of(&beneath::stat(
            &self.root,
            path,
            FollowSymlinks::Yes,
        )?))
    }
}

/// Looks up the versions of files, those of one directory after the other.
#[derive(Debug)]
pub struct VersionCache<'s> {
    /// The tree that holds the files.
    pub sandbox: &'s Sandbox,
    /// The directory of the last file.
    directory: Option<(String, OwnedFd)>,
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
            let opened = beneath::directory(root, directory.into(), FollowSymlinks::Yes).ok()?;
            self.directory = Some((directory.to_owned(), opened));
        }
        let (_, opened) = self.directory.as_ref()?;
        let mut stat = rustix::fs::statat(opened, name, AtFlags::SYMLINK_NOFOLLOW).ok()?;
        if FileType::from_raw_mode(stat.st_mode) == FileType::Symlink {
            stat = beneath::stat(root, path.into(), FollowSymlinks::Yes).ok()?;
        }
        let is_file = FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile;
        is_file.then(|| Version::of(&stat))
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
