//! The program's own state: small files in one folder that only this user may read.

use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use camino::Utf8Path;
use cap_fs_ext::FollowSymlinks;
use cap_std::fs::{Dir, DirBuilder, OpenOptions};

use super::ambient::folder_of;
use super::stat::Stat;
use super::state_file::{MAX_BYTES, StateFile, lock, open, text, whole_lines};
use super::{Opened, Purpose, Tree, system};
use crate::documents::file_error::FileError;

/// The maximum number of files that one call checks for removal.
const MAX_FILES: usize = 256;
/// The suffix of the name of a new file, until it replaces an existing file.
const NEW: &str = ".new";
/// The name of the file that records which file was last checked for removal.
const PLACE: &str = "cleaned";

/// The folder that contains the state, opened.
#[derive(Debug)]
pub struct StateFolder(Tree);

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
        Opened::new(open(&self.0.dir, name, false)?)?.read(limit)
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
        StateFile::new(lock(&self.0.dir, name, timeout)?)
    }

    /// Appends `line` to the file `name`, which must begin with `head`. If the file is new, writes
    /// `head` first. Only the beginning of the file is read. Waits for another process no longer than
    /// `timeout`.
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
        head: &str,
        line: &str,
        most: u64,
        timeout: Duration,
        shorter: impl FnOnce(&str) -> Option<String>,
    ) -> Result<bool, FileError> {
        let mut file = lock(&self.0.dir, name, timeout)?;
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
        let _locked = lock(&self.0.dir, name, timeout);
        self.remove(&(name.to_owned() + NEW));
        match self.0.dir.remove_file(name) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }

    /// Returns the content of the file `name` without waiting for another process, or `None` if the
    /// file is missing.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`file`](Self::file).
    pub fn read(&self, name: &str) -> Result<Option<String>, FileError> {
        match open(&self.0.dir, name, false) {
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
        Ok(open(&self.0.dir, name, true)?.write_all(text.as_bytes())?)
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
        let _ = self.0.read_dir("".into(), FollowSymlinks::No, |name, _| {
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
