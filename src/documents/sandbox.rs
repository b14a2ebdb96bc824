//! Opens files: no other module does.
//!
//! A [`Tree`] is the authority over one directory tree, held as an open directory.
//! Every path is relative to it, and unless [`Reach::Anywhere`] is asked for, no path,
//! link or rename, whenever it happens, leads out of it: each is
//! resolved beneath the open directory. A file is opened without blocking and must
//! be a regular file by its own handle.
//!
//! The [`ambient`] functions are the exception: they use the process's whole
//! authority, and serve only paths that the user of the command line, or the
//! search for the project's file, has named.

#![expect(clippy::disallowed_methods, reason = "this module may")]

pub mod ambient;
mod edit;
mod file;
mod names;
mod private;
mod stat;
pub mod state;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::ops::ControlFlow;
use std::sync::Mutex;

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};
use cap_fs_ext::FollowSymlinks;
use cap_std::fs::Dir;

use crate::documents::error::FileError;
use crate::sync::lock;

pub use file::{Opened, check_nul};
pub use names::{DirEntry, NonUtf8Name, is_reserved};
pub use private::PrivateFolder;
pub use stat::{FileType, Identity, MTIME_GRANULARITY, Owner, Version};
#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

use stat::Stat;

/// The name of an entry.
type Name<'n> = Result<&'n str, NonUtf8Name>;
/// Whether file systems of this system may take two spellings for one name.
const MAY_FOLD: bool = cfg!(any(windows, target_vendor = "apple"));
/// How many links of one path are followed.
const LINKS: usize = 40;

/// Where what is opened from a directory may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reach {
    /// Never outside the directory, links included.
    Beneath,
    /// Wherever `..`, links and absolute paths lead.
    Anywhere,
}

/// What something is opened for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// To be read.
    File,
    /// To list a directory.
    List,
    /// To open what is in a directory, which perhaps cannot be listed.
    Search,
    /// For its metadata.
    Stat,
}

/// An open directory, from which others, and files, are opened. It stays the same
/// directory if another takes its name.
#[derive(Debug)]
pub struct Tree {
    dir: Dir,
    /// The identity of the directory.
    pub identity: Identity,
    /// The directory of the file that was looked up last, by its path: the files of one are
    /// looked up after each other. A tree that is kept from call to call looks up names only,
    /// so this is never one that has been exchanged since.
    last: Mutex<Option<(String, Dir)>>,
}

/// Two trees are equal if they are of the same directory.
impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        self.identity == other.identity
    }
}

impl Eq for Tree {}

impl Tree {
    /// Opens the directory at `path`, anywhere the process may; links are followed. It may be
    /// one that cannot be listed.
    pub fn ambient(path: &Utf8Path) -> Result<Self, FileError> {
        Self::new(system::directory_at(None, path, Purpose::Search)?)
    }

    fn new(dir: Dir) -> Result<Self, FileError> {
        Ok(Self {
            identity: Stat::of(&dir.dir_metadata()?).version.identity,
            dir,
            last: Mutex::default(),
        })
    }

    /// Opens the directory at `path`, or else the nearest one above it, and returns its
    /// path, too. No link is followed.
    pub fn nearest(path: &Utf8Path) -> Option<(Self, Utf8PathBuf)> {
        let is_root = |part: &Utf8Component<'_>| {
            matches!(part, Utf8Component::Prefix(_) | Utf8Component::RootDir)
        };
        let mut reached: Utf8PathBuf = path.components().take_while(is_root).collect();
        if reached.as_str().is_empty() {
            reached.push(".");
        }
        let mut dir = system::directory_at(None, &reached, Purpose::Search).ok()?;
        for component in path.components() {
            if let Utf8Component::Normal(name) = component {
                match system::directory(&dir, name.into(), FollowSymlinks::No, Purpose::Search) {
                    Ok(below) => dir = below,
                    Err(_) => break,
                }
                reached.push(name);
            }
        }
        Some((Self::new(system::movable(dir).ok()?).ok()?, reached))
    }

    /// Opens the directory above this one, which must be one that can be searched. Returns
    /// `None` at `/`.
    pub fn above(&self) -> Result<Option<Self>, FileError> {
        let above = Self::new(system::above(&self.dir)?)?;
        Ok((above.identity != self.identity).then_some(above))
    }

    /// Opens the directory at `path`, which can be listed.
    pub fn below(&self, path: &Utf8Path, reach: Reach) -> Result<Self, FileError> {
        // `C:x` is relative on Windows, to the working directory of that drive.
        let is_prefix = |part| matches!(part, Utf8Component::Prefix(_));
        Self::new(match reach {
            Reach::Beneath
                if path.has_root() || path.components().next().is_some_and(is_prefix) =>
            {
                return Err(FileError::Outside);
            }
            Reach::Beneath => {
                system::directory(&self.dir, path, FollowSymlinks::Yes, Purpose::List)?
            }
            Reach::Anywhere => system::directory_at(Some(&self.dir), path, Purpose::List)?,
        })
    }

    /// Returns the directory as one that others may rename and remove while it is open, which on
    /// Windows has to be said when it is opened.
    pub fn movable(self) -> Result<Self, FileError> {
        Self::new(system::movable(self.dir)?)
    }

    /// Returns the owner of the directory, as it is now.
    pub fn owner(&self) -> Result<Owner, FileError> {
        Ok(Stat::of(&self.dir.dir_metadata()?).version.owner)
    }

    /// Returns the directory's own name as the system has it; `None` if it has none, or
    /// without procfs.
    pub fn name(&self) -> Option<String> {
        Utf8PathBuf::from(self.path()?)
            .file_name()
            .map(str::to_owned)
    }

    /// Returns the directory's path, without links, as the system has it; `None` if it was
    /// removed, or without procfs.
    pub fn path(&self) -> Option<String> {
        let path = system::path_of(&self.dir)?;
        // The link of a removed directory has another text.
        let there = Stat::at(None, &path).ok()?;
        (there.version.identity == self.identity).then(|| path.into_string())
    }

    /// Returns whether the directory has an entry of this name.
    pub fn has(&self, name: &str) -> bool {
        self.dir.symlink_metadata(name).is_ok()
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
        let directory = system::directory(&self.dir, path, follow, Purpose::List)?;
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
        match system::stat(&self.dir, path, FollowSymlinks::No) {
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
        Ok(system::stat(&self.dir, path, FollowSymlinks::Yes)?.kind)
    }

    /// Returns whether its directory lists each name of a path as it is written here; true where
    /// no file system folds names. Of other spellings `exclude` knows nothing.
    pub fn is_exact(&self, path: &Utf8Path) -> bool {
        !MAY_FOLD || self.lists(path).unwrap_or_default()
    }

    /// Returns whether each directory on a path lists the next name of it, letter by letter.
    fn lists(&self, path: &Utf8Path) -> Result<bool, FileError> {
        let mut above = Utf8PathBuf::new();
        for name in path.as_str().split('/') {
            if !matches!(name, "" | "." | "..") {
                let is_listed = self.read_dir(&above, true, |entry, _| match entry == Ok(name) {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                });
                if is_listed?.is_continue() {
                    return Ok(false);
                }
            }
            above.push(name);
        }
        Ok(true)
    }

    /// Returns the path, without links, of what `path` finally leads to, or would lead to, within
    /// the tree.
    ///
    /// # Errors
    ///
    /// As [`Self::file_type`]; on Windows a link, and a name that no file can have.
    pub fn resolved(&self, path: &Utf8Path) -> Result<Utf8PathBuf, FileError> {
        #[cfg(windows)]
        system::check_new(path)?;
        let (mut resolved, mut links) = (Utf8PathBuf::new(), 0);
        // What is not resolved yet, the next name last.
        let mut left = vec![path.to_owned()];
        while let Some(path) = left.pop() {
            let mut components = path.components();
            match components.next() {
                None => continue,
                Some(Utf8Component::CurDir) => {}
                Some(Utf8Component::ParentDir) if resolved.pop() => {}
                Some(Utf8Component::Normal(name)) => {
                    let at = resolved.join(name);
                    match self.kind(&at)? {
                        Some(FileType::Symlink) if cfg!(windows) => return Err(FileError::Linked),
                        Some(FileType::Symlink) if links == LINKS => return Err(FileError::Loop),
                        Some(FileType::Symlink) => {
                            links += 1;
                            let target = ambient::utf8(self.dir.read_link_contents(&at))?;
                            left.extend([components.as_path().to_owned(), target]);
                            continue;
                        }
                        _ => resolved = at,
                    }
                }
                Some(_) => return Err(FileError::Outside),
            }
            left.push(components.as_path().to_owned());
        }
        Ok(resolved)
    }

    /// Opens the regular file at `path`; a link is followed. Nothing waits: a FIFO is refused
    /// at once.
    pub fn open(&self, path: &Utf8Path, reach: Reach) -> Result<Opened, FileError> {
        Opened::new(match reach {
            Reach::Beneath => system::file(&self.dir, path)?,
            Reach::Anywhere => system::open_at(Some(&self.dir), path, Purpose::File)?,
        })
    }

    /// Returns the version of the regular file at `path`, without opening it; a link is
    /// followed.
    pub fn version(&self, path: &Utf8Path, reach: Reach) -> Result<Version, FileError> {
        let beneath = || {
            let stat = self.in_directory(path, |directory, name| {
                system::stat(directory, name.into(), FollowSymlinks::No)
            })?;
            match stat.kind {
                FileType::Symlink => system::stat(&self.dir, path, FollowSymlinks::Yes),
                _ => Ok(stat),
            }
        };
        let stat = match reach {
            Reach::Beneath => beneath()?,
            Reach::Anywhere => Stat::at(Some(&self.dir), path)?,
        };
        match stat.kind {
            FileType::RegularFile => Ok(stat.version),
            _ => Err(FileError::NotRegular),
        }
    }

    /// Returns the version of the directory at `path`, which changes with the names in it. No link
    /// is followed.
    pub fn directory_version(&self, path: &Utf8Path) -> Result<Version, FileError> {
        let path = match path.as_str() {
            "" => Utf8Path::new("."),
            _ => path,
        };
        let stat = system::stat(&self.dir, path, FollowSymlinks::No)?;
        match stat.kind {
            FileType::Directory => Ok(stat.version),
            _ => Err(FileError::NotDirectory),
        }
    }

    /// Returns what two paths of one file have in common, links aside: the identity of the
    /// directory that holds it, and its name there.
    pub fn entry(&self, path: &Utf8Path) -> Result<(Identity, String), FileError> {
        self.in_directory(path, |directory, name| {
            let stat = Stat::of(&directory.dir_metadata()?);
            Ok((stat.version.identity, name.to_owned()))
        })
    }

    /// Passes the directory of a file and the file's name there to `look`.
    fn in_directory<T>(
        &self,
        path: &Utf8Path,
        look: impl FnOnce(&Dir, &str) -> Result<T, FileError>,
    ) -> Result<T, FileError> {
        let (directory, name) = match path.as_str().rsplit_once('/') {
            None => return look(&self.dir, path.as_str()),
            Some(("", _)) => return Err(FileError::Outside),
            Some(found) => found,
        };
        let mut last = lock(&self.last);
        match &*last {
            Some((known, opened)) if known == directory => return look(opened, name),
            _ => {}
        }
        let path = directory.into();
        let opened = system::directory(&self.dir, path, FollowSymlinks::Yes, Purpose::Search)?;
        let (_, opened) = last.insert((directory.to_owned(), opened));
        look(opened, name)
    }
}

/// Returns a path as the system takes it: the empty one is the directory itself.
fn or_dot(path: &Utf8Path) -> &Utf8Path {
    match path.as_str() {
        "" => Utf8Path::new("."),
        _ => path,
    }
}
