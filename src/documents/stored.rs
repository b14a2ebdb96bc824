//! What tells documents from one another: two are one when the directory that
//! holds them and their name are.

use std::collections::HashMap;

use camino::Utf8Path;

use crate::documents::discover::FileInfo;
use crate::documents::sandbox::{Identity, Sandbox};

/// Where the documents of one category are stored. Each directory is looked at
/// once.
#[derive(Debug)]
pub struct Stored<'a> {
    sandbox: &'a Sandbox,
    directories: HashMap<String, Option<Identity>>,
}

impl<'a> Stored<'a> {
    /// In this category.
    pub fn new(sandbox: &'a Sandbox) -> Self {
        Self {
            sandbox,
            directories: HashMap::new(),
        }
    }

    /// What a document is told by; `None` where that cannot be told.
    pub fn identity(&mut self, file: &FileInfo) -> Option<(Identity, String)> {
        let (directory, name) = file.stored();
        let identity = match self.directories.get(directory) {
            Some(known) => *known,
            None => {
                let identity = self.sandbox.identity(Utf8Path::new(directory)).ok();
                self.directories.insert(directory.to_owned(), identity);
                identity
            }
        };
        Some((identity?, name.to_owned()))
    }
}
