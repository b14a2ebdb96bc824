//! Writes files, either completely or not at all. Names are resolved in a directory that stays
//! open, so that a rename cannot redirect a write.

use std::io::{self, ErrorKind, Write};
use std::time::Duration;

use camino::Utf8Path;
use cap_fs_ext::FollowSymlinks;
use cap_std::fs::Dir;
use uuid::Uuid;

use super::ambient::folder_of;
use super::stat::{FileType, Stat};
use super::{Opened, Purpose, Tree, system};
use crate::documents::file_error::FileError;

/// The prefix of a temporary file's name, before the digits of a UUID.
const PREFIX: &str = ".mcp-guide-";
/// The age after which a temporary file counts as left over from a killed process.
const ABANDONED: Duration = Duration::from_secs(60 * 60);
/// The time for which a file must be unchanged before it is read.
const SETTLED: Duration = Duration::from_millis(100);
/// The maximum number of attempts to edit a file that another program is writing.
const ATTEMPTS: usize = 3;

/// The result of editing a file.
#[derive(Debug)]
pub struct Edited {
    /// The content before the edit; `None` if there was no file.
    pub old: Option<String>,
    /// The content after the edit; `None` if there is no file. If it equals `old`, nothing was
    /// written.
    pub new: Option<String>,
    /// The number of folders above the file that were created.
    pub made: usize,
}

impl Edited {
    pub fn is_changed(&self) -> bool {
        self.old != self.new
    }
}

impl Tree {
    /// Replaces the file at `path`, which must not be a link, with the result of `edit`. Creates
    /// the file and its directory if they are missing. Removes the file if `edit` returns `None`.
    ///
    /// The file may have at most `limit` bytes. If `is_dry_run` is true, nothing is written. Before
    /// anything is written, `keep` receives the old and the new content.
    ///
    /// Owner, group and permissions are kept. Files and directories that the superuser creates get
    /// the owner and the group of their directory. If another program writes the file during the
    /// edit, the edit is tried again.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or written. The inner result is an error that
    /// `edit` or `keep` returned. In both cases, the file is unchanged.
    pub fn edit<E>(
        &self,
        path: &Utf8Path,
        limit: u64,
        is_dry_run: bool,
        edit: impl Fn(Option<&str>) -> Result<Option<String>, E>,
        keep: impl Fn(Option<&str>, Option<&str>) -> Result<(), E>,
    ) -> Result<Result<Edited, E>, FileError> {
        let mut again = 1..ATTEMPTS;
        loop {
            match self.edit_once(path, limit, is_dry_run, &edit, &keep) {
                Err(FileError::Changing) if again.next().is_some() => {}
                done => return done,
            }
        }
    }

    /// Edits the file once, as [`Self::edit`] does. Returns [`FileError::Changing`] if another
    /// program changes the file at the same time.
    fn edit_once<E>(
        &self,
        path: &Utf8Path,
        limit: u64,
        is_dry_run: bool,
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
        let (stat, old) = match found {
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
        if let (Some(folder), Some(stat)) = (&folder, &stat) {
            system::check_writable(folder, name, stat)?;
        }
        if is_dry_run {
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
        match (&stat, new) {
            (None, new) => create(&folder, name, new.unwrap_or_default())?,
            (Some(stat), Some(new)) => replace(&folder, name, new, stat)?,
            (Some(stat), None) => {
                check_same(&folder, name, stat)?;
                folder.remove_file(name)?;
            }
        }
        Ok(Ok(edited))
    }

    /// Removes the directory `name` from the tree's own directory if it is empty. Returns whether
    /// it was removed.
    pub fn remove_empty(&self, name: &str) -> bool {
        self.dir.remove_dir(name).is_ok()
    }

    /// Writes `content` to a new file in the tree's own directory, completely or not at all. If
    /// `replace` is true, the new file replaces an existing file or link.
    ///
    /// # Errors
    ///
    /// Returns [`FileError::Changing`] if the name exists and `replace` is false.
    pub fn write(&self, name: &str, content: &str, replace: bool) -> Result<(), FileError> {
        let folder = self.folder("".into())?;
        let stat = system::stat(&folder, name.into(), FollowSymlinks::No).ok();
        let replaced = stat.filter(|stat| stat.kind == FileType::RegularFile);
        if replace {
            put(&folder, content, replaced.as_ref(), |temporary| {
                Ok(folder.rename(temporary, &folder, name)?)
            })
        } else {
            create(&folder, name, content)
        }
    }

    /// Opens the directory at `path` in a form that allows changes of its names to be synced to
    /// disk.
    fn folder(&self, path: &Utf8Path) -> Result<Dir, FileError> {
        system::directory(&self.dir, path, FollowSymlinks::Yes, Purpose::List)
    }

    /// Opens the directory at `path`. Creates it, and directories above it, if they are missing,
    /// and adds the number of created directories to `made`.
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

    /// Removes the files `names` in the tree's own directory that belong to this user and have not
    /// changed for `age`.
    pub(super) fn remove_older(&self, names: &[&str], age: Duration) {
        for name in names {
            let Ok(stat) = system::stat(&self.dir, (*name).into(), FollowSymlinks::No) else {
                continue;
            };
            let is_own = stat.kind == FileType::RegularFile && stat.version.owner.is_user();
            if is_own && (stat.version.modified.elapsed()).is_ok_and(|time| time >= age) {
                let _ = self.dir.remove_file(name);
            }
        }
    }
}

/// Opens the regular file `name`, which must not be a link. Returns it with its metadata from
/// before it was opened, or `None` if it does not exist.
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

/// Opens a file like [`found`], once it has not changed for [`SETTLED`], because a program that
/// writes a file in place empties it first.
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

/// Replaces the content of the file `name` with `new` if the file still has the version `found`.
fn replace(folder: &Dir, name: &str, new: &str, found: &Stat) -> Result<(), FileError> {
    put(folder, new, Some(found), |temporary| {
        check_same(folder, name, found)?;
        folder.rename(temporary, folder, name).map_err(taken)
    })
}

/// Checks that the file `name` still has the version `found`.
fn check_same(folder: &Dir, name: &str, found: &Stat) -> Result<(), FileError> {
    match system::stat(folder, name.into(), FollowSymlinks::No) {
        Ok(stat) if stat.version == found.version => Ok(()),
        Ok(_) | Err(FileError::Missing) => Err(FileError::Changing),
        Err(error) => Err(error),
    }
}

/// Creates the file `name` with the content `text` if the name does not exist yet. The file gets the
/// permissions of any new file.
fn create(folder: &Dir, name: &str, text: &str) -> Result<(), FileError> {
    let replaced = None;
    put(folder, text, replaced, |temporary| {
        match folder.hard_link(temporary, folder, name).map_err(taken) {
            Err(FileError::Changing) => Err(FileError::Changing),
            // Some file systems do not support hard links.
            Err(_) if folder.symlink_metadata(name).is_err() => {
                Ok(folder.rename(temporary, folder, name)?)
            }
            linked => linked,
        }
    })
}

/// Writes `text` to a temporary file, syncs it to disk, and calls `name` to give it its final name.
/// `replaced` is the file that had this name, if any: the new file gets the same owner, group and
/// permissions. Until it has them, only this user may open it. The temporary name is always removed.
fn put(
    folder: &Dir,
    text: &str,
    replaced: Option<&Stat>,
    name: impl FnOnce(&str) -> Result<(), FileError>,
) -> Result<(), FileError> {
    let _ = clear(folder);
    let temporary = format!("{PREFIX}{}", Uuid::new_v4().simple());
    let written = system::create(folder, &temporary, replaced).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        Ok(file.sync_all()?)
    });
    let named = written.and_then(|()| name(&temporary));
    let _ = folder.remove_file(&temporary);
    // Syncs the new name to disk if the system supports this. The file itself is already written.
    #[cfg(unix)]
    let _ = rustix::fs::fsync(folder);
    named
}

/// Removes the temporary files that killed processes of this user left in `folder`.
fn clear(folder: &Dir) -> Result<(), FileError> {
    let is_digit = |c: char| matches!(c, '0'..='9' | 'a'..='f');
    let is_temporary = |name: &&str| {
        let digits = name.strip_prefix(PREFIX);
        digits.is_some_and(|digits| {
            digits.len() == uuid::fmt::Simple::LENGTH && digits.chars().all(is_digit)
        })
    };
    let folder = Tree::new(folder.try_clone()?)?;
    let (entries, _) = folder.list("".into(), usize::MAX)?;
    let names = entries.iter().flat_map(|entry| &entry.name);
    let names: Vec<&str> = names.map(String::as_str).filter(is_temporary).collect();
    folder.remove_older(&names, ABANDONED);
    Ok(())
}

/// Converts an error from creating a name. If the name exists, another program has just created it.
fn taken(error: io::Error) -> FileError {
    match error.kind() {
        ErrorKind::AlreadyExists => FileError::Changing,
        _ => error.into(),
    }
}
