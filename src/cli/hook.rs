//! `hook`: gives an agent the rules for the files that its client is about to read or write.
//!
//! It fails open: whatever happens, the exit code is 0, and standard output has an answer of
//! the client or nothing. Of permissions nothing is decided, but by `--strict`.

pub mod memory;
mod message;
mod process;
mod text;
pub(super) mod timer;

use std::collections::HashSet;
use std::io;
use std::iter;
use std::time::SystemTime;

use super::output::quoted;
use super::setup::client::{Client, Hook};
use crate::documents::sandbox::{Tree, ambient};
use crate::project::session::{BoundProject, Roots, Session, Source};
use crate::render::listing::time;
use crate::server::Server;
use crate::server::rules::{AppliedRule, version};
use crate::spec::Table;
use crate::spec::dialect::Event;
use crate::text::escape::escape_truncated;
use crate::text::paths::is_within;
use camino::Utf8PathBuf;
use memory::{Given, Memory};
pub use message::HookMessage;
use message::Touched;
pub(super) use process::{limit, log, manage, run};
use text::HookText;

/// How many imports clients follow, one in another.
const MAX_IMPORTS: usize = 4;

/// Reads a message of a client. If the context of a session begins anew, what it was given is
/// forgotten at once, in all projects.
///
/// # Errors
///
/// Why the message has no answer.
pub fn receive<'m>(
    client: &Client,
    memory: Option<&Memory>,
    message: &'m [u8],
) -> Result<HookMessage<'m>, String> {
    let hook = client.hook.as_ref().ok_or("the client has no hooks")?;
    let is_foreign = |of| message::is_foreign(message, of);
    if hook.foreign.as_ref().is_some_and(is_foreign) {
        return Err("another client runs this hook, too".to_owned());
    }
    let message = HookMessage::read(message)
        .map_err(|error| format!("the message cannot be read: {error}"))?;
    let event = message.event.as_ref();
    let Some(event) = event.filter(|event| **event != hook.event) else {
        return Ok(message);
    };
    let Some(causes) = hook.forgets.get(event) else {
        return Err(format!("it answers to {}", hook.event));
    };
    if !message
        .source
        .as_ref()
        .is_some_and(|of| causes.contains(of))
    {
        return Err("the context of the session stays".to_owned());
    }
    let forgotten = match (memory, message.whom(client)) {
        (Some(memory), Some(whom)) => memory.forget(&whom),
        _ => Ok(()),
    };
    Err(match forgotten {
        Ok(()) => "the context of the session begins anew".to_owned(),
        Err(error) => {
            format!("the context of the session begins anew, which cannot be noted: {error}")
        }
    })
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
    /// Cut, to be shown.
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
    pub fn prepare(&self, message: &HookMessage<'_>) -> Result<Prepared<'_>, String> {
        let hook = self.client.hook.as_ref().ok_or("the client has no hooks")?;
        let touched = message.touched();
        if touched.paths.is_empty() {
            return Err("the tool names no file".to_owned());
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
        let trusts = |memory: &Memory| memory.trusts(&bound.fingerprint());
        match self.user && !self.memory.as_ref().is_some_and(trusts) {
            true => Err("the project is not trusted: mcp-guide hook --trust".to_owned()),
            false => self.answer((&dispatcher, &bound), hook, (message, &touched)),
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
            session: escape_truncated(message.session.as_deref().unwrap_or("?")),
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
        let whom = message.whom(&self.client)?;
        let memory = self.memory.as_ref()?;
        let given = memory.given(&whom, &project);
        let given = given.map_err(|error| memory.log(&self.table.said(&error)));
        given.ok()
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
            let (session, text) = (&self.session, &self.text);
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
