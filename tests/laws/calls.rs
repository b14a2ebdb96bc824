//! The law of calls: whatever a project's files are, a call is answered as the
//! reference answers it.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use camino::Utf8PathBuf;
use mcp_guide::Dispatcher;
use mcp_guide::project::session::{Session, Source};
use rustix::fs::{CWD, FileType, Mode, mknodat};
use serde_json::{Map, Value};
use tempfile::TempDir;

use super::answer::{Project, answer};
use super::dispatch::{Answer, ask, well_formed};
use super::{ensure, folder, table, timed};

/// A project, its files, and calls of it.
#[derive(Debug, Clone)]
pub struct Shelf {
    /// What stands at which path. What comes first stays.
    pub files: Vec<(String, Stored)>,
    /// The project's file.
    pub project: String,
    /// Tools and their arguments.
    pub calls: Vec<(String, Map<String, Value>)>,
}

/// What stands at a path.
#[derive(Debug, Clone)]
pub enum Stored {
    Text(Text),
    Link(String),
    Fifo,
    /// So many documents in a directory, whose names begin alike.
    Many(usize, String),
}

/// A text of so many bytes with something odd in it.
#[derive(Debug, Clone)]
pub struct Text {
    pub size: usize,
    /// Where the odd thing begins, if there is room for it.
    pub at: usize,
    pub odd: &'static [u8],
}

impl Text {
    /// Its bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = b"A line of text.\n".iter().copied().cycle().take(self.size).collect();
        let at = self.at.min(self.size.saturating_sub(self.odd.len()));
        let end = self.size.min(at + self.odd.len());
        bytes.splice(at..end, self.odd.iter().copied());
        bytes
    }
}

/// Puts a project and its files in a new folder.
pub fn stored(shelf: &Shelf) -> TempDir {
    let folder = folder();
    for (path, stored) in &shelf.files {
        let path = folder.path().join(path);
        // Where a file is in the way nothing is put.
        if fs::create_dir_all(path.parent().expect("a parent")).is_err()
            || fs::symlink_metadata(&path).is_ok()
        {
            continue;
        }
        match stored {
            Stored::Text(text) => fs::write(path, text.bytes()).expect("a new file"),
            Stored::Link(target) => symlink(target, path).expect("a new link"),
            Stored::Fifo => {
                mknodat(CWD, path, FileType::Fifo, Mode::RUSR, 0).expect("a new FIFO");
            }
            Stored::Many(count, prefix) => {
                fs::create_dir(&path).expect("a new directory");
                for number in 0..*count {
                    let name = format!("{prefix}{number:03}.md");
                    fs::write(path.join(name), number.to_string()).expect("a new file");
                }
            }
        }
    }
    fs::write(folder.path().join("guide.yaml"), &shelf.project).expect("a project");
    folder
}

/// The engine on the project in a folder.
pub fn engine(folder: &Path, tool: &str, arguments: &Map<String, Value>) -> Answer {
    let folder = Utf8PathBuf::from_path_buf(folder.to_owned()).expect("a UTF-8 path");
    let session = Session::new(Source::Named(folder));
    let dispatcher = Dispatcher::new(table().clone(), session);
    ask(&dispatcher, tool, arguments)
}

/// Each call is answered as the reference answers it, and where the reference does
/// not decide with a Result that is well formed. No answer names the folder.
///
/// Returns what each answer is.
pub fn calls(
    folder: &Path,
    shelf: &Shelf,
    subject: impl Fn(&Path, &str, &Map<String, Value>) -> Answer,
) -> Result<Vec<&'static str>, String> {
    let project = Project::read(folder, &shelf.project);
    let mut seen = Vec::new();
    for (tool, arguments) in &shelf.calls {
        let call = format!("{tool} {}", Value::Object(arguments.clone()));
        let json = timed(&call, || subject(folder, tool, arguments))??;
        let result: Map<String, Value> =
            serde_json::from_str(&json).map_err(|error| format!("{error}: {json}"))?;
        let whole = || {
            ensure(!json.contains(&*folder.to_string_lossy()), || "a path of the machine".into())?;
            well_formed(&result)?;
            match answer(&project, tool, arguments) {
                Some(answer) => answer.is(&result).map(|()| answer.kind()),
                None => Ok("undecided"),
            }
        };
        seen.push(whole().map_err(|problem| format!("{call}: {problem}\n{json:.4000}"))?);
    }
    Ok(seen)
}
