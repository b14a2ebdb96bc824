//! Directory trees to be walked: a root with whatever names, links and special
//! files, and beside it an outside that nobody may see.

use std::io::Write;
use std::path::PathBuf;

use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions};
use rustix::fs::{FileType, Mode, RenameFlags, mknodat, renameat_with};
use tempfile::TempDir;

/// What every file inside begins with; nothing else does.
pub const INSIDE: &str = "inside ";
/// What every file and name outside holds.
pub const OUTSIDE: &str = "SECRET";

/// What stands at a path.
#[derive(Debug, Clone, PartialEq)]
pub enum Node {
    File,
    Directory,
    /// A link with this target, as it stands.
    Link(String),
    Fifo,
    Socket,
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
    pub fn new() -> Self {
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
        Self {
            folder,
            root,
            outside,
        }
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
        let Ok(directory) = self.root.open_dir(directory) else {
            return;
        };
        let special = |kind| {
            if directory.symlink_metadata(name).is_err() {
                let mode = Mode::RUSR | Mode::WUSR;
                let _ = mknodat(&directory, name, kind, mode, 0);
            }
        };
        match node {
            Node::File => {
                let mut options = OpenOptions::new();
                options.write(true).create_new(true);
                if let Ok(mut file) = directory.open_with(name, &options) {
                    let _ = file.write_all(format!("{INSIDE}{path}").as_bytes());
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
        let _ = self.root.rename(from, &self.root, to);
    }

    /// Exchanges two names of the root in one step.
    pub fn swap(&self, a: &str, b: &str) {
        if !a.contains('/') && !b.contains('/') {
            let flags = RenameFlags::EXCHANGE;
            let _ = renameat_with(&self.root, a, &self.root, b, flags);
        }
    }

    /// Moves something out of the root, as it is.
    pub fn move_out(&self, from: &str) {
        let _ = self.root.rename(from, &self.outside, "moved");
    }

    /// Removes whatever is there.
    pub fn remove(&self, path: &str) {
        if self.root.remove_file(path).is_err() {
            let _ = self.root.remove_dir_all(path);
        }
    }
}
