//! `hook`: gives an agent the rules for the files that its client is about to read or write.
//!
//! It fails open: whatever happens, the exit code is 0, and standard output has an answer of
//! the client or nothing. Of permissions nothing is decided, but by `--strict`.

mod cut;
mod due;
mod given;
pub mod measure;
pub mod memory;
mod message;
mod text;
pub mod timer;

use std::io::{self, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant, SystemTime};

use super::Context;
use super::arguments::HookArguments;
use super::output::{failed, quoted};
use super::setup::client::{Client, Hook, HookEvent};
use super::system::{stdin, stdout};
use crate::documents::error::FileError;
use crate::documents::sandbox::ambient;
use crate::limits::MAX_GUIDANCE_PATHS;
use crate::operation::guidance::KnownHeaders;
use crate::project::session::{BoundProject, Roots, Session, Source};
use crate::render::listing::time;
use crate::server::Server;
use crate::spec::Table;
use crate::spec::dialect::Event;
use crate::text::escape::Escaped;
use camino::Utf8PathBuf;
use due::{Chooser, Due, Occasion};
use given::{Given, Row, Waiting};
use memory::Memory;
use message::HookMessage;
use text::{HookText, Taken};
use timer::Timer;
use uuid::Uuid;

/// How long the reader of an answer is waited for: half of one would break the client, which
/// has a limit of its own.
const READER_TIMEOUT: Duration = Duration::from_secs(30);
/// What the log says of a step that took too long.
const TO_REMEMBER: &str = " to remember what was given";
const TO_PRINT: &str = " to print the answer";
/// The largest message that is read, in bytes.
const MAX_MESSAGE_BYTES: u64 = 1 << 26;

/// Returns how long a hook may take, if this is one of a client.
pub(super) fn limit(arguments: &HookArguments) -> Option<Duration> {
    let limit = arguments.timeout.map(|of| Duration::from_millis(of.into()));
    let is_hook = arguments.client.is_some();
    is_hook.then(|| limit.unwrap_or(timer::TIMEOUT))
}

/// Runs `hook`, and returns the exit code. Of a client's hook the timer runs already.
pub(super) fn run(context: Context, arguments: &HookArguments, timer: Option<&Timer>) -> u8 {
    let (Some(client), Some(timer)) = (&arguments.client, timer) else {
        let output = context.output;
        return managed(context, arguments)
            .map_or_else(|error| failed(&error), |text| output.print(&text));
    };
    let hook = HookRun {
        table: context.table,
        client: client.clone(),
        program: program(),
        project: context.project,
        memory: Memory::open().ok(),
        until: Some(Instant::now() + timer.limit * 3 / 4),
        user: arguments.user,
        strict: arguments.strict,
    };
    let run = || {
        let mut message = Vec::new();
        let read = stdin().take(MAX_MESSAGE_BYTES);
        let read = { read }.read_to_end(&mut message);
        read.map_err(|error| format!("standard input cannot be read: {error}"))?;
        let prepared = hook.prepare(&message)?;
        timer.next(timer.limit, TO_REMEMBER);
        prepared.give(|answer| {
            timer.next(READER_TIMEOUT, TO_PRINT);
            let printed = stdout().write_all(answer.as_bytes());
            timer.next(timer.limit, TO_REMEMBER);
            printed
        })
    };
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(())) => {}
        Ok(Err(reason)) => hook.log(&reason),
        Err(_) => hook.log("it panicked"),
    }
    0
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
    /// When no further document is looked at.
    pub until: Option<Instant>,
    /// Whether only trusted projects count.
    pub user: bool,
    /// Whether a write is denied whose rules were not given.
    pub strict: bool,
}

/// An answer that is due. No other hook of the session gives rules meanwhile.
#[derive(Debug)]
pub struct Prepared<'h> {
    run: &'h HookRun,
    event: String,
    answer: String,
    session: String,
    text: String,
    denies: bool,
    given: Option<Given>,
    rows: Vec<Row>,
}

/// A message, and what it is about.
struct Call<'m> {
    hook: &'m Hook,
    message: &'m HookMessage<'m>,
    kind: HookEvent,
    event: &'m str,
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
        let (event, kind) = self.event(hook, &message)?;
        let call = Call {
            hook,
            message: &message,
            kind,
            event,
        };
        match self.begin(&call)? {
            true => {}
            false => return Err("the context of the session begins anew".to_owned()),
        }
        let waits = self.given(&message).is_some_and(|given| given.waits());
        let is_idle = match kind {
            HookEvent::Tool => message.touched().paths.is_empty(),
            HookEvent::More => true,
            HookEvent::Start | HookEvent::Forget => false,
        };
        match kind {
            _ if waits || !is_idle => {}
            HookEvent::Tool => return Err("the tool names no file".to_owned()),
            _ => return Err("no rule waits".to_owned()),
        }
        let source = match &self.project {
            Some(project) => Source::Named(project.clone()),
            None => Source::Search {
                from: ambient::canonical(&message.cwd).ok(),
            },
        };
        let server = Server::new(self.table.clone(), Session::new(source));
        let bound = server.session.bind(&Roots::None);
        let bound = bound.map_err(|error| self.table.said(&error))?;
        let trusts = |memory: &Memory| memory.trusts(&bound.fingerprint());
        match self.user && !self.memory.as_ref().is_some_and(trusts) {
            true => Err("the project is not trusted: mcp-guide hook --trust".to_owned()),
            false => self.answer((&server, &bound), &call),
        }
    }

    /// Forgets what the session was given, if its context begins anew. Returns whether the model
    /// sees a text at this event; if not, what holds for every file waits.
    fn begin(&self, call: &Call<'_>) -> Result<bool, String> {
        let (hook, message) = (call.hook, call.message);
        let cause = match call.kind {
            HookEvent::Start => message.source.as_ref(),
            HookEvent::Forget => message.trigger.as_ref(),
            HookEvent::Tool | HookEvent::More => return Ok(true),
        };
        let is_one = |list: &[String]| cause.is_some_and(|cause| list.contains(cause));
        let is_seen = call.kind == HookEvent::Start && !is_one(&hook.unseen);
        let is_new = is_one(&hook.forgets);
        let rows: Vec<Row> = match (is_new, is_seen) {
            (true, false) => vec![Row::Begun],
            (false, true) if !hook.lost.is_empty() => vec![Row::Resumed],
            _ => Vec::new(),
        };
        if is_new {
            self.forget(message)?;
        }
        let given = self.given(message).filter(|_| !rows.is_empty());
        let added = given.map_or(Ok(()), |mut given| given.add(&rows));
        added.map_err(|error| self.table.said(&error))?;
        Ok(is_seen)
    }

    /// Returns the name of a message's event, and what it is. Some clients send no name.
    fn event<'m>(
        &self,
        hook: &'m Hook,
        message: &'m HookMessage<'_>,
    ) -> Result<(&'m str, HookEvent), String> {
        let kind = match () {
            () if message.source.is_some() => HookEvent::Start,
            () if message.trigger.is_some() => HookEvent::Forget,
            () if message.prompt.is_some() => HookEvent::More,
            () => HookEvent::Tool,
        };
        let mut events = hook.events.iter();
        let found = match &message.event {
            Some(name) => events.find(|(event, _)| *event == name),
            None => events.find(|(_, of)| **of == kind),
        };
        let known = || {
            hook.events
                .keys()
                .map(String::as_str)
                .collect::<Vec<_>>()
                .join(", ")
        };
        let found = found.map(|(event, kind)| (&**event, *kind));
        found.ok_or_else(|| format!("it answers to {}", known()))
    }

    /// Finds the rules that the session was not given yet.
    fn answer(
        &self,
        (server, bound): (&Server, &BoundProject),
        call: &Call<'_>,
    ) -> Result<Prepared<'_>, String> {
        let (table, project) = (&self.table, due::id(bound, ""));
        let own = self.at_hand((server, bound), call);
        let waiting = self.given(call.message);
        let has_begun = waiting.as_ref().is_some_and(Given::has_begun);
        let mut waiting = waiting.map_or_else(Vec::new, |given| given.next(project).to_vec());
        if has_begun {
            waiting.push(Waiting::begun());
        }
        if own.is_empty() && waiting.is_empty() {
            return Err("the tool names no file of the project".to_owned());
        }
        let mut files: Vec<(Waiting, Option<usize>)> = Vec::new();
        let mut paths = Vec::new();
        for file in own
            .iter()
            .chain(waiting.iter().filter(|file| !own.contains(file)))
        {
            let at = file.path.as_ref().map(|_| paths.len());
            paths.extend(file.path.clone());
            files.push((file.clone(), at));
        }
        let touched = &paths[..own.iter().filter(|file| file.path.is_some()).count()];
        let occasion = Occasion {
            files: &files,
            own: own.len(),
        };
        let every_file = files.iter().any(|(_, at)| at.is_none());
        let memory = self.memory.as_ref();
        let known = memory.map_or_else(KnownHeaders::default, |memory| memory.headers(project));
        let is_over = || self.until.is_some_and(|until| Instant::now() >= until);
        let found = server.rules(bound, &paths, every_file, (&known, &is_over));
        let (found, notes) = found.map_err(|_| "it was cancelled")?;
        let is_whole = found.not_reached.is_empty();
        if let (Some(memory), Some(text)) = (memory, known.text(is_whole)) {
            memory.set_headers(project, &text);
        }
        if !is_whole {
            let names = table.quoted(&found.not_reached);
            self.log(&format!(
                "the time was over before all documents were looked at, in {names}"
            ));
        }
        let is_complete = notes.is_empty() && is_whole;
        let mut notes = text::notes(table, &notes);
        // Two hooks of one session give rules one after the other.
        let given = self.given(call.message);
        let note_id = |note: &str| due::id(bound, note);
        if let Some(given) = &given {
            notes.retain(|(note, _)| !given.has_note(note_id(note)));
        }
        let chooser = Chooser {
            server,
            bound,
            client: &self.client.name,
            given: given.as_ref(),
            limit: call.hook.bound,
            is_lost: call.hook.lost.iter().any(|event| event == call.event),
        };
        let (due, loaded) = chooser.choose(found.rules, &occasion);
        let mut rows: Vec<Row> = loaded.into_iter().map(Row::Rule).collect();
        let is_silent = due.is_empty() && !notes.iter().any(|(_, is_missing)| *is_missing);
        let notes: Vec<String> = match is_silent {
            true => Vec::new(),
            false => notes.into_iter().map(|(note, _)| note).collect(),
        };
        rows.extend(notes.iter().map(|note| Row::Note(note_id(note))));
        let text = HookText {
            table,
            bound: call.hook.bound,
            files: touched,
            due: &due,
            notes: &notes,
            is_complete,
            command: &self.command(touched),
            can_follow: given.is_some(),
        };
        let (text, taken) = text.compose();
        let mut left = remember(&due, &taken, &mut rows);
        if !is_whole {
            let others = files.iter().map(|(file, _)| file.clone());
            let others: Vec<Waiting> = others.filter(|file| !left.contains(file)).collect();
            left.extend(others);
        }
        let next = next(
            left,
            &files,
            given.as_ref().map_or(&[], |given| given.next(project)),
        );
        if given
            .as_ref()
            .is_some_and(|given| given.next(project) != next)
        {
            rows.push(Row::Next {
                project,
                files: next,
            });
        }
        let denies = self.denies(
            call,
            (&due, &taken),
            given.as_ref(),
            &mut rows,
            chooser.id(&touched.join("\0")),
        );
        let prepared = Prepared {
            run: self,
            event: call.event.to_owned(),
            answer: call.hook.answer(call.event, &text, denies),
            session: call.message.session().unwrap_or("?").to_owned(),
            text,
            denies,
            given,
            rows,
        };
        match is_silent {
            true => prepared.stay_silent(),
            false => Ok(prepared),
        }
    }

    /// Returns the files that a message is about; none of a path where a context begins.
    fn at_hand(&self, (server, bound): (&Server, &BoundProject), call: &Call<'_>) -> Vec<Waiting> {
        let message = call.message;
        match call.kind {
            HookEvent::Start => return vec![Waiting::begun()],
            HookEvent::More | HookEvent::Forget => return Vec::new(),
            HookEvent::Tool => {}
        }
        let touched = message.touched();
        let there = ambient::canonical(&message.cwd).unwrap_or_default();
        let link = [message.cwd.to_string(), there.into_string()];
        let event = match (touched.is_guessed, call.writes()) {
            (true, _) => Event::Shell,
            (false, true) => Event::Write,
            (false, false) => Event::Read,
        };
        let files = server.touched(bound, &touched.paths, touched.is_guessed, &link);
        let files = files.into_iter().map(|path| Waiting {
            path: Some(path),
            event,
        });
        files.collect()
    }

    /// Returns whether a write is denied: its rules begin in this answer, that can be remembered,
    /// and the last denial was not of the same files.
    fn denies(
        &self,
        call: &Call<'_>,
        (due, taken): (&[Due], &[Taken]),
        given: Option<&Given>,
        rows: &mut Vec<Row>,
        files: Uuid,
    ) -> bool {
        let Some(given) = given.filter(|_| self.strict && call.writes()) else {
            return false;
        };
        let was_denied = given.denied() == Some(files);
        let mut begun = due.iter().zip(taken).filter(|(due, _)| due.is_own);
        let denies = !was_denied && begun.any(|(due, taken)| due.begins(*taken));
        if denies || was_denied {
            rows.push(Row::Denied(if denies { files } else { Uuid::nil() }));
        }
        denies
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
    fn given(&self, message: &HookMessage<'_>) -> Option<Given> {
        let session = message.session()?;
        let agent = message.agent_id.as_deref().unwrap_or_default();
        let memory = self.memory.as_ref()?;
        let given = memory.given(&[&self.client.name, session, agent]);
        let given = given.map_err(|error| self.log(&self.table.said(&error)));
        given.ok()
    }

    /// Forgets what a session and agent were given.
    fn forget(&self, message: &HookMessage<'_>) -> Result<(), String> {
        let given = self.given(message);
        let cleared = given.map_or(Ok(()), |mut given| given.clear());
        cleared.map_err(|error| self.table.said(&error))
    }

    fn log(&self, reason: &str) {
        if let Some(memory) = &self.memory {
            memory.log(reason);
        }
    }
}

impl Call<'_> {
    /// Returns whether its tool writes files.
    fn writes(&self) -> bool {
        let tool = self.message.tool.as_ref();
        self.kind == HookEvent::Tool && tool.is_some_and(|tool| self.hook.writes.contains(tool))
    }
}

impl<'h> Prepared<'h> {
    /// Prints the answer, and remembers what was given.
    ///
    /// # Errors
    ///
    /// It was not printed, or is not remembered.
    pub fn give(mut self, print: impl FnOnce(&str) -> io::Result<()>) -> Result<(), String> {
        // A write is denied once only if that is remembered.
        let denies = self.denies && self.remember().is_ok();
        let hook = self.run.client.hook.as_ref();
        if self.denies && !denies {
            self.answer = hook.map_or_else(String::new, |hook| {
                hook.answer(&self.event, &self.text, false)
            });
        }
        if let Err(error) = print(&self.answer) {
            let undone = self
                .given
                .as_mut()
                .filter(|_| denies)
                .map_or(Ok(()), Given::undo);
            let forgotten = undone
                .err()
                .map_or_else(String::new, |error| self.run.table.said(&error));
            return Err(format!(
                "standard output cannot be written: {error} {forgotten}"
            ));
        }
        let remembered = if denies { Ok(()) } else { self.remember() };
        if let Some(memory) = &self.run.memory {
            let (time, name) = (time(SystemTime::now()), &self.run.client.name);
            let (session, text) = (Escaped(&self.session), &self.text);
            memory.set_last(&format!("{time} {name}, session {session}\n{text}"));
        }
        remembered
    }

    /// Remembers what the client reads by itself, and returns that nothing is due.
    fn stay_silent(mut self) -> Result<Self, String> {
        self.remember()?;
        Err("all rules were given before, or are read by the client".to_owned())
    }

    fn remember(&mut self) -> Result<(), String> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let added = self
            .given
            .as_mut()
            .map_or(Ok(()), |given| given.add(&self.rows));
        added.map_err(|error| self.run.table.said(&error))
    }
}

/// Adds the rows of what a text has, and returns the files for which something is left.
fn remember(due: &[Due], taken: &[Taken], rows: &mut Vec<Row>) -> Vec<Waiting> {
    let mut left: Vec<Waiting> = Vec::new();
    for (due, taken) in due.iter().zip(taken) {
        let (row, is_left) = due.given(*taken);
        rows.extend(row.map(Row::Rule));
        if is_left && !left.contains(&due.waiting) {
            left.push(due.waiting.clone());
        }
    }
    left
}

/// Returns the files for which rules wait, the oldest first: of those that were asked for the ones
/// with something left, and those that another hook added meanwhile.
fn next(left: Vec<Waiting>, asked: &[(Waiting, Option<usize>)], known: &[Waiting]) -> Vec<Waiting> {
    let is_asked = |file: &&Waiting| asked.iter().any(|(asked, _)| asked == *file);
    let older = known
        .iter()
        .filter(|file| left.contains(file) || !is_asked(file));
    let mut next: Vec<Waiting> = older.cloned().collect();
    next.extend(left.into_iter().filter(|file| !known.contains(file)));
    next.truncate(MAX_GUIDANCE_PATHS);
    next
}
