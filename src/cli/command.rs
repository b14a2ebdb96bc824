//! The command line's arguments.

use camino::Utf8PathBuf;
use clap::builder::NonEmptyStringValueParser;
use clap::{ArgAction, Args, Parser, Subcommand, ValueHint, value_parser};
use indexmap::IndexMap;

use crate::cli::changed::changed_arguments::ChangedArguments;
use crate::cli::check::check_arguments::CheckArguments;
use crate::cli::hook::hook_arguments::HookArguments;
use crate::cli::output::{OutputOptions, quoted};
use crate::cli::reach::reach_arguments::ReachArguments;
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
  1  failure: unknown name, no documents, no project, errors found by check or
     for --changed, or cannot write to standard output
  2  usage error, or an invalid table

For more, see README.md in the source.";

/// Gives AI agents a project's own rules and documents
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
    /// The project's guide.yaml, or its folder [env: MCP_GUIDE_PROJECT]
    #[arg(
        long,
        global = true,
        value_name = "PATH",
        value_hint = ValueHint::AnyPath,
        value_parser = NonEmptyStringValueParser::new()
    )]
    pub project: Option<String>,
    /// Search for the project from DIR upward, instead of from the working directory, and
    /// ignore MCP_GUIDE_PROJECT; serve only files in the project's folder
    #[arg(
        long,
        global = true,
        value_name = "DIR",
        value_hint = ValueHint::DirPath,
        conflicts_with = "project"
    )]
    pub start: Option<Utf8PathBuf>,
    /// Use this spec table instead of the built-in one
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub spec: Option<Utf8PathBuf>,
    /// Add rule files of other clients; `dialects` prints the built-in table
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub dialects: Option<Utf8PathBuf>,
    #[command(flatten)]
    pub output: OutputOptions,
    /// Log more to stderr (-v, -vv, -vvv)
    #[arg(short, long, global = true, action = ArgAction::Count)]
    pub verbose: u8,
    /// Print help
    #[arg(short, long, global = true, action = ArgAction::Help)]
    help: Option<bool>,
    /// Print the version
    #[arg(short = 'V', long, action = ArgAction::Version)]
    version: Option<bool>,
    /// What to do; `serve` if standard input is not a terminal
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// A subcommand.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve MCP on standard input and output, or over HTTP
    #[command(
        after_help = "Examples:\n  mcp-guide --project ~/work serve\n  mcp-guide --project ~/work serve --http 127.0.0.1:8420"
    )]
    Serve {
        #[cfg(feature = "http")]
        #[command(flatten)]
        http: super::http::Http,
    },
    /// Print the documents of a category or collection
    #[command(
        after_help = "Examples:\n  mcp-guide get docs '**/*.md'\n  mcp-guide get docs --document guides/intro.md\n  mcp-guide get docs --section 'Errors > Retry'\n  mcp-guide get guide://category/docs/intro.md"
    )]
    Get(GetArguments),
    /// Print what applies to files: rules, guidelines and nested AGENTS.md
    #[command(
        after_help = "Examples:\n  mcp-guide for src/api/users.rs\n  mcp-guide for $(git diff --name-only --relative)\n  mcp-guide for --explain src/api/users.rs\n  mcp-guide for --changed origin/main...HEAD --strict"
    )]
    For(ForArguments),
    /// List categories and collections, or the documents of one
    #[command(after_help = "Examples:\n  mcp-guide list\n  mcp-guide list docs '**/*.md'")]
    List(ListArguments),
    /// Find the sections that answer a question
    #[command(
        after_help = "Examples:\n  mcp-guide search how are failed calls retried\n  mcp-guide search retry '\"exponential backoff\"' --in guidelines"
    )]
    Search(SearchArguments),
    /// Print every section as a line of JSON, for your own search engine
    #[command(
        after_help = "Examples:\n  mcp-guide export > sections.jsonl\n  mcp-guide export --since sections.jsonl > changes.jsonl\n  mcp-guide export docs | jq -r .uri"
    )]
    Export(ExportArguments),
    /// Call any tool with raw arguments
    #[command(
        after_help = "Example, with a tool from `mcp-guide docs`:\n  mcp-guide call TOOL '{\"ARGUMENT\": \"text\"}'"
    )]
    Call {
        /// The tool's name
        tool: String,
        /// The tool's arguments, as a JSON object
        #[arg(value_name = "JSON", default_value = "{}")]
        arguments: String,
    },
    /// Check the project, and report each finding with its location
    Check(CheckArguments),
    /// Show which rules reach which client, and when
    Reach(ReachArguments),
    /// Write into the project's AGENTS.md what agents can ask for, and when
    #[command(
        after_help = "Examples:\n  mcp-guide agents --dry-run\n  mcp-guide agents --file CLAUDE.md\n  mcp-guide agents --remove"
    )]
    Agents(AgentsArguments),
    /// Write a commented guide.yaml for the documents in a folder
    Init(InitArguments),
    /// Add the server and the hook to a client's configuration
    #[command(
        after_help = "Examples:\n  mcp-guide setup claude-code\n  mcp-guide setup codex --user --dry-run\n  mcp-guide setup vscode --remove"
    )]
    Setup(SetupArguments),
    /// Show which clients are set up here, and what does not work
    Doctor,
    /// Give an agent the rules for files, as a hook of its client
    #[command(
        after_help = "Examples:\n  mcp-guide hook claude-code\n  mcp-guide hook --last\n  mcp-guide hook --stats\n  mcp-guide hook --trust"
    )]
    Hook(HookArguments),
    /// Print the JSON Schema of guide.yaml
    Schema,
    /// Print the built-in table of clients' rule files
    Dialects,
    /// Print the tools' reference as Markdown
    Docs,
    /// Print a completion script for a shell
    #[command(
        after_help = "Examples:\n  bash: source <(mcp-guide completions bash)\n  zsh:  source <(mcp-guide completions zsh)\n  fish: mcp-guide completions fish | source"
    )]
    Completions {
        /// The shell: bash, zsh, fish, elvish or powershell
        #[arg(hide_possible_values = true, value_parser = SHELLS)]
        shell: String,
    },
    /// Print the man page
    Man,
}

/// How the answer of a tool is printed.
#[derive(Debug, Args)]
pub struct ReplyArguments {
    /// Return at most N bytes, instead of limits.response_bytes; get has a limit only with this
    /// or --json
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub bytes: Option<u64>,
    /// Print the whole result as JSON
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
    /// A category, a collection, a guide:// URI, or a path relative to the current folder,
    /// optionally with a line or a section: docs/a.md:12, docs/a.md#setup
    pub name: String,
    #[command(flatten)]
    pub patterns: Patterns,
    /// Print only this document, by its path or guide:// URI, instead of a pattern
    #[arg(long, value_name = "PATH")]
    pub document: Option<String>,
    /// Print only the section under this heading; 'A > B' is B inside A
    #[arg(long, value_name = "HEADING")]
    pub section: Option<String>,
    #[command(flatten)]
    pub reply: ReplyArguments,
}

/// The arguments of `for`.
#[derive(Debug, Args)]
pub struct ForArguments {
    /// Files, relative to the current folder; they need not exist
    #[arg(required_unless_present_any = ["stdin", "changed"], value_hint = ValueHint::FilePath)]
    pub paths: Vec<String>,
    /// Read the paths from standard input, one per line or each ended by NUL
    #[arg(long, conflicts_with = "paths")]
    pub stdin: bool,
    /// Look only in this category, collection or document
    #[arg(long = "in", value_name = "NAME")]
    pub name: Option<String>,
    /// Print every rule with its pattern, its source, and whether it applies
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
    /// A category or collection, or a document or folder, relative to the current folder
    pub name: Option<String>,
    #[command(flatten)]
    pub patterns: Patterns,
    #[command(flatten)]
    pub reply: ReplyArguments,
}

/// The arguments of `search`.
#[derive(Debug, Args)]
pub struct SearchArguments {
    /// A question, or words; sections with '"exact text"' come first (keep both kinds of quotes)
    #[arg(required = true)]
    pub words: Vec<String>,
    /// Search only this category, collection, document or folder
    #[arg(long = "in", value_name = "NAME")]
    pub name: Option<String>,
    /// Search the documents that match this pattern, instead of the default patterns
    #[arg(long)]
    pub pattern: Option<String>,
    /// Print at most N sections
    #[arg(short = 'n', long = "max-count", value_name = "N", value_parser = value_parser!(u16).range(1..))]
    pub sections: Option<u16>,
    #[command(flatten)]
    pub reply: ReplyArguments,
}

/// The arguments of `export`.
#[derive(Debug, Args)]
pub struct ExportArguments {
    /// A category or collection [default: all categories]
    pub name: Option<String>,
    /// Print only what differs from an earlier export of the same NAME: a file whose lines have at
    /// least uri and digest, or - for standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub since: Option<Utf8PathBuf>,
}

/// The arguments of `agents`.
#[derive(Debug, Args)]
pub struct AgentsArguments {
    /// The file, relative to the project's folder, instead of AGENTS.md; agents also read CLAUDE.md,
    /// GEMINI.md and .github/copilot-instructions.md
    #[arg(long, value_name = "FILE")]
    pub file: Option<Utf8PathBuf>,
    /// Print the block without writing it
    #[arg(long)]
    pub dry_run: bool,
    /// Remove the block; without --file, from all these files
    #[arg(long)]
    pub remove: bool,
}

/// The arguments of `init`.
#[derive(Debug, Args)]
pub struct InitArguments {
    /// The folder [default: the folder of --project, or the working directory]
    #[arg(value_hint = ValueHint::DirPath)]
    pub folder: Option<Utf8PathBuf>,
    /// Print the file without writing it
    #[arg(long)]
    pub dry_run: bool,
    /// Replace an existing guide.yaml
    #[arg(long)]
    pub force: bool,
    /// Also write AGENTS.md, as `mcp-guide agents` does
    #[arg(long)]
    pub agents: bool,
}

/// The arguments of `setup`.
#[derive(Debug, Args)]
pub struct SetupArguments {
    /// The client: claude-code, claude-desktop, vscode, cursor, codex, gemini-cli, copilot-cli,
    /// qwen-code, opencode, zed, devin, kiro, cline or antigravity; without one, setup lists the
    /// files that exist
    #[arg(value_name = "CLIENT", value_parser = Client::find)]
    pub client: Option<Client>,
    /// Edit your own file instead of the project's
    #[arg(long)]
    pub user: bool,
    /// Write no paths of this machine, for files that you commit
    #[arg(long, conflicts_with = "user")]
    pub shared: bool,
    /// Do not write the hook
    #[arg(long)]
    pub no_hook: bool,
    /// Write only the hook
    #[arg(long, conflicts_with = "no_hook")]
    pub hook_only: bool,
    /// Replace the entry of another project in your own file
    #[arg(long, conflicts_with = "remove")]
    pub force: bool,
    /// Print the changes without writing them
    #[arg(long)]
    pub dry_run: bool,
    /// Remove the entry, so that the file is as it was before
    #[arg(long)]
    pub remove: bool,
    /// With --remove: remove the entries of all clients in this project, or with --user in your
    /// own files
    #[arg(long, requires = "remove", conflicts_with = "client")]
    pub all: bool,
}

/// A pattern, and words after it.
#[derive(Debug, Args)]
pub struct Patterns {
    /// A pattern, in quotes, instead of the default patterns
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
            "expected one pattern, got {}. Put the pattern in single quotes, so that the shell \
             does not expand it: mcp-guide {command} {} '*.md'",
            1 + self.more.len(),
            quoted(name)
        ))
    }
}
