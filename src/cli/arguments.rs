//! The command line's arguments.

use std::ffi::OsString;

use camino::Utf8PathBuf;
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::engine::ArgValueCandidates;

use super::completions::{self, Shell};

/// What `--help` ends with.
const MORE: &str = "\
Examples:
  mcp-guide init                     write a guide.yaml for this folder
  mcp-guide list                     what there is
  mcp-guide get docs                 the documents of the category docs
  mcp-guide get docs '*.md'          those that match; quote patterns
  mcp-guide --project ~/work check   look a project elsewhere over

Exit codes:
  0  it is done
  1  a failure: no such name, no match, no project; errors of check;
     what standard output does not take
  2  a usage error, or a table that does not load

README.md, which comes with the source, has the rest.";

/// Hands AI agents a project's own documents over MCP
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100, after_help = MORE)]
pub struct Cli {
    /// The project: its guide.yaml or the folder that holds it; else what the
    /// environment variable MCP_GUIDE_PROJECT names
    #[arg(long, global = true, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub project: Option<OsString>,
    /// A spec table in place of the built-in one
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub spec: Option<Utf8PathBuf>,
    /// Colour: auto (at a terminal, unless NO_COLOR is set), always or never
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true,
        hide_default_value = true
    )]
    pub color: Color,
    /// Logs more to stderr (-v, -vv, -vvv)
    #[arg(short, long, global = true, action = ArgAction::Count)]
    pub verbose: u8,
    /// What to do; `serve` when standard input is not a terminal
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// When there is colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// At a terminal that has it, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What to do.
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
    Get {
        /// The name of a category or collection, or a document's guide:// URI
        #[arg(add = ArgValueCandidates::new(completions::names))]
        name: String,
        #[command(flatten)]
        patterns: Patterns,
        /// Exactly this document, by its path or its guide:// URI, in place of a pattern
        #[arg(long, value_name = "PATH")]
        document: Option<String>,
        /// The section under this heading, in place of whole documents; 'A > B' is B inside A
        #[arg(long, value_name = "HEADING")]
        section: Option<String>,
        /// Prints the whole result as JSON
        #[arg(long)]
        json: bool,
    },
    /// Lists categories and collections, or the documents of one
    #[command(after_help = "Examples:\n  mcp-guide list\n  mcp-guide list docs '**/*.md'")]
    List {
        /// The name of a category or collection
        #[arg(add = ArgValueCandidates::new(completions::names))]
        name: Option<String>,
        #[command(flatten)]
        patterns: Patterns,
        /// Prints the whole result as JSON
        #[arg(long)]
        json: bool,
    },
    /// Finds the documents that hold all of these words
    #[command(
        after_help = "Examples:\n  mcp-guide search retry backoff\n  mcp-guide search 'exponential backoff' --in guidelines\n\nA word with a capital is found as it is written, any other in any case."
    )]
    Search {
        /// The words; in quotes several words that stand together
        #[arg(required = true)]
        words: Vec<String>,
        /// In this category or collection alone
        #[arg(long = "in", value_name = "NAME", add = ArgValueCandidates::new(completions::names))]
        name: Option<String>,
        /// In the documents that match this pattern, in place of the default ones
        #[arg(long)]
        pattern: Option<String>,
        /// Prints the whole result as JSON
        #[arg(long)]
        json: bool,
    },
    /// Calls any tool of the table with raw arguments
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
    /// Checks the table and the project, and reports every finding with its place
    #[command(after_help = "Example:\n  mcp-guide check --strict")]
    Check {
        /// Fails on warnings too
        #[arg(long)]
        strict: bool,
        /// Prints the report as JSON
        #[arg(long)]
        json: bool,
    },
    /// Writes a commented guide.yaml from what the folder holds
    #[command(
        after_help = "Examples:\n  mcp-guide init --dry-run\n  mcp-guide init --client claude-code\n  mcp-guide init --from ~/.config/mcp-guide/config.yaml"
    )]
    Init {
        /// The folder; else what --project names, else the working directory
        #[arg(value_hint = ValueHint::DirPath)]
        folder: Option<Utf8PathBuf>,
        /// Prints the file, and writes nothing
        #[arg(long)]
        dry_run: bool,
        /// Replaces a guide.yaml that is there
        #[arg(long)]
        force: bool,
        /// Takes a config.yaml of the Python mcp-guide (1.1, 1.4) over, in place of
        /// what the folder holds: its project of the folder's name
        #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        from: Option<Utf8PathBuf>,
        /// Another of its projects, by its name or its key
        #[arg(long, value_name = "NAME", requires = "from")]
        from_project: Option<String>,
        /// Prints what a client's file takes to start the server for this folder, and
        /// writes nothing: claude-code, claude-desktop, vscode, cursor, codex,
        /// gemini-cli, zed or windsurf
        #[arg(long, value_name = "NAME", conflicts_with_all = ["dry_run", "force", "from"])]
        client: Option<String>,
    },
    /// Prints the JSON Schema of guide.yaml
    #[command(after_help = "Example:\n  mcp-guide schema > guide.schema.json")]
    Schema {
        /// Of a spec table instead
        #[arg(long)]
        table: bool,
    },
    /// Prints the tools' reference as Markdown
    #[command(after_help = "Example:\n  mcp-guide docs > tools.md")]
    Docs,
    /// Prints what a shell needs to complete this command line
    #[command(
        after_help = "Examples:\n  bash: source <(mcp-guide completions bash)\n  zsh:  source <(mcp-guide completions zsh)\n  fish: mcp-guide completions fish | source"
    )]
    Completions {
        /// The shell: bash, zsh, fish, elvish or powershell
        #[arg(hide_possible_values = true)]
        shell: Shell,
    },
    /// Prints the man page
    #[command(after_help = "Example:\n  mcp-guide man > mcp-guide.1")]
    Man,
}

/// The pattern, and what came after it.
#[derive(Debug, Args)]
pub struct Patterns {
    /// A pattern in place of the default ones, in quotes
    pub pattern: Option<String>,
    /// Of a pattern without quotes a shell makes many words.
    #[arg(hide = true)]
    pub more: Vec<String>,
}
