//! What the process has of the system: its streams, its signals and its descriptors.

#[cfg_attr(unix, path = "system/unix.rs")]
#[cfg_attr(windows, path = "system/windows.rs")]
mod of;

#[cfg(feature = "http")]
pub(super) use of::terminated;
pub(super) use of::{on_termination, raise_descriptors, stderr, stdin, stdout};
