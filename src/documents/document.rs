//! One document: opened, checked and read.

use std::str;
use std::time::SystemTime;

use camino::Utf8Path;

use crate::documents::discover::FileInfo;
use crate::documents::error::FileError;
use crate::documents::sandbox::{Opened, Sandbox};
use crate::text::frontmatter::About;

/// The byte at which a file is no text: RFC 2046 has no charset that holds it.
const NUL: u8 = 0;

/// How much of a document is read for what it says of itself, in bytes.
const BEGINNING: usize = 8 * 1024;

/// A document that is open and not yet read.
#[derive(Debug)]
pub struct OpenDocument(Opened);

impl OpenDocument {
    /// Opens a document that was found.
    ///
    /// # Errors
    ///
    /// The [`FileError`] that discovery saw, [`FileError::TooLarge`] when it has more
    /// than `limit` bytes, or what [`Sandbox::open`] says.
    pub fn open(files: &Sandbox, info: &FileInfo, limit: u64) -> Result<Self, FileError> {
        if let Some(error) = &info.error {
            return Err(FileError::clone(error));
        }
        Self::at(files, &info.path, limit)
    }

    /// Opens a file at a path.
    ///
    /// # Errors
    ///
    /// As for [`open`](Self::open).
    pub(super) fn at(files: &Sandbox, path: &Utf8Path, limit: u64) -> Result<Self, FileError> {
        let opened = files.open(path)?;
        match opened.bytes {
            bytes if bytes > limit => Err(FileError::TooLarge { bytes, limit }),
            _ => Ok(Self(opened)),
        }
    }

    /// Its size in bytes.
    pub fn bytes(&self) -> u64 {
        self.0.bytes
    }

    /// When it was last modified.
    pub fn modified(&self) -> SystemTime {
        self.0.modified
    }

    /// Reads it to its end, byte for byte.
    ///
    /// # Errors
    ///
    /// [`FileError::Binary`] if it has a NUL, [`FileError::Encoding`] if it is not UTF-8, or
    /// what [`Opened::read`] says.
    pub fn read(&self, limit: u64) -> Result<String, FileError> {
        let content = self.0.read(limit)?;
        check_nul(&content)?;
        String::from_utf8(content)
            .map_err(|error| FileError::Encoding(error.utf8_error().valid_up_to()))
    }

    /// What a Markdown document says of itself in its first 8 KiB: nothing, where
    /// these are no text.
    pub fn about(&self) -> About {
        (self.0.beginning(BEGINNING)).map_or_else(|_| About::default(), about)
    }
}

/// What a Markdown text says of itself in its first 8 KiB, of which there may be more.
pub fn about(mut content: Vec<u8>) -> About {
    let whole = content.len() < BEGINNING;
    if !whole {
        content.truncate(BEGINNING);
        // The last line is not.
        content.truncate(memchr::memrchr(b'\n', &content).map_or(0, |end| end + 1));
    }
    match str::from_utf8(&content) {
        Ok(lines) if check_nul(&content).is_ok() => About::of(lines, whole),
        _ => About::default(),
    }
}

pub(super) fn check_nul(bytes: &[u8]) -> Result<(), FileError> {
    match memchr::memchr(NUL, bytes) {
        Some(at) => Err(FileError::Binary(at)),
        None => Ok(()),
    }
}
