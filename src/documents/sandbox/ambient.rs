//! Finds and reads files by their paths, anywhere that the process has access.

use std::io::{self, Read};
use std::path::{self, PathBuf};

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};

use super::{FileType, Opened, Purpose, Stat, or_dot, system};
use crate::documents::file_error::FileError;
use crate::limits::MAX_CONFIG_BYTES;

/// Reads a table or a project file, which may have at most [`MAX_CONFIG_BYTES`] bytes.
pub fn read(path: &Utf8Path) -> Result<Vec<u8>, FileError> {
    read_at_most(path, MAX_CONFIG_BYTES)
}

/// Returns whether users other than the owner and the group may read the file at `path`. On
/// Windows, this is not checked, and the result is false.
pub fn is_world_readable(path: &Utf8Path) -> Result<bool, FileError> {
    match Stat::at(None, path)? {
        #[cfg(unix)]
        stat => Ok(stat.mode.contains(rustix::fs::Mode::ROTH)),
        #[cfg(windows)]
        _ => Ok(false),
    }
}

/// Returns the path to the folder that contains `path`, or `.` for the working directory.
pub fn folder_of(path: &Utf8Path) -> &Utf8Path {
    match path.parent() {
        Some(parent) if !parent.as_str().is_empty() => parent,
        _ => Utf8Path::new("."),
    }
}

/// Returns the absolute form of `path`, which need not exist. Like the functions below, returns
/// [`FileError::Name`] if the result is not UTF-8.
pub fn absolute(path: &Utf8Path) -> Result<Utf8PathBuf, FileError> {
    utf8(path::absolute(path))
}

/// Returns the absolute path to the file or directory at `path`, without links. The path may lead
/// to a different file by the time it is opened.
pub fn canonical(path: &Utf8Path) -> Result<Utf8PathBuf, FileError> {
    utf8(or_dot(path).as_std_path().canonicalize()).map(system::plain)
}

/// Returns the path to the running program.
pub fn program() -> Result<Utf8PathBuf, FileError> {
    utf8(std::env::current_exe())
}

/// Returns the absolute paths by which the program may have been started. If it was started by its
/// path, this path is the only one. Otherwise, the result contains a path for each folder in PATH.
/// Links are not followed.
pub fn started_as() -> Vec<Utf8PathBuf> {
    let name = std::env::args_os().next().unwrap_or_default();
    let Ok(name) = utf8(Ok(name.into())) else {
        return Vec::new();
    };
    if name.components().count() > 1 {
        // The target of `..` depends on the links before it.
        let mut parts = name.components();
        let is_above = parts.any(|part| part == Utf8Component::ParentDir);
        let whole = Some(name).filter(|_| !is_above);
        return Vec::from_iter(whole.and_then(|name| absolute(&name).ok()));
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&folders).filter(|folder| folder.is_absolute());
    let folders = folders.filter_map(|folder| utf8(Ok(folder)).ok());
    folders.map(|folder| folder.join(&name)).collect()
}

/// Returns whether a file exists at the absolute path `word`, or whether a folder in PATH contains
/// a file named `word`.
pub fn has_program(word: &str) -> bool {
    let word = Utf8Path::new(word);
    let is_file =
        |path: &Utf8Path| Stat::at(None, path).is_ok_and(|stat| stat.kind == FileType::RegularFile);
    if word.components().count() > 1 {
        return word.is_absolute() && is_file(word);
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = std::env::split_paths(&folders).filter_map(|folder| utf8(Ok(folder)).ok());
    folders.any(|folder| {
        let path = folder.join(word);
        is_file(&path) || cfg!(windows) && is_file(&path.with_extension("exe"))
    })
}

/// Reads the file at `path`, which may have at most `limit` bytes. Links are followed.
pub fn read_at_most(path: &Utf8Path, limit: u64) -> Result<Vec<u8>, FileError> {
    let file = system::open_at(None, path, Purpose::File)?;
    (Opened::new(file)?.read(limit)).map_err(FileError::for_config_file)
}

/// Opens the file at `path`, of any size, for reading from its beginning. Links are followed.
pub fn open(path: &Utf8Path) -> Result<impl Read, FileError> {
    let file = system::open_at(None, path, Purpose::File)?;
    Ok(Opened::new(file)?.into_reader())
}

/// Returns the user's home directory.
pub fn home() -> Result<Utf8PathBuf, FileError> {
    let home = std::env::home_dir().filter(|path| path.is_absolute());
    utf8(home.ok_or_else(|| io::ErrorKind::NotFound.into()))
}

/// Returns the working directory as the shell spells it (`PWD`), which may contain links. Returns
/// `None` if `PWD` is not an absolute path to the working directory.
pub fn logical_directory() -> Option<Utf8PathBuf> {
    let path = std::env::var("PWD").map(Utf8PathBuf::from).ok()?;
    let is_here = || Some(canonical(&path).ok()? == working_directory().ok()?);
    (path.is_absolute() && is_here() == Some(true)).then_some(path)
}

/// Returns the working directory.
pub fn working_directory() -> Result<Utf8PathBuf, FileError> {
    utf8(std::env::current_dir())
}

pub(super) fn utf8(path: io::Result<PathBuf>) -> Result<Utf8PathBuf, FileError> {
    Utf8PathBuf::from_path_buf(path?).map_err(|_| FileError::Name)
}
