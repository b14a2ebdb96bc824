//! `init`: writes a first `guide.yaml` from what a folder contains.

mod included;
mod notes;

use camino::{Utf8Path, Utf8PathBuf};

use super::Context;
use super::agents::renew;
use super::command::{AGENTS_FILE, InitArguments};
use super::kept_file::{KeptFile, MAX_COPY};
use super::output::{failed, say};
use super::source::{of_file, project_folder};
use super::with_progress::with_progress;
use crate::documents::file_error::FileError;
use crate::documents::sandbox::{FileType, Reach, Tree, ambient};
use crate::documents::survey::Bounds;
use crate::project::Project;
use crate::project::is_within_repository::is_within_repository;
use crate::project::project_file::FILE_NAME;
use crate::proposal::guides_below::guides_below;
use crate::proposal::propose;
use crate::table::Table;
use crate::text::counted::counted;
use crate::text::escaped::{Escaped, escape_truncated};
use crate::text::paths::shown_folder;

/// Runs `init`, prints its result and returns the exit code.
pub(super) fn run(context: Context, arguments: &InitArguments) -> u8 {
    let folder = arguments.folder.clone();
    let folder = folder.map_or_else(|| project_folder(&context.source), of_file);
    let print = |text: &str| {
        if arguments.dry_run {
            context.output.print(text)
        } else {
            context.output.prose(text)
        }
    };
    match init(&context.table, &folder, arguments) {
        Ok(text) if is_within_repository(&folder) => {
            say(
                "This folder is inside a repository: a guide.yaml here serves only files in this \
                 folder.",
            );
            print(&text)
        }
        Ok(text) => print(&text),
        Err(error) => failed(&error),
    }
}

/// Writes a `guide.yaml` to `folder`, and returns the text to print. For a dry run, returns the file's
/// content.
///
/// # Errors
///
/// Returns an error, and leaves nothing behind, if `guide.yaml` cannot be written. Also returns an
/// error if only AGENTS.md cannot be written.
fn init(table: &Table, folder: &Utf8Path, arguments: &InitArguments) -> Result<String, String> {
    let file = match folder.as_str() {
        "" | "." | "./" => FILE_NAME.into(),
        _ => folder.join(FILE_NAME),
    };
    let shown = escape_truncated(file.as_str());
    let exists = || {
        format!(
            "{shown} already exists; nothing was written. Use --force to replace it, or --dry-run to \
             see what would be written."
        )
    };
    let unwritten = |reason: String| format!("Cannot write {}: {reason}", Escaped(file.as_str()));
    let sandbox = open(table, folder)?;
    let existing = sandbox.file_type(Utf8Path::new(FILE_NAME));
    if !arguments.dry_run && !arguments.force && matches!(existing, Ok(Some(_))) {
        return Err(exists());
    }
    let proposal = with_progress("Looking for documents", || {
        propose(&table.formats, (&sandbox, folder), Bounds::default())
    });
    let mut proposal = proposal.map_err(|reason| unreadable(folder, &table.render(&reason)))?;
    let mut notes = notes::notes(table, &mut proposal);
    notes.extend(included::included(table, &guides_below(&sandbox)));
    let project = Project::parse(proposal.content.as_bytes())
        .map_err(|error| unwritten(table.render(&error)))?;
    let agents = |dry_run| {
        let renew = || renew(table, &project, &sandbox, AGENTS_FILE.into(), dry_run);
        arguments.agents.then(renew).transpose()
    };
    // Finds problems with AGENTS.md before the project is written.
    let planned = agents(true)?;
    let mut copy = None;
    if !arguments.dry_run {
        let kept = KeptFile::new(table, absolute(table, &folder.join(FILE_NAME))?);
        keep(&sandbox, &kept, &proposal.content).map_err(unwritten)?;
        let written = sandbox.write(FILE_NAME, &proposal.content, arguments.force);
        written.map_err(|error| {
            kept.undo();
            match error {
                FileError::Changing => exists(),
                error => unwritten(table.render(&error)),
            }
        })?;
        copy = kept.finish(false, 0);
    }
    if existing == Ok(None)
        && let Some(above) = shadowed(folder)
    {
        let above = escape_truncated(above.as_str());
        say(&format!(
            "{shown} takes precedence over {above} in its folder and below."
        ));
    }
    if arguments.dry_run {
        notes.iter().for_each(|note| say(note));
        planned.iter().for_each(|planned| say(planned));
        return Ok(proposal.content);
    }
    let what = match proposal.categories {
        0 if proposal.has_more => "an example.".to_owned(),
        0 => "an example: no documents were found.".to_owned(),
        count => {
            let categories = counted(count, "category", "categories");
            format!("{categories}. Review it, then run: mcp-guide check")
        }
    };
    let mut text = format!("Wrote {shown} with {what}\n");
    text.extend(copy.map(|copy| format!("The previous content is in {}.\n", Escaped(&copy))));
    text.extend(notes.into_iter().map(|note| note + "\n"));
    match agents(false) {
        Ok(done) => text.extend(done.map(|done| done + "\n")),
        Err(error) => return Err(text + &error),
    }
    Ok(text)
}

/// Keeps a copy of the `guide.yaml` that `new` is about to replace. A link needs no copy, because its
/// target is not changed.
fn keep(folder: &Tree, kept: &KeptFile<'_>, new: &str) -> Result<(), String> {
    let name = Utf8Path::new(FILE_NAME);
    if folder.file_type(name) != Ok(Some(FileType::RegularFile)) {
        return Ok(());
    }
    let opened = folder.open(name, Reach::Beneath);
    let old = opened
        .and_then(|file| file.read(MAX_COPY))
        .map_err(|error| format!("its content cannot be kept: {}", kept.table.render(&error)))?;
    if old == new.as_bytes() {
        Ok(())
    } else {
        kept.keep(Some(&old), Some(new.as_bytes()), true)
    }
}

/// Returns the path to the nearest `guide.yaml` above `folder`, if any. A `guide.yaml` in `folder`
/// would hide it.
pub(super) fn shadowed(folder: &Utf8Path) -> Option<Utf8PathBuf> {
    let folder = ambient::canonical(folder).ok()?;
    let mut above = folder.ancestors().skip(1);
    let above = above.find(|path| Tree::ambient(path).is_ok_and(|path| path.has(FILE_NAME)));
    above.map(|path| path.join(FILE_NAME))
}

pub(super) fn open(table: &Table, folder: &Utf8Path) -> Result<Tree, String> {
    Tree::ambient(folder).map_err(|problem| unreadable(folder, &table.render(&problem)))
}

/// Returns the absolute path to a file or folder.
pub(super) fn absolute(table: &Table, path: &Utf8Path) -> Result<Utf8PathBuf, String> {
    ambient::absolute(path).map_err(|error| {
        let (path, reason) = (escape_truncated(shown_folder(path)), table.render(&error));
        format!("the full path of {path} cannot be used: {reason}; use another folder")
    })
}

fn unreadable(folder: &Utf8Path, reason: &str) -> String {
    let folder = escape_truncated(shown_folder(folder));
    format!("Cannot read {folder}: {reason}. Nothing was written.")
}
