//! Completion of the command line in a shell.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io;

use crate::cli::arguments::Cli;
use crate::cli::project::{VARIABLE, session};
use crate::project::session::Roots;
use camino::Utf8Path;
use clap::{CommandFactory, ValueEnum};
use clap_complete::CompletionCandidate;
use clap_complete::env::{Bash, CompleteEnv, Elvish, EnvCompleter, Fish, Powershell, Zsh};

/// The environment variable that a shell's script sets when it asks.
const COMPLETE: &str = "MCP_GUIDE_COMPLETE";
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

/// Returns the script that makes a shell ask the program.
///
/// # Errors
///
/// Only those of a writer, and a `Vec` has none.
pub(super) fn script(shell: Shell) -> io::Result<String> {
    let completer: &dyn EnvCompleter = match shell {
        Shell::Bash => &Bash,
        Shell::Zsh => &Zsh,
        Shell::Fish => &Fish,
        Shell::Elvish => &Elvish,
        Shell::Powershell => &Powershell,
    };
    let mut script = Vec::new();
    completer.write_registration(COMPLETE, PROGRAM, PROGRAM, PROGRAM, &mut script)?;
    String::from_utf8(script).map_err(io::Error::other)
}

/// Answers a shell if one asks, and returns whether it did. Errors are ignored: the person
/// is still typing.
pub(super) fn answered() -> bool {
    if env::var_os(COMPLETE).is_none_or(|shell| shell.is_empty()) {
        return false;
    }
    let asked = CompleteEnv::with_factory(Cli::command).var(COMPLETE);
    let folder = env::current_dir().ok();
    asked
        .try_complete(env::args_os(), folder.as_deref())
        .unwrap_or(true)
}

/// Returns the names of the project's categories and collections that need no quotes: a
/// shell may insert them unquoted.
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

/// Returns whether a name is one plain word in every shell.
fn is_plain(name: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || "-_./+".contains(c);
    !name.starts_with('-') && name.chars().all(plain)
}

/// Returns the value of `--project` among the words of a command line.
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
