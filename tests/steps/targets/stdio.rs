//! The built binary on its standard streams.

use rmcp::transport::TokioChildProcess;
use tokio::process::Command;

use super::Setup;

/// Starts it.
pub fn start(setup: &Setup, table: Option<&str>) -> TokioChildProcess {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-guide"));
    command
        .current_dir(&setup.working_directory)
        .env_remove("MCP_GUIDE_PROJECT");
    if setup.named {
        command.arg("--project").arg(&setup.folder);
    } else if let Some(path) = &setup.environment {
        command.env("MCP_GUIDE_PROJECT", path);
    }
    if let Some(table) = table {
        // Beside the scenario's folder, where no pattern finds it.
        let file = setup.folder.with_extension("table.yaml");
        std::fs::write(&file, table).expect("the table's file");
        command.arg("--spec").arg(file);
    }
    command.arg("serve");
    quiet(command)
}

/// Starts a command whose log is kept out of the run's own output.
pub fn quiet(command: Command) -> TokioChildProcess {
    let builder = TokioChildProcess::builder(command).stderr(std::process::Stdio::null());
    let (process, _stderr) = builder.spawn().expect("the server starts");
    process
}
