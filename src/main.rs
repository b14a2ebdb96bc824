//! The program's entry point. The documentation of the crate describes the program.

use std::process::ExitCode;

fn main() -> ExitCode {
    mcp_guide::cli::main()
}
