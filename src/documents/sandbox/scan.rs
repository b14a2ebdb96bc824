//! Reading the entries of an open directory.

use std::ffi::OsStr;
#[cfg(target_os = "linux")]
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::os::fd::BorrowedFd;
use std::os::unix::ffi::OsStrExt;

use rustix::fs::{AtFlags, FileType};

use super::{Each, Foreign, Kind};
use crate::documents::fault::Cancelled;

/// Room for the entries that one system call returns: some hundred names.
#[cfg(target_os = "linux")]
const SCAN_BYTES: usize = 32 * 1024;

/// Hands each entry of an open directory to `each`, until it breaks.
pub(super) fn scan(
    directory: BorrowedFd<'_>,
    mut each: impl Each,
) -> rustix::io::Result<ControlFlow<Cancelled>> {
    #[cfg(target_os = "linux")]
    let mut room = [MaybeUninit::uninit(); SCAN_BYTES];
    #[cfg(target_os = "linux")]
    let mut entries = rustix::fs::RawDir::new(directory, &mut room);
    #[cfg(not(target_os = "linux"))]
    let mut entries = rustix::fs::Dir::read_from(directory)?;
    while let Some(entry) = entries.next() {
        let entry = entry?;
        let (name, of) = (entry.file_name().to_bytes(), entry.file_type());
        let flow = one(directory, name, of, &mut each);
        if flow.is_break() {
            return Ok(flow);
        }
    }
    Ok(ControlFlow::Continue(()))
}

fn one(
    directory: BorrowedFd<'_>,
    name: &[u8],
    of: FileType,
    each: &mut impl Each,
) -> ControlFlow<Cancelled> {
    if matches!(name, b"." | b"..") {
        return ControlFlow::Continue(());
    }
    let kind = match of {
        // Some file systems do not say.
        FileType::Unknown => {
            let last = AtFlags::SYMLINK_NOFOLLOW;
            let stat = rustix::fs::statat(directory, OsStr::from_bytes(name), last);
            stat.map_or(Kind::Other, |stat| {
                Kind::of(FileType::from_raw_mode(stat.st_mode))
            })
        }
        known => Kind::of(known),
    };
    each(std::str::from_utf8(name).map_err(|_| foreign(name)), kind)
}

fn foreign(name: &[u8]) -> Foreign {
    let mut shown = String::new();
    for chunk in name.utf8_chunks() {
        shown.push_str(chunk.valid());
        for byte in chunk.invalid() {
            shown.push_str(&format!("\\x{byte:02x}"));
        }
    }
    Foreign {
        matched: String::from_utf8_lossy(name).into_owned(),
        shown,
    }
}
