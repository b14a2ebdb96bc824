//! How much of a file is read, and into how much room: by what it was said to hold,
//! and by the limit.

use crate::documents::fault::Fault;

/// How much is read at once of a file that does not tell its size, in bytes.
const UNKNOWN: usize = 64 * 1024;

/// What is known of a file before it is read.
#[derive(Debug)]
pub(super) struct Extent {
    /// Its size when it was opened, in bytes.
    pub bytes: u64,
    /// Whether that is surely the size of its content.
    pub stored: bool,
    /// The most bytes that it may hold.
    pub limit: u64,
}

/// What is to be done after a read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Nothing: it is read, or holds more than it may.
    End,
    /// To make room for so many bytes more, and read.
    Room(usize),
    /// To read.
    Read,
}

impl Extent {
    /// For how many bytes there is to be room at first: one more than the file
    /// should hold, so that its end is seen before more room is made. One of no
    /// size may be made as it is read, and then is best read in large pieces.
    pub(super) fn first_room(&self) -> usize {
        let expected = match usize::try_from(self.bytes) {
            Ok(0) => UNKNOWN,
            bytes => bytes.unwrap_or(usize::MAX).saturating_add(1),
        };
        expected.min(self.most())
    }

    /// What follows a read by which so many bytes came, after which so many are
    /// held, in room for so many.
    pub(super) fn next(&self, came: usize, held: usize, room: usize) -> Next {
        let most = self.most();
        if came == 0 || held >= most {
            Next::End
        } else if held == room {
            Next::Room(held.max(UNKNOWN).min(most - held))
        } else if self.stored && held as u64 == self.bytes {
            // No more came than it holds, though there was room.
            Next::End
        } else {
            // A short read is not the end of every kind of file.
            Next::Read
        }
    }

    /// # Errors
    ///
    /// [`Fault::TooLarge`] for more bytes than the limit.
    pub(super) fn allows(&self, bytes: u64) -> Result<(), Fault> {
        let limit = self.limit;
        if bytes > limit {
            return Err(Fault::TooLarge { bytes, limit });
        }
        Ok(())
    }

    /// How many bytes are ever read: one more than the limit tells that it is over.
    fn most(&self) -> usize {
        usize::try_from(self.limit.saturating_add(1)).unwrap_or(usize::MAX)
    }
}
