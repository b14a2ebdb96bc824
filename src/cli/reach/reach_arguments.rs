//! The options of `reach`.

use clap::Args;

use crate::cli::check::check_arguments::CheckArguments;

/// Which clients are shown, and how the report is printed.
#[derive(Debug, Args)]
pub struct ReachArguments {
    /// Show this client; may be repeated [default: clients with rule files or settings in the project
    /// or in your home folder]
    #[arg(long = "client", value_name = "CLIENT")]
    pub clients: Vec<String>,
    #[command(flatten)]
    pub check: CheckArguments,
}
