//! What hooks remember: the rules that a session was given, the projects that a person trusts,
//! and a log.

use std::time::{Duration, SystemTime};

use camino::Utf8Path;
use uuid::Uuid;

use super::limit;
use crate::cli::system::UserFolder;
use crate::documents::error::FileError;
use crate::documents::sandbox::state::{StateFile, StateFolder};
use crate::render::listing::time;
use crate::text::escape::Escaped;

/// How many times the limit of a hook to wait for another one of the same session that gives
/// rules: longer than a hook takes, so that none gives them twice.
const SESSION_LIMITS: u32 = 10;
/// How long another hook is waited for that writes what all share.
const LOCK_TIMEOUT: Duration = Duration::from_millis(50);
/// How long a session is remembered after its last rule.
const SESSION_AGE: Duration = Duration::from_secs(7 * 24 * 60 * 60);
/// The size from which the log begins anew.
const MAX_LOG_BYTES: usize = 64 * 1024;
/// What the names of sessions' files begin with.
const SESSION: &str = "session-";
/// The files of the log, of what was given last, to whom and why, and of trusted projects.
pub(super) const LOG: &str = "hook.log";
pub(super) const LAST: &str = "last.txt";
const TRUSTED: &str = "trusted";

/// The folder of what is remembered.
#[derive(Debug)]
pub struct Memory(StateFolder);

/// The rules that a session and agent were given. No other hook has them meanwhile.
#[derive(Debug)]
pub struct Given(StateFile);

impl Memory {
    /// Opens the folder in the user's own one for state.
    pub fn open() -> Result<Self, FileError> {
        let folder = UserFolder::State.path().map_err(|_| FileError::Missing)?;
        Self::at(&folder.join("mcp-guide"))
    }

    /// Opens the folder at a path.
    pub fn at(path: &Utf8Path) -> Result<Self, FileError> {
        StateFolder::open(path).map(Self)
    }

    /// Returns what was given to whoever these words name: the client, the project, the session
    /// and the agent.
    pub fn given(&self, to: &[&str]) -> Result<Given, FileError> {
        let name = Uuid::new_v5(&Uuid::nil(), to.join("\0").as_bytes()).simple();
        let file = self
            .0
            .file(&format!("{SESSION}{name}"), SESSION_LIMITS * limit());
        file.map(Given)
    }

    /// Adds a line to the log: why a hook gave nothing.
    pub fn log(&self, reason: &str) {
        let line = format!("{} {}\n", time(SystemTime::now()), Escaped(reason));
        let _ = self.file(LOG).and_then(|mut log| match log.text.len() {
            0..=MAX_LOG_BYTES => log.append(&line),
            _ => log.write(&line),
        });
    }

    /// Remembers what was given last, and forgets old sessions.
    pub fn set_last(&self, text: &str) {
        let _ = self.file(LAST).and_then(|mut last| last.write(text));
        let _ = self.0.remove_older(SESSION, SESSION_AGE);
    }

    /// Returns what one of its files holds.
    pub fn text(&self, name: &str) -> Result<String, FileError> {
        Ok(self.file(name)?.text)
    }

    /// Returns whether a person trusts this state of a project.
    pub fn trusts(&self, project: &str) -> bool {
        let trusted = self.text(TRUSTED);
        trusted.is_ok_and(|rows| rows.lines().any(|row| row == project))
    }

    /// Remembers that a person trusts this state of a project.
    pub fn trust(&self, project: &str) -> Result<(), FileError> {
        match self.trusts(project) {
            true => Ok(()),
            false => self.file(TRUSTED)?.append(&format!("{project}\n")),
        }
    }

    fn file(&self, name: &str) -> Result<StateFile, FileError> {
        self.0.file(name, LOCK_TIMEOUT)
    }
}

impl Given {
    /// Returns whether this was given, and no other text of its rule since.
    pub fn has(&self, row: &str) -> bool {
        let (uri, _) = row.split_once(' ').unwrap_or((row, ""));
        let mut rows = self.0.text.lines().rev();
        rows.find(|given| given.split(' ').next() == Some(uri)) == Some(row)
    }

    /// Remembers that these were given.
    pub fn add(&mut self, rows: &[String]) -> Result<(), FileError> {
        let rows: String = rows.iter().map(|row| format!("{row}\n")).collect();
        self.0.append(&rows)
    }

    /// Forgets all.
    pub fn clear(&mut self) -> Result<(), FileError> {
        self.0.write("")
    }
}
