//! The interface to the system: streams, signals, descriptors, and folders in a user's home directory.

#[cfg_attr(unix, path = "system/unix.rs")]
#[cfg_attr(windows, path = "system/windows.rs")]
mod of;
mod user_folder;

#[cfg(feature = "http")]
pub(super) use of::terminated;
pub(super) use of::{on_termination, raise_descriptors, stderr, stdin, stdout};
pub use user_folder::{UserFolder, from_home, state_folder};
