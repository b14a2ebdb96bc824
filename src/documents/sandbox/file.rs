//! A regular file that is open, and the identity and the version of files.

use std::os::fd::OwnedFd;
use std::time::{Duration, SystemTime};

use rustix::buffer::spare_capacity;
use rustix::fs::{Dev, FileType, Stat};
use rustix::io::Errno;

use crate::documents::error::FileError;
use crate::text::buffer;

/// How much more is read at once of a file that is longer than it was said to be.
const CHUNK: usize = 64 * 1024;

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

impl Opened {
    /// Takes a file that is open, if it is a regular one.
    pub(super) fn new(file: OwnedFd) -> Result<Self, FileError> {
        let stat = rustix::fs::fstat(&file)?;
        if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
            return Err(FileError::NotRegular);
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
    pub fn version(&self) -> Result<Version, FileError> {
        Ok(Version::of(&rustix::fs::fstat(&self.file)?))
    }

    /// Reads the file to its end, whatever size it had when it was opened.
    ///
    /// # Errors
    ///
    /// [`FileError::TooLarge`] if it has more than `limit` bytes, also if it grew over the
    /// limit since it was opened, [`FileError::Memory`], or the system's error.
    pub fn read(&self, limit: u64) -> Result<Vec<u8>, FileError> {
        let too_large = |bytes| FileError::TooLarge { bytes, limit };
        if self.bytes > limit {
            return Err(too_large(self.bytes));
        }
        // One byte more than is expected, so that a read of all of it is a short one.
        let expected = usize::try_from(self.bytes.saturating_add(1));
        let expected = expected.map_err(|_| FileError::Memory)?;
        let mut content = buffer::bytes(expected)?;
        loop {
            if content.len() == content.capacity() {
                content.try_reserve(content.len().max(CHUNK))?;
            }
            match rustix::io::read(&self.file, spare_capacity(&mut content)) {
                Err(Errno::INTR) => continue,
                Ok(0) => return Ok(content),
                read => read?,
            };
            let read = content.len() as u64;
            if read > limit {
                return Err(too_large(limit + 1));
            }
            // A short read is not the end of every kind of file.
            if self.stored && read == self.bytes && content.len() < content.capacity() {
                return Ok(content);
            }
        }
    }

    /// Reads the file's beginning: at most so many bytes, and less where it ends. What
    /// is read otherwise still begins there.
    ///
    /// # Errors
    ///
    /// The system's.
    pub fn beginning(&self, most: usize) -> Result<Vec<u8>, FileError> {
        let mut content = vec![0; most];
        let mut held = 0;
        // What is stored has no more than it was said to have.
        while held < most && !(self.stored && held as u64 == self.bytes) {
            match rustix::io::pread(&self.file, &mut content[held..], held as u64) {
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
                Ok(0) => break,
                Ok(came) => held += came,
            }
        }
        content.truncate(held);
        Ok(content)
    }
}

fn modified(stat: &Stat) -> SystemTime {
    let nanoseconds = Duration::from_nanos(nanoseconds(stat.st_mtime_nsec));
    match u64::try_from(stat.st_mtime) {
        Ok(seconds) => SystemTime::UNIX_EPOCH + Duration::from_secs(seconds) + nanoseconds,
        Err(_) => SystemTime::UNIX_EPOCH,
    }
}

/// What tells a directory or file from every other, as long as one that has it
/// is open: the numbers of its device and its inode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Identity {
    device: Dev,
    inode: u64,
}

/// What tells one content of a file from another without reading it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Version {
    identity: Identity,
    owner: Owner,
    bytes: i64,
    modified: (i64, u64),
    changed: (i64, u64),
}

/// The user to whom a file or a directory belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Owner(u32);

impl Owner {
    pub(super) fn of(stat: &Stat) -> Self {
        Self(stat.st_uid)
    }

    /// Returns true if it is the user that this process runs as; for the superuser
    /// also if it is the user that called `sudo` (`SUDO_UID`). It is git's rule, see
    /// `safe.directory` in git-config(1).
    pub fn is_user(self) -> bool {
        let user = rustix::process::geteuid();
        let by_sudo = || std::env::var("SUDO_UID").ok()?.parse().ok();
        self.0 == user.as_raw() || user.is_root() && by_sudo() == Some(self.0)
    }
}

impl Identity {
    pub(super) fn of(stat: &Stat) -> Self {
        Self {
            device: stat.st_dev,
            inode: stat.st_ino,
        }
    }
}

impl Version {
    pub(super) fn of(stat: &Stat) -> Self {
        Self {
            identity: Identity::of(stat),
            owner: Owner::of(stat),
            bytes: stat.st_size,
            modified: (stat.st_mtime, nanoseconds(stat.st_mtime_nsec)),
            changed: (stat.st_ctime, nanoseconds(stat.st_ctime_nsec)),
        }
    }

    /// The owner of the file.
    pub fn owner(&self) -> Owner {
        self.owner
    }

    /// How long ago the file last changed; `None` where that lies in the future.
    pub fn age(&self) -> Option<Duration> {
        let (seconds, nanoseconds) = self.changed;
        let since =
            Duration::from_secs(u64::try_from(seconds).ok()?) + Duration::from_nanos(nanoseconds);
        SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH + since)
            .ok()
    }
}

/// The nanoseconds of a stat, whose type is the system's.
#[cfg(target_os = "linux")]
fn nanoseconds(of: u64) -> u64 {
    of
}

/// The same.
#[cfg(not(target_os = "linux"))]
fn nanoseconds(of: i64) -> u64 {
    u64::try_from(of).unwrap_or_default()
}
