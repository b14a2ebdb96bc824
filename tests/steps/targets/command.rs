//! Any server command line.

use rmcp::transport::TokioChildProcess;
use tokio::process::Command;

use super::Setup;

/// Holds the command line; `{project}` in it is replaced by the project's folder.
pub const VARIABLE: &str = "MCP_GUIDE_COMMAND";

/// The steps that a command line with `{project}` alone cannot express.
pub const OWN_START: &[&str] = &["the spec table with", "the project is found from"];

/// Starts it, by a shell, so that it may be quoted as a shell takes it.
pub fn start(setup: &Setup) -> TokioChildProcess {
    let line = std::env::var(VARIABLE).expect("it was looked at before the run");
    let project = setup.folder.to_str().expect("a UTF-8 path");
    let mut command = Command::new("sh");
    command
        .args([
            "-c",
            &format!("exec {}", line.replace("{project}", project)),
        ])
        .env_remove("MCP_GUIDE_PROJECT");
    super::stdio::quiet(command)
}
