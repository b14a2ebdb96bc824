//! `agents`: writes what to ask for, and when, into a file that agents read first.

mod block;

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};

use super::Context;
use super::arguments::AgentsArguments;
use super::output::{INIT, failed, say, write_error};
use super::setup::read;
use crate::documents::error::FileError;
use crate::documents::sandbox::{Reach, ambient};
use crate::limits::MAX_CONFIG_BYTES;
use crate::project::error::SessionError;
use crate::project::guide::Project;
use crate::project::session::{BoundProject, Roots};
use crate::render::messages::MessageFormatter;
use crate::render::names;
use crate::spec::Table;
use crate::text::escape::escape_truncated;
use crate::text::paths::slashed;

/// The file that most agents read.
pub(super) const FILE: &str = "AGENTS.md";
/// The files in which `check` looks for a block.
const FILES: [&str; 4] = [
    FILE,
    "CLAUDE.md",
    "GEMINI.md",
    ".github/copilot-instructions.md",
];

/// Runs `agents`, prints its result and returns the exit code.
pub(super) fn run(context: Context, arguments: &AgentsArguments) -> u8 {
    let output = context.output;
    let named = context.project.as_ref().map(|project| project.path.clone());
    let dispatcher = context.dispatcher();
    let table = &dispatcher.table;
    let bound = dispatcher.session.bind(&Roots::None);
    let renewal = bound
        .map_err(|error| {
            let said = MessageFormatter::new(table).said(&error);
            match error {
                SessionError::Nowhere(_) => format!("{said}\n{INIT}"),
                SessionError::Unloadable(_) => said,
            }
        })
        .and_then(|bound| {
            let folder = folder(&bound, named)?;
            // As Windows' shells write it.
            let file = slashed(&arguments.file);
            Renewal::plan(table, &bound.project, &folder, &file)
        });
    let text = renewal.and_then(|renewal| match arguments.dry_run {
        true => {
            say(&renewal.dry_run());
            Ok(renewal.block + "\n")
        }
        false => renewal.write(table),
    });
    match text {
        Ok(text) => output.print(&text),
        Err(error) => failed(&error),
    }
}

/// Returns the path of a project's folder, by which files in it can be replaced.
fn folder(bound: &BoundProject, named: Option<Utf8PathBuf>) -> Result<Utf8PathBuf, String> {
    let candidates: Vec<Utf8PathBuf> = match named {
        Some(path) => vec![ambient::folder_of(&path).to_owned(), path],
        None => {
            let here = ambient::working_directory().unwrap_or_default();
            here.ancestors().map(Utf8Path::to_owned).collect()
        }
    };
    let mut candidates = candidates.into_iter();
    let folder = candidates.find(|path| bound.folder().is_at(path) == Ok(true));
    folder.ok_or_else(|| "The project's folder was moved. Nothing was written.".to_owned())
}

/// A file as it is, and as it will be with the block of a project.
pub(super) struct Renewal {
    /// Its path, as it is shown.
    shown: String,
    /// The path at which it is written, without links.
    path: Utf8PathBuf,
    old: Option<String>,
    new: String,
    block: String,
    had_block: bool,
}

impl Renewal {
    /// Plans what becomes of a file of a project's folder. Nothing is written.
    ///
    /// # Errors
    ///
    /// Why it cannot be read or written.
    pub(super) fn plan(
        table: &Table,
        project: &Project,
        folder: &Utf8Path,
        file: &Utf8Path,
    ) -> Result<Self, String> {
        let shown = escape_truncated(file.as_str());
        let refused =
            |reason: &str| format!("Cannot write {shown}: {reason}. Nothing was written.");
        let unread = |error: FileError| match error {
            FileError::Outside => refused("it leads out of the project's folder"),
            FileError::Encoding(_) => refused("it is not UTF-8"),
            error => refused(&MessageFormatter::new(table).said(&error.of_file())),
        };
        if file.file_name().is_none() {
            return Err(refused("it names no file"));
        }
        // What does not exist cannot be resolved.
        if file.components().any(|one| one == Utf8Component::ParentDir) {
            return Err(unread(FileError::Outside));
        }
        let (path, old) = read(folder, file).map_err(unread)?;
        if old.is_some() && ambient::is_read_only(&path).map_err(unread)? {
            return Err(refused("it is read-only"));
        }
        let block = names::agents_block(table, project);
        let text = old.as_deref().unwrap_or_default();
        Ok(Self {
            new: block::renew(text, &block).map_err(|problem| refused(&problem))?,
            had_block: block::find(text).is_ok_and(|found| found.is_some()),
            shown,
            path,
            old,
            block,
        })
    }

    fn done(&self) -> &'static str {
        match &self.old {
            None => "created",
            Some(old) if *old == self.new => "unchanged",
            Some(_) if self.had_block => "block renewed",
            Some(_) => "block added",
        }
    }

    /// Returns what would be done.
    pub(super) fn dry_run(&self) -> String {
        let (shown, done) = (&self.shown, self.done());
        format!("{shown}: {done} (dry run: nothing was written)")
    }

    /// Writes the file, unless it stays the same. Returns what was done.
    ///
    /// # Errors
    ///
    /// Why it was not written.
    pub(super) fn write(&self, table: &Table) -> Result<String, String> {
        let written = match &self.old {
            Some(old) if *old == self.new => Ok(()),
            Some(_) => ambient::replace(&self.path, &self.new),
            None => ambient::create_folder_of(&self.path)
                .and_then(|()| ambient::create_new(&self.path, &self.new)),
        };
        written.map_err(|error| {
            let reason = write_error(MessageFormatter::new(table), &error);
            format!("Cannot write {}: {reason}", self.shown)
        })?;
        Ok(format!("{}: {}\n", self.shown, self.done()))
    }
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
            FILE => String::new(),
            file => format!(" --file {file}"),
        };
        let problem = format!("the block is stale; run: mcp-guide agents{option}");
        found.map(|_| (file, problem))
    };
    FILES.into_iter().filter_map(check).collect()
}
