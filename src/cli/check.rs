//! Everything about a project that will surface in results, found beforehand.

mod names;
mod report;
mod shelf;

use std::collections::HashSet;
use std::sync::Arc;

use crate::answer::wording::{Wording, echo};
use crate::documents::discover::{FileInfo, Search, discover};
use crate::documents::document::{Buffer, OpenDocument};
use crate::documents::fault::{Fault, Unreadable};
use crate::documents::pattern::Pattern;
use crate::documents::sandbox::Sandbox;
use crate::documents::served::Served;
use crate::documents::stored::Stored;
use crate::format::multipart::Weighing;
use crate::project::fault::SessionError;
use crate::project::guide::{Category, Collection};
use crate::project::session::{BoundProject, Roots, Session};
use crate::spec::{Phrase, Table};

pub use report::{Count, Finding, Level, Report};
use shelf::{Answer, Book, Shelf};

/// Checks the project that the session binds; the table was checked when it was
/// loaded. Every document that the default patterns match is read once.
pub fn check(table: &Table, session: &Session) -> Report {
    let wording = Wording::new(table);
    let mut report = Report::default();
    let bound = match session.bind(&Roots::None) {
        Ok(bound) => bound,
        Err(SessionError::Unloadable(fault)) => {
            let (file, said) = (echo(&session.file_name()), wording.said(&fault));
            let said = wording.phrase(Phrase::FindingProject, &[("file", &file), ("fault", &said)]);
            report.add(Level::Error, &echo(&fault.path), said);
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
    let shelves: Vec<Shelf> = bound
        .project
        .categories
        .iter()
        .map(|(name, category)| check.category(name, category))
        .collect();
    for (name, collection) in &bound.project.collections {
        check.collection(name, collection, &shelves);
    }
    let mut report = check.report;
    names::alike(&bound.project, wording, &mut report);
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
                    let said = self.wording.phrase(
                        Phrase::FindingPattern,
                        &[
                            ("path", &path),
                            ("pattern", &echo(default.as_str())),
                            ("place", &self.wording.place(error)),
                            ("reason", &self.wording.said(&error.fault)),
                        ],
                    );
                    self.report.add(Level::Error, &path, said);
                }
            }
        }
        let shelf = Shelf {
            category: name.into(),
            books: match self.bound.open(category) {
                Ok(sandbox) => self.documents((name, category), &sandbox, &patterns, &path),
                Err(fault) => {
                    self.directory(&path, category, &fault);
                    Vec::new()
                }
            },
        };
        self.budget(&path, None, &Answer::new(&[&shelf]));
        self.report.counts.push(Count {
            name: name.to_owned(),
            documents: shelf.books.len(),
            bytes: shelf.books.iter().map(|book| book.weight.bytes).sum(),
        });
        shelf
    }

    /// Reads every document.
    fn documents(
        &mut self,
        (name, category): (&str, &Category),
        sandbox: &Sandbox,
        patterns: &[(usize, &Pattern)],
        path: &str,
    ) -> Vec<Book> {
        let ordered: Vec<&Pattern> = patterns.iter().map(|(_, pattern)| *pattern).collect();
        let found = |served| {
            let search = Search {
                patterns: &ordered,
                suffixes: &self.table.template_suffixes,
                served,
                category: name.into(),
                collection: None,
            };
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
            let path = format!("{path}.exclude");
            let said = self.wording.phrase(
                Phrase::FindingExcluded,
                &[("path", &path), ("count", &excluded.len())],
            );
            self.report.add(Level::Warning, &path, said);
        }
        let limit = self.bound.project.limits.file_bytes;
        let mut stored = Stored::new(sandbox);
        let mut books = Vec::with_capacity(files.len());
        let mut weighing = Weighing::new(&self.table.boundary);
        let mut buffer = Buffer::default();
        for file in files {
            weighing.restart();
            let weighed = OpenDocument::open(sandbox.files(), &file, limit).and_then(|opened| {
                let read = opened.read(limit, &mut buffer, &mut |chunk, _| {
                    weighing.add(chunk);
                    Ok(())
                });
                read.and(Ok(weighing.weight()))
            });
            match weighed {
                Ok(weight) => books.push(Book {
                    weight,
                    identity: stored.identity(&file),
                    info: file,
                }),
                Err(fault) => {
                    let level = match fault {
                        Fault::TooLarge { .. } => Level::Warning,
                        _ => Level::Error,
                    };
                    let document = self.wording.unreadable(&Unreadable {
                        path: file.path.to_string(),
                        fault,
                    });
                    let said = self.wording.phrase(
                        Phrase::FindingDocument,
                        &[("path", &path), ("document", &document)],
                    );
                    self.report.add(level, path, said);
                }
            }
        }
        books
    }

    /// The patterns that match nothing: all of them, or some of several.
    fn unmatched(&mut self, files: &[FileInfo], patterns: &[(usize, &Pattern)], path: &str) {
        let mut finding = |level, path: &str, patterns: &[&str]| {
            let patterns = self.wording.quoted(patterns);
            let said = self.wording.phrase(
                Phrase::FindingNoMatch,
                &[("path", &path), ("patterns", &patterns)],
            );
            self.report.add(level, path, said);
        };
        if files.is_empty() && !patterns.is_empty() {
            let patterns: Vec<&str> = patterns
                .iter()
                .map(|(_, pattern)| pattern.as_str())
                .collect();
            finding(Level::Error, path, &patterns);
        }
        // What cannot be entered may hold what a pattern is for.
        if files.is_empty() || patterns.len() < 2 || files.iter().any(|file| file.fault.is_some()) {
            return;
        }
        for (index, pattern) in patterns {
            let stored = || files.iter().map(|file| file.path.as_str());
            let matches = pattern.matches_any(files.iter().map(FileInfo::document))
                || pattern.matches_any(stored())
                || stored().any(|path| pattern.literal_path() == Some(path));
            if !matches {
                let path = format!("{path}.patterns[{index}]");
                finding(Level::Warning, &path, &[pattern.as_str()]);
            }
        }
    }

    fn directory(&mut self, path: &str, category: &Category, fault: &Fault) {
        let path = format!("{path}.dir");
        let said = self.wording.phrase(
            Phrase::FindingDirectory,
            &[
                ("path", &path),
                ("directory", &echo(category.dir.as_str())),
                ("reason", &self.wording.said(fault)),
            ],
        );
        self.report.add(Level::Error, &path, said);
    }

    fn collection(&mut self, name: &str, collection: &Collection, shelves: &[Shelf]) {
        let project = Arc::clone(&self.bound.project);
        let path = format!("collections.{}", echo(name));
        let mut finding = |phrase, member: &str, suggestion: &str| {
            let said = self.wording.phrase(
                phrase,
                &[
                    ("path", &path),
                    ("name", &echo(member)),
                    ("suggestion", &suggestion),
                ],
            );
            self.report.add(Level::Error, &path, said);
        };
        if collection.categories.is_empty() {
            finding(Phrase::FindingEmpty, "", "");
        }
        let mut seen = HashSet::new();
        let mut members = Vec::new();
        for member in &collection.categories {
            if !seen.insert(member) {
                finding(Phrase::FindingRepeated, member, "");
            } else if let Some(index) = project.categories.get_index_of(member) {
                members.extend(shelves.get(index));
            } else {
                let categories: Vec<&str> = project.categories.keys().map(String::as_str).collect();
                let suggestion = self.wording.suggestion(member, &categories);
                finding(Phrase::FindingMember, member, &suggestion);
            }
        }
        if project.categories.contains_key(name) {
            finding(Phrase::FindingTwice, name, "");
        }
        let answer = Answer::new(&members);
        for shared in &answer.shared {
            let said = self.wording.phrase(
                Phrase::FindingShared,
                &[
                    ("path", &path),
                    ("count", &shared.count),
                    ("name", &echo(shared.again)),
                    ("first", &echo(shared.first)),
                    ("document", &echo(shared.document)),
                ],
            );
            self.report.add(Level::Warning, &path, said);
        }
        self.budget(&path, Some(name), &answer);
    }

    /// What an answer leaves out.
    fn budget(&mut self, path: &str, collection: Option<&str>, answer: &Answer<'_>) {
        let limit = self.bound.project.limits.response_bytes;
        let left = answer.left_out(self.table, collection, limit);
        if left.documents > 0 {
            let said = self.wording.phrase(
                Phrase::FindingBudget,
                &[
                    ("path", &path),
                    ("documents", &left.documents),
                    ("bytes", &left.bytes),
                    ("all", &left.all),
                    ("all_bytes", &left.all_bytes),
                    ("limit", &limit),
                ],
            );
            self.report.add(Level::Warning, path, said);
        }
    }
}
