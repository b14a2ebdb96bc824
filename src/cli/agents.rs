//! `agents`: writes what to ask for, and when, into a file that agents read first.

use std::ops::Range;

use camino::{Utf8Component, Utf8Path};

use super::Context;
use super::arguments::{AGENTS_FILE, AgentsArguments};
use super::output::{INIT, failed, say, unedited};
use crate::cli::no_project;
use crate::documents::error::FileError;
use crate::documents::sandbox::{Reach, Tree};
use crate::limits::MAX_CONFIG_BYTES;
use crate::project::error::SessionError;
use crate::project::guide::Project;
use crate::project::session::BoundProject;
use crate::render::names;
use crate::spec::Table;
use crate::text::escape::escape_truncated;
use crate::text::outline::code_blocks;
use crate::text::paths::slashed;

/// The first line of a block, and its last one.
const BEGIN: &str = "<!-- mcp-guide:begin -->";
const END: &str = "<!-- mcp-guide:end -->";
const BOM: char = '\u{feff}';
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
    let bound = dispatcher.bound();
    let bound = bound.map_err(|error| {
        let said = no_project::said(table, &error);
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
        error => refused(&unedited(table, &error)),
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
        with_block(text, &block).map_err(|problem| refused(&problem))
    };
    let edited = folder.edit(&target, (MAX_CONFIG_BYTES, None, dry_run), edit);
    let edited = edited.map_err(unwritten)??;
    let done = match edited.old.as_deref() {
        None => "created",
        Some(_) if edited.new.is_none() => "unchanged",
        Some(old) if find_block(old).is_ok_and(|found| found.is_some()) => "block renewed",
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
        let found = match find_block(&text) {
            Ok(found) => found.filter(|_| with_block(&text, &block).is_ok_and(|new| new != text)),
            Err(problem) => return Some((file, problem)),
        };
        let problem = format!("the block is stale; run: mcp-guide agents --file {file}");
        found.map(|_| (file, problem))
    };
    FILES.into_iter().filter_map(check).collect()
}

/// Returns where the block is, its markers included: the lines with the two comments. Those in code
/// are none.
///
/// # Errors
///
/// The line of a marker that is not as it must be, and how it must be.
fn find_block(text: &str) -> Result<Option<Range<usize>>, String> {
    let code = code_blocks(text);
    let (mut markers, mut at) = (Vec::new(), 0);
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let bare = line.trim_start_matches([BOM, ' ', '\t']);
        let start = at + line.len() - bare.len();
        at += line.len();
        let bare = bare.trim_end();
        let is_code = || code.iter().any(|block| block.contains(&start));
        if bare.starts_with("<!-- mcp-guide:") && !is_code() {
            markers.push((number, bare, start..start + bare.len()));
        }
    }
    match markers.as_slice() {
        [] => Ok(None),
        [(_, BEGIN, from), (_, END, to)] => Ok(Some(from.start..to.end)),
        [.., (number, ..)] => Err(format!(
            "line {number}: expected one line '{BEGIN}', then one '{END}', and no other marker"
        )),
    }
}

/// Returns a text with these lines as its block, in the place of the one that it has, else
/// at its end. The other bytes stay, and so does the kind of line ends.
///
/// # Errors
///
/// As [`find_block`], or that the block would be code.
fn with_block(text: &str, lines: &str) -> Result<String, String> {
    let found = find_block(text)?;
    let (before, after) = match &found {
        Some(range) => (&text[..range.start], &text[range.end..]),
        None => (text, ""),
    };
    let line = text[found.map_or(0, |range| range.start)..].split_once('\n');
    let end = match line {
        Some((line, _)) if line.ends_with('\r') => "\r\n",
        _ => "\n",
    };
    let block = format!("{BEGIN}\n{lines}\n\n{END}").replace('\n', end);
    let has_block = before.len() < text.len();
    let is_empty = before.trim_start_matches(BOM).is_empty();
    let (between, last) = match before.ends_with('\n') {
        _ if has_block => (String::new(), ""),
        _ if is_empty => (String::new(), end),
        true => (end.to_owned(), end),
        false => (end.repeat(2), ""),
    };
    let renewed = format!("{before}{between}{block}{last}{after}");
    match find_block(&renewed)? {
        Some(_) => Ok(renewed),
        None => Err("its last code block has no end".to_owned()),
    }
}
