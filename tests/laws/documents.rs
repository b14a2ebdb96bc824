//! The laws of documents: in which order they come, that each comes once, and how many fit
//! into the budget. Each compares an answer with others of the same project.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::dispatch::named;
use super::multipart::percent_decoded;
use super::{Verdict, ensure, folder};

/// The most that a limit may be: what nothing here reaches.
pub const UNBOUNDED: u64 = 1 << 24;

/// The categories by their directories, of which some are the same by a link.
pub const CATEGORIES: [(&str, &str); 4] = [("a", "docs"), ("b", "docs/sub"), ("c", "docs/l"), ("d", ".")];

/// A project and its files.
#[derive(Debug, Clone)]
pub struct Shelf {
    /// Paths and contents.
    pub files: Vec<(String, String)>,
    /// The patterns of each category.
    pub patterns: Vec<Vec<&'static str>>,
    /// The members of the collection.
    pub members: Vec<&'static str>,
    /// The budget, in bytes.
    pub limit: u64,
}

/// A subject: the value of a call and its message, if a response may have so many bytes.
pub trait Subject: Fn(&Path, u64, &str, &Value) -> [String; 2] {}
impl<F: Fn(&Path, u64, &str, &Value) -> [String; 2]> Subject for F {}

/// The files in a folder, and a project's file for each limit.
pub fn stored(shelf: &Shelf) -> TempDir {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir_all(path("docs/sub")).expect("a new directory");
    symlink("sub", path("docs/l")).expect("a new link");
    symlink("x.md", path("docs/to-x.md")).expect("a new link");
    for (name, content) in &shelf.files {
        fs::write(path(name), content).expect("a file");
    }
    let categories = CATEGORIES.iter().zip(&shelf.patterns);
    let categories: serde_json::Map<_, _> = categories
        .map(|((name, dir), patterns)| {
            // One without an ending: a listing's pattern is not narrowed to those of the others.
            let patterns: Vec<_> = patterns.iter().copied().chain(["none/*"]).collect();
            ((*name).into(), json!({ "dir": dir, "patterns": patterns }))
        })
        .collect();
    for limit in [shelf.limit, UNBOUNDED] {
        let project = json!({
            "categories": categories,
            "collections": { "k": { "categories": shelf.members } },
            "limits": { "response_bytes": limit },
        });
        fs::write(path(&format!("{limit}.yaml")), project.to_string()).expect("a project");
    }
    folder
}

/// The engine: the value of a call in a project with this limit, and its message.
pub fn engine(folder: &Path, limit: u64, tool: &str, arguments: &Value) -> [String; 2] {
    let file = folder.join(format!("{limit}.yaml"));
    let json = named(&file, tool, arguments.as_object().expect("an object")).expect("a reply");
    let result: Value = serde_json::from_str(&json).expect("a Result is JSON");
    ["value", "message"].map(|field| result[field].as_str().unwrap_or_default().to_owned())
}

/// The locations that are listed for a name, and for a pattern of it.
fn listed(folder: &Path, subject: &impl Subject, name: &str, pattern: Option<&str>) -> Vec<String> {
    // One without a folder is looked for in any.
    let pattern = pattern.map(|pattern| format!("./{pattern}"));
    let arguments = json!({ "category_or_collection": name, "pattern": pattern });
    let [value, _] = subject(folder, UNBOUNDED, "list_content", &arguments);
    let cells = value.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    cells.filter(|cell| cell.starts_with("guide://") && !cell.contains('#')).map(str::to_owned).collect()
}

/// The category and the path of a location.
fn place(location: &str) -> (&str, String) {
    let (_, after) = location.rsplit_once("category/").expect("a location of a category");
    let (category, path) = after.split_once('/').expect("a path");
    (category, String::from_utf8(percent_decoded(path)).expect("UTF-8"))
}

/// The directory of a document as the system knows it, and its name.
fn identity(folder: &Path, location: &str) -> (PathBuf, OsString) {
    let (category, path) = place(location);
    let (_, dir) = CATEGORIES.iter().find(|(name, _)| *name == category).expect("a category");
    let path = folder.join(dir).join(path);
    let above = path.parent().and_then(|above| above.canonicalize().ok());
    (above.expect("a directory"), path.file_name().expect("a name").to_owned())
}

/// Each document where it comes first.
fn once(folder: &Path, locations: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = HashSet::new();
    locations.filter(|location| seen.insert(identity(folder, location))).collect()
}

/// A category's documents are those of each of its patterns in turn, and these are in the
/// byte order of their paths.
///
/// Returns how many documents another pattern finds again.
pub fn order(folder: &Path, shelf: &Shelf, subject: impl Subject) -> Result<usize, String> {
    let mut again = 0;
    for ((category, _), patterns) in CATEGORIES.iter().zip(&shelf.patterns) {
        let mut each = Vec::new();
        for pattern in patterns {
            let found = listed(folder, &subject, category, Some(pattern));
            let in_order = found.is_sorted_by_key(|location| place(location).1.into_bytes());
            ensure(in_order, || format!("{category} {pattern}: {found:?} are not in order"))?;
            each.extend(found);
        }
        again += each.len();
        let due = once(folder, each.into_iter());
        again -= due.len();
        same(category, &listed(folder, &subject, category, None), &due)?;
    }
    Ok(again)
}

/// A collection's documents are those of its members in turn, each document once.
///
/// Returns how many another member has again.
pub fn members(folder: &Path, shelf: &Shelf, subject: impl Subject) -> Result<usize, String> {
    let parts = shelf.members.iter().map(|member| match member.split_once('/') {
        Some((category, pattern)) => listed(folder, &subject, category, Some(pattern)),
        None => listed(folder, &subject, member, None),
    });
    let all: Vec<String> = parts.flatten().collect();
    let due = once(folder, all.iter().map(|one| one.replace("//category", "//collection/k/category")));
    same("k", &listed(folder, &subject, "k", None), &due)?;
    Ok(all.len() - due.len())
}

fn same(name: &str, found: &[String], due: &[String]) -> Verdict {
    ensure(found == due, || format!("{name}: {found:#?}\ninstead of\n{due:#?}"))
}

/// Of the answer without a budget an answer has each document that fits after those before it,
/// the first if none does, and its message names the others. A listing counts all documents.
///
/// Returns how many answers are incomplete.
pub fn fitting(folder: &Path, shelf: &Shelf, subject: impl Subject) -> Result<usize, String> {
    let mut incomplete = 0;
    for (name, _) in CATEGORIES.iter().chain(&[("k", "")]) {
        let arguments = json!({ "category_or_collection": name });
        let both = |tool| [UNBOUNDED, shelf.limit].map(|limit| subject(folder, limit, tool, &arguments));
        let [[whole, _], [within, _]] = both("list_content");
        shortened(&whole, &within, shelf.limit as usize).map_err(|problem| format!("{name}: {problem}"))?;
        let [[whole, _], [within, message]] = both("get_content");
        let (due, left_out) = fitted(&whole, shelf.limit as usize);
        ensure(within == due, || format!("{name} {}: {within}\ninstead of\n{due}", shelf.limit))?;
        for (uri, body) in &left_out {
            ensure(message.contains(&format!("{uri} (")), || format!("{name}: no {uri} in {message}"))?;
            // What a message names is an argument of the next call.
            let asked = json!({ "category_or_collection": uri });
            let [again, _] = subject(folder, shelf.limit, "get_content", &asked);
            ensure(again == *body, || format!("{uri} is {again:?}, not {body:?}"))?;
        }
        ensure(message.matches(" B)").count() >= left_out.len(), || format!("{left_out:?}: {message}"))?;
        incomplete += usize::from(!left_out.is_empty());
    }
    Ok(incomplete)
}

/// What fits of a message, and the locations and bodies of the rest.
fn fitted(whole: &str, limit: usize) -> (String, Vec<(String, String)>) {
    let (delimiter, end) = ("\r\n--guide-boundary\r\n", "\r\n--guide-boundary--\r\n");
    let Some(parts) = whole.strip_suffix(end) else {
        return (whole.to_owned(), Vec::new());
    };
    let mut parts = parts.split(delimiter);
    let mut message = parts.next().unwrap_or_default().to_owned();
    let parts: Vec<&str> = parts.collect();
    let fits = |message: &str, part: &str| message.len() + delimiter.len() + part.len() + end.len() <= limit;
    let first = parts.iter().position(|part| fits(&message, part)).unwrap_or_default();
    let mut left_out = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        if at == first || fits(&message, part) {
            message = message + delimiter + part;
        } else {
            let location = part.lines().find_map(|line| line.strip_prefix("Content-Location: "));
            let (_, body) = part.split_once("\r\n\r\n").expect("a body");
            left_out.push((location.expect("a location").to_owned(), body.to_owned()));
        }
    }
    (message + end, left_out)
}

/// Each document has its row, or is counted in that of a directory or of the rest.
fn shortened(whole: &str, within: &str, limit: usize) -> Verdict {
    if whole.len() <= limit {
        return ensure(within == whole, || format!("{within}\ninstead of\n{whole}"));
    }
    let number = |text: &str| text.parse::<u64>().unwrap_or(1);
    let counted = |text: &str| -> (usize, (u64, u64, String), bool) {
        let rows = text.lines().skip(2).take_while(|line| !line.is_empty());
        rows.fold((0, (0, 0, String::new()), false), |(rows, (count, bytes, latest), is_cut), row| {
            let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
            let rest = cells[0].strip_prefix("and ").and_then(|cell| cell.split(' ').next());
            let below = cells[3].rsplit_once("documents: ").map(|(_, count)| count);
            let here = number(rest.or(below).unwrap_or("1"));
            let bytes = bytes + if rest.is_some() { 0 } else { number(cells[4]) };
            (rows + 1, (count + here, bytes, latest.max(cells[6].to_owned())), is_cut || rest.is_some())
        })
    };
    let ((_, due, _), (rows, mut came, is_cut)) = (counted(whole), counted(within));
    // The row that counts the rest has no sizes.
    if is_cut && came.1 <= due.1 && came.2 <= due.2 {
        came = (came.0, due.1, due.2.clone());
    }
    ensure(came == due, || format!("{came:?} instead of {due:?}: {within}\ninstead of\n{whole}"))?;
    // One row and the count of the rest are given at least.
    ensure(within.len() <= limit || rows <= 2, || format!("over {limit}: {within}"))
}
