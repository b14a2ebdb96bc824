//! The options of `hook`.

use camino::Utf8PathBuf;
use clap::{ArgGroup, Args, ValueHint, value_parser};

use crate::cli::setup::client::Client;

/// The arguments that conflict with the options that require `--stats`.
const OTHERS: [&str; 6] = ["client", "trust", "trusted", "untrust", "last", "log"];

/// The arguments of `hook`.
#[derive(Debug, Args)]
#[group(skip)]
#[command(group = ArgGroup::new("action").required(true))]
pub struct HookArguments {
    /// The client; its message is read from standard input
    #[arg(value_name = "CLIENT", value_parser = Client::find, group = "action")]
    pub client: Option<Client>,
    /// Deny a session's first write to a file if the file's rules were not given before
    #[arg(long, requires = "client")]
    pub strict: bool,
    /// Give nothing in projects that you have not trusted
    #[arg(long, requires = "client")]
    pub user: bool,
    /// Trust the projects in DIR and below it, or the current project, for hooks with --user
    #[arg(long, group = "action", value_name = "DIR", num_args = 0..=1, value_hint = ValueHint::DirPath)]
    pub trust: Option<Option<Utf8PathBuf>>,
    /// List the trusted folders and projects
    #[arg(long, group = "action")]
    pub trusted: bool,
    /// Stop trusting the projects in DIR and below it, or the current project
    #[arg(long, group = "action", value_name = "DIR", num_args = 0..=1, value_hint = ValueHint::DirPath)]
    pub untrust: Option<Option<Utf8PathBuf>>,
    /// Print what hooks gave last, to whom and why
    #[arg(long, group = "action")]
    pub last: bool,
    /// Print why hooks gave nothing
    #[arg(long, group = "action")]
    pub log: bool,
    /// Print how often hooks gave each rule, and which rules they did not give lately
    #[arg(long, group = "action")]
    pub stats: bool,
    /// With --stats: list the rules that were not given in the last N days [default: 30]
    #[arg(long, requires = "stats", conflicts_with_all = OTHERS, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub days: Option<u32>,
    /// With --stats: print JSON
    #[arg(long, requires = "stats", conflicts_with_all = OTHERS)]
    pub json: bool,
    /// With --stats: clear the counts of all projects
    #[arg(long, requires = "stats", conflicts_with_all = OTHERS, conflicts_with_all = ["days", "json"])]
    pub reset: bool,
    /// After how long the hook ends without an answer, for tests on busy machines
    #[arg(
        long,
        env = "MCP_GUIDE_HOOK_TIMEOUT",
        value_name = "MILLISECONDS",
        hide = true
    )]
    pub timeout: Option<u32>,
}
