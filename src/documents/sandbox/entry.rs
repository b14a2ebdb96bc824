//! What is listed of a directory.

use rustix::fs::FileType;

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

impl Kind {
    pub(super) fn of(file_type: FileType) -> Self {
        match file_type {
            FileType::RegularFile => Self::File,
            FileType::Directory => Self::Directory,
            FileType::Symlink => Self::Link,
            _ => Self::Other,
        }
    }
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
    /// Any other.
    Foreign(Foreign),
}

/// A name that is not UTF-8.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Foreign {
    /// What patterns are matched against: U+FFFD in place of what is not UTF-8.
    pub matched: String,
    /// What messages show: those bytes as `\xNN`.
    pub shown: String,
}
