//! The second floor: what the guarantees cost.
//!
//! A document is text, lies beneath its category whatever is renamed meanwhile, is
//! a regular file, and is delivered whole. No program that promises this can ask
//! the kernel for less: beside the listing, for each document
//!
//! - `openat2` with `RESOLVE_BENEATH`, of its whole path below the category's root
//!   and from the root's descriptor, as mcp-guide opens it. So a document in a
//!   directory four deep costs four names more than in the first floor, which opens
//!   it by its own name from its directory's descriptor: only from the root is it
//!   certain, while directories are moved, that it still lies beneath it;
//! - `fstat`: it is a regular file, and has as many bytes as were read;
//! - one `read` into one buffer that is used for every document, and `close`;
//! - a check that these bytes are UTF-8.

use std::ffi::CString;
use std::hint::black_box;
use std::os::fd::BorrowedFd;

use rustix::fs::{FileType, Mode, OFlags, ResolveFlags, fstat, openat2};
use rustix::io::{Errno, Result, read};

/// As mcp-guide opens a document: nothing waits, and no terminal is taken.
const FLAGS: OFlags = OFlags::RDONLY
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY)
    .union(OFlags::CLOEXEC);
const BENEATH: ResolveFlags = ResolveFlags::BENEATH.union(ResolveFlags::NO_MAGICLINKS);

/// Reads the document at `path` below `root`, with all of the above, and returns
/// how many bytes it has.
pub fn read_file(root: BorrowedFd<'_>, path: &CString, buffer: &mut [u8]) -> Result<usize> {
    let file = openat2(root, path, FLAGS, Mode::empty(), BENEATH)?;
    let stat = fstat(&file)?;
    let bytes = read(&file, &mut *buffer)?;
    if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile
        || u64::try_from(stat.st_size) != Ok(bytes as u64)
    {
        return Err(Errno::IO);
    }
    let text = std::str::from_utf8(&buffer[..bytes]).map_err(|_| Errno::ILSEQ)?;
    black_box(text);
    Ok(bytes)
}
