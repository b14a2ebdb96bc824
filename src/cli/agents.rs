//! `agents`: writes a block into a file that agents read first. The block says what to request, and
//! when.

use std::ops::Range;

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};

use super::Context;
use super::command::{AGENTS_FILE, AgentsArguments};
use super::output::{INIT, failed, say, unedited};
use super::source::project_folder;
use crate::cli::kept_file::KeptFile;
use crate::cli::no_project;
use crate::documents::file_error::FileError;
use crate::documents::sandbox::{FileType, Reach, Tree};
use crate::limits::MAX_CONFIG_BYTES;
use crate::project::Project;
use crate::project::bound_project::BoundProject;
use crate::project::project_error::SessionError;
use crate::table::Table;
use crate::text::escaped::escape_truncated;
use crate::text::markup::headings::code_blocks;
use crate::text::paths::slashed;
use crate::write::instructions;

/// The first line of a block.
const BEGIN: &str = "<!-- mcp-guide:begin -->";
/// The last line of a block.
const END: &str = "<!-- mcp-guide:end -->";
const BOM: char = '\u{feff}';
/// The files in which `check` looks for a block.
const FILES: [&str; 4] = [
    AGENTS_FILE,
    "CLAUDE.md",
    "GEMINI.md",
    ".github/copilot-instructions.md",
];

/// The names of rule files without a Markdown extension, separated by spaces.
const RULE_FILES: &str = ".cursorrules .clinerules .windsurfrules .roorules .goosehints .rules";

/// Runs `agents`, prints its result and returns the exit code.
pub(super) fn run(context: Context, arguments: &AgentsArguments) -> u8 {
    let output = context.output;
    let folder = project_folder(&context.source);
    let server = context.server();
    let table = &server.table;
    let bound = server.bound();
    let bound = bound.map_err(|error| {
        let said = no_project::here(table, &server.session, &error);
        match error {
            SessionError::Nowhere(_) => format!("{said}\n{INIT}"),
            SessionError::Unloadable(_) => said,
        }
    });
    let dry_run = arguments.dry_run;
    // Shells on Windows write paths with backslashes.
    let file = arguments.file.as_deref().map(slashed);
    if arguments.remove {
        // Works even if the project cannot be loaded.
        let folder = || Tree::ambient(&folder).map_err(|error| table.render(&error));
        let removed = match &bound {
            Ok(bound) => remove(table, bound.folder(), file.as_deref(), dry_run),
            Err(_) => folder().and_then(|folder| remove(table, &folder, file.as_deref(), dry_run)),
        };
        return removed.map_or_else(|error| failed(&error), |text| output.print(&text));
    }
    let done = bound.and_then(|bound| {
        let folder = bound.folder();
        let file = file.as_deref().unwrap_or(AGENTS_FILE.into());
        let done = renew(table, &bound.project, folder, file, dry_run)?;
        Ok(if dry_run {
            say(&done);
            instructions::agents_block(table, &bound.project) + "\n"
        } else {
            done + "\n"
        })
    });
    match done {
        Ok(text) => output.print(&text),
        Err(error) => failed(&error),
    }
}

/// Writes `project`'s block to `file` in `folder`, unless the file already contains the same block.
/// Returns a description of what was done.
///
/// # Errors
///
/// Returns an error if the block cannot be written.
pub(super) fn renew(
    table: &Table,
    project: &Project,
    folder: &Tree,
    file: &Utf8Path,
    dry_run: bool,
) -> Result<String, String> {
    let block = instructions::agents_block(table, project);
    edit(table, folder, file, Some(&block), dry_run)
}

/// Removes the block from `file`, or, if `file` is `None`, from all files in which `check` looks for
/// one. Returns a description of what was done.
///
/// # Errors
///
/// Returns an error if a block cannot be removed. The remaining files are edited nevertheless.
fn remove(
    table: &Table,
    folder: &Tree,
    file: Option<&Utf8Path>,
    dry_run: bool,
) -> Result<String, String> {
    if let Some(file) = file {
        return edit(table, folder, file, None, dry_run).map(|done| done + "\n");
    }
    let there = |file: &&str| {
        matches!(
            folder.target_type((*file).into()),
            Ok(FileType::RegularFile)
        )
    };
    let files = FILES.into_iter().filter(there);
    let done = files.map(|file| edit(table, folder, file.into(), None, dry_run));
    let done: Vec<Result<String, String>> = done.collect();
    let is_failure = done.iter().any(Result::is_err);
    let lines = done
        .into_iter()
        .map(|done| done.unwrap_or_else(|error| error));
    let text: String = lines.map(|line| line + "\n").collect();
    match (&*text, is_failure) {
        ("", _) => Ok("There is no file that agents read.\n".to_owned()),
        (text, true) => Err(text.trim_end().to_owned()),
        (text, false) => Ok(text.to_owned()),
    }
}

/// Writes `block` to `file` in `folder`, or removes the file's block if `block` is `None`. Returns a
/// description of what was done.
fn edit(
    table: &Table,
    folder: &Tree,
    file: &Utf8Path,
    block: Option<&str>,
    dry_run: bool,
) -> Result<String, String> {
    let shown = escape_truncated(file.as_str());
    let refused = |reason: &str| format!("Cannot write {shown}: {reason}. Nothing was written.");
    let unwritten = |error: FileError| match error {
        FileError::Outside => refused("it leads out of the project's folder"),
        error => refused(&unedited(table, &error)),
    };
    let target = target(table, folder, file).map_err(|error| match error {
        TargetError::File(error) => unwritten(error),
        TargetError::Name(reason) => refused(reason),
    })?;
    let path = folder
        .path()
        .map(|folder| Utf8PathBuf::from(folder).join(&target));
    let kept = KeptFile::new(table, path.unwrap_or_else(|| target.clone()));
    let change = |old: Option<&str>| {
        let changed = match block {
            Some(block) => with_block(old.unwrap_or_default(), block).map(Some),
            None => old.map_or(Ok(None), |old| without_block(old, &kept)),
        };
        changed.map_err(|problem| refused(&problem))
    };
    let keep = |old: Option<&str>, new: Option<&str>| {
        let [old, new] = [old, new].map(|content| content.map(str::as_bytes));
        // Only the program's own block is changed, so the edit continues if no copy can be kept.
        let _ = kept.keep(old, new, block.is_none());
        Ok(())
    };
    let edited = folder.edit(&target, MAX_CONFIG_BYTES, dry_run, change, keep);
    let edited = match edited {
        Ok(edited) => edited?,
        Err(error) => {
            kept.undo();
            return Err(unwritten(error));
        }
    };
    let old = edited.old.as_deref();
    let has_block = old.is_some_and(|old| find_block(old).is_ok_and(|found| found.is_some()));
    let done = match (block, old, &edited.new) {
        (None, _, _) if !edited.is_changed() => "has no block",
        (None, _, None) => "removed",
        (None, ..) => "block removed",
        (_, None, _) => "created",
        _ if !edited.is_changed() => "unchanged",
        _ if has_block => "block renewed",
        _ => "block added",
    };
    if edited.is_changed() && !dry_run {
        kept.finish(edited.new.is_none(), edited.made);
    }
    let dry = ["", " (dry run: nothing was written)"][usize::from(dry_run)];
    Ok(format!("{shown}: {done}{dry}"))
}

/// The reason why a file is not accepted.
enum TargetError {
    File(FileError),
    Name(&'static str),
}

/// Returns the path to `file` with its links resolved.
fn target(table: &Table, folder: &Tree, file: &Utf8Path) -> Result<Utf8PathBuf, TargetError> {
    if file.file_name().is_none() {
        return Err(TargetError::Name("it is not the path of a file"));
    }
    // A path that does not exist cannot be resolved, so `..` is refused first.
    if file.components().any(|one| one == Utf8Component::ParentDir) {
        return Err(TargetError::File(FileError::Outside));
    }
    let target = folder.resolved(file).map_err(TargetError::File)?;
    let is_git = |one: Utf8Component<'_>| one.as_str().eq_ignore_ascii_case(".git");
    if target.components().any(is_git) {
        return Err(TargetError::Name("files in .git belong to Git"));
    }
    let name = target.file_name().unwrap_or_default();
    if table.formats.is_markdown(name) || RULE_FILES.split(' ').any(|file| file == name) {
        Ok(target)
    } else {
        Err(TargetError::Name(
            "it is neither Markdown nor a rule file such as .cursorrules",
        ))
    }
}

/// Returns the files whose block is outdated or malformed, each with a description of the problem.
pub(super) fn stale(table: &Table, bound: &BoundProject) -> Vec<(&'static str, String)> {
    let block = instructions::agents_block(table, &bound.project);
    let check = |file: &'static str| {
        let text = text_of(bound.folder(), file)?;
        let found = match find_block(&text) {
            Ok(found) => found.filter(|_| with_block(&text, &block).is_ok_and(|new| new != text)),
            Err(problem) => return Some((file, problem)),
        };
        let problem = format!("the block is outdated; run: mcp-guide agents --file {file}");
        found.map(|_| (file, problem))
    };
    FILES.into_iter().filter_map(check).collect()
}

/// Returns whether one of [`FILES`] in `folder` has a block, even a malformed one.
pub(super) fn has_block(folder: &Tree) -> bool {
    let mut texts = FILES.into_iter().flat_map(|file| text_of(folder, file));
    texts.any(|text| !matches!(find_block(&text), Ok(None)))
}

/// Returns whether the file at `path` is one of [`FILES`] and contains nothing except a block.
pub(super) fn is_only_block(folder: &Tree, path: &str) -> bool {
    FILES.contains(&path)
        && text_of(folder, path).is_some_and(|text| match find_block(&text) {
            Ok(Some(block)) => {
                let (before, after) = (&text[..block.start], &text[block.end..]);
                before.trim_start_matches(BOM).trim().is_empty() && after.trim().is_empty()
            }
            _ => false,
        })
}

/// Returns the text of the file at `path` in `folder`, or `None` if it cannot be read or is not UTF-8.
fn text_of(folder: &Tree, path: &str) -> Option<String> {
    let opened = folder.open(path.into(), Reach::Beneath).ok()?;
    String::from_utf8(opened.read(MAX_CONFIG_BYTES).ok()?).ok()
}

/// Returns the byte range of the block in `text`, including the lines with its two markers, or `None`
/// if there is no block. Ignores markers in code blocks.
///
/// # Errors
///
/// Returns a message with the line number of a misplaced marker, and with what was expected there.
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

/// Returns `text` with `lines` as its block. The block replaces the existing one, or is appended to
/// `text`. All other bytes are preserved, and the block uses the line endings of `text`.
///
/// # Errors
///
/// Returns the same errors as [`find_block`], and an error if the new block would be inside a code
/// block.
fn with_block(text: &str, lines: &str) -> Result<String, String> {
    let found = find_block(text)?;
    let has_block = found.is_some();
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
    let is_empty = before.trim_start_matches(BOM).is_empty();
    let (between, last) = if has_block {
        (String::new(), "")
    } else if is_empty {
        (String::new(), end)
    } else if before.ends_with('\n') {
        (end.to_owned(), end)
    } else {
        (end.repeat(2), "")
    };
    let renewed = format!("{before}{between}{block}{last}{after}");
    match find_block(&renewed)? {
        Some(_) => Ok(renewed),
        None => Err("its last code block has no end".to_owned()),
    }
}

/// Returns `text` without its block and the empty line before it. If `text` has not changed since the
/// block was written, returns the text as it was before. Returns `None` if no text is left.
///
/// # Errors
///
/// Returns the same errors as [`find_block`].
fn without_block(text: &str, kept: &KeptFile<'_>) -> Result<Option<String>, String> {
    let Some(block) = find_block(text)? else {
        return Ok(Some(text.to_owned()));
    };
    let has_none = |content: &Option<String>| {
        let found = content.as_deref().map_or(Ok(None), find_block);
        found.is_ok_and(|found| found.is_none())
    };
    if let Some(before) = kept.before(text).filter(has_none) {
        return Ok(before);
    }
    let end = if text[block.clone()].contains("\r\n") {
        "\r\n"
    } else {
        "\n"
    };
    let (before, mut after) = (&text[..block.start], &text[block.end..]);
    let line = |part: &str| part.strip_suffix(end).map(str::len);
    let mut until = line(before).unwrap_or(before.len());
    match after.strip_prefix(end) {
        Some(rest) => after = rest,
        // The last line had no line ending.
        None => until = line(&before[..until]).unwrap_or(until),
    }
    let left = before[..until].to_owned() + after;
    Ok(Some(left).filter(|left| !left.trim_start_matches(BOM).is_empty()))
}
