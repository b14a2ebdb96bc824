//! `check`: finds beforehand what will surface in results, and prints it.

mod findings;
mod guidance;
mod headers;
mod skills;

use std::collections::{BTreeMap, HashMap, HashSet};

use camino::Utf8PathBuf;
use serde::Serialize;
use serde_json::json;

use crate::cli::output::{FAILURE, INIT, counted, say};
use crate::cli::{Context, agents};
use crate::project::error::SessionError;
use crate::project::session::{BoundProject, Roots, Session};
use crate::spec::Table;
use crate::text::escape::escape_truncated;

/// The findings of a check in the order of the project's file, and the counts of each category.
#[derive(Debug, Default)]
struct Report {
    findings: Vec<Finding>,
    counts: Vec<CategoryCount>,
}

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Severity {
    /// Something cannot be served as the project's file says.
    Error,
    /// Everything can be served, but perhaps not as intended.
    Warning,
    /// It is as intended where the limits are.
    Note,
}

/// Something that will surface in results.
#[derive(Debug, Serialize)]
struct Finding {
    #[serde(skip)]
    severity: Severity,
    /// The YAML path, such as `categories.docs.patterns[1]`; empty for the whole file. Of a
    /// block of `agents` the name of its file.
    path: String,
    /// The sentence, with the path at its start.
    text: String,
}

/// The documents that a category's default patterns match and that could be read.
#[derive(Debug, Serialize)]
struct CategoryCount {
    name: String,
    documents: usize,
    bytes: u64,
}

impl Report {
    fn add(&mut self, severity: Severity, path: &str, text: String) {
        self.findings.push(Finding {
            severity,
            path: path.to_owned(),
            text,
        });
    }

    /// Returns the findings of a severity.
    fn of(&self, severity: Severity) -> Vec<&Finding> {
        let findings = self.findings.iter();
        findings.filter(|one| one.severity == severity).collect()
    }

    /// Returns a line for each finding and each category, and one with their number.
    fn lines(&self) -> String {
        let mut text = String::new();
        for finding in &self.findings {
            let severity = match finding.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            };
            text.push_str(&format!("{severity}: {}\n", finding.text));
        }
        for count in &self.counts {
            let name = escape_truncated(&count.name);
            let documents = counted(count.documents, "document", "documents");
            let bytes = counted(count.bytes, "byte", "bytes");
            text.push_str(&format!("{name}: {documents}, {bytes}\n"));
        }
        let errors = counted(self.of(Severity::Error).len(), "error", "errors");
        let warnings = counted(self.of(Severity::Warning).len(), "warning", "warnings");
        text + &format!("{errors}, {warnings}\n")
    }

    /// Returns the report as a JSON object on one line.
    fn json(&self) -> String {
        let report = json!({
            "errors": self.of(Severity::Error),
            "warnings": self.of(Severity::Warning),
            "notes": self.of(Severity::Note),
            "categories": self.counts,
        });
        format!("{report}\n")
    }
}

/// Runs `check`, prints its report and returns the exit code.
pub(super) fn run(context: Context, strict: bool, json: bool) -> u8 {
    let output = context.output;
    let dispatcher = context.dispatcher();
    let report = check(&dispatcher.table, &dispatcher.session);
    let printed = output.print(&if json { report.json() } else { report.lines() });
    let any = |severity| !report.of(severity).is_empty();
    match any(Severity::Error) || strict && any(Severity::Warning) {
        true => FAILURE,
        false => printed,
    }
}

/// Checks the project that the session binds. Every document that the default patterns or
/// a collection's members match is read.
fn check(table: &Table, session: &Session) -> Report {
    let mut report = Report::default();
    let bound = match session.bind(&Roots::None) {
        Ok(bound) => bound,
        Err(error) => {
            let (path, text) = match &error {
                SessionError::Unloadable(error) => {
                    let file = escape_truncated(&session.file_name());
                    (&*error.path, format!("{file}: {}", table.said(error)))
                }
                error => ("", table.said(error)),
            };
            if let SessionError::Nowhere(_) = error {
                say(INIT);
            }
            report.add(Severity::Error, &escape_truncated(path), text);
            return report;
        }
    };
    let mut check = Check {
        table,
        bound: &bound,
        report,
        documents: HashMap::new(),
        unread: HashSet::new(),
        unstated: BTreeMap::new(),
    };
    check.includes();
    for (name, category) in &bound.project.categories {
        check.category(name, category);
    }
    for (name, collection) in &bound.project.collections {
        check.collection(name, collection);
    }
    check.skills();
    check.guidance();
    for (file, problem) in agents::stale(table, &bound) {
        check.warn(file, &problem);
    }
    check.report
}

struct Check<'a> {
    table: &'a Table,
    bound: &'a BoundProject,
    report: Report,
    /// Every document that was tried, by its category and path, and how many bytes of it are
    /// delivered; `None` if it cannot be read.
    documents: HashMap<(String, Utf8PathBuf), Option<u64>>,
    /// The paths of those that cannot be read, from the project's folder.
    unread: HashSet<String>,
    /// What no page states of rule files that were read, by the names of their kinds.
    unstated: BTreeMap<String, Vec<String>>,
}
