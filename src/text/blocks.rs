//! Bytes in a few large blocks, written one after another.
//!
//! Nothing that was written moves while more is written, and large blocks are the
//! system's own pages: they are given back as soon as they are dropped, whatever the
//! allocator would have kept of them.

use std::ops::Range;

use memmap2::{MmapMut, MmapOptions};

use crate::text::json;
use crate::text::room::{NoRoom, Room};

/// How many blocks are rooms that are at hand. Most texts need no more.
const ROOMS: usize = 8;
/// How many bytes the next one holds.
const LARGE: usize = 1024 * 1024;
/// How many bytes each one after it holds: as much as the system's large pages.
const LARGEST: usize = 2 * LARGE;

/// Bytes, in the order in which they were written.
#[derive(Debug, Default)]
pub struct Blocks {
    blocks: Vec<Block>,
    bytes: u64,
}

#[derive(Debug)]
struct Block {
    space: Space,
    used: usize,
    /// Where its first byte stands among all.
    from: u64,
}

#[derive(Debug)]
enum Space {
    Room(Room),
    Own(Box<[u8]>),
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
            space: Space::Own(room.into()),
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
            let space = match self.blocks.len() {
                0..ROOMS => Space::Room(Room::new()?),
                ROOMS => Space::Mapped(large()?),
                _ => Space::Mapped(largest()?),
            };
            self.blocks.push(Block {
                space,
                used: 0,
                from: self.bytes,
            });
        }
        self.blocks.last_mut().ok_or(NoRoom)
    }
}

/// Pages of the system that are had in one turn.
fn large() -> Result<MmapMut, NoRoom> {
    let pages = MmapOptions::new().len(LARGE).populate().map_anon();
    pages.map_err(|_| NoRoom)
}

/// One large page of the system, where there are such: it is had in one turn.
fn largest() -> Result<MmapMut, NoRoom> {
    let pages = MmapMut::map_anon(LARGEST).map_err(|_| NoRoom)?;
    #[cfg(target_os = "linux")]
    let _ = pages.advise(memmap2::Advice::HugePage);
    Ok(pages)
}

impl Block {
    /// Where its last byte ends among all.
    fn end(&self) -> u64 {
        self.from + self.used as u64
    }

    fn room(&self) -> &[u8] {
        match &self.space {
            Space::Room(room) => room,
            Space::Own(room) => room,
            Space::Mapped(pages) => pages,
        }
    }

    fn room_mut(&mut self) -> &mut [u8] {
        match &mut self.space {
            Space::Room(room) => room,
            Space::Own(room) => room,
            Space::Mapped(pages) => pages,
        }
    }
}
