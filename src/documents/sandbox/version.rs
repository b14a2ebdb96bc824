//! What tells one file from another, and one content of a file from the next.

use std::time::{Duration, SystemTime};

use rustix::fs::{Dev, Stat};

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
pub(super) fn nanoseconds(of: u64) -> u64 {
    of
}

/// The same.
#[cfg(not(target_os = "linux"))]
pub(super) fn nanoseconds(of: i64) -> u64 {
    u64::try_from(of).unwrap_or_default()
}
