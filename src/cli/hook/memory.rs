//! The state that hooks share: the rules that each session was given, the projects that a person
//! trusts, and a log.

use std::time::{Duration, SystemTime};

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::json;
use uuid::Uuid;

use super::event_counts::EventCounts;
use super::given::Given;
use super::last_call::LastCall;
use super::statistics::{self, HEAD, Statistics};
use super::trusted::{Trusted, trusting, trusts_folder};
use crate::cli::system::state_folder;
use crate::documents::file_error::FileError;
use crate::documents::sandbox::state_file::{self, StateFile};
use crate::documents::sandbox::state_folder::StateFolder;
use crate::operation::guidance::known_headers::KnownHeaders;
use crate::project::bound_project::BoundProject;
use crate::table::Table;
use crate::text::escaped::{escape_at_most, escape_truncated};
use crate::write::list_table::time;

/// The default time to wait for another hook of the same session.
const SESSION_TIMEOUT: Duration = Duration::from_secs(2);
/// The time to wait for another hook that is writing a shared file.
const LOCK_TIMEOUT: Duration = Duration::from_millis(50);
/// The time for which a session is remembered after its last rule.
const SESSION_AGE: Duration = Duration::from_secs(7 * 24 * 60 * 60);
/// The maximum size of the log in bytes, and of a reason in it in characters. A log that would
/// exceed the size is emptied first.
const MAX_LOG_BYTES: usize = 64 * 1024;
const MAX_REASON: usize = 1_000;
/// The maximum number of trusted folders and projects, and of projects reported as not trusted. The
/// oldest are dropped first.
const MAX_TRUSTED: usize = 4_096;
/// The prefix of the names of session files, and the suffixes of the files with a session's mark
/// and its start folder.
const SESSION: &str = "session-";
const MARK: &str = ".mark";
const START: &str = ".start";
/// The maximum length of a mark, in characters.
const MAX_MARK: usize = 64;
/// The prefix of the names of files that contain known headers of documents.
const HEADERS: &str = "session-headers-";
/// The names of the files with the log, with the text given last, and with the trusted projects.
pub(super) const LOG: &str = "hook.log";
pub(super) const LAST: &str = "last.txt";
const TRUSTED: &str = "trusted";
/// The file with the counts of how many times rules were given.
const STATISTICS: &str = "statistics";
/// The prefix of the names of files with the last call of a client's hook.
const CALLED: &str = "called-";
/// The file with the projects that were reported as not trusted.
const ASKED: &str = "untrusted";

/// The folder with the state that hooks share.
#[derive(Debug)]
pub struct Memory {
    folder: StateFolder,
    /// The time to wait for another hook of the same session that is giving rules. It is longer
    /// than a hook takes, so that no rule is given twice.
    pub wait: Duration,
}

/// The recipient of a hook's rules.
#[derive(Debug)]
pub struct Whom<'w> {
    pub client: &'w str,
    pub session: &'w str,
    /// The subagent, or an empty string for the session itself.
    pub agent: &'w str,
}

impl Memory {
    /// Opens the folder of the program's state, and creates it if it is missing.
    pub fn open() -> Result<Self, FileError> {
        let folder = state_folder().map_err(|_| FileError::Missing)?;
        Self::at(&folder)
    }

    /// Opens the folder of the program's state. Returns an error if the folder does not exist.
    pub(in crate::cli) fn existing() -> Result<Self, FileError> {
        let folder = state_folder().map_err(|_| FileError::Missing)?;
        let folder = StateFolder::existing(&folder)?;
        Ok(Self {
            folder,
            wait: SESSION_TIMEOUT,
        })
    }

    /// Opens the folder at `path`, and creates it if it is missing.
    pub fn at(path: &Utf8Path) -> Result<Self, FileError> {
        let folder = StateFolder::open(path)?;
        Ok(Self {
            folder,
            wait: SESSION_TIMEOUT,
        })
    }

    /// Returns the record of what a session and agent were given. The record is empty if the
    /// session is too old, or if a new context has begun since the record was written.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be opened, is locked by another hook, or is full.
    pub fn given(&self, whom: &Whom<'_>) -> Result<Given, FileError> {
        let mut file = self.folder.file(&whom.file(), self.wait)?;
        // Texts that are given while the mark changes belong to the old mark.
        let mark = self.folder.read(&(whom.file() + MARK))?;
        let is_old = (file.modified.elapsed()).is_ok_and(|age| age >= SESSION_AGE);
        let mark = mark.as_deref().map(first_line);
        let is_marked = |mark: &String| file.text.starts_with(mark);
        let is_new = is_old || !mark.as_ref().is_none_or(is_marked);
        let mark = mark.unwrap_or_default();
        if is_new {
            file.write(&mark)?;
            file.text.clone_from(&mark);
        }
        let given = Given::new(file, mark);
        if given.is_full() {
            Err(FileError::Full)
        } else {
            Ok(given)
        }
    }

    /// Forgets what a session and agent were given, by writing a new mark. Texts that were given
    /// under an old mark no longer count. Does not wait for other hooks.
    pub fn forget(&self, whom: &Whom<'_>) -> Result<(), FileError> {
        let mark = format!("mark {}\n", Uuid::new_v4().simple());
        self.folder.overwrite(&(whom.file() + MARK), &mark)
    }

    /// Returns the folder in which the client of a session was started, or `None` if it is unknown.
    pub fn start(&self, whom: &Whom<'_>) -> Option<Utf8PathBuf> {
        let text = self.folder.read(&(whom.session_file() + START)).ok()??;
        // A JSON line that is only partly written never parses as a different path.
        serde_json::from_str(text.trim_end_matches('\n')).ok()
    }

    /// Remembers the folder in which the client of a session was started.
    pub fn set_start(&self, whom: &Whom<'_>, folder: &Utf8Path) -> Result<(), FileError> {
        let mut file = self.file(&(whom.session_file() + START))?;
        file.write(&format!("{}\n", json!(folder)))
    }

    /// Returns what is known about the headers of a project's documents.
    pub fn headers(&self, project: Uuid) -> KnownHeaders {
        let text = self.folder.read(&format!("{HEADERS}{}", project.simple()));
        KnownHeaders::new(&text.ok().flatten().unwrap_or_default())
    }

    /// Remembers what is known about the headers of a project's documents. Errors are ignored.
    pub fn set_headers(&self, project: Uuid, text: &str) {
        let file = self.file(&format!("{HEADERS}{}", project.simple()));
        let _ = file.and_then(|mut file| file.write(text));
    }

    /// Adds a line to the log that says whose hook gave nothing, and why. Errors are ignored.
    pub fn log(&self, whose: &str, reason: &str) {
        let reason = escape_at_most(reason, MAX_REASON);
        let whose = escape_truncated(whose);
        let line = format!("{} {whose}: {reason}\n", time(SystemTime::now()));
        let _ = self
            .file(LOG)
            .and_then(|mut log| match log.text.len() + line.len() {
                0..=MAX_LOG_BYTES => log.append(&line),
                _ => log.write(&line),
            });
    }

    /// Remembers the last call of a client's hook. Errors are ignored.
    pub(super) fn set_called(&self, client: &str, call: &LastCall) {
        let line = json!(call).to_string() + "\n";
        let _ = self.folder.overwrite(&format!("{CALLED}{client}"), &line);
    }

    /// Returns the last call of a client's hook, or `None` if none is recorded.
    pub(in crate::cli) fn called(&self, client: &str) -> Option<LastCall> {
        let text = self.folder.read(&format!("{CALLED}{client}")).ok()??;
        serde_json::from_str(text.lines().next()?).ok()
    }

    /// Returns whether the log contains any lines.
    pub(in crate::cli) fn has_log(&self) -> bool {
        let text = self.folder.read(LOG).ok().flatten();
        text.is_some_and(|text| !text.is_empty())
    }

    /// Remembers the text given last, and removes the files of old sessions. Errors are ignored.
    pub fn set_last(&self, text: &str) {
        let _ = self.file(LAST).and_then(|mut last| last.write(text));
        let _ = self.folder.remove_older(SESSION, SESSION_AGE);
    }

    /// Counts the rules of an event. Waits for other hooks for at most half the time that a hook
    /// may take.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written, or if it contains no statistics.
    pub(super) fn count(&self, event: EventCounts) -> Result<(), Uncounted> {
        let (time, wait) = (event.time, self.wait / 20);
        let line = statistics::line(event);
        let most = statistics::MAX_BYTES;
        let shorter = |text: &str| statistics::shorter(text, time);
        let added = self
            .folder
            .add_line(STATISTICS, HEAD, &line, most, wait, shorter);
        if added.map_err(Uncounted::File)? {
            Ok(())
        } else {
            Err(Uncounted::Broken(None))
        }
    }

    /// Returns how many times rules were given. Does not wait for other hooks: a line that is still
    /// being written is not counted.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be opened, or if it contains no statistics.
    pub(super) fn statistics(&self) -> Result<Statistics, Uncounted> {
        let text = self.folder.read(STATISTICS).map_err(Uncounted::File)?;
        let text = text.unwrap_or_default();
        if text.len() as u64 >= state_file::MAX_BYTES {
            return Err(Uncounted::Broken(None));
        }
        Statistics::parse(&text).map_err(|line| Uncounted::Broken(Some(line)))
    }

    /// Forgets how many times rules were given.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be removed.
    pub(super) fn forget_statistics(&self) -> Result<(), FileError> {
        self.folder.discard(STATISTICS, self.wait)
    }

    /// Returns the text of the file `name`.
    pub fn text(&self, name: &str) -> Result<String, FileError> {
        Ok(self.file(name)?.text)
    }

    /// Returns what a person trusts, oldest first.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be opened.
    pub(super) fn trusted(&self) -> Result<Vec<Trusted>, FileError> {
        let text = self.text(TRUSTED)?;
        Ok(text.lines().map(Trusted::parse).collect())
    }

    /// Returns whether a person trusts a project in its present state.
    pub fn trusts(&self, bound: &BoundProject) -> bool {
        let rows = self.trusted();
        rows.is_ok_and(|rows| trusting(&rows, bound).is_some())
    }

    /// Returns whether a person trusts `folder`, whose project cannot be loaded.
    pub(super) fn trusts_folder(&self, folder: &Utf8Path) -> bool {
        let rows = self.trusted();
        rows.is_ok_and(|rows| trusts_folder(&rows, folder))
    }

    /// Remembers that a person trusts `new`.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub(super) fn trust(&self, new: &Trusted) -> Result<(), FileError> {
        // The folder at a trusted path may have been replaced by a different one.
        let is_replaced = |row: &Trusted| match (row, new) {
            (Trusted::Folder { path, .. }, Trusted::Folder { path: new, .. }) => path == new,
            (row, new) => row == new,
        };
        self.edit_trusted(|rows| {
            rows.retain(|row| !is_replaced(row));
            rows.push(new.clone());
        })
    }

    /// Removes the rows for which `is_gone` returns true, and returns their number.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub(super) fn distrust(&self, is_gone: impl Fn(&Trusted) -> bool) -> Result<usize, FileError> {
        self.edit_trusted(|rows| {
            let before = rows.len();
            rows.retain(|row| !is_gone(row));
            before - rows.len()
        })
    }

    fn edit_trusted<T>(&self, edit: impl FnOnce(&mut Vec<Trusted>) -> T) -> Result<T, FileError> {
        let mut file = self.file(TRUSTED)?;
        let mut rows: Vec<Trusted> = file.text.lines().map(Trusted::parse).collect();
        let done = edit(&mut rows);
        let mut lines: Vec<String> = rows.iter().map(|row| row.line() + "\n").collect();
        lines.drain(..lines.len().saturating_sub(MAX_TRUSTED));
        file.write(&lines.concat())?;
        Ok(done)
    }

    /// Returns whether a client should report that a project is not trusted. Returns true only the
    /// first time, and never if the report cannot be remembered.
    pub(super) fn asks(&self, bound: &BoundProject, client: &str) -> bool {
        let project = format!("{} {client}", bound.fingerprint());
        let asked = self.file(ASKED).and_then(|mut asked| {
            if asked.text.lines().any(|row| row == project) {
                return Ok(false);
            }
            let mut rows: Vec<&str> = asked.text.lines().collect();
            rows.push(&project);
            let rows = &rows[rows.len().saturating_sub(MAX_TRUSTED)..];
            let text = rows.join("\n") + "\n";
            asked.write(&text).map(|()| true)
        });
        asked.unwrap_or(false)
    }

    fn file(&self, name: &str) -> Result<StateFile, FileError> {
        self.folder.file(name, LOCK_TIMEOUT)
    }
}

/// The reason why rules cannot be counted.
#[derive(Debug)]
pub(super) enum Uncounted {
    File(FileError),
    /// The file is broken or contains something else. The number is the first bad line, if known.
    Broken(Option<usize>),
}

impl Uncounted {
    /// Returns the reason as text for a person. If removing the file fixes the problem, the text
    /// says so.
    pub fn render(&self, table: &Table) -> String {
        let reason = match self {
            Self::File(FileError::Changing) => "another process is using it".to_owned(),
            Self::File(error) => table.render(error),
            Self::Broken(None) => "it is damaged, or another file".to_owned(),
            Self::Broken(Some(line)) => format!("line {line} is invalid"),
        };
        let is_remedy = match self {
            Self::File(error) => matches!(error, FileError::NotRegular | FileError::Permission),
            Self::Broken(_) => true,
        };
        let remedy = if is_remedy {
            ". To start again: mcp-guide hook --stats --reset"
        } else {
            ""
        };
        format!(
            "the counts in the file {STATISTICS} of the state folder cannot be used: \
             {reason}{remedy}"
        )
    }
}

/// Returns a message for a person that the statistics cannot be removed.
pub(super) fn unremovable(table: &Table, error: &FileError) -> String {
    let reason = table.render(error);
    format!(
        "The file {STATISTICS} in the state folder cannot be removed: {reason}. `mcp-guide \
         doctor` prints the folder"
    )
}

/// Returns a message for a person that the hooks' folder cannot be used.
pub(super) fn unusable(table: &Table, error: &FileError) -> String {
    let reason = table.render(error);
    format!("The state folder cannot be used: {reason}")
}

/// Returns the first line of `text`, cut to [`MAX_MARK`] characters and always with a line ending.
/// `text` may be empty, because a hook may be killed before it has written its mark.
fn first_line(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    line.chars().take(MAX_MARK).chain(['\n']).collect()
}

impl Whom<'_> {
    /// Returns the name of the file for this session, regardless of the agent.
    fn session_file(&self) -> String {
        Whom { agent: "", ..*self }.file()
    }

    /// Returns eight hexadecimal digits that distinguish the session from others, regardless of the
    /// agent. They do not reveal the session's ID.
    pub(super) fn digest(&self) -> String {
        let name = Uuid::new_v5(
            &Uuid::nil(),
            json!([self.client, self.session]).to_string().as_bytes(),
        );
        name.simple().to_string().chars().take(8).collect()
    }

    /// Returns the name of the file for this session and agent.
    fn file(&self) -> String {
        let words = [self.client, self.session, self.agent];
        // A JSON list keeps the words apart, so that different recipients have different names.
        let name = Uuid::new_v5(&Uuid::nil(), json!(words).to_string().as_bytes());
        format!("{SESSION}{}", name.simple())
    }
}
