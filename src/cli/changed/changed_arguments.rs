//! The options of `for --changed`.

use clap::Args;

use crate::cli::check::check_arguments::ReportFormat;
use crate::cli::check::finding_kind::FindingKind;

/// Which commits are compared, and what fails.
#[derive(Debug, Args)]
pub struct ChangedArguments {
    /// Print the rules of the commit BASE for the files that differ between BASE and HEAD (by default
    /// the checked-out commit), and what the change does to rules; with three dots, start at the merge
    /// base
    #[arg(long, value_name = "BASE[..HEAD]", conflicts_with_all = ["paths", "stdin", "explain"])]
    pub changed: Option<String>,
    /// With --changed: also fail on warnings (a rule may be weakened)
    #[arg(long, requires = "changed")]
    pub strict: bool,
    /// With --changed: fail on findings of these kinds, separated by commas
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = FindingKind::of, requires = "changed")]
    pub deny: Vec<FindingKind>,
    /// With --changed: leave out findings of these kinds, separated by commas
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = FindingKind::of, requires = "changed")]
    pub allow: Vec<FindingKind>,
    /// With --changed: print only what the change does to rules, in this format
    #[arg(long, requires = "changed", conflicts_with = "json")]
    pub format: Option<ReportFormat>,
}
