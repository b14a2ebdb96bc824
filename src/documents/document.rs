//! One document: opened, checked and read.

use std::str;
use std::time::SystemTime;

use camino::Utf8Path;

use crate::documents::discover::FileInfo;
use crate::documents::error::FileError;
use crate::documents::sandbox::{Opened, Reach, Tree, Version};
use crate::text::escape::Escaped;
use crate::text::frontmatter::About;

/// A document that is open and not yet read.
#[derive(Debug)]
pub struct OpenDocument(Opened);

impl OpenDocument {
    /// How much of a document is read for its title and description, in bytes.
    pub const BEGINNING: usize = 8 * 1024;

    /// Opens a document that was found, of at most `limit` bytes.
    pub fn open(files: &Tree, info: &FileInfo, limit: u64) -> Result<Self, FileError> {
        if let Some(error) = &info.error {
            return Err(FileError::clone(error));
        }
        Self::at(files, &info.path, limit)
    }

    /// Opens the document at a path, of at most `limit` bytes.
    pub(super) fn at(files: &Tree, path: &Utf8Path, limit: u64) -> Result<Self, FileError> {
        tracing::trace!(path = %Escaped(path.as_str()), "open");
        let opened = files.open(path, Reach::Beneath)?;
        match opened.bytes {
            bytes if bytes > limit => Err(FileError::TooLarge { bytes, limit }),
            _ => Ok(Self(opened)),
        }
    }

    /// Returns its size in bytes.
    pub fn bytes(&self) -> u64 {
        self.0.bytes
    }

    /// Returns when it was last modified.
    pub fn modified(&self) -> SystemTime {
        self.0.modified
    }

    /// Returns the version of its file, as it is now.
    pub fn version(&self) -> Result<Version, FileError> {
        self.0.version()
    }

    /// Reads all of its bytes.
    pub fn bytes_read(&self, limit: u64) -> Result<Vec<u8>, FileError> {
        self.0.read(limit)
    }

    /// Reads all of it, which must be UTF-8 without a NUL.
    pub fn read(&self, limit: u64) -> Result<String, FileError> {
        let content = self.0.read(limit)?;
        check_nul(&content)?;
        String::from_utf8(content)
            .map_err(|error| FileError::Encoding(error.utf8_error().valid_up_to()))
    }

    /// Returns the title and description that a Markdown document has in its first 8 KiB.
    pub fn about(&self) -> About {
        (self.0.beginning(Self::BEGINNING)).map_or_else(|_| About::default(), about)
    }

    /// Returns the whole lines at its beginning, as many as frontmatter may have; none if they
    /// are no UTF-8.
    pub fn head(&self) -> String {
        let most = crate::limits::MAX_FRONTMATTER_BYTES + 1;
        let mut lines = self.0.beginning(most).unwrap_or_default();
        lines.truncate(memchr::memrchr(b'\n', &lines).map_or(0, |end| end + 1));
        String::from_utf8(lines).unwrap_or_default()
    }
}

/// Returns the title and description of a Markdown document that begins with these
/// bytes. They are looked for in the whole lines of the first 8 KiB.
pub fn about(mut content: Vec<u8>) -> About {
    let whole = content.len() < OpenDocument::BEGINNING;
    if !whole {
        content.truncate(OpenDocument::BEGINNING);
        content.truncate(memchr::memrchr(b'\n', &content).map_or(0, |end| end + 1));
    }
    match str::from_utf8(&content) {
        Ok(lines) if check_nul(&content).is_ok() => About::of(lines, whole),
        _ => About::default(),
    }
}

/// Returns the error of a NUL, which no charset of RFC 2046 has in a text.
pub(super) fn check_nul(bytes: &[u8]) -> Result<(), FileError> {
    match memchr::memchr(0, bytes) {
        Some(at) => Err(FileError::Binary(at)),
        None => Ok(()),
    }
}
