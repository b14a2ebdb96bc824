//! Checks whether Git ignores the file or directory at a path.

use std::collections::HashMap;

use camino::{Utf8Path, Utf8PathBuf};

use super::{GITIGNORE, Rules, RulesReader};
use crate::documents::sandbox::{FileType, Reach, Tree};
use crate::text::paths::join;

/// Checks which files and directories in a folder Git ignores. Each ignore file is read once, when
/// it is first needed, within the limits of a [`survey`](super::survey).
pub struct GitIgnored<'t> {
    folder: &'t Tree,
    reader: RulesReader,
    /// The path to the folder, relative to its repository's folder.
    prefix: Utf8PathBuf,
    /// The rules that apply in each directory that was checked.
    rules: HashMap<Utf8PathBuf, Rules>,
}

impl<'t> GitIgnored<'t> {
    /// Creates a check for `folder`. Reads the folder's own ignore rules, and those that apply from
    /// above.
    pub fn of(folder: &'t Tree) -> Self {
        let mut reader = RulesReader::default();
        let path = folder.path().unwrap_or_default();
        let (rules, prefix) = reader.above(Utf8Path::new(&path), &mut Vec::new());
        let mut own = Self {
            folder,
            reader,
            prefix,
            rules: HashMap::new(),
        };
        let top = own.read("".into(), rules);
        own.rules.insert(Utf8PathBuf::new(), top);
        own
    }

    /// Returns whether Git ignores the file or directory at `path` in the folder, or a directory
    /// that contains it. Returns false if this is not known.
    pub fn has(&mut self, path: &Utf8Path, is_directory: bool) -> bool {
        let mut above: Vec<&Utf8Path> = path.ancestors().skip(1).collect();
        above.reverse();
        let mut rules = None;
        for directory in above {
            if !directory.as_str().is_empty() && self.matches(&rules, directory, true) {
                return true;
            }
            rules = match self.rules.get(directory) {
                Some(known) => known.clone(),
                None => {
                    let read = self.read(directory, rules);
                    self.rules.insert(directory.to_owned(), read.clone());
                    read
                }
            };
        }
        self.matches(&rules, path, is_directory)
    }

    fn matches(&mut self, rules: &Rules, path: &Utf8Path, is_directory: bool) -> bool {
        let path = join(&self.prefix, path);
        self.reader.ignores(rules, &path, is_directory) == Some(true)
    }

    /// Returns the rules that apply in `directory`: the rules `above`, and the directory's own
    /// rules if they can be read.
    fn read(&mut self, directory: &Utf8Path, above: Rules) -> Rules {
        let at = join(directory, GITIGNORE);
        let at = Utf8Path::new(&at);
        if self.folder.file_type(at) != Ok(Some(FileType::RegularFile)) {
            return above;
        }
        let path = join(&self.prefix, directory);
        let opened = self.folder.open(at, Reach::Beneath);
        let read = opened.and_then(|file| self.reader.read(file, path.as_str().into(), &above));
        read.ok().flatten().or(above)
    }
}
