//! Room for bytes, which is kept for whoever needs some next.

use std::error::Error;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many bytes a room holds: what most documents fit into, and processors keep
/// near.
pub const ROOM: usize = 64 * 1024;
/// How many are kept.
const MOST: usize = 16;

static KEPT: Mutex<Vec<Box<[u8]>>> = Mutex::new(Vec::new());

/// There is no memory for what is to be held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoRoom;

impl fmt::Display for NoRoom {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("there is no memory for it")
    }
}

impl Error for NoRoom {}

/// [`ROOM`] bytes, with whatever was there before.
#[derive(Debug)]
pub struct Room(Box<[u8]>);

impl Room {
    /// A room that was kept, or else another one.
    ///
    /// # Errors
    ///
    /// [`NoRoom`]: what needs it comes from outside, and is not the end of the
    /// process.
    pub fn new() -> Result<Self, NoRoom> {
        if let Some(kept) = kept().pop() {
            return Ok(Self(kept));
        }
        let mut room = Vec::new();
        room.try_reserve_exact(ROOM).map_err(|_| NoRoom)?;
        room.resize(ROOM, 0);
        Ok(Self(room.into()))
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let mut kept = kept();
        if kept.len() < MOST {
            kept.push(std::mem::take(&mut self.0));
        }
    }
}

impl Deref for Room {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl DerefMut for Room {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

fn kept() -> MutexGuard<'static, Vec<Box<[u8]>>> {
    // Nothing that is done under the lock can leave it unsound.
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}
