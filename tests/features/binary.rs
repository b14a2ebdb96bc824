//! The built program: on pipes, on sockets, on a system without `openat2`, and over HTTP.

use conformance::http::At;
use conformance::server::{Server, Setup, table_file};
use conformance::wants::Wants;
use conformance::watch::Watch;
use conformance::wire::Wire;
use laws::filter::{Without, without_openat2};
use tempfile::NamedTempFile;
use tokio::process::Command;

/// On pipes.
#[derive(Debug)]
pub struct Stdio;

impl Server for Stdio {
    fn name(&self) -> &'static str {
        "stdio"
    }

    fn shown(&self) -> String {
        "mcp-guide serve".into()
    }

    fn start(&self, setup: &Setup, table: Option<&str>, watch: Watch) -> Wire {
        let (command, table) = command(setup, table);
        Wire::start(command, table, watch)
    }
}

/// On sockets, which clients that run on Node.js give to it.
#[derive(Debug)]
pub struct Socket;

impl Server for Socket {
    fn name(&self) -> &'static str {
        "socket"
    }

    fn shown(&self) -> String {
        "mcp-guide serve, on sockets".into()
    }

    fn start(&self, setup: &Setup, table: Option<&str>, watch: Watch) -> Wire {
        let (command, table) = command(setup, table);
        Wire::start_on_sockets(command, table, watch)
    }
}

/// The same on a system that has no `openat2`.
#[derive(Debug)]
pub struct Stepwise;

impl Server for Stepwise {
    fn name(&self) -> &'static str {
        "stepwise"
    }

    fn shown(&self) -> String {
        "mcp-guide serve, without openat2".into()
    }

    fn start(&self, setup: &Setup, table: Option<&str>, watch: Watch) -> Wire {
        let runtime = tokio::runtime::Handle::current();
        without_openat2(Without::Missing, || {
            let _entered = runtime.enter();
            Stdio.start(setup, table, watch)
        })
    }
}

/// Over HTTP.
#[derive(Debug)]
pub struct Http;

impl Server for Http {
    fn name(&self) -> &'static str {
        "http"
    }

    fn shown(&self) -> String {
        "mcp-guide serve --http".into()
    }

    fn excludes(&self, _requirement: &str, wants: &Wants) -> Option<String> {
        // A client's folders are those of another machine.
        let finds = wants.finds();
        finds.then(|| "it names no project, and over HTTP none is looked for".to_owned())
    }

    fn start(&self, setup: &Setup, table: Option<&str>, watch: Watch) -> Wire {
        let (mut command, table) = command(setup, table);
        command.args(["--http", "127.0.0.1:0"]);
        if !setup.named && setup.environment.is_none() {
            // A scenario without a project: over HTTP one is named, whether it exists or not.
            command.arg("--project").arg(&setup.folder);
        }
        if let Some(token) = &setup.token {
            command.env("MCP_GUIDE_TOKEN", token);
        }
        Wire::over_http(command, table, watch, At::Told, setup.token.clone())
    }
}

/// Returns the program's command line, with the file of its table.
fn command(setup: &Setup, table: Option<&str>) -> (Command, Option<NamedTempFile>) {
    let mut command = Command::from(laws::command(env!("CARGO_BIN_EXE_mcp-guide")));
    command.current_dir(&setup.working_directory);
    if setup.named {
        command.arg("--project").arg(&setup.folder);
    } else if let Some(path) = &setup.environment {
        command.env("MCP_GUIDE_PROJECT", path);
    }
    let table = table.map(table_file);
    if let Some(table) = &table {
        command.arg("--spec").arg(table.path());
    }
    command.arg("serve");
    (command, table)
}
