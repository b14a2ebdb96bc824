//! A file of the program's own state, which only this user may read.

use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use cap_fs_ext::{FollowSymlinks, OpenOptionsFollowExt};
use cap_std::fs::{Dir, OpenOptions};

use super::stat::{FileType, Stat};
use super::system;
use crate::documents::file_error::FileError;

/// The time between two attempts to lock a file.
const POLL_INTERVAL: Duration = Duration::from_millis(2);
/// The maximum number of bytes that are read from a file of the state.
pub const MAX_BYTES: u64 = 1 << 20;

/// A file in the state folder that this process has locked.
#[derive(Debug)]
pub struct StateFile {
    file: File,
    /// The content of the file when it was opened.
    pub text: String,
    /// The time when this content was written.
    pub modified: SystemTime,
}

impl StateFile {
    /// Reads a file that this process has locked.
    pub(super) fn new(file: File) -> Result<Self, FileError> {
        Ok(Self {
            text: text(&file)?,
            modified: Stat::of_file(&file)?.version.modified,
            file,
        })
    }

    /// Replaces the content of the file with `text`.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`append`](Self::append).
    pub fn write(&mut self, text: &str) -> Result<(), FileError> {
        if text.len() as u64 > MAX_BYTES {
            return Err(FileError::Full);
        }
        self.file.set_len(0)?;
        self.append(text)
    }

    /// Appends `text` to the content of the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file would have more than [`MAX_BYTES`], or if it cannot be written.
    pub fn append(&mut self, text: &str) -> Result<(), FileError> {
        let end = self.file.seek(SeekFrom::End(0))?;
        if end + text.len() as u64 > MAX_BYTES {
            return Err(FileError::Full);
        }
        Ok(self.file.write_all(text.as_bytes())?)
    }
}

/// Opens and locks the file `name`. Creates it if it is missing. If another file replaces it
/// before it is locked, opens and locks the new file.
pub(super) fn lock(folder: &Dir, name: &str, timeout: Duration) -> Result<File, FileError> {
    let deadline = Instant::now() + timeout;
    loop {
        let is_over = Instant::now() >= deadline;
        let file = match open(folder, name, true) {
            Err(FileError::Changing) if !is_over => continue,
            opened => opened?,
        };
        match file.try_lock() {
            Ok(()) if is_named(folder, name, &file) => return Ok(file),
            Err(TryLockError::Error(error)) => return Err(error.into()),
            _ if is_over => return Err(FileError::Changing),
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => sleep(POLL_INTERVAL),
        }
    }
}

/// Returns whether `name` still refers to the open file.
fn is_named(folder: &Dir, name: &str, open: &File) -> bool {
    let named = system::stat(folder, name.into(), FollowSymlinks::No);
    let open = Stat::of_file(open).map(|stat| stat.version.identity);
    named.is_ok_and(|named| open.is_ok_and(|open| named.version.identity == open))
}

/// Opens the file `name`, which must belong to this user alone. If `create` is true, the file
/// is also writable, and is created if it is missing. A FIFO does not block.
pub(super) fn open(folder: &Dir, name: &str, create: bool) -> Result<File, FileError> {
    let mut options = OpenOptions::new();
    options.read(true).write(create).follow(FollowSymlinks::No);
    #[cfg(unix)]
    {
        let flags = rustix::fs::OFlags::NONBLOCK.bits().cast_signed();
        cap_std::fs::OpenOptionsExt::mode(&mut options, 0o600);
        cap_std::fs::OpenOptionsExt::custom_flags(&mut options, flags);
    }
    let mut opened = folder.open_with(name, &options);
    let is_missing = |error: &io::Error| error.kind() == ErrorKind::NotFound;
    if create && opened.as_ref().is_err_and(is_missing) {
        opened = folder.open_with(name, options.clone().create_new(true));
        match &opened {
            #[cfg(unix)]
            Ok(made) => drop(system::inherit(made, folder)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                opened = folder.open_with(name, &options);
            }
            _ => {}
        }
    }
    let file = opened.map_err(|error| match error.into() {
        // The name is a link, which is not followed.
        FileError::Loop => FileError::NotRegular,
        error => error,
    })?;
    let file = file.into_std();
    if Stat::of_file(&file)?.kind != FileType::RegularFile {
        return Err(FileError::NotRegular);
    }
    if system::is_private(&file)? {
        Ok(file)
    } else if !is_named(folder, name, &file) {
        Err(FileError::Changing)
    } else {
        Err(FileError::Permission)
    }
}

/// Returns the total size in bytes of the complete lines in `file`, which has `bytes` bytes. A
/// partial line may follow if a process ended while it was writing.
pub(super) fn whole_lines(file: &mut File, bytes: u64) -> Result<u64, FileError> {
    if bytes == 0 {
        return Ok(0);
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    if last == *b"\n" {
        return Ok(bytes);
    }
    file.rewind()?;
    let mut content = Vec::new();
    file.take(MAX_BYTES).read_to_end(&mut content)?;
    let end = content.iter().rposition(|byte| *byte == b'\n');
    Ok(end.map_or(0, |end| end as u64 + 1))
}

/// Reads an open file from its current position, up to [`MAX_BYTES`].
pub(super) fn text(file: &File) -> Result<String, FileError> {
    let mut content = Vec::new();
    file.take(MAX_BYTES).read_to_end(&mut content)?;
    Ok(String::from_utf8_lossy(&content).into_owned())
}
