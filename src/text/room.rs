//! The error of an allocation that failed.

use std::error::Error;
use std::fmt;

/// There is no memory for a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoRoom;

impl fmt::Display for NoRoom {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("there is no memory for it")
    }
}

impl Error for NoRoom {}
