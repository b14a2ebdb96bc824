//! The only room that opens files.
//!
//! A [`Sandbox`] is the authority over one directory tree, held as an open
//! directory and opened once per category and call. Every path is relative to
//! it, and no path, link or rename, whenever it happens, leads out of it: the
//! system resolves each name beneath the open directory. A file is opened
//! without blocking and must be a regular file by its own handle.
//!
//! The [`ambient`] functions are the exception: they use the process's whole
//! authority, and serve only paths that the user of the command line, or the
//! search for the project's file, has named.

#![expect(clippy::disallowed_methods, reason = "this is the room that may")]

pub mod ambient;
mod beneath;
mod entry;
mod folder;

use std::cell::Cell;
use std::io;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, SystemTime};

use camino::Utf8Path;
use cap_std::fs::Dir;
use rustix::buffer::spare_capacity;
use rustix::fs::{FileType, Mode, SeekFrom, Stat};
use rustix::io::Errno;

use crate::documents::fault::{Cancelled, Fault};
use crate::format::shown::Shown;

pub use entry::{Entry, Foreign, Kind, Name};
pub use folder::{Folder, Identity, Reach, Version};

/// How much is read at once of a file that does not tell its size, in bytes.
const UNKNOWN: usize = 64 * 1024;

/// A directory tree that nothing opened through this value ever leaves. It serves
/// one call and one thread: the root is listed through its one handle.
#[derive(Debug)]
pub struct Sandbox {
    root: Dir,
    alone: PhantomData<Cell<()>>,
}

/// A directory of the tree that is open, to be listed.
#[derive(Debug)]
pub struct Directory<'a>(Handle<'a>);

#[derive(Debug)]
enum Handle<'a> {
    Root(BorrowedFd<'a>),
    Below(OwnedFd),
}

/// How an open directory's entries are handed on: by name and kind. Names that
/// are not UTF-8 come as they can be shown.
pub trait Each: FnMut(Result<&str, Foreign>, Kind) -> ControlFlow<Cancelled> {}

impl<F: FnMut(Result<&str, Foreign>, Kind) -> ControlFlow<Cancelled>> Each for F {}

/// A regular file that is open.
#[derive(Debug)]
pub struct Opened {
    file: OwnedFd,
    /// Whether it takes room on a disk: then its size is that of its content, and
    /// is not made up for a file that is made as it is read.
    stored: bool,
    /// Size in bytes, when it was opened.
    pub bytes: u64,
    /// When it was last modified.
    pub modified: SystemTime,
}

impl Sandbox {
    /// Opens the directory at `path`, anywhere the process may.
    ///
    /// # Errors
    ///
    /// [`Fault::Missing`], [`Fault::NotDirectory`] or what else the system says.
    pub fn ambient(path: &Utf8Path) -> Result<Self, Fault> {
        Self::ambient_from(rustix::fs::CWD, path)
    }

    /// The same, with what is relative starting from an open directory.
    fn ambient_from(from: impl AsFd, path: &Utf8Path) -> Result<Self, Fault> {
        let path = beneath::spelled(path);
        match rustix::fs::openat(from, path.as_str(), beneath::DIRECTORY, Mode::empty()) {
            Ok(root) => Ok(Self::new(root)),
            Err(error) => Err(fault(&error.into())),
        }
    }

    fn new(root: OwnedFd) -> Self {
        Self {
            root: Dir::from_std_file(root.into()),
            alone: PhantomData,
        }
    }

    /// The tree's own directory.
    pub fn directory(&self) -> Directory<'_> {
        Directory(Handle::Root(self.root.as_fd()))
    }

    /// Opens the directory at `path`; links are followed within the tree.
    ///
    /// # Errors
    ///
    /// [`Fault::Outside`] when the path or a link in it leads out, otherwise as
    /// for [`ambient`](Self::ambient).
    pub fn enter(&self, path: &Utf8Path) -> Result<Directory<'_>, Fault> {
        match beneath::directory(&self.root, path) {
            Ok(opened) => Ok(Directory(Handle::Below(opened))),
            Err(error) => Err(explain(&self.root, path, &error)),
        }
    }

    /// Opens the directory at `path`, of which the first `known` bytes lead to
    /// `from`, which is open. No link is followed on the way from there.
    ///
    /// # Errors
    ///
    /// As for [`enter`](Self::enter).
    pub fn enter_from(
        &self,
        from: &Directory<'_>,
        path: &Utf8Path,
        known: usize,
    ) -> Result<Directory<'_>, Fault> {
        // No document could be opened there by its path.
        if path.as_str().len() >= beneath::PATH_BYTES {
            return Err(Fault::TooLong);
        }
        let below = Utf8Path::new(&path.as_str()[known..]);
        match beneath::directory_from(from.as_fd(), below) {
            Some(Ok(opened)) => Ok(Directory(Handle::Below(opened))),
            Some(Err(error)) => Err(explain(&self.root, path, &error)),
            None => self.enter(path),
        }
    }

    /// The entries of a directory, in the system's order.
    ///
    /// # Errors
    ///
    /// As for [`enter`](Self::enter).
    pub fn list(&self, path: &Utf8Path) -> Result<Vec<Entry>, Fault> {
        let mut entries = Vec::new();
        let _ = self.enter(path)?.scan(|name, kind| {
            let name = match name {
                Ok(name) => Name::Utf8(name.to_owned()),
                Err(foreign) => Name::Foreign(foreign),
            };
            entries.push(Entry { name, kind });
            ControlFlow::Continue(())
        })?;
        Ok(entries)
    }

    /// What stands at `path`, the last link not followed; `None` if nothing does.
    ///
    /// # Errors
    ///
    /// As for [`open`](Self::open).
    pub fn look(&self, path: &Utf8Path) -> Result<Option<Kind>, Fault> {
        match beneath::look(&self.root, path, false) {
            Ok(kind) => Ok(Some(kind)),
            Err(error) => match fault(&error) {
                // A file in the way, or a dangling link, means that nothing is there.
                Fault::Missing | Fault::NotDirectory | Fault::TooLong => Ok(None),
                other => Err(other),
            },
        }
    }

    /// What the link at `path` finally leads to.
    ///
    /// # Errors
    ///
    /// [`Fault::Outside`], [`Fault::Dangling`] or [`Fault::Loop`].
    pub fn follow(&self, path: &Utf8Path) -> Result<Kind, Fault> {
        beneath::look(&self.root, path, true).map_err(|error| explain(&self.root, path, &error))
    }

    /// Opens the regular file at `path`; a link is followed within the tree.
    ///
    /// # Errors
    ///
    /// The [`Fault`] says why it cannot be opened. Nothing waits: a FIFO is
    /// refused at once.
    pub fn open(&self, path: &Utf8Path) -> Result<Opened, Fault> {
        tracing::trace!(path = %Shown(path.as_str()), "open");
        match beneath::file(&self.root, path) {
            Ok(file) => Opened::new(file),
            Err(error) => Err(explain(&self.root, path, &error)),
        }
    }

    /// What tells the directory at `path` from every other; the empty path is the
    /// tree's own.
    ///
    /// # Errors
    ///
    /// As for [`enter`](Self::enter).
    pub fn identity(&self, path: &Utf8Path) -> Result<Identity, Fault> {
        match beneath::stat(&self.root, path) {
            Ok(stat) => Ok(Identity::of(&stat)),
            Err(error) => Err(explain(&self.root, path, &error)),
        }
    }
}

/// Names the fault of `path`, which the bare error does not always tell.
fn explain(root: &Dir, path: &Utf8Path, error: &io::Error) -> Fault {
    match fault(error) {
        // A file that was made anew in the meantime is no link.
        Fault::Missing if matches!(beneath::look(root, path, false), Ok(Kind::Link)) => {
            Fault::Dangling
        }
        other => other,
    }
}

impl Directory<'_> {
    /// Hands each entry to `each`, in the system's order, until it breaks.
    ///
    /// # Errors
    ///
    /// What the system says of the directory.
    pub fn scan(&self, each: impl Each) -> Result<ControlFlow<Cancelled>, Fault> {
        if let Handle::Root(root) = self.0 {
            // It may have been listed before.
            rustix::fs::seek(root, SeekFrom::Start(0)).map_err(|error| fault(&error.into()))?;
        }
        beneath::scan(self.as_fd(), each).map_err(|error| fault(&error))
    }
}

impl AsFd for Directory<'_> {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match &self.0 {
            Handle::Root(root) => *root,
            Handle::Below(opened) => opened.as_fd(),
        }
    }
}

impl Opened {
    /// Takes a file that is open, if it is a regular one.
    fn new(file: OwnedFd) -> Result<Self, Fault> {
        let stat = rustix::fs::fstat(&file).map_err(|error| fault(&error.into()))?;
        if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
            return Err(Fault::NotRegular);
        }
        Ok(Self {
            file,
            stored: stat.st_blocks > 0,
            bytes: u64::try_from(stat.st_size).unwrap_or(0),
            modified: modified(&stat),
        })
    }

    /// Its version, as it is now.
    ///
    /// # Errors
    ///
    /// The system's.
    pub fn version(&self) -> Result<Version, Fault> {
        match rustix::fs::fstat(&self.file) {
            Ok(stat) => Ok(Version::of(&stat)),
            Err(error) => Err(fault(&error.into())),
        }
    }

    /// Reads the file to its end, whatever its size was said to be.
    ///
    /// # Errors
    ///
    /// [`Fault::TooLarge`] when it holds more than `limit` bytes, also when it
    /// grew over that since it was opened: at most `limit` + 1 are ever read.
    /// [`Fault::Memory`] when there is no room for as much.
    pub fn read(&self, limit: u64) -> Result<Vec<u8>, Fault> {
        if self.bytes > limit {
            return Err(Fault::TooLarge {
                bytes: self.bytes,
                limit,
            });
        }
        let most = usize::try_from(limit.saturating_add(1)).unwrap_or(usize::MAX);
        // A file of no size may be one that is made as it is read, and then is
        // best read in large pieces. Else one byte more than it should hold: so
        // its end is seen before more room is made.
        let expected = match usize::try_from(self.bytes) {
            Ok(0) => UNKNOWN,
            bytes => bytes.unwrap_or(usize::MAX).saturating_add(1),
        };
        let mut content = Vec::new();
        make_room(&mut content, expected.min(most))?;
        loop {
            match rustix::io::read(&self.file, spare_capacity(&mut content)) {
                Ok(0) => break,
                Ok(_) if content.len() >= most => break,
                Ok(_) if content.len() == content.capacity() => {
                    let more = content.len().max(UNKNOWN).min(most - content.len());
                    make_room(&mut content, more)?;
                }
                // No more came than it holds, though there was room.
                Ok(_) if self.stored && content.len() as u64 == self.bytes => break,
                // Else a short read is not the end of every kind of file.
                Ok(_) | Err(Errno::INTR) => {}
                Err(error) => return Err(fault(&error.into())),
            }
        }
        if self.bytes == 0 {
            content.shrink_to_fit();
        }
        match content.len() as u64 {
            bytes if bytes > limit => Err(Fault::TooLarge { bytes, limit }),
            _ => Ok(content),
        }
    }
}

/// Makes room for so many bytes more. How many comes from outside: where there is
/// none, that is a fault of the file, and not the end of the process.
fn make_room(content: &mut Vec<u8>, bytes: usize) -> Result<(), Fault> {
    content.try_reserve_exact(bytes).map_err(|_| Fault::Memory)
}

fn modified(stat: &Stat) -> SystemTime {
    let nanoseconds = Duration::from_nanos(stat.st_mtime_nsec);
    match u64::try_from(stat.st_mtime) {
        Ok(seconds) => SystemTime::UNIX_EPOCH + Duration::from_secs(seconds) + nanoseconds,
        Err(_) => SystemTime::UNIX_EPOCH,
    }
}

fn fault(error: &io::Error) -> Fault {
    // The resolver's own refusal to leave the tree carries no error number.
    if error.raw_os_error().is_none() && error.kind() == io::ErrorKind::PermissionDenied {
        return Fault::Outside;
    }
    match Errno::from_io_error(error) {
        Some(Errno::XDEV) => Fault::Outside,
        Some(Errno::LOOP) => Fault::Loop,
        Some(Errno::NXIO | Errno::NODEV) => Fault::NotRegular,
        _ => Fault::of_system(error),
    }
}
