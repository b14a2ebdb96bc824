//! What a session and agent was given: rows of a file, which are only added, so that a process
//! that is ended loses no other row.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::documents::dialect::Event;
use crate::documents::error::FileError;
use crate::documents::sandbox::state::{MAX_BYTES, StateFile};

/// From this size on, in bytes, the rows that no longer count are dropped.
const MANY_BYTES: usize = 1 << 16;

/// A row. A session may touch several projects, each of which is known by a digest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GivenRow {
    /// A part of a rule's text, or all of it.
    Rule(RuleRow),
    /// A line about rules.
    Note(Uuid),
    /// The files, of this project, for which rules wait: those of earlier rows count no more.
    Next {
        project: Uuid,
        files: Vec<PendingFile>,
    },
    /// The files whose last write was denied: those of earlier rows count no more.
    Denied(BTreeSet<Uuid>),
    /// A context began, and nothing was given at that: what holds for every file waits.
    Begun,
    /// The session was resumed: what a resumption loses counts no more.
    Resumed,
}

/// How much of a rule's text was given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleRow {
    pub project: Uuid,
    /// The path or URI of a document that has the text.
    pub rule: String,
    /// A digest of the project and the text.
    pub text: Uuid,
    /// The folder in which it was said to apply.
    pub folder: String,
    /// How many parts came, and how many bytes they had; `None` if it is whole. No part came by a
    /// line that names another document with the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parts: Option<(usize, usize)>,
    /// Whether the client shows the model this text no more once the session is resumed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_lost: bool,
}

/// A file for which rules wait, from the project's folder; none for what holds for every file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingFile {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// What was about to be done with it.
    pub event: Event,
}

impl PendingFile {
    /// Returns what waits where a context begins: what holds for every file.
    pub fn begun() -> Self {
        Self {
            path: None,
            event: Event::Start,
        }
    }
}

/// How much of a text is known to the session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    New,
    /// So many parts, with so many bytes.
    Parts(usize, usize),
    Whole,
}

/// The rows of a session and agent. No other hook has them meanwhile.
#[derive(Debug)]
pub struct Given {
    file: StateFile,
    /// The line that begins it, if its context began anew.
    mark: String,
    known: Known,
}

/// What the rows say together.
#[derive(Debug, Default)]
struct Known {
    /// The last text of each rule of a project.
    rules: HashMap<(Uuid, String), Uuid>,
    /// How much of each text was given, and whether a resumption loses it.
    texts: HashMap<Uuid, (Progress, bool)>,
    /// The texts, each with a folder in which it was said to apply and the rule of that.
    folders: HashMap<(Uuid, String), String>,
    notes: HashSet<Uuid>,
    next: HashMap<Uuid, Vec<PendingFile>>,
    denied: BTreeSet<Uuid>,
    has_begun: bool,
}

impl Given {
    /// Reads the rows of a file that begins with a mark. What is no row is passed over.
    pub fn new(file: StateFile, mark: String) -> Self {
        let mut known = Known::default();
        for row in file
            .text
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
        {
            known.add(row);
        }
        Self { file, mark, known }
    }

    /// Returns the texts that rules of a project were given last, by their digests, each with the
    /// first path of a rule that had it. Without those of rules that have another text `now`.
    pub fn last_texts(&self, project: Uuid, now: &HashMap<&str, Uuid>) -> HashMap<Uuid, &str> {
        let rules = self.known.rules.iter();
        let is_same = |rule: &str, text: &Uuid| now.get(rule).is_none_or(|of| of == text);
        let last = rules.filter(|((of, rule), text)| *of == project && is_same(rule, text));
        let mut names: HashMap<Uuid, &str> = HashMap::new();
        for ((_, rule), text) in last {
            let name = names.entry(*text).or_insert(rule);
            *name = rule.as_str().min(name);
        }
        names
    }

    /// Returns how much of a text was given, unless the rules that had it were given another one
    /// since, as these last texts say.
    pub fn progress(&self, text: Uuid, last: &HashMap<Uuid, &str>) -> Progress {
        let progress = self.known.texts.get(&text);
        let progress = progress.filter(|_| last.contains_key(&text));
        progress.map_or(Progress::New, |(progress, _)| *progress)
    }

    /// Returns whether a text was said to apply in a folder.
    pub fn has_folder(&self, text: Uuid, folder: &str) -> bool {
        self.known.folders.contains_key(&(text, folder.to_owned()))
    }

    /// Returns whether a line about rules was given.
    pub fn has_note(&self, note: Uuid) -> bool {
        self.known.notes.contains(&note)
    }

    /// Returns the files of a project for which rules wait, the oldest first.
    pub fn next(&self, project: Uuid) -> &[PendingFile] {
        self.known.next.get(&project).map_or(&[], Vec::as_slice)
    }

    /// Returns whether a context began at which nothing was given.
    pub fn has_begun(&self) -> bool {
        self.known.has_begun
    }

    /// Returns whether rules wait for any project.
    pub fn waits(&self) -> bool {
        self.known.has_begun || self.known.next.values().any(|files| !files.is_empty())
    }

    /// Returns the files whose last write was denied.
    pub fn denied(&self) -> &BTreeSet<Uuid> {
        &self.known.denied
    }

    /// Returns whether so few rows can be added that what comes in parts could not end.
    pub fn is_full(&self) -> bool {
        let most = MAX_BYTES as usize - MANY_BYTES;
        let rows = || self.known.rows().map(|row| row.line().len());
        self.file.text.len() > most && rows().sum::<usize>() > most
    }

    /// Adds rows.
    ///
    /// # Errors
    ///
    /// The file would be too large, or cannot be written.
    pub fn add(&mut self, rows: &[GivenRow]) -> Result<(), FileError> {
        let mut text = String::new();
        if !self.file.text.is_empty() && !self.file.text.ends_with('\n') {
            text.push('\n');
        }
        text.extend(rows.iter().map(GivenRow::line));
        rows.iter().for_each(|row| self.known.add(row.clone()));
        if self.file.text.len() + text.len() <= MANY_BYTES {
            return self.file.append(&text);
        }
        let rows: String = self.known.rows().map(|row| row.line()).collect();
        self.file.write(&[&*self.mark, &rows].concat())
    }

    /// Takes back what was added since the file was opened.
    pub fn undo(&mut self) -> Result<(), FileError> {
        let text = self.file.text.clone();
        self.file.write(&text)
    }
}

impl GivenRow {
    fn line(&self) -> String {
        let line = serde_json::to_string(self).unwrap_or_default();
        line + "\n"
    }
}

impl Known {
    fn add(&mut self, row: GivenRow) {
        match row {
            GivenRow::Rule(row) => {
                self.rules.insert((row.project, row.rule.clone()), row.text);
                let known = self.texts.get(&row.text).copied();
                let progress = match row.parts {
                    None => Some(Progress::Whole),
                    Some((0, _)) => None,
                    Some((count, bytes)) => Some(Progress::Parts(count, bytes)),
                };
                if let Some(progress) = progress {
                    let is_lost = row.is_lost || known.is_some_and(|(_, is_lost)| is_lost);
                    self.texts.insert(row.text, (progress, is_lost));
                }
                self.folders.insert((row.text, row.folder), row.rule);
            }
            GivenRow::Begun => self.has_begun = true,
            GivenRow::Resumed => {
                self.texts.retain(|_, (_, is_lost)| !*is_lost);
                let texts = &self.texts;
                self.folders.retain(|(text, _), _| texts.contains_key(text));
                self.rules.retain(|_, text| texts.contains_key(text));
            }
            GivenRow::Note(note) => drop(self.notes.insert(note)),
            GivenRow::Next { project, files } => {
                self.next.insert(project, files);
                self.has_begun = false;
            }
            GivenRow::Denied(files) => self.denied = files,
        }
    }

    /// Returns the fewest rows that say the same.
    fn rows(&self) -> impl Iterator<Item = GivenRow> {
        let rules = self.rules.iter().flat_map(|((project, rule), text)| {
            let known = self.texts.get(text).copied();
            let (progress, is_lost) = known.unwrap_or((Progress::New, false));
            let parts = match progress {
                Progress::New => Some((0, 0)),
                Progress::Parts(count, bytes) => Some((count, bytes)),
                Progress::Whole => None,
            };
            let folders = self
                .folders
                .iter()
                .filter(move |((of, _), by)| of == text && *by == rule);
            folders.map(move |((_, folder), _)| {
                let (project, rule, folder) = (*project, rule.clone(), folder.clone());
                GivenRow::Rule(RuleRow {
                    project,
                    rule,
                    text: *text,
                    folder,
                    parts,
                    is_lost,
                })
            })
        });
        let begun = self.has_begun.then_some(GivenRow::Begun);
        let next = self.next.iter().filter(|(_, files)| !files.is_empty());
        let next = next.map(|(project, files)| GivenRow::Next {
            project: *project,
            files: files.clone(),
        });
        let notes = self.notes.iter().map(|note| GivenRow::Note(*note));
        let denied = Some(&self.denied).filter(|files| !files.is_empty());
        let denied = denied.map(|files| GivenRow::Denied(files.clone()));
        rules.chain(notes).chain(next).chain(denied).chain(begun)
    }
}
