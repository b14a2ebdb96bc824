//! `check`: finds beforehand what will surface in results.

mod collection;
mod report;

use std::collections::HashMap;
use std::sync::Arc;

use camino::Utf8Path;
use unicode_normalization::UnicodeNormalization;

use crate::cli::Context;
use crate::cli::output::{FAILURE, counted};
use crate::documents::discover::{CategorySearch, FileInfo, IdentityCache, discover};
use crate::documents::document::OpenDocument;
use crate::documents::error::{FileError, Unreadable};
use crate::documents::filter::FilterRules;
use crate::documents::pattern::{Pattern, PatternError};
use crate::documents::rendered::Variable;
use crate::documents::sandbox::{Identity, Sandbox};
use crate::operation::Request;
use crate::project::error::{ProjectError, SessionError};
use crate::project::guide::{Category, Frontmatter};
use crate::project::session::{BoundProject, Roots, Session};
use crate::render::documents::retrieve;
use crate::render::messages::MessageFormatter;
use crate::spec::{SearchKind, Table};
use crate::text::escape::escape_truncated;
use crate::text::frontmatter;
use crate::text::truncated::Truncated;
use crate::text::yaml::YamlError;

use report::{Count, Level, Report};

/// Runs `check`, prints its report and returns the exit code.
pub(super) fn run(context: Context, strict: bool, json: bool) -> u8 {
    let output = context.output;
    let dispatcher = context.dispatcher();
    let report = check(&dispatcher.table, &dispatcher.session);
    let text = match json {
        true => report.json().to_string(),
        false => report.lines().join("\n"),
    };
    let printed = output.print(&format!("{text}\n"));
    match report.is_failure(strict) {
        true => FAILURE,
        false => printed,
    }
}

/// Checks the project that the session binds. Every document that the default patterns or
/// a collection's members match is read once.
fn check(table: &Table, session: &Session) -> Report {
    let wording = MessageFormatter::new(table);
    let mut report = Report::default();
    let bound = match session.bind(&Roots::None) {
        Ok(bound) => bound,
        Err(SessionError::Unloadable(fault)) => {
            let (file, said) = (escape_truncated(&session.file_name()), wording.said(&fault));
            report.add(
                Level::Error,
                &escape_truncated(&fault.path),
                format!("{file}: {said}"),
            );
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
        documents: HashMap::new(),
    };
    for (name, category) in &bound.project.categories {
        check.category(name, category);
    }
    for (name, collection) in &bound.project.collections {
        check.collection(name, collection);
    }
    check.similar_names();
    check.report
}

struct Check<'a> {
    table: &'a Table,
    wording: MessageFormatter<'a>,
    bound: &'a BoundProject,
    report: Report,
    /// Every document that was tried, by its category and path; `None` if unreadable.
    documents: HashMap<(Arc<str>, Box<Utf8Path>), Option<CheckedDocument>>,
}

/// A document that was read.
struct CheckedDocument {
    /// The bytes of it that are delivered.
    bytes: u64,
    /// What tells it from others, if that is known.
    identity: Option<(Identity, String)>,
}

impl Check<'_> {
    fn category(&mut self, name: &str, category: &Category) {
        let path = format!("categories.{}", escape_truncated(name));
        let mut patterns: Vec<(usize, &Pattern)> = Vec::new();
        for (index, default) in category.patterns.iter().enumerate() {
            match default.parsed() {
                Ok(pattern) => patterns.push((index, pattern)),
                Err(error) => {
                    let path = format!("{path}.patterns[{index}]");
                    self.invalid_pattern(&path, default.as_str(), error);
                }
            }
        }
        let mut count = Count {
            name: name.to_owned(),
            documents: 0,
            bytes: 0,
        };
        match self.bound.open(category) {
            Ok(sandbox) => {
                let files = self.find((name, category), &sandbox, &patterns, &path);
                self.read((name, category), &sandbox, &files, &path);
                for document in files.iter().filter_map(|file| self.document(file)) {
                    count.documents += 1;
                    count.bytes += document.bytes;
                }
            }
            Err(fault) => self.unopened(&path, category, &fault),
        }
        self.budget(&path, SearchKind::Category, name);
        self.report.counts.push(count);
    }

    /// Returns a document that could be read.
    fn document(&self, file: &FileInfo) -> Option<&CheckedDocument> {
        let key = (Arc::clone(&file.origin.category), file.path.clone());
        self.documents.get(&key)?.as_ref()
    }

    /// Runs an operation on a name, without a pattern.
    fn request<T>(
        &self,
        kind: SearchKind,
        name: &str,
        operation: impl FnOnce(&Request<'_>) -> T,
    ) -> T {
        operation(&Request {
            search: &[kind],
            name: Some(name),
            ..Request::new(self.bound, self.table, &|| false)
        })
    }

    fn invalid_pattern(&mut self, path: &str, pattern: &str, error: &PatternError) {
        let (pattern, place) = (escape_truncated(pattern), self.wording.place(error));
        let reason = self.wording.said(&error.kind);
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

    /// Finds the documents that the default patterns match, and reports patterns without one.
    fn find(
        &mut self,
        (name, category): (&str, &Category),
        sandbox: &Sandbox,
        patterns: &[(usize, &Pattern)],
        path: &str,
    ) -> Vec<FileInfo> {
        let ordered: Vec<&Pattern> = patterns.iter().map(|(_, pattern)| *pattern).collect();
        let found = |served| {
            let search = CategorySearch::new(name, &ordered, &self.table.template_suffixes, served);
            discover(sandbox, &search, &|| false).unwrap_or_default()
        };
        let files = found(category.served());
        let excluded = match files.is_empty() && !category.exclude.is_empty() {
            true => found(FilterRules {
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

    /// Reads each of these documents that was not read yet, and reports its problems.
    fn read(
        &mut self,
        (name, category): (&str, &Category),
        sandbox: &Sandbox,
        files: &[FileInfo],
        path: &str,
    ) {
        let limit = self.bound.project.limits.file_bytes;
        let suffixes = &self.table.template_suffixes;
        let templates = (self.bound).templates(name, sandbox, suffixes);
        let mut variables = Truncated::default();
        let mut identities = IdentityCache::new(sandbox);
        for file in files {
            let key = (Arc::clone(&file.origin.category), file.path.clone());
            if self.documents.contains_key(&key) {
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
                None => {
                    OpenDocument::open(sandbox, file, limit).and_then(|opened| opened.read(limit))
                }
            };
            let document = match text {
                Ok(text) => {
                    let mut body = &*text;
                    if self.table.is_markdown(file.basename()) {
                        match frontmatter::split(&text) {
                            Ok((_, rest)) if category.frontmatter == Frontmatter::Strip => {
                                body = rest;
                            }
                            Ok(_) => {}
                            Err(error) => self.invalid_frontmatter(path, file, error),
                        }
                        if frontmatter::never_ends(&text) {
                            self.endless_frontmatter(path, file);
                        }
                    }
                    Some(CheckedDocument {
                        bytes: body.len() as u64,
                        identity: identities.get(file),
                    })
                }
                Err(fault) => {
                    let level = match fault {
                        FileError::TooLarge { .. } => Level::Warning,
                        _ => Level::Error,
                    };
                    let document = self.wording.unreadable(&Unreadable {
                        path: file.path.to_string(),
                        error: fault,
                    });
                    self.add(level, path, &document);
                    None
                }
            };
            self.documents.insert(key, document);
        }
        if !variables.is_empty() {
            let variables = self.wording.variables(&variables);
            let text =
                format!("template variables without a value, rendered as nothing: {variables}");
            self.warn(path, &text);
        }
    }

    /// Reports invalid frontmatter.
    fn invalid_frontmatter(&mut self, path: &str, file: &FileInfo, error: YamlError) {
        let document = escape_truncated(file.path.as_str());
        let fault = self.wording.said(&ProjectError::from(error));
        let text = format!("{document} has invalid frontmatter, which is served as text: {fault}");
        self.warn(path, &text);
    }

    /// Reports frontmatter without an end.
    fn endless_frontmatter(&mut self, path: &str, file: &FileInfo) {
        let document = escape_truncated(file.path.as_str());
        let limit = frontmatter::MAX_BLOCK;
        let text = format!(
            "{document} begins like frontmatter, but has no closing '---' in its first {limit} \
             bytes; it is served as text"
        );
        self.warn(path, &text);
    }

    /// Reports the patterns that match nothing: all of them, or some of several.
    fn unmatched(&mut self, files: &[FileInfo], patterns: &[(usize, &Pattern)], path: &str) {
        if files.is_empty() && !patterns.is_empty() {
            let patterns = patterns.iter().map(|(_, pattern)| pattern.as_str());
            self.no_match(Level::Error, path, &patterns.collect::<Vec<_>>());
        }
        // What cannot be entered may hold what a pattern is for.
        if files.is_empty() || patterns.len() < 2 || files.iter().any(|file| file.error.is_some()) {
            return;
        }
        let files: Vec<&FileInfo> = files.iter().collect();
        for (index, pattern) in patterns {
            if !finds(pattern, &files) {
                let path = format!("{path}.patterns[{index}]");
                self.no_match(Level::Warning, &path, &[pattern.as_str()]);
            }
        }
    }

    fn no_match(&mut self, level: Level, path: &str, patterns: &[&str]) {
        let patterns = self.wording.quoted(patterns);
        self.add(level, path, &format!("no document matches {patterns}"));
    }

    fn unopened(&mut self, path: &str, category: &Category, fault: &FileError) {
        let path = format!("{path}.dir");
        let (directory, reason) = (
            escape_truncated(category.dir.as_str()),
            self.wording.said(fault),
        );
        let text = format!("cannot open directory '{directory}': {reason}");
        self.error(&path, &text);
    }

    /// Reports each name that differs from an earlier one only in case or normalisation.
    fn similar_names(&mut self) {
        let project = &self.bound.project;
        let categories = project.categories.keys().map(|name| ("categories", name));
        let collections = project.collections.keys().map(|name| ("collections", name));
        let mut known: HashMap<String, &str> = HashMap::new();
        for (field, name) in categories.chain(collections) {
            let first = known.entry(folded(name)).or_insert(name);
            if *first != name {
                let (path, first) = (
                    format!("{field}.{}", escape_truncated(name)),
                    escape_truncated(first),
                );
                let text = format!(
                    "{path}: the name differs from '{first}' only in case or Unicode normalisation"
                );
                self.report.add(Level::Warning, &path, text);
            }
        }
    }

    /// Reports how many documents the answer to a name leaves out.
    fn budget(&mut self, path: &str, kind: SearchKind, name: &str) {
        let answer = self.request(kind, name, |request| retrieve(request, self.table));
        let Ok(answer) = answer else {
            return;
        };
        let notes = &answer.notes;
        if !notes.left_out.is_empty() {
            let documents = notes.left_out.count();
            let all = answer.count - notes.unreadable.count();
            let limit = counted(notes.limit, "byte", "bytes");
            let text = format!(
                "an answer leaves out {documents} of {all} documents because it would exceed {limit}"
            );
            self.warn(path, &text);
        }
    }
}

/// Returns a name in lower case and normal form.
fn folded(name: &str) -> String {
    let lower = name.nfc().collect::<String>().to_lowercase();
    lower.nfc().collect()
}

/// Returns whether a pattern matches one of these files.
fn finds(pattern: &Pattern, files: &[&FileInfo]) -> bool {
    let stored = || files.iter().map(|file| file.path.as_str());
    pattern.matches_any(files.iter().map(|file| file.document()))
        || pattern.matches_any(stored())
        || stored().any(|path| pattern.literal_path() == Some(path))
}
