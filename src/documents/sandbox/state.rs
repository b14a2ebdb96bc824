//! The program's own state: small files in one folder, which only this user may read.

use std::fs::{File, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::thread::sleep;
use std::time::{Duration, Instant};

use camino::Utf8Path;
use cap_fs_ext::{FollowSymlinks, OpenOptionsFollowExt};
use cap_std::fs::OpenOptions;

use super::ambient::folder_of;
use super::stat::{FileType, Stat};
use super::{Purpose, Tree, system};
use crate::documents::error::FileError;

/// How often a lock is tried.
const POLL_INTERVAL: Duration = Duration::from_millis(2);
/// The most bytes of a file that count.
const MAX_BYTES: u64 = 1 << 20;
/// How many names are looked at for files to remove.
const MAX_NAMES: usize = 256;

/// The folder, which is open.
#[derive(Debug)]
pub struct StateFolder(Tree);

/// A file of the folder, which no other process has while this one has it.
#[derive(Debug)]
pub struct StateFile {
    file: File,
    /// What it held when it was opened.
    pub text: String,
}

impl StateFolder {
    /// Opens the folder at a path, which is no link. It is created, with those above it, for this
    /// user only.
    ///
    /// # Errors
    ///
    /// It cannot be opened, or others may write into it.
    pub fn open(path: &Utf8Path) -> Result<Self, FileError> {
        let mut folders = std::fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut folders, 0o700);
        folders.recursive(true).create(path)?;
        let above = system::directory_at(None, folder_of(path), Purpose::Search)?;
        let name = path.file_name().ok_or(FileError::NotRegular)?;
        let opened = system::directory(&above, name.into(), FollowSymlinks::No, Purpose::List)?;
        match system::is_private(&opened)? {
            true => Ok(Self(Tree::new(opened)?)),
            false => Err(FileError::Permission),
        }
    }

    /// Opens a file, which is created if it is missing, and locks it.
    ///
    /// # Errors
    ///
    /// It is no regular file, has another name, others may write it, or another process has it for
    /// longer than `timeout`.
    pub fn file(&self, name: &str, timeout: Duration) -> Result<StateFile, FileError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true);
        options.follow(FollowSymlinks::No);
        #[cfg(unix)]
        cap_std::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = self.0.dir.open_with(name, &options)?.into_std();
        if Stat::of_file(&file)?.kind != FileType::RegularFile {
            return Err(FileError::NotRegular);
        }
        if !system::is_private(&file)? {
            return Err(FileError::Permission);
        }
        let deadline = Instant::now() + timeout;
        while let Err(error) = file.try_lock() {
            match error {
                TryLockError::Error(error) => return Err(error.into()),
                TryLockError::WouldBlock if Instant::now() >= deadline => {
                    return Err(FileError::Changing);
                }
                TryLockError::WouldBlock => sleep(POLL_INTERVAL),
            }
        }
        let mut content = Vec::new();
        (&mut file).take(MAX_BYTES).read_to_end(&mut content)?;
        let text = String::from_utf8_lossy(&content).into_owned();
        Ok(StateFile { file, text })
    }

    /// Removes files whose names begin so and that have not changed for so long. Of many names
    /// only some are looked at.
    pub fn remove_older(&self, begin: &str, age: Duration) -> Result<(), FileError> {
        self.0.remove_older(begin, (MAX_NAMES, age), |_| true)
    }
}

impl StateFile {
    /// Replaces what the file holds.
    ///
    /// # Errors
    ///
    /// As [`append`](Self::append).
    pub fn write(&mut self, text: &str) -> Result<(), FileError> {
        self.file.set_len(0)?;
        self.append(text)
    }

    /// Adds to what the file holds.
    ///
    /// # Errors
    ///
    /// It would hold more than is read of it, or it cannot be written.
    pub fn append(&mut self, text: &str) -> Result<(), FileError> {
        let end = self.file.seek(SeekFrom::End(0))?;
        if end + text.len() as u64 > MAX_BYTES {
            return Err(FileError::Full);
        }
        Ok(self.file.write_all(text.as_bytes())?)
    }
}
