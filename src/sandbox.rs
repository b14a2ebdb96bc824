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

use std::io::{self, Read};
use std::time::SystemTime;

use camino::{Utf8Path, Utf8PathBuf};
use cap_fs_ext::OpenOptionsSyncExt;
use cap_std::ambient_authority;
use cap_std::fs::{Dir, File, FileType, OpenOptions};
use rustix::io::Errno;

use crate::error::Fault;

/// A directory tree that nothing opened through this value ever leaves.
#[derive(Debug)]
pub struct Sandbox {
    root: Dir,
}

/// What an entry of a directory is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link.
    Link,
    /// A FIFO, socket or device.
    Other,
}

/// One entry of a directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The name, or what can be shown of it where it is not UTF-8.
    pub name: Name,
    /// What it is; links are not followed.
    pub kind: Kind,
}

/// A name in a directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Name {
    /// A UTF-8 name.
    Utf8(String),
    /// Any other: for matching, with U+FFFD in place of what is not UTF-8, and
    /// for showing, with those bytes as `\xNN`.
    Foreign {
        /// What patterns are matched against.
        matched: String,
        /// What messages show.
        shown: String,
    },
}

/// A regular file that is open.
#[derive(Debug)]
pub struct Opened {
    file: File,
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
        match Dir::open_ambient_dir(path, ambient_authority()) {
            Ok(root) => Ok(Self { root }),
            Err(error) => Err(fault(&error)),
        }
    }

    /// Opens the directory at `path` beneath this one, without ever leaving it.
    ///
    /// # Errors
    ///
    /// [`Fault::Outside`] when the path or a link in it leads out, otherwise as
    /// for [`ambient`](Self::ambient).
    pub fn beneath(&self, path: &Utf8Path) -> Result<Self, Fault> {
        match self.root.open_dir(here(path)) {
            Ok(root) => Ok(Self { root }),
            Err(error) => Err(self.explain(path, &error)),
        }
    }

    /// The entries of a directory, in the system's order.
    ///
    /// # Errors
    ///
    /// As for [`beneath`](Self::beneath).
    pub fn list(&self, directory: &Utf8Path) -> Result<Vec<Entry>, Fault> {
        let read = || -> io::Result<Vec<Entry>> {
            self.root
                .read_dir(here(directory))?
                .map(|entry| {
                    let entry = entry?;
                    Ok(Entry {
                        name: name(entry.file_name()),
                        kind: kind(entry.file_type()?),
                    })
                })
                .collect()
        };
        read().map_err(|error| self.explain(directory, &error))
    }

    /// What stands at `path`, the last link not followed; `None` if nothing does.
    ///
    /// # Errors
    ///
    /// As for [`open`](Self::open).
    pub fn look(&self, path: &Utf8Path) -> Result<Option<Kind>, Fault> {
        match self.root.symlink_metadata(path) {
            Ok(metadata) => Ok(Some(kind(metadata.file_type()))),
            Err(error) => match self.explain(path, &error) {
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
        match self.root.metadata(path) {
            Ok(metadata) => Ok(kind(metadata.file_type())),
            Err(error) => Err(self.explain(path, &error)),
        }
    }

    /// Opens the regular file at `path`; a link is followed within the tree.
    ///
    /// # Errors
    ///
    /// The [`Fault`] says why it cannot be opened. Nothing waits: a FIFO is
    /// refused at once.
    pub fn open(&self, path: &Utf8Path) -> Result<Opened, Fault> {
        tracing::trace!(%path, "open");
        let mut options = OpenOptions::new();
        options.read(true).nonblock(true);
        let file = self
            .root
            .open_with(path, &options)
            .map_err(|error| self.explain(path, &error))?;
        let metadata = file.metadata().map_err(|error| fault(&error))?;
        if !metadata.is_file() {
            return Err(Fault::NotRegular);
        }
        let modified = metadata
            .modified()
            .map_or(SystemTime::UNIX_EPOCH, cap_std::time::SystemTime::into_std);
        Ok(Opened {
            file,
            bytes: metadata.len(),
            modified,
        })
    }

    /// Names the fault of `path`, which the bare error does not always tell.
    fn explain(&self, path: &Utf8Path, error: &io::Error) -> Fault {
        match fault(error) {
            Fault::Missing if self.is_link(path) => Fault::Dangling,
            other => other,
        }
    }

    fn is_link(&self, path: &Utf8Path) -> bool {
        self.root
            .symlink_metadata(path)
            .is_ok_and(|metadata| metadata.file_type().is_symlink())
    }
}

impl Opened {
    /// Reads the file to its end.
    ///
    /// # Errors
    ///
    /// [`Fault::TooLarge`] when it holds more than `limit` bytes, also when it
    /// grew over that since it was opened: at most `limit` + 1 are ever read.
    pub fn read(mut self, limit: u64) -> Result<Vec<u8>, Fault> {
        if self.bytes > limit {
            return Err(Fault::TooLarge {
                bytes: self.bytes,
                limit,
            });
        }
        // One byte more than it should hold, so that its end needs no second buffer.
        let mut content = Vec::with_capacity(usize::try_from(self.bytes).unwrap_or(0) + 1);
        (&mut self.file)
            .take(limit.saturating_add(1))
            .read_to_end(&mut content)
            .map_err(|error| fault(&error))?;
        match content.len() as u64 {
            bytes if bytes > limit => Err(Fault::TooLarge { bytes, limit }),
            _ => Ok(content),
        }
    }
}

/// The empty path is the directory itself.
fn here(path: &Utf8Path) -> &Utf8Path {
    if path.as_str().is_empty() {
        Utf8Path::new(".")
    } else {
        path
    }
}

fn kind(file_type: FileType) -> Kind {
    if file_type.is_file() {
        Kind::File
    } else if file_type.is_dir() {
        Kind::Directory
    } else if file_type.is_symlink() {
        Kind::Link
    } else {
        Kind::Other
    }
}

fn name(name: std::ffi::OsString) -> Name {
    match name.into_string() {
        Ok(name) => Name::Utf8(name),
        Err(foreign) => {
            let mut shown = String::new();
            for chunk in foreign.as_encoded_bytes().utf8_chunks() {
                shown.push_str(chunk.valid());
                for byte in chunk.invalid() {
                    shown.push_str(&format!("\\x{byte:02x}"));
                }
            }
            Name::Foreign {
                matched: foreign.to_string_lossy().into_owned(),
                shown,
            }
        }
    }
}

fn fault(error: &io::Error) -> Fault {
    // The resolver's own refusal to leave the tree carries no error number.
    if error.raw_os_error().is_none() && error.kind() == io::ErrorKind::PermissionDenied {
        return Fault::Outside;
    }
    match Errno::from_io_error(error) {
        Some(Errno::XDEV) => return Fault::Outside,
        Some(Errno::LOOP) => return Fault::Loop,
        Some(Errno::NAMETOOLONG) => return Fault::TooLong,
        Some(Errno::MFILE | Errno::NFILE) => return Fault::Busy,
        Some(Errno::NXIO | Errno::NODEV) => return Fault::NotRegular,
        _ => {}
    }
    match error.kind() {
        io::ErrorKind::NotFound => Fault::Missing,
        io::ErrorKind::PermissionDenied => Fault::Permission,
        io::ErrorKind::NotADirectory => Fault::NotDirectory,
        io::ErrorKind::IsADirectory => Fault::NotRegular,
        other => Fault::Other(other),
    }
}

/// Reads with the process's whole authority.
pub mod ambient {
    use super::*;

    /// The largest table or project file that is read, in bytes.
    pub const MAX_FILE_BYTES: u64 = 1 << 20;

    /// Reads a table or a project file, at most [`MAX_FILE_BYTES`] of it.
    ///
    /// # Errors
    ///
    /// As [`Sandbox::open`] and [`Opened::read`].
    pub fn read(path: &Utf8Path) -> Result<Vec<u8>, Fault> {
        let mut options = OpenOptions::new();
        options.read(true).nonblock(true);
        let file = File::open_ambient_with(path, &options, ambient_authority())
            .map_err(|error| fault(&error))?;
        let metadata = file.metadata().map_err(|error| fault(&error))?;
        if !metadata.is_file() {
            return Err(Fault::NotRegular);
        }
        Opened {
            file,
            bytes: metadata.len(),
            modified: SystemTime::UNIX_EPOCH,
        }
        .read(MAX_FILE_BYTES)
    }

    /// Whether a directory stands at `path`.
    pub fn is_directory(path: &Utf8Path) -> bool {
        Dir::open_ambient_dir(path, ambient_authority()).is_ok()
    }

    /// Creates a file that does not exist yet.
    ///
    /// # Errors
    ///
    /// The system's, [`io::ErrorKind::AlreadyExists`] among them: nothing is
    /// ever overwritten.
    pub fn create_new(path: &Utf8Path, content: &str) -> io::Result<()> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        let mut file = File::open_ambient_with(path, &options, ambient_authority())?;
        io::Write::write_all(&mut file, content.as_bytes())
    }

    /// The working directory.
    ///
    /// # Errors
    ///
    /// The system's, or that it is not UTF-8.
    pub fn working_directory() -> io::Result<Utf8PathBuf> {
        let path = std::env::current_dir()?;
        Utf8PathBuf::from_path_buf(path)
            .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "its path is not UTF-8"))
    }
}
