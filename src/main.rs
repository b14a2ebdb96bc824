//! The program: see the crate's own documentation.

use std::process::ExitCode;

fn main() -> ExitCode {
    mcp_guide::cli::main()
}
