//! What is asked of the system.

use std::ffi::OsString;
use std::io;
use std::path::Path;

use tokio::process::Command;

/// The name that these bytes are.
#[cfg(unix)]
pub fn name(bytes: Vec<u8>) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes)
}
#[cfg(windows)]
pub fn name(bytes: Vec<u8>) -> OsString {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

/// Makes a link.
#[cfg(unix)]
pub fn link(target: impl AsRef<Path>, at: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, at)
}
#[cfg(windows)]
pub fn link(target: impl AsRef<Path>, at: &Path) -> io::Result<()> {
    let there = at.parent().map(|parent| parent.join(target.as_ref()));
    if there.is_some_and(|there| there.is_dir()) {
        std::os::windows::fs::symlink_dir(target, at)
    } else {
        std::os::windows::fs::symlink_file(target, at)
    }
}

/// Makes a FIFO, where there are any.
#[cfg(unix)]
pub fn pipe(at: &Path) -> io::Result<()> {
    let made = std::process::Command::new("mkfifo").arg(at).status()?;
    if made.success() { Ok(()) } else { Err(io::ErrorKind::Other.into()) }
}
#[cfg(windows)]
pub fn pipe(_: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Puts a command into a group of its own, so that what it starts ends with it.
pub fn group(command: &mut Command) -> &mut Command {
    #[cfg(unix)]
    command.process_group(0);
    command
}

/// Ends the group of a process: now, or when it likes.
pub fn end(process: Option<u32>, now: bool) {
    #[cfg(unix)]
    if let Some(group) = process.and_then(|id| rustix::process::Pid::from_raw(id.cast_signed())) {
        let signal = if now { rustix::process::Signal::KILL } else { rustix::process::Signal::TERM };
        let _ = rustix::process::kill_process_group(group, signal);
    }
    #[cfg(windows)]
    let _ = (process, now);
}
