//! An open regular file.

use std::fs::File;
use std::io::{self, Read, Seek};

use super::stat::{FileType, Stat, Version};

use crate::documents::file_error::FileError;

/// The minimum number of bytes that the first read of a file requests.
const LEAST: u64 = 4096;

/// An open regular file.
#[derive(Debug)]
pub struct Opened {
    file: File,
    /// The version of the file when it was opened.
    pub version: Version,
}

impl Opened {
    /// Wraps an open file, which must be a regular file.
    pub(super) fn new(file: File) -> Result<Self, FileError> {
        let stat = Stat::of_file(&file)?;
        if stat.kind != FileType::RegularFile {
            return Err(FileError::NotRegular);
        }
        Ok(Self {
            file,
            version: stat.version,
        })
    }

    /// Returns the current version of the file.
    pub fn current_version(&self) -> Result<Version, FileError> {
        Ok(Stat::of_file(&self.file)?.version)
    }

    /// Returns a reader of the file from its beginning.
    pub(super) fn into_reader(self) -> impl Read {
        self.file
    }

    /// Reads the whole file, which may have at most `limit` bytes, even if its size has changed
    /// since it was opened.
    pub fn read(&self, limit: u64) -> Result<Vec<u8>, FileError> {
        let too_large = |bytes| FileError::TooLarge { bytes, limit };
        if self.version.bytes > limit {
            return Err(too_large(self.version.bytes));
        }
        // Requests one byte more than the file should have, so that a read that returns only the
        // expected size has reached the end. Files of the kernel report no size, and some of them
        // must be read in one call.
        let most = limit.saturating_add(1);
        let room = self.version.bytes.saturating_add(1).max(LEAST).min(most);
        let room = usize::try_from(room).map_err(|_| FileError::Memory)?;
        let mut content = Vec::new();
        (content.try_reserve_exact(room)).map_err(|_| FileError::Memory)?;
        content.resize(room, 0);
        let read = loop {
            match (&self.file).read(&mut content) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        content.truncate(read);
        if read as u64 != self.version.bytes {
            (&self.file)
                .take(most.saturating_sub(read as u64))
                .read_to_end(&mut content)?;
        }
        match content.len() as u64 {
            read if read > limit => Err(too_large(read)),
            _ => Ok(content),
        }
    }

    /// Reads at most `most` bytes from the beginning of the file. Later reads also start there.
    pub fn beginning(&self, most: usize) -> io::Result<Vec<u8>> {
        let mut content = Vec::with_capacity(most);
        (&self.file).take(most as u64).read_to_end(&mut content)?;
        (&self.file).rewind()?;
        Ok(content)
    }

    /// Reads the whole file like [`Self::read`]. The content must be UTF-8 without a NUL.
    pub fn text(&self, limit: u64) -> Result<String, FileError> {
        let content = self.read(limit)?;
        if is_utf16(&content) {
            return Err(FileError::Utf16);
        }
        check_nul(&content)?;
        String::from_utf8(content)
            .map_err(|error| FileError::Encoding(error.utf8_error().valid_up_to()))
    }
}

/// Returns whether `content` begins with the byte order mark of UTF-16, or with ASCII characters
/// encoded in UTF-16.
fn is_utf16(content: &[u8]) -> bool {
    match content {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => true,
        [0, a, 0, b, 0, c, ..] | [a, 0, b, 0, c, 0, ..] => [a, b, c]
            .iter()
            .all(|byte| matches!(byte, b'\t'..=b'\r' | b' '..=b'~')),
        _ => false,
    }
}

/// Returns an error if `bytes` contains a NUL, which no charset of RFC 2046 allows in text.
pub fn check_nul(bytes: &[u8]) -> Result<(), FileError> {
    match memchr::memchr(0, bytes) {
        Some(at) => Err(FileError::Binary(at)),
        None => Ok(()),
    }
}
