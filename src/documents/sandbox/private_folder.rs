//! A folder for this process alone, in the system's folder for temporary files.

use std::io::{ErrorKind, Write};

use camino::{Utf8Path, Utf8PathBuf};
use cap_fs_ext::FollowSymlinks;
use cap_std::fs::{Dir, OpenOptions};
use uuid::Uuid;

use super::ambient::canonical;
use super::state_folder::create;
use super::{Purpose, system};
use crate::documents::file_error::FileError;

/// The prefix of the folder's name, before the digits of a UUID.
const PREFIX: &str = "mcp-guide-";
/// The maximum number of attempts to remove the folder while files are being written to it.
const ATTEMPTS: usize = 8;

/// A folder that only this user may read. When it is dropped, it is removed with its content.
#[derive(Debug)]
pub struct PrivateFolder {
    /// The parent of the folder.
    above: Dir,
    name: String,
    /// The path to the folder, without links.
    pub path: Utf8PathBuf,
    dir: Dir,
    /// The path and the handle of the folder to which a file was last written.
    last: Option<(String, Dir)>,
}

impl PrivateFolder {
    /// Creates the folder.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no folder for temporary files, or if it cannot be written to.
    pub fn new() -> Result<Self, FileError> {
        let temporary = Utf8PathBuf::from_path_buf(std::env::temp_dir());
        Self::within(&canonical(&temporary.map_err(|_| FileError::Name)?)?)
    }

    /// Checks that folders can be created in the folder at `path`, which need not exist yet. To do
    /// this, creates a folder in the nearest folder that exists, and removes it.
    ///
    /// # Errors
    ///
    /// Returns the reason why no folder can be created.
    pub fn probe(path: &Utf8Path) -> Result<(), FileError> {
        let nearest = path.ancestors().map(canonical);
        let mut nearest = nearest.skip_while(|folder| *folder == Err(FileError::Missing));
        Self::within(&nearest.next().ok_or(FileError::Missing)??).map(drop)
    }

    /// Creates the folder in `folder`, a path without links.
    fn within(folder: &Utf8Path) -> Result<Self, FileError> {
        let above = system::directory_at(None, folder, Purpose::Search)?;
        let name = format!("{PREFIX}{}", Uuid::new_v4().simple());
        let path = folder.join(&name);
        Ok(Self {
            dir: create(&above, &path)?,
            above,
            name,
            path,
            last: None,
        })
    }

    /// Returns a function that removes the folder, for use on another thread. Call it once, before
    /// the process ends.
    ///
    /// # Errors
    ///
    /// Returns an error if no descriptors are left.
    pub fn remover(&self) -> Result<impl Fn() + Send + 'static, FileError> {
        let (above, name) = (self.above.try_clone()?, self.name.clone());
        Ok(move || {
            // Other threads may be writing files, so removal is tried several times.
            let _ = (0..ATTEMPTS).find(|_| remove(&above, &name).is_ok());
        })
    }

    /// Writes `bytes` to a new file at `path`, relative to the folder, and creates the folders
    /// above it. Links in the folder are not followed. A file that exists is left unchanged, for
    /// example where a file system treats two spellings as one name.
    ///
    /// # Errors
    ///
    /// Returns an error if a name leads out of the folder, or if the file cannot be written.
    pub fn write(&mut self, path: &str, bytes: &[u8]) -> Result<(), FileError> {
        let (folder, name) = self.folder(path)?;
        match folder.open_with(name, OpenOptions::new().write(true).create_new(true)) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
            file => Ok(file?.write_all(bytes)?),
        }
    }

    /// Creates a link at `path` that contains `target`, and does not follow it. Write all files
    /// first, so that no file is written through a link.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Self::write`], or an error if the system does not support
    /// symbolic links.
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

    /// Removes the file or link at `path` if it exists, and then the folders above it that have
    /// become empty.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Self::write`].
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

    /// Creates the folder at `path`, and the folders above it, if they are missing.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Self::write`].
    pub fn make(&mut self, path: &str) -> Result<(), FileError> {
        self.folder(&format!("{path}/.")).map(drop)
    }

    /// Opens the folder of the file at `path`, and creates it if it is missing. Returns the folder
    /// and the file's name.
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

/// Removes the folder `name` in `above` with its content. The content of subfolders is moved up
/// first, so that few folders are open at once, however deeply they are nested.
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

/// Removes the files and links in `folder`, and returns the names of its subfolders.
fn remove_files(folder: &Dir) -> Result<Vec<String>, FileError> {
    let mut folders = Vec::new();
    for entry in folder.entries()? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            let name = entry.file_name().into_string();
            folders.push(name.map_err(|_| FileError::Name)?);
        } else {
            folder.remove_file(entry.file_name())?
        }
    }
    Ok(folders)
}
