//! Bytes in a few large blocks, written one after another.
//!
//! Nothing that was written moves while more is written, and large blocks are the
//! system's own pages: they are given back as soon as they are dropped, whatever the
//! allocator would have kept of them.

use std::error::Error;
use std::fmt;
use std::ops::Range;

use memmap2::MmapMut;

use crate::format::json;

/// How many bytes the first blocks hold. Most texts fill no more than these, and the
/// allocator has them at hand.
const SMALL: [usize; 3] = [16 * 1024, 112 * 1024, 384 * 1024];
/// How many bytes each one after them holds: as much as the system's large pages.
const LARGE: usize = 2 * 1024 * 1024;

/// Bytes, in the order in which they were written.
#[derive(Debug, Default)]
pub struct Blocks {
    blocks: Vec<Block>,
    bytes: u64,
}

/// There is no memory for another block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoRoom;

impl fmt::Display for NoRoom {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("there is no memory for it")
    }
}

impl Error for NoRoom {}

#[derive(Debug)]
struct Block {
    room: Room,
    used: usize,
    /// Where its first byte stands among all.
    from: u64,
}

#[derive(Debug)]
enum Room {
    Kept(Box<[u8]>),
    Mapped(MmapMut),
}

impl Blocks {
    /// These texts, each escaped so many times.
    pub fn of(texts: &[(&str, u8)]) -> Self {
        let most = texts
            .iter()
            .map(|(text, _)| text.len() * json::MOST)
            .sum::<usize>();
        let mut room = vec![0; most + json::LEAST];
        let mut used = 0;
        for (text, times) in texts {
            used += json::escape(text.as_bytes(), *times, &mut room[used..]).1;
        }
        room.truncate(used);
        let block = Block {
            room: Room::Kept(room.into()),
            used,
            from: 0,
        };
        Self {
            bytes: block.end(),
            blocks: vec![block],
        }
    }

    /// How many bytes were written.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Writes a text as the inside of a JSON string, escaped so many times: 0, 1
    /// or 2.
    ///
    /// # Errors
    ///
    /// [`NoRoom`]; then some of it may have been written.
    pub fn write(&mut self, text: &str, times: u8) -> Result<(), NoRoom> {
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            let block = self.last()?;
            let used = block.used;
            let (taken, written) = json::escape(rest, times, &mut block.room_mut()[used..]);
            block.used += written;
            self.bytes += written as u64;
            rest = &rest[taken..];
        }
        Ok(())
    }

    /// Takes back what was written after the first so many bytes.
    pub fn truncate(&mut self, bytes: u64) {
        while self.blocks.last().is_some_and(|block| block.from >= bytes) {
            self.blocks.pop();
        }
        if let Some(block) = self.blocks.last_mut() {
            // No more than is in it.
            block.used =
                usize::try_from(bytes - block.from).map_or(block.used, |b| b.min(block.used));
        }
        self.bytes = self.bytes.min(bytes);
    }

    /// What stands in a range of the bytes, in pieces.
    pub fn pieces(&self, range: Range<u64>) -> impl Iterator<Item = &[u8]> {
        let first = self
            .blocks
            .partition_point(|block| block.end() <= range.start);
        self.blocks[first..].iter().map_while(move |block| {
            let within =
                |at: u64| usize::try_from(at.saturating_sub(block.from)).unwrap_or(usize::MAX);
            (block.from < range.end).then(|| {
                let end = within(range.end).min(block.used);
                &block.room()[within(range.start)..end]
            })
        })
    }

    /// A block that is not full.
    fn last(&mut self) -> Result<&mut Block, NoRoom> {
        let full = |block: &Block| block.room().len() - block.used < json::LEAST;
        if self.blocks.last().is_none_or(full) {
            let room = match SMALL.get(self.blocks.len()) {
                Some(bytes) => Room::Kept(vec![0; *bytes].into()),
                None => Room::Mapped(mapped()?),
            };
            self.blocks.push(Block {
                room,
                used: 0,
                from: self.bytes,
            });
        }
        self.blocks.last_mut().ok_or(NoRoom)
    }
}

/// Pages of the system.
fn mapped() -> Result<MmapMut, NoRoom> {
    let room = MmapMut::map_anon(LARGE).map_err(|_| NoRoom)?;
    // In one large page, where there are such, they are had in one turn.
    #[cfg(target_os = "linux")]
    let _ = room.advise(memmap2::Advice::HugePage);
    Ok(room)
}

impl Block {
    /// Where its last byte ends among all.
    fn end(&self) -> u64 {
        self.from + self.used as u64
    }

    fn room(&self) -> &[u8] {
        match &self.room {
            Room::Kept(room) => room,
            Room::Mapped(room) => room,
        }
    }

    fn room_mut(&mut self) -> &mut [u8] {
        match &mut self.room {
            Room::Kept(room) => room,
            Room::Mapped(room) => room,
        }
    }
}
