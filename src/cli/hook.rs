//! `hook`: gives an agent the rules for the files that its client is about to read or write.
//!
//! The hook fails open: whatever happens, the exit code is 0. Standard output contains either an
//! answer for the client or nothing. Permissions are decided only with `--strict`.

pub(super) mod client_surroundings;
mod due;
pub(super) mod environment;
mod event_counts;
mod given;
pub mod hook_arguments;
mod hook_message;
mod hook_text;
pub mod last_call;
pub(super) mod loads;
mod manage;
pub mod memory;
mod occasion;
pub mod part_end;
mod prepared;
mod project;
mod receive;
mod run_hook;
pub mod settings_text;
mod start_folder;
mod statistics;
mod stats;
pub mod text_unit;
pub(super) mod timer;
mod trusted;
mod unbound;
mod untrusted;

use rule_files::ClientSession;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use super::output::quoted;
use super::setup::client::{Client, HookEvent, StartField};
use super::system::from_home;
use crate::documents::sandbox::ambient;
use crate::limits::MAX_GUIDANCE_PATHS;
use crate::operation::guidance::known_headers::KnownHeaders;
use crate::project::bound_project::BoundProject;
use crate::server::Server;
use crate::table::Table;
use camino::Utf8PathBuf;
use client_surroundings::ClientSurroundings;
use due::{Chooser, Due, Taken};
pub use environment::Environment;
use event_counts::EventCounts;
use given::{Given, GivenRow, PendingFile};
use hook_text::HookText;
use loads::Loads;
pub(super) use manage::manage;
use memory::Memory;
use occasion::Occasion;
pub use prepared::Prepared;
pub use receive::{Received, receive};
use rule_files::dialect::Event;
pub(super) use run_hook::{has_no_message, log, run_hook, timer};
pub(super) use trusted::trusted_by_client;
use uuid::Uuid;

/// A client's hook, which processes one message.
#[derive(Debug)]
pub struct HookRun {
    pub table: Arc<Table>,
    pub client: Client,
    /// The command that starts this program: its name and the options for its tables.
    pub program: Vec<String>,
    /// The path to the project, if it was given by an option or a variable.
    pub project: Option<Utf8PathBuf>,
    /// The state that hooks share, if it can be opened.
    pub memory: Option<Memory>,
    /// The time after which the search for rules stops.
    pub until: Option<Instant>,
    /// Whether the hook gives rules only in trusted projects.
    pub user: bool,
    /// Whether a write is denied if its rules were not given before.
    pub strict: bool,
    pub environment: Environment,
}

impl HookRun {
    /// Prepares the answer to the message in `call`.
    ///
    /// # Errors
    ///
    /// Returns the reason if there is no answer.
    pub fn prepare(&self, call: &Received<'_>) -> Result<Prepared<'_>, String> {
        let waits = self.given(call).is_some_and(|given| given.waits());
        match call.kind {
            _ if waits => {}
            HookEvent::Tool if call.message.tool_files().paths.is_empty() => {
                return Err("the tool call has no file".to_owned());
            }
            HookEvent::More | HookEvent::Forget => return Err("no rule is waiting".to_owned()),
            HookEvent::Tool | HookEvent::Start => {}
        }
        let (server, bound) = match self.project(call) {
            Ok(found) => found,
            Err(unbound) => return self.report(call, &unbound),
        };
        if let Some(folder) = bound.folder().path() {
            let _ = call.project.set(folder.into());
        }
        if self.user && !self.is_trusted(&bound) {
            self.untrusted(call, &bound)
        } else {
            self.answer(&server, &bound, call)
        }
    }

    /// Prepares an answer with the rules that the session has not been given yet.
    fn answer(
        &self,
        server: &Server,
        bound: &BoundProject,
        call: &Received<'_>,
    ) -> Result<Prepared<'_>, String> {
        let (table, project) = (&self.table, due::id(bound, ""));
        let hook = self.client.hook.as_ref().ok_or("the client has no hooks")?;
        let own = self.at_hand(server, bound, call);
        let waiting = self.given(call);
        let has_begun = waiting.as_ref().is_some_and(Given::has_begun);
        // The rules for the other files stay pending.
        let first = |given: Given| {
            let files = given.next(project).iter();
            files.take(MAX_GUIDANCE_PATHS).cloned().collect::<Vec<_>>()
        };
        let has_more =
            (waiting.as_ref()).is_some_and(|given| given.next(project).len() > MAX_GUIDANCE_PATHS);
        let mut waiting = waiting.map_or_else(Vec::new, first);
        if has_begun {
            waiting.push(PendingFile::begun());
        }
        if own.is_empty() && waiting.is_empty() {
            return Err("the tool call has no file of the project".to_owned());
        }
        let mut files: Vec<(PendingFile, Option<usize>)> = Vec::new();
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
            at_hand: own.len(),
        };
        let every_file = files.iter().any(|(_, at)| at.is_none());
        let memory = self.memory.as_ref();
        let known = memory.map_or_else(KnownHeaders::default, |memory| memory.headers(project));
        let is_over = || self.until.is_some_and(|until| Instant::now() >= until);
        let found = server.rules(
            bound,
            (&paths, touched.len()),
            every_file,
            (&known, &is_over),
        );
        let (found, notes) = found.map_err(|_| "it was cancelled")?;
        let is_whole = found.not_reached.is_empty();
        if let (Some(memory), Some(text)) = (memory, known.text(is_whole)) {
            memory.set_headers(project, &text);
        }
        if !is_whole {
            let names = table.render_names(&found.not_reached);
            let reason = format!("the time ran out before all documents in {names} were read");
            self.log(Some(call), &reason);
        }
        let is_complete = notes.is_empty() && is_whole && !has_more;
        let mut notes = hook_text::notes(table, &notes);
        // Opening the record locks it: two hooks of one session give rules one after the other.
        let given = self.given(call);
        let note_id = |note: &str| due::id(bound, note);
        if let Some(given) = &given {
            notes.retain(|(note, _)| !given.has_note(note_id(note)));
        }
        let start = || self.start(call);
        let Client { name, reads, .. } = &self.client;
        let surroundings = ClientSurroundings::new(reads, bound, &self.environment, &start);
        let session = ClientSession::new(name, reads, &table.formats.dialects, &surroundings);
        let session = session.with_version(self.environment.version.as_deref());
        let loads = Loads::new(reads, &surroundings, session);
        let chooser = Chooser {
            server,
            bound,
            loads: &loads,
            given: given.as_ref(),
            limit: hook.bound,
            is_lost: hook.lost.contains(&call.event),
        };
        let (due, loaded) = chooser.choose(found.rules, &occasion);
        let mut rows: Vec<GivenRow> = loaded.into_iter().map(GivenRow::Rule).collect();
        let is_silent = due.is_empty() && !notes.iter().any(|(_, is_missing)| *is_missing);
        let notes: Vec<String> = if is_silent {
            Vec::new()
        } else {
            notes.into_iter().map(|(note, _)| note).collect()
        };
        rows.extend(notes.iter().map(|note| GivenRow::Note(note_id(note))));
        let text = HookText {
            table,
            bound: hook.bound,
            files: touched,
            due: &due,
            notes: &notes,
            is_complete,
            command: &self.command(
                server,
                bound,
                call,
                if touched.is_empty() { &paths } else { touched },
            ),
            can_follow: given.is_some(),
        };
        let (text, taken) = text.compose();
        let counts = EventCounts::new(bound, &due, &taken, &rows);
        let mut left = prepared::remember(&due, &taken, &mut rows);
        if !is_whole {
            let others = files.iter().map(|(file, _)| file.clone());
            let others: Vec<PendingFile> = others.filter(|file| !left.contains(file)).collect();
            left.extend(others);
        }
        let next = prepared::next(
            left,
            &files,
            given.as_ref().map_or(&[], |given| given.next(project)),
        );
        if given
            .as_ref()
            .is_some_and(|given| has_begun || given.next(project) != next)
        {
            rows.push(GivenRow::Next {
                project,
                files: next,
            });
        }
        let files = touched.iter().map(|path| chooser.id(path)).collect();
        let denies = self.denies(call, &due, &taken, given.as_ref(), &mut rows, files);
        let prepared = Prepared {
            denies,
            given,
            rows,
            counts,
            ..Prepared::new(self, call, text)
        };
        if is_silent {
            prepared.stay_silent()
        } else {
            Ok(prepared)
        }
    }

    /// Returns the folder in which the client was started, or `None` if it is unknown or if two
    /// sources disagree.
    fn start(&self, call: &Received<'_>) -> Option<Utf8PathBuf> {
        let (message, row) = (&call.message, &self.client.hook.as_ref()?.start);
        match row.field {
            Some(StartField::Cwd) => return Some(message.cwd.clone()),
            Some(StartField::WorkspaceRoots) => return message.root.clone(),
            None => {}
        }
        let whom = message.whom(&self.client);
        let noted = self.memory.as_ref().zip(whom);
        let noted = noted.and_then(|(memory, whom)| memory.start(&whom));
        let folder = |path: &Utf8PathBuf| ambient::canonical(path).ok();
        match (&self.environment.start, noted) {
            (Some(told), Some(noted)) if folder(told) != folder(&noted) => None,
            (told, noted) => told.clone().or(noted),
        }
    }

    /// Returns the files that a message is about. When a context begins, returns a single value
    /// without a path.
    fn at_hand(
        &self,
        server: &Server,
        bound: &BoundProject,
        call: &Received<'_>,
    ) -> Vec<PendingFile> {
        let message = &call.message;
        match call.kind {
            HookEvent::Start => return vec![PendingFile::begun()],
            HookEvent::More | HookEvent::Forget => return Vec::new(),
            HookEvent::Tool => {}
        }
        let touched = message.tool_files();
        let there = ambient::canonical(&message.cwd).unwrap_or_default();
        let link = [message.cwd.to_string(), there.into_string()];
        let event = match (touched.is_guessed, call.is_write) {
            (true, _) => Event::Shell,
            (false, true) => Event::Write,
            (false, false) => Event::Read,
        };
        let files = server.project_files(bound, &touched.paths, touched.is_guessed, &link);
        let files = files.into_iter().map(|path| PendingFile {
            path: Some(path),
            event,
        });
        files.collect()
    }

    /// Returns whether to deny a write. A write is denied if this answer is the first to give one
    /// of its rules, unless the last write to one of its files was denied. Without a record of the
    /// session, no write is denied. Adds a row to `rows` if the set of denied files changes.
    fn denies(
        &self,
        call: &Received<'_>,
        due: &[Due],
        taken: &[Taken],
        given: Option<&Given>,
        rows: &mut Vec<GivenRow>,
        files: BTreeSet<Uuid>,
    ) -> bool {
        let Some(given) = given.filter(|_| self.strict && call.is_write) else {
            return false;
        };
        let denied = given.denied();
        let was_denied = !files.is_disjoint(denied);
        let mut begun = due.iter().zip(taken).filter(|(due, _)| due.is_own);
        let denies = !was_denied && begun.any(|(due, taken)| due.begins(*taken));
        if denies || was_denied {
            rows.push(GivenRow::Denied(if !denies {
                denied - &files
            } else if denied.len() >= MAX_GUIDANCE_PATHS {
                // At the limit, files that were never written again are dropped.
                files
            } else {
                denied | &files
            }));
        }
        denies
    }

    /// Returns the command that prints the rules of `files` when it is run in the client's folder.
    fn command(
        &self,
        server: &Server,
        bound: &BoundProject,
        call: &Received<'_>,
        files: &[String],
    ) -> String {
        let folder = bound.folder().path().unwrap_or_default();
        let is_here = || {
            let here = ambient::canonical(&call.message.cwd);
            here.is_ok_and(|here| here.starts_with(&folder))
        };
        let place = match &self.project {
            // If the session wants roots, the project was found by a search and not given
            // explicitly.
            Some(project) if !server.session.wants_roots() => vec!["--project", project.as_str()],
            None if is_here() => Vec::new(),
            _ => vec!["--start", &folder],
        };
        // Leaves out names that would be escaped, because an escaped name is not the file's real
        // name.
        let plain = files.iter().filter(|path| hook_text::is_plain(path));
        let mut paths: Vec<&str> = plain
            .take(hook_text::MAX_NAMES)
            .map(String::as_str)
            .collect();
        if paths.is_empty() {
            paths.push("PATH");
        }
        let program = self.program.iter().map(String::as_str);
        let words = program.chain(place).chain(["for", "--"]).chain(paths);
        words.map(quoted).collect::<Vec<_>>().join(" ")
    }

    /// Returns the record of what the session and agent of a message were given, or `None` if it
    /// cannot be read. Without a record, rules may be given twice, but none is lost.
    fn given(&self, call: &Received<'_>) -> Option<Given> {
        let (memory, whom) = (self.memory.as_ref()?, call.message.whom(&self.client)?);
        let given = memory.given(&whom);
        given
            .map_err(|error| self.log(Some(call), &self.table.render(&error)))
            .ok()
    }

    /// Adds `reason` to the log, with the client and the folder of `call`.
    fn log(&self, call: Option<&Received<'_>>, reason: &str) {
        let folder = call.map(Received::folder).filter(|folder| *folder != "");
        let folder = folder.map_or_else(String::new, |folder| format!(" in {}", from_home(folder)));
        let whose = self.client.name.clone() + &folder;
        if let Some(memory) = &self.memory {
            memory.log(&whose, reason);
        }
    }
}
