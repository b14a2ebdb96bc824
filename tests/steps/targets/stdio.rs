//! The built binary on its standard streams.

use tempfile::NamedTempFile;
use tokio::process::Command;

use super::Setup;
use super::watch::Watch;
use super::wire::Wire;

/// Starts it.
pub fn start(setup: &Setup, table: Option<&str>, watch: Watch) -> Wire {
    let (command, table) = command(setup, table);
    Wire::start(command, table, watch)
}

/// The binary's command line, with the file of its table.
pub fn command(setup: &Setup, table: Option<&str>) -> (Command, Option<NamedTempFile>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-guide"));
    command
        .current_dir(&setup.working_directory)
        .env_remove("MCP_GUIDE_PROJECT");
    if setup.named {
        command.arg("--project").arg(&setup.folder);
    } else if let Some(path) = &setup.environment {
        command.env("MCP_GUIDE_PROJECT", path);
    }
    let table = table.map(super::table_file);
    if let Some(table) = &table {
        command.arg("--spec").arg(table.path());
    }
    command.arg("serve");
    (command, table)
}
