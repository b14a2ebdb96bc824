//! Writes files: whole or not at all, and by names in a directory that stays open, so that no
//! rename leads the writer elsewhere.

use std::io::{self, ErrorKind, Write};
use std::time::Duration;

use camino::Utf8Path;
use cap_fs_ext::FollowSymlinks;
use cap_std::fs::Dir;
use uuid::Uuid;

use super::ambient::folder_of;
use super::stat::{FileType, Stat};
use super::{Opened, Purpose, Tree, system};
use crate::documents::error::FileError;

/// What the name of a temporary file begins with, before the digits of a UUID.
const PREFIX: &str = ".mcp-guide-";
/// From which age on a temporary file is one that a killed process left.
const ABANDONED: Duration = Duration::from_secs(60 * 60);
/// How long a file has not changed when it is read.
const SETTLED: Duration = Duration::from_millis(100);
/// How often an edit is tried while another program writes the file.
const ATTEMPTS: usize = 3;

/// A file that was edited.
#[derive(Debug)]
pub struct Edited {
    /// What it held; `None` if there was none.
    pub old: Option<String>,
    /// What it holds; `None` if there is none. If that is what it held, nothing was written.
    pub new: Option<String>,
    /// How many of the folders above it were created.
    pub made: usize,
}

impl Edited {
    pub fn is_changed(&self) -> bool {
        self.old != self.new
    }
}

impl Tree {
    /// Replaces the file at `path`, which is no link, by what `edit` makes of its text, creates it
    /// and its directory, or removes it. The options are the most bytes that it may have, and whether
    /// nothing is written. Before anything is written, `keep` gets what it holds and will hold.
    ///
    /// Owner, group and permissions stay. What the superuser creates has the owner and the group
    /// of its directory. While another program writes the file, the edit is tried again.
    ///
    /// # Errors
    ///
    /// That of `edit` or of `keep` within, or why the file cannot be written. It stays then.
    pub fn edit<E>(
        &self,
        path: &Utf8Path,
        options: (u64, bool),
        edit: impl Fn(Option<&str>) -> Result<Option<String>, E>,
        keep: impl Fn(Option<&str>, Option<&str>) -> Result<(), E>,
    ) -> Result<Result<Edited, E>, FileError> {
        let mut again = 1..ATTEMPTS;
        loop {
            match self.edit_once(path, options, &edit, &keep) {
                Err(FileError::Changing) if again.next().is_some() => {}
                done => return done,
            }
        }
    }

    fn edit_once<E>(
        &self,
        path: &Utf8Path,
        (limit, dry_run): (u64, bool),
        edit: impl Fn(Option<&str>) -> Result<Option<String>, E>,
        keep: impl Fn(Option<&str>, Option<&str>) -> Result<(), E>,
    ) -> Result<Result<Edited, E>, FileError> {
        let name = path.file_name().ok_or(FileError::NotRegular)?;
        let folder = match self.folder(folder_of(path)) {
            Err(FileError::Missing) => None,
            opened => Some(opened?),
        };
        let found = match &folder {
            Some(folder) => settled(folder, name)?,
            None => None,
        };
        let (like, old) = match found {
            None => (None, None),
            Some((stat, opened)) => {
                let text = opened.text(limit).map_err(FileError::for_config_file)?;
                (Some(stat), Some(text))
            }
        };
        let new = match edit(old.as_deref()) {
            Ok(new) => new,
            Err(error) => return Ok(Err(error)),
        };
        let mut edited = Edited { old, new, made: 0 };
        if !edited.is_changed() {
            return Ok(Ok(edited));
        }
        let bytes = edited.new.as_deref().map_or(0, str::len) as u64;
        if bytes > limit {
            return Err(FileError::TooLargeFile { bytes, limit });
        }
        if let (Some(folder), Some(like)) = (&folder, &like) {
            system::check_writable(folder, name, like)?;
        }
        if dry_run {
            return Ok(Ok(edited));
        }
        let new = edited.new.as_deref();
        if let Err(error) = keep(edited.old.as_deref(), new) {
            return Ok(Err(error));
        }
        let folder = match folder {
            Some(folder) => folder,
            None => self.created(folder_of(path), &mut edited.made)?,
        };
        match (&like, new) {
            (None, new) => create(&folder, name, new.unwrap_or_default(), None)?,
            (Some(like), Some(new)) => replace(&folder, name, new, like)?,
            (Some(like), None) => {
                check_same(&folder, name, like)?;
                folder.remove_file(name)?;
            }
        }
        Ok(Ok(edited))
    }

    /// Removes a directory of this name in the tree's own one, if it is empty. Returns whether it
    /// did.
    pub fn remove_empty(&self, name: &str) -> bool {
        self.dir.remove_dir(name).is_ok()
    }

    /// Creates a file of this name in the tree's own directory, as [`Self::edit`] does. With
    /// `replace` it takes the place of a file, or of a link itself.
    ///
    /// # Errors
    ///
    /// [`FileError::Changing`] if something is there that is not to be replaced.
    pub fn write(&self, name: &str, content: &str, replace: bool) -> Result<(), FileError> {
        let folder = self.folder("".into())?;
        let there = system::stat(&folder, name.into(), FollowSymlinks::No).ok();
        let like = there.filter(|there| there.kind == FileType::RegularFile);
        match replace {
            false => create(&folder, name, content, None),
            true => put(&folder, content, like.as_ref(), |temporary| {
                Ok(folder.rename(temporary, &folder, name)?)
            }),
        }
    }

    /// Opens a directory in which names can be made durable.
    fn folder(&self, path: &Utf8Path) -> Result<Dir, FileError> {
        system::directory(&self.dir, path, FollowSymlinks::Yes, Purpose::List)
    }

    /// Opens a directory, and creates it and those above it where they are missing. Counts those.
    fn created(&self, path: &Utf8Path, made: &mut usize) -> Result<Dir, FileError> {
        let opened = self.folder(path);
        let (Err(FileError::Missing), Some(name)) = (&opened, path.file_name()) else {
            return opened;
        };
        let above = self.created(folder_of(path), made)?;
        above.create_dir(name).map_err(taken)?;
        *made += 1;
        let folder = system::directory(&above, name.into(), FollowSymlinks::No, Purpose::List)?;
        #[cfg(unix)]
        system::inherit(&folder, &above)?;
        Ok(folder)
    }

    /// Removes those of these files in the tree's own directory that are this user's and have not
    /// changed for so long.
    pub(super) fn remove_older(&self, names: &[&str], age: Duration) {
        for name in names {
            let Ok(stat) = system::stat(&self.dir, (*name).into(), FollowSymlinks::No) else {
                continue;
            };
            let is_own = stat.kind == FileType::RegularFile && stat.version.owner.is_user();
            if is_own && (stat.version.modified.elapsed()).is_ok_and(|of| of >= age) {
                let _ = self.dir.remove_file(name);
            }
        }
    }
}

/// Opens the regular file of this name, which is no link, with its metadata from before.
fn found(folder: &Dir, name: &str) -> Result<Option<(Stat, Opened)>, FileError> {
    let stat = match system::stat(folder, name.into(), FollowSymlinks::No) {
        Err(FileError::Missing) => return Ok(None),
        stat => stat?,
    };
    if stat.kind != FileType::RegularFile {
        return Err(FileError::NotRegular);
    }
    let opened = Opened::new(system::file(folder, name.into())?)?;
    let is_same = opened.version == stat.version;
    let found = is_same.then_some((stat, opened));
    found.map(Some).ok_or(FileError::Changing)
}

/// Opens a file as [`found`] does, once it has not changed for [`SETTLED`]: who writes in place
/// has emptied it first.
fn settled(folder: &Dir, name: &str) -> Result<Option<(Stat, Opened)>, FileError> {
    let file = found(folder, name)?;
    let age = file.as_ref().and_then(|(stat, _)| stat.version.age());
    match age.and_then(|age| SETTLED.checked_sub(age)) {
        Some(rest) => {
            std::thread::sleep(rest);
            found(folder, name)
        }
        None => Ok(file),
    }
}

/// Replaces a file by a new text, if it still is the version `like`.
fn replace(folder: &Dir, name: &str, new: &str, like: &Stat) -> Result<(), FileError> {
    put(folder, new, Some(like), |temporary| {
        check_same(folder, name, like)?;
        folder.rename(temporary, folder, name).map_err(taken)
    })
}

/// Checks that a file still is this version.
fn check_same(folder: &Dir, name: &str, like: &Stat) -> Result<(), FileError> {
    match system::stat(folder, name.into(), FollowSymlinks::No) {
        Ok(stat) if stat.version == like.version => Ok(()),
        Ok(_) | Err(FileError::Missing) => Err(FileError::Changing),
        Err(error) => Err(error),
    }
}

/// Creates a file where nothing has its name.
fn create(folder: &Dir, name: &str, text: &str, like: Option<&Stat>) -> Result<(), FileError> {
    put(folder, text, like, |temporary| {
        match folder.hard_link(temporary, folder, name).map_err(taken) {
            Err(FileError::Changing) => Err(FileError::Changing),
            // Some file systems have no links.
            Err(_) if folder.symlink_metadata(name).is_err() => {
                Ok(folder.rename(temporary, folder, name)?)
            }
            linked => linked,
        }
    })
}

/// Writes a durable file with the owner, the group and the permissions of another, to which
/// `name` gives its name. Before, only this user may open it; without a name it is removed.
fn put(
    folder: &Dir,
    text: &str,
    like: Option<&Stat>,
    name: impl FnOnce(&str) -> Result<(), FileError>,
) -> Result<(), FileError> {
    let _ = clear(folder);
    let temporary = format!("{PREFIX}{}", Uuid::new_v4().simple());
    let written = system::create(folder, &temporary, like).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        Ok(file.sync_all()?)
    });
    let named = written.and_then(|()| name(&temporary));
    let _ = folder.remove_file(&temporary);
    // A new name is durable, if the system can: the file was written in any case.
    #[cfg(unix)]
    let _ = rustix::fs::fsync(folder);
    named
}

/// Removes what killed processes of this user left in a directory.
fn clear(folder: &Dir) -> Result<(), FileError> {
    let is_digit = |c: char| matches!(c, '0'..='9' | 'a'..='f');
    let is_temporary = |name: &&str| {
        let digits = name.strip_prefix(PREFIX);
        digits.is_some_and(|of| of.len() == uuid::fmt::Simple::LENGTH && of.chars().all(is_digit))
    };
    let folder = Tree::new(folder.try_clone()?)?;
    let (entries, _) = folder.list("".into(), usize::MAX)?;
    let names = entries.iter().flat_map(|entry| &entry.name);
    let names: Vec<&str> = names.map(String::as_str).filter(is_temporary).collect();
    folder.remove_older(&names, ABANDONED);
    Ok(())
}

/// Returns the error of a name that cannot be created, which nothing had before.
fn taken(error: io::Error) -> FileError {
    match error.kind() {
        ErrorKind::AlreadyExists => FileError::Changing,
        _ => error.into(),
    }
}
