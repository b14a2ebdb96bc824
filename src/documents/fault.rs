//! Why a document or a directory cannot be delivered.

/// A document or directory that matched and could not be delivered.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Unreadable {
    /// Its path, relative to the category (or prefixed with the category's name).
    pub path: String,
    /// Why.
    pub fault: Fault,
}

/// Why the sandbox could not deliver something.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Fault {
    /// Nothing is there (any more).
    Missing,
    /// A link whose target does not exist.
    Dangling,
    /// A link that leads out of the category.
    Outside,
    /// A category directory outside a found project's folder.
    OutsideProject,
    /// A cycle of links.
    Loop,
    /// The system's permissions forbid it.
    Permission,
    /// A directory, FIFO, socket or device where a file was expected.
    NotRegular,
    /// A file where a directory was expected.
    NotDirectory,
    /// Longer than the system's limit.
    TooLong,
    /// Holds a NUL at this byte (from 0).
    Binary(usize),
    /// Not UTF-8 at this byte (from 0).
    Encoding(usize),
    /// The name itself is not UTF-8.
    Name,
    /// Over the project's `limits.file_bytes`.
    TooLarge {
        /// Size in bytes.
        bytes: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// Too many files are open in the process or the system.
    Busy,
    /// It does not stay the same while it is read.
    Changing,
    /// There is no memory to hold it.
    Memory,
    /// Anything else, as the system calls it (never a path).
    Other(std::io::ErrorKind),
}

/// The call was cancelled before it had a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cancelled;
