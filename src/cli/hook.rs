//! `hook`: gives an agent the rules for the files that its client is about to read or write.
//!
//! It fails open: whatever happens, the exit code is 0, and standard output has an answer of
//! the client or nothing. Of permissions nothing is decided, but by `--strict`.

pub mod memory;
mod message;
mod text;

use std::collections::HashSet;
use std::io::{self, Read, Write};
use std::iter;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

use super::Context;
use super::arguments::HookArguments;
use super::output::{failed, quoted};
use super::setup::client::{Client, Hook};
use super::system::{stdin, stdout};
use crate::documents::error::FileError;
use crate::documents::sandbox::{Tree, ambient};
use crate::project::session::{BoundProject, Roots, Session, Source};
use crate::render::listing::time;
use crate::server::Server;
use crate::server::rules::{AppliedRule, version};
use crate::spec::Table;
use crate::spec::dialect::Event;
use crate::text::escape::Escaped;
use crate::text::paths::is_within;
use camino::Utf8PathBuf;
use memory::{Given, Memory};
use message::{HookMessage, Touched};
use text::HookText;

/// How long a hook may take. It ends by itself then, and gives nothing.
const TIMEOUT: Duration = Duration::from_millis(200);
/// The environment variable by which tests give a hook more time, in milliseconds.
const TIMEOUT_VARIABLE: &str = "MCP_GUIDE_HOOK_TIMEOUT";
/// How long the reader of an answer is waited for: half of one would break the client, which
/// has a limit of its own.
const READER_TIMEOUT: Duration = Duration::from_secs(30);
/// Whether the hook answers, or its time is over.
static ENDS: AtomicBool = AtomicBool::new(false);
/// How many imports clients follow, one in another.
const MAX_IMPORTS: usize = 4;
/// The largest message that is read, in bytes.
const MAX_MESSAGE_BYTES: u64 = 1 << 26;

/// Runs `hook`, and returns the exit code.
pub(super) fn run(context: Context, arguments: &HookArguments) -> u8 {
    let Some(client) = &arguments.client else {
        let output = context.output;
        return managed(context, arguments)
            .map_or_else(|error| failed(&error), |text| output.print(&text));
    };
    // Where no thread can be had, the client's own limit ends the hook.
    let _ = thread::Builder::new().spawn(|| {
        let limit = limit();
        thread::sleep(limit);
        if !ENDS.swap(true, Ordering::AcqRel) {
            log(&format!("it took longer than {} ms", limit.as_millis()));
            std::process::exit(0);
        }
        thread::sleep(READER_TIMEOUT);
        std::process::exit(0);
    });
    let hook = HookRun {
        table: context.table,
        client: client.clone(),
        program: program(),
        project: context.project,
        memory: Memory::open().ok(),
        user: arguments.user,
        strict: arguments.strict,
    };
    let run = || {
        let mut message = Vec::new();
        let read = stdin().take(MAX_MESSAGE_BYTES);
        let read = { read }.read_to_end(&mut message);
        read.map_err(|error| format!("standard input cannot be read: {error}"))?;
        let prepared = hook.prepare(&message)?;
        match ENDS.swap(true, Ordering::AcqRel) {
            true => Ok(()),
            false => prepared.give(|answer| stdout().write_all(answer.as_bytes())),
        }
    };
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(())) => {}
        Ok(Err(reason)) => hook.log(&reason),
        Err(_) => hook.log("it panicked"),
    }
    0
}

/// Returns how long a hook may take.
fn limit() -> Duration {
    let given = std::env::var(TIMEOUT_VARIABLE).ok();
    let given = given.and_then(|given| given.parse().ok());
    given.map_or(TIMEOUT, Duration::from_millis)
}

/// Returns the words of the command line before the subcommand.
fn program() -> Vec<String> {
    let words = std::env::args_os().map_while(|word| word.into_string().ok());
    let mut words: Vec<String> = words.collect();
    let at = words.iter().rposition(|word| word == "hook");
    words.truncate(at.unwrap_or(1));
    words
}

/// Adds a line to the log, if there is one.
pub(super) fn log(reason: &str) {
    if let Ok(memory) = Memory::open() {
        memory.log(reason);
    }
}

/// Trusts the project, or returns the log or what was given last.
///
/// # Errors
///
/// The project is not found, or the folder of hooks cannot be used.
fn managed(context: Context, arguments: &HookArguments) -> Result<String, String> {
    let table = context.table.clone();
    let said = |error: FileError| {
        let reason = table.said(&error);
        format!("The folder in which hooks remember cannot be used: {reason}")
    };
    let memory = Memory::open().map_err(said)?;
    if arguments.trust {
        let bound = context.dispatcher().session.bind(&Roots::None);
        let bound = bound.map_err(|error| table.said(&error))?;
        memory.trust(&bound.fingerprint()).map_err(said)?;
        return Ok("Hooks of your own file give the rules of this project now.\n".to_owned());
    }
    let name = match arguments.log {
        true => memory::LOG,
        false => memory::LAST,
    };
    let text = memory.text(name).map_err(said)?;
    let text = Some(text).filter(|text| !text.is_empty());
    Ok(text.unwrap_or_else(|| "Nothing yet.\n".to_owned()))
}

/// A hook of a client, which is sent one message.
#[derive(Debug)]
pub struct HookRun {
    pub table: Table,
    pub client: Client,
    /// The program and its options, as it was started.
    pub program: Vec<String>,
    /// The project, if it is named.
    pub project: Option<Utf8PathBuf>,
    /// What hooks remember, if they can.
    pub memory: Option<Memory>,
    /// Whether only trusted projects count.
    pub user: bool,
    /// Whether a write is denied whose rules were not given.
    pub strict: bool,
}

/// An answer that is due. No other hook of the session gives rules meanwhile.
#[derive(Debug)]
pub struct Prepared<'h> {
    run: &'h HookRun,
    hook: &'h Hook,
    session: String,
    text: String,
    denies: bool,
    given: Option<Given>,
    versions: Vec<String>,
}

impl HookRun {
    /// Prepares the answer to a message.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub fn prepare(&self, message: &[u8]) -> Result<Prepared<'_>, String> {
        let hook = self.client.hook.as_ref().ok_or("the client has no hooks")?;
        let is_foreign = |of| message::is_foreign(message, of);
        if hook.foreign.as_ref().is_some_and(is_foreign) {
            return Err("another client runs this hook, too".to_owned());
        }
        let message: HookMessage<'_> = serde_json::from_slice(message)
            .map_err(|error| format!("the message cannot be read: {error}"))?;
        let touched = message.touched();
        let event = message.event.as_ref();
        match &message.source {
            Some(source) if hook.forgets.contains(source) => {}
            Some(_) => return Err("the context of the session stays".to_owned()),
            None if event.is_some_and(|event| *event != hook.event) => {
                return Err(format!("it answers to {}", hook.event));
            }
            None if touched.paths.is_empty() => return Err("the tool names no file".to_owned()),
            None => {}
        }
        let source = match &self.project {
            Some(project) => Source::Named(project.clone()),
            None => Source::Search {
                from: ambient::canonical(&message.cwd).ok(),
            },
        };
        let dispatcher = Server::new(self.table.clone(), Session::new(source));
        let bound = dispatcher.session.bind(&Roots::None);
        let bound = bound.map_err(|error| self.table.said(&error))?;
        if message.source.is_some() {
            let given = self.given(&bound, &message);
            let cleared = given.map_or(Ok(()), |mut given| given.clear());
            cleared.map_err(|error| self.table.said(&error))?;
            return Err("the context of the session begins anew".to_owned());
        }
        let trusts = |memory: &Memory| memory.trusts(&bound.fingerprint());
        match self.user && !self.memory.as_ref().is_some_and(trusts) {
            true => Err("the project is not trusted: mcp-guide hook --trust".to_owned()),
            false => self.answer((&dispatcher, &bound), hook, (&message, &touched)),
        }
    }

    /// Finds the rules for files that the session was not given yet.
    fn answer<'h>(
        &'h self,
        (dispatcher, bound): (&Server, &BoundProject),
        hook: &'h Hook,
        (message, touched): (&HookMessage<'_>, &Touched),
    ) -> Result<Prepared<'h>, String> {
        let table = &self.table;
        let there = ambient::canonical(&message.cwd).unwrap_or_default();
        let link = [message.cwd.to_string(), there.into_string()];
        let files = dispatcher.touched(bound, &touched.paths, touched.is_guessed, &link);
        if files.is_empty() {
            return Err("the tool names no file of the project".to_owned());
        }
        let tool = message.tool.as_ref();
        let is_write = tool.is_some_and(|tool| hook.writes.contains(tool));
        let event = match (touched.is_guessed, is_write) {
            (true, _) => Event::Shell,
            (false, true) => Event::Write,
            (false, false) => Event::Read,
        };
        let found = dispatcher.rules(bound, &files);
        let (mut rules, notes) = found.map_err(|_| "it was cancelled")?;
        let is_complete = notes.is_empty();
        let mut notes = text::notes(table, &notes);
        let loaded = self.loaded(bound, (event, &files), &rules);
        let paths: HashSet<String> = rules.iter().map(|of| of.path.clone()).collect();
        // Two hooks of one session give rules one after the other.
        let mut given = self.given(bound, message);
        if let Some(given) = &given {
            rules.retain(|rule| !given.has(&rule.version()));
            notes.retain(|(note, _)| !given.has(&version(note, note)));
        }
        let mut versions: Vec<String> = rules.iter().map(AppliedRule::version).collect();
        // What the client reads by itself is known to the session from then on.
        rules.retain(|of| {
            let (imports, is_all) = of.imports();
            let is_repeated = is_all && imports.iter().all(|path| paths.contains(path));
            !is_repeated && !loaded.contains(&of.path)
        });
        if rules.is_empty() && !notes.iter().any(|(_, is_missing)| *is_missing) {
            let added = given.as_mut().map_or(Ok(()), |given| given.add(&versions));
            added.map_err(|error| table.said(&error))?;
            return Err("all rules were given before, or are read by the client".to_owned());
        }
        let notes: Vec<String> = notes.into_iter().map(|(note, _)| note).collect();
        versions.extend(notes.iter().map(|note| version(note, note)));
        let text = HookText {
            table,
            files: &files,
            rules: &rules,
            notes: &notes,
            is_complete,
            command: &self.command(&files),
        };
        Ok(Prepared {
            run: self,
            hook,
            session: message.session().unwrap_or("?").to_owned(),
            text: text.within(hook.characters),
            // Of what cannot be remembered each write would be denied.
            denies: self.strict && is_write && given.is_some() && !rules.is_empty(),
            given,
            versions,
        })
    }

    /// Returns the paths of the rules that the client reads by itself at an event of files, and of
    /// what they import. In a folder below it reads those of files in that.
    fn loaded(
        &self,
        bound: &BoundProject,
        (event, files): (Event, &[String]),
        rules: &[AppliedRule],
    ) -> HashSet<String> {
        let has = |path: &str| matches!(bound.folder().file_type(path.into()), Ok(Some(_)));
        let is_above = |file: &str| is_above(bound.folder(), file);
        let (client, dialects) = ((&*self.client.name, event), &self.table.dialects);
        let is_read = |path: &str| {
            let folder = dialects.of(path).map_or("", |(_, folder, _)| folder);
            files.iter().any(|file| is_within(file, folder))
        };
        let (mut loaded, mut imported) = (HashSet::new(), HashSet::new());
        for of in rules {
            let paths = iter::once(&of.path).chain(&of.same);
            for path in paths.filter(|path| is_read(path)) {
                let rule = (&**path, of.pattern == "**");
                if let Some(load) = dialects.loaded(rule, client, has, is_above) {
                    loaded.insert(of.path.clone());
                    imported.extend(load.imports.then(|| of.imports().0).into_iter().flatten());
                }
            }
        }
        // An import imports, too.
        for _ in 1..MAX_IMPORTS {
            let more = rules.iter().filter(|of| imported.contains(&of.path));
            let more: Vec<String> = more.flat_map(|of| of.imports().0).collect();
            imported.extend(more);
        }
        loaded.extend(imported);
        loaded
    }

    /// Returns the command that prints the rules of files.
    fn command(&self, files: &[String]) -> String {
        // A name that is escaped is not the file's.
        let plain = files.iter().filter(|path| text::is_plain(path));
        let mut paths: Vec<&str> = plain.take(text::MAX_NAMES).map(String::as_str).collect();
        if paths.is_empty() {
            paths.push("PATH");
        }
        let program = self.program.iter().map(String::as_str);
        let words = program.chain(["for", "--"]).chain(paths);
        words.map(quoted).collect::<Vec<_>>().join(" ")
    }

    /// Returns what the session and agent of a message were given; `None` if that cannot be
    /// known: rules are given twice rather than lost.
    fn given(&self, bound: &BoundProject, message: &HookMessage<'_>) -> Option<Given> {
        let project = bound.folder().identity.to_string();
        let session = message.session()?;
        let agent = message.agent_id.as_deref().unwrap_or_default();
        let memory = self.memory.as_ref()?;
        let given = memory.given(&[&self.client.name, &project, session, agent]);
        let given = given.map_err(|error| self.log(&self.table.said(&error)));
        given.ok()
    }

    fn log(&self, reason: &str) {
        if let Some(memory) = &self.memory {
            memory.log(reason);
        }
    }
}

impl Prepared<'_> {
    /// Prints the answer, and remembers what was given.
    ///
    /// # Errors
    ///
    /// It was not printed, or is not remembered.
    pub fn give(mut self, print: impl FnOnce(&str) -> io::Result<()>) -> Result<(), String> {
        // A write is denied once only if that is remembered.
        let denies = self.denies && self.remember().is_ok();
        let printed = print(&self.hook.answer(&self.text, denies));
        printed.map_err(|error| format!("standard output cannot be written: {error}"))?;
        let remembered = if denies { Ok(()) } else { self.remember() };
        if let Some(memory) = &self.run.memory {
            let (time, name) = (time(SystemTime::now()), &self.run.client.name);
            let (session, text) = (Escaped(&self.session), &self.text);
            memory.set_last(&format!("{time} {name}, session {session}\n{text}"));
        }
        remembered
    }

    fn remember(&mut self) -> Result<(), String> {
        let given = self.given.as_mut();
        let added = given.map_or(Ok(()), |given| given.add(&self.versions));
        added.map_err(|error| self.run.table.said(&error))
    }
}

/// Returns whether a folder above this one has a file at a path.
fn is_above(folder: &Tree, file: &str) -> bool {
    let above = folder.above().ok().flatten();
    above.is_some_and(|above| {
        matches!(above.file_type(file.into()), Ok(Some(_))) || is_above(&above, file)
    })
}
