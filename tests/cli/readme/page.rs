//! A Markdown page of this repository: its blocks, tables, headings and links.

use std::ops::Range;
use std::path::Path;

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

/// What people read: the README and docs.
pub fn written() -> Vec<Page> {
    let docs = std::fs::read_dir(Path::new(ROOT).join("docs")).expect("a folder");
    let names = docs.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"));
    let mut paths: Vec<String> =
        names.filter(|name| name.ends_with(".md")).map(|name| format!("docs/{name}")).collect();
    paths.extend(["README.md", "CONTRIBUTING.md"].map(str::to_owned));
    paths.sort();
    paths.iter().map(|path| Page::read(path)).collect()
}
