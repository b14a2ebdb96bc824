//! Directory trees to be walked: a root with whatever names, links and special
//! files, and beside it an outside that nobody may see.

use std::ffi::OsString;
use std::io::Write;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions, Permissions, PermissionsExt};
use rustix::fs::{FileType, Mode, RenameFlags, mknodat, renameat_with};
use tempfile::TempDir;

/// What every file inside begins with; nothing else does.
pub const INSIDE: &str = "inside ";
/// What every file and name outside holds.
pub const OUTSIDE: &str = "SECRET";
/// Stands in a name for a byte that is not UTF-8.
pub const ODD: char = '\u{f8ff}';

/// What stands at a path.
#[derive(Debug, Clone, PartialEq)]
pub enum Node {
    File,
    Directory,
    /// A link with this target, as it stands.
    Link(String),
    Fifo,
    Socket,
    /// A file that nobody may read.
    Closed,
}

/// A temporary folder with `root` and `rootless`, which lies outside though its
/// path begins with that of the root. What is changed in the root is changed
/// beneath a handle of it, so no link can turn a change loose or move a secret.
#[derive(Debug)]
pub struct World {
    folder: TempDir,
    root: Dir,
    outside: Dir,
}

impl World {
    /// An empty root, and an outside with secrets.
    pub fn empty() -> Self {
        let folder = super::folder();
        let open = |name: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir(&path).expect("a new directory");
            Dir::open_ambient_dir(path, ambient_authority()).expect("a directory that opens")
        };
        let (root, outside) = (open("root"), open("rootless"));
        outside.create_dir("sub").expect("a new directory");
        for secret in ["a", "a.md", "sub/b.md", "SECRET.md"] {
            outside.write(secret, OUTSIDE).expect("a secret is written");
        }
        Self { folder, root, outside }
    }

    /// The root's absolute path.
    pub fn root(&self) -> PathBuf {
        self.folder.path().join("root")
    }

    /// The outside's absolute path.
    pub fn outside(&self) -> String {
        let path = self.folder.path().join("rootless");
        path.to_str().expect("a UTF-8 path").to_owned()
    }

    /// Puts a node at a path of the root, unless something is there already or
    /// its directory does not exist. What is not possible is left undone.
    pub fn put(&self, path: &str, node: &Node) {
        let (directory, name) = path.rsplit_once('/').unwrap_or((".", path));
        let Ok(directory) = self.root.open_dir(stored(directory)) else {
            return;
        };
        let name = &stored(name);
        let special = |kind| {
            if directory.symlink_metadata(name).is_err() {
                let mode = Mode::RUSR | Mode::WUSR;
                let _ = mknodat(&directory, name, kind, mode, 0);
            }
        };
        match node {
            Node::File | Node::Closed => {
                let mut options = OpenOptions::new();
                options.write(true).create_new(true);
                if let Ok(mut file) = directory.open_with(name, &options) {
                    let _ = file.write_all(format!("{INSIDE}{path}").as_bytes());
                    if *node == Node::Closed {
                        let _ = file.set_permissions(Permissions::from_mode(0));
                    }
                }
            }
            Node::Directory => drop(directory.create_dir(name)),
            Node::Link(target) => drop(directory.symlink_contents(target, name)),
            Node::Fifo => special(FileType::Fifo),
            Node::Socket => special(FileType::Socket),
        }
    }

    /// Renames within the root.
    pub fn rename(&self, from: &str, to: &str) {
        let _ = self.root.rename(stored(from), &self.root, stored(to));
    }

    /// Exchanges two names of the root in one step.
    pub fn swap(&self, a: &str, b: &str) {
        if !a.contains('/') && !b.contains('/') {
            let flags = RenameFlags::EXCHANGE;
            let _ = renameat_with(&self.root, stored(a), &self.root, stored(b), flags);
        }
    }

    /// Moves something out of the root, as it is.
    pub fn move_out(&self, from: &str) {
        let _ = self.root.rename(stored(from), &self.outside, "moved");
    }

    /// Removes whatever is there.
    pub fn remove(&self, path: &str) {
        let path = stored(path);
        if self.root.remove_file(&path).is_err() {
            let _ = self.root.remove_dir_all(path);
        }
    }

    /// Sets who may read, write and search what stands at a path.
    pub fn permit(&self, path: &str, mode: u32) {
        let _ = (self.root).set_permissions(stored(path), Permissions::from_mode(mode));
    }
}

/// A path as the system has it.
fn stored(path: &str) -> PathBuf {
    let mut bytes = Vec::with_capacity(path.len());
    for (number, part) in path.split(ODD).enumerate() {
        bytes.extend((number > 0).then_some(0xFF));
        bytes.extend_from_slice(part.as_bytes());
    }
    OsString::from_vec(bytes).into()
}

/// Runs something as a user would whom permissions concern: the superuser's
/// leave to pass over them is laid down on this thread meanwhile, and on those
/// that it starts.
pub fn as_anybody<T>(run: impl FnOnce() -> T) -> T {
    use rustix::thread::{CapabilitySet, capabilities, set_capabilities};
    let superuser = CapabilitySet::DAC_OVERRIDE | CapabilitySet::DAC_READ_SEARCH;
    let before = capabilities(None).expect("a thread may ask what it may");
    let mut without = before;
    without.effective.remove(superuser);
    set_capabilities(None, without).expect("less is always granted");
    let result = run();
    set_capabilities(None, before).expect("what was permitted stays so");
    result
}
