//! The command line's arguments.

use camino::Utf8PathBuf;
use clap::{ArgAction, Parser, Subcommand};

/// Hands AI agents a project's own documents over MCP
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
pub struct Cli {
    /// The project: its guide.yaml or the folder that holds it
    #[arg(long, global = true, value_name = "PATH", env = "MCP_GUIDE_PROJECT")]
    pub project: Option<Utf8PathBuf>,
    /// A spec table in place of the built-in one
    #[arg(long, global = true, value_name = "FILE")]
    pub spec: Option<Utf8PathBuf>,
    /// Logs more to stderr (-v, -vv, -vvv)
    #[arg(short, long, global = true, action = ArgAction::Count)]
    pub verbose: u8,
    /// What to do; `serve` when standard input is not a terminal
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serves MCP on standard input and output
    Serve,
    /// Prints the documents of a category or collection
    Get {
        /// The name of a category or collection
        name: String,
        /// A pattern in place of the default ones
        pattern: Option<String>,
        /// Prints the whole result as JSON
        #[arg(long)]
        json: bool,
    },
    /// Lists categories and collections, or the documents of one
    List {
        /// The name of a category or collection
        name: Option<String>,
        /// A pattern in place of the default ones
        pattern: Option<String>,
        /// Prints the whole result as JSON
        #[arg(long)]
        json: bool,
    },
    /// Calls any tool of the table with raw arguments
    Call {
        /// The tool's name
        tool: String,
        /// Its arguments, a JSON object
        #[arg(value_name = "JSON", default_value = "{}")]
        arguments: String,
    },
    /// Checks the table and the project, and reports every finding with its place
    Check {
        /// Fails on warnings too
        #[arg(long)]
        strict: bool,
        /// Prints the report as JSON
        #[arg(long)]
        json: bool,
    },
    /// Writes a commented guide.yaml from what the folder holds
    Init {
        /// The folder; else what --project names, else the working directory
        folder: Option<Utf8PathBuf>,
        /// Prints the file, and writes nothing
        #[arg(long)]
        dry_run: bool,
        /// Replaces a guide.yaml that is there
        #[arg(long)]
        force: bool,
    },
    /// Prints the JSON Schema of guide.yaml
    Schema {
        /// Of a spec table instead
        #[arg(long)]
        table: bool,
    },
    /// Prints the tools' reference as Markdown
    Docs,
}
