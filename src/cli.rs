//! The command line: parses arguments, runs a subcommand and returns its exit code.

mod advice;
mod agents;
mod call;
mod changed;
pub mod check;
mod command;
pub mod docs;
mod doctor;
mod explain;
pub mod export;
mod grid;
pub mod here;
pub mod hook;
#[cfg(feature = "http")]
mod http;
pub mod init;
mod is_hook;
mod kept_file;
mod linked;
pub mod log;
pub mod meant;
mod no_project;
mod omitted_words;
mod output;
mod reach;
mod screen;
pub mod setup;
mod show_in_pager;
mod source;
mod system;
mod with_completions;
mod with_progress;
pub mod wrapped;

use is_hook::is_hook;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use camino::{Utf8Path, Utf8PathBuf};
use clap::{CommandFactory, Parser};
use tracing::level_filters::LevelFilter;

use crate::documents::sandbox::ambient;
use crate::limits::READ_TIMEOUT;
use crate::mcp;
use crate::mcp::shutdown::{End, Shutdown};
use crate::project::project_error::SessionError;
use crate::project::session::{Session, Source};
use crate::server::Server;
use crate::table::Table;
use crate::text::escaped::{Escaped, EscapedLines, escape_truncated};

use crate::text::counted::counted;
use command::{Cli, Command};
use hook::timer::Timer;
#[cfg(feature = "http")]
use http::Http;
use output::{FAILURE, INIT, Output, OutputOptions, quoted, say};
use screen::{aligned, width};
use system::{on_termination, stdin, stdout};
use wrapped::wrapped_lines;

/// The exit code for a usage error or for a table that cannot be loaded.
const USAGE: u8 = 2;

/// The words that the log shows instead of a client's name if a hook's command line contains no
/// client.
const ANY_CLIENT: &str = "a client";
/// The maximum number of categories in the overview.
const MAX_NAMED: usize = 5;
/// The commands that the overview suggests, with their descriptions.
const NEXT: [[&str; 2]; 4] = [
    [
        "  mcp-guide setup CLIENT",
        "connect an agent, and give it the rules",
    ],
    [
        "  mcp-guide for --explain FILE",
        "show which rules apply to a file",
    ],
    ["  mcp-guide search WORDS", "search the documents"],
    ["  mcp-guide check", "find problems"],
];
/// The time to wait for the log to be written before the process exits.
const LOG_FLUSH_TIMEOUT: Duration = Duration::from_secs(1);

/// Runs the program with the command line and the streams of the process.
pub fn main() -> ExitCode {
    if docs::answer_shell() {
        return ExitCode::SUCCESS;
    }
    let words: Vec<OsString> = std::env::args_os().collect();
    let cli = match Cli::try_parse_from(&words) {
        Ok(cli) => cli,
        Err(said) if said.use_stderr() && !io::stdin().is_terminal() && is_hook(&words) => {
            let client = is_hook::client(&words);
            let name = client.as_deref().unwrap_or(ANY_CLIENT);
            Timer::start(name, hook::timer::TIMEOUT);
            // If there is neither a client nor a message, a person has run the command.
            if client.is_none() && hook::has_no_message() {
                return usage(&said);
            }
            return ExitCode::from(unusable_hook(name, &said.render().to_string()));
        }
        Err(said) => return usage(&said),
    };
    let timer = match &cli.command {
        Some(Command::Hook(arguments)) => hook::timer(arguments),
        _ => None,
    };
    // Other commands print their warnings themselves.
    let serves = match &cli.command {
        None => !io::stdin().is_terminal(),
        Some(command) => matches!(command, Command::Serve { .. }),
    };
    let level = if serves {
        system::raise_descriptors();
        LevelFilter::WARN
    } else {
        LevelFilter::ERROR
    };
    let log = log::start(cli.verbose, level);
    let code = run(cli, timer.as_ref()).unwrap_or_else(|problem| match timer {
        Some(_) if !io::stdin().is_terminal() => {
            let client = is_hook::client(&words);
            unusable_hook(client.as_deref().unwrap_or(ANY_CLIENT), &problem)
        }
        _ => {
            say(&format!("mcp-guide: {problem}"));
            USAGE
        }
    });
    if let Some(log) = log {
        log.finish(LOG_FLUSH_TIMEOUT);
    }
    ExitCode::from(code)
}

/// Prints and logs why a client's hook cannot run. Returns 0, because a different exit code could
/// make the client block a tool.
fn unusable_hook(client: &str, problem: &str) -> u8 {
    say(&EscapedLines(problem).to_string());
    hook::log(client, problem);
    0
}

/// Prints clap's message with hidden characters escaped, and returns the exit code.
fn usage(said: &clap::Error) -> ExitCode {
    let text = EscapedLines(&said.render().to_string()).to_string();
    if !said.use_stderr() {
        return ExitCode::from(Output::new(&OutputOptions::default()).print(&text));
    }
    say(text.trim_end_matches('\n'));
    ExitCode::from(u8::try_from(said.exit_code()).unwrap_or(USAGE))
}

/// The state that every subcommand runs with.
struct Context {
    table: Arc<Table>,
    /// The file from which rows were added to the table, if any.
    dialects: Option<Utf8PathBuf>,
    /// Where to search for the project.
    source: Source,
    output: Output,
    is_verbose: bool,
}

impl Context {
    /// Loads the table, and finds out which project was given.
    ///
    /// # Errors
    ///
    /// Returns a message if the table cannot be loaded, or for a usage error.
    fn new(cli: &Cli) -> Result<Self, String> {
        let table = table(cli.spec.as_deref(), cli.dialects.as_deref())?;
        let source = source::source(&table, cli.project.clone(), cli.start.as_deref())?;
        Ok(Self {
            table: Arc::new(table),
            dialects: cli.dialects.clone(),
            source,
            output: Output::new(&cli.output)
                .paged(cli.command.as_ref().is_some_and(Command::shows)),
            is_verbose: cli.verbose > 0,
        })
    }

    /// Returns the path that was given for the project, if any.
    fn named(&self) -> Option<Utf8PathBuf> {
        match &self.source {
            Source::Named(path) | Source::Folder(path) => Some(path.clone()),
            Source::Start(_) | Source::Search { .. } => None,
        }
    }

    fn session(&self) -> Session {
        Session::new(self.source.clone())
    }

    fn server(self) -> Server {
        Server::new(self.table, Session::new(self.source))
    }
}

/// Runs the subcommand and returns the exit code.
///
/// # Errors
///
/// Returns a message if the table cannot be loaded, or for a usage error.
fn run(cli: Cli, timer: Option<&Timer>) -> Result<u8, String> {
    if let (Some(Command::Hook(arguments)), Some(timer)) = (&cli.command, timer)
        && let Some(client) = &arguments.client
    {
        if io::stdin().is_terminal() {
            return Err(format!(
                "hook {} reads its client's message from standard input. To see what hooks gave: \
                 mcp-guide \
                 hook --last",
                client.name
            ));
        }
        return hook::run_hook(&cli, client, arguments, timer);
    }
    let context = Context::new(&cli)?;
    #[cfg(feature = "http")]
    let is_named = cli.project.is_some() || cli.start.is_some();
    let command = match cli.command {
        Some(command) => command,
        None if !io::stdin().is_terminal() => Command::Serve {
            #[cfg(feature = "http")]
            http: Http::default(),
        },
        None => return Ok(overview(context)),
    };
    let output = context.output;
    match command {
        #[cfg(feature = "http")]
        Command::Serve { http } if http.http.is_some() => {
            if http.projects.is_some() && is_named {
                return Err("--projects cannot be used with --project or --start".to_owned());
            }
            let is_served = http.projects.is_some() || context.named().is_some();
            let Some(address) = http.http.filter(|_| is_served) else {
                return Err(
                    "serve --http needs --project PATH or the environment variable \
                     MCP_GUIDE_PROJECT: a client's folders may be on another machine"
                        .to_owned(),
                );
            };
            let mut server = context.server();
            // Clients on other machines get only projects that have a guide.yaml.
            server.session = server.session.with_guide();
            http::run(server, address, &http)
        }
        Command::Serve { .. } => {
            if io::stdin().is_terminal() {
                say(
                    "mcp-guide serves MCP on standard input and output, and is waiting for a \
                     client. Press Ctrl-C to stop it.",
                );
            }
            Ok(serve(context.server()))
        }
        Command::Get(get) => call::get(context, get),
        Command::List(list) => call::list(context, list),
        Command::For(files) => match files.change.changed.clone() {
            Some(range) => changed::run(context, &range, files),
            None => call::guidance(context, files),
        },
        Command::Search(search) => call::search(context, search),
        Command::Export(arguments) => export::run(context, &arguments),
        Command::Call { tool, arguments } => call::call(context, &tool, &arguments),
        Command::Check(arguments) => {
            say_missing_programs(&context);
            Ok(check::run(context, &arguments))
        }
        Command::Reach(arguments) => reach::run(context, &arguments),
        Command::Agents(arguments) => Ok(agents::run(context, &arguments)),
        Command::Init(arguments) => Ok(init::run(context, &arguments)),
        Command::Setup(arguments) => Ok(setup::run(&context, &arguments)),
        Command::Doctor => Ok(doctor::run(&context)),
        Command::Hook(arguments) => Ok(hook::manage(context, &arguments)),
        Command::Schema => Ok(output.print(docs::GUIDE_SCHEMA)),
        Command::Dialects => Ok(output.print(rule_files::DIALECTS_YAML)),
        Command::Docs => Ok(output.print(&docs::markdown(&context.table))),
        Command::Man => Ok(output.print(&docs::man())),
        Command::Completions { shell } => Ok(output.print(&docs::completions(&shell))),
    }
}

/// Loads the table from `file`, or the built-in one, and adds the rows of `dialects`.
fn table(file: Option<&Utf8Path>, dialects: Option<&Utf8Path>) -> Result<Table, String> {
    let embedded = || Table::embedded().map_err(|error| error.to_string());
    let read = |path: &Utf8Path| match ambient::read(path) {
        Ok(content) => Ok(content),
        Err(error) => {
            let reason = embedded()?.render(&error);
            Err(format!("{}: {reason}", Escaped(path.as_str())))
        }
    };
    let mut table = match file {
        Some(path) => {
            Table::load(&read(path)?, path.as_str()).map_err(|error| error.to_string())?
        }
        None => embedded()?,
    };
    if let Some(path) = dialects {
        let loaded = table.load_dialects(&read(path)?, path.as_str());
        loaded.map_err(|error| error.to_string())?;
    }
    Ok(table)
}

/// Serves MCP on stdin and stdout until the input ends or a signal asks the process to stop. Catches
/// signals before the first answer. Returns the exit code.
fn serve(server: Server) -> u8 {
    let stop = Arc::new(Shutdown::default());
    let signalled = Arc::clone(&stop);
    if let Err(error) = on_termination(move || signalled.stop()) {
        return output::failed(&format!(
            "cannot start a thread that waits for signals: {error}"
        ));
    }
    match mcp::stdio_server::serve(server, (stdin(), stdout()), READ_TIMEOUT, &stop) {
        End::Whole => 0,
        End::Cut => FAILURE,
    }
}

/// Warns about entries in clients' files whose program does not exist.
fn say_missing_programs(context: &Context) {
    let lines = setup::found_file::missing_programs(context);
    lines.iter().for_each(|line| say(line));
}

/// Prints what the project serves and what to do next. Returns the exit code, which is [`USAGE`] if
/// there is no project or it cannot be loaded.
fn overview(context: Context) -> u8 {
    say_missing_programs(&context);
    let output = context.output;
    let server = context.server();
    let bound = match server.bound() {
        Ok(bound) => bound,
        Err(SessionError::Nowhere(_)) => {
            say(&format!("{}\n{INIT}", Cli::command().render_usage()));
            return USAGE;
        }
        Err(error) => {
            let error = server.table.render(&error);
            say(&format!("{error}\nTo list all problems: mcp-guide check"));
            return USAGE;
        }
    };
    let project = &bound.project;
    let (categories, collections) = (project.categories.len(), project.collections.len());
    let text = format!(
        "{} serves {} and {}:",
        if bound.is_found() {
            "Without a guide.yaml, mcp-guide".to_owned()
        } else {
            Escaped(&server.session.file_name()).to_string()
        },
        counted(categories as u64, "category", "categories"),
        counted(collections as u64, "collection", "collections"),
    );
    let named = project
        .categories
        .iter()
        .take(MAX_NAMED)
        .map(|(name, category)| {
            let description = category.description.as_deref().unwrap_or_default();
            vec![format!("  {}", quoted(name)), escape_truncated(description)]
        });
    let mut text = wrapped_lines(&text, width(), "") + &aligned(named.collect(), width());
    if categories > MAX_NAMED {
        text += &format!("  and {} more: mcp-guide list\n", categories - MAX_NAMED);
    }
    let next = NEXT.map(|row| row.map(str::to_owned).to_vec());
    text += &format!("Next:\n{}", aligned(next.to_vec(), width()));
    output.print(&(text + "All commands: mcp-guide --help\n"))
}
