//! The options of `reach`.

use clap::Args;

use crate::cli::check::options::CheckArguments;

/// Which clients are shown, and how the report is printed.
#[derive(Debug, Args)]
pub struct ReachArguments {
    /// Shows this client, and others by further --client; else those whose rule files or settings are in
    /// the project or in your home folder
    #[arg(long = "client", value_name = "CLIENT")]
    pub clients: Vec<String>,
    #[command(flatten)]
    pub check: CheckArguments,
}
