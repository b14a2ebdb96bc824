//! `hook`: gives an agent the rules for the files that its client is about to read or write.
//!
//! It fails open: whatever happens, the exit code is 0, and standard output has an answer of
//! the client or nothing. Of permissions nothing is decided, but by `--strict`.

pub mod memory;
mod message;
mod text;

use std::io::{self, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

use super::Context;
use super::arguments::HookArguments;
use super::output::failed;
use super::setup::client::Client;
use super::system::Stream;
use crate::documents::error::FileError;
use crate::documents::sandbox::ambient;
use crate::project::session::{BoundProject, Roots, Session, Source};
use crate::render::listing::time;
use crate::server::Server;
use crate::server::rules::AppliedRule;
use crate::spec::Table;
use crate::spec::dialect::Event;
use crate::text::escape::Escaped;
use camino::Utf8PathBuf;
use memory::{Given, Memory};
use message::{HookMessage, Touched};

/// How long a hook may take. It ends by itself then, and gives nothing.
const TIMEOUT: Duration = Duration::from_millis(200);
/// Whether the hook answers, or its time is over.
static ENDS: AtomicBool = AtomicBool::new(false);
/// Whether the answer is printed.
static IS_PRINTED: AtomicBool = AtomicBool::new(false);
/// The largest message that is read, in bytes.
const MAX_MESSAGE_BYTES: u64 = 1 << 26;

/// Runs `hook`, and returns the exit code.
pub(super) fn run(context: Context, arguments: &HookArguments) -> u8 {
    let Some(client) = &arguments.client else {
        return manage(context, arguments);
    };
    // Where no thread can be had, the client's own limit ends the hook.
    let _ = thread::Builder::new().spawn(|| {
        thread::sleep(TIMEOUT);
        if !ENDS.swap(true, Ordering::AcqRel) {
            log("it took longer than 200 ms");
            std::process::exit(0);
        }
        // It is answering. A reader that takes nothing is not waited for; but once it has the
        // answer, that is remembered.
        thread::sleep(TIMEOUT);
        if IS_PRINTED.load(Ordering::Acquire) {
            thread::sleep(10 * TIMEOUT);
        }
        std::process::exit(0);
    });
    let hook = HookRun {
        table: context.table,
        client: client.clone(),
        project: context.project.map(|project| project.path),
        memory: Memory::open().ok(),
        user: arguments.user,
        strict: arguments.strict,
    };
    let run = || {
        let mut message = Vec::new();
        let read = Stream::stdin().take(MAX_MESSAGE_BYTES);
        let read = { read }.read_to_end(&mut message);
        read.map_err(|error| format!("standard input cannot be read: {error}"))?;
        hook.run(&message, |answer| match ENDS.swap(true, Ordering::AcqRel) {
            true => Err(io::ErrorKind::TimedOut.into()),
            false => {
                Stream::stdout().write_all(answer.as_bytes())?;
                IS_PRINTED.store(true, Ordering::Release);
                Ok(())
            }
        })
    };
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(())) => {}
        Ok(Err(reason)) => log(&reason),
        Err(_) => log("it panicked"),
    }
    0
}

/// Adds a line to the log, if there is one.
pub(super) fn log(reason: &str) {
    if let Ok(memory) = Memory::open() {
        memory.log(&format!(
            "{} {}\n",
            time(SystemTime::now()),
            Escaped(reason)
        ));
    }
}

/// Prints the log or what was given last, or trusts the project.
fn manage(context: Context, arguments: &HookArguments) -> u8 {
    let table = context.table.clone();
    let output = context.output;
    let done = Memory::open().and_then(|memory| match arguments {
        HookArguments { trust: true, .. } => {
            match context.dispatcher().session.bind(&Roots::None) {
                Ok(bound) => memory.trust(&bound.fingerprint()).map(|()| {
                    Ok("Hooks of your own file give the rules of this project now.\n".to_owned())
                }),
                Err(error) => Ok(Err(table.said(&error))),
            }
        }
        HookArguments { log: true, .. } => memory.text(memory::LOG).map(Ok),
        _ => memory.text(memory::LAST).map(Ok),
    });
    match done {
        Ok(Ok(text)) if text.is_empty() => output.print("Nothing yet.\n"),
        Ok(Ok(text)) => output.print(&text),
        Ok(Err(reason)) => failed(&reason),
        Err(error) => failed(&format!(
            "The folder in which hooks remember cannot be used: {}",
            table.said(&error)
        )),
    }
}

/// A hook of a client, which is sent one message.
pub struct HookRun {
    pub table: Table,
    pub client: Client,
    /// The project, if it is named.
    pub project: Option<Utf8PathBuf>,
    /// What hooks remember, if they can.
    pub memory: Option<Memory>,
    /// Whether only trusted projects count.
    pub user: bool,
    /// Whether a write is denied whose rules were not given.
    pub strict: bool,
}

impl HookRun {
    /// Answers a message by `print`, if there is something to say.
    ///
    /// # Errors
    ///
    /// Why nothing was said, or why that is not remembered.
    pub fn run(
        &self,
        message: &[u8],
        print: impl FnOnce(&str) -> io::Result<()>,
    ) -> Result<(), String> {
        let hook = self.client.hook.as_ref().ok_or("the client has no hooks")?;
        let message: HookMessage<'_> = serde_json::from_slice(message)
            .map_err(|error| format!("the message cannot be read: {error}"))?;
        let touched = message.touched();
        let is_due = match (&message.source, &message.event) {
            (Some(source), _) => hook.forgets.contains(source),
            (None, event) => {
                !touched.paths.is_empty() && event.as_ref().is_none_or(|of| *of == hook.event)
            }
        };
        if !is_due {
            return Ok(());
        }
        let source = match &self.project {
            Some(project) => Source::Named(project.clone()),
            None => Source::Search {
                from: ambient::canonical(&message.cwd).ok(),
            },
        };
        let dispatcher = Server::new(self.table.clone(), Session::new(source));
        let Ok(bound) = dispatcher.session.bind(&Roots::None) else {
            return Ok(());
        };
        if message.source.is_some() {
            // Its context begins anew.
            let given = self.given(&bound, &message);
            return given.map_or(Ok(()), |mut given| {
                given.clear().map_err(|of| self.said(&of))
            });
        }
        let trusts = |memory: &Memory| memory.trusts(&bound.fingerprint());
        match self.user && !self.memory.as_ref().is_some_and(trusts) {
            true => Err("the project is not trusted: mcp-guide hook --trust".to_owned()),
            false => self.give(&dispatcher, &bound, (&message, &touched), print),
        }
    }

    /// Prints the rules for files that the session was not given yet.
    fn give(
        &self,
        dispatcher: &Server,
        bound: &BoundProject,
        (message, touched): (&HookMessage<'_>, &Touched),
        print: impl FnOnce(&str) -> io::Result<()>,
    ) -> Result<(), String> {
        let hook = self.client.hook.as_ref().ok_or("the client has no hooks")?;
        let there = ambient::canonical(&message.cwd).unwrap_or_default();
        let link = [message.cwd.to_string(), there.into_string()];
        let files = dispatcher.touched(bound, &touched.paths, touched.is_guessed, &link);
        let tool = message.tool.as_ref();
        let is_write = tool.is_some_and(|tool| hook.writes.contains(tool));
        let event = match (touched.is_guessed, is_write) {
            (true, _) => Event::Shell,
            (false, true) => Event::Write,
            (false, false) => Event::Read,
        };
        let (mut rules, is_complete) = dispatcher.rules(bound, &files);
        // Two hooks of one session give rules one after the other.
        let mut given = self.given(bound, message);
        if let Some(given) = &given {
            rules.retain(|rule| !given.has(&rule.version()));
        }
        let versions: Vec<String> = rules.iter().map(AppliedRule::version).collect();
        // What the client reads by itself is known to the session from then on.
        let (dialects, name) = (&self.table.dialects, &self.client.name);
        let has = |path: &str| matches!(bound.folder().file_type(path.into()), Ok(Some(_)));
        rules.retain(|of| !dialects.is_loaded((&of.path, of.is_for_all()), (name, event), has));
        let remembers = given.is_some();
        let mut remember = || {
            let added = given.as_mut().map_or(Ok(()), |given| given.add(&versions));
            added.map_err(|error| self.said(&error))
        };
        if rules.is_empty() {
            return remember();
        }
        let messages = &self.table;
        let text = text::text(messages, &files, (&rules, is_complete), hook.characters);
        // A write is denied once only if that is remembered.
        let denies = self.strict && is_write && remembers && remember().is_ok();
        let printed = print(&hook.answer(&text, denies));
        printed.map_err(|error| format!("standard output cannot be written: {error}"))?;
        if !denies {
            remember()?;
        }
        if let Some(memory) = &self.memory {
            let session = Escaped(message.session_id.as_deref().unwrap_or("?"));
            let time = time(SystemTime::now());
            memory.set_last(&format!("{time} {name}, session {session}\n{text}"));
        }
        Ok(())
    }

    /// Returns what the session and agent of a message were given; `None` if that cannot be
    /// known: rules are given twice rather than lost.
    fn given(&self, bound: &BoundProject, message: &HookMessage<'_>) -> Option<Given> {
        let project = bound.folder().identity().to_string();
        let session = message.session_id.as_deref()?;
        let agent = message.agent_id.as_deref().unwrap_or_default();
        let memory = self.memory.as_ref()?;
        let given = memory.given(&[&self.client.name, &project, session, agent]);
        given.map_err(|error| log(&self.said(&error))).ok()
    }

    fn said(&self, error: &FileError) -> String {
        self.table.said(error)
    }
}
