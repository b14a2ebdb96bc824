//! A first `guide.yaml`, from what a folder holds.

use std::collections::HashSet;

use camino::{Utf8Path, Utf8PathBuf};

use crate::answer::wording::Wording;
use crate::documents::fault::{Fault, Unreadable};
use crate::documents::sandbox::{Kind, Name, Sandbox, ambient};
use crate::format::shown::Shown;
use crate::project::guide::{FILE_NAME, Limits, Project};
use crate::spec::{Phrase, Table};

use crate::format::yaml::scalar::{list, scalar};

/// How deep a directory is searched for documents.
const MAX_DEPTH: usize = 4;
/// The most categories that are proposed: nobody looks more of them over.
#[doc(hidden)]
pub const MAX_CATEGORIES: usize = 1_000;
/// What documents are written in, the most likely first.
const EXTENSIONS: [&str; 4] = ["md", "rst", "adoc", "txt"];
/// Directories of other people's documents, or of none.
const PASSED_OVER: [&str; 7] = [
    "build",
    "dist",
    "node_modules",
    "target",
    "third_party",
    "vendor",
    "venv",
];

/// What a `guide.yaml` could be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// The file: it loads, and its categories are those directly below the
    /// folder that hold documents, and the folder itself if it does.
    pub content: String,
    /// How many categories it has.
    pub categories: usize,
    /// What else is to be said: what could not be read, and what has no room.
    pub notes: Vec<String>,
}

/// Writes a `guide.yaml` into a folder; never over anything that is there.
///
/// Returns what is to be said of it: `Ok` when it was written.
///
/// # Errors
///
/// Says why nothing was written. Nothing is left behind then.
pub fn init(table: &Table, folder: &Utf8Path) -> Result<String, String> {
    let wording = Wording::new(table);
    let Proposal {
        content,
        categories,
        notes,
    } = propose(table, folder)?;
    match ambient::create_new(&folder.join(FILE_NAME), &content) {
        Ok(()) => {
            let done = wording.phrase(
                Phrase::InitDone,
                &[("file", &FILE_NAME), ("count", &categories)],
            );
            let said: Vec<String> = std::iter::once(done).chain(notes).collect();
            Ok(said.join("\n"))
        }
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Err(exists(wording)),
        Err(error) => Err(failed(wording, &wording.said(&Fault::of_system(&error)))),
    }
}

/// Makes a `guide.yaml` of what a folder holds, and writes nothing.
///
/// # Errors
///
/// Says why there is none: the folder has one, or cannot be read.
pub fn propose(table: &Table, folder: &Utf8Path) -> Result<Proposal, String> {
    let wording = Wording::new(table);
    let fault = |fault: Fault| failed(wording, &wording.said(&fault));
    let sandbox = Sandbox::ambient(folder).map_err(fault)?;
    if sandbox
        .look(Utf8Path::new(FILE_NAME))
        .map_err(fault)?
        .is_some()
    {
        return Err(exists(wording));
    }
    let mut search = Survey::new(&sandbox);
    search.folder().map_err(fault)?;
    let Survey {
        found, unreadable, ..
    } = search;
    let (content, left_out) = content(wording, &found);
    // The table's own words stand in it.
    if let Err(fault) = Project::parse(content.as_bytes()) {
        return Err(failed(wording, &wording.said(&fault)));
    }
    let mut notes = Vec::new();
    if !unreadable.is_empty() {
        let documents = wording.unreadable_list(&unreadable.into_iter().collect());
        notes.push(wording.phrase(Phrase::MessageUnreadable, &[("documents", &documents)]));
    }
    if left_out > 0 {
        notes.push(wording.phrase(Phrase::InitLeftOut, &[("count", &left_out)]));
    }
    Ok(Proposal {
        content,
        categories: found.len() - left_out,
        notes,
    })
}

fn exists(wording: Wording<'_>) -> String {
    wording.phrase(Phrase::InitExists, &[("file", &FILE_NAME)])
}

fn failed(wording: Wording<'_>, reason: &str) -> String {
    wording.phrase(
        Phrase::InitFailed,
        &[("file", &FILE_NAME), ("reason", &reason)],
    )
}

/// A directory that holds documents.
struct Candidate {
    dir: Utf8PathBuf,
    patterns: Vec<String>,
}

/// The search for directories that hold documents.
struct Survey<'a> {
    sandbox: &'a Sandbox,
    found: Vec<Candidate>,
    unreadable: Vec<Unreadable>,
}

impl<'a> Survey<'a> {
    fn new(sandbox: &'a Sandbox) -> Self {
        Self {
            sandbox,
            found: Vec::new(),
            unreadable: Vec::new(),
        }
    }

    /// Searches the folder and each directory in it. What cannot be read below
    /// the folder is noted, and the search goes on.
    fn folder(&mut self) -> Result<(), Fault> {
        let mut here = [false; EXTENSIONS.len()];
        let mut directories = self.scan(Utf8Path::new(""), &mut here)?;
        self.add(".".into(), here, "");
        directories.sort();
        for directory in directories {
            let mut found = [false; EXTENSIONS.len()];
            let mut pending = vec![(directory.clone(), MAX_DEPTH)];
            while let Some((folder, depth)) = pending.pop() {
                match self.scan(&folder, &mut found) {
                    Ok(below) if depth > 0 => {
                        pending.extend(below.into_iter().map(|below| (below, depth - 1)));
                    }
                    Ok(_) => {}
                    Err(fault) => self.unreadable.push(Unreadable {
                        path: folder.into_string(),
                        fault,
                    }),
                }
            }
            self.add(directory, found, "**/");
        }
        Ok(())
    }

    /// Notes which documents a directory holds; the directories in it.
    fn scan(
        &mut self,
        folder: &Utf8Path,
        found: &mut [bool; EXTENSIONS.len()],
    ) -> Result<Vec<Utf8PathBuf>, Fault> {
        let mut directories = Vec::new();
        for entry in self.sandbox.list(folder)? {
            let name = match entry.name {
                Name::Utf8(name) => name,
                // guide.yaml could not name it.
                Name::Foreign(foreign) if entry.kind == Kind::Directory => {
                    self.unreadable.push(Unreadable {
                        path: folder.join(foreign.shown).into_string(),
                        fault: Fault::Name,
                    });
                    continue;
                }
                Name::Foreign(_) => continue,
            };
            if name.starts_with('.') {
                continue;
            }
            let extension = Utf8Path::new(&name).extension();
            match entry.kind {
                Kind::Directory if !PASSED_OVER.contains(&name.as_str()) => {
                    directories.push(folder.join(name));
                }
                Kind::File => {
                    for (known, found) in EXTENSIONS.iter().zip(found.iter_mut()) {
                        *found |= extension == Some(known);
                    }
                }
                _ => {}
            }
        }
        Ok(directories)
    }

    fn add(&mut self, dir: Utf8PathBuf, found: [bool; EXTENSIONS.len()], below: &str) {
        let patterns: Vec<String> = EXTENSIONS
            .iter()
            .zip(found)
            .filter(|(_, found)| *found)
            .map(|(extension, _)| format!("{below}*.{extension}"))
            .collect();
        if !patterns.is_empty() {
            self.found.push(Candidate { dir, patterns });
        }
    }
}

/// The file, and how many categories it has no room for.
fn content(wording: Wording<'_>, found: &[Candidate]) -> (String, usize) {
    let mut taken: HashSet<String> = found
        .iter()
        .map(|candidate| candidate.dir.to_string())
        .collect();
    let mut name_of = |phrase| unique(wording.phrase(phrase, &[]), &mut taken);
    let here = name_of(Phrase::InitRootName);
    let all = name_of(Phrase::InitCollectionName);
    let mut categories = String::new();
    let mut names: Vec<String> = Vec::new();
    // What else stands in the file is short.
    let mut room = usize::try_from(ambient::MAX_FILE_BYTES / 8 * 7).unwrap_or(usize::MAX);
    for candidate in found.iter().take(MAX_CATEGORIES) {
        let dir = candidate.dir.as_str();
        let name = if dir == "." { &here } else { dir };
        let description = wording.phrase(Phrase::InitDescription, &[("dir", &dir)]);
        let text = wording.phrase(
            Phrase::InitCategory,
            &[
                ("name", &scalar(name)),
                ("dir", &scalar(dir)),
                ("patterns", &list(&candidate.patterns)),
                ("description", &scalar(&description)),
            ],
        );
        let bytes = text.len() + list(&[name]).len() + ", ".len();
        if bytes > room {
            break;
        }
        room -= bytes;
        categories.push_str(&text);
        names.push(name.to_owned());
    }
    let left_out = found.len() - names.len();
    let mut text = wording.phrase(Phrase::InitHeader, &[]);
    if left_out > 0 {
        let said = wording.phrase(Phrase::InitLeftOut, &[("count", &left_out)]);
        text.push_str(&format!("# {}\n", Shown(&said)));
    }
    text.push_str(if names.is_empty() {
        "categories: {}\n"
    } else {
        "categories:\n"
    });
    text.push_str(&categories);
    if !names.is_empty() {
        let description = wording.phrase(Phrase::InitCollectionDescription, &[]);
        text.push_str("collections:\n");
        text.push_str(&wording.phrase(
            Phrase::InitCollection,
            &[
                ("name", &scalar(&all)),
                ("categories", &list(&names)),
                ("description", &scalar(&description)),
            ],
        ));
    }
    let limits = Limits::default();
    text.push_str(&wording.phrase(
        Phrase::InitLimits,
        &[
            ("file_bytes", &limits.file_bytes),
            ("response_bytes", &limits.response_bytes),
        ],
    ));
    (text, left_out)
}

/// The name, or the first of `name-2`, `name-3`… that is not taken; taken then.
fn unique(name: String, taken: &mut HashSet<String>) -> String {
    let mut unique = name.clone();
    let mut count = 1;
    while !taken.insert(unique.clone()) {
        count += 1;
        unique = format!("{name}-{count}");
    }
    unique
}
