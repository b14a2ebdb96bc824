//! One document: its place, its metadata and its text.

use std::time::SystemTime;

use crate::documents::discover::FileInfo;
use crate::documents::fault::Fault;
use crate::documents::sandbox::{Opened, Sandbox};

/// The bytes at which a file is no text: RFC 2046 has no charset that holds it.
const NUL: u8 = 0;

/// A document that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// What it is and where it was found.
    pub info: FileInfo,
    /// Its text, byte for byte as stored.
    pub body: String,
    /// When it was last modified.
    pub modified: SystemTime,
}

/// A document that is open and not yet read.
#[derive(Debug)]
pub struct OpenDocument {
    info: FileInfo,
    opened: Opened,
}

impl OpenDocument {
    /// Opens a document that was found.
    ///
    /// # Errors
    ///
    /// The [`Fault`] that discovery saw, [`Fault::TooLarge`] when it has more
    /// than `limit` bytes, or what [`Sandbox::open`] says.
    pub fn open(sandbox: &Sandbox, info: FileInfo, limit: u64) -> Result<Self, (FileInfo, Fault)> {
        if let Some(fault) = info.fault.clone() {
            return Err((info, *fault));
        }
        match sandbox.open(&info.path) {
            Ok(Opened { bytes, .. }) if bytes > limit => {
                Err((info, Fault::TooLarge { bytes, limit }))
            }
            Ok(opened) => Ok(Self { info, opened }),
            Err(fault) => Err((info, fault)),
        }
    }

    /// Its size in bytes.
    pub fn bytes(&self) -> u64 {
        self.opened.bytes
    }

    /// When it was last modified.
    pub fn modified(&self) -> SystemTime {
        self.opened.modified
    }

    /// What it is and where it was found.
    pub fn into_info(self) -> FileInfo {
        self.info
    }

    /// Reads it whole.
    ///
    /// # Errors
    ///
    /// [`Fault::Binary`] when it holds a NUL, [`Fault::Encoding`] when it is not
    /// UTF-8, or what [`Opened::read`] says.
    pub fn read(self, limit: u64) -> Result<Document, (FileInfo, Fault)> {
        let Self { info, opened } = self;
        let modified = opened.modified;
        match opened.read(limit).and_then(text) {
            Ok(body) => Ok(Document {
                info,
                body,
                modified,
            }),
            Err(fault) => Err((info, fault)),
        }
    }
}

fn text(content: Vec<u8>) -> Result<String, Fault> {
    if let Some(at) = memchr::memchr(NUL, &content) {
        return Err(Fault::Binary(at));
    }
    String::from_utf8(content).map_err(|error| Fault::Encoding(error.utf8_error().valid_up_to()))
}
