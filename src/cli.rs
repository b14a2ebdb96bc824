//! Command line → engine → exit code: what a person at a shell uses.

mod advice;
mod arguments;
pub mod check;
mod completions;
pub mod docs;
#[cfg(feature = "http")]
mod http;
pub mod init;
pub mod log;
mod man;
mod named;
mod output;
mod runtime;
pub mod schema;
mod system;
mod terminal;
mod tool;

use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::time::Duration;

use crate::dispatch::Dispatcher;
use crate::documents::fault::Fault;
use crate::documents::sandbox::ambient;
use crate::mcp::serve::{self, End};
use crate::render::wording::Wording;
use crate::spec::{Subcommand, Table};
use crate::text::query::Query;
use crate::text::shown::{self, Shown, echo};
use camino::Utf8Path;
use clap::{CommandFactory, Parser};

use advice::{Asked, quoted};
use arguments::{Cli, Color, Command, Patterns};
#[cfg(feature = "http")]
use http::Http;
use named::Named;
use output::{FAILURE, Output, failed, say};
use system::{streams, terminated};
use tool::Given;

/// A usage error, or a table that cannot be loaded.
const USAGE: u8 = 2;

/// How long the end of the process waits for the log.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// Runs the program with the process's own command line and streams.
pub fn main() -> ExitCode {
    if completions::answered() {
        return ExitCode::SUCCESS;
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(said) => return usage(&said),
    };
    let of = match &cli.command {
        #[cfg(feature = "http")]
        Some(Command::Serve { http }) if http.http.is_some() => log::Of::Http,
        None | Some(Command::Serve { .. }) => log::Of::Stdio,
        Some(_) => log::Of::Command,
    };
    if of != log::Of::Command {
        runtime::has_many();
    }
    let log = log::start(cli.verbose, of);
    let code = run(cli).unwrap_or_else(|problem| {
        say(&format!("mcp-guide: {problem}"));
        USAGE
    });
    if let Some(log) = log {
        log.finish(LAST_WORDS);
    }
    ExitCode::from(code)
}

/// What clap says of the command line, which it repeats: help too.
fn usage(said: &clap::Error) -> ExitCode {
    let text = shown::lines(&said.render().to_string());
    if !said.use_stderr() {
        return ExitCode::from(Output::new(Color::Never).print(text, false));
    }
    say(text.trim_end_matches('\n'));
    ExitCode::from(u8::try_from(said.exit_code()).unwrap_or(USAGE))
}

/// Runs the command. An error is a usage error, or a table that cannot be loaded.
fn run(cli: Cli) -> Result<u8, String> {
    let command = match cli.command {
        Some(command) => command,
        None if !io::stdin().is_terminal() => Command::Serve {
            #[cfg(feature = "http")]
            http: Http::default(),
        },
        None => {
            let help = Cli::command().render_help();
            say(help.to_string().trim_end_matches('\n'));
            return Ok(USAGE);
        }
    };
    let table = table(cli.spec.as_deref())?;
    let named = Named::new(cli.project)?;
    let output = Output::new(cli.color);
    match command {
        Command::Init {
            folder,
            dry_run,
            force,
            from,
            from_project,
            client,
        } => {
            let folder = init::folder(folder.or(named.map(|named| named.path)));
            if let Some(client) = client {
                let client = init::client::known(&table, &client)?;
                let done = init::client::block(&table, &client, &folder);
                return Ok(proposed(output, done));
            }
            let wanted = init::Wanted {
                folder: &folder,
                dry_run,
                force,
                former: from.as_deref().map(|file| init::Former {
                    file,
                    project: from_project.as_deref(),
                }),
            };
            Ok(proposed(output, init::init(&table, wanted)))
        }
        Command::Schema { table } => Ok(output.print(schema::schema(table), true)),
        Command::Docs => Ok(output.print(docs::markdown(&table), false)),
        Command::Completions { shell } => made(output, completions::script(shell)),
        Command::Man => made(output, man::page()),
        #[cfg(feature = "http")]
        Command::Serve { http } if http.http.is_some() => {
            let Some(address) = http.http.filter(|_| named.is_some()) else {
                return Err(
                    "serve --http needs a named project: --project PATH, or the environment \
                     variable MCP_GUIDE_PROJECT. The client's folders are on its own machine"
                        .to_owned(),
                );
            };
            http::run(engine(table, named.as_ref()), address, &http)
        }
        Command::Serve { .. } => {
            if io::stdin().is_terminal() {
                say(
                    "mcp-guide speaks MCP on standard input and output, and waits for a client. \
                     Press Ctrl-C to stop it.",
                );
            }
            Ok(serve(engine(table, named.as_ref())))
        }
        Command::Check { strict, json } => {
            let engine = engine(table, named.as_ref());
            Ok(checked(output, &engine, strict, json))
        }
        Command::Call { tool, arguments } => {
            let arguments = serde_json::from_str(&arguments).map_err(|error| {
                let error = echo(&error.to_string());
                format!("the arguments are not a JSON object: {error}")
            })?;
            let engine = engine(table, named.as_ref());
            tool::answer(&engine, output, &tool, &arguments, None)
        }
        Command::Get {
            name,
            patterns,
            document,
            section,
            json,
        } => {
            one_pattern("get", Some(&name), &patterns)?;
            let given = Given {
                name: Some(name),
                pattern: patterns.pattern,
                document,
                section,
                ..Given::default()
            };
            by_row(table, named, output, Subcommand::Get, given, json)
        }
        Command::List {
            name,
            patterns,
            json,
        } => {
            one_pattern("list", name.as_deref(), &patterns)?;
            let given = Given {
                name,
                pattern: patterns.pattern,
                ..Given::default()
            };
            by_row(table, named, output, Subcommand::List, given, json)
        }
        Command::Search {
            words,
            name,
            pattern,
            json,
        } => {
            let given = Given {
                name,
                pattern,
                query: Some(tool::query(&words)),
                ..Given::default()
            };
            by_row(table, named, output, Subcommand::Search, given, json)
        }
    }
}

fn engine(table: Table, named: Option<&Named>) -> Dispatcher {
    let session = named::session(named.map(|named| &*named.path));
    Dispatcher::new(table, session)
}

/// Prints what was made in memory.
fn made(output: Output, text: io::Result<String>) -> Result<u8, String> {
    let text = text.map_err(|error| error.to_string())?;
    Ok(output.print(text, false))
}

/// Refuses what a shell makes of a pattern without quotes.
fn one_pattern(command: &str, name: Option<&str>, patterns: &Patterns) -> Result<(), String> {
    if patterns.more.is_empty() {
        return Ok(());
    }
    let count = 1 + patterns.more.len();
    let name = quoted(name.unwrap_or_default());
    Err(format!(
        "expected one pattern, got {count}. Put it in single quotes, so that the shell does not \
         expand it: mcp-guide {command} {name} '*.md'"
    ))
}

/// Runs the row of a subcommand.
fn by_row(
    table: Table,
    named: Option<Named>,
    output: Output,
    command: Subcommand,
    given: Given,
    json: bool,
) -> Result<u8, String> {
    let engine = engine(table, named.as_ref());
    let row = engine
        .table
        .command(command)
        .ok_or("the table has no row for this command")?;
    let name = given.name.clone();
    let query = given.query.as_deref();
    let query = query.and_then(|query| Query::parse(query).ok());
    let asked = Asked {
        command,
        name: name.as_deref(),
        pattern: given.pattern.is_some(),
        query: query.as_ref(),
        named: named.as_ref(),
    };
    let arguments = given.arguments(row)?;
    let asked = (!json).then_some(&asked);
    tool::answer(&engine, output, &row.name, &arguments, asked)
}

/// Says what came of `init`.
fn proposed(output: Output, done: Result<init::Done, String>) -> u8 {
    match done {
        Ok(done) => {
            for warning in done.warned {
                say(&warning);
            }
            output.print(done.said, false)
        }
        Err(said) => failed(&said),
    }
}

fn table(file: Option<&Utf8Path>) -> Result<Table, String> {
    let loaded = match file {
        None => Table::embedded(),
        Some(path) => {
            let content = ambient::read(path).map_err(|fault| unreadable(path, &fault))?;
            Table::load(&content, path.as_str())
        }
    };
    loaded.map_err(|error| error.to_string())
}

/// What is said of a table that cannot be read, in the built-in table's words.
fn unreadable(path: &Utf8Path, fault: &Fault) -> String {
    match Table::embedded() {
        Ok(table) => format!(
            "{}: {}",
            Shown(path.as_str()),
            Wording::new(&table).said(fault)
        ),
        Err(error) => error.to_string(),
    }
}

fn checked(output: Output, engine: &Dispatcher, strict: bool, json: bool) -> u8 {
    let report = check::check(&engine.table, &engine.session);
    let text = match json {
        true => report.json().to_string(),
        false => report.lines().join("\n"),
    };
    let printed = output.print(text, true);
    if report.is_failure(strict) {
        return FAILURE;
    }
    printed
}

/// Serves MCP on stdin and stdout until its end, or until SIGTERM or SIGINT.
fn serve(mut engine: Dispatcher) -> u8 {
    let runtime = match runtime::runtime() {
        Ok((runtime, descriptors)) => {
            engine.descriptors = descriptors;
            runtime
        }
        Err(problem) => return failed(&format!("mcp-guide: {problem}")),
    };
    let end = runtime
        .block_on(async { serve::serve(engine, streams(), serve::PATIENCE, terminated()).await });
    // A write that nobody reads must not keep the process alive.
    runtime.shutdown_background();
    match end {
        End::Whole => 0,
        End::Cut => FAILURE,
    }
}
