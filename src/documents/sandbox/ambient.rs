//! Reads with the process's whole authority.

use std::fs::Permissions;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use camino::{Utf8Path, Utf8PathBuf};
use rustix::fs::{Mode, OFlags};

use super::{Opened, beneath};
use crate::documents::error::FileError;

/// The largest table or project file that is read, in bytes.
pub const MAX_FILE_BYTES: u64 = 1 << 20;

/// Reads a table or a project file, at most [`MAX_FILE_BYTES`] of it.
///
/// # Errors
///
/// As [`Sandbox::open`](super::Sandbox::open) and [`Opened::read`].
pub fn read(path: &Utf8Path) -> Result<Vec<u8>, FileError> {
    let file = rustix::fs::open(path.as_str(), beneath::FILE, Mode::empty())?;
    (Opened::new(file)?.read(MAX_FILE_BYTES)).map_err(FileError::of_file)
}

/// Whether users other than the owner and its group may read a file.
///
/// # Errors
///
/// The system's.
pub fn is_world_readable(path: &Utf8Path) -> Result<bool, FileError> {
    let mode = rustix::fs::stat(path.as_str())?.st_mode;
    Ok(Mode::from_raw_mode(mode).contains(Mode::ROTH))
}

/// Creates a file that does not exist yet: whole, or not at all. It is written
/// beside its place, made durable, and then given its name.
///
/// # Errors
///
/// The system's, [`io::ErrorKind::AlreadyExists`] among them: nothing is
/// ever overwritten, no dangling link and no directory either.
pub fn create_new(path: &Utf8Path, content: &str) -> io::Result<()> {
    let file = beside(path, content)?;
    file.persist_noclobber(path)
        .map_err(|failed| failed.error)?;
    make_durable(folder_of(path));
    Ok(())
}

/// Creates a file as [`create_new`] does, in the place of what is there, with the
/// permissions of a file that is. A link is replaced itself; what it leads to stays.
///
/// # Errors
///
/// The system's; what is there stays then. A directory is never replaced.
pub fn replace(path: &Utf8Path, content: &str) -> io::Result<()> {
    let file = beside(path, content)?;
    if let Ok(there) = std::fs::symlink_metadata(path)
        && there.is_file()
    {
        let mode = Permissions::from_mode(there.permissions().mode() & 0o777);
        file.as_file().set_permissions(mode)?;
    }
    file.persist(path).map_err(|failed| failed.error)?;
    make_durable(folder_of(path));
    Ok(())
}

/// A durable file of this content beside a place, which is removed again when it
/// is dropped without its name.
fn beside(path: &Utf8Path, content: &str) -> io::Result<tempfile::NamedTempFile> {
    let mut file = tempfile::Builder::new()
        .prefix(".mcp-guide-")
        .permissions(Permissions::from_mode(0o666))
        .tempfile_in(folder_of(path))?;
    io::Write::write_all(&mut file, content.as_bytes())?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// The folder in which a path lies, as it can be opened.
pub fn folder_of(path: &Utf8Path) -> &Utf8Path {
    match path.parent() {
        Some(parent) if !parent.as_str().is_empty() => parent,
        _ => Utf8Path::new("."),
    }
}

/// A folder that cannot be made durable is no reason to say that nothing was written.
fn make_durable(folder: &Utf8Path) {
    if let Ok(folder) = rustix::fs::open(folder.as_str(), OFlags::RDONLY, Mode::empty()) {
        let _ = rustix::fs::fsync(folder);
    }
}

/// Returns a path from the root: the working directory joined before it, without `.` in
/// it. The path need not exist.
///
/// # Errors
///
/// The system's, or [`FileError::Name`] when the path is not UTF-8.
pub fn absolute(path: &Utf8Path) -> Result<Utf8PathBuf, FileError> {
    utf8(std::path::absolute(path))
}

/// Returns the path from the root that leads to a file or directory without a link. What
/// is opened by it may lie elsewhere by then.
///
/// # Errors
///
/// As for [`absolute`].
pub fn canonical(path: &Utf8Path) -> Result<Utf8PathBuf, FileError> {
    utf8(beneath::spelled(path).as_std_path().canonicalize())
}

/// Returns the path of the running program.
///
/// # Errors
///
/// As for [`absolute`].
pub fn program() -> Result<Utf8PathBuf, FileError> {
    utf8(std::env::current_exe())
}

/// Returns the working directory.
///
/// # Errors
///
/// As for [`absolute`].
pub fn working_directory() -> Result<Utf8PathBuf, FileError> {
    utf8(std::env::current_dir())
}

fn utf8(path: io::Result<PathBuf>) -> Result<Utf8PathBuf, FileError> {
    let path = path.map_err(|error| FileError::of_system(&error))?;
    Utf8PathBuf::from_path_buf(path).map_err(|_| FileError::Name)
}
