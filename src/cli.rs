//! Command line → engine → exit code: what a person at a shell uses.

mod arguments;
pub mod check;
pub mod docs;
pub mod init;
pub mod log;
mod runtime;
pub mod schema;

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Duration;

use crate::answer::reply::Reply;
use crate::answer::wording::Wording;
use crate::dispatch::{Call, Dispatcher};
use crate::documents::fault::Fault;
use crate::documents::sandbox::ambient;
use crate::format::shown::{self, Shown, echo};
use crate::mcp::delivery::{Delivery, Form};
use crate::mcp::serve::{self, End};
use crate::mcp::transport::stdio;
use crate::project::session::{Roots, Session, Source};
use crate::spec::{self, Role, Table};
use camino::Utf8Path;
use clap::{CommandFactory, Parser};
use serde_json::{Map, Value};
use tokio::signal::unix::{SignalKind, signal};

use arguments::{Cli, Command};

/// A result that is a failure, or findings.
const FAILURE: u8 = 1;
/// A usage error, or a table that cannot be loaded.
const USAGE: u8 = 2;

/// How long the end of the process waits for the log.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// Runs the program with the process's own command line and streams.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(said) => return usage(&said),
    };
    let log = log::start(cli.verbose);
    let code = run(cli).unwrap_or_else(|problem| {
        // Nothing is left to tell when stderr is closed.
        let _ = writeln!(io::stderr(), "mcp-guide: {problem}");
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
        return ExitCode::from(print(text, false));
    }
    // Nothing is left to tell where the stream is closed.
    let _ = write!(io::stderr(), "{text}");
    ExitCode::from(u8::try_from(said.exit_code()).unwrap_or(USAGE))
}

/// Runs the command. An error is a usage error, or a table that cannot be loaded.
fn run(cli: Cli) -> Result<u8, String> {
    let command = match cli.command {
        Some(command) => command,
        None if !io::stdin().is_terminal() => Command::Serve,
        None => {
            let help = Cli::command().render_help();
            let _ = write!(io::stderr(), "{help}");
            return Ok(USAGE);
        }
    };
    let table = table(cli.spec.as_deref())?;
    let named = cli.project.filter(|path| !path.as_str().is_empty());
    match command {
        Command::Init {
            folder,
            dry_run,
            force,
        } => {
            let folder = init::folder(folder.or(named));
            let wanted = init::Wanted {
                folder: &folder,
                dry_run,
                force,
            };
            return Ok(proposed(init::init(&table, wanted)));
        }
        Command::Schema { table } => return Ok(print(schema::schema(table), true)),
        _ => {}
    }
    let source = match named {
        Some(path) => Source::Named(path),
        None => Source::Search {
            from: Some(".".into()),
        },
    };
    let engine = Dispatcher::new(table, Session::new(source));
    match command {
        Command::Serve => Ok(serve(engine)),
        Command::Get {
            name,
            pattern,
            json,
        } => by_role(&engine, spec::Subcommand::Get, Some(name), pattern, json),
        Command::List {
            name,
            pattern,
            json,
        } => by_role(&engine, spec::Subcommand::List, name, pattern, json),
        Command::Call { tool, arguments } => {
            let arguments = serde_json::from_str(&arguments).map_err(|error| {
                format!(
                    "the arguments are not a JSON object: {}",
                    echo(&error.to_string())
                )
            })?;
            answer(&engine, &tool, &arguments, true)
        }
        Command::Check { strict, json } => Ok(checked(&engine, strict, json)),
        Command::Docs => Ok(print(docs::markdown(&engine.table), false)),
        Command::Init { .. } | Command::Schema { .. } => Ok(0),
    }
}

/// Says what came of `init`.
fn proposed(done: Result<init::Done, String>) -> u8 {
    match done {
        Ok(done) => {
            for warning in done.warned {
                let _ = writeln!(io::stderr(), "{warning}");
            }
            print(done.said, false)
        }
        Err(said) => complain(&said),
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

/// Runs the row of a subcommand.
fn by_role(
    engine: &Dispatcher,
    command: spec::Subcommand,
    name: Option<String>,
    pattern: Option<String>,
    json: bool,
) -> Result<u8, String> {
    let row = engine
        .table
        .command(command)
        .ok_or("the table has no row for this command")?;
    let mut arguments = Map::new();
    for (role, value) in [(Role::Name, name), (Role::Pattern, pattern)] {
        if let Some(value) = value {
            let (argument, _) = row
                .argument(role)
                .ok_or_else(|| format!("{} takes no such argument", row.name))?;
            arguments.insert(argument.to_owned(), Value::String(value));
        }
    }
    let tool = row.name.clone();
    answer(engine, &tool, &arguments, json)
}

fn answer(
    engine: &Dispatcher,
    tool: &str,
    arguments: &Map<String, Value>,
    json: bool,
) -> Result<u8, String> {
    let call = Call {
        tool,
        arguments,
        roots: &Roots::None,
        cancelled: &|| false,
    };
    let reply = engine
        .call(&call)
        .map_err(|no_reply| no_reply.to_string())?;
    let delivery = Delivery::new(reply);
    if json {
        let printed = hand_over(&delivery, Form::Json, true);
        let failed = delivery.reply().is_failure();
        return Ok(if failed { FAILURE } else { printed });
    }
    Ok(match delivery.reply() {
        Reply::Success(success) => {
            for said in [&success.message, &success.instruction]
                .into_iter()
                .flatten()
            {
                let _ = writeln!(io::stderr(), "{said}");
            }
            hand_over(&delivery, Form::Value, false)
        }
        Reply::Failure(failure) => {
            let _ = writeln!(io::stderr(), "{}", failure.error);
            complain(&failure.instruction)
        }
    })
}

fn checked(engine: &Dispatcher, strict: bool, json: bool) -> u8 {
    let report = check::check(&engine.table, &engine.session);
    let text = match json {
        true => report.json().to_string(),
        false => report.lines(Wording::new(&engine.table)).join("\n"),
    };
    let printed = print(text, true);
    if report.is_failure(strict) {
        return FAILURE;
    }
    printed
}

/// Prints to stdout.
fn print(text: impl Display, newline: bool) -> u8 {
    printed(newline, |stdout| write!(stdout, "{text}"))
}

/// Prints what is delivered, a block at a time.
fn hand_over(delivery: &Delivery, form: Form, newline: bool) -> u8 {
    printed(newline, |stdout| {
        let mut blocks = delivery.blocks(form);
        let mut block = Vec::new();
        while blocks.fill(&mut block) {
            stdout.write_all(&block)?;
            block.clear();
        }
        stdout.write_all(&block)
    })
}

/// Prints to stdout, or says that it cannot be written. Whoever closed it wants no
/// more: that is no failure.
fn printed(newline: bool, print: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> u8 {
    let mut stdout = BufWriter::new(io::stdout().lock());
    let end: &[u8] = if newline { b"\n" } else { b"" };
    let written = print(&mut stdout)
        .and_then(|()| stdout.write_all(end))
        .and_then(|()| stdout.flush());
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => complain(&format!(
            "mcp-guide: standard output cannot be written: {error}"
        )),
        _ => 0,
    }
}

fn complain(said: &str) -> u8 {
    let _ = writeln!(io::stderr(), "{said}");
    FAILURE
}

/// Serves MCP on stdin and stdout until its end, or until SIGTERM or SIGINT.
fn serve(mut engine: Dispatcher) -> u8 {
    let runtime = match runtime::runtime() {
        Ok((runtime, descriptors)) => {
            engine.descriptors = descriptors;
            runtime
        }
        Err(problem) => return complain(&format!("mcp-guide: {problem}")),
    };
    let end = runtime
        .block_on(async { serve::serve(engine, stdio(), serve::PATIENCE, terminated()).await });
    // A write that nobody reads must not keep the process alive.
    runtime.shutdown_background();
    match end {
        End::Whole => 0,
        End::Cut => FAILURE,
    }
}

async fn terminated() {
    tokio::select! {
        () = told(SignalKind::terminate()) => {}
        () = told(SignalKind::interrupt()) => {}
    }
}

/// Waits for a signal. One that cannot be waited for ends the process by itself.
async fn told(kind: SignalKind) {
    match signal(kind) {
        Ok(mut signal) => drop(signal.recv().await),
        Err(error) => {
            tracing::warn!(?kind, %error, "a signal cannot be waited for");
            std::future::pending().await
        }
    }
}
