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
    /// What it holds; `None` if nothing had to be written.
    pub new: Option<String>,
    /// The name of the copy.
    pub copy: Option<String>,
}

impl Tree {
    /// Replaces the file at `path`, which is no link, by what `edit` makes of its text, or
    /// creates it and its directory. The options are the most bytes that it may have, whether
    /// a copy beside it keeps the old text, unless that is one of these, and whether nothing is
    /// written. A file of which a copy is kept is removed if no text is left.
    ///
    /// Owner, group and permissions stay. What the superuser creates has the owner and the group
    /// of its directory. While another program writes the file, the edit is tried again.
    ///
    /// # Errors
    ///
    /// That of `edit` within, or why the file cannot be written. Nothing was written then.
    pub fn edit<E>(
        &self,
        path: &Utf8Path,
        options: (u64, Option<&[String]>, bool),
        edit: impl Fn(Option<&str>) -> Result<String, E>,
    ) -> Result<Result<Edited, E>, FileError> {
        let mut again = 1..ATTEMPTS;
        loop {
            match self.edit_once(path, options, &edit) {
                Err(FileError::Changing) if again.next().is_some() => {}
                done => return done,
            }
        }
    }

    fn edit_once<E>(
        &self,
        path: &Utf8Path,
        (limit, keeps, dry_run): (u64, Option<&[String]>, bool),
        edit: impl Fn(Option<&str>) -> Result<String, E>,
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
            Ok(new) => Some(new).filter(|new| new != old.as_deref().unwrap_or_default()),
            Err(error) => return Ok(Err(error)),
        };
        let copy = None;
        let mut edited = Edited { old, new, copy };
        let Some(new) = &edited.new else {
            return Ok(Ok(edited));
        };
        let bytes = new.len() as u64;
        if bytes > limit {
            return Err(FileError::TooLargeFile { bytes, limit });
        }
        if let (Some(folder), Some(like)) = (&folder, &like) {
            system::check_writable(folder, name, like)?;
        }
        if dry_run {
            return Ok(Ok(edited));
        }
        let folder = folder.map_or_else(|| self.created(folder_of(path)), Ok)?;
        let Some((like, old)) = like.zip(edited.old.as_deref()) else {
            create(&folder, name, new, None)?;
            return Ok(Ok(edited));
        };
        edited.copy = replace(&folder, name, (old, new), &like, keeps)?;
        Ok(Ok(edited))
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

    /// Opens a directory, and creates it and those above it where they are missing.
    fn created(&self, path: &Utf8Path) -> Result<Dir, FileError> {
        let opened = self.folder(path);
        let (Err(FileError::Missing), Some(name)) = (&opened, path.file_name()) else {
            return opened;
        };
        let above = self.created(folder_of(path))?;
        above.create_dir(name).map_err(taken)?;
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

/// Replaces the old text of a file by a new one, if it still is the version `like`. With `keeps` a
/// copy holds the old text unless that is one of these, its name is returned, and the file is removed
/// if the new one is empty.
fn replace(
    folder: &Dir,
    name: &str,
    (old, new): (&str, &str),
    like: &Stat,
    keeps: Option<&[String]>,
) -> Result<Option<String>, FileError> {
    let mut kept = None;
    put(folder, new, Some(like), |temporary| {
        let copy = keeps.filter(|own| !own.iter().any(|own| own == old));
        let copy = copy.map(|_| keep(folder, name, old, like));
        let copy = copy.transpose()?;
        let replaced = match system::stat(folder, name.into(), FollowSymlinks::No) {
            Ok(stat) if stat.version == like.version => match keeps.is_some() && new.is_empty() {
                true => Ok(folder.remove_file(name)?),
                false => folder.rename(temporary, folder, name).map_err(taken),
            },
            Ok(_) | Err(FileError::Missing) => Err(FileError::Changing),
            Err(error) => Err(error),
        };
        if let (Err(_), Some((copy, true))) = (&replaced, &copy) {
            let _ = folder.remove_file(copy);
        }
        kept = copy.map(|(copy, _)| copy);
        replaced
    })?;
    Ok(kept)
}

/// Keeps what a file held beside it, unless a copy does already. Returns the name of the
/// copy, and whether it is new.
fn keep(folder: &Dir, name: &str, old: &str, like: &Stat) -> Result<(String, bool), FileError> {
    let mut copy = format!("{name}.bak");
    for number in 1.. {
        let found = found(folder, &copy);
        match found.map(|found| found.map(|(_, opened)| opened.read(old.len() as u64))) {
            Ok(None) => break,
            Ok(Some(Ok(held))) if held == old.as_bytes() => return Ok((copy, false)),
            _ => {
                // No other name is better if this one cannot be looked up.
                system::stat(folder, Utf8Path::new(&copy), FollowSymlinks::No)?;
                copy = format!("{name}.bak{number}");
            }
        }
    }
    create(folder, &copy, old, Some(like)).map(|()| (copy, true))
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
