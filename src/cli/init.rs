//! A first `guide.yaml`, from what a folder holds.

mod category;
mod census;
pub mod client;
mod content;
mod former;
mod name;

use std::io::ErrorKind;

use camino::{Utf8Path, Utf8PathBuf};

use super::advice::quoted;
use super::output::counted;
use crate::documents::fault::{Fault, Unreadable};
use crate::documents::sandbox::{Folder, Kind, Reach, Sandbox, ambient};
use crate::documents::survey::{Bounds, MAX_RULES_BYTES, MAX_RULES_LINES, Omitted, survey};
use crate::project::guide::{FILE_NAME, Project};
use crate::render::wording::Wording;
use crate::spec::Table;
use crate::text::named::Named;
use crate::text::shown::{Shown, echo};

use category::{Category, MAX_EXCLUDED, Proposed};
use census::Census;
pub use content::MAX_CATEGORIES;
use content::{content, said_left_out};
pub use former::Former;

/// Where the schema of `guide.yaml` lies for editors, if the folder has it.
const SCHEMA_FILE: &str = "guide.schema.json";

/// What is asked of `init`.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    /// The folder, as it was named.
    pub folder: &'a Utf8Path,
    /// The file is printed, and not written.
    pub dry_run: bool,
    /// A file that is there is replaced.
    pub force: bool,
    /// Where a configuration is to be taken over, and not the folder looked at.
    pub former: Option<Former<'a>>,
}

/// What came of it.
#[derive(Debug)]
pub struct Done {
    /// For standard output: what was written and how, or the file itself.
    pub said: String,
    /// For standard error.
    pub warned: Vec<String>,
}

/// What a `guide.yaml` could be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// The file: it loads, and its categories are those directly below the
    /// folder that hold documents, and the folder itself if it does.
    pub content: String,
    /// How many categories it has.
    pub categories: usize,
    /// What else is to be said: what could not be read, and what has no room.
    pub notes: Vec<String>,
}

/// The folder that a path names: its own, or that of a `guide.yaml`; without one
/// the working directory.
pub fn folder(named: Option<Utf8PathBuf>) -> Utf8PathBuf {
    match named {
        Some(file) if file.file_name() == Some(FILE_NAME) => {
            file.parent().unwrap_or(Utf8Path::new("")).to_owned()
        }
        Some(folder) => folder,
        None => ".".into(),
    }
}

/// Writes a `guide.yaml` into a folder; over one that is there only by force.
///
/// # Errors
///
/// Says why nothing was written. Nothing is left behind then.
pub fn init(table: &Table, wanted: Wanted<'_>) -> Result<Done, String> {
    let wording = Wording::new(table);
    let file = file_in(wanted.folder);
    let shown = echo(file.as_str());
    let exists = || {
        format!(
            "{shown} already exists; nothing was written. Use --force to replace it, or --dry-run to \
             see what would be written."
        )
    };
    let sandbox = opened(wording, wanted.folder)?;
    let there = sandbox.look(Utf8Path::new(FILE_NAME));
    if !wanted.dry_run && !wanted.force && matches!(there, Ok(Some(_))) {
        return Err(exists());
    }
    let proposal = match wanted.former {
        Some(former) => former.proposed(wording, wanted.folder)?,
        None => proposed(table, wanted.folder, &sandbox, Bounds::default())?,
    };
    if let Err(fault) = Project::parse(proposal.content.as_bytes()) {
        return Err(failed(&file, &wording.said(&fault)));
    }
    let above = match there {
        Ok(None) => shadowed(wanted.folder),
        _ => None,
    };
    let mut warned: Vec<String> = above
        .map(|above| {
            let above = echo(above.as_str());
            format!("{shown} takes precedence over {above} in its folder and below.")
        })
        .into_iter()
        .collect();
    if wanted.dry_run {
        warned.extend(proposal.notes);
        let said = proposal.content;
        return Ok(Done { said, warned });
    }
    let written = match wanted.force {
        true => ambient::replace(&file, &proposal.content),
        false => ambient::create_new(&file, &proposal.content),
    };
    match written {
        Ok(()) => {
            let categories = counted(proposal.categories as u64, "category", "categories");
            let done = match (wanted.former, proposal.categories) {
                (Some(_), _) => format!(
                    "Wrote {shown} with {categories}. Review it, then run: mcp-guide --project {} check",
                    quoted(shown_folder(wanted.folder))
                ),
                (None, 0) => format!("Wrote {shown} with an example: no documents were found."),
                (None, _) => {
                    format!("Wrote {shown} with {categories}. Review it, then run: mcp-guide check")
                }
            };
            let said: Vec<String> = std::iter::once(done).chain(proposal.notes).collect();
            let said = said.join("\n") + "\n";
            Ok(Done { said, warned })
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(exists()),
        Err(error) => Err(failed(
            &file,
            &match Fault::of_system(&error) {
                Fault::System(_) => echo(&error.to_string()),
                fault => wording.said(&fault),
            },
        )),
    }
}

/// Makes a `guide.yaml` of what a folder holds, and writes nothing.
///
/// # Errors
///
/// Says why there is none: the folder cannot be read.
pub fn propose(table: &Table, folder: &Utf8Path, bounds: Bounds) -> Result<Proposal, String> {
    let sandbox = opened(Wording::new(table), folder)?;
    proposed(table, folder, &sandbox, bounds)
}

fn proposed(
    table: &Table,
    folder: &Utf8Path,
    sandbox: &Sandbox,
    bounds: Bounds,
) -> Result<Proposal, String> {
    let wording = Wording::new(table);
    let mut census = Census {
        suffixes: table.template_suffixes.clone(),
        ..Census::default()
    };
    let omitted = survey(folder, sandbox, bounds, |directory, entries| {
        census.take(directory, entries)
    })
    .map_err(|fault| unopened(wording, folder, &fault))?;
    let root = Folder::ambient(folder).map_err(|fault| unopened(wording, folder, &fault))?;
    let mut categories = Vec::new();
    let mut crowded = Vec::new();
    for (top, place) in census.places {
        // What is gone since is no category.
        let Ok(own) = root.sandbox(Utf8Path::new(&top), Reach::Beneath) else {
            continue;
        };
        match Category::of(&top, place, &own) {
            Proposed::Category(category) => categories.push(category),
            Proposed::Crowded => crowded.push(top),
            Proposed::Nothing => {}
        }
    }
    let (mut content, left_out) = content(&categories);
    // A line that names a schema that is not there is an error in every editor.
    if sandbox.look(Utf8Path::new(SCHEMA_FILE)) == Ok(Some(Kind::File)) {
        let line = format!("# yaml-language-server: $schema={SCHEMA_FILE}\n");
        content.insert_str(0, &line);
    }
    let mut notes = notes(wording, omitted, census.foreign, bounds);
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
    wording: Wording<'_>,
    omitted: Omitted,
    foreign: Vec<Unreadable>,
    bounds: Bounds,
) -> Vec<String> {
    let mut notes = Vec::new();
    let mut unreadable = omitted.unreadable;
    unreadable.extend(foreign);
    unreadable.sort_by(|one, other| one.path.cmp(&other.path));
    if !unreadable.is_empty() {
        let unreadable: Named<Unreadable> = unreadable.into_iter().collect();
        let list = wording.unreadable_list(&unreadable);
        notes.push(format!("Left out because it could not be read: {list}."));
    }
    let quoted = |folders: Vec<Utf8PathBuf>| {
        let path = |path: &Utf8PathBuf| shown_folder(path).to_owned();
        wording.quoted(&folders.iter().map(path).collect::<Vec<_>>())
    };
    let bounds_of_rules = format!(
        "more than {} KiB of .gitignore, or {MAX_RULES_LINES} lines in all such files",
        MAX_RULES_BYTES / 1024
    );
    if !omitted.crowded.is_empty() {
        let folders = quoted(omitted.crowded);
        notes.push(format!(
            "Left out, because git's rules there are too large ({bounds_of_rules}): {folders}."
        ));
    }
    if !omitted.not_applied.is_empty() {
        let files = quoted(omitted.not_applied);
        notes.push(format!(
            "Not applied, because they cannot be read or are too large ({bounds_of_rules}): {files}."
        ));
    }
    if !omitted.large.is_empty() {
        let (count, folders) = (bounds.of_one, quoted(omitted.large));
        notes.push(format!(
            "Only the first {count} entries of each of these folders were read: {folders}. Check \
             what was proposed for them."
        ));
    }
    if omitted.cut {
        notes.push(format!(
            "Only the first {} files and folders were read; add what is missing by hand.",
            bounds.all
        ));
    }
    notes
}

fn file_in(folder: &Utf8Path) -> Utf8PathBuf {
    match folder.as_str() {
        "" | "." | "./" => FILE_NAME.into(),
        _ => folder.join(FILE_NAME),
    }
}

/// The nearest `guide.yaml` above a folder, which held there until now.
fn shadowed(folder: &Utf8Path) -> Option<Utf8PathBuf> {
    let mut here = Folder::ambient(folder).ok()?;
    let mut way = match folder.as_str() {
        "" | "." | "./" => Utf8PathBuf::new(),
        _ => folder.to_owned(),
    };
    while let Ok(Some(above)) = here.above() {
        way.push("..");
        if above.has(FILE_NAME) {
            way.push(FILE_NAME);
            return Some(way);
        }
        here = above;
    }
    None
}

fn opened(wording: Wording<'_>, folder: &Utf8Path) -> Result<Sandbox, String> {
    Sandbox::ambient(folder).map_err(|fault| unopened(wording, folder, &fault))
}

fn unopened(wording: Wording<'_>, folder: &Utf8Path, fault: &Fault) -> String {
    let folder = echo(shown_folder(folder));
    let reason = wording.said(fault);
    format!("Cannot read {folder}: {reason}. Nothing was written.")
}

fn shown_folder(folder: &Utf8Path) -> &str {
    match folder.as_str() {
        "" => ".",
        named => named,
    }
}

fn failed(file: &Utf8Path, reason: &str) -> String {
    format!("Cannot write {}: {reason}", Shown(file.as_str()))
}
