//! The report of `check`, and the formats in which it is printed.

use std::collections::BTreeSet;
use std::iter;

use anstyle::{AnsiColor, Style};
use serde::Serialize;
use serde_json::{Value, json};

use super::check_arguments::ReportFormat;
use super::finding_kind::{FindingKind, FindingLevels};
use super::finding_place::FindingPlace;
use crate::cli::grid::Grid;
use crate::cli::screen::{Screen, size};
use crate::cli::wrapped::wrapped_lines;
use crate::text::counted::counted;
use crate::text::escaped::{EscapedLines, escape_truncated};
use crate::text::location::escaped_path;
use rule_files::located::Position;

/// The escape sequence for a number sign outside of JSON.
const NUMBER_SIGN: &str = r"\u{23}";
/// The URL of the schema of a SARIF log.
const SARIF: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The findings of a check in the order of `guide.yaml`, and the counts of each category.
#[derive(Debug, Default)]
pub(in crate::cli) struct Report {
    pub findings: Vec<Finding>,
    pub counts: Vec<CategoryCount>,
}

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::cli) enum Severity {
    /// Something cannot be served as `guide.yaml` says.
    Error,
    /// Everything can be served, but perhaps not as intended.
    Warning,
    /// Something is worth knowing, but probably intended.
    Note,
}

impl Severity {
    fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }

    fn style(self) -> Style {
        match self {
            Self::Error => AnsiColor::Red.on_default().bold(),
            Self::Warning => AnsiColor::Yellow.on_default().bold(),
            Self::Note => AnsiColor::Cyan.on_default(),
        }
    }
}

/// A problem or a figure that a check reports.
#[derive(Debug, Serialize)]
pub(in crate::cli) struct Finding {
    #[serde(skip)]
    pub severity: Severity,
    pub kind: FindingKind,
    #[serde(skip)]
    pub about: FindingPlace,
    /// The YAML path to the place, for example `categories.docs.patterns[1]`; empty for the whole
    /// file. For a block that `agents` wrote, the name of its file.
    pub path: String,
    /// The message, which begins with `path`.
    pub text: String,
    /// The path to the file, relative to the working directory.
    pub file: String,
    /// The line in the file, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}

/// The number and size of documents that match a category's default patterns and could be read.
#[derive(Debug, Serialize)]
pub(in crate::cli) struct CategoryCount {
    pub name: String,
    pub documents: usize,
    pub bytes: u64,
}

impl CategoryCount {
    /// Returns the name for display. Quotes a name that begins with `:`, because CI systems run lines
    /// that begin with `::` as commands.
    fn shown(&self) -> String {
        let name = escape_truncated(&self.name);
        if name.starts_with(':') {
            format!("'{name}'")
        } else {
            name
        }
    }
}

impl Finding {
    /// Returns the file, the line and the column in the form that editors and terminals recognise.
    fn place(&self) -> String {
        let column = self
            .column
            .map_or_else(String::new, |column| format!(":{column}"));
        // CI systems run a line that begins with `::` as a command.
        let here = if self.file.starts_with(':') { "./" } else { "" };
        format!(
            "{here}{}:{}{column}",
            escape_truncated(&self.file),
            self.line
        )
    }

    /// Sets the position of the finding in its file. Without a position, sets the first line.
    pub fn set_position(&mut self, position: Option<Position>) {
        self.line = position.map_or(1, |at| at.line);
        self.column = position.map(|at| at.column);
    }
}

impl Report {
    /// Adds a finding. Its text begins with the place, unless the place is the whole project.
    pub fn add(
        &mut self,
        (severity, kind): (Severity, FindingKind),
        about: FindingPlace,
        text: &str,
    ) {
        let path = about.to_string();
        let text = match about {
            FindingPlace::Project => text.to_owned(),
            _ => format!("{path}: {text}"),
        };
        self.findings.push(Finding {
            severity,
            kind,
            about,
            path,
            text,
            file: String::new(),
            line: 1,
            column: None,
        });
    }

    /// Removes the findings that `levels` allow, and turns the findings that they deny into errors.
    pub fn set_levels(&mut self, levels: &FindingLevels) {
        self.findings.retain(|finding| !levels.allows(finding.kind));
        let denied = self
            .findings
            .iter_mut()
            .filter(|finding| levels.denies(finding.kind));
        denied.for_each(|finding| finding.severity = Severity::Error);
    }

    /// Returns the findings with this severity.
    pub fn of(&self, severity: Severity) -> Vec<&Finding> {
        let findings = self.findings.iter();
        findings.filter(|one| one.severity == severity).collect()
    }

    /// Returns the report in `format`, with a line ending at the end.
    pub fn text(&self, format: ReportFormat) -> String {
        let (text, number_sign) = match format {
            ReportFormat::Text => (self.lines(), NUMBER_SIGN),
            ReportFormat::Json => (format!("{}\n", self.json()), r"\u0023"),
            ReportFormat::Github => (self.annotations(), NUMBER_SIGN),
            ReportFormat::Sarif => (format!("{}\n", self.sarif()), r"\u0023"),
        };
        without_command(&text, number_sign)
    }

    /// Returns the report as JSON. If `more` is an object, its fields replace the counts of the
    /// categories.
    pub fn json_with(&self, more: Option<Value>) -> String {
        let mut report = self.json();
        if let (Some(report), Some(Value::Object(more))) = (report.as_object_mut(), more) {
            report.remove("categories");
            report.extend(more);
        }
        without_command(&format!("{report}\n"), r"\u0023")
    }

    /// Returns a line for each finding and each category, and a line with the number of findings.
    fn lines(&self) -> String {
        let line = |finding: &Finding| {
            let (word, kind) = (finding.severity.word(), finding.kind.name());
            let place = finding.place();
            format!("{place}: {word}[{kind}]: {}\n", finding.text)
        };
        let mut text: String = self.findings.iter().map(line).collect();
        for count in &self.counts {
            let name = count.shown();
            let documents = counted(count.documents, "document", "documents");
            let bytes = counted(count.bytes, "byte", "bytes");
            text.push_str(&format!("{name}: {documents}, {bytes}\n"));
        }
        text + &self.sum()
    }

    /// Returns the report for a person at a terminal.
    pub fn shown(&self, screen: &Screen<'_>) -> String {
        let line = |finding: &Finding| {
            let (word, kind) = (finding.severity.word(), finding.kind.name());
            let style = screen.style(finding.severity.style());
            let (place, text) = (finding.place(), EscapedLines(&finding.text));
            let line = format!("{place}: {style}{word}[{kind}]{style:#}: {text}");
            wrapped_lines(&without_command(&line, NUMBER_SIGN), screen.width, "  ")
        };
        let findings: String = self.findings.iter().map(line).collect();
        let head = ["Category", "Documents", "Size"].map(str::to_owned);
        let row = |count: &CategoryCount| {
            let name = without_command(&count.shown(), NUMBER_SIGN);
            vec![name, count.documents.to_string(), size(count.bytes)]
        };
        let rows: Vec<Vec<String>> = iter::once(head.to_vec())
            .chain(self.counts.iter().map(row))
            .collect();
        let counts = Grid {
            rows,
            numbers: vec![1, 2],
            least_useful: vec![2, 1],
            ..Grid::default()
        };
        let counts = if self.counts.is_empty() {
            String::new()
        } else {
            screen.fitted(&counts)
        };
        findings + &counts + &self.sum()
    }

    fn sum(&self) -> String {
        let errors = counted(self.of(Severity::Error).len(), "error", "errors");
        let warnings = counted(self.of(Severity::Warning).len(), "warning", "warnings");
        match self.of(Severity::Note).len() {
            0 => format!("{errors}, {warnings}\n"),
            notes => format!(
                "{errors}, {warnings}, {}\n",
                counted(notes, "note", "notes")
            ),
        }
    }

    /// Returns the report as a JSON object.
    fn json(&self) -> Value {
        json!({
            "errors": self.of(Severity::Error),
            "warnings": self.of(Severity::Warning),
            "notes": self.of(Severity::Note),
            "categories": self.counts,
        })
    }

    /// Returns a workflow command for each error and warning, and a line with their number. Notes are
    /// plain lines in the log.
    fn annotations(&self) -> String {
        let annotation = |finding: &Finding| {
            let (word, said) = (finding.severity.word(), escaped(&finding.text, false));
            let (file, line) = (escaped(&finding.file, true), finding.line);
            let kind = finding.kind.name();
            let column = finding
                .column
                .map_or_else(String::new, |column| format!(",col={column}"));
            match finding.severity {
                Severity::Note => format!("{}: note[{kind}]: {said}\n", finding.place()),
                _ => format!(
                    "::{word} file={file},line={line}{column},title=mcp-guide {kind}::{said}\n"
                ),
            }
        };
        let annotations: String = self.findings.iter().map(annotation).collect();
        annotations + &self.sum()
    }

    /// Returns the report as a SARIF log (OASIS SARIF 2.1.0). Figures are left out.
    fn sarif(&self) -> Value {
        let findings = || {
            self.findings
                .iter()
                .filter(|finding| !finding.kind.is_figure())
        };
        let results = findings().map(|finding| {
            let mut region = json!({ "startLine": finding.line });
            if let Some(column) = finding.column {
                region["startColumn"] = column.into();
            }
            json!({
                "ruleId": finding.kind.name(),
                "level": finding.severity.word(),
                "message": { "text": finding.text },
                "locations": [{ "physicalLocation": {
                    "artifactLocation": { "uri": escaped_path(&finding.file) },
                    "region": region,
                } }],
            })
        });
        let kinds: BTreeSet<FindingKind> = findings().map(|finding| finding.kind).collect();
        let rule = |kind: FindingKind| {
            let help = json!({ "text": kind.help() });
            json!({ "id": kind.name(), "shortDescription": help, "help": help })
        };
        let rules: Vec<Value> = kinds.into_iter().map(rule).collect();
        let driver = json!({
            "name": "mcp-guide",
            "version": env!("CARGO_PKG_VERSION"),
            "rules": rules,
        });
        let run = json!({ "tool": { "driver": driver }, "results": results.collect::<Vec<_>>() });
        json!({ "$schema": SARIF, "version": "2.1.0", "runs": [run] })
    }
}

/// Escapes `##`, because CI systems run commands such as `##[set-output name=a]b` anywhere in a line.
fn without_command(text: &str, number_sign: &str) -> String {
    text.replace("##", &format!("#{number_sign}"))
}

/// Escapes `text` for a workflow command, or for the value of one of the command's properties.
fn escaped(text: &str, is_property: bool) -> String {
    let text = text.replace('%', "%25");
    let text = text.replace('\r', "%0D").replace('\n', "%0A");
    if is_property {
        text.replace(':', "%3A").replace(',', "%2C")
    } else {
        text
    }
}
