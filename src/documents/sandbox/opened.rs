//! A regular file, open to be read.

use std::os::fd::OwnedFd;
use std::time::{Duration, SystemTime};

use rustix::fs::{FileType, Stat};
use rustix::io::Errno;

use super::Version;
use super::version::nanoseconds;
use crate::documents::fault::Fault;
use crate::text::room::Room;

/// A regular file that is open.
#[derive(Debug)]
pub struct Opened {
    file: OwnedFd,
    /// Whether it takes room on a disk: then its size is that of its content, and
    /// is not made up for a file that is made as it is read.
    stored: bool,
    /// Size in bytes, when it was opened.
    pub bytes: u64,
    /// When it was last modified.
    pub modified: SystemTime,
}

impl Opened {
    /// Takes a file that is open, if it is a regular one.
    pub(super) fn new(file: OwnedFd) -> Result<Self, Fault> {
        let stat = rustix::fs::fstat(&file)?;
        if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
            return Err(Fault::NotRegular);
        }
        Ok(Self {
            file,
            stored: stat.st_blocks > 0,
            bytes: u64::try_from(stat.st_size).unwrap_or(0),
            modified: modified(&stat),
        })
    }

    /// Its version, as it is now.
    ///
    /// # Errors
    ///
    /// The system's.
    pub fn version(&self) -> Result<Version, Fault> {
        Ok(Version::of(&rustix::fs::fstat(&self.file)?))
    }

    /// Reads the file to its end, whatever its size was said to be, as much at once
    /// as there is room for. Hands on what came, with whether that is the end, and
    /// keeps what `each` does not take of it, by the count of bytes, for the next time.
    ///
    /// # Errors
    ///
    /// [`Fault::TooLarge`] when it holds more than `limit` bytes, also when it
    /// grew over that since it was opened: at most a room more is ever read;
    /// what `each` says.
    pub fn chunks(
        &self,
        limit: u64,
        room: &mut Room,
        mut each: impl FnMut(&[u8], bool) -> Result<usize, Fault>,
    ) -> Result<(), Fault> {
        let too_large = |bytes| Fault::TooLarge { bytes, limit };
        if self.bytes > limit {
            return Err(too_large(self.bytes));
        }
        let (mut held, mut read, mut last) = (0, 0, false);
        while !last {
            while !last && held < room.len() {
                let came = match rustix::io::read(&self.file, &mut room[held..]) {
                    Err(Errno::INTR) => continue,
                    came => came?,
                };
                held += came;
                read += came as u64;
                if read > limit {
                    return Err(too_large(limit + 1));
                }
                // No more came than it holds, though there was room. Elsewhere a
                // short read is not the end of every kind of file.
                last = came == 0 || self.stored && read == self.bytes && held < room.len();
            }
            let taken = each(&room[..held], last)?;
            room.copy_within(taken..held, 0);
            held -= taken;
        }
        Ok(())
    }

    /// The same in one piece.
    ///
    /// # Errors
    ///
    /// As for [`chunks`](Self::chunks), and [`Fault::Memory`].
    pub fn read(&self, limit: u64) -> Result<Vec<u8>, Fault> {
        let mut content = Vec::new();
        self.chunks(limit, &mut Room::new()?, |chunk, _| {
            // How much comes is said from outside: where there is no memory for it, that
            // is a fault of the file, and not the end of the process.
            let more = content.try_reserve(chunk.len());
            more.map_err(|_| Fault::Memory)?;
            content.extend_from_slice(chunk);
            Ok(chunk.len())
        })?;
        Ok(content)
    }

    /// Reads the file's beginning: at most so many bytes, and less where it ends. What
    /// is read otherwise still begins there.
    ///
    /// # Errors
    ///
    /// The system's.
    pub fn beginning(&self, most: usize) -> Result<Vec<u8>, Fault> {
        let mut content = vec![0; most];
        let mut held = 0;
        // What is stored has no more than it was said to have.
        while held < most && !(self.stored && held as u64 == self.bytes) {
            match rustix::io::pread(&self.file, &mut content[held..], held as u64) {
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
                Ok(0) => break,
                Ok(came) => held += came,
            }
        }
        content.truncate(held);
        Ok(content)
    }
}

fn modified(stat: &Stat) -> SystemTime {
    let nanoseconds = Duration::from_nanos(nanoseconds(stat.st_mtime_nsec));
    match u64::try_from(stat.st_mtime) {
        Ok(seconds) => SystemTime::UNIX_EPOCH + Duration::from_secs(seconds) + nanoseconds,
        Err(_) => SystemTime::UNIX_EPOCH,
    }
}
