//! The program's own state: small files in one folder, which only this user may read.

use std::fs::{File, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::thread::sleep;
use std::time::{Duration, Instant};

use camino::Utf8Path;
use cap_fs_ext::{FollowSymlinks, OpenOptionsFollowExt};
use cap_std::fs::{Dir, OpenOptions};

use super::stat::FileType;
use super::system;
use crate::documents::error::FileError;

/// How often a lock is tried.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// The folder, which is open.
#[derive(Debug)]
pub struct StateFolder(Dir);

/// A file of the folder, which no other process has while this one has it.
#[derive(Debug)]
pub struct StateFile(File);

impl StateFolder {
    /// Opens the folder at a path. It is created, with those above it, for this user only.
    ///
    /// # Errors
    ///
    /// It cannot be opened, or others may write into it.
    pub fn open(path: &Utf8Path) -> Result<Self, FileError> {
        let opened = system::list_ambient(path).or_else(|_| {
            system::create_private(path)?;
            system::list_ambient(path)
        })?;
        match system::is_private(&opened)? {
            true => Ok(Self(Dir::from_std_file(opened))),
            false => Err(FileError::Permission),
        }
    }

    /// Opens a file, which is created if it is missing, and locks it. A link is not followed.
    ///
    /// # Errors
    ///
    /// It is no regular file, or another process has it for longer than `timeout`.
    pub fn file(&self, name: &str, timeout: Duration) -> Result<StateFile, FileError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true);
        options.follow(FollowSymlinks::No);
        system::only_for_user(&mut options);
        let file = self.0.open_with(name, &options)?.into_std();
        if system::stat_of(&file)?.kind != FileType::RegularFile {
            return Err(FileError::NotRegular);
        }
        let deadline = Instant::now() + timeout;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(StateFile(file)),
                Err(TryLockError::Error(error)) => return Err(error.into()),
                Err(TryLockError::WouldBlock) if Instant::now() >= deadline => {
                    return Err(FileError::Changing);
                }
                Err(TryLockError::WouldBlock) => sleep(POLL_INTERVAL),
            }
        }
    }

    /// Removes the files whose names begin so and that have not changed for so long.
    pub fn remove_older(&self, begin: &str, age: Duration) -> Result<(), FileError> {
        let mut old = Vec::new();
        let directory = system::directory(&self.0, "".into(), FollowSymlinks::No)?;
        let _ = system::entries(&directory, |name, kind| {
            let name = name.ok().filter(|name| name.starts_with(begin));
            old.extend(
                name.filter(|_| kind == FileType::RegularFile)
                    .map(str::to_owned),
            );
            ControlFlow::Continue(())
        })?;
        for name in old {
            let stat = system::stat(&self.0, name.as_str().into(), FollowSymlinks::No)?;
            if stat.modified().elapsed().is_ok_and(|of| of >= age) {
                self.0.remove_file(name)?;
            }
        }
        Ok(())
    }
}

impl StateFile {
    /// Reads the file, of which at most `most` bytes count.
    pub fn read(&mut self, most: u64) -> Result<String, FileError> {
        let mut content = Vec::new();
        self.0.seek(SeekFrom::Start(0))?;
        (&self.0).take(most).read_to_end(&mut content)?;
        Ok(String::from_utf8_lossy(&content).into_owned())
    }

    /// Replaces what the file holds.
    pub fn write(&mut self, text: &str) -> Result<(), FileError> {
        self.0.set_len(0)?;
        self.0.seek(SeekFrom::Start(0))?;
        Ok(self.0.write_all(text.as_bytes())?)
    }

    /// Adds to what the file holds.
    pub fn append(&mut self, text: &str) -> Result<(), FileError> {
        self.0.seek(SeekFrom::End(0))?;
        Ok(self.0.write_all(text.as_bytes())?)
    }
}
