//! What hooks remember: the rules that a session was given, the projects that a person trusts,
//! and a log.

use std::env;
use std::time::Duration;

use camino::{Utf8Path, Utf8PathBuf};
use uuid::Uuid;

use crate::documents::error::FileError;
use crate::documents::sandbox::ambient;
use crate::documents::sandbox::state::{StateFile, StateFolder};

/// How long a file of another hook is waited for.
const LOCK_TIMEOUT: Duration = Duration::from_millis(50);
/// How long a session is remembered after its last rule.
const SESSION_AGE: Duration = Duration::from_secs(7 * 24 * 60 * 60);
/// The most bytes of a file that count.
const MAX_BYTES: u64 = 1 << 20;
/// The size from which the log begins anew.
const MAX_LOG_BYTES: usize = 64 * 1024;
/// What the names of sessions' files begin with.
const SESSION: &str = "session-";
const LOG: &str = "hook.log";
const LAST: &str = "last.txt";
const TRUSTED: &str = "trusted";
/// The environment variable that names the folder of programs' state, and that folder in the
/// home directory.
const STATE_VARIABLE: &str = match cfg!(windows) {
    true => "LOCALAPPDATA",
    false => "XDG_STATE_HOME",
};
const STATE: &str = match () {
    () if cfg!(windows) => "AppData/Local",
    () if cfg!(target_vendor = "apple") => "Library/Application Support",
    () => ".local/state",
};

/// The folder of what is remembered.
#[derive(Debug)]
pub struct Memory(StateFolder);

/// The rules that a session and agent were given. No other hook has them meanwhile.
#[derive(Debug)]
pub struct Given {
    file: StateFile,
    rows: String,
}

impl Memory {
    /// Opens the folder in the user's own one for state.
    pub fn open() -> Result<Self, FileError> {
        let named = env::var(STATE_VARIABLE).ok().map(Utf8PathBuf::from);
        let folder = match named.filter(|path| path.is_absolute()) {
            Some(folder) => folder,
            None => ambient::home()?.join(STATE),
        };
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
        let mut file = self.0.file(&format!("{SESSION}{name}"), LOCK_TIMEOUT)?;
        let rows = file.read(MAX_BYTES)?;
        if rows.is_empty() {
            let _ = self.0.remove_older(SESSION, SESSION_AGE);
        }
        Ok(Given { file, rows })
    }

    /// Adds a line to the log.
    pub fn log(&self, line: &str) {
        let _ = self.0.file(LOG, LOCK_TIMEOUT).and_then(|mut log| {
            let full = log.read(MAX_BYTES)?.len() > MAX_LOG_BYTES;
            if full {
                log.write(line)
            } else {
                log.append(line)
            }
        });
    }

    /// Returns the log.
    pub fn read_log(&self) -> Result<String, FileError> {
        self.0.file(LOG, LOCK_TIMEOUT)?.read(MAX_BYTES)
    }

    /// Remembers what was given last.
    pub fn set_last(&self, text: &str) {
        let file = self.0.file(LAST, LOCK_TIMEOUT);
        let _ = file.and_then(|mut file| file.write(text));
    }

    /// Returns what was given last, to whom and why.
    pub fn last(&self) -> Result<String, FileError> {
        self.0.file(LAST, LOCK_TIMEOUT)?.read(MAX_BYTES)
    }

    /// Returns whether a person trusts this state of a project.
    pub fn trusts(&self, project: &str) -> Result<bool, FileError> {
        let rows = self.0.file(TRUSTED, LOCK_TIMEOUT)?.read(MAX_BYTES)?;
        Ok(rows.lines().any(|row| row == project))
    }

    /// Remembers that a person trusts this state of a project.
    pub fn trust(&self, project: &str) -> Result<(), FileError> {
        match self.trusts(project)? {
            true => Ok(()),
            false => {
                let mut file = self.0.file(TRUSTED, LOCK_TIMEOUT)?;
                file.append(&format!("{project}\n"))
            }
        }
    }
}

impl Given {
    /// Returns whether this was given, and no other text of its rule since.
    pub fn has(&self, row: &str) -> bool {
        let (uri, _) = row.split_once(' ').unwrap_or((row, ""));
        let mut rows = self.rows.lines().rev();
        rows.find(|given| given.split(' ').next() == Some(uri)) == Some(row)
    }

    /// Remembers that these were given.
    pub fn add(&mut self, rows: &[String]) -> Result<(), FileError> {
        let rows: String = rows.iter().map(|row| format!("{row}\n")).collect();
        self.file.append(&rows)
    }

    /// Forgets all.
    pub fn clear(&mut self) -> Result<(), FileError> {
        self.file.write("")
    }
}
