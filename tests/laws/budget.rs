//! The budget law: a listing within a limit is the one without, made shorter as the
//! specification says, and no shorter. How many documents fit is the law of calls'.

use std::fs;
use std::path::{Path, PathBuf};

use camino::Utf8PathBuf;
use mcp_guide::Dispatcher;
use mcp_guide::project::session::{Session, Source};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::dispatch::ask;
use super::{Verdict, ensure, folder, table};

/// The most that a limit may be: what nothing here reaches.
pub const UNBOUNDED: u64 = 1 << 24;

const PROJECT: &str = "
categories:
  one: { dir: one, patterns: ['**/*.md'] }
  two: { dir: two, patterns: ['**/*.md'] }
collections: { both: { categories: [one, two] } }
";

/// Two categories of documents, and a collection of both.
#[derive(Debug, Clone)]
pub struct Tree {
    /// Path, with the category first, and content.
    pub documents: Vec<(String, String)>,
    /// The limit, in bytes.
    pub limit: u64,
}

/// The documents in a folder, and a project's file for each limit.
pub fn stored(tree: &Tree) -> TempDir {
    let folder = folder();
    for category in ["one", "two"] {
        fs::create_dir(folder.path().join(category)).expect("a new directory");
    }
    for (path, content) in &tree.documents {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a new directory");
        fs::write(path, content).expect("a new file");
    }
    for limit in [tree.limit, UNBOUNDED] {
        project(folder.path(), limit);
    }
    folder
}

/// The project's file with this limit.
fn project(folder: &Path, limit: u64) -> PathBuf {
    let file = folder.join(format!("{limit}.yaml"));
    if !file.exists() {
        let limits = format!("limits: {{ response_bytes: {limit} }}\n");
        fs::write(&file, PROJECT.to_owned() + &limits).expect("a project");
    }
    file
}

/// The engine: the value of a call in a project with this limit.
pub fn engine(folder: &Path, limit: u64, tool: &str, arguments: &Value) -> String {
    let file = project(folder, limit);
    let file = Utf8PathBuf::from_path_buf(file).expect("a UTF-8 path");
    let session = Session::new(Source::Named(file));
    let dispatcher = Dispatcher::new(table().clone(), session);
    let arguments = arguments.as_object().expect("arguments are an object");
    let json = ask(&dispatcher, tool, arguments).expect("a reply");
    let result: Value = serde_json::from_str(&json).expect("a Result is JSON");
    result["value"].as_str().unwrap_or_default().to_owned()
}

/// Holds for the listing of each name.
///
/// Returns how many listings were made shorter.
pub fn budget(
    folder: &Path,
    tree: &Tree,
    subject: impl Fn(&Path, u64, &str, &Value) -> String,
) -> Result<usize, String> {
    let mut shorter = 0;
    for name in ["one", "both"] {
        let arguments = json!({ "category_or_collection": name });
        let [whole, within] =
            [UNBOUNDED, tree.limit].map(|limit| subject(folder, limit, "list_content", &arguments));
        listing(&whole, &within, tree.limit).map_err(|problem| format!("{name}: {problem}"))?;
        shorter += usize::from(whole != within);
    }
    Ok(shorter)
}

/// A document's row, as the listing without a limit has it.
#[derive(Debug)]
struct Row {
    line: String,
    /// The URI of its category, with a `/` after it.
    category: String,
    path: String,
    bytes: u64,
    modified: String,
}

impl Row {
    fn read(line: &str) -> Self {
        let cells: Vec<&str> = line.split(" | ").map(|cell| cell.trim_matches(['|', ' '])).collect();
        let uri = cells[0];
        let at = uri.rfind("category/").expect("a category") + "category/".len();
        let category = at + uri[at..].find('/').expect("a path") + 1;
        Self {
            line: line.to_owned(),
            category: uri[..category].to_owned(),
            path: uri[category..].to_owned(),
            bytes: cells[4].parse().expect("a size"),
            modified: cells[6].to_owned(),
        }
    }

    fn depth(&self) -> isize {
        self.path.matches('/').count() as isize
    }

    /// The URI of the directory that stands for it, of so many names.
    fn directory(&self, names: isize) -> String {
        let names = self.path.split('/').take(names.max(0) as usize);
        let names: Vec<String> = names.map(|name| format!("{name}/")).collect();
        self.category.clone() + &names.concat()
    }
}

/// Of all documents together, what a row says of them.
fn together<'a>(rows: impl Iterator<Item = &'a Row> + Clone) -> (usize, u64, String) {
    let modified = rows.clone().map(|row| row.modified.clone()).max();
    (rows.clone().count(), rows.map(|row| row.bytes).sum(), modified.unwrap_or_default())
}

/// The rows of the greatest depth at which all of them fit; at the least depth as
/// many as fit, and a last one.
fn listing(whole: &str, within: &str, limit: u64) -> Verdict {
    let mut lines = whole.lines();
    let head: String = lines.by_ref().take(2).map(|line| format!("{line}\n")).collect();
    let rows: Vec<Row> = lines.map(Row::read).collect();
    if rows.is_empty() {
        return same(within, whole);
    }
    let fits = |text: &String| text.len() as u64 <= limit;
    let depths = || rows.iter().map(Row::depth);
    let least = least(&rows);
    for depth in (least..=depths().max().unwrap_or(0)).rev() {
        let folded = folded(&rows, depth);
        let text = head.clone() + &folded.iter().map(|(line, _)| line.as_str()).collect::<String>();
        if fits(&text) {
            return same(within, &text);
        }
        if depth == least {
            let cut = |count: usize| {
                let shown: String = folded[..count].iter().map(|(line, _)| line.as_str()).collect();
                let rest = folded[count..].iter().flat_map(|(_, rows)| rows.iter().copied());
                let (documents, bytes, modified) = together(rest);
                let text = format!("and {documents} more |  |  |  | {bytes} | ~{} | {modified}", bytes / 4);
                match documents {
                    0 => head.clone() + &shown,
                    _ => format!("{head}{shown}| {text} |\n"),
                }
            };
            let most = (1..folded.len()).rev().map(cut).find(fits);
            return same(within, &most.unwrap_or_else(|| cut(1)));
        }
    }
    same(within, whole)
}

fn same(found: &str, expected: &str) -> Verdict {
    ensure(found == expected, || format!("found\n{found}\ninstead of\n{expected}"))
}

/// The depth of the directory that holds everything.
fn least(rows: &[Row]) -> isize {
    let mut names = 0;
    loop {
        let deep = rows.iter().all(|row| row.depth() >= names);
        let mut directories = rows.iter().map(|row| row.directory(names));
        let first = directories.next();
        if !deep || directories.any(|other| Some(other) != first) {
            return names - 1;
        }
        names += 1;
    }
}

/// The rows at a depth, each with the documents that it stands for.
fn folded(rows: &[Row], depth: isize) -> Vec<(String, Vec<&Row>)> {
    let mut folded: Vec<(Option<String>, Vec<&Row>)> = Vec::new();
    for row in rows {
        let directory = (row.depth() > depth).then(|| row.directory(depth + 1));
        let known = folded.iter_mut().find(|(known, _)| known.is_some() && *known == directory);
        match known {
            Some((_, rows)) => rows.push(row),
            None => folded.push((directory, vec![row])),
        }
    }
    let line = |(directory, rows): (Option<String>, Vec<&'_ Row>)| {
        let (documents, bytes, modified) = together(rows.iter().copied());
        match directory {
            Some(uri) => {
                format!(
                    "| {uri} |  |  | directory, documents: {documents} | {bytes} | ~{} | {modified} |\n",
                    bytes / 4
                )
            }
            None => format!("{}\n", rows[0].line),
        }
    };
    folded.into_iter().map(|(directory, rows)| (line((directory, rows.clone())), rows)).collect()
}
