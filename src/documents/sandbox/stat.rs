//! The metadata of a file: its type, identity, owner and version.

use std::fmt;
use std::fs::File;
use std::io;
use std::time::{Duration, SystemTime};

use camino::Utf8Path;
#[cfg(unix)]
use cap_std::fs::MetadataExt;
use cap_std::fs::{Dir, Metadata};

use super::{Purpose, system};

/// The minimum age of a file's version at which any further change is sure to change the file's
/// times. File systems store times in steps of up to 2 s.
pub const MTIME_GRANULARITY: Duration = Duration::from_secs(3);

/// The type of a directory entry. Links have their own type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileType {
    RegularFile,
    Directory,
    /// A symbolic link; on Windows also a junction.
    Symlink,
    /// A FIFO, socket or device, or a type that the system does not report.
    Other,
}

#[cfg(unix)]
impl From<rustix::fs::FileType> for FileType {
    fn from(kind: rustix::fs::FileType) -> Self {
        match kind {
            rustix::fs::FileType::RegularFile => Self::RegularFile,
            rustix::fs::FileType::Directory => Self::Directory,
            rustix::fs::FileType::Symlink => Self::Symlink,
            _ => Self::Other,
        }
    }
}

/// The metadata of a file or a directory.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stat {
    pub kind: FileType,
    pub version: Version,
    #[cfg(unix)]
    pub group: u32,
    #[cfg(unix)]
    pub mode: rustix::fs::Mode,
    /// Whether the read-only attribute of the file is set.
    #[cfg(windows)]
    pub is_read_only: bool,
}

impl Stat {
    /// Converts the system's metadata.
    pub fn of(found: &Metadata) -> Self {
        let modified = found.modified().map(cap_std::time::SystemTime::into_std);
        let modified = modified.unwrap_or(SystemTime::UNIX_EPOCH);
        #[cfg(unix)]
        let changed = SystemTime::UNIX_EPOCH
            + Duration::new(
                found.ctime().try_into().unwrap_or_default(),
                found.ctime_nsec().try_into().unwrap_or_default(),
            );
        Self {
            kind: match found.file_type() {
                kind if kind.is_symlink() => FileType::Symlink,
                kind if kind.is_dir() => FileType::Directory,
                kind if kind.is_file() => FileType::RegularFile,
                _ => FileType::Other,
            },
            version: Version {
                identity: Identity {
                    device: cap_fs_ext::MetadataExt::dev(found),
                    inode: cap_fs_ext::MetadataExt::ino(found),
                },
                #[cfg(unix)]
                owner: Owner(found.uid()),
                #[cfg(windows)]
                owner: Owner(),
                bytes: found.len(),
                modified,
                #[cfg(unix)]
                changed,
                #[cfg(windows)]
                changed: modified,
            },
            #[cfg(unix)]
            group: found.gid(),
            #[cfg(unix)]
            mode: rustix::fs::Mode::from_raw_mode(found.mode() as rustix::fs::RawMode),
            #[cfg(windows)]
            is_read_only: found.permissions().readonly(),
        }
    }

    /// Returns the metadata of the file at `path`, wherever the path leads. Links are followed.
    pub fn at(from: Option<&Dir>, path: &Utf8Path) -> io::Result<Self> {
        Self::of_file(&system::open_at(from, path, Purpose::Stat)?)
    }

    /// Returns the metadata of an open file. `fstat` takes half the time of [`Metadata`].
    #[cfg(unix)]
    pub fn of_file(open: &File) -> io::Result<Self> {
        // The integer types differ between systems.
        fn unsigned(number: impl TryInto<u64>) -> u64 {
            number.try_into().unwrap_or_default()
        }
        let time = |seconds: i64, nanoseconds: u64| {
            let since = Duration::from_secs(unsigned(seconds)) + Duration::from_nanos(nanoseconds);
            SystemTime::UNIX_EPOCH + since
        };
        let found = rustix::fs::fstat(open)?;
        Ok(Self {
            kind: rustix::fs::FileType::from_raw_mode(found.st_mode).into(),
            version: Version {
                identity: Identity {
                    device: unsigned(found.st_dev),
                    inode: found.st_ino,
                },
                owner: Owner(found.st_uid),
                bytes: unsigned(found.st_size),
                modified: time(found.st_mtime, unsigned(found.st_mtime_nsec)),
                changed: time(found.st_ctime, unsigned(found.st_ctime_nsec)),
            },
            group: found.st_gid,
            mode: rustix::fs::Mode::from_raw_mode(found.st_mode),
        })
    }

    /// Returns the metadata of an open file.
    #[cfg(windows)]
    pub fn of_file(open: &File) -> io::Result<Self> {
        Ok(Self::of(&Metadata::from_file(open)?))
    }
}

/// The device and the inode of a directory or a file, which are unique while it is open. On
/// Windows, these are the serial number of the volume and the index of the file on the volume.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Identity {
    pub(super) device: u64,
    pub(super) inode: u64,
}

impl fmt::Display for Identity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.device, self.inode)
    }
}

/// The metadata that changes with the content of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Version {
    pub(super) identity: Identity,
    pub(crate) owner: Owner,
    /// The size of the file in bytes.
    pub bytes: u64,
    /// The time of the last modification.
    pub modified: SystemTime,
    /// The time of the last change of the content or the metadata. Windows does not report this
    /// time, so it is the same as `modified`.
    pub(super) changed: SystemTime,
}

/// The user who owns a file or a directory. On Windows, owners are not checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Owner(#[cfg(unix)] pub(super) u32);

impl Owner {
    /// Returns whether the owner is the user that this process runs as. For the superuser, also
    /// returns true for the user that called `sudo` (`SUDO_UID`). This is Git's rule (see
    /// `safe.directory` in git-config(1)).
    #[cfg(unix)]
    pub fn is_user(self) -> bool {
        let user = rustix::process::geteuid();
        let by_sudo = || std::env::var("SUDO_UID").ok()?.parse().ok();
        self.0 == user.as_raw() || user.is_root() && by_sudo() == Some(self.0)
    }

    /// Returns true, because owners are not checked.
    #[cfg(windows)]
    pub fn is_user(self) -> bool {
        true
    }
}

impl Version {
    /// Returns the time since the last change of the file, or `None` if that change is dated in the
    /// future.
    pub fn age(&self) -> Option<Duration> {
        self.changed.elapsed().ok()
    }
}
