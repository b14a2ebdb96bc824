//! What a shell asks for to complete the command line.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io;

use crate::cli::arguments::Cli;
use crate::cli::named::{VARIABLE, session};
use crate::project::session::Roots;
use camino::Utf8Path;
use clap::{CommandFactory, ValueEnum};
use clap_complete::CompletionCandidate;
use clap_complete::env::{Bash, CompleteEnv, Elvish, EnvCompleter, Fish, Powershell, Zsh};

/// The environment variable by which a shell's script asks.
const ASKED: &str = "MCP_GUIDE_COMPLETE";
const PROGRAM: &str = "mcp-guide";

/// A shell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Shell {
    /// GNU Bash
    Bash,
    /// Z shell
    Zsh,
    /// fish
    Fish,
    /// Elvish
    Elvish,
    /// PowerShell
    Powershell,
}

/// The script that has a shell ask the program.
///
/// # Errors
///
/// None but those of a writer, which a `Vec` has none of.
pub(super) fn script(shell: Shell) -> io::Result<String> {
    let completer: &dyn EnvCompleter = match shell {
        Shell::Bash => &Bash,
        Shell::Zsh => &Zsh,
        Shell::Fish => &Fish,
        Shell::Elvish => &Elvish,
        Shell::Powershell => &Powershell,
    };
    let mut script = Vec::new();
    completer.write_registration(ASKED, PROGRAM, PROGRAM, PROGRAM, &mut script)?;
    String::from_utf8(script).map_err(io::Error::other)
}

/// Answers a shell, if one asks. Nothing is said of what goes wrong: the person is
/// still writing.
pub(super) fn answered() -> bool {
    if env::var_os(ASKED).is_none_or(|shell| shell.is_empty()) {
        return false;
    }
    let asked = CompleteEnv::with_factory(Cli::command).var(ASKED);
    let folder = env::current_dir().ok();
    asked
        .try_complete(env::args_os(), folder.as_deref())
        .unwrap_or(true)
}

/// The names of the project's categories and collections, as far as a shell takes
/// them for what they are: it may write them into the line as they stand.
pub(super) fn names() -> Vec<CompletionCandidate> {
    let words: Vec<OsString> = env::args_os().collect();
    let variable = env::var_os(VARIABLE).filter(|path| !path.is_empty());
    let named = option(&words).or(variable);
    let named = match named.as_deref().map(OsStr::to_str) {
        Some(None) => return Vec::new(),
        Some(Some(path)) => Some(Utf8Path::new(path)),
        None => None,
    };
    let Ok(bound) = session(named).bind(&Roots::None) else {
        return Vec::new();
    };
    let (categories, collections) = (&bound.project.categories, &bound.project.collections);
    collections
        .keys()
        .chain(categories.keys())
        .filter(|name| is_plain(name))
        .map(CompletionCandidate::new)
        .collect()
}

/// Whether a name is one word in every shell, and means nothing else there.
fn is_plain(name: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || "-_./+".contains(c);
    !name.starts_with('-') && name.chars().all(plain)
}

/// The project that the words of a command line name.
fn option(words: &[OsString]) -> Option<OsString> {
    let named = |at: usize, word: &OsString| {
        let word = word.to_str()?;
        match word.strip_prefix("--project")? {
            "" => words.get(at + 1).cloned(),
            rest => rest.strip_prefix('=').map(OsString::from),
        }
    };
    let mut all = words.iter().enumerate();
    all.find_map(|(at, word)| named(at, word))
        .filter(|path| !path.is_empty())
}
