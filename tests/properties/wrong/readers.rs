//! Readers that check a path and then open it.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use laws::sandbox::Reader;

/// How a reader makes sure that a path lies inside.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Check {
    /// By its text: no `..`, not absolute.
    Lexical,
    /// By the prefix of its canonical path, as a string.
    StringPrefix,
    /// By its canonical path, when it is found; it is read later.
    WhenFound,
    /// Properly, but a FIFO is opened like any file.
    Blocking,
}

/// A reader that uses `std::fs` after a check.
#[derive(Debug)]
pub struct Naive {
    root: PathBuf,
    check: Check,
    found: HashSet<String>,
}

impl Naive {
    pub fn open(check: Check) -> impl Fn(&Path) -> Self + Send + 'static {
        move |root| Self {
            root: root.to_owned(),
            check,
            found: HashSet::new(),
        }
    }

    fn inside(&self, path: &str) -> bool {
        let canonical = self.root.join(path).canonicalize();
        let root = self.root.canonicalize();
        match (self.check, canonical, root) {
            (Check::Lexical, ..) => {
                !path.starts_with('/') && path.split('/').all(|name| name != "..")
            }
            (Check::StringPrefix, Ok(path), Ok(root)) => {
                path.to_string_lossy().starts_with(&*root.to_string_lossy())
            }
            (Check::WhenFound | Check::Blocking, Ok(path), Ok(root)) => path.starts_with(root),
            _ => false,
        }
    }
}

impl Reader for Naive {
    fn find(&mut self, _: &str) -> Vec<String> {
        let entries = fs::read_dir(&self.root).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let found: Vec<String> = names.filter(|name| self.inside(name)).collect();
        self.found.extend(found.iter().cloned());
        found
    }

    fn read(&self, path: &str) -> Option<Vec<u8>> {
        let trusted = self.check == Check::WhenFound && self.found.contains(path);
        if !trusted && !self.inside(path) {
            return None;
        }
        let path = self.root.join(path);
        if self.check != Check::Blocking && !path.metadata().ok()?.is_file() {
            return None;
        }
        fs::read(path).ok()
    }

    fn read_beneath(&self, directory: &str, path: &str) -> Option<Vec<u8>> {
        self.read(&format!("{directory}/{path}"))
    }

    fn list(&self, _: &str) -> Vec<String> {
        Vec::new()
    }
}
