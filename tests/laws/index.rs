//! The law of the index: what is kept of documents makes no difference to an answer.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use camino::Utf8PathBuf;

use mcp_guide::{SearchIndex, Server, Session, Source, Threads};
use serde_json::json;
use tempfile::TempDir;

use super::dispatch::ask;
use super::{Verdict, ensure, folder, table};

/// What happens to a project, or a search in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A document is written, at another time than any other.
    Write(&'static str, String),
    /// A document becomes a link to another.
    Link(&'static str, &'static str),
    /// A file or a directory is removed.
    Remove(&'static str),
    /// A file or a directory is renamed, unless the other is there.
    Rename(&'static str, &'static str),
    /// `exclude` has this pattern, and an index these bytes.
    Guide(&'static str, u64),
    /// A search for a query, in documents of a pattern.
    Search(String, Option<&'static str>),
}

/// The largest document that is read, in bytes.
pub const LIMIT: usize = 300;

/// Two folders with the same project.
pub fn stored() -> (TempDir, TempDir) {
    let made = || {
        let folder = folder();
        change(folder.path(), 0, &Step::Guide("", 1 << 20));
        folder
    };
    (made(), made())
}

fn change(folder: &Path, number: u64, step: &Step) {
    let path = |name: &str| -> PathBuf { folder.join("docs").join(name) };
    let parent = |name: &str| fs::create_dir_all(path(name).parent().expect("a parent"));
    // What cannot be done, as something else is there, is not.
    let _ = match step {
        Step::Write(name, text) => parent(name).and_then(|()| {
            fs::write(path(name), text)?;
            let modified = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000 + number);
            File::options().append(true).open(path(name))?.set_modified(modified)
        }),
        Step::Link(name, target) => parent(name).and_then(|()| {
            let _ = fs::remove_file(path(name));
            std::os::unix::fs::symlink(target, path(name))
        }),
        Step::Remove(name) => fs::remove_file(path(name)).or_else(|_| fs::remove_dir_all(path(name))),
        Step::Rename(from, to) if path(to).exists() || path(from) == path(to) => Ok(()),
        Step::Rename(from, to) => parent(to).and_then(|()| fs::rename(path(from), path(to))),
        Step::Guide(exclude, bytes) => {
            let guide = json!({
                "categories": { "docs": {
                    "dir": "docs", "patterns": ["**/*"], "render": true, "frontmatter": "strip",
                    "exclude": if exclude.is_empty() { vec![] } else { vec![exclude] },
                    "context": { "word": "zebra" },
                } },
                "limits": { "file_bytes": LIMIT, "index_bytes": bytes },
            });
            fs::create_dir_all(folder.join("docs"))
                .and_then(|()| fs::write(folder.join("guide.yaml"), guide.to_string()))
        }
        Step::Search(..) => Ok(()),
    };
}

/// `settled`: for how many seconds a file must have been the same, so that it is kept. `threads`:
/// on how many documents are read.
fn server(folder: &Path, settled: u64, threads: usize) -> Server {
    let path = Utf8PathBuf::from_path_buf(folder.to_owned()).expect("a UTF-8 path");
    let mut server = Server::new(table().clone(), Session::new(Source::Named(path)));
    let threads = Threads { most: Some(threads), documents: 1 };
    server.index = SearchIndex::new(Duration::from_secs(600), Duration::from_secs(settled), threads);
    server
}

/// Each search is answered by a server that was there from the start, and reads on four threads,
/// as by a new one, which keeps nothing and reads one document after the other.
/// `notices`: which changes there are for the former.
///
/// Returns how many searches found something, and the most bytes that were kept.
///
/// # Errors
///
/// What is violated.
pub fn index(
    (due, used): &(TempDir, TempDir),
    steps: &[Step],
    notices: impl Fn(&Step) -> bool,
) -> Result<(usize, usize), String> {
    // Times differ by themselves here.
    let subject = server(used.path(), 0, 4);
    let (mut found, mut kept) = (0, 0);
    for (number, step) in (1..).zip(steps) {
        change(due.path(), number, step);
        if notices(step) {
            change(used.path(), number, step);
        }
        let Step::Search(query, pattern) = step else {
            continue;
        };
        let mut arguments = json!({ "query": query });
        if let Some(pattern) = pattern {
            arguments["pattern"] = (*pattern).into();
        }
        let arguments = arguments.as_object().expect("an object");
        let came = ask(&subject, "search_content", arguments)?;
        let due = ask(&server(due.path(), 600, 1), "search_content", arguments)?;
        same(&came, &due).map_err(|problem| format!("step {number}: {problem}"))?;
        found += usize::from(due.contains("guide://"));
        kept = kept.max(subject.index.bytes());
    }
    Ok((found, kept))
}

fn same(came: &str, due: &str) -> Verdict {
    ensure(came == due, || format!("{came}\ninstead of\n{due}"))
}
