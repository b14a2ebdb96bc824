//! Why a document or a directory cannot be delivered.

use std::io;

use crate::text::message::{WithReason, messages};
use crate::text::mustache::TemplateError;

/// A document or directory that matched and cannot be read: its path, relative to the category (or
/// prefixed with the category's name), and why.
pub type Unreadable = WithReason<String, FileError>;

messages! {
    /// Why a file or a directory cannot be read.
    #[derive(Debug, Clone, PartialEq, Eq, Hash)]
    pub enum FileError {
        Missing = "fault_missing";
        /// A link whose target does not exist.
        Dangling = "fault_dangling";
        /// A link that leads out of the category.
        Outside = "fault_outside";
        /// A directory of a found project that is an absolute path, or outside its folder.
        OutsideProject = "fault_outside_project";
        /// Nothing is there; the path begins with `~`.
        Home = "fault_home";
        /// Nothing is there; the path begins with `$`.
        Variable = "fault_variable";
        /// Nothing is there; the path holds a backslash, or what an escape stands for.
        Backslash = "fault_backslash";
        /// A link to a folder in the category, which wildcards do not follow.
        LinkedFolder { to: String } = "fault_linked_folder";
        /// A link that leads out, where wildcards would enter a folder.
        LinkedOutside = "fault_linked_outside";
        Loop = "fault_loop";
        Permission = "fault_permission";
        /// A directory, FIFO, socket or device where a file was expected.
        NotRegular = "fault_not_regular";
        NotDirectory = "fault_not_directory";
        TooLong = "fault_too_long";
        /// Holds a NUL at this byte (from 0).
        Binary(position: usize) = "fault_binary";
        /// A notebook of Jupyter's, whose JSON holds its pictures.
        Notebook = "fault_notebook";
        /// UTF-16, of either byte order.
        Utf16 = "fault_utf16";
        /// Not UTF-8 at this byte (from 0).
        Encoding(position: usize) = "fault_encoding";
        /// A name of its path is a device's on Windows, or ends in a dot or a blank.
        Reserved = "fault_reserved";
        /// The name itself is not UTF-8.
        Name = "fault_name";
        /// Over `limits.file_bytes` of the project.
        TooLarge {
            bytes: u64,
            limit: u64,
        } = "fault_too_large";
        /// A project's file or a table of more than 1 MiB.
        TooLargeFile {
            bytes: u64,
            limit: u64,
        } = "fault_too_large_file";
        Busy = "fault_busy";
        /// A link, on Windows.
        Linked = "fault_linked";
        /// Another program keeps it from being opened, on Windows.
        Locked = "fault_locked";
        /// It changes while it is read, or before it is replaced.
        Changing = "fault_changing";
        /// There is no memory to hold it.
        Memory = "fault_memory";
        /// The disk or the quota is full.
        Full = "fault_full";
        /// The file system is read-only, or the mode of a file that would be written lets nobody
        /// write it.
        ReadOnly = "fault_read_only";
        /// What would be written cannot belong to the same user and group.
        Owner = "fault_owner";
        /// A template that cannot be rendered.
        Template {
            /// Why.
            reason: Box<FileError>,
            /// The line, from 1.
            line: usize,
            /// The character of the line, from 1.
            column: usize,
        } = "fault_template";
        /// A template's partial that cannot be read or rendered.
        Partial {
            /// The partial's path, relative to the category.
            partial: String,
            /// Why.
            reason: Box<FileError>,
        } = "fault_partial";
        /// An error in a template.
        Mustache(reason: TemplateError) = "fault_mustache";
        /// Its Markdown is nested too deeply for its sections to be found.
        Nested = "fault_nested";
        /// Any other, by the system's number; 0 for none.
        System(code: i32) = "fault_other";
    }
}

impl FileError {
    /// Returns the error of a project's file or a table: `limits.file_bytes` is for documents.
    pub(crate) fn for_config_file(self) -> Self {
        match self {
            Self::TooLarge { bytes, limit } => Self::TooLargeFile { bytes, limit },
            other => other,
        }
    }

    /// Returns whether it is a link to a folder.
    pub fn is_linked_folder(&self) -> bool {
        matches!(self, Self::LinkedFolder { .. } | Self::LinkedOutside)
    }

    /// Returns whether a category whose directory has this error has no directory.
    pub fn is_no_directory(&self) -> bool {
        matches!(
            self,
            Self::Missing
                | Self::NotDirectory
                | Self::Dangling
                | Self::Home
                | Self::Variable
                | Self::Backslash
        )
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

/// Returns the error that a number of the system's means, where its kind does not tell.
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

/// Returns the error that a number of the system's means, where its kind does not tell
/// ("System Error Codes" of Windows' documentation).
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

/// The call was cancelled before it had a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cancelled;
