//! Reads with the process's whole authority.

use std::fs::Permissions;
use std::io;
use std::os::unix::fs::PermissionsExt;

use camino::{Utf8Path, Utf8PathBuf};
use rustix::fs::{Mode, OFlags};

use super::{Opened, beneath, fault};
use crate::documents::fault::Fault;

/// The largest table or project file that is read, in bytes.
pub const MAX_FILE_BYTES: u64 = 1 << 20;

/// Reads a table or a project file, at most [`MAX_FILE_BYTES`] of it.
///
/// # Errors
///
/// As [`Sandbox::open`](super::Sandbox::open) and [`Opened::read`].
pub fn read(path: &Utf8Path) -> Result<Vec<u8>, Fault> {
    match rustix::fs::open(path.as_str(), beneath::FILE, Mode::empty()) {
        Ok(file) => (Opened::new(file)?.read(MAX_FILE_BYTES)).map_err(Fault::of_file),
        Err(error) => Err(fault(&error.into())),
    }
}

/// Creates a file that does not exist yet: whole, or not at all. It is written
/// beside its place, made durable, and then given its name.
///
/// # Errors
///
/// The system's, [`io::ErrorKind::AlreadyExists`] among them: nothing is
/// ever overwritten, no dangling link and no directory either.
pub fn create_new(path: &Utf8Path, content: &str) -> io::Result<()> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_str().is_empty() => parent,
        _ => Utf8Path::new("."),
    };
    // Removed again when it is dropped without its name.
    let mut file = tempfile::Builder::new()
        .prefix(".mcp-guide-")
        .permissions(Permissions::from_mode(0o666))
        .tempfile_in(folder)?;
    io::Write::write_all(&mut file, content.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist_noclobber(path)
        .map_err(|failed| failed.error)?;
    // A folder that cannot be made durable is no reason to say that nothing was written.
    if let Ok(folder) = rustix::fs::open(folder.as_str(), OFlags::RDONLY, Mode::empty()) {
        let _ = rustix::fs::fsync(folder);
    }
    Ok(())
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
