//! `agents`: writes what to ask for, and when, into a file that agents read first.

mod block;

use camino::{Utf8Component, Utf8Path};

use super::Context;
use super::arguments::{AGENTS_FILE, AgentsArguments};
use super::output::{INIT, failed, say};
use crate::documents::error::FileError;
use crate::documents::sandbox::{Reach, Tree};
use crate::limits::MAX_CONFIG_BYTES;
use crate::project::error::SessionError;
use crate::project::guide::Project;
use crate::project::session::{BoundProject, Roots};
use crate::render::names;
use crate::spec::Table;
use crate::text::escape::escape_truncated;
use crate::text::paths::slashed;

/// The files in which `check` looks for a block.
const FILES: [&str; 4] = [
    AGENTS_FILE,
    "CLAUDE.md",
    "GEMINI.md",
    ".github/copilot-instructions.md",
];

/// Files that agents read, and that are not named as Markdown.
const RULE_FILES: &str = ".cursorrules .clinerules .windsurfrules .roorules .goosehints .rules";

/// Runs `agents`, prints its result and returns the exit code.
pub(super) fn run(context: Context, arguments: &AgentsArguments) -> u8 {
    let output = context.output;
    let dispatcher = context.dispatcher();
    let table = &dispatcher.table;
    let bound = dispatcher.session.bind(&Roots::None);
    let bound = bound.map_err(|error| {
        let said = table.said(&error);
        match error {
            SessionError::Nowhere(_) => format!("{said}\n{INIT}"),
            SessionError::Unloadable(_) => said,
        }
    });
    let done = bound.and_then(|bound| {
        // As Windows' shells write it.
        let file = slashed(&arguments.file);
        let dry_run = arguments.dry_run;
        let done = renew(table, &bound.project, bound.folder(), &file, dry_run)?;
        Ok(match dry_run {
            true => {
                say(&done);
                names::agents_block(table, &bound.project) + "\n"
            }
            false => done + "\n",
        })
    });
    match done {
        Ok(text) => output.print(&text),
        Err(error) => failed(&error),
    }
}

/// Writes the block of a project into a file of its folder, unless that stays the same. Returns
/// what was done.
///
/// # Errors
///
/// Why it was not.
pub(super) fn renew(
    table: &Table,
    project: &Project,
    folder: &Tree,
    file: &Utf8Path,
    dry_run: bool,
) -> Result<String, String> {
    let shown = escape_truncated(file.as_str());
    let refused = |reason: &str| format!("Cannot write {shown}: {reason}. Nothing was written.");
    let unwritten = |error: FileError| match error {
        FileError::Outside => refused("it leads out of the project's folder"),
        FileError::Encoding(_) => refused("it is not UTF-8"),
        error => refused(&table.said(&error)),
    };
    if file.file_name().is_none() {
        return Err(refused("it names no file"));
    }
    // What does not exist cannot be resolved.
    if file.components().any(|one| one == Utf8Component::ParentDir) {
        return Err(unwritten(FileError::Outside));
    }
    let target = folder.resolved(file).map_err(unwritten)?;
    let is_git = |one: Utf8Component<'_>| one.as_str().eq_ignore_ascii_case(".git");
    if target.components().any(is_git) {
        return Err(refused("what is in .git belongs to Git"));
    }
    let name = target.file_name().unwrap_or_default();
    if !table.is_markdown(name) && !RULE_FILES.split(' ').any(|file| file == name) {
        let reason = "it is neither Markdown nor a file of rules such as .cursorrules";
        return Err(refused(reason));
    }
    let edit = |old: Option<&str>| {
        let text = old.unwrap_or_default();
        let block = names::agents_block(table, project);
        block::renew(text, &block).map_err(|problem| refused(&problem))
    };
    let edited = folder.edit(&target, (MAX_CONFIG_BYTES, false, dry_run), edit);
    let edited = edited.map_err(unwritten)??;
    let done = match edited.old.as_deref() {
        None => "created",
        Some(_) if edited.new.is_none() => "unchanged",
        Some(old) if block::find(old).is_ok_and(|found| found.is_some()) => "block renewed",
        Some(_) => "block added",
    };
    let dry = ["", " (dry run: nothing was written)"][usize::from(dry_run)];
    Ok(format!("{shown}: {done}{dry}"))
}

/// Returns which files have a block that is stale or broken, and what is wrong with it.
pub(super) fn stale(table: &Table, bound: &BoundProject) -> Vec<(&'static str, String)> {
    let block = names::agents_block(table, &bound.project);
    let check = |file: &'static str| {
        let opened = bound.folder().open(file.into(), Reach::Beneath).ok()?;
        let text = String::from_utf8(opened.read(MAX_CONFIG_BYTES).ok()?).ok()?;
        let found = match block::find(&text) {
            Ok(found) => found.filter(|_| block::renew(&text, &block).is_ok_and(|new| new != text)),
            Err(problem) => return Some((file, problem)),
        };
        let option = match file {
            AGENTS_FILE => String::new(),
            file => format!(" --file {file}"),
        };
        let problem = format!("the block is stale; run: mcp-guide agents{option}");
        found.map(|_| (file, problem))
    };
    FILES.into_iter().filter_map(check).collect()
}
