//! An open directory that gives access to the files in it.

use std::ops::ControlFlow;
use std::sync::Mutex;

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};
use cap_fs_ext::FollowSymlinks;
use cap_std::fs::Dir;

use super::dir_entry::{DirEntry, NonUtf8Name};
use super::opened::Opened;
use super::stat::{FileType, Identity, Owner, Stat, Version};
use super::{ambient, system};
use crate::documents::file_error::FileError;
use crate::sync::lock;

/// The name of a directory entry.
pub(super) type Name<'n> = Result<&'n str, NonUtf8Name>;
/// Whether file systems of this platform may treat two spellings as one name.
const MAY_FOLD: bool = cfg!(any(windows, target_vendor = "apple"));
/// The maximum number of links that are followed in one path.
pub(super) const LINKS: usize = 40;

/// The limit on where a path may lead when it is opened from a directory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reach {
    /// Never outside the directory, even through links.
    Beneath,
    /// Wherever `..`, links and absolute paths lead.
    Anywhere,
}

/// The purpose for which a file or a directory is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To read a file.
    File,
    /// To list a directory.
    List,
    /// To open entries of a directory that perhaps cannot be listed.
    Search,
    /// To read the metadata.
    Stat,
}

/// An open directory, from which files and other directories are opened. It refers to the same
/// directory even if a different directory takes its name.
#[derive(Debug)]
pub struct Tree {
    pub(super) dir: Dir,
    /// The identity of the directory.
    pub identity: Identity,
    /// The path and the handle of the directory in which a file was last looked up. Files of one
    /// directory are often looked up one after another. A tree that is kept between calls only
    /// looks up names, so this directory has not been replaced since it was opened.
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
    /// Opens the directory at `path`, which may be anywhere that the process has access. Links are
    /// followed. The directory need not be listable.
    pub fn ambient(path: &Utf8Path) -> Result<Self, FileError> {
        Self::new(system::directory_at(None, path, Purpose::Search)?)
    }

    pub(super) fn new(dir: Dir) -> Result<Self, FileError> {
        Ok(Self {
            identity: Stat::of(&dir.dir_metadata()?).version.identity,
            dir,
            last: Mutex::default(),
        })
    }

    /// Opens the directory at `path`, or its nearest ancestor that can be opened. Links are not
    /// followed. Returns the directory and its path, or `None` if nothing can be opened.
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

    /// Opens the parent directory, which must be searchable. Returns `None` if this directory is
    /// `/`.
    pub fn above(&self) -> Result<Option<Self>, FileError> {
        let above = Self::new(system::above(&self.dir)?)?;
        Ok((above.identity != self.identity).then_some(above))
    }

    /// Opens the directory at `path` for listing.
    pub fn below(&self, path: &Utf8Path, reach: Reach) -> Result<Self, FileError> {
        // On Windows, `C:x` is relative to the working directory of that drive.
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

    /// Returns the directory with a handle that lets other programs rename and remove it. On
    /// Windows, this requires opening the directory again.
    pub fn movable(self) -> Result<Self, FileError> {
        Self::new(system::movable(self.dir)?)
    }

    /// Returns the current owner of the directory.
    pub fn owner(&self) -> Result<Owner, FileError> {
        Ok(Stat::of(&self.dir.dir_metadata()?).version.owner)
    }

    /// Returns the directory's own name as the system reports it. Returns `None` if it has no name,
    /// or if procfs is needed but not available.
    pub fn name(&self) -> Option<String> {
        Utf8PathBuf::from(self.path()?)
            .file_name()
            .map(str::to_owned)
    }

    /// Returns the directory's path, without links, as the system reports it. Returns `None` if the
    /// directory was removed, or if procfs is needed but not available.
    pub fn path(&self) -> Option<String> {
        let path = system::path_of(&self.dir)?;
        // For a removed directory, the system may report a path that does not exist.
        let there = Stat::at(None, &path).ok()?;
        (there.version.identity == self.identity).then(|| path.into_string())
    }

    /// Returns whether the directory has an entry of this name.
    pub fn has(&self, name: &str) -> bool {
        self.dir.symlink_metadata(name).is_ok()
    }

    /// Passes the name and the type of each entry of the directory at `path` to `each`, in the
    /// system's order, until `each` breaks. The empty path is the tree's own directory. `last` says
    /// whether the last component of `path` may be a link. The components before it may always be
    /// links.
    pub fn read_dir(
        &self,
        path: &Utf8Path,
        last: FollowSymlinks,
        each: impl FnMut(Name<'_>, FileType) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, FileError> {
        let directory = system::directory(&self.dir, path, last, Purpose::List)?;
        Ok(system::entries(&directory, each)?)
    }

    /// Returns at most `most` entries of the directory at `path`, in the system's order, and
    /// whether these are all its entries.
    pub fn list(&self, path: &Utf8Path, most: usize) -> Result<(Vec<DirEntry>, bool), FileError> {
        let mut entries = Vec::new();
        let flow = self.read_dir(path, FollowSymlinks::Yes, |name, kind| {
            if entries.len() == most {
                return ControlFlow::Break(());
            }
            let name = name.map(str::to_owned);
            entries.push(DirEntry { name, kind });
            ControlFlow::Continue(())
        })?;
        Ok((entries, flow.is_continue()))
    }

    /// Returns the type of the file at `path`, without following a link in its last component.
    /// Returns `None` if nothing there is listed in this spelling.
    pub fn file_type(&self, path: &Utf8Path) -> Result<Option<FileType>, FileError> {
        Ok(self.kind(path)?.filter(|_| self.is_exact(path)))
    }

    /// Returns the type as [`Self::file_type`] does, but accepts any spelling that the file system
    /// accepts.
    fn kind(&self, path: &Utf8Path) -> Result<Option<FileType>, FileError> {
        match system::stat(&self.dir, path, FollowSymlinks::No) {
            Ok(stat) => Ok(Some(stat.kind)),
            // Nothing exists at a path that leads through a file or a dangling link.
            Err(
                FileError::Missing
                | FileError::Dangling
                | FileError::NotDirectory
                | FileError::TooLong,
            ) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns the type of the file to which the link at `path` finally leads.
    pub fn target_type(&self, path: &Utf8Path) -> Result<FileType, FileError> {
        Ok(system::stat(&self.dir, path, FollowSymlinks::Yes)?.kind)
    }

    /// Returns whether the directories list each component of `path` in exactly this spelling.
    /// Returns true on platforms whose file systems do not fold names. Other spellings are not
    /// served, because `exclude` does not match them.
    pub fn is_exact(&self, path: &Utf8Path) -> bool {
        !MAY_FOLD || self.lists(path).unwrap_or_default()
    }

    /// Returns whether each directory on `path` lists the next component in exactly this spelling.
    fn lists(&self, path: &Utf8Path) -> Result<bool, FileError> {
        let mut above = Utf8PathBuf::new();
        for name in path.as_str().split('/') {
            if !matches!(name, "" | "." | "..") {
                let is_listed = self.read_dir(&above, FollowSymlinks::Yes, |entry, _| {
                    if entry == Ok(name) {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                });
                if is_listed?.is_continue() {
                    return Ok(false);
                }
            }
            above.push(name);
        }
        Ok(true)
    }

    /// Resolves the links in `path`, which need not exist. Returns the path within the tree to
    /// which it leads, without links.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Self::file_type`]. On Windows, also returns an error for a
    /// link, or for a name that no file can have.
    pub fn resolved(&self, path: &Utf8Path) -> Result<Utf8PathBuf, FileError> {
        #[cfg(windows)]
        system::check_new(path)?;
        let (mut resolved, mut links) = (Utf8PathBuf::new(), 0);
        // The parts that are not resolved yet, the next one last.
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

    /// Opens the regular file at `path`. A link is followed. This never blocks, because a FIFO is
    /// refused immediately.
    pub fn open(&self, path: &Utf8Path, reach: Reach) -> Result<Opened, FileError> {
        Opened::new(match reach {
            Reach::Beneath => system::file(&self.dir, path)?,
            Reach::Anywhere => system::open_at(Some(&self.dir), path, Purpose::File)?,
        })
    }

    /// Returns the version of the regular file at `path` without opening it. A link is followed.
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

    /// Returns the version of the directory at `path`, which changes if names are added to it or
    /// removed from it. Links are not followed.
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

    /// Returns the identity of the directory that contains the file at `path`, and the file's name
    /// there. The result is the same for all paths to the file, except through links to the file
    /// itself.
    pub fn entry(&self, path: &Utf8Path) -> Result<(Identity, String), FileError> {
        self.in_directory(path, |directory, name| {
            let stat = Stat::of(&directory.dir_metadata()?);
            Ok((stat.version.identity, name.to_owned()))
        })
    }

    /// Passes the directory of the file at `path`, and the file's name there, to `look`, and
    /// returns its result.
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

/// Returns `path`, or `.` if it is empty, because the system does not accept an empty path.
pub(super) fn or_dot(path: &Utf8Path) -> &Utf8Path {
    match path.as_str() {
        "" => Utf8Path::new("."),
        _ => path,
    }
}
