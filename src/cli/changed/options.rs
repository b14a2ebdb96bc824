//! The options of `for --changed`.

use clap::Args;

use crate::cli::check::kind::FindingKind;
use crate::cli::check::options::ReportFormat;

/// Which commits are compared, and what fails.
#[derive(Debug, Args)]
pub struct ChangedArguments {
    /// The rules of the commit BASE for the files that differ up to HEAD, else up to the commit that is
    /// checked out, and what the change does to rules; with three dots BASE is the merge base
    #[arg(long, value_name = "BASE[..HEAD]", conflicts_with_all = ["paths", "stdin", "explain"])]
    pub changed: Option<String>,
    /// With --changed: fails on warnings, too: a rule may be weakened
    #[arg(long, requires = "changed")]
    pub strict: bool,
    /// With --changed: fails on findings of these kinds, separated by commas
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = FindingKind::of, requires = "changed")]
    pub deny: Vec<FindingKind>,
    /// With --changed: leaves out findings of these kinds, separated by commas
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = FindingKind::of, requires = "changed")]
    pub allow: Vec<FindingKind>,
    /// With --changed: prints only what the change does to rules, so
    #[arg(long, requires = "changed", conflicts_with = "json")]
    pub format: Option<ReportFormat>,
}
