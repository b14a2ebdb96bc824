//! An answer that is prepared, but not yet printed and remembered.

use std::io;
use std::mem;
use std::time::SystemTime;

use super::due::{Due, Taken};
use super::event_counts::EventCounts;
use super::given::{Given, GivenRow, PendingFile};
use super::statistics;
use super::{HookRun, Received};
use crate::cli::system::from_home;
use crate::text::escaped::escape_truncated;
use crate::write::list_table::time;

/// The maximum number of files with pending rules.
const MAX_PENDING: usize = 1_024;

/// A prepared answer. While it exists, no other hook of the session gives rules.
#[derive(Debug)]
pub struct Prepared<'h> {
    pub(super) run: &'h HookRun,
    pub(super) event: String,
    /// The folder of the project, escaped and shortened for display.
    pub(super) folder: String,
    /// The session, escaped and shortened for display.
    pub(super) session: String,
    pub(super) text: String,
    pub(super) denies: bool,
    /// The text to show only to the person, instead of giving `text` to the model.
    pub(super) told: Option<&'static str>,
    pub(super) given: Option<Given>,
    pub(super) rows: Vec<GivenRow>,
    /// The counts of the answer, without time, client and session.
    pub(super) counts: EventCounts,
    /// The digest of the session.
    pub(super) digest: String,
}

impl<'h> Prepared<'h> {
    /// Creates an answer that consists of `text` and contains no rule.
    pub(super) fn new(run: &'h HookRun, call: &Received<'_>, text: String) -> Self {
        let whom = call.message.whom(&run.client);
        Self {
            run,
            event: call.event.clone(),
            folder: escape_truncated(&from_home(call.folder())),
            session: escape_truncated(call.message.session.as_deref().unwrap_or("?")),
            text,
            denies: false,
            told: None,
            given: None,
            rows: Vec::new(),
            counts: EventCounts::default(),
            digest: whom.map_or_else(String::new, |whom| whom.digest()),
        }
    }

    /// Prints the answer with `print`, and remembers what was given.
    ///
    /// # Errors
    ///
    /// Returns an error if the answer is not printed, or if what was given is not remembered.
    pub fn give(mut self, print: impl FnOnce(&str) -> io::Result<()>) -> Result<(), String> {
        // A denial must be remembered first, or the write would be denied again. Rules must not be
        // remembered before the client has read them.
        let is_denial = |row: &GivenRow| matches!(row, GivenRow::Denied(_));
        let (denials, rows) = self.rows.into_iter().partition(is_denial);
        self.rows = denials;
        let denies = self.denies && self.remember().is_ok();
        if denies {
            self.rows = rows;
        } else {
            self.rows.extend(rows);
        }
        let hook = self.run.client.hook.as_ref();
        let told = self.told.zip(hook);
        let told = told.and_then(|(text, hook)| Some((text, hook.told(&self.event, text)?)));
        let answer = match told {
            Some((text, answer)) => {
                self.text = format!("To the person: {text}\n");
                Some(answer)
            }
            None => hook.map(|hook| hook.answer(&self.event, &self.text, denies)),
        };
        if let Err(error) = print(&answer.unwrap_or_default()) {
            let given = self.given.as_mut().filter(|_| denies);
            let undone = given.map_or(Ok(()), Given::undo);
            let undone = undone.map_err(|error| self.run.table.render(&error));
            let but = undone.err().map_or_else(String::new, |error| {
                format!(", but the rules count as given: {error}")
            });
            return Err(format!("cannot write to standard output: {error}{but}"));
        }
        let remembered = self.remember();
        self.count();
        if let Some(memory) = &self.run.memory {
            let (time, name) = (time(SystemTime::now()), &self.run.client.name);
            let (session, folder, text) = (&self.session, &self.folder, &self.text);
            memory.set_last(&format!(
                "{time} {name} in {folder}, session {session}\n{text}"
            ));
        }
        remembered
    }

    /// Remembers the rules that the client loads by itself, and returns an error that says that no
    /// rule is due.
    ///
    /// # Errors
    ///
    /// Always returns an error.
    pub(super) fn stay_silent(mut self) -> Result<Self, String> {
        self.remember()?;
        if self.given.is_some() {
            self.count();
        }
        Err(
            "no rule is due: each was given before, is loaded by the client, or applies to other \
             files"
                .to_owned(),
        )
    }

    /// Counts the rules of the answer. If this fails, the log says why.
    fn count(&mut self) {
        let Some(memory) = self.run.memory.as_ref().filter(|_| !self.counts.is_empty()) else {
            return;
        };
        let name = &self.run.client.name;
        let counted = memory.count(EventCounts {
            time: statistics::now(),
            client: name.clone(),
            session: mem::take(&mut self.digest),
            ..mem::take(&mut self.counts)
        });
        if let Err(error) = counted {
            let reason = error.render(&self.run.table);
            memory.log(&format!("{name} in {}", self.folder), &reason);
        }
    }

    fn remember(&mut self) -> Result<(), String> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let added = self
            .given
            .as_mut()
            .map_or(Ok(()), |given| given.add(&self.rows));
        added.map_err(|error| self.run.table.render(&error))
    }
}

/// Adds a row to `rows` for each rule that is given, and returns the files for which rules are
/// left.
pub(super) fn remember(due: &[Due], taken: &[Taken], rows: &mut Vec<GivenRow>) -> Vec<PendingFile> {
    let mut left: Vec<PendingFile> = Vec::new();
    for (due, taken) in due.iter().zip(taken) {
        let (row, is_left) = due.given(*taken);
        rows.extend(row.map(GivenRow::Rule));
        for file in due.waiting.iter().filter(|_| is_left) {
            if !left.contains(file) {
                left.push(file.clone());
            }
        }
    }
    left
}

/// Returns the files with pending rules, oldest first. Files in `asked` remain only if they are in
/// `left`. Files in `known` that another hook has added since are kept.
pub(super) fn next(
    left: Vec<PendingFile>,
    asked: &[(PendingFile, Option<usize>)],
    known: &[PendingFile],
) -> Vec<PendingFile> {
    let is_asked = |file: &&PendingFile| asked.iter().any(|(asked, _)| asked == *file);
    let older = known
        .iter()
        .filter(|file| left.contains(file) || !is_asked(file));
    let mut next: Vec<PendingFile> = older.cloned().collect();
    next.extend(left.into_iter().filter(|file| !known.contains(file)));
    next.truncate(MAX_PENDING);
    next
}
