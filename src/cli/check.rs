//! Everything about a project that will surface in results, found beforehand.

mod collection;
mod names;
mod report;
mod shelf;

use crate::cli::output::counted;
use crate::documents::discover::{FileInfo, Search, discover};
use crate::documents::document::OpenDocument;
use crate::documents::fault::{Fault, Unreadable};
use crate::documents::pattern::{Pattern, PatternError};
use crate::documents::rendered::Variable;
use crate::documents::sandbox::Sandbox;
use crate::documents::served::Served;
use crate::documents::stored::Stored;
use crate::project::fault::{ProjectError, SessionError};
use crate::project::guide::{Category, Frontmatter};
use crate::project::session::{BoundProject, Roots, Session};
use crate::render::wording::{Wording, echo};
use crate::spec::Table;
use crate::text::frontmatter;
use crate::text::multipart::BodyStats;
use crate::text::named::Named;
use crate::text::yaml::YamlError;

pub use report::{Count, Finding, Level, Report};
use shelf::{Answer, Book, LeftOut, Shelf};

/// Checks the project that the session binds; the table was checked when it was
/// loaded. Every document that the default patterns match is read once.
pub fn check(table: &Table, session: &Session) -> Report {
    let wording = Wording::new(table);
    let mut report = Report::default();
    let bound = match session.bind(&Roots::None) {
        Ok(bound) => bound,
        Err(SessionError::Unloadable(fault)) => {
            let (file, said) = (echo(&session.file_name()), wording.said(&fault));
            report.add(Level::Error, &echo(&fault.path), format!("{file}: {said}"));
            return report;
        }
        Err(why) => {
            report.add(Level::Error, "", wording.said(&why));
            return report;
        }
    };
    let mut check = Check {
        table,
        wording,
        bound: &bound,
        report,
    };
    let mut shelves: Vec<Shelf> = bound
        .project
        .categories
        .iter()
        .map(|(name, category)| check.category(name, category))
        .collect();
    for (name, collection) in &bound.project.collections {
        check.collection(name, collection, &mut shelves);
    }
    let mut report = check.report;
    names::alike(&bound.project, &mut report);
    report
}

struct Check<'a> {
    table: &'a Table,
    wording: Wording<'a>,
    bound: &'a BoundProject,
    report: Report,
}

impl Check<'_> {
    fn category(&mut self, name: &str, category: &Category) -> Shelf {
        let path = format!("categories.{}", echo(name));
        let mut patterns: Vec<(usize, &Pattern)> = Vec::new();
        for (index, default) in category.patterns.iter().enumerate() {
            match default.parsed() {
                Ok(pattern) => patterns.push((index, pattern)),
                Err(error) => {
                    let path = format!("{path}.patterns[{index}]");
                    self.no_pattern(&path, default.as_str(), error);
                }
            }
        }
        let mut shelf = Shelf::new(name);
        match self.bound.open(category) {
            Ok(sandbox) => {
                let files = self.documents((name, category), &sandbox, &patterns, &path);
                self.read(&mut shelf, category, &sandbox, &files, &path);
            }
            Err(fault) => self.directory(&path, category, &fault),
        }
        shelf.own = shelf.books.len();
        let books = shelf.books.iter().map(|book| (&shelf, book));
        self.budget(&path, None, &Answer::new(books));
        self.report.counts.push(Count {
            name: name.to_owned(),
            documents: shelf.books.len(),
            bytes: shelf.books.iter().map(|book| book.stats.bytes).sum(),
        });
        shelf
    }

    fn no_pattern(&mut self, path: &str, pattern: &str, error: &PatternError) {
        let (pattern, place) = (echo(pattern), self.wording.place(error));
        let reason = self.wording.said(&error.fault);
        self.error(path, &format!("pattern '{pattern}'{place}: {reason}"));
    }

    fn error(&mut self, path: &str, text: &str) {
        self.add(Level::Error, path, text);
    }

    fn warn(&mut self, path: &str, text: &str) {
        self.add(Level::Warning, path, text);
    }

    /// Adds a finding with its path before its text.
    fn add(&mut self, level: Level, path: &str, text: &str) {
        self.report.add(level, path, format!("{path}: {text}"));
    }

    /// Finds every document that the default patterns match.
    fn documents(
        &mut self,
        (name, category): (&str, &Category),
        sandbox: &Sandbox,
        patterns: &[(usize, &Pattern)],
        path: &str,
    ) -> Vec<FileInfo> {
        let ordered: Vec<&Pattern> = patterns.iter().map(|(_, pattern)| *pattern).collect();
        let found = |served| {
            let search = Search::new(name, &ordered, &self.table.template_suffixes, served);
            discover(sandbox, &search, &|| false).unwrap_or_default()
        };
        let files = found(category.served());
        let excluded = match files.is_empty() && !category.exclude.is_empty() {
            true => found(Served {
                exclude: &[],
                ..category.served()
            }),
            false => Vec::new(),
        };
        if excluded.is_empty() {
            self.unmatched(&files, patterns, path);
        } else {
            let (path, count) = (format!("{path}.exclude"), excluded.len());
            let text = format!("every document that the patterns match is excluded ({count})");
            self.warn(&path, &text);
        }
        files
    }

    /// Reads each of these documents, unless it was read.
    fn read<'f>(
        &mut self,
        shelf: &mut Shelf,
        category: &Category,
        sandbox: &Sandbox,
        files: impl IntoIterator<Item = &'f FileInfo>,
        path: &str,
    ) {
        let limit = self.bound.project.limits.file_bytes;
        let suffixes = &self.table.template_suffixes;
        let name = &shelf.category;
        let templates = (self.bound).templates(name, sandbox.files(), suffixes, &|| false);
        let templates = templates.ok().flatten();
        let mut variables = Named::default();
        let mut stored = Stored::new(sandbox);
        for file in files {
            if shelf.knows(&file.path) {
                continue;
            }
            let text = match templates.as_ref().filter(|_| file.is_template()) {
                Some(templates) => templates.render(file).map(|rendered| {
                    for name in rendered.missing {
                        let path = file.path.to_string();
                        variables.push_with(|| Variable { name, path });
                    }
                    rendered.text
                }),
                None => OpenDocument::open(sandbox.files(), file, limit)
                    .and_then(|opened| opened.read(limit)),
            };
            match text {
                Ok(text) => {
                    let mut body = &*text;
                    if self.table.is_markdown(file.basename()) {
                        match frontmatter::split(&text) {
                            Ok((_, rest)) if category.frontmatter == Frontmatter::Strip => {
                                body = rest;
                            }
                            Ok(_) => {}
                            Err(error) => self.broken(path, file, error),
                        }
                        if frontmatter::never_ends(&text) {
                            self.endless(path, file);
                        }
                    }
                    shelf.put(Book {
                        stats: BodyStats::new(&self.table.boundary, body),
                        identity: stored.identity(file),
                        info: file.clone(),
                    });
                }
                Err(fault) => {
                    shelf.put_none(&file.path);
                    let level = match fault {
                        Fault::TooLarge { .. } => Level::Warning,
                        _ => Level::Error,
                    };
                    let document = self.wording.unreadable(&Unreadable {
                        path: file.path.to_string(),
                        fault,
                    });
                    self.add(level, path, &document);
                }
            }
        }
        if !variables.is_empty() {
            let variables = self.wording.variables(&variables);
            let text =
                format!("template variables without a value, rendered as nothing: {variables}");
            self.warn(path, &text);
        }
    }

    /// The frontmatter of a document is none.
    fn broken(&mut self, path: &str, file: &FileInfo, error: YamlError) {
        let document = echo(file.path.as_str());
        let fault = self.wording.said(&ProjectError::from(error));
        let text = format!("{document} has invalid frontmatter, which is served as text: {fault}");
        self.warn(path, &text);
    }

    /// The frontmatter of a document does not end.
    fn endless(&mut self, path: &str, file: &FileInfo) {
        let document = echo(file.path.as_str());
        let limit = frontmatter::MAX_BLOCK;
        let text = format!(
            "{document} begins like frontmatter, but has no closing '---' in its first {limit} \
             bytes; it is served as text"
        );
        self.warn(path, &text);
    }

    /// The patterns that match nothing: all of them, or some of several.
    fn unmatched(&mut self, files: &[FileInfo], patterns: &[(usize, &Pattern)], path: &str) {
        if files.is_empty() && !patterns.is_empty() {
            let patterns = patterns.iter().map(|(_, pattern)| pattern.as_str());
            self.no_match(Level::Error, path, &patterns.collect::<Vec<_>>());
        }
        // What cannot be entered may hold what a pattern is for.
        if files.is_empty() || patterns.len() < 2 || files.iter().any(|file| file.fault.is_some()) {
            return;
        }
        for (index, pattern) in patterns {
            if !finds(pattern, files) {
                let path = format!("{path}.patterns[{index}]");
                self.no_match(Level::Warning, &path, &[pattern.as_str()]);
            }
        }
    }

    fn no_match(&mut self, level: Level, path: &str, patterns: &[&str]) {
        let patterns = self.wording.quoted(patterns);
        self.add(level, path, &format!("no document matches {patterns}"));
    }

    fn directory(&mut self, path: &str, category: &Category, fault: &Fault) {
        let path = format!("{path}.dir");
        let (directory, reason) = (echo(category.dir.as_str()), self.wording.said(fault));
        let text = format!("cannot open directory '{directory}': {reason}");
        self.error(&path, &text);
    }

    /// What its categories have of each other.
    fn shared(&mut self, path: &str, answer: &Answer<'_>) {
        for shared in &answer.shared {
            let (name, first) = (echo(shared.again), echo(shared.first));
            let documents = counted(shared.count, "document", "documents");
            let document = echo(shared.document);
            let text = format!(
                "category '{name}' shares {documents} with '{first}', such as {document}; each is \
                 returned once"
            );
            self.warn(path, &text);
        }
    }

    /// What an answer leaves out.
    fn budget(&mut self, path: &str, collection: Option<&str>, answer: &Answer<'_>) {
        let limit = self.bound.project.limits.response_bytes;
        let LeftOut {
            documents,
            bytes,
            all,
            all_bytes,
        } = answer.left_out(self.table, collection, limit);
        if documents > 0 {
            let limit = counted(limit, "byte", "bytes");
            let text = format!(
                "an answer leaves out {documents} of {all} documents ({bytes} of {all_bytes} bytes) \
                 because it would exceed {limit}"
            );
            self.warn(path, &text);
        }
    }
}

/// Whether a pattern finds one of these.
fn finds(pattern: &Pattern, files: &[FileInfo]) -> bool {
    let stored = || files.iter().map(|file| file.path.as_str());
    pattern.matches_any(files.iter().map(FileInfo::document))
        || pattern.matches_any(stored())
        || stored().any(|path| pattern.literal_path() == Some(path))
}
