//! The report of `check`, as lines and as JSON.

use serde_json::{Value, json};

use crate::cli::output::counted;
use crate::text::escape::escape_truncated;

/// The findings of a check, and the counts of each category.
#[derive(Debug, Default)]
pub(super) struct Report {
    /// The findings, in the order of the project's file.
    pub findings: Vec<Finding>,
    /// The documents of each category.
    pub counts: Vec<Count>,
}

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    /// Something cannot be served as the project's file says.
    Error,
    /// Everything can be served, but perhaps not as intended.
    Warning,
}

/// Something that will surface in results.
#[derive(Debug)]
pub(super) struct Finding {
    /// How bad it is.
    pub level: Level,
    /// The YAML path, such as `categories.docs.patterns[1]`; empty for the whole file.
    pub path: String,
    /// The sentence, with the path at its start.
    pub text: String,
}

/// The documents that a category's default patterns match.
#[derive(Debug)]
pub(super) struct Count {
    /// The category.
    pub name: String,
    /// The number that could be read.
    pub documents: usize,
    /// Their bytes.
    pub bytes: u64,
}

impl Report {
    /// Adds a finding.
    pub fn add(&mut self, level: Level, path: &str, text: String) {
        self.findings.push(Finding {
            level,
            path: path.to_owned(),
            text,
        });
    }

    /// Returns whether the check failed: by an error, or with `strict` by any finding.
    pub fn is_failure(&self, strict: bool) -> bool {
        self.of(Level::Error).next().is_some() || strict && !self.findings.is_empty()
    }

    /// Returns the findings, the counts, and how many findings there are.
    pub fn lines(&self) -> Vec<String> {
        let findings = self.findings.iter().map(|finding| {
            let level = match finding.level {
                Level::Error => "error",
                Level::Warning => "warning",
            };
            format!("{level}: {}", finding.text)
        });
        let counts = self.counts.iter().map(|count| {
            let documents = counted(count.documents, "document", "documents");
            let bytes = counted(count.bytes, "byte", "bytes");
            format!("{}: {documents}, {bytes}", escape_truncated(&count.name))
        });
        let of = |level, one, many| counted(self.of(level).count(), one, many);
        let total = [
            of(Level::Error, "error", "errors"),
            of(Level::Warning, "warning", "warnings"),
        ];
        findings.chain(counts).chain([total.join(", ")]).collect()
    }

    /// Returns the report as a JSON object.
    pub fn json(&self) -> Value {
        let findings = |level| -> Vec<Value> {
            self.of(level)
                .map(|finding| json!({ "path": finding.path, "text": finding.text }))
                .collect()
        };
        let counts = self.counts.iter().map(|count| {
            json!({ "name": count.name, "documents": count.documents, "bytes": count.bytes })
        });
        json!({
            "errors": findings(Level::Error),
            "warnings": findings(Level::Warning),
            "categories": counts.collect::<Vec<_>>(),
        })
    }

    fn of(&self, level: Level) -> impl Iterator<Item = &Finding> {
        let findings = self.findings.iter();
        findings.filter(move |finding| finding.level == level)
    }
}
