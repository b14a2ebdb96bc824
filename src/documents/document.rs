//! One document: opened, checked and read.

use std::str;
use std::time::SystemTime;

use camino::Utf8Path;

use crate::documents::discover::FileInfo;
use crate::documents::fault::Fault;
use crate::documents::sandbox::{Files, Opened};
use crate::text::frontmatter::{self, About};
use crate::text::multipart::Chunks;
use crate::text::room::{NoRoom, ROOM, Room};

/// The byte at which a file is no text: RFC 2046 has no charset that holds it.
const NUL: u8 = 0;

/// How much of a document is read for what it says of itself, in bytes.
const BEGINNING: usize = 8 * 1024;

/// A document that is open and not yet read.
#[derive(Debug)]
pub struct OpenDocument(Opened);

/// Room for a chunk of a document, which is kept from one document to the next: it is
/// there from the first that is read on.
#[derive(Debug, Default)]
pub struct Buffer(Option<Room>);

impl Buffer {
    fn room(&mut self) -> Result<&mut Room, NoRoom> {
        match &mut self.0 {
            Some(room) => Ok(room),
            none => Ok(none.insert(Room::new()?)),
        }
    }
}

impl OpenDocument {
    /// Opens a document that was found.
    ///
    /// # Errors
    ///
    /// The [`Fault`] that discovery saw, [`Fault::TooLarge`] when it has more
    /// than `limit` bytes, or what [`Files::open`] says.
    pub fn open(files: Files<'_>, info: &FileInfo, limit: u64) -> Result<Self, Fault> {
        if let Some(fault) = &info.fault {
            return Err(Fault::clone(fault));
        }
        Self::at(files, &info.path, limit)
    }

    /// Opens a file at a path.
    ///
    /// # Errors
    ///
    /// As for [`open`](Self::open).
    pub(super) fn at(files: Files<'_>, path: &Utf8Path, limit: u64) -> Result<Self, Fault> {
        let opened = files.open(path)?;
        match opened.bytes {
            bytes if bytes > limit => Err(Fault::TooLarge { bytes, limit }),
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

    /// Reads it to its end and hands on its text, byte for byte, in chunks, each with
    /// whether it is the last. A document that fits into the buffer comes in one. Of
    /// one that cannot be delivered, some may have been handed on.
    ///
    /// # Errors
    ///
    /// [`Fault::Binary`] when it holds a NUL, [`Fault::Encoding`] when it is not
    /// UTF-8, [`Fault::Memory`] when there is no room for a chunk, what
    /// [`Opened::chunks`] says, or `each`.
    pub fn read(
        &self,
        limit: u64,
        buffer: &mut Buffer,
        each: &mut Chunks<'_>,
    ) -> Result<(), Fault> {
        let mut passed = 0;
        let mut wrong = None;
        self.0.chunks(limit, buffer.room()?, |bytes, last| {
            let taken = match &wrong {
                None => match text(bytes, last) {
                    Ok(text) => {
                        each(text, last)?;
                        text.len()
                    }
                    Err(fault) => {
                        wrong = Some(fault.after(passed));
                        bytes.len()
                    }
                },
                // A NUL further on says more of it.
                Some(Fault::Encoding(_)) => {
                    if let Err(fault) = nul(bytes) {
                        wrong = Some(fault.after(passed));
                    }
                    bytes.len()
                }
                Some(_) => bytes.len(),
            };
            passed += taken;
            Ok(taken)
        })?;
        wrong.map_or(Ok(()), Err)
    }

    /// The same without its frontmatter.
    ///
    /// # Errors
    ///
    /// As for [`read`](Self::read).
    pub fn read_body(
        &self,
        limit: u64,
        buffer: &mut Buffer,
        each: &mut Chunks<'_>,
    ) -> Result<(), Fault> {
        // The first chunk holds all of a block, and a kilobyte more.
        const { assert!(frontmatter::MAX_BLOCK + 2048 <= ROOM) };
        let mut begun = false;
        self.read(limit, buffer, &mut |chunk, last| {
            let body = match begun {
                true => chunk,
                false => frontmatter::split(chunk).map_or(chunk, |(_, body)| body),
            };
            begun = true;
            each(body, last)
        })
    }

    /// The same as one text.
    ///
    /// # Errors
    ///
    /// As for [`read`](Self::read); [`Fault::Memory`] when there is no room for it.
    pub fn text(&self, limit: u64, buffer: &mut Buffer) -> Result<String, Fault> {
        let mut text = String::new();
        self.read(limit, buffer, &mut |chunk, _| {
            text.try_reserve(chunk.len()).map_err(|_| NoRoom)?;
            text.push_str(chunk);
            Ok(())
        })?;
        Ok(text)
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
    text(&content, true).map_or_else(|_| About::default(), |lines| About::of(lines, whole))
}

/// The text of a chunk: all of it, or but for a character that is not whole yet.
fn text(bytes: &[u8], last: bool) -> Result<&str, Fault> {
    nul(bytes)?;
    match str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() && !last => {
            let whole = &bytes[..error.valid_up_to()];
            str::from_utf8(whole).map_err(|_| Fault::Encoding(0))
        }
        Err(error) => Err(Fault::Encoding(error.valid_up_to())),
        Ok(text) => Ok(text),
    }
}

pub(super) fn nul(bytes: &[u8]) -> Result<(), Fault> {
    match memchr::memchr(NUL, bytes) {
        Some(at) => Err(Fault::Binary(at)),
        None => Ok(()),
    }
}

impl Fault {
    /// The same of a chunk that so many bytes precede.
    fn after(self, bytes: usize) -> Self {
        match self {
            Self::Binary(at) => Self::Binary(bytes + at),
            Self::Encoding(at) => Self::Encoding(bytes + at),
            other => other,
        }
    }
}
