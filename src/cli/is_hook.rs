//! Finds the intended command in a command line that cannot be parsed.

use std::ffi::OsString;

use clap::error::ContextKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory};

use super::command::Cli;
use super::setup::client::Client;

/// The options of `hook` for people, who see the exit code.
const ACTIONS: [&str; 5] = ["trust", "trusted", "untrust", "last", "log"];

/// Returns whether a client may have run this command line as its hook.
///
/// An invalid word may hide the command after it, so the words after it are checked as well. An
/// option whose value is missing takes the command as its value. For this reason, the word `hook`
/// also counts if a client's name follows it.
pub(super) fn is_hook(words: &[OsString]) -> bool {
    let Some((program, words)) = words.split_first() else {
        return false;
    };
    let mut rest = words;
    while !rest.is_empty() {
        let all = || [program].into_iter().chain(rest);
        if let Some((name, matches)) =
            parsed(all()).and_then(|mut matches| matches.remove_subcommand())
        {
            let is_set =
                |action: &&str| matches.value_source(action) == Some(ValueSource::CommandLine);
            return name == "hook" && !ACTIONS.iter().any(is_set);
        }
        let Err(said) = Cli::command().try_get_matches_from(all()) else {
            break;
        };
        let kinds = [
            ContextKind::InvalidSubcommand,
            ContextKind::InvalidValue,
            ContextKind::InvalidArg,
        ];
        let wrong = kinds
            .into_iter()
            .find_map(|kind| said.get(kind))
            .map(ToString::to_string);
        let is_wrong = |word: &OsString| {
            let (word, wrong) = (word.to_string_lossy(), wrong.as_deref().unwrap_or_default());
            !wrong.is_empty() && word.starts_with(wrong)
        };
        let at = rest.iter().position(is_wrong).unwrap_or(rest.len() - 1);
        rest = &rest[at + 1..];
    }
    let mut hooks = (0..words.len()).filter(|at| words[*at] == "hook");
    hooks.any(|at| {
        let matches = parsed([program].into_iter().chain(&words[at..]));
        let hook = matches.and_then(|mut matches| matches.remove_subcommand());
        hook.is_some_and(|(_, hook)| hook.contains_id("client"))
    })
}

/// Returns the client whose name is among the words after `hook`, if any.
pub(super) fn client(words: &[OsString]) -> Option<String> {
    let mut words = words.iter().skip_while(|word| *word != "hook");
    words.find_map(|word| Some(Client::find(word.to_str()?).ok()?.name))
}

/// Parses words as far as possible.
fn parsed<'w>(words: impl Iterator<Item = &'w OsString>) -> Option<ArgMatches> {
    let command = Cli::command().ignore_errors(true);
    command.try_get_matches_from(words).ok()
}
