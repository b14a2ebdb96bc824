//! A regular file that is open, and the identity and the version of files.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::time::{Duration, SystemTime};

use rustix::buffer::spare_capacity;
use rustix::fs::{Dev, FileType, Stat};
use rustix::io::{pread, read, retry_on_intr};

use crate::documents::error::FileError;
use crate::text::buffer::buffer;

/// From which age on a change shows in the times of a stat: file systems count them in
/// steps of up to 2 s.
pub const MTIME_GRANULARITY: Duration = Duration::from_secs(3);

/// A regular file that is open.
#[derive(Debug)]
pub struct Opened {
    file: File,
    /// The size in bytes that the system had for it when it was opened.
    pub bytes: u64,
    /// When it was last modified.
    pub modified: SystemTime,
    /// Whether the file has blocks on a disk: then it ends where a read of its size does.
    /// Files of `/proc` and the like have none.
    has_blocks: bool,
}

impl Opened {
    /// Takes a file that is open, if it is a regular one.
    pub(super) fn new(file: OwnedFd) -> Result<Self, FileError> {
        let stat = rustix::fs::fstat(&file)?;
        if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
            return Err(FileError::NotRegular);
        }
        let seconds = u64::try_from(stat.st_mtime).map(Duration::from_secs);
        let nanoseconds = Duration::from_nanos(nanoseconds(stat.st_mtime_nsec));
        Ok(Self {
            file: File::from(file),
            bytes: u64::try_from(stat.st_size).unwrap_or_default(),
            modified: SystemTime::UNIX_EPOCH
                + seconds.map_or(Duration::ZERO, |it| it + nanoseconds),
            has_blocks: stat.st_blocks > 0,
        })
    }

    /// Returns its version, as it is now.
    pub fn version(&self) -> Result<Version, FileError> {
        Ok(Version::of(&rustix::fs::fstat(&self.file)?))
    }

    /// Reads the whole file, of at most `limit` bytes, whatever size it had when it was
    /// opened.
    pub fn read(&self, limit: u64) -> Result<Vec<u8>, FileError> {
        let too_large = |bytes| FileError::TooLarge { bytes, limit };
        if self.bytes > limit {
            return Err(too_large(self.bytes));
        }
        // One byte more, so that the end of the file is read without another buffer.
        let expected = usize::try_from(self.bytes.saturating_add(1));
        let mut content = buffer(expected.map_err(|_| FileError::Memory)?)?;
        if self.has_blocks {
            retry_on_intr(|| read(&self.file, spare_capacity(&mut content)))?;
            if content.len() as u64 == self.bytes {
                return Ok(content);
            }
        }
        let most = limit.saturating_add(1).saturating_sub(content.len() as u64);
        (&self.file).take(most).read_to_end(&mut content)?;
        match content.len() as u64 {
            read if read > limit => Err(too_large(read)),
            _ => Ok(content),
        }
    }

    /// Reads at most `most` bytes of the file's beginning. Later reads begin there, too.
    pub fn beginning(&self, most: usize) -> io::Result<Vec<u8>> {
        let mut content = Vec::with_capacity(most);
        loop {
            let at = content.len() as u64;
            let read = retry_on_intr(|| pread(&self.file, spare_capacity(&mut content), at))?;
            let is_whole = self.has_blocks && content.len() as u64 == self.bytes;
            if read == 0 || is_whole || content.len() >= most {
                content.truncate(most);
                return Ok(content);
            }
        }
    }
}

/// The device and the inode of a directory or a file, which no other has while it is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Identity {
    device: Dev,
    inode: u64,
}

/// The metadata that changes with the content of a file.
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

    /// Returns the owner of the file.
    pub fn owner(&self) -> Owner {
        self.owner
    }

    /// Returns the time since the file's last change; `None` if that is in the future.
    pub fn age(&self) -> Option<Duration> {
        let (seconds, nanoseconds) = self.changed;
        let now = SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH)
            .ok()?;
        let changed = Duration::from_secs(seconds.try_into().ok()?);
        now.checked_sub(changed + Duration::from_nanos(nanoseconds))
    }
}

/// Returns the nanoseconds of a stat, whose type is the system's.
fn nanoseconds(of: impl TryInto<u64>) -> u64 {
    of.try_into().unwrap_or_default()
}
