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
    /// The client, whose message is read from standard input
    #[arg(value_name = "CLIENT", value_parser = Client::find, group = "action")]
    pub client: Option<Client>,
    /// Denies the first write of a session into files whose rules were not given before
    #[arg(long, requires = "client")]
    pub strict: bool,
    /// Gives nothing in projects that you have not trusted
    #[arg(long, requires = "client")]
    pub user: bool,
    /// Trusts the projects in this folder and below it, or the project here, for hooks with --user
    #[arg(long, group = "action", value_name = "DIR", num_args = 0..=1, value_hint = ValueHint::DirPath)]
    pub trust: Option<Option<Utf8PathBuf>>,
    /// Lists what is trusted
    #[arg(long, group = "action")]
    pub trusted: bool,
    /// Trusts nothing more in this folder and below it, or of the project here
    #[arg(long, group = "action", value_name = "DIR", num_args = 0..=1, value_hint = ValueHint::DirPath)]
    pub untrust: Option<Option<Utf8PathBuf>>,
    /// Prints what was given last, to whom and why
    #[arg(long, group = "action")]
    pub last: bool,
    /// Prints why hooks gave nothing
    #[arg(long, group = "action")]
    pub log: bool,
    /// Prints how often each rule of the project was given, and which were not lately
    #[arg(long, group = "action")]
    pub stats: bool,
    /// With --stats: names the rules that were not given in so many days, else in 30
    #[arg(long, requires = "stats", conflicts_with_all = OTHERS, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub days: Option<u32>,
    /// With --stats: prints it as JSON
    #[arg(long, requires = "stats", conflicts_with_all = OTHERS)]
    pub json: bool,
    /// With --stats: forgets it, of all projects
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
