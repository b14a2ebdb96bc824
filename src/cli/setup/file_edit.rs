//! Edits a client's file, or restores its earlier text.

use std::{env, fmt};

use camino::{Utf8Path, Utf8PathBuf};
use similar::TextDiff;

use super::client::{Client, ClientFiles, SERVER};
use super::own_command::PROGRAM;
use super::{BOM, Entry, Setup, server_entry};
use crate::cli::hook::environment::settings_folder;
use crate::cli::kept_file::KeptFile;
use crate::cli::output::unedited;
use crate::cli::system::{UserFolder, from_home};
use crate::documents::file_error::FileError;
use crate::documents::sandbox::{Tree, ambient};
use crate::text::escaped::{Escaped, escape_truncated};

/// The maximum size of a client's file that is edited, in bytes.
pub(super) const MAX_BYTES: u64 = 1 << 24;
/// The end of an error message if no file was written yet.
pub(super) const NOTHING: &str = " Nothing was written.";

/// A function that returns text with the requested entry. If the entry is `None`, it returns the
/// text without the entries that `setup` wrote.
type EditText<'a> = Box<dyn Fn(&str, Option<Entry>) -> Result<String, String> + 'a>;

/// An edit of a client's file.
pub(super) struct FileEdit<'a> {
    pub files: ClientFiles<'a>,
    pub edit: EditText<'a>,
    /// Whether the report omits the file if it is unchanged.
    pub is_quiet: bool,
}

impl<'a> FileEdit<'a> {
    /// Creates an edit that the report always names.
    pub fn new(files: ClientFiles<'a>, edit: EditText<'a>) -> Self {
        let is_quiet = false;
        Self {
            files,
            edit,
            is_quiet,
        }
    }
}

/// The location of a client's file.
struct Place {
    /// The path before its links are resolved.
    path: Utf8PathBuf,
    tree: Tree,
    /// The path relative to `tree`, with links resolved.
    target: Utf8PathBuf,
}

impl Place {
    /// Returns the file's full path, with links resolved.
    fn full(&self) -> Utf8PathBuf {
        let tree = self
            .tree
            .path()
            .map(|tree| Utf8PathBuf::from(tree).join(&self.target));
        tree.unwrap_or_else(|| self.path.clone())
    }
}

/// A report about edited files.
#[derive(Debug, Default)]
pub(super) struct EditReport {
    /// The changed lines, and a line for each file that was written.
    pub text: String,
    /// Whether a file was written.
    pub is_written: bool,
}

impl EditReport {
    fn unchanged(text: String) -> Self {
        let is_written = false;
        Self { text, is_written }
    }

    fn extend(&mut self, other: Self) {
        self.text += &other.text;
        self.is_written |= other.is_written;
    }
}

impl Setup<'_> {
    /// Makes all of `edits`, or only shows the changes with `--dry-run`. Nothing is written if one
    /// of the files cannot be edited.
    pub(super) fn edit_all(&self, edits: &[FileEdit<'_>]) -> Result<EditReport, String> {
        let mut all = EditReport::default();
        for edit in edits {
            all.extend(self.edit(edit, true)?);
        }
        if self.arguments.dry_run {
            return Ok(all);
        }
        let mut all = EditReport::default();
        for edit in edits {
            let edited = self.edit(edit, false);
            all.extend(edited.map_err(|error| {
                if all.text.is_empty() {
                    error
                } else {
                    all.text.clone() + &error.replace(NOTHING, "")
                }
            })?);
        }
        Ok(all)
    }

    /// Edits the project's file. If the client has none, or with `--user`, edits the user's file
    /// instead. Returns the changed lines and what was written.
    fn edit(&self, edit: &FileEdit<'_>, dry_run: bool) -> Result<EditReport, String> {
        let table = &self.context.table;
        let path = self.path(edit.files)?;
        let shown = if self.is_in_project(edit.files) {
            path.to_string()
        } else {
            from_home(&path)
        };
        let shown = Escaped(&shown);
        let failure = |reason: &str| format!("Cannot edit {shown}: {reason}.{NOTHING}");
        let refused = |error: FileError| match error {
            FileError::Outside => failure("a link leads out of its folder"),
            error => failure(&unedited(table, &error)),
        };
        let place = self.place(edit.files, &path).map_err(refused)?;
        let kept = KeptFile::new(table, place.full());
        let removes = self.arguments.remove;
        let change = |old: Option<&str>| {
            let changed = if removes {
                self.removed(edit, &kept, old)
            } else {
                self.added(edit, old)
            };
            changed.map_err(|reason| failure(&reason))
        };
        let keep = |old: Option<&str>, new: Option<&str>| {
            let [old, new] = [old, new].map(|content| content.map(str::as_bytes));
            kept.keep(old, new, removes)
                .map_err(|reason| failure(&reason))
        };
        let edited = place
            .tree
            .edit(&place.target, MAX_BYTES, dry_run, change, keep);
        let edited = match edited {
            Ok(Ok(edited)) => edited,
            Ok(Err(error)) => return Err(error),
            Err(error) => {
                kept.undo();
                return Err(refused(error));
            }
        };
        let old = edited.old.as_deref();
        let is_foreign = |old| server_entry::is_foreign(self.client, old);
        let is_left = self.arguments.all && edit.files == self.client.files();
        let left = if is_left && old.is_some_and(is_foreign) {
            format!(
                "Left unchanged: {shown}, because its \"{SERVER}\" is another \
                 program's.\n"
            )
        } else {
            String::new()
        };
        if !edited.is_changed() && edit.is_quiet {
            return Ok(EditReport::unchanged(left));
        }
        if !edited.is_changed() {
            return Ok(EditReport::unchanged(format!("{shown} is unchanged.\n")));
        }
        if dry_run && !self.arguments.dry_run && old.is_some() {
            kept.check().map_err(|reason| failure(&reason))?;
        }
        let replaced = old.and_then(|old| self.replaced_project(edit.files, old));
        let new = edited.new.as_deref();
        let mut text = left;
        text += &difference(&shown, old.unwrap_or_default(), new.unwrap_or_default());
        if !dry_run {
            let done = if new.is_none() { "Removed" } else { "Wrote" };
            text += &format!("{done} {shown}.");
            if let Some(copy) = kept.finish(new.is_none(), edited.made) {
                text += &format!(" The previous content is in {}.", Escaped(&copy));
            }
            text.push('\n');
            if let Some(replaced) = replaced {
                text += &format!("It no longer serves {}.\n", Escaped(replaced.as_str()));
            }
        }
        let is_written = !dry_run && new.is_some();
        Ok(EditReport { text, is_written })
    }

    /// Returns the new text of a file, which contains the requested entries.
    fn added(&self, edit: &FileEdit<'_>, old: Option<&str>) -> Result<Option<String>, String> {
        let old = old.unwrap_or_default();
        let text = old.strip_prefix(BOM).unwrap_or(old);
        let replaced = self.replaced_project(edit.files, old);
        if let Some(replaced) = replaced.filter(|_| !self.arguments.force) {
            return Err(format!(
                "its entry serves {}, and can serve only one project; to serve this one instead, \
                 add: --force",
                Escaped(replaced.as_str())
            ));
        }
        let new = (edit.edit)(text, Some(self.entry()))?;
        Ok(Some(old[..old.len() - text.len()].to_owned() + &new))
    }

    /// Returns the project that the user's file serves, if it is a different one and the new entry
    /// would replace it. `text` is the content of `files`. Only the file with the server's entry
    /// names a project. An entry that serves any project replaces none.
    fn replaced_project(&self, files: ClientFiles<'_>, text: &str) -> Option<Utf8PathBuf> {
        let has_server_entry = files == self.client.files() && !self.arguments.hook_only;
        if !has_server_entry || !self.is_of_user() || self.is_anywhere() || self.arguments.remove {
            return None;
        }
        let named = server_entry::project(self.client, text)?;
        // A project that no longer exists does not count.
        let named = ambient::canonical(&named).ok()?;
        let own_folder = ambient::canonical(&self.folder).ok();
        Some(named).filter(|named| Some(named) != own_folder.as_ref())
    }

    /// Returns the new text of a file without the entries, or `None` if the file is to be removed.
    /// If the file has not changed since the entries were written, returns the text as it was
    /// before.
    fn removed(
        &self,
        edit: &FileEdit<'_>,
        kept: &KeptFile<'_>,
        old: Option<&str>,
    ) -> Result<Option<String>, String> {
        let Some(old) = old else { return Ok(None) };
        let text = old.strip_prefix(BOM).unwrap_or(old);
        let new = match (edit.edit)(text, None) {
            // A file that cannot be parsed and does not contain the program's name has no entries
            // of ours.
            Err(_) if edit.is_quiet && !text.contains(PROGRAM) => return Ok(Some(old.to_owned())),
            new => new?,
        };
        if new == text {
            return Ok(Some(old.to_owned()));
        }
        let is_bare = |content: &str| {
            let text = content.strip_prefix(BOM).unwrap_or(content);
            let bare = self.client.bare(edit.files, text);
            bare.is_ok_and(|bare| bare == text)
        };
        let before = kept.before(old).filter(|_| is_bare(&new));
        if let Some(before) = before.filter(|content| content.as_deref().is_none_or(is_bare)) {
            return Ok(before);
        }
        let new = old[..old.len() - text.len()].to_owned() + &new;
        Ok(Some(new).filter(|new| !matches!(&**new, "" | "\u{feff}")))
    }

    /// Returns the path to the project's file. If the client has none, or with `--user`, returns
    /// the path to the user's file.
    fn path(&self, (in_project, of_user): ClientFiles<'_>) -> Result<Utf8PathBuf, String> {
        let Some(file) = in_project.filter(|_| !self.arguments.user) else {
            return user_file(self.client, of_user);
        };
        Ok(match self.folder.as_str() {
            "" | "." | "./" => file.to_owned(),
            _ => self.folder.join(file),
        })
    }

    fn is_in_project(&self, (in_project, _): ClientFiles<'_>) -> bool {
        in_project.is_some() && !self.arguments.user
    }

    fn place(&self, (in_project, _): ClientFiles<'_>, path: &Utf8Path) -> Result<Place, FileError> {
        let is_in_project = self.is_in_project((in_project, path));
        let folder = if is_in_project {
            &*self.folder
        } else {
            ambient::folder_of(path)
        };
        let file = match in_project.filter(|_| is_in_project) {
            Some(file) => file,
            None => path.file_name().unwrap_or_default().into(),
        };
        // Finds the nearest folder that exists.
        let nearest = folder.ancestors().find_map(|above| {
            let below = folder.strip_prefix(above).ok()?;
            Some((Tree::ambient(above).ok()?, below.join(file)))
        });
        let (tree, below) = nearest.ok_or(FileError::Missing)?;
        let target = tree.resolved(&below)?;
        let path = path.to_owned();
        Ok(Place { path, tree, target })
    }
}

/// Returns the path to a client's file for the user, with links resolved. The file is in the
/// client's settings folder if a variable moves that folder.
pub(super) fn user_file(client: &Client, file: &Utf8Path) -> Result<Utf8PathBuf, String> {
    let below_home = file.strip_prefix("~").unwrap_or(file);
    let is_plain = client.dot_config && cfg!(target_vendor = "apple");
    let in_config = below_home.strip_prefix(".config").ok();
    let moved = match &*client.reads.folder {
        [variable, usual] if variable.starts_with('$') => {
            let rest = match file.strip_prefix(usual) {
                Ok(rest) => Some(rest),
                Err(_) if client.moves && file == client.user_file => {
                    file.file_name().map(Utf8Path::new)
                }
                Err(_) => None,
            };
            rest.zip(settings_folder(variable, |name| env::var(name).ok()))
        }
        _ => None,
    };
    let path = match (moved, in_config.filter(|_| !is_plain)) {
        (Some((rest, folder)), _) => folder.join(rest),
        (None, Some(rest)) => UserFolder::Config.path()?.join(rest),
        (None, None) => UserFolder::Home.path()?.join(below_home),
    };
    Ok(ambient::canonical(&path).unwrap_or(path))
}

/// Returns the changed lines in the format of `diff -U0`.
fn difference(path: &impl fmt::Display, old: &str, new: &str) -> String {
    let difference = TextDiff::from_lines(old, new);
    let mut difference = difference.unified_diff();
    difference.context_radius(0).missing_newline_hint(false);
    let lines = difference.to_string();
    let mut text = format!("--- {path}\n+++ {path}\n");
    text.extend(lines.lines().map(|line| escape_truncated(line) + "\n"));
    text
}
