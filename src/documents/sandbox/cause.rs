//! Which fault an error of the system stands for.

use std::io;

use camino::Utf8Path;
use cap_fs_ext::FollowSymlinks;
use cap_std::fs::Dir;
use rustix::io::Errno;

use super::{Kind, beneath};
use crate::documents::fault::Fault;

/// The fault that an error tells by itself.
pub(super) fn fault(error: &io::Error) -> Fault {
    // The resolver's own refusal to leave the tree carries no error number.
    if error.raw_os_error().is_none() && error.kind() == io::ErrorKind::PermissionDenied {
        return Fault::Outside;
    }
    match Errno::from_io_error(error) {
        Some(Errno::XDEV) => Fault::Outside,
        Some(Errno::LOOP) => Fault::Loop,
        Some(Errno::NXIO | Errno::NODEV) => Fault::NotRegular,
        _ => Fault::of_system(error),
    }
}

impl From<Errno> for Fault {
    fn from(error: Errno) -> Self {
        fault(&error.into())
    }
}

/// The fault of what stands at `path`, which the bare error does not always tell.
pub(super) fn fault_at(root: &Dir, path: &Utf8Path, error: &io::Error) -> Fault {
    let look = |path, last| beneath::look(root, path, last);
    let is_link = |path| matches!(look(path, FollowSymlinks::No), Ok(Kind::Link));
    let leads_nowhere = |path| is_link(path) && look(path, FollowSymlinks::Yes).is_err();
    match fault(error) {
        // A link of procfs leads to what a process has open, whatever its text says.
        Fault::Missing | Fault::Loop if is_procfs(root) && path.ancestors().any(leads_nowhere) => {
            Fault::Outside
        }
        // A file that was made anew in the meantime is no link.
        Fault::Missing if is_link(path) => Fault::Dangling,
        other => other,
    }
}

#[cfg(target_os = "linux")]
fn is_procfs(root: &Dir) -> bool {
    rustix::fs::fstatfs(root).is_ok_and(|system| system.f_type == rustix::fs::PROC_SUPER_MAGIC)
}

#[cfg(not(target_os = "linux"))]
fn is_procfs(_: &Dir) -> bool {
    false
}
