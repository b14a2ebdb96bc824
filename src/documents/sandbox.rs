//! Opens files. All other modules open files through this one.
//!
//! A [`Tree`] is an open directory that gives access to the files in it. All paths are relative to
//! this directory. Unless [`Reach::Anywhere`] is requested, they are resolved inside it: no path or
//! link leads out of it, even if files are renamed at the same time. A file is opened without
//! blocking, and must be a regular file according to its own handle.
//!
//! The [`ambient`] functions are the exception: they can open any file that the process can. They
//! are used only for paths from the user of the command line or from the search for the project's
//! file.

#![expect(clippy::disallowed_methods, reason = "this module may")]

pub mod ambient;
mod dir_entry;
mod edit;
mod opened;
mod private_folder;
mod stat;
pub mod state_file;
pub mod state_folder;
mod tree;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

pub use cap_fs_ext::FollowSymlinks;
pub use dir_entry::{DirEntry, NonUtf8Name, is_reserved};
pub use opened::{Opened, check_nul};
pub use private_folder::PrivateFolder;
pub use stat::{FileType, Identity, MTIME_GRANULARITY, Owner, Version};
pub use tree::{Reach, Tree};
#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

use stat::Stat;
use tree::{Name, Purpose, or_dot};
