//! A first `guide.yaml`, from what a folder holds.

use camino::{Utf8Path, Utf8PathBuf};

use crate::error::Fault;
use crate::project::{FILE_NAME, Limits};
use crate::sandbox::{Kind, Name, Sandbox, ambient};
use crate::spec::{Phrase, Table};
use crate::wording::Wording;

/// How deep a directory is searched for documents.
const MAX_DEPTH: usize = 4;
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

/// Writes a `guide.yaml` into a folder; never over one that is there.
///
/// Returns what is to be said of it: `Ok` when it was written.
///
/// # Errors
///
/// Says why nothing was written.
pub fn init(table: &Table, folder: &Utf8Path) -> Result<String, String> {
    let wording = Wording::new(table);
    let failed = |fault: &Fault| {
        wording.phrase(
            Phrase::InitFailed,
            &[("file", &FILE_NAME), ("reason", &wording.fault(fault))],
        )
    };
    let sandbox = Sandbox::ambient(folder).map_err(|fault| failed(&fault))?;
    let found = candidates(&sandbox).map_err(|fault| failed(&fault))?;
    let content = content(wording, &found);
    match ambient::create_new(&folder.join(FILE_NAME), &content) {
        Ok(()) => Ok(wording.phrase(
            Phrase::InitDone,
            &[("file", &FILE_NAME), ("count", &found.len())],
        )),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            Err(wording.phrase(Phrase::InitExists, &[("file", &FILE_NAME)]))
        }
        Err(error) => Err(failed(&Fault::Other(error.kind()))),
    }
}

/// A directory that holds documents.
struct Candidate {
    dir: String,
    patterns: Vec<String>,
}

fn candidates(sandbox: &Sandbox) -> Result<Vec<Candidate>, Fault> {
    let mut found = Vec::new();
    let here = extensions(sandbox, Utf8Path::new(""), 0)?;
    if !here.is_empty() {
        found.push(Candidate {
            dir: ".".into(),
            patterns: here
                .iter()
                .map(|extension| format!("*.{extension}"))
                .collect(),
        });
    }
    let mut directories = directories(sandbox, Utf8Path::new(""))?;
    directories.sort();
    for directory in directories {
        let extensions = extensions(sandbox, &directory, MAX_DEPTH).unwrap_or_default();
        if !extensions.is_empty() {
            found.push(Candidate {
                dir: directory.into_string(),
                patterns: extensions
                    .iter()
                    .map(|extension| format!("**/*.{extension}"))
                    .collect(),
            });
        }
    }
    Ok(found)
}

fn directories(sandbox: &Sandbox, folder: &Utf8Path) -> Result<Vec<Utf8PathBuf>, Fault> {
    let directory = |entry: crate::sandbox::Entry| match entry.name {
        Name::Utf8(name)
            if entry.kind == Kind::Directory
                && !name.starts_with('.')
                && !PASSED_OVER.contains(&name.as_str()) =>
        {
            Some(folder.join(name))
        }
        _ => None,
    };
    Ok(sandbox
        .list(folder)?
        .into_iter()
        .filter_map(directory)
        .collect())
}

/// The kinds of documents below a directory, the most likely first.
fn extensions(
    sandbox: &Sandbox,
    folder: &Utf8Path,
    depth: usize,
) -> Result<Vec<&'static str>, Fault> {
    let mut found = [false; EXTENSIONS.len()];
    let mut pending = vec![(folder.to_owned(), depth)];
    while let Some((folder, depth)) = pending.pop() {
        for entry in sandbox.list(&folder)? {
            let Name::Utf8(name) = entry.name else {
                continue;
            };
            let known = EXTENSIONS
                .iter()
                .position(|extension| Utf8Path::new(&name).extension() == Some(extension));
            if let (Kind::File, Some(known)) = (entry.kind, known) {
                found[known] = true;
            }
        }
        if depth > 0 {
            let below = directories(sandbox, &folder).unwrap_or_default();
            pending.extend(below.into_iter().map(|directory| (directory, depth - 1)));
        }
    }
    Ok(EXTENSIONS
        .into_iter()
        .zip(found)
        .filter_map(|(extension, found)| found.then_some(extension))
        .collect())
}

fn content(wording: Wording<'_>, found: &[Candidate]) -> String {
    let mut text = wording.phrase(Phrase::InitHeader, &[]);
    let names: Vec<String> = found
        .iter()
        .map(|candidate| match candidate.dir.as_str() {
            "." => wording.phrase(Phrase::InitRootName, &[]),
            dir => dir.to_owned(),
        })
        .collect();
    text.push_str(if found.is_empty() {
        "categories: {}\n"
    } else {
        "categories:\n"
    });
    for (name, candidate) in names.iter().zip(found) {
        let description = wording.phrase(Phrase::InitDescription, &[("dir", &candidate.dir)]);
        text.push_str(&wording.phrase(
            Phrase::InitCategory,
            &[
                ("name", &quoted(name)),
                ("dir", &quoted(&candidate.dir)),
                ("patterns", &list(&candidate.patterns)),
                ("description", &quoted(&description)),
            ],
        ));
    }
    if !found.is_empty() {
        text.push_str("collections:\n");
        text.push_str(&wording.phrase(
            Phrase::InitCollection,
            &[
                ("name", &wording.phrase(Phrase::InitCollectionName, &[])),
                ("categories", &list(&names)),
                (
                    "description",
                    &quoted(&wording.phrase(Phrase::InitCollectionDescription, &[])),
                ),
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
    text
}

/// A name as a YAML scalar: plain where that is safe, else as JSON, which YAML
/// reads too.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./ ".contains(c);
    let safe = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(plain)
        && !text.ends_with(' ')
        && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
            .contains(&text.to_ascii_lowercase().as_str());
    if safe {
        text.to_owned()
    } else {
        serde_json::Value::from(text).to_string()
    }
}

fn list(items: &[String]) -> String {
    let items: Vec<String> = items
        .iter()
        .map(|item| serde_json::Value::from(item.as_str()).to_string())
        .collect();
    format!("[{}]", items.join(", "))
}
