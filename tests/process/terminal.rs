//! The built binary at a terminal.

use std::io::Read;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::Stdio;

use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use super::binary;

/// The columns, colours and links of the terminal in which the tests run, and its pager.
pub const UNSET: [&str; 15] = [
    "COLUMNS", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI", "LESS", "FORCE_HYPERLINK", "DOMTERM",
    "VTE_VERSION", "TERM_PROGRAM", "COLORTERM", "WT_SESSION", "KONSOLE_VERSION", "PAGER", "LV",
];

/// Which streams are a terminal.
#[derive(Clone, Copy, PartialEq)]
pub enum At {
    Input,
    Output,
    All,
}

/// Runs a command at a terminal of 80 columns.
#[track_caller]
pub fn run(folder: &Path, at: At, environment: &[(&str, &str)], arguments: &[&str]) -> (i32, String) {
    run_in(80, folder, at, environment, arguments)
}

/// Runs a command without a pager whose streams are a terminal of so many columns and 24 rows, the others being null; its exit
/// code, and what the terminal was written, with the line ends that it was written.
#[track_caller]
pub fn run_in(
    columns: u16,
    folder: &Path,
    at: At,
    environment: &[(&str, &str)],
    arguments: &[&str],
) -> (i32, String) {
    let terminal =
        openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).expect("a terminal");
    grantpt(&terminal).and_then(|()| unlockpt(&terminal)).expect("it is ours");
    let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&terminal, size).expect("a size");
    let name = ptsname(&terminal, Vec::new()).expect("its name");
    let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
    let end = |is: bool| -> Stdio {
        if !is {
            return Stdio::null();
        }
        let end: OwnedFd = rustix::fs::open(&name, flags, Mode::empty()).expect("its other end");
        end.into()
    };
    let mut command = binary();
    for variable in UNSET {
        command.env_remove(variable);
    }
    command
        .current_dir(folder)
        .args(arguments)
        .env("TERM", "xterm")
        .env("PAGER", "")
        .envs(environment.iter().copied())
        .stdin(end(at != At::Output))
        .stdout(end(at != At::Input))
        .stderr(end(true));
    let mut child = command.spawn().expect("the program runs");
    drop(command);
    let mut written = Vec::new();
    // Where nobody has its other end any more it reports an error.
    let _ = std::fs::File::from(terminal).read_to_end(&mut written);
    let code = child.wait().expect("it ends").code();
    let written = String::from_utf8(written).expect("UTF-8");
    (code.expect("an exit code"), written.replace("\r\n", "\n"))
}
