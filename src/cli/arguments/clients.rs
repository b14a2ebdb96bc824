//! The arguments of the commands for clients: `setup` and `hook`.

use clap::Args;

use crate::cli::setup::client::Client;

/// The arguments of `setup`.
#[derive(Debug, Args)]
pub struct SetupArguments {
    /// The client: claude-code, claude-desktop, vscode, cursor, codex, gemini-cli, copilot-cli,
    /// qwen-code, opencode, zed, devin, kiro, cline or antigravity
    #[arg(value_name = "CLIENT", value_parser = Client::find)]
    pub client: Client,
    /// Edits your own file instead of the project's
    #[arg(long)]
    pub user: bool,
    /// Writes no path of this machine, for files that you commit
    #[arg(long, conflicts_with = "user")]
    pub shared: bool,
    /// Writes no hook
    #[arg(long)]
    pub no_hook: bool,
    /// Writes the hook only
    #[arg(long, conflicts_with = "no_hook")]
    pub hook_only: bool,
    /// Prints what would change, and writes nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Removes the entry
    #[arg(long)]
    pub remove: bool,
}

/// The arguments of `hook`.
#[derive(Debug, Args)]
#[group(id = "action", required = true)]
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
    /// Trusts the project, as it is now, for hooks with --user
    #[arg(long, group = "action")]
    pub trust: bool,
    /// Prints what was given last, to whom and why
    #[arg(long, group = "action")]
    pub last: bool,
    /// Prints why hooks gave nothing
    #[arg(long, group = "action")]
    pub log: bool,
}
