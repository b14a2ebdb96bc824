//! Files whose paths are exactly patterns: they are looked up, and nothing is walked.

use std::collections::HashSet;

use camino::Utf8Path;

use super::Walk;
use crate::documents::discover::{suffix, template};
use crate::documents::error::FileError;
use crate::documents::pattern::Pattern;
use crate::documents::sandbox::FileType;

impl Walk<'_> {
    /// Takes the files whose paths are exactly patterns, and returns the priorities of
    /// these patterns. A pattern with metacharacters means something else only if
    /// nothing is there: if its path leads out or cannot be followed, that is found.
    pub(super) fn files_spelled_out(&mut self) -> HashSet<usize> {
        let mut done = HashSet::new();
        for (priority, pattern) in self.search.patterns.iter().enumerate() {
            let Some(path) = pattern.literal_path().filter(|path| self.allows(path)) else {
                continue;
            };
            let (suffix, error) = match self.not_directory(path) {
                // What is not a regular file is not opened to find that out: a process
                // that waits for a reader would notice.
                Ok(Some(kind)) => {
                    let readable = matches!(kind, FileType::RegularFile | FileType::Symlink);
                    let error = (!readable).then_some(FileError::NotRegular);
                    (suffix(path, self.search.served.suffixes), error)
                }
                Err(error) if self.ends_at_metacharacters(pattern) => (0, Some(error)),
                _ => continue,
            };
            let path = path.strip_suffix("/.").unwrap_or(path);
            done.insert(priority);
            let suffix = *self.literal.entry(path.to_owned()).or_insert(suffix);
            (self.found).push(self.file(path.to_owned(), suffix, priority, error));
        }
        done
    }

    /// Returns whether what is exactly at a path may be found, or all that is below it
    /// if that ends in `/.`.
    fn allows(&self, path: &str) -> bool {
        match path.strip_suffix("/.") {
            None => self.filter.allows(path),
            Some(directory) => self.filter.at(directory).is_some(),
        }
    }

    /// Returns what is at a path if it is not a directory; a link is followed if it can be.
    fn not_directory(&self, path: &str) -> Result<Option<FileType>, FileError> {
        let path = Utf8Path::new(path);
        let kind = match self.sandbox.file_type(path)? {
            Some(FileType::Symlink) => {
                Some(self.sandbox.target_type(path).unwrap_or(FileType::Symlink))
            }
            kind => kind,
        };
        Ok(kind.filter(|kind| *kind != FileType::Directory))
    }

    /// Returns whether a path that cannot be followed can be up to its first name with
    /// metacharacters. What is wrong before that is found by walking.
    fn ends_at_metacharacters(&self, pattern: &Pattern) -> bool {
        let directory = pattern.literal_directory();
        directory.is_some_and(|path| self.sandbox.file_type(path.as_str().into()).is_ok())
    }

    /// Returns whether a pattern spells this file out, or the plain file of this template.
    pub(super) fn is_spelled_out(&self, path: &str, name: &str) -> bool {
        let plain = template(name, self.search.served.suffixes).map(|(document, _)| document);
        let mut names = [name].into_iter().chain(plain);
        names.any(|name| self.literal.contains_key(&format!("{path}{name}")))
    }
}
