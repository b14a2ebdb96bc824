//! `init`: writes a first `guide.yaml` from what a folder holds.

mod category;
mod client;
mod content;
mod python;
mod scan;

use std::io::ErrorKind;

use camino::{Utf8Path, Utf8PathBuf};

use super::Context;
use super::arguments::InitArguments;
use super::output::{counted, failed, quoted, say};
use crate::documents::error::{FileError, Unreadable};
use crate::documents::sandbox::{FileType, Folder, Reach, Sandbox, ambient};
use crate::documents::survey::{Bounds, MAX_RULES_BYTES, MAX_RULES_LINES, Omitted, survey};
use crate::project::guide::{FILE_NAME, Project};
use crate::render::messages::MessageFormatter;
use crate::spec::Table;
use crate::text::escape::{Escaped, escape_truncated};

use category::CategoryProposal;
pub use content::MAX_CATEGORIES;
use content::{content, said_left_out};
use scan::FolderScan;

/// The schema of `guide.yaml`, which editors read if the folder has it.
const SCHEMA_FILE: &str = "guide.schema.json";

/// The most patterns of an `exclude`: nobody reviews more.
const MAX_EXCLUDED: usize = 100;

/// What `init` prints.
struct InitOutput {
    /// For standard output: what was written, or the file itself.
    text: String,
    /// For standard error.
    warnings: Vec<String>,
}

/// A `guide.yaml` that is proposed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// The file. It loads, and its categories are the folder and the directories in it
    /// that hold documents.
    pub content: String,
    /// How many categories it has.
    pub categories: usize,
    /// What was left out, and why.
    pub notes: Vec<String>,
}

/// Runs `init`, prints its result and returns the exit code.
///
/// # Errors
///
/// The usage error: an unknown client.
pub(super) fn run(context: Context, arguments: InitArguments) -> Result<u8, String> {
    let (table, output) = (&context.table, context.output);
    let folder = arguments.folder.clone();
    let folder = folder_of(folder.or(context.project.map(|project| project.path)));
    let done = match &arguments.client {
        Some(client) => {
            let client = client::find(table, client)?;
            client::entry(table, &client, &folder)
        }
        None => init(table, &folder, &arguments),
    };
    Ok(match done {
        Ok(done) => {
            done.warnings.iter().for_each(|warning| say(warning));
            output.print(&done.text)
        }
        Err(error) => failed(&error),
    })
}

/// Returns the folder that a path names: the folder itself, or that of a `guide.yaml`;
/// without a path the working directory.
fn folder_of(path: Option<Utf8PathBuf>) -> Utf8PathBuf {
    match path {
        Some(file) if file.file_name() == Some(FILE_NAME) => {
            file.parent().unwrap_or(Utf8Path::new("")).to_owned()
        }
        Some(folder) => folder,
        None => ".".into(),
    }
}

/// Writes a `guide.yaml` into a folder, or returns it for a dry run.
///
/// # Errors
///
/// Why nothing was written. Nothing is left behind then.
fn init(table: &Table, folder: &Utf8Path, arguments: &InitArguments) -> Result<InitOutput, String> {
    let wording = MessageFormatter::new(table);
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
    let sandbox = open(wording, folder)?;
    let existing = sandbox.file_type(Utf8Path::new(FILE_NAME));
    if !arguments.dry_run && !arguments.force && matches!(existing, Ok(Some(_))) {
        return Err(exists());
    }
    let proposal = match &arguments.from {
        Some(from) => python::import(wording, folder, from, arguments.from_project.as_deref())
            .map_err(|reason| {
                let from = escape_truncated(from.as_str());
                format!("Cannot import {from}: {reason}. Nothing was written.")
            })?,
        None => proposed(table, folder, &sandbox, Bounds::default())?,
    };
    Project::parse(proposal.content.as_bytes()).map_err(|error| unwritten(wording.said(&error)))?;
    let hidden = existing.is_ok_and(|kind| kind.is_none());
    let hidden = hidden.then(|| shadowed(folder)).flatten().map(|above| {
        let above = escape_truncated(above.as_str());
        format!("{shown} takes precedence over {above} in its folder and below.")
    });
    let mut warnings: Vec<String> = hidden.into_iter().collect();
    if arguments.dry_run {
        warnings.extend(proposal.notes);
        let text = proposal.content;
        return Ok(InitOutput { text, warnings });
    }
    let write = match arguments.force {
        true => ambient::replace,
        false => ambient::create_new,
    };
    write(&file, &proposal.content).map_err(|error| match FileError::of_system(&error) {
        _ if error.kind() == ErrorKind::AlreadyExists => exists(),
        FileError::System(_) => unwritten(escape_truncated(&error.to_string())),
        known => unwritten(wording.said(&known)),
    })?;
    let categories = counted(proposal.categories, "category", "categories");
    let check = match arguments.from {
        Some(_) => format!("mcp-guide --project {} check", quoted(shown_folder(folder))),
        None => "mcp-guide check".to_owned(),
    };
    let mut text = match (&arguments.from, proposal.categories) {
        (None, 0) => format!("Wrote {shown} with an example: no documents were found.\n"),
        _ => format!("Wrote {shown} with {categories}. Review it, then run: {check}\n"),
    };
    text.extend(proposal.notes.into_iter().map(|note| note + "\n"));
    Ok(InitOutput { text, warnings })
}

/// Proposes a `guide.yaml` from what a folder holds. Nothing is written.
///
/// # Errors
///
/// Why the folder cannot be read.
pub fn propose(table: &Table, folder: &Utf8Path, bounds: Bounds) -> Result<Proposal, String> {
    let sandbox = open(MessageFormatter::new(table), folder)?;
    proposed(table, folder, &sandbox, bounds)
}

fn proposed(
    table: &Table,
    folder: &Utf8Path,
    sandbox: &Sandbox,
    bounds: Bounds,
) -> Result<Proposal, String> {
    let wording = MessageFormatter::new(table);
    let unreadable = |error: FileError| unreadable(wording, folder, &error);
    let mut scan = FolderScan {
        suffixes: table.template_suffixes.clone(),
        ..FolderScan::default()
    };
    let omitted = survey(folder, sandbox, bounds, |directory, entries| {
        scan.add(directory, entries)
    })
    .map_err(unreadable)?;
    let root = Folder::ambient(folder).map_err(unreadable)?;
    let mut categories = Vec::new();
    let mut crowded = Vec::new();
    for (top, found) in scan.directories {
        // It may have been removed since.
        let Ok(own) = root.sandbox(Utf8Path::new(&top), Reach::Beneath) else {
            continue;
        };
        match CategoryProposal::new(&top, found, &own) {
            Some(category) if category.exclude.len() > MAX_EXCLUDED => crowded.push(top),
            Some(category) => categories.push(category),
            None => {}
        }
    }
    let (mut content, left_out) = content(&categories);
    // Editors report a schema that does not exist.
    if sandbox.file_type(Utf8Path::new(SCHEMA_FILE)) == Ok(Some(FileType::File)) {
        let line = format!("# yaml-language-server: $schema={SCHEMA_FILE}\n");
        content.insert_str(0, &line);
    }
    let mut notes = notes(wording, omitted, scan.not_utf8, bounds);
    if !crowded.is_empty() {
        let folders = wording.quoted(&crowded);
        notes.push(format!(
            "{folders} would need more than {MAX_EXCLUDED} exclude patterns; add what matters by hand."
        ));
    }
    if left_out > 0 {
        notes.push(said_left_out(left_out));
    }
    Ok(Proposal {
        content,
        categories: categories.len() - left_out,
        notes,
    })
}

/// Returns what was left out, and why.
fn notes(
    wording: MessageFormatter<'_>,
    omitted: Omitted,
    not_utf8: Vec<Unreadable>,
    bounds: Bounds,
) -> Vec<String> {
    let mut notes = Vec::new();
    let mut unreadable = [omitted.unreadable, not_utf8].concat();
    unreadable.sort_by(|one, other| one.path.cmp(&other.path));
    if !unreadable.is_empty() {
        let list = wording.unreadable_list(&unreadable.into_iter().collect());
        notes.push(format!("Left out because it could not be read: {list}."));
    }
    let rules = format!(
        "more than {} KiB of .gitignore, or {MAX_RULES_LINES} lines in all such files",
        MAX_RULES_BYTES / 1024
    );
    for (paths, reason) in [
        (
            omitted.crowded,
            format!("Left out, because git's rules there are too large ({rules})"),
        ),
        (
            omitted.not_applied,
            format!("Not applied, because they cannot be read or are too large ({rules})"),
        ),
        (
            omitted.large,
            format!(
                "Check what was proposed for these folders, of which only the first {} entries \
                 were read",
                bounds.of_one
            ),
        ),
    ] {
        if !paths.is_empty() {
            let paths: Vec<&str> = paths.iter().map(|path| shown_folder(path)).collect();
            notes.push(format!("{reason}: {}.", wording.quoted(&paths)));
        }
    }
    if omitted.cut {
        notes.push(format!(
            "Only the first {} files and folders were read; add what is missing by hand.",
            bounds.all
        ));
    }
    notes
}

/// Returns the nearest `guide.yaml` above a folder, which the new one hides.
fn shadowed(folder: &Utf8Path) -> Option<Utf8PathBuf> {
    let folder = ambient::canonical(folder).ok()?;
    let mut above = folder.ancestors().skip(1);
    let above = above.find(|path| Folder::ambient(path).is_ok_and(|path| path.has(FILE_NAME)));
    above.map(|path| path.join(FILE_NAME))
}

fn open(wording: MessageFormatter<'_>, folder: &Utf8Path) -> Result<Sandbox, String> {
    Sandbox::ambient(folder).map_err(|fault| unreadable(wording, folder, &fault))
}

/// Returns the full path of a folder or a file.
fn absolute(wording: MessageFormatter<'_>, path: &Utf8Path) -> Result<Utf8PathBuf, String> {
    ambient::absolute(path).map_err(|error| match error {
        FileError::Name => {
            let path = escape_truncated(shown_folder(path));
            format!("the full path of {path} is not UTF-8; rename that folder")
        }
        error => wording.said(&error),
    })
}

fn unreadable(wording: MessageFormatter<'_>, folder: &Utf8Path, fault: &FileError) -> String {
    let folder = escape_truncated(shown_folder(folder));
    let reason = wording.said(fault);
    format!("Cannot read {folder}: {reason}. Nothing was written.")
}

fn shown_folder(folder: &Utf8Path) -> &str {
    match folder.as_str() {
        "" => ".",
        named => named,
    }
}
