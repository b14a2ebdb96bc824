//! Runs a hook in a separate process, which its client starts for one message.

use std::io::{Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use super::last_call::LastCall;
use super::memory::Memory;
use super::timer::{TIMEOUT, Timer};
use super::{Environment, HookRun, Received, receive};
use crate::cli::Context;
use crate::cli::command::Cli;
use crate::cli::hook::hook_arguments::HookArguments;
use crate::cli::setup::client::Client;
use crate::cli::system::{stdin, stdout};

/// The time to wait for the client to read an answer. An incomplete answer would break the client,
/// which has its own time limit.
const READER_TIMEOUT: Duration = Duration::from_secs(30);
/// The purposes of steps, for the line in the log if a step takes too long.
const TO_REMEMBER: &str = " to remember what was given";
const TO_PRINT: &str = " to print the answer";
/// The error for the option `--start`.
const NO_START: &str = "--start cannot be used with hooks: they start at the folder in the message";
/// The maximum size of a message, in bytes.
const MAX_MESSAGE_BYTES: u64 = 1 << 26;

/// Starts the timer of a hook. Returns `None` if the arguments contain no client.
pub(in crate::cli) fn timer(arguments: &HookArguments) -> Option<Timer> {
    let limit = arguments
        .timeout
        .map(|millis| Duration::from_millis(millis.into()));
    let client = arguments.client.as_ref()?;
    Some(Timer::start(&client.name, limit.unwrap_or(TIMEOUT)))
}

/// Reads from standard input, and returns whether the client has sent nothing at all.
pub(in crate::cli) fn has_no_message() -> bool {
    matches!(stdin().read(&mut [0]), Ok(0))
}

/// Runs the hook of a client, and returns the exit code. The message is read before the tables, so
/// that the start of a new context is recorded even if a table is broken.
///
/// # Errors
///
/// Returns an error if an option is not allowed, or if a table cannot be loaded.
pub(in crate::cli) fn run_hook(
    cli: &Cli,
    client: &Client,
    arguments: &HookArguments,
    timer: &Timer,
) -> Result<u8, String> {
    let run = || run(cli, client, arguments, timer);
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
        log(&client.name, "it panicked");
        Ok(0)
    })
}

/// Does what [`run_hook`] describes, but may panic.
fn run(cli: &Cli, client: &Client, arguments: &HookArguments, timer: &Timer) -> Result<u8, String> {
    let started = Instant::now();
    let mut memory = Memory::open().ok();
    if let Some(memory) = &mut memory {
        memory.wait = timer.limit * 10;
    }
    let mut bytes = Vec::new();
    let read = { stdin().take(MAX_MESSAGE_BYTES) }.read_to_end(&mut bytes);
    let received = match read {
        Ok(_) => receive(client, memory.as_ref(), &bytes),
        Err(error) => Err(format!("cannot read standard input: {error}").into()),
    };
    let context = Context::new(cli)?;
    if cli.start.is_some() {
        return Err(NO_START.to_owned());
    }
    let hook = HookRun {
        project: context.named(),
        table: context.table,
        client: client.clone(),
        program: program(cli),
        memory,
        until: Some(started + timer.limit * 3 / 4),
        user: arguments.user,
        strict: arguments.strict,
        environment: Environment::of(client, |name| std::env::var(name).ok()),
    };
    let received = received.map_err(|reason| reason.render(&hook.table));
    let given = match &received {
        Ok(message) => give(&hook, message, timer),
        Err(reason) => Err(reason.clone()),
    };
    let message = received.as_ref().ok();
    if let Some(memory) = &hook.memory {
        memory.set_called(&client.name, &LastCall::of(message, &given));
    }
    given.unwrap_or_else(|reason| hook.log(message, &reason));
    Ok(0)
}

/// Prepares the answer to `message`, prints it, and remembers what was given.
///
/// # Errors
///
/// Returns the reason if nothing was given.
fn give(hook: &HookRun, message: &Received<'_>, timer: &Timer) -> Result<(), String> {
    let prepared = hook.prepare(message)?;
    timer.next(timer.limit, TO_REMEMBER);
    prepared.give(|answer| {
        timer.next(READER_TIMEOUT, TO_PRINT);
        let printed = stdout().write_all(answer.as_bytes());
        timer.next(timer.limit, TO_REMEMBER);
        printed
    })
}

/// Returns the words that start this program with the same tables.
fn program(cli: &Cli) -> Vec<String> {
    let name = std::env::args_os()
        .next()
        .and_then(|word| word.into_string().ok());
    let mut words = vec![name.unwrap_or_else(|| "mcp-guide".to_owned())];
    let path = |path: &Option<_>| path.as_ref().map(ToString::to_string);
    for (option, value) in [
        ("--spec", path(&cli.spec)),
        ("--dialects", path(&cli.dialects)),
    ] {
        words.extend(
            value
                .into_iter()
                .flat_map(|value| [option.to_owned(), value]),
        );
    }
    words
}

/// Adds a line about a client's hook to the log, if the log can be opened.
pub(in crate::cli) fn log(client: &str, reason: &str) {
    if let Ok(memory) = Memory::open() {
        memory.log(client, reason);
    }
}
