//! Reading the entries of an open directory.

use std::ffi::OsStr;
#[cfg(target_os = "linux")]
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::ffi::OsStrExt;

use rustix::fs::AtFlags;

/// The buffer for the entries that one system call returns: some hundred names.
#[cfg(target_os = "linux")]
const READ_BYTES: usize = 32 * 1024;

/// What an entry of a directory is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileType {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link.
    Link,
    /// A FIFO, socket or device.
    Other,
}

impl FileType {
    pub(super) fn from_mode(mode: rustix::fs::RawMode) -> Self {
        Self::of(rustix::fs::FileType::from_raw_mode(mode))
    }

    fn of(file_type: rustix::fs::FileType) -> Self {
        match file_type {
            rustix::fs::FileType::RegularFile => Self::File,
            rustix::fs::FileType::Directory => Self::Directory,
            rustix::fs::FileType::Symlink => Self::Link,
            _ => Self::Other,
        }
    }
}

/// One entry of a directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirEntry {
    /// The name, or what can be shown of it where it is not UTF-8.
    pub name: EntryName,
    /// What it is; links are not followed.
    pub kind: FileType,
}

/// A name in a directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryName {
    /// A UTF-8 name.
    Utf8(String),
    /// Any other.
    NonUtf8(NonUtf8Name),
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

/// Hands each entry of an open directory to `each` by its name and kind, in the
/// system's order, until it breaks.
pub(super) fn read(
    directory: impl AsFd,
    mut each: impl FnMut(Result<&str, NonUtf8Name>, FileType) -> ControlFlow<()>,
) -> rustix::io::Result<ControlFlow<()>> {
    let directory = directory.as_fd();
    #[cfg(target_os = "linux")]
    let mut buffer = [MaybeUninit::uninit(); READ_BYTES];
    #[cfg(target_os = "linux")]
    let mut entries = rustix::fs::RawDir::new(directory, &mut buffer);
    #[cfg(not(target_os = "linux"))]
    let mut entries = rustix::fs::Dir::read_from(directory)?;
    while let Some(entry) = entries.next() {
        let entry = entry?;
        let name = entry.file_name().to_bytes();
        if matches!(name, b"." | b"..") {
            continue;
        }
        let kind = kind(directory, name, entry.file_type());
        let flow = each(
            std::str::from_utf8(name).map_err(|_| NonUtf8Name::of(name)),
            kind,
        );
        if flow.is_break() {
            return Ok(flow);
        }
    }
    Ok(ControlFlow::Continue(()))
}

fn kind(directory: BorrowedFd<'_>, name: &[u8], known: rustix::fs::FileType) -> FileType {
    if known != rustix::fs::FileType::Unknown {
        return FileType::of(known);
    }
    // Some file systems do not say.
    let name = OsStr::from_bytes(name);
    let stat = rustix::fs::statat(directory, name, AtFlags::SYMLINK_NOFOLLOW);
    stat.map_or(FileType::Other, |stat| FileType::from_mode(stat.st_mode))
}
