//! Reads with the process's whole authority.

use std::io;

use camino::{Utf8Path, Utf8PathBuf};
use cap_std::ambient_authority;
use cap_std::fs::{File, OpenOptions};
use rustix::fs::Mode;

use super::{Opened, beneath, fault};
use crate::error::Fault;

/// The largest table or project file that is read, in bytes.
pub const MAX_FILE_BYTES: u64 = 1 << 20;

/// Reads a table or a project file, at most [`MAX_FILE_BYTES`] of it.
///
/// # Errors
///
/// As [`Sandbox::open`](super::Sandbox::open) and [`Opened::read`].
pub fn read(path: &Utf8Path) -> Result<Vec<u8>, Fault> {
    match rustix::fs::open(path.as_str(), beneath::FILE, Mode::empty()) {
        Ok(file) => Opened::new(file)?.read(MAX_FILE_BYTES),
        Err(error) => Err(fault(&error.into())),
    }
}

/// Creates a file that does not exist yet.
///
/// # Errors
///
/// The system's, [`io::ErrorKind::AlreadyExists`] among them: nothing is
/// ever overwritten.
pub fn create_new(path: &Utf8Path, content: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    let mut file = File::open_ambient_with(path, &options, ambient_authority())?;
    io::Write::write_all(&mut file, content.as_bytes())
}

/// The working directory.
///
/// # Errors
///
/// The system's, or that it is not UTF-8.
pub fn working_directory() -> io::Result<Utf8PathBuf> {
    let path = std::env::current_dir()?;
    Utf8PathBuf::from_path_buf(path)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "its path is not UTF-8"))
}
