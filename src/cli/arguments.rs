//! The command line's arguments.

use camino::Utf8PathBuf;
use clap::builder::NonEmptyStringValueParser;
use clap::{ArgAction, Args, Parser, Subcommand, ValueHint, value_parser};
use indexmap::IndexMap;

use crate::cli::changed::options::ChangedArguments;
use crate::cli::check::options::CheckArguments;
use crate::cli::hook::options::HookArguments;
use crate::cli::output::{OutputOptions, quoted};
use crate::cli::reach::options::ReachArguments;
use crate::cli::setup::client::Client;
use crate::table::Role;

/// The values that a subcommand passes to its tool, by role.
pub(super) type RoleValues = IndexMap<Role, String>;

/// The file that most agents read.
pub(super) const AGENTS_FILE: &str = "AGENTS.md";
/// The shells whose command lines can be completed.
const SHELLS: [&str; 5] = ["bash", "zsh", "fish", "elvish", "powershell"];

/// The text at the end of `--help`.
const EXAMPLES: &str = "\
Examples:
  mcp-guide init                     write a guide.yaml for this folder
  mcp-guide list                     list categories and collections
  mcp-guide get docs                 print the documents of the category docs
  mcp-guide get docs '*.md'          print those that match; quote patterns
  mcp-guide --project ~/work check   check another project

Exit codes:
  0  success
  1  failure: no such name, nothing to get, no project, errors of check or of
     for --changed, or standard output could not be written
  2  usage error, or a table that does not load

README.md, which comes with the source, has more.";

/// Hands AI agents a project's own documents over MCP
#[derive(Debug, Parser)]
#[command(
    bin_name = "mcp-guide",
    version,
    max_term_width = 100,
    after_help = EXAMPLES,
    disable_help_flag = true,
    disable_version_flag = true,
    next_help_heading = "Global options"
)]
pub struct Cli {
    /// The project: its guide.yaml or the folder that holds it; else the environment
    /// variable MCP_GUIDE_PROJECT
    #[arg(
        long,
        global = true,
        value_name = "PATH",
        value_hint = ValueHint::AnyPath,
        value_parser = NonEmptyStringValueParser::new()
    )]
    pub project: Option<String>,
    /// Where the search for the project begins, in place of the working directory and of
    /// MCP_GUIDE_PROJECT; it serves only what is in its folder
    #[arg(
        long,
        global = true,
        value_name = "DIR",
        value_hint = ValueHint::DirPath,
        conflicts_with = "project"
    )]
    pub start: Option<Utf8PathBuf>,
    /// A spec table instead of the built-in one
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub spec: Option<Utf8PathBuf>,
    /// Rule files of further clients; `dialects` prints the built-in table
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub dialects: Option<Utf8PathBuf>,
    #[command(flatten)]
    pub output: OutputOptions,
    /// Logs more to stderr (-v, -vv, -vvv)
    #[arg(short, long, global = true, action = ArgAction::Count)]
    pub verbose: u8,
    /// Prints help
    #[arg(short, long, global = true, action = ArgAction::Help)]
    help: Option<bool>,
    /// Prints the version
    #[arg(short = 'V', long, action = ArgAction::Version)]
    version: Option<bool>,
    /// What to do; `serve` when standard input is not a terminal
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// A subcommand.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serves MCP on standard input and output, or over HTTP
    #[command(
        after_help = "Examples:\n  mcp-guide --project ~/work serve\n  mcp-guide --project ~/work serve --http 127.0.0.1:8420"
    )]
    Serve {
        #[cfg(feature = "http")]
        #[command(flatten)]
        http: super::http::Http,
    },
    /// Prints the documents of a category or collection
    #[command(
        after_help = "Examples:\n  mcp-guide get docs '**/*.md'\n  mcp-guide get docs --document guides/intro.md\n  mcp-guide get docs --section 'Errors > Retry'\n  mcp-guide get guide://category/docs/intro.md"
    )]
    Get(GetArguments),
    /// Prints what applies to files: rules, guidelines and nested AGENTS.md
    #[command(
        after_help = "Examples:\n  mcp-guide for src/api/users.rs\n  mcp-guide for $(git diff --name-only --relative)\n  mcp-guide for --explain src/api/users.rs\n  mcp-guide for --changed origin/main...HEAD --strict"
    )]
    For(ForArguments),
    /// Lists categories and collections, or the documents of one
    #[command(after_help = "Examples:\n  mcp-guide list\n  mcp-guide list docs '**/*.md'")]
    List(ListArguments),
    /// Finds the sections that answer a question
    #[command(
        after_help = "Examples:\n  mcp-guide search how are failed calls retried\n  mcp-guide search retry '\"exponential backoff\"' --in guidelines"
    )]
    Search(SearchArguments),
    /// Prints every section as a line of JSON, for a search engine of your own
    #[command(
        after_help = "Examples:\n  mcp-guide export > sections.jsonl\n  mcp-guide export --since sections.jsonl > changes.jsonl\n  mcp-guide export docs | jq -r .uri"
    )]
    Export(ExportArguments),
    /// Calls any tool with raw arguments
    #[command(
        after_help = "Example, with a tool that `mcp-guide docs` has:\n  mcp-guide call TOOL '{\"ARGUMENT\": \"text\"}'"
    )]
    Call {
        /// The tool's name
        tool: String,
        /// Its arguments, a JSON object
        #[arg(value_name = "JSON", default_value = "{}")]
        arguments: String,
    },
    /// Checks the project, and reports every finding with its place
    Check(CheckArguments),
    /// Prints which rules reach which client, and when
    Reach(ReachArguments),
    /// Writes what to ask for, and when, into the project's AGENTS.md
    #[command(
        after_help = "Examples:\n  mcp-guide agents --dry-run\n  mcp-guide agents --file CLAUDE.md\n  mcp-guide agents --remove"
    )]
    Agents(AgentsArguments),
    /// Writes a commented guide.yaml from what the folder holds
    Init(InitArguments),
    /// Writes the server's entry into a client's own file
    #[command(
        after_help = "Examples:\n  mcp-guide setup claude-code\n  mcp-guide setup codex --user --dry-run\n  mcp-guide setup vscode --remove"
    )]
    Setup(SetupArguments),
    /// Says which clients are set up here, and what does not work
    Doctor,
    /// Gives an agent the rules for files, as a hook of its client
    #[command(
        after_help = "Examples:\n  mcp-guide hook claude-code\n  mcp-guide hook --last\n  mcp-guide hook --stats\n  mcp-guide hook --trust"
    )]
    Hook(HookArguments),
    /// Prints the JSON Schema of guide.yaml
    Schema,
    /// Prints the table of clients' rule files, to which --dialects adds
    Dialects,
    /// Prints the tools' reference as Markdown
    Docs,
    /// Prints the script that lets a shell complete this command line
    #[command(
        after_help = "Examples:\n  bash: source <(mcp-guide completions bash)\n  zsh:  source <(mcp-guide completions zsh)\n  fish: mcp-guide completions fish | source"
    )]
    Completions {
        /// The shell: bash, zsh, fish, elvish or powershell
        #[arg(hide_possible_values = true, value_parser = SHELLS)]
        shell: String,
    },
    /// Prints the man page
    Man,
}

/// How the answer of a tool is printed.
#[derive(Debug, Args)]
pub struct ReplyArguments {
    /// At most so many bytes, in place of limits.response_bytes; get has a limit only with this
    /// or --json
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub bytes: Option<u64>,
    /// Prints the whole result as JSON
    #[arg(long)]
    pub json: bool,
}

impl Command {
    /// Returns whether the command's output may be shown in a pager. Returns false for commands that print
    /// what they did and what to do next.
    pub fn shows(&self) -> bool {
        !matches!(
            self,
            Self::Serve { .. } | Self::Init(_) | Self::Agents(_) | Self::Setup(_)
        )
    }
}

/// The arguments of `get`.
#[derive(Debug, Args)]
pub struct GetArguments {
    /// A category or collection, a document's guide:// URI, or a path from the current folder,
    /// perhaps with a line or a section: docs/a.md:12, docs/a.md#setup
    pub name: String,
    #[command(flatten)]
    pub patterns: Patterns,
    /// Exactly this document, by its path or its guide:// URI, instead of a pattern
    #[arg(long, value_name = "PATH")]
    pub document: Option<String>,
    /// The section under this heading, instead of whole documents; 'A > B' is B inside A
    #[arg(long, value_name = "HEADING")]
    pub section: Option<String>,
    #[command(flatten)]
    pub reply: ReplyArguments,
}

/// The arguments of `for`.
#[derive(Debug, Args)]
pub struct ForArguments {
    /// Files that exist or will, by their paths from the current folder
    #[arg(required_unless_present_any = ["stdin", "changed"], value_hint = ValueHint::FilePath)]
    pub paths: Vec<String>,
    /// Reads the paths from standard input, one a line or each ended by NUL
    #[arg(long, conflicts_with = "paths")]
    pub stdin: bool,
    /// Looks only in this category, collection or document
    #[arg(long = "in", value_name = "NAME")]
    pub name: Option<String>,
    /// Prints every rule with its pattern, its source, and whether it applies
    #[arg(long, conflicts_with_all = ["json", "bytes"])]
    pub explain: bool,
    #[command(flatten)]
    pub change: ChangedArguments,
    #[command(flatten)]
    pub reply: ReplyArguments,
}

/// The arguments of `list`.
#[derive(Debug, Args)]
pub struct ListArguments {
    /// A category or collection, a document or a folder, by its path from the current folder
    pub name: Option<String>,
    #[command(flatten)]
    pub patterns: Patterns,
    #[command(flatten)]
    pub reply: ReplyArguments,
}

/// The arguments of `search`.
#[derive(Debug, Args)]
pub struct SearchArguments {
    /// A question, or words; what holds '"exact text"', in the shell's quotes, comes first
    #[arg(required = true)]
    pub words: Vec<String>,
    /// Searches only this category or collection, document or folder
    #[arg(long = "in", value_name = "NAME")]
    pub name: Option<String>,
    /// Searches the documents that match this pattern, instead of the default ones
    #[arg(long)]
    pub pattern: Option<String>,
    /// Prints at most so many sections
    #[arg(short = 'n', long = "max-count", value_name = "N", value_parser = value_parser!(u16).range(1..))]
    pub sections: Option<u16>,
    #[command(flatten)]
    pub reply: ReplyArguments,
}

/// The arguments of `export`.
#[derive(Debug, Args)]
pub struct ExportArguments {
    /// A category or collection; else all categories
    pub name: Option<String>,
    /// Prints only what differs from an earlier export of the same NAME: a file of lines with at least
    /// uri and digest, or - for standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub since: Option<Utf8PathBuf>,
}

/// The arguments of `agents`.
#[derive(Debug, Args)]
pub struct AgentsArguments {
    /// The file, relative to the project's folder, else AGENTS.md; agents also read CLAUDE.md,
    /// GEMINI.md and .github/copilot-instructions.md
    #[arg(long, value_name = "FILE")]
    pub file: Option<Utf8PathBuf>,
    /// Prints the block, and writes nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Takes the block out again, without --file of all these files
    #[arg(long)]
    pub remove: bool,
}

/// The arguments of `init`.
#[derive(Debug, Args)]
pub struct InitArguments {
    /// The folder; else the one that --project names, else the working directory
    #[arg(value_hint = ValueHint::DirPath)]
    pub folder: Option<Utf8PathBuf>,
    /// Prints the file, and writes nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Replaces an existing guide.yaml
    #[arg(long)]
    pub force: bool,
    /// Writes AGENTS.md too, as `mcp-guide agents` does
    #[arg(long)]
    pub agents: bool,
}

/// The arguments of `setup`.
#[derive(Debug, Args)]
pub struct SetupArguments {
    /// The client, else the files that are here are listed: claude-code, claude-desktop, vscode, cursor, codex, gemini-cli, copilot-cli,
    /// qwen-code, opencode, zed, devin, kiro, cline or antigravity
    #[arg(value_name = "CLIENT", value_parser = Client::find)]
    pub client: Option<Client>,
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
    /// Replaces the entry of another project in your own file
    #[arg(long, conflicts_with = "remove")]
    pub force: bool,
    /// Prints what would change, and writes nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Removes the entry: the file is as it was before
    #[arg(long)]
    pub remove: bool,
    /// With --remove: the entries of all clients in this project, or with --user in your own files
    #[arg(long, requires = "remove", conflicts_with = "client")]
    pub all: bool,
}

/// A pattern, and words after it.
#[derive(Debug, Args)]
pub struct Patterns {
    /// A pattern instead of the default ones, in quotes
    pub pattern: Option<String>,
    /// What a shell makes of a pattern without quotes.
    #[arg(hide = true)]
    pub more: Vec<String>,
}

impl Patterns {
    /// Returns the pattern, or `None` if no pattern was given.
    ///
    /// # Errors
    ///
    /// Returns a usage error if a shell has expanded an unquoted pattern.
    pub fn one(self, command: &str, name: &str) -> Result<Option<String>, String> {
        if self.more.is_empty() {
            return Ok(self.pattern);
        }
        Err(format!(
            "expected one pattern, got {}. Put it in single quotes, so that the shell does not \
             expand it: mcp-guide {command} {} '*.md'",
            1 + self.more.len(),
            quoted(name)
        ))
    }
}
