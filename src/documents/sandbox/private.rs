//! A folder for this process alone, below the system's folder for temporary files.

use std::io::{ErrorKind, Write};

use camino::{Utf8Path, Utf8PathBuf};
use cap_std::fs::{Dir, OpenOptions};
use uuid::Uuid;

use super::ambient::canonical;
use super::state::create;
use super::{FollowSymlinks, Purpose, system};
use crate::documents::error::FileError;

/// What its name begins with, before the digits of a UUID.
const PREFIX: &str = "mcp-guide-";
/// How often it is tried to remove it while it is written.
const ATTEMPTS: usize = 8;

/// The folder, which only this user may read. It is removed with what is in it when it is dropped.
#[derive(Debug)]
pub struct PrivateFolder {
    /// The folder in which it is.
    above: Dir,
    name: String,
    /// Its path, without links on the way.
    pub path: Utf8PathBuf,
    dir: Dir,
    /// The folder of the file that was written last, by its path.
    last: Option<(String, Dir)>,
}

impl PrivateFolder {
    /// Creates the folder.
    ///
    /// # Errors
    ///
    /// There is no folder for temporary files, or it may not be written.
    pub fn new() -> Result<Self, FileError> {
        let temporary = Utf8PathBuf::from_path_buf(std::env::temp_dir());
        let temporary = canonical(&temporary.map_err(|_| FileError::Name)?)?;
        let above = system::directory_at(None, &temporary, Purpose::Search)?;
        let name = format!("{PREFIX}{}", Uuid::new_v4().simple());
        let path = temporary.join(&name);
        Ok(Self {
            dir: create(&above, &path)?,
            above,
            name,
            path,
            last: None,
        })
    }

    /// Returns what removes the folder, on another thread: to be called once, before the process ends.
    ///
    /// # Errors
    ///
    /// There are no more descriptors.
    pub fn remover(&self) -> Result<impl Fn() + Send + 'static, FileError> {
        let (above, name) = (self.above.try_clone()?, self.name.clone());
        Ok(move || {
            // Files may be written meanwhile.
            let _ = (0..ATTEMPTS).find(|_| remove(&above, &name).is_ok());
        })
    }

    /// Writes a new file, and the folders above it. No link in the folder is followed; what is there
    /// already stays, as where a file system takes two spellings for one name.
    ///
    /// # Errors
    ///
    /// A name leads out of the folder, or it cannot be written.
    pub fn write(&mut self, path: &str, bytes: &[u8]) -> Result<(), FileError> {
        let (folder, name) = self.folder(path)?;
        match folder.open_with(name, OpenOptions::new().write(true).create_new(true)) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
            file => Ok(file?.write_all(bytes)?),
        }
    }

    /// Makes a link, which is not followed. Write all files before, so that none is written through it.
    ///
    /// # Errors
    ///
    /// As [`Self::write`] has them; or this system has no such links.
    pub fn link(&mut self, path: &str, target: &str) -> Result<(), FileError> {
        let (folder, name) = self.folder(path)?;
        #[cfg(unix)]
        let made = rustix::fs::symlinkat(target, folder, name).map_err(std::io::Error::from);
        #[cfg(windows)]
        let made = folder.symlink_file(target, name);
        match made {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
            made => Ok(made?),
        }
    }

    /// Removes a file or a link, if it is there, and the folders above it that are empty then.
    ///
    /// # Errors
    ///
    /// As [`Self::write`] has them.
    pub fn remove(&mut self, path: &str) -> Result<(), FileError> {
        let (folder, name) = self.folder(path)?;
        match folder.remove_file(name) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            removed => removed?,
        }
        self.last = None;
        let above = Utf8Path::new(path).ancestors().skip(1);
        for folder in above.filter(|folder| !folder.as_str().is_empty()) {
            if self.dir.remove_dir(folder).is_err() {
                break;
            }
        }
        Ok(())
    }

    /// Makes a folder, and those above it, where they are missing.
    ///
    /// # Errors
    ///
    /// As [`Self::write`] has them.
    pub fn make(&mut self, path: &str) -> Result<(), FileError> {
        self.folder(&format!("{path}/.")).map(drop)
    }

    /// Opens the folder of a file, and creates it where it is missing. Returns the file's name, too.
    fn folder<'p>(&mut self, path: &'p str) -> Result<(&Dir, &'p str), FileError> {
        let (above, name) = path.rsplit_once('/').unwrap_or(("", path));
        let is_name = |name: &str| !matches!(name, "" | "." | "..");
        if !(is_name(name) || name == ".") || !above.is_empty() && !above.split('/').all(is_name) {
            return Err(FileError::NotRegular);
        }
        if self.last.as_ref().is_none_or(|(last, _)| last != above) {
            let mut folder = self.dir.try_clone()?;
            for name in above.split('/').filter(|name| !name.is_empty()) {
                folder = create(&folder, Utf8Path::new(name))?;
            }
            self.last = Some((above.to_owned(), folder));
        }
        let folder = self.last.as_ref().map_or(&self.dir, |(_, folder)| folder);
        Ok((folder, name))
    }
}

impl Drop for PrivateFolder {
    fn drop(&mut self) {
        let _ = remove(&self.above, &self.name);
    }
}

/// Removes a folder with what is in it. What is in folders below is moved up first, so that however deep they
/// are, few are open at once.
fn remove(above: &Dir, name: &str) -> Result<(), FileError> {
    let top = system::directory(above, name.into(), FollowSymlinks::No, Purpose::List)?;
    loop {
        let folders = remove_files(&top)?;
        if folders.is_empty() {
            return Ok(above.remove_dir(name)?);
        }
        for folder in folders {
            let path = Utf8Path::new(&folder);
            let opened = system::directory(&top, path, FollowSymlinks::No, Purpose::List)?;
            for below in remove_files(&opened)? {
                opened.rename(below, &top, Uuid::new_v4().simple().to_string())?;
            }
            top.remove_dir(&folder)?;
        }
    }
}

/// Removes the files and links of a folder, and returns the names of its folders.
fn remove_files(folder: &Dir) -> Result<Vec<String>, FileError> {
    let mut folders = Vec::new();
    for entry in folder.entries()? {
        let entry = entry?;
        match entry.file_type()?.is_dir() {
            true => {
                let name = entry.file_name().into_string();
                folders.push(name.map_err(|_| FileError::Name)?);
            }
            false => folder.remove_file(entry.file_name())?,
        }
    }
    Ok(folders)
}
