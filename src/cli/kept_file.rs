//! The earlier contents of files that this program has changed: copies in the state folder, and a
//! record of what was written instead.

use std::cell::RefCell;
use std::time::Duration;

use camino::{Utf8Path, Utf8PathBuf};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::system::{UserFolder, from_home, state_folder};
use crate::documents::file_error::FileError;
use crate::documents::sandbox::state_file::{MAX_BYTES, StateFile};
use crate::documents::sandbox::state_folder::StateFolder;
use crate::documents::sandbox::{Tree, ambient};
use crate::table::Table;
use crate::text::escaped::Escaped;

/// The folder of the copies, in the program's state folder.
const FOLDER: &str = "copies";
/// The file that records which files the copies belong to.
const ROWS: &str = "files";
/// The maximum number of copies of one file.
const MAX_COPIES: usize = 3;
/// The maximum number of rows. The oldest rows are removed first, with their copies.
const MAX_ROWS: usize = 1_024;
/// The maximum number of characters of a file's name in the name of its copy.
const MAX_NAME: usize = 48;
/// The maximum size of a copy, in bytes.
pub(super) const MAX_COPY: u64 = 1 << 24;
/// The time to wait for another process that is keeping a copy.
const LOCK_TIMEOUT: Duration = Duration::from_secs(10);

/// The record of a file that was changed, or of a folder that was created.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum KeptRow {
    File {
        path: Utf8PathBuf,
        /// The name of the copy; `None` if the file did not exist.
        copy: Option<String>,
        /// The digest of the new content, if the change can be undone.
        written: Option<Uuid>,
    },
    /// A folder that was created for a file.
    Folder { path: Utf8PathBuf },
}

impl KeptRow {
    /// Returns whether this row records that the program wrote `content` to `file`.
    fn has_written(&self, file: &Utf8Path, content: &[u8]) -> bool {
        let due = Some(digest(content));
        matches!(self, Self::File { path, written, .. } if path == file && *written == due)
    }

    fn copy_of(&self, file: &Utf8Path) -> Option<&str> {
        match self {
            Self::File { path, copy, .. } if path == file => copy.as_deref(),
            _ => None,
        }
    }
}

/// A file that is about to be changed. Its path contains no links.
pub(super) struct KeptFile<'t> {
    pub table: &'t Table,
    path: Utf8PathBuf,
    change: RefCell<Option<Change>>,
}

/// A change to a file, in progress. Other processes wait until it ends.
struct Change {
    folder: StateFolder,
    file: StateFile,
    rows: Vec<KeptRow>,
    /// The name of the new copy.
    copy: Option<String>,
    /// The copies that are no longer kept.
    gone: Vec<String>,
}

impl<'t> KeptFile<'t> {
    pub fn new(table: &'t Table, path: Utf8PathBuf) -> Self {
        let change = RefCell::default();
        Self {
            table,
            path,
            change,
        }
    }

    /// Returns the content of the file before this program wrote `text`, or `Some(None)` if there was
    /// no file. Returns `None` if the content is not known.
    pub fn before(&self, text: &str) -> Option<Option<String>> {
        let folder = StateFolder::existing(&folder().ok()?).ok()?;
        let rows = rows(&folder.read(ROWS).ok()??);
        let mut found = rows.iter().rev();
        match found.find(|row| row.has_written(&self.path, text.as_bytes()))? {
            KeptRow::File {
                copy: Some(copy), ..
            } => {
                let held = folder.bytes(copy, MAX_COPY).ok()?;
                String::from_utf8(held).ok().map(Some)
            }
            _ => Some(None),
        }
    }

    /// Keeps a copy of `old`, the content of the file, before it is replaced by `new`. No copy is
    /// needed if this program wrote `old`, or if a copy of it exists. The change can be undone later,
    /// unless `removes` is true because the change itself undoes an earlier one.
    ///
    /// # Errors
    ///
    /// Returns an error with advice if no copy can be kept.
    pub fn keep(
        &self,
        old: Option<&[u8]>,
        new: Option<&[u8]>,
        removes: bool,
    ) -> Result<(), String> {
        self.undo();
        let began = Change::begin().and_then(|change| {
            let mut begun = self.change.borrow_mut();
            begun.insert(change).keep(&self.path, (old, new), removes)
        });
        match began {
            // There is no content to lose.
            Err(_) if old.is_none() => Ok(()),
            Err(error) => {
                self.undo();
                Err(self.refused(&error))
            }
            Ok(()) => Ok(()),
        }
    }

    /// Checks that a copy can be kept.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Self::keep`].
    pub fn check(&self) -> Result<(), String> {
        Change::begin()
            .map(drop)
            .map_err(|error| self.refused(&error))
    }

    /// Returns the message that no copy can be kept, with advice.
    fn refused(&self, error: &FileError) -> String {
        let reason = self.table.render(error);
        let place = folder().map_or_else(|error| error, |folder| from_home(&folder));
        format!(
            "a copy of its content cannot be kept in {}: {reason}; set {} to a folder that you \
             can write",
            Escaped(&place),
            UserFolder::State.variable()
        )
    }

    /// Ends the change. If `is_gone` is true, removes the folders that were created for the file.
    /// Otherwise, records that the nearest `made` folders above the file were created for it. Returns
    /// the path to the new copy, if any.
    pub fn finish(self, is_gone: bool, made: usize) -> Option<String> {
        let mut change = self.change.into_inner()?;
        let above = self.path.ancestors().skip(1);
        if is_gone {
            change.remove_folders(above)
        } else {
            let folders = above.take(made).map(Utf8Path::to_owned);
            let new = folders.map(|path| KeptRow::Folder { path });
            let new: Vec<KeptRow> = new.filter(|row| !change.rows.contains(row)).collect();
            change.rows.extend(new);
        }
        let copy = change.copy.clone();
        change.finish();
        copy.and_then(|copy| Some(from_home(&folder().ok()?.join(copy))))
    }

    /// Cancels the change, and removes its copy.
    pub fn undo(&self) {
        if let Some(change) = self.change.take()
            && let Some(copy) = &change.copy
        {
            change.folder.remove(copy);
        }
    }
}

impl Change {
    fn begin() -> Result<Self, FileError> {
        let folder = StateFolder::open(&folder().map_err(|_| FileError::Missing)?)?;
        let file = folder.file(ROWS, LOCK_TIMEOUT)?;
        Ok(Self {
            rows: rows(&file.text),
            folder,
            file,
            copy: None,
            gone: Vec::new(),
        })
    }

    fn keep(
        &mut self,
        file: &Utf8Path,
        (old, new): (Option<&[u8]>, Option<&[u8]>),
        removes: bool,
    ) -> Result<(), FileError> {
        let Some(old) = old else {
            self.rows.retain(
                |row| !matches!(row, KeptRow::File { path, copy: None, .. } if path == file),
            );
            self.push(file, None, new);
            return Ok(());
        };
        let of_file = |row: &KeptRow| row.has_written(file, old) || self.has_copy(file, row, old);
        let known = self.rows.iter().rposition(of_file);
        let known = known.map(|at| self.rows.remove(at));
        let is_own = known.as_ref().is_some_and(|row| row.has_written(file, old));
        let copy = match known {
            Some(KeptRow::File { copy, .. }) => copy,
            _ => Some(self.add(file, old)?),
        };
        let before = match &copy {
            None => Some(None),
            Some(copy) => self.folder.bytes(copy, MAX_COPY).ok().map(Some),
        };
        if is_own && before.is_some_and(|before| before.as_deref() == new) {
            // Content that was restored needs no copy.
            self.gone.extend(copy);
            return Ok(());
        }
        self.push(file, copy, new.filter(|_| is_own || !removes));
        self.thin(file);
        Ok(())
    }

    fn push(&mut self, file: &Utf8Path, copy: Option<String>, written: Option<&[u8]>) {
        self.rows.push(KeptRow::File {
            path: file.to_owned(),
            copy,
            written: written.map(digest),
        });
    }

    /// Returns whether the copy that `row` records for `file` has this content.
    fn has_copy(&self, file: &Utf8Path, row: &KeptRow, content: &[u8]) -> bool {
        let copy = row.copy_of(file);
        copy.is_some_and(|copy| {
            let held = self.folder.bytes(copy, content.len() as u64);
            held.is_ok_and(|held| held == content)
        })
    }

    /// Adds a copy of `file`, whose content is `bytes`, and returns the name of the copy.
    fn add(&mut self, file: &Utf8Path, bytes: &[u8]) -> Result<String, FileError> {
        let name: String = file
            .file_name()
            .unwrap_or_default()
            .chars()
            .take(MAX_NAME)
            .collect();
        let mut number = 1 + self.rows.len();
        loop {
            let copy = format!("{number}-{name}");
            match self.folder.add(&copy, bytes) {
                Err(FileError::Changing) => number += 1,
                added => {
                    added?;
                    self.copy = Some(copy.clone());
                    return Ok(copy);
                }
            }
        }
    }

    /// Removes the oldest copies of `file`, and the oldest rows of all files, if there are too many.
    fn thin(&mut self, file: &Utf8Path) {
        let mut left = MAX_COPIES;
        for at in (0..self.rows.len()).rev() {
            if self.rows[at].copy_of(file).is_some() {
                match left.checked_sub(1) {
                    Some(less) => left = less,
                    None => self.drop_row(at),
                }
            }
        }
        while self.rows.len() > MAX_ROWS {
            self.drop_row(0);
        }
    }

    fn drop_row(&mut self, at: usize) {
        if let KeptRow::File { copy, .. } = self.rows.remove(at) {
            self.gone.extend(copy);
        }
    }

    /// Removes the empty folders in `above` that this program created, nearest first.
    fn remove_folders<'p>(&mut self, above: impl Iterator<Item = &'p Utf8Path>) {
        for folder in above {
            let is_it = |row: &KeptRow| matches!(row, KeptRow::Folder { path } if path == folder);
            let Some(name) = folder.file_name().filter(|_| self.rows.iter().any(is_it)) else {
                return;
            };
            let outer = Tree::ambient(ambient::folder_of(folder));
            if !outer.is_ok_and(|outer| outer.remove_empty(name)) {
                return;
            }
            self.rows.retain(|row| !is_it(row));
        }
    }

    fn finish(mut self) {
        let line = |row: &KeptRow| serde_json::to_string(row).unwrap_or_default() + "\n";
        let mut lines: Vec<String> = self.rows.iter().map(line).collect();
        while lines.iter().map(String::len).sum::<usize>() as u64 > MAX_BYTES {
            lines.remove(0);
            self.drop_row(0);
        }
        // The copies are removed only if the rows could be written.
        if self.file.write(&lines.concat()).is_ok() {
            self.gone.iter().for_each(|copy| self.folder.remove(copy));
        }
    }
}

/// Returns the path to the folder that contains the copies.
fn folder() -> Result<Utf8PathBuf, String> {
    Ok(state_folder()?.join(FOLDER))
}

/// Parses rows, and leaves out invalid lines.
fn rows(text: &str) -> Vec<KeptRow> {
    let rows = text.lines();
    rows.filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}

fn digest(content: &[u8]) -> Uuid {
    Uuid::new_v5(&Uuid::nil(), content)
}
