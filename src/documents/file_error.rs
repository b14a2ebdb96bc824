//! The reasons why a file or a directory cannot be opened, read or written.

use std::io;

use crate::text::messages::messages;

messages! {
    /// Reasons why a file or a directory cannot be read.
    #[derive(Debug, Clone, PartialEq, Eq, Hash)]
    pub enum FileError {
        Missing = "fault_missing";
        /// A link whose target does not exist.
        Dangling = "fault_dangling";
        /// A link that leads out of the category.
        Outside = "fault_outside";
        Loop = "fault_loop";
        Permission = "fault_permission";
        /// A directory, FIFO, socket or device where a file was expected.
        NotRegular = "fault_not_regular";
        NotDirectory = "fault_not_directory";
        TooLong = "fault_too_long";
        /// A file that contains a NUL at this byte (counted from 0).
        Binary(position: usize) = "fault_binary";
        /// A file in UTF-16, of either byte order.
        Utf16 = "fault_utf16";
        /// A file that is not UTF-8 at this byte (counted from 0).
        Encoding(position: usize) = "fault_encoding";
        /// A path with a component that is a device on Windows, or that ends in a dot or a space.
        Reserved = "fault_reserved";
        /// A name that is not UTF-8.
        Name = "fault_name";
        /// A document larger than the project's `limits.file_bytes`.
        TooLarge {
            bytes: u64,
            limit: u64,
        } = "fault_too_large";
        /// A project file or a table of more than 1 MiB.
        TooLargeFile {
            bytes: u64,
            limit: u64,
        } = "fault_too_large_file";
        Busy = "fault_busy";
        /// A link on Windows, where links are not followed.
        Linked = "fault_linked";
        /// A file that cannot be opened on Windows because another program uses it.
        Locked = "fault_locked";
        /// A file that changes while it is read, or before it is replaced.
        Changing = "fault_changing";
        /// A file for which there is not enough memory.
        Memory = "fault_memory";
        /// The disk or the quota is full.
        Full = "fault_full";
        /// The file system is read-only, or the file to write has a mode that gives nobody write
        /// permission.
        ReadOnly = "fault_read_only";
        /// A file that cannot be given the required user and group.
        Owner = "fault_owner";
        /// Any other error. `code` is the system's error number, or 0 if the error has none.
        System(code: i32) = "fault_other";
    }
}

impl FileError {
    /// Converts `TooLarge` into `TooLargeFile`, for a project file or a table. `limits.file_bytes`
    /// does not apply to these files.
    pub(crate) fn for_config_file(self) -> Self {
        match self {
            Self::TooLarge { bytes, limit } => Self::TooLargeFile { bytes, limit },
            other => other,
        }
    }
}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> Self {
        if let Some(known) = of_number(&error) {
            return known;
        }
        match (error.kind(), error.raw_os_error()) {
            (io::ErrorKind::NotFound, _) => Self::Missing,
            (io::ErrorKind::PermissionDenied, _) => Self::Permission,
            (io::ErrorKind::NotADirectory, _) => Self::NotDirectory,
            (io::ErrorKind::IsADirectory, _) => Self::NotRegular,
            (io::ErrorKind::InvalidFilename, _) => Self::TooLong,
            (io::ErrorKind::OutOfMemory, _) => Self::Memory,
            (io::ErrorKind::ReadOnlyFilesystem, _) => Self::ReadOnly,
            (
                io::ErrorKind::StorageFull
                | io::ErrorKind::QuotaExceeded
                | io::ErrorKind::FileTooLarge,
                _,
            ) => Self::Full,
            (_, number) => Self::System(number.unwrap_or_default()),
        }
    }
}

/// Returns the error for a system error number that [`io::ErrorKind`] does not distinguish. Returns
/// `None` for all other numbers.
#[cfg(unix)]
fn of_number(error: &io::Error) -> Option<FileError> {
    use rustix::io::Errno;

    Some(match Errno::from_io_error(error)? {
        Errno::XDEV => FileError::Outside,
        Errno::LOOP => FileError::Loop,
        Errno::NXIO | Errno::NODEV => FileError::NotRegular,
        Errno::MFILE | Errno::NFILE => FileError::Busy,
        _ => return None,
    })
}

/// Returns the error for a system error number that [`io::ErrorKind`] does not distinguish ("System
/// Error Codes" in the Windows documentation). Returns `None` for all other numbers.
#[cfg(windows)]
fn of_number(error: &io::Error) -> Option<FileError> {
    Some(match error.raw_os_error()? {
        // ERROR_TOO_MANY_OPEN_FILES
        4 => FileError::Busy,
        // ERROR_SHARING_VIOLATION, ERROR_LOCK_VIOLATION
        32 | 33 => FileError::Locked,
        // ERROR_INVALID_NAME, ERROR_BAD_PATHNAME
        123 | 161 => FileError::Missing,
        // ERROR_TOO_MANY_LINKS (cap-std), ERROR_CANT_RESOLVE_FILENAME
        1142 | 1921 => FileError::Loop,
        // ERROR_STOPPED_ON_SYMLINK (cap-std)
        681 => FileError::Linked,
        // ERROR_DIRECTORY_NOT_SUPPORTED
        336 => FileError::NotRegular,
        _ => return None,
    })
}

/// The error of a call that was cancelled before it returned a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cancelled;
