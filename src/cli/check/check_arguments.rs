//! The options of `check`.

use clap::{Args, ValueEnum};

use super::finding_kind::FindingKind;

/// How the report is printed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// One line for each finding
    #[default]
    Text,
    /// One JSON object
    Json,
    /// GitHub Actions annotations, on file and line
    Github,
    /// A SARIF 2.1.0 log, for code scanning
    Sarif,
}

/// What is checked for, and how the report is printed.
#[derive(Debug, Args)]
pub struct CheckArguments {
    /// Also fail on warnings
    #[arg(long)]
    pub strict: bool,
    /// Fail on findings of these kinds, separated by commas
    #[arg(
        long,
        value_name = "KINDS",
        value_delimiter = ',',
        value_parser = FindingKind::of
    )]
    pub deny: Vec<FindingKind>,
    /// Leave out findings of these kinds, separated by commas
    #[arg(
        long,
        value_name = "KINDS",
        value_delimiter = ',',
        value_parser = FindingKind::of
    )]
    pub allow: Vec<FindingKind>,
    /// Print the report as JSON; the same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// The format of the report
    #[arg(long, value_enum, default_value_t)]
    format: ReportFormat,
}

impl CheckArguments {
    /// Returns the format in which the report is printed.
    pub fn format(&self) -> ReportFormat {
        if self.json {
            ReportFormat::Json
        } else {
            self.format
        }
    }
}
