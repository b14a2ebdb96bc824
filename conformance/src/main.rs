//! `mcp-guide-conformance`: runs the specification against a server's command line.

#![allow(clippy::print_stderr, clippy::print_stdout, reason = "a program at a terminal")]

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use libtest_mimic::Arguments;
use mcp_guide_conformance::command::CommandLine;
use mcp_guide_conformance::run::Selection;
use mcp_guide_conformance::server::Wording;
use mcp_guide_conformance::{features, report, specification, trial};

/// Runs the specification of mcp-guide against an MCP server.
///
/// Each scenario has a folder of its own, in which it writes `guide.yaml` and documents. Then
/// it starts the server there, calls its tools, and compares the answers.
#[derive(Debug, Parser)]
#[command(version, after_long_help = HELP)]
struct Options {
    /// The server's command line, for a shell: 'node server.js --root {project}'
    #[arg(long, value_name = "LINE", required_unless_present = "specification")]
    command: Option<String>,

    /// Where the server listens, if it speaks HTTP: 'http://127.0.0.1:{port}/mcp'
    #[arg(long)]
    url: Option<String>,

    /// The scenarios that run: the original 35, or all
    #[arg(long, default_value = "core")]
    profile: Profile,

    /// Whether the wording of errors and messages counts; by default only with `full`
    #[arg(long)]
    words: Option<Words>,

    /// What the server gives as its name and version, if not the original's
    #[arg(long, num_args = 2, value_names = ["NAME", "VERSION"])]
    server: Vec<String>,

    /// What the server cannot do: table, roots, environment, search, or a requirement
    #[arg(long, value_name = "LIST", default_value = "")]
    lacks: String,

    /// Writes the results as JUnit XML
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,

    /// Writes the results as Markdown, such as for the summary of a CI job
    #[arg(long, value_name = "FILE")]
    summary: Option<PathBuf>,

    #[command(flatten)]
    selection: Selection,

    /// How many scenarios run at once, if not one for each processor
    #[arg(long, value_name = "NUMBER")]
    jobs: Option<usize>,

    /// How many seconds each answer may take; after three that take longer nothing else runs
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    timeout: u64,

    /// Writes the specification as OpenSpec Markdown, DIR/NAME/spec.md, and runs nothing
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    specification: Option<PathBuf>,

    /// Lists the scenarios instead of running them
    #[arg(long)]
    list: bool,

    /// Runs only scenarios whose name contains this, such as pattern_override
    filter: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Profile {
    Core,
    Full,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Words {
    Exact,
    Any,
}

const HELP: &str = "\
The command line runs in the scenario's working directory. In it, and in the URL, these
are replaced; a part in brackets is omitted where its placeholder has no value:

  {project}   the folder with guide.yaml
  {cwd}       the working directory
  {spec}      a file with the spec table, for servers that read it
  {port}      a free port
  {env:NAME}  the value of MCP_GUIDE_PROJECT in scenarios that set it

With --profile core, guide.yaml is written as JSON, which is YAML too.

Examples:
  mcp-guide-conformance --command 'python3 server.py --root {project}'
  mcp-guide-conformance --profile full --command 'mcp-guide [--project {project}] [--spec {spec}] serve'

The exit status is 0 if every scenario passed, 1 if one failed, and 2 if none could run.";

fn main() -> ExitCode {
    let options = Options::parse();
    match judge(&options) {
        Ok(status) => status,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::from(2)
        }
    }
}

fn judge(options: &Options) -> Result<ExitCode, String> {
    if let Some(folder) = &options.specification {
        specification::write(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let core = options.profile == Profile::Core;
    let mut cases = features::embedded()?;
    let requirements = cases.iter().map(|case| case.requirement.clone()).collect();
    if core {
        let originals = features::originals();
        cases.retain(|case| originals.contains(&(case.requirement.clone(), case.title.clone())));
    }
    cases.retain(|case| case.is_selected(&options.selection));
    let mut server = CommandLine::new(options.command.as_deref().unwrap_or_default())?
        .lacking(&options.lacks, &requirements)?;
    if let Some(url) = &options.url {
        server = server.at(url)?;
    }
    server.words = match options.words {
        Some(Words::Exact) => Wording::Exact,
        Some(Words::Any) => Wording::Any,
        None if core => Wording::Any,
        None => Wording::Exact,
    };
    server.json = core;
    if let [name, version] = &options.server[..] {
        server.identity = (name.clone(), version.clone());
    }
    server.patience = Duration::from_secs(options.timeout);
    let server = server.kept();
    let arguments = Arguments {
        filter: options.filter.clone(),
        list: options.list,
        test_threads: options.jobs,
        ..Arguments::default()
    };
    std::panic::set_hook(Box::new(|_| {}));
    let trials = cases.into_iter().map(|case| trial::of(server, case.into()));
    let conclusion = libtest_mimic::run(&arguments, trials.collect());
    if options.list {
        return Ok(ExitCode::SUCCESS);
    }
    let written =
        |file: &Path, done: io::Result<()>| done.map_err(|error| format!("{}: {error}", file.display()));
    if let Some(file) = &options.junit {
        written(file, report::junit(file))?;
    }
    if let Some(file) = &options.summary {
        written(file, report::markdown(file))?;
    }
    let ran = conclusion.num_passed + conclusion.num_failed;
    match (ran, conclusion.has_failed()) {
        (0, _) => Err("no scenario ran".into()),
        (_, true) => Ok(ExitCode::FAILURE),
        (_, false) => Ok(ExitCode::SUCCESS),
    }
}
