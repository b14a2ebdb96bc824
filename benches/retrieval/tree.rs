//! The generated trees: the same names and bytes on every machine.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Changes whenever the trees do, so that an old one is not taken for a new one.
const VERSION: &str = "v2";
const FILES_PER_DIRECTORY: usize = 20;
const DEPTH: u32 = 4;

const DIRECTORIES: [&str; 9] = ["docs", "api", "guide", "src", "assets", "tests", "notes", "admin", "lib"];
const STEMS: [&str; 8] = ["setup", "overview", "release", "style", "errors", "index", "usage", "design"];
/// Four in ten are Markdown, as in a project that documents itself.
const EXTENSIONS: [&str; 10] = ["md", "md", "txt", "py", "md", "rs", "yaml", "md", "py", "json"];
const WORDS: [&str; 16] = [
    "the", "server", "reads", "a", "document", "from", "its", "category", "and", "returns", "it", "whole",
    "`code`", "\"quoted\"", "**bold**", "list:",
];

/// A tree to measure: a folder with `guide.yaml` and the category's directory.
pub struct Tree {
    /// How it is asked for: the number of files, `flat-` in front of a flat one.
    pub name: &'static str,
    files: usize,
    flat: bool,
}

/// Every tree, the smallest first.
pub const TREES: [Tree; 3] = [
    Tree { name: "100", files: 100, flat: false },
    Tree { name: "10000", files: 10_000, flat: false },
    Tree { name: "flat-1000", files: 1_000, flat: true },
];

impl Tree {
    /// Makes the tree unless an earlier run did, and returns its project folder.
    pub fn make(&self) -> io::Result<PathBuf> {
        make(self.name, |root| {
            let paths = if self.flat { flat_paths(self.files) } else { nested_paths(self.files) };
            for (seed, path) in paths.iter().enumerate() {
                let path = root.join(path);
                // The path is below `root`, so it has a parent.
                fs::create_dir_all(path.parent().unwrap_or(root))?;
                fs::write(path, body(seed, 1536 + seed * 37 % 1024))?;
            }
            Ok(())
        })
    }
}

/// The word of [`make_searched`] that no other document holds.
pub const NEEDLE: &str = "needle";

/// Makes a category of 10,000 documents of 2 KB, of which each hundredth holds a word.
pub fn make_searched() -> io::Result<PathBuf> {
    make("searched", |root| {
        for (seed, path) in flat_paths(10_000).iter().enumerate() {
            let mut text = body(seed, 2_000);
            if seed % 100 == 0 {
                text.push_str(&format!("\n{NEEDLE}\n"));
            }
            fs::write(root.join(path), text)?;
        }
        Ok(())
    })
}

/// The directory of the category in a project folder.
pub fn category(project: &Path) -> PathBuf {
    project.join("tree")
}

/// Finds the files and directories below one, by their paths from the root.
pub fn walk(
    root: &Path,
    directory: &str,
    files: &mut Vec<String>,
    directories: &mut Vec<String>,
) -> io::Result<()> {
    directories.push(directory.to_owned());
    for entry in fs::read_dir(root.join(directory))? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_str().ok_or(io::ErrorKind::InvalidData)?;
        let path = if directory.is_empty() { name.to_owned() } else { format!("{directory}/{name}") };
        if entry.file_type()?.is_dir() {
            walk(root, &path, files, directories)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

fn make(name: &str, fill: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<PathBuf> {
    let all = Path::new(env!("CARGO_TARGET_TMPDIR")).join("retrieval");
    let project = all.join(format!("{VERSION}-{name}"));
    if project.exists() {
        return Ok(project);
    }
    // Made under another name, so that a run that was stopped leaves no half tree.
    let making = all.join(format!("making-{name}"));
    if making.exists() {
        fs::remove_dir_all(&making)?;
    }
    fs::create_dir_all(category(&making))?;
    fs::write(making.join("guide.yaml"), PROJECT)?;
    fill(&category(&making))?;
    fs::rename(making, &project)?;
    Ok(project)
}

/// One category, and limits that cut nothing.
const PROJECT: &str = "\
categories:
  tree: { dir: tree, patterns: [\"**/*.md\"] }
limits: { file_bytes: 16777216, response_bytes: 16777216 }
";

fn flat_paths(files: usize) -> Vec<String> {
    (0..files)
        .map(|index| match index {
            0 => "intro.md".to_owned(),
            _ => format!("{}-{index:05}.md", STEMS[index % STEMS.len()]),
        })
        .collect()
}

/// About as many files in each directory; the first slot is the root itself.
fn nested_paths(files: usize) -> Vec<String> {
    let directories = directories(files / FILES_PER_DIRECTORY + 12);
    (0..files)
        .map(|index| {
            let slot = index % directories.len();
            let turn = index / directories.len();
            let extension = EXTENSIONS[(turn + slot) % EXTENSIONS.len()];
            let stem = STEMS[turn % STEMS.len()];
            let directory = &directories[slot];
            match (slot, turn) {
                (0, 0) => "intro.md".to_owned(),
                (0, 1) => "intro.txt".to_owned(),
                _ => format!("{directory}{stem}-{turn:03}.{extension}"),
            }
        })
        .collect()
}

/// The root and `count` directories below it, level by level, with the smallest
/// fan-out that needs no more than [`DEPTH`] levels. Each ends in `/`.
fn directories(count: usize) -> Vec<String> {
    let room = |fan: usize| (1..=DEPTH).map(|level| fan.pow(level)).sum::<usize>();
    let fan = (1..).find(|&fan| room(fan) >= count).unwrap_or(count);
    let mut made = vec![String::new()];
    let mut parent = 0;
    while made.len() <= count {
        for child in 0..fan.min(count + 1 - made.len()) {
            let name = DIRECTORIES[child % DIRECTORIES.len()];
            made.push(format!("{}{name}/", made[parent]));
        }
        parent += 1;
    }
    made
}

/// Text of exactly this many bytes: lines of words, headings now and then, and a
/// character outside ASCII in one document of eight.
fn body(seed: usize, bytes: usize) -> String {
    let mut text = String::with_capacity(bytes + 64);
    if seed.is_multiple_of(8) {
        text.push_str("# Übersicht\n\n");
    }
    let mut state = seed as u64;
    let mut line = 0;
    while text.len() < bytes {
        // Knuth's generator: its upper bits are mixed well enough to pick words.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let word = WORDS[(state >> 60) as usize];
        text.push_str(word);
        line += word.len() + 1;
        text.push(if line > 72 { '\n' } else { ' ' });
        line = if line > 72 { 0 } else { line };
    }
    text.truncate(bytes - 1);
    text.push('\n');
    text
}
