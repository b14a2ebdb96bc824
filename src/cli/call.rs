//! `get`, `list`, `for`, `search` and `call`: calls a tool, and prints its reply.

use std::io::{self, IsTerminal};
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::cli::Context;
use crate::cli::advice::{advice, no_matches, no_project};
use crate::cli::command::{
    ForArguments, GetArguments, ListArguments, ReplyArguments, RoleValues, SearchArguments,
};
use crate::cli::explain::explain;
use crate::cli::here::Here;
use crate::cli::meant::meant;
use crate::cli::no_project;
use crate::cli::output::{say, say_found};
use crate::cli::with_progress::with_progress;
use crate::documents::file_error::FileError;
use crate::documents::sandbox::FileType;
use crate::limits::MAX_SHELL_BYTES;
use crate::project::bound_project::BoundProject;
use crate::project::session::Roots;
use crate::server::{Caller, Server};
use crate::table::{Role, Subcommand, Tool};
use crate::text::escaped::escape_truncated;
use crate::write::reply::{Reply, ReplyValue};

/// Prints the documents that the arguments of `get` select. Returns the exit code or a usage error.
pub(super) fn get(context: Context, get: GetArguments) -> Result<u8, String> {
    let given = [
        (Role::Pattern, get.patterns.one("get", &get.name)?),
        (Role::Name, Some(get.name)),
        (Role::Document, get.document),
        (Role::Section, get.section),
    ];
    run(context, Subcommand::Get, given, &get.reply, None)
}

/// Prints the listing that the arguments of `list` select. Returns the exit code or a usage error.
pub(super) fn list(context: Context, list: ListArguments) -> Result<u8, String> {
    let name = list.name.as_deref().unwrap_or_default();
    let given = [
        (Role::Pattern, list.patterns.one("list", name)?),
        (Role::Name, list.name),
    ];
    run(context, Subcommand::List, given, &list.reply, None)
}

/// Prints the results of a search. Returns the exit code or a usage error.
pub(super) fn search(context: Context, search: SearchArguments) -> Result<u8, String> {
    let given = [
        (Role::Query, Some(search.words.join(" "))),
        (Role::Name, search.name),
        (Role::Pattern, search.pattern),
    ];
    run(
        context,
        Subcommand::Search,
        given,
        &search.reply,
        search.sections,
    )
}

/// Prints the rules for files, or explains which rules apply. Returns the exit code or a usage error.
pub(super) fn guidance(context: Context, files: ForArguments) -> Result<u8, String> {
    let bound = context.session().bind(&Roots::None).ok();
    let here = bound.as_ref().map(Here::new).unwrap_or_default();
    let paths = if files.stdin {
        from_here(bound.as_ref(), &here, &read_paths()?)
    } else if files.paths.iter().any(|path| path.contains('\n')) {
        return Err("a path contains a line feed; --stdin accepts paths ended by NUL".to_owned());
    } else {
        let paths = from_here(bound.as_ref(), &here, &files.paths.join("\n"));
        if let Some(bound) = &bound {
            check_paths(bound, &here, &paths)?;
        }
        paths
    };
    if paths.is_empty() && files.stdin {
        say("Standard input contains no paths.");
        return Ok(0);
    }
    let given = [(Role::Path, Some(paths)), (Role::Name, files.name)];
    if files.explain {
        let (output, source) = (context.output, context.source.clone());
        let mut given = given_values(given);
        let (server, tool, arguments) = prepare(context, Subcommand::For, &mut given)?;
        let found = server.considered(&tool, &arguments);
        return Ok(match found {
            Ok((found, paths)) => {
                if let Some(bound) = &bound {
                    let missing = no_project::missing(&server.table, bound);
                    missing.iter().for_each(|missing| say(missing));
                }
                let here = bound.as_ref().zip(Some(&here));
                let name = given.get(&Role::Name);
                explain(output, &server.table, here, found, paths, name)
            }
            Err(error) => {
                let advice = advice(error.kind(), &tool, &given, &server, &source);
                let wrong = no_project(&server, error.kind());
                let error = server.table.render(&error);
                output.complain(wrong.as_deref().unwrap_or(&error), &advice)
            }
        });
    }
    run(context, Subcommand::For, given, &files.reply, None)
}

/// Returns `paths`, which are separated by line feeds or NUL, relative to the project's folder. A
/// path outside the project is returned unchanged, and is refused later. Without a project, all paths
/// are returned unchanged.
fn from_here(bound: Option<&BoundProject>, here: &Here, paths: &str) -> String {
    let Some(bound) = bound else {
        return paths.to_owned();
    };
    let end = if paths.contains('\0') { '\0' } else { '\n' };
    let path = |given: &str| {
        if given.trim().is_empty() {
            given.to_owned()
        } else if end == '\0' {
            // Paths in a NUL-separated list are taken literally.

            let path = here.file(bound.folder(), given);
            path.unwrap_or_else(|| given.to_owned())
        } else {
            here.paths(bound.folder(), given)
        }
    };
    let paths: Vec<String> = paths.split(end).map(path).collect();
    paths.join(&end.to_string())
}

/// Checks `paths`, which are relative to the project's folder. If standard error is a terminal,
/// reports the paths that do not exist. A missing file is not an error, because rules also apply to
/// new files.
///
/// # Errors
///
/// Returns an error for the first path that is a folder.
fn check_paths(bound: &BoundProject, here: &Here, paths: &str) -> Result<(), String> {
    let kind = |path: &str| bound.folder().target_type(path.into());
    let parts = paths.lines().flat_map(|line| match kind(line) {
        Err(_) => line.split(',').collect(),
        Ok(_) => vec![line],
    });
    for path in parts.filter(|path| !path.is_empty()) {
        let kind = kind(path);
        let shown = escape_truncated(&here.path(path));
        match kind {
            Ok(FileType::Directory) => {
                return Err(format!(
                    "'{shown}' is a folder; give a file in it, which need not exist"
                ));
            }
            Err(FileError::Missing) if io::stderr().is_terminal() => {
                say(&format!(
                    "'{shown}' does not exist: these are the rules of a new file."
                ));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Reads paths from standard input, separated by line feeds or NUL.
fn read_paths() -> Result<String, String> {
    let text = io::read_to_string(io::stdin());
    let text =
        text.map_err(|error| format!("cannot read the paths from standard input: {error}"))?;
    Ok(if !text.contains('\0') {
        text.trim().to_owned()
    } else if text.chars().all(|c| c == '\0') {
        String::new()
    } else {
        text
    })
}

/// Calls `tool` with `arguments`, which is a JSON object, and prints the whole result. Returns the
/// exit code or a usage error.
pub(super) fn call(context: Context, tool: &str, arguments: &str) -> Result<u8, String> {
    let arguments = serde_json::from_str(arguments).map_err(|error| {
        let error = escape_truncated(&error.to_string());
        format!("the arguments are not a JSON object: {error}")
    })?;
    let output = context.output;
    Ok(output.result(&reply(&context.server(), tool, &arguments)?))
}

/// Calls the tool of `command`, and prints its reply. A search prints at most `sections` sections.
fn run(
    context: Context,
    command: Subcommand,
    given: impl IntoIterator<Item = (Role, Option<String>)>,
    options: &ReplyArguments,
    sections: Option<u16>,
) -> Result<u8, String> {
    let mut given = given_values(given);
    let (output, source) = (context.output, context.source.clone());
    let (mut server, tool, arguments) = prepare(context, command, &mut given)?;
    // Only `get` without `--json` may exceed the limit for agents.
    let whole = command == Subcommand::Get && !options.json;
    server.response_bytes = options.bytes.or(whole.then_some(MAX_SHELL_BYTES));
    server.most_sections = sections.map_or(usize::MAX, usize::from);
    let reply = with_progress("Reading documents", || {
        reply(&server, &tool.name, &arguments)
    })?;
    if options.json {
        return Ok(output.result(&reply));
    }
    Ok(match &reply.result {
        Ok(success) => {
            if let Some(message) = &success.message {
                say(message);
            }
            // The instruction is for agents; a person gets the text below.
            if success.instruction.is_some() {
                match success.value {
                    ReplyValue::Empty => say(&no_matches(&server, &given)),
                    _ => {
                        let remedy = match command {
                            Subcommand::For => "get each document by its URI",
                            _ => "use a narrower pattern",
                        };
                        say(&format!(
                            "For the rest, {remedy}, or raise the limit with --bytes."
                        ));
                    }
                }
            }
            // The `for` command reads rules, but not a project's documents.
            let bound = match command {
                Subcommand::For => server.session.bind(&Roots::None),
                _ => server.bound(),
            };
            let bound = bound.ok();
            if bound.as_ref().is_some_and(BoundProject::is_found) {
                say_found();
            }
            let screen = output.screen(&server.table, bound.as_ref());
            output.value(&success.value, screen.as_ref())
        }
        Err(failure) => {
            let advice = advice(failure.error_type, &tool, &given, &server, &source);
            let wrong = no_project(&server, failure.error_type);
            output.complain(wrong.as_deref().unwrap_or(&failure.error), &advice)
        }
    })
}

/// Returns the values in `given` that are not `None`, by role.
pub(super) fn given_values(given: impl IntoIterator<Item = (Role, Option<String>)>) -> RoleValues {
    let given = given.into_iter();
    given
        .filter_map(|(role, value)| Some((role, value?)))
        .collect()
}

/// Returns a server, the tool of `command`, and the tool's arguments. The tool and its arguments have
/// the names that the command line uses. If the name in `given` is a path, replaces it with a name
/// that the tool accepts.
pub(super) fn prepare(
    mut context: Context,
    command: Subcommand,
    given: &mut RoleValues,
) -> Result<(Server, Tool, Map<String, Value>), String> {
    let mut tools = Arc::make_mut(&mut context.table).tools.iter_mut();
    let tool = tools.find(|tool| tool.command == Some(command));
    let tool = tool.ok_or("the table has no row for this command")?;
    let (name, name_word, pattern_word) = match command {
        Subcommand::Get => ("get", "NAME", "PATTERN"),
        Subcommand::List => ("list", "NAME", "PATTERN"),
        Subcommand::Search => ("search", "--in", "--pattern"),
        Subcommand::For => ("for", "--in", "--pattern"),
    };
    tool.name = format!("mcp-guide {name}");
    let word = |role| match role {
        Role::Name => name_word,
        Role::Pattern => pattern_word,
        Role::Document => "--document",
        Role::Section => "--section",
        Role::Query => "WORDS",
        Role::Path => "PATHS",
    };
    let rows = std::mem::take(&mut tool.arguments).into_values();
    tool.arguments = rows.map(|row| (word(row.role).to_owned(), row)).collect();
    let tool = tool.clone();
    let server = Server {
        most_paths: usize::MAX,
        ..context.server()
    };
    if let Some(name) = given.get(&Role::Name) {
        let meant = meant(&server, name, given.get(&Role::Pattern).cloned());
        let had_pattern = given.contains_key(&Role::Pattern);
        if command == Subcommand::For && meant.pattern.is_some() && !had_pattern {
            let name = escape_truncated(name);
            return Err(format!(
                "--in accepts a category, a collection or a document; '{name}' is a folder"
            ));
        }
        if let Some(other) = &meant.other {
            say(other);
        }
        let name = match (command, meant.name.split_once('#')) {
            // A search covers whole documents.
            (Subcommand::Search, Some((document, _))) => document.to_owned(),
            _ => meant.name,
        };
        given.insert(Role::Name, name);
        given.extend(meant.pattern.map(|pattern| (Role::Pattern, pattern)));
    }
    let mut arguments = Map::new();
    for (role, value) in &*given {
        if tool.argument(*role).is_none() {
            return Err(format!("{} does not accept {}", tool.name, word(*role)));
        }
        arguments.insert(word(*role).to_owned(), Value::String(value.clone()));
    }
    Ok((server, tool, arguments))
}

/// Calls `tool` with `arguments`, and returns its reply.
pub(super) fn reply(
    server: &Server,
    tool: &str,
    arguments: &Map<String, Value>,
) -> Result<Reply, String> {
    let reply = server.call(Caller::WITHOUT_ROOTS, tool, arguments);
    reply.map_err(|error| error.to_string())
}
