//! The reference for links: each is followed by hand, beneath a root.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};

/// How many links the system follows on one way.
const MAX_LINKS: usize = 40;

/// What a path finally leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leads {
    File,
    Directory,
    /// To a special file, to nothing, in a circle, or out.
    Nowhere,
}

/// What stands at these names, links followed.
pub fn leads(root: &Path, names: &[&str]) -> Leads {
    match resolve(root, names).and_then(|path| fs::symlink_metadata(path).ok()) {
        Some(metadata) if metadata.is_file() => Leads::File,
        Some(metadata) if metadata.is_dir() => Leads::Directory,
        _ => Leads::Nowhere,
    }
}

/// The path without links of what stands at these names, every link followed by
/// hand. `None` if nothing is there, or it leads out or in a circle.
pub fn resolve(root: &Path, names: &[&str]) -> Option<PathBuf> {
    let mut links = 0;
    let mut rest: VecDeque<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let mut stack: Vec<String> = Vec::new();
    while let Some(name) = rest.pop_front() {
        match name.as_str() {
            "" | "." => continue,
            ".." => {
                stack.pop()?;
                continue;
            }
            _ => stack.push(name),
        }
        let path = root.join(stack.join("/"));
        let metadata = fs::symlink_metadata(&path).ok()?;
        if metadata.is_symlink() {
            links += 1;
            let target = fs::read_link(&path).expect("a link");
            let target = target.to_str().expect("a UTF-8 target");
            if target.starts_with('/') || links > MAX_LINKS {
                return None;
            }
            stack.pop();
            for name in target.split('/').rev() {
                rest.push_front(name.to_owned());
            }
        } else if !metadata.is_dir() && !rest.is_empty() {
            return None;
        }
    }
    Some(root.join(stack.join("/")))
}
