//! The documents and directories of a category, whatever its patterns are.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use camino::Utf8Path;

use crate::documents::error::Cancelled;
use crate::documents::filter::{DocumentFilter, Served};
use crate::documents::pattern::{EntryType, Pattern, PatternSet, ReadAs};
use crate::documents::sandbox::{FileType, Tree};

/// What a directory tree holds, sorted by the bytes of the paths, each once.
#[derive(Debug, Default)]
pub struct DirectoryIndex {
    /// The documents' paths, without the suffixes of templates.
    pub documents: Vec<String>,
    /// The directories' paths, each with a final `/`.
    pub directories: Vec<String>,
    /// How many entries may still be found.
    pub left: usize,
    /// Whether there are more than that.
    pub more: bool,
}

impl DirectoryIndex {
    /// Finds up to `left` entries, those of upper directories first. Hidden names are
    /// left out unless the rules' patterns match them; so is what is below links, and what
    /// cannot be read. `cancelled` is called for each entry of a directory.
    pub fn scan(
        sandbox: &Tree,
        served: &Served<'_>,
        left: usize,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Self, Cancelled> {
        let filter = DocumentFilter::new(served, true);
        // Without rules for them, hidden names are served and not listed here.
        let hidden = served.hidden.is_some();
        let mut index = Self {
            left,
            ..Self::default()
        };
        let mut pending = VecDeque::from([(String::new(), filter.start())]);
        while let Some((path, here)) = pending.pop_front() {
            let mut stopped = false;
            let directory = Utf8Path::new(path.trim_end_matches('/'));
            let _ = sandbox.read_dir(directory, false, |name, kind| {
                stopped = cancelled();
                if stopped {
                    return ControlFlow::Break(());
                }
                let Some(name) = name.ok().filter(|name| hidden || !name.starts_with('.')) else {
                    return ControlFlow::Continue(());
                };
                let below = match kind {
                    FileType::Directory => filter.enter(&here, name, EntryType::Directory),
                    _ => None,
                };
                if kind != FileType::Directory && !filter.allows_document(&here, name)
                    || kind == FileType::Directory && below.is_none()
                {
                    return ControlFlow::Continue(());
                }
                // What may not be served is not counted either.
                if index.left == 0 {
                    index.more = true;
                    return ControlFlow::Break(());
                }
                index.left -= 1;
                let mut path = format!("{path}{name}");
                if let Some(below) = below {
                    path.push('/');
                    index.directories.push(path.clone());
                    pending.push_back((path, below));
                } else if kind == FileType::RegularFile
                    || kind == FileType::Symlink
                        && sandbox.target_type(Utf8Path::new(&path)) == Ok(FileType::RegularFile)
                {
                    let suffix = filter.template(name).map_or(0, |(_, suffix)| suffix);
                    path.truncate(path.len() - suffix);
                    index.documents.push(path);
                }
                ControlFlow::Continue(())
            });
            if stopped {
                return Err(Cancelled);
            }
            if index.more {
                break;
            }
        }
        index.documents.sort_unstable();
        index.documents.dedup();
        index.directories.sort_unstable();
        Ok(index)
    }

    /// Keeps the documents that one of these patterns matches, and the directories that
    /// lead to them.
    pub fn retain(&mut self, patterns: &[&Pattern]) {
        let set = PatternSet::of(patterns.iter().copied(), ReadAs::Either);
        let documents = &mut self.documents;
        documents.retain(|document| set.matches_path(document));
        // Both are sorted: what a directory holds follows the place of its own path.
        self.directories.retain(|directory| {
            let first = documents.partition_point(|document| document < directory);
            let first = documents.get(first);
            first.is_some_and(|document| document.starts_with(directory))
        });
    }
}
