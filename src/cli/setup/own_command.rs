//! The commands that start this program.

use camino::Utf8Path;
use clap::Parser;

use crate::cli::command::{Cli, Command};
use crate::documents::sandbox::ambient;
use crate::project::session::Source;

/// The name by which a shell finds this program.
pub(super) const PROGRAM: &str = "mcp-guide";

/// Parses the words of a command. Returns `None` if they start a different program, or if this
/// version does not support them.
pub(super) fn own_command(words: &[String]) -> Option<Command> {
    words.first().filter(|word| is_program(word))?;
    Cli::try_parse_from(words).ok()?.command
}

/// Returns the source in the words of our entry: the project, or the folder where the search
/// begins. Returns `None` if they contain neither.
pub(super) fn source(words: &[String]) -> Option<Source> {
    words.first().filter(|word| is_program(word))?;
    let cli = Cli::try_parse_from(words).ok()?;
    let named = cli.project.map(|project| Source::Named(project.into()));
    cli.start.map(Source::Start).or(named)
}

/// Returns whether the words of our entry give the project explicitly.
pub(super) fn names_project(words: &[String]) -> bool {
    matches!(source(words), Some(Source::Named(_)))
}

/// Returns whether a word is the name of this program or an absolute path to it. A relative path
/// may lead to any program.
fn is_program(word: &str) -> bool {
    let path = Utf8Path::new(word);
    let name = path.file_name().unwrap_or_default();
    let bare = if cfg!(windows) {
        name.strip_suffix(".exe").unwrap_or(name)
    } else {
        name
    };
    let is_placed = path.is_absolute() || word == name;
    is_placed && bare == PROGRAM || ambient::program().is_ok_and(|program| program == path)
}
