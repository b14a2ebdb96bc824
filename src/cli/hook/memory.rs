//! What hooks remember: the rules that a session was given, the projects that a person trusts,
//! and a log.

use std::time::{Duration, SystemTime};

use camino::Utf8Path;
use uuid::Uuid;

use super::given::Given;
use crate::cli::system::UserFolder;
use crate::documents::error::FileError;
use crate::documents::sandbox::state::{StateFile, StateFolder};
use crate::operation::guidance::KnownHeaders;
use crate::render::listing::time;
use crate::text::escape::Escaped;

/// How long another hook of the same session is waited for, which is giving rules: longer than
/// a hook takes, so that none gives them twice.
const SESSION_TIMEOUT: Duration = Duration::from_secs(2);
/// How long another hook is waited for that writes what all share.
const LOCK_TIMEOUT: Duration = Duration::from_millis(50);
/// How long a session is remembered after its last rule.
const SESSION_AGE: Duration = Duration::from_secs(7 * 24 * 60 * 60);
/// The size from which the log begins anew.
const MAX_LOG_BYTES: usize = 64 * 1024;
/// What the names of sessions' files begin with.
const SESSION: &str = "session-";
/// What the names of the files begin with that have what is known of headers.
const HEADERS: &str = "headers-";
/// The files of the log, of what was given last, to whom and why, and of trusted projects.
pub(super) const LOG: &str = "hook.log";
pub(super) const LAST: &str = "last.txt";
const TRUSTED: &str = "trusted";

/// The folder of what is remembered.
#[derive(Debug)]
pub struct Memory(StateFolder);

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

    /// Returns what was given to whoever these words name: the client, the session and the agent.
    pub fn given(&self, to: &[&str]) -> Result<Given, FileError> {
        let name = Uuid::new_v5(&Uuid::nil(), to.join("\0").as_bytes()).simple();
        let file = self.0.file(&format!("{SESSION}{name}"), SESSION_TIMEOUT);
        file.map(Given::new)
    }

    /// Returns what is known of the headers of a project's documents.
    pub fn headers(&self, project: Uuid) -> KnownHeaders {
        let text = self.text(&format!("{HEADERS}{}", project.simple()));
        KnownHeaders::new(&text.unwrap_or_default())
    }

    /// Remembers what is known of the headers of a project's documents; as much as fits.
    pub fn set_headers(&self, project: Uuid, text: &str) {
        let file = self.file(&format!("{HEADERS}{}", project.simple()));
        let _ = file.and_then(|mut file| file.write(text));
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
        let _ = self.0.remove_older(HEADERS, SESSION_AGE);
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
