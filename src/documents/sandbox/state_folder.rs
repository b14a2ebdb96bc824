//! The program's own state: small files in one folder that only this user may read.

use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use camino::Utf8Path;
use cap_fs_ext::{FollowSymlinks, OpenOptionsFollowExt};
use cap_std::fs::{Dir, DirBuilder, OpenOptions};

use super::ambient::folder_of;
use super::stat::{FileType, Stat};
use super::{Opened, Purpose, Tree, system};
use crate::documents::file_error::FileError;

/// The time between two attempts to lock a file.
const POLL_INTERVAL: Duration = Duration::from_millis(2);
/// The maximum number of bytes that are read from a file of the state.
pub const MAX_BYTES: u64 = 1 << 20;
/// The maximum number of files that one call checks for removal.
const MAX_FILES: usize = 256;
/// The suffix of the name of a new file, until it replaces an existing file.
const NEW: &str = ".new";
/// The name of the file that records which file was last checked for removal.
const PLACE: &str = "cleaned";

/// The folder that contains the state, opened.
#[derive(Debug)]
pub struct StateFolder(Tree);

/// A file in the state folder that this process has locked.
#[derive(Debug)]
pub struct StateFile {
    file: File,
    /// The content of the file when it was opened.
    pub text: String,
    /// The time when this content was written.
    pub modified: SystemTime,
}

impl StateFolder {
    /// Opens the folder at `path`, which must not be a link. Creates it, and missing folders above
    /// it, for this user only. Folders that the superuser creates belong to the owner of the folder
    /// above.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder cannot be opened, or if others may write into it.
    pub fn open(path: &Utf8Path) -> Result<Self, FileError> {
        let above = created(folder_of(path))?;
        let opened = create(&above, path)?;
        if system::is_private(&opened)? {
            Ok(Self(Tree::new(opened)?))
        } else {
            Err(FileError::Permission)
        }
    }

    /// Opens the folder at `path` if it exists.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder is missing or cannot be opened, or if others may write into
    /// it.
    pub fn existing(path: &Utf8Path) -> Result<Self, FileError> {
        let above = system::directory_at(None, folder_of(path), Purpose::Search)?;
        let name = path.file_name().ok_or(FileError::NotRegular)?;
        let opened = system::directory(&above, name.into(), FollowSymlinks::No, Purpose::List)?;
        if system::is_private(&opened)? {
            Ok(Self(Tree::new(opened)?))
        } else {
            Err(FileError::Permission)
        }
    }

    /// Creates the file `name` with the content `bytes`, and makes it durable.
    ///
    /// # Errors
    ///
    /// Returns [`FileError::Changing`] if the name exists, or another error if the file cannot be
    /// written.
    pub fn add(&self, name: &str, bytes: &[u8]) -> Result<(), FileError> {
        self.create(name, bytes, cap_std::fs::File::sync_all)
    }

    /// Creates the file `name` with the content `bytes`, and then calls `end`. Removes the file if
    /// it cannot be written, or if `end` fails.
    fn create(
        &self,
        name: &str,
        bytes: &[u8],
        end: impl FnOnce(&cap_std::fs::File) -> io::Result<()>,
    ) -> Result<(), FileError> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        cap_std::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let opened = self.0.dir.open_with(name, &options);
        let mut file = opened.map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => FileError::Changing,
            _ => error.into(),
        })?;
        #[cfg(unix)]
        drop(system::inherit(&file, &self.0.dir));
        let written = file.write_all(bytes).and_then(|()| end(&file));
        if written.is_err() {
            self.remove(name);
        }
        Ok(written?)
    }

    /// Returns the content of the file `name`.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`file`](Self::file), or an error if the file has more than
    /// `limit` bytes.
    pub fn bytes(&self, name: &str, limit: u64) -> Result<Vec<u8>, FileError> {
        Opened::new(self.opened(name, false)?)?.read(limit)
    }

    /// Removes the file `name` if it exists.
    pub fn remove(&self, name: &str) {
        let _ = self.0.dir.remove_file(name);
    }

    /// Opens and locks the file `name`. Creates it if it is missing.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is not a regular file, has a second name, or may be written by
    /// other users. Also returns an error if another process has locked it for longer than
    /// `timeout`.
    pub fn file(&self, name: &str, timeout: Duration) -> Result<StateFile, FileError> {
        let file = self.locked(name, timeout)?;
        Ok(StateFile {
            text: text(&file)?,
            modified: Stat::of_file(&file)?.version.modified,
            file,
        })
    }

    /// Appends `line` to the file `name`, which must begin with `head`. If the file is new, writes
    /// `head` first. Only the beginning of the file is read.
    ///
    /// If the file would then have more than `most` bytes, `shorter` receives the content with the
    /// line. Its result replaces the file, completely or not at all.
    ///
    /// Returns whether the line was added. It is not added if the file begins differently or is too
    /// large, or if `shorter` returns `None`.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`file`](Self::file), or an error if the file cannot be written.
    pub fn add_line(
        &self,
        name: &str,
        (head, line): (&str, &str),
        (most, timeout): (u64, Duration),
        shorter: impl FnOnce(&str) -> Option<String>,
    ) -> Result<bool, FileError> {
        let mut file = self.locked(name, timeout)?;
        let size = Stat::of_file(&file)?.version.bytes;
        let mut begin = Vec::new();
        (&file).take(head.len() as u64).read_to_end(&mut begin)?;
        if !head.as_bytes().starts_with(&begin) || size >= MAX_BYTES {
            return Ok(false);
        }
        let has_begun = begin.len() == head.len();
        let (bytes, line) = if has_begun {
            (whole_lines(&mut file, size)?, line.to_owned())
        } else {
            // A process ended while it was writing the head.
            (0, [head, line].concat())
        };
        if bytes < size {
            file.set_len(bytes)?;
        }
        if bytes + line.len() as u64 > most {
            file.rewind()?;
            let Some(shorter) = shorter(&(text(&file)? + &line)) else {
                return Ok(false);
            };
            return self.replace(name, &shorter).map(|()| true);
        }
        file.seek(SeekFrom::End(0))?;
        if let Err(error) = file.write_all(line.as_bytes()) {
            let _ = file.set_len(bytes);
            return Err(error.into());
        }
        Ok(true)
    }

    /// Replaces the file `name`, which this process has locked, with a new file that contains
    /// `text`.
    fn replace(&self, name: &str, text: &str) -> Result<(), FileError> {
        let new = name.to_owned() + NEW;
        // A process that ended may have left this file.
        self.remove(&new);
        self.create(&new, text.as_bytes(), |_| Ok(()))?;
        let replaced = self.0.dir.rename(&new, &self.0.dir, name);
        if replaced.is_err() {
            self.remove(&new);
        }
        Ok(replaced?)
    }

    /// Removes the file `name`, and the file that would have replaced it. First waits until no
    /// other process has locked the file, but no longer than `timeout`.
    ///
    /// # Errors
    ///
    /// Returns an error if the file still exists.
    pub fn discard(&self, name: &str, timeout: Duration) -> Result<(), FileError> {
        let _locked = self.locked(name, timeout);
        self.remove(&(name.to_owned() + NEW));
        match self.0.dir.remove_file(name) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }

    /// Opens and locks the file `name`. Creates it if it is missing. If another file replaces it
    /// before it is locked, opens and locks the new file.
    fn locked(&self, name: &str, timeout: Duration) -> Result<File, FileError> {
        let deadline = Instant::now() + timeout;
        loop {
            let is_over = Instant::now() >= deadline;
            let file = match self.opened(name, true) {
                Err(FileError::Changing) if !is_over => continue,
                opened => opened?,
            };
            match file.try_lock() {
                Ok(()) if self.has(name, &file) => return Ok(file),
                Err(TryLockError::Error(error)) => return Err(error.into()),
                _ if is_over => return Err(FileError::Changing),
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => sleep(POLL_INTERVAL),
            }
        }
    }

    /// Returns whether `name` still refers to the open file.
    fn has(&self, name: &str, open: &File) -> bool {
        let named = system::stat(&self.0.dir, name.into(), FollowSymlinks::No);
        let open = Stat::of_file(open).map(|stat| stat.version.identity);
        named.is_ok_and(|named| open.is_ok_and(|open| named.version.identity == open))
    }

    /// Returns the content of the file `name` without waiting for another process, or `None` if the
    /// file is missing.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`file`](Self::file).
    pub fn read(&self, name: &str) -> Result<Option<String>, FileError> {
        match self.opened(name, false) {
            Ok(file) => text(&file).map(Some),
            Err(FileError::Missing) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Overwrites the beginning of the file `name` with `text`, without waiting for another
    /// process. A process that reads the file at the same time may find a mixture of the old and
    /// the new text.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`file`](Self::file), or an error if the file cannot be written.
    pub fn overwrite(&self, name: &str, text: &str) -> Result<(), FileError> {
        Ok(self.opened(name, true)?.write_all(text.as_bytes())?)
    }

    /// Opens the file `name`, which must belong to this user alone. If `create` is true, the file
    /// is also writable, and is created if it is missing. A FIFO does not block.
    fn opened(&self, name: &str, create: bool) -> Result<File, FileError> {
        let mut options = OpenOptions::new();
        options.read(true).write(create).follow(FollowSymlinks::No);
        #[cfg(unix)]
        {
            let flags = rustix::fs::OFlags::NONBLOCK.bits().cast_signed();
            cap_std::fs::OpenOptionsExt::mode(&mut options, 0o600);
            cap_std::fs::OpenOptionsExt::custom_flags(&mut options, flags);
        }
        let mut opened = self.0.dir.open_with(name, &options);
        let is_missing = |error: &io::Error| error.kind() == ErrorKind::NotFound;
        if create && opened.as_ref().is_err_and(is_missing) {
            opened = self.0.dir.open_with(name, options.clone().create_new(true));
            match &opened {
                #[cfg(unix)]
                Ok(made) => drop(system::inherit(made, &self.0.dir)),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                    opened = self.0.dir.open_with(name, &options);
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
        } else if !self.has(name, &file) {
            Err(FileError::Changing)
        } else {
            Err(FileError::Permission)
        }
    }

    /// Removes files whose names begin with `begin` and that have not changed for `age`. Checks at
    /// most `MAX_FILES` files, beginning after the last file that was checked before.
    ///
    /// # Errors
    ///
    /// Returns an error if another process is removing files, or if the record of the last file
    /// that was checked cannot be read.
    pub fn remove_older(&self, begin: &str, age: Duration) -> Result<(), FileError> {
        let mut place = self.file(PLACE, Duration::ZERO)?;
        let mut names = Vec::new();
        let _ = self.0.read_dir("".into(), false, |name, _| {
            let found = name.ok().filter(|name| name.starts_with(begin));
            names.extend(found.map(str::to_owned));
            ControlFlow::Continue(())
        })?;
        names.sort();
        let from = names.partition_point(|name| *name <= place.text);
        let names = names[from..].iter().chain(&names[..from]);
        let names: Vec<&str> = names.take(MAX_FILES).map(String::as_str).collect();
        // If this process ends during the check, the next one begins after these files.
        place.write(names.last().unwrap_or(&""))?;
        self.0.remove_older(&names, age);
        Ok(())
    }
}

/// Opens the folder at `path`. Creates it, and missing folders above it.
fn created(path: &Utf8Path) -> Result<Dir, FileError> {
    match system::directory_at(None, path, Purpose::Search) {
        Err(error) if error.kind() == ErrorKind::NotFound && path.file_name().is_some() => {
            create(&created(folder_of(path))?, path)
        }
        opened => Ok(opened?),
    }
}

/// Opens the folder in `above` whose name is the last component of `path`. Creates it if it is
/// missing.
pub(super) fn create(above: &Dir, path: &Utf8Path) -> Result<Dir, FileError> {
    let name = path.file_name().ok_or(FileError::NotRegular)?;
    let open = || system::directory(above, name.into(), FollowSymlinks::No, Purpose::List);
    let opened = open();
    let Err(FileError::Missing) = opened else {
        return opened;
    };
    let mut builder = DirBuilder::new();
    builder.recursive(false);
    #[cfg(unix)]
    cap_std::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match above.create_dir_with(name, &builder) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => open(),
        made => {
            made?;
            let opened = open()?;
            #[cfg(unix)]
            let _ = system::inherit(&opened, above);
            Ok(opened)
        }
    }
}

/// Returns the total size in bytes of the complete lines in `file`, which has `bytes` bytes. A
/// partial line may follow if a process ended while it was writing.
fn whole_lines(file: &mut File, bytes: u64) -> Result<u64, FileError> {
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
fn text(file: &File) -> Result<String, FileError> {
    let mut content = Vec::new();
    file.take(MAX_BYTES).read_to_end(&mut content)?;
    Ok(String::from_utf8_lossy(&content).into_owned())
}

impl StateFile {
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
