//! Everything about a project that will surface in results, found beforehand.

use std::collections::HashSet;

use crate::answer::wording::{Wording, echo};
use crate::documents::discover::{Search, discover};
use crate::documents::document::OpenDocument;
use crate::documents::fault::{Fault, Unreadable};
use crate::documents::pattern::Pattern;
use crate::operation::error::Error;
use crate::project::guide::{Category, Project};
use crate::project::session::{BoundProject, Roots, Session};
use crate::spec::{Phrase, Table, Tool};

/// What a check found, in the table's words.
#[derive(Debug, Default)]
pub struct Report {
    /// One line each, with its place.
    pub findings: Vec<String>,
    /// One line per category: its documents and bytes.
    pub counts: Vec<String>,
}

/// Checks the project that the session binds; the table was checked when it was
/// loaded. Every document that the default patterns match is read.
pub fn check(table: &Table, session: &Session, tool: &Tool) -> Report {
    let wording = Wording::new(table);
    let bound = match session.bind(&Roots::None) {
        Ok(bound) => bound,
        Err(why) => {
            return Report {
                findings: vec![wording.error(&Error::NoSession(why), tool)],
                counts: Vec::new(),
            };
        }
    };
    let mut report = Report::default();
    for (name, category) in &bound.project.categories {
        Check {
            table,
            wording,
            bound: &bound,
            report: &mut report,
        }
        .category(name, category);
    }
    collections(&bound.project, wording, &mut report);
    report
}

struct Check<'a> {
    table: &'a Table,
    wording: Wording<'a>,
    bound: &'a BoundProject,
    report: &'a mut Report,
}

impl Check<'_> {
    fn category(&mut self, name: &str, category: &Category) {
        let path = format!("categories.{}", echo(name));
        let mut patterns: Vec<&Pattern> = Vec::new();
        for (index, default) in category.patterns.iter().enumerate() {
            match default.parsed() {
                Ok(pattern) => patterns.push(pattern),
                Err(error) => self.report.findings.push(self.wording.phrase(
                    Phrase::FindingPattern,
                    &[
                        ("path", &format!("{path}.patterns[{index}]")),
                        ("pattern", &echo(default.as_str())),
                        ("place", &self.wording.place(error)),
                        ("reason", &self.wording.said(&error.fault)),
                    ],
                )),
            }
        }
        let (documents, bytes) = self.documents(name, category, &patterns, &path);
        self.report.counts.push(self.wording.phrase(
            Phrase::CheckCount,
            &[
                ("name", &echo(name)),
                ("documents", &documents),
                ("bytes", &bytes),
            ],
        ));
    }

    /// Reads every document; how many could be read, and their bytes.
    fn documents(
        &mut self,
        name: &str,
        category: &Category,
        patterns: &[&Pattern],
        path: &str,
    ) -> (usize, u64) {
        let sandbox = match self.bound.open(category) {
            Ok(sandbox) => sandbox,
            Err(fault) => {
                self.directory(path, category, &fault);
                return (0, 0);
            }
        };
        let search = Search {
            patterns,
            suffixes: &self.table.template_suffixes,
            served: category.served(),
            category: name.into(),
            collection: None,
        };
        let Ok(files) = discover(&sandbox, &search, &|| false) else {
            return (0, 0);
        };
        if files.is_empty() && !patterns.is_empty() {
            let patterns: Vec<&str> = patterns.iter().map(|pattern| pattern.as_str()).collect();
            self.report.findings.push(self.wording.phrase(
                Phrase::FindingNoMatch,
                &[
                    ("path", &path),
                    ("patterns", &self.wording.quoted(&patterns)),
                ],
            ));
        }
        let limit = self.bound.project.limits.file_bytes;
        let mut read = (0, 0);
        for file in files {
            match OpenDocument::open(&sandbox, file, limit).and_then(|opened| opened.read(limit)) {
                Ok(document) => {
                    read.0 += 1;
                    read.1 += document.body.len() as u64;
                }
                Err((file, fault)) => {
                    let document = self.wording.unreadable(&Unreadable {
                        path: file.path.to_string(),
                        fault,
                    });
                    self.report.findings.push(self.wording.phrase(
                        Phrase::FindingDocument,
                        &[("path", &path), ("document", &document)],
                    ));
                }
            }
        }
        read
    }

    fn directory(&mut self, path: &str, category: &Category, fault: &Fault) {
        self.report.findings.push(self.wording.phrase(
            Phrase::FindingDirectory,
            &[
                ("path", &format!("{path}.dir")),
                ("directory", &echo(category.dir.as_str())),
                ("reason", &self.wording.said(fault)),
            ],
        ));
    }
}

fn collections(project: &Project, wording: Wording<'_>, report: &mut Report) {
    let categories: Vec<&str> = project.categories.keys().map(String::as_str).collect();
    for (name, collection) in &project.collections {
        let path = format!("collections.{}", echo(name));
        let mut finding = |phrase, member: &str, suggestion: &str| {
            report.findings.push(wording.phrase(
                phrase,
                &[
                    ("path", &path),
                    ("name", &echo(member)),
                    ("suggestion", &suggestion),
                ],
            ));
        };
        if collection.categories.is_empty() {
            finding(Phrase::FindingEmpty, "", "");
        }
        let mut seen = HashSet::new();
        for member in &collection.categories {
            if !seen.insert(member) {
                finding(Phrase::FindingRepeated, member, "");
            } else if !project.categories.contains_key(member) {
                let suggestion = wording.suggestion(member, &categories);
                finding(Phrase::FindingMember, member, &suggestion);
            }
        }
        if project.categories.contains_key(name) {
            finding(Phrase::FindingTwice, name, "");
        }
    }
}
