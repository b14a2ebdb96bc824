//! Shell completion of the current project's names and documents, of clients, and of kinds of
//! findings.

use std::env;
use std::ffi::{OsStr, OsString};

use camino::Utf8PathBuf;
use clap::{Arg, ArgMatches, Command, CommandFactory};
use clap_complete::engine::{
    ArgValueCandidates, ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};

use super::check::finding_kind::FindingKind;
use super::command::Cli;
use super::setup::client::Client;
use super::source::source;
use crate::operation::OperationContext;
use crate::operation::call::{NameRef, Selection};
use crate::operation::find::matches::Matches;
use crate::operation::kind::NameKind;
use crate::project::session::Session;
use crate::server::Server;
use crate::table::Table;

/// A function that returns the possible values of an argument.
type Candidates = fn() -> Vec<CompletionCandidate>;

/// The arguments that are completed: the command, the argument, and a function for the possible
/// values.
const COMPLETED: [(&str, &str, Candidates); 12] = [
    ("get", "pattern", documents),
    ("get", "document", documents),
    ("list", "pattern", documents),
    ("for", "name", names),
    ("export", "name", names),
    ("setup", "client", clients),
    ("hook", "client", hook_clients),
    ("reach", "client", clients),
    ("reach", "deny", kinds),
    ("reach", "allow", kinds),
    ("check", "deny", kinds),
    ("check", "allow", kinds),
];

/// The commands whose `name` may also be a path.
const NAMED: [&str; 3] = ["get", "list", "search"];

/// Returns the parser of the command line, with completions for its arguments.
pub(super) fn with_completions() -> Command {
    let named = NAMED.into_iter().fold(Cli::command(), |all, name| {
        let completed = |arg: Arg| {
            if arg.get_id() == "name" {
                arg.add(ArgValueCompleter::new(names_and_paths))
            } else {
                arg
            }
        };
        all.mut_subcommand(name, |subcommand| subcommand.mut_args(completed))
    });
    COMPLETED
        .into_iter()
        .fold(named, |all, (name, argument, values)| {
            let completed = |arg: Arg| {
                if arg.get_id() == argument {
                    arg.add(ArgValueCandidates::new(values))
                } else {
                    arg
                }
            };
            all.mut_subcommand(name, |subcommand| subcommand.mut_args(completed))
        })
}

/// Returns the names of the categories and collections of the current project.
fn names() -> Vec<CompletionCandidate> {
    let words = TypedLine::typed();
    let bound = words.and_then(|words| words.server()?.bound().ok());
    let Some(bound) = bound else {
        return Vec::new();
    };
    let (categories, collections) = (&bound.project.categories, &bound.project.collections);
    candidates(collections.keys().chain(categories.keys()))
}

/// Returns the names that begin with `typed`, then the files and folders that complete it.
fn names_and_paths(typed: &OsStr) -> Vec<CompletionCandidate> {
    let begins = |name: &CompletionCandidate| {
        let (name, typed) = (
            name.get_value().as_encoded_bytes(),
            typed.as_encoded_bytes(),
        );
        name.starts_with(typed)
    };
    let mut all: Vec<CompletionCandidate> = names().into_iter().filter(begins).collect();
    let paths = PathCompleter::any().complete(typed).into_iter();
    all.extend(paths.filter(|path| path.get_value().to_str().is_some_and(is_plain)));
    all
}

/// Returns the documents of the name on the command line, as paths that `get` accepts.
fn documents() -> Vec<CompletionCandidate> {
    TypedLine::typed()
        .and_then(|words| words.documents())
        .unwrap_or_default()
}

/// Returns the names of the clients.
fn clients() -> Vec<CompletionCandidate> {
    let clients = Client::all().unwrap_or_default();
    candidates(clients.iter().map(|client| &client.name))
}

/// Returns the names of the clients that have a hook.
fn hook_clients() -> Vec<CompletionCandidate> {
    let clients = Client::all().unwrap_or_default();
    let clients = clients.iter().filter(|client| client.hook.is_some());
    candidates(clients.map(|client| &client.name))
}

/// Returns the kinds of findings, each with its description.
fn kinds() -> Vec<CompletionCandidate> {
    let kinds = FindingKind::ALL.iter();
    let kinds =
        kinds.map(|kind| CompletionCandidate::new(kind.name()).help(Some(kind.help().into())));
    kinds.collect()
}

/// Converts `words` to candidates. Leaves out words that need quotes, because a shell may insert
/// them unquoted.
fn candidates<'w>(words: impl Iterator<Item = &'w String>) -> Vec<CompletionCandidate> {
    words
        .filter(|word| is_plain(word))
        .map(CompletionCandidate::new)
        .collect()
}

/// Returns whether a word needs no quotes in any shell.
fn is_plain(word: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || "-_./+".contains(c);
    !word.starts_with('-') && word.chars().all(plain)
}

/// A command line that a person is typing.
struct TypedLine(ArgMatches);

impl TypedLine {
    /// Parses the words that the shell passes after `--`. Returns `None` if they cannot be parsed.
    fn typed() -> Option<Self> {
        let words = env::args_os().skip_while(|word| word != "--").skip(1);
        let words: Vec<OsString> = words.collect();
        let command = Cli::command().ignore_errors(true);
        command.try_get_matches_from(words).ok().map(Self)
    }

    /// Returns the value of the argument `name`, which may be before or after the subcommand.
    fn value<T: Clone + Send + Sync + 'static>(&self, name: &str) -> Option<T> {
        let behind = self.0.subcommand().map(|(_, behind)| behind);
        let all = behind.into_iter().chain([&self.0]);
        let mut values = all.filter_map(|matches| matches.try_get_one(name).ok()?.cloned());
        values.next()
    }

    /// Returns a server for the project that the command line selects.
    fn server(&self) -> Option<Server> {
        let start = self.value::<Utf8PathBuf>("start");
        let table = Table::embedded().ok()?;
        let source = source(&table, self.value("project"), start.as_deref()).ok()?;
        Some(Server::new(table, Session::new(source)))
    }

    fn documents(&self) -> Option<Vec<CompletionCandidate>> {
        let (name, server) = (self.value::<String>("name")?, self.server()?);
        let bound = server.bound().ok()?;
        let context = OperationContext {
            bound: &bound,
            formats: &server.table.formats,
            cancelled: &|| false,
        };
        let kinds = &[NameKind::Category, NameKind::Collection];
        let name = NameRef {
            name: name.into(),
            kinds,
        };
        let matches = Matches::all(&context, &name, &Selection::Defaults).ok()?;
        let files = matches
            .categories
            .iter()
            .flat_map(|category| &category.files);
        let paths: Vec<String> = files.map(|file| file.document().to_owned()).collect();
        Some(candidates(paths.iter()))
    }
}
