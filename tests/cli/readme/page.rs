//! A Markdown page of this repository: its blocks, tables, headings and links.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};

use mcp_guide::text::outline;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};

pub const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// What stands before a block that no test can run.
const NOT_RUN: &str = "<!-- not run: ";

pub struct Page {
    /// From the repository's folder.
    pub path: String,
    pub text: String,
}

/// A block of code.
pub struct Block<'a> {
    pub language: &'a str,
    pub text: &'a str,
    /// From 1.
    pub line: usize,
    /// Why it is not run, where that is said.
    pub not_run: Option<&'a str>,
}

impl Page {
    #[track_caller]
    pub fn read(path: &str) -> Self {
        let text = std::fs::read_to_string(Path::new(ROOT).join(path));
        Self { path: path.to_owned(), text: text.unwrap_or_else(|error| panic!("{path}: {error}")) }
    }

    /// What the Markdown is made of, and where.
    fn events(&self) -> impl Iterator<Item = (Event<'_>, Range<usize>)> {
        Parser::new_ext(&self.text, Options::ENABLE_TABLES).into_offset_iter()
    }

    /// The blocks of code that have a language.
    #[track_caller]
    pub fn blocks(&self) -> Vec<Block<'_>> {
        let mut blocks = Vec::new();
        for (event, place) in self.events() {
            if !matches!(event, Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_)))) {
                continue;
            }
            let (head, rest) = self.text[place.clone()].split_once('\n').expect("a fence");
            let text = rest.rsplit_once("```").expect("a closed fence").0;
            let before = self.text[..place.start].trim_end_matches([' ', '\n']);
            let before = before.lines().next_back().unwrap_or_default();
            let line = self.text[..place.start].lines().count() + 1;
            let not_run = before.trim_start().strip_prefix(NOT_RUN);
            blocks.push(Block {
                language: head.trim_start_matches('`').trim(),
                text,
                line,
                not_run: not_run.map(|reason| {
                    let reason = reason.strip_suffix(" -->").unwrap_or_default();
                    assert!(!reason.is_empty(), "{}:{line}: why is it not run?", self.path);
                    reason
                }),
            });
        }
        blocks
    }

    /// The texts of its blocks in one language.
    pub fn code(&self, language: &str) -> Vec<&str> {
        let blocks = self.blocks().into_iter();
        let blocks = blocks.filter(|block| block.language == language);
        blocks.map(|block| block.text).collect()
    }

    /// The rows of the table with this head, their cells trimmed.
    #[track_caller]
    pub fn table(&self, head: &str) -> Vec<Vec<&str>> {
        let (_, after) = self.text.split_once(head).expect("a table with this head");
        let rows = after.lines().skip(2);
        rows.take_while(|line| line.starts_with('|'))
            .map(|line| {
                let cells = line.trim_matches('|').split(" | ");
                cells.map(str::trim).collect()
            })
            .collect()
    }

    /// The names that a link's fragment can have.
    pub fn anchors(&self) -> BTreeSet<String> {
        let headings = outline::headings(&self.text);
        headings.into_iter().flatten().map(|heading| heading.slug).collect()
    }

    /// Where its links and pictures lead, but for other sites.
    pub fn links(&self) -> Vec<String> {
        let links = self.events().filter_map(|(event, _)| match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                Some(dest_url.into_string())
            }
            _ => None,
        });
        let elsewhere = |link: &String| link.contains("://") || link.starts_with("mailto:");
        links.filter(|link| !elsewhere(link)).collect()
    }
}

/// Every Markdown page of the repository.
pub fn all() -> Vec<Page> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let entry = entry.expect("an entry");
            let (path, name) = (entry.path(), entry.file_name());
            let name = name.to_string_lossy();
            let made = ["target", "corpus", "artifacts"].contains(&&*name);
            if entry.file_type().expect("a type").is_dir() {
                if !made && !name.starts_with('.') && !name.starts_with("mutants.out") {
                    walk(&path, found);
                }
            } else if name.ends_with(".md") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(Path::new(ROOT), &mut found);
    found.sort();
    let relative = |path: PathBuf| {
        let path = path.strip_prefix(ROOT).expect("within").to_str();
        Page::read(path.expect("UTF-8"))
    };
    let pages: Vec<Page> = found.into_iter().map(relative).collect();
    assert!(pages.len() > 20, "{} pages", pages.len());
    pages
}

/// What people read: the README and docs.
pub fn written() -> Vec<Page> {
    let mut pages = all();
    pages.retain(|page| {
        page.path == "README.md" || page.path == "CONTRIBUTING.md" || page.path.starts_with("docs/")
    });
    pages
}
