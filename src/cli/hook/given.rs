//! The record of what a session and agent were given. Rows are appended to the record's file, so
//! that a killed process loses only the row that it is writing.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::documents::file_error::FileError;
use crate::documents::sandbox::state_file::{MAX_BYTES, StateFile};
use rule_files::dialect::Event;

/// The size of the record's file, in bytes, above which outdated rows are dropped.
const MANY_BYTES: usize = 1 << 16;

/// A row of the record. A session may touch several projects, which are identified by digests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GivenRow {
    /// The session was given a part of a rule's text, or all of it.
    Rule(RuleRow),
    /// The session was given a line about rules. The field is the digest of the line.
    Note(Uuid),
    /// The files of a project with pending rules. They replace the project's files in earlier rows.
    Next {
        project: Uuid,
        files: Vec<PendingFile>,
    },
    /// The files whose last write was denied. They replace the files in earlier rows.
    Denied(BTreeSet<Uuid>),
    /// A context began, but nothing was given at that event. The rules for every file are pending.
    Begun,
    /// The session was resumed. Texts that the model no longer sees afterwards count as not given.
    Resumed,
}

/// A row about a rule and how much of its text was given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleRow {
    pub project: Uuid,
    /// The path or URI of a document that has the text.
    pub rule: String,
    /// A digest of the project and the text.
    pub text: Uuid,
    /// The folder for which the session was told that the text applies.
    pub folder: String,
    /// The number of parts given and the byte at which they end, or `None` if the text was given in
    /// full. For a line about another document with the same text, both numbers are 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parts: Option<(usize, usize)>,
    /// Whether the model no longer sees this text after the session is resumed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_lost: bool,
}

/// A file with pending rules. The path is relative to the project's folder. It is `None` for the
/// rules that apply to every file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingFile {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The event at which the file was touched.
    pub event: Event,
}

impl PendingFile {
    /// Returns the value for the beginning of a context, when the rules for every file are pending.
    pub fn begun() -> Self {
        Self {
            path: None,
            event: Event::Start,
        }
    }
}

/// The amount of a rule's text that the session was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    New,
    /// The number of parts given, and the byte at which they end.
    Parts(usize, usize),
    Whole,
}

/// The rows of a session and agent, locked against other hooks.
#[derive(Debug)]
pub struct Given {
    file: StateFile,
    /// The mark in the first line of the file, or an empty string if no new context has begun in
    /// the session.
    mark: String,
    known: Known,
}

/// The combined content of the rows.
#[derive(Debug, Default)]
struct Known {
    /// The text last given for each rule, by project and rule.
    rules: HashMap<(Uuid, String), Uuid>,
    /// How much of each rule's text was given, and whether the model no longer sees the text after
    /// the session is resumed. The keys are digests of the texts.
    texts: HashMap<Uuid, (Progress, bool)>,
    /// The folders for which the session was told that a rule's text applies. The keys are digests
    /// of the texts.
    folders: HashMap<Uuid, BTreeSet<String>>,
    notes: HashSet<Uuid>,
    next: HashMap<Uuid, Vec<PendingFile>>,
    denied: BTreeSet<Uuid>,
    has_begun: bool,
}

impl Given {
    /// Parses the rows of a file that begins with `mark`. Lines that are not rows are skipped.
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

    /// Returns the digests of the texts last given for a project's rules. Each digest is mapped to
    /// the first path of a rule that had the text. Rules that have a different text in `now` are
    /// left out.
    pub fn last_texts(&self, project: Uuid, now: &HashMap<&str, Uuid>) -> HashMap<Uuid, &str> {
        let rules = self.known.rules.iter();
        let is_same = |rule: &str, text: &Uuid| now.get(rule).is_none_or(|known| known == text);
        let last = rules.filter(|((owner, rule), text)| *owner == project && is_same(rule, text));
        let mut names: HashMap<Uuid, &str> = HashMap::new();
        for ((_, rule), text) in last {
            let name = names.entry(*text).or_insert(rule);
            *name = rule.as_str().min(name);
        }
        names
    }

    /// Returns how much of a rule's text was given. If `text` is not in `last`, it counts as new,
    /// because its rules have been given different text since then.
    pub fn progress(&self, text: Uuid, last: &HashMap<Uuid, &str>) -> Progress {
        let progress = self.known.texts.get(&text);
        let progress = progress.filter(|_| last.contains_key(&text));
        progress.map_or(Progress::New, |(progress, _)| *progress)
    }

    /// Returns whether the session was told that `text` applies in `folder`.
    pub fn has_folder(&self, text: Uuid, folder: &str) -> bool {
        let folders = self.known.folders.get(&text);
        folders.is_some_and(|folders| folders.contains(folder))
    }

    /// Returns whether the line about rules with the digest `note` was given.
    pub fn has_note(&self, note: Uuid) -> bool {
        self.known.notes.contains(&note)
    }

    /// Returns the files of a project with pending rules, oldest first.
    pub fn next(&self, project: Uuid) -> &[PendingFile] {
        self.known.next.get(&project).map_or(&[], Vec::as_slice)
    }

    /// Returns whether a context began, but nothing was given at that event.
    pub fn has_begun(&self) -> bool {
        self.known.has_begun
    }

    /// Returns whether any project has pending rules.
    pub fn waits(&self) -> bool {
        self.known.has_begun || self.known.next.values().any(|files| !files.is_empty())
    }

    /// Returns the files whose last write was denied.
    pub fn denied(&self) -> &BTreeSet<Uuid> {
        &self.known.denied
    }

    /// Returns whether the file has too little space left to complete a rule that is given in
    /// parts.
    pub fn is_full(&self) -> bool {
        let most = MAX_BYTES as usize - MANY_BYTES;
        let rows = || self.known.rows().map(|row| row.line().len());
        self.file.text.len() > most && rows().sum::<usize>() > most
    }

    /// Adds rows. If the file is large, rewrites it without outdated rows.
    ///
    /// # Errors
    ///
    /// Returns an error if the file would be too large, or if it cannot be written.
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

    /// Restores the text that the file had when it was opened.
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
                let before = self.rules.insert((row.project, row.rule), row.text);
                if let Some(before) = before.filter(|before| *before != row.text) {
                    self.drop_unnamed(before);
                }
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
                self.folders.entry(row.text).or_default().insert(row.folder);
            }
            GivenRow::Begun => self.has_begun = true,
            GivenRow::Resumed => {
                self.texts.retain(|_, (_, is_lost)| !*is_lost);
                let texts = &self.texts;
                self.folders.retain(|text, _| texts.contains_key(text));
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

    /// Forgets `text` if no rule has it any more.
    fn drop_unnamed(&mut self, text: Uuid) {
        if !self.rules.values().any(|known| *known == text) {
            self.texts.remove(&text);
            self.folders.remove(&text);
        }
    }

    /// Returns the smallest set of rows that have the same combined content.
    fn rows(&self) -> impl Iterator<Item = GivenRow> {
        let mut named: HashMap<Uuid, Vec<&(Uuid, String)>> = HashMap::new();
        for (rule, text) in &self.rules {
            named.entry(*text).or_default().push(rule);
        }
        let rules = named
            .into_iter()
            .flat_map(|(text, rules)| self.rows_of(text, &rules));
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

    /// Returns the rows for `text`. They cover each of `rules`, which have this text, and each
    /// folder of the text.
    fn rows_of(&self, text: Uuid, rules: &[&(Uuid, String)]) -> Vec<GivenRow> {
        let known = self.texts.get(&text).copied();
        let (progress, is_lost) = known.unwrap_or((Progress::New, false));
        let parts = match progress {
            Progress::New => Some((0, 0)),
            Progress::Parts(count, bytes) => Some((count, bytes)),
            Progress::Whole => None,
        };
        let folders: Vec<&String> = self.folders.get(&text).into_iter().flatten().collect();
        let rows = (0..rules.len().max(folders.len())).filter_map(|at| {
            let (project, rule) = rules.get(at).or(rules.last())?;
            let folder = folders.get(at).or(folders.last())?;
            Some(GivenRow::Rule(RuleRow {
                project: *project,
                rule: rule.clone(),
                text,
                folder: (*folder).clone(),
                parts,
                is_lost,
            }))
        });
        rows.collect()
    }
}
