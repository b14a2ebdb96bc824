//! Documents that a scan leaves out: documents of other categories, inputs of tests, and news.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};

use super::folder_scan::{FolderScan, parsed};
use crate::text::paths::join;

/// The minimum number of documents in a folder of news whose names contain a version.
const FEWEST_NEWS: usize = 3;

impl FolderScan<'_> {
    /// Removes the documents in `directory` that `patterns` match, because a different category
    /// serves them. The category of `directory` also excludes later documents that match.
    pub fn leave(&mut self, directory: &str, patterns: &[String]) {
        let left = patterns
            .iter()
            .map(|pattern| (directory.to_owned(), pattern.clone()));
        self.left.extend(left);
        let patterns = parsed(patterns);
        self.documents.retain(|path| {
            let path = path.strip_prefix(directory).map(Utf8Path::as_str);
            !path.is_ok_and(|path| patterns.iter().any(|pattern| pattern.matches(path)))
        });
    }

    /// Leaves everything in `folders`, which are in `dir`, to a different category. Uses one
    /// pattern with `shape` for all of them, if it matches no documents in other folders.
    /// Otherwise, takes each folder separately.
    pub fn take_alike(&mut self, dir: &str, shape: &str, folders: &[Utf8PathBuf]) {
        let known: BTreeSet<&Utf8Path> = folders.iter().map(|folder| &**folder).collect();
        let is_within = |path: &Utf8Path| path.ancestors().any(|folder| known.contains(folder));
        let (top, rest) = dir.split_once('/').unwrap_or((dir, ""));
        let left = join(rest, format!("{shape}/**"));
        let patterns = parsed(std::slice::from_ref(&left));
        let has_other = self.documents_below(dir.into()).any(|path| {
            let below = path.strip_prefix(top).map(Utf8Path::as_str);
            below.is_ok_and(|path| patterns.iter().any(|pattern| pattern.matches(path)))
                && !is_within(path)
        });
        if has_other {
            return folders.iter().for_each(|folder| self.take(folder));
        }
        self.hidden.retain(|path| !is_within(path));
        self.unread.retain(|path| !is_within(path));
        self.foreign.retain(|path| !is_within(path));
        self.leave(top, &[left]);
    }

    /// Leaves out the inputs of tests.
    pub fn leave_inputs(&mut self) {
        let inputs = &self.names.inputs;
        let patterns: Vec<_> = inputs.iter().zip(parsed(inputs)).collect();
        self.foreign.retain(|path| {
            let below = path.as_str().split_once('/').map(|(_, below)| below);
            !below.is_some_and(|below| patterns.iter().any(|(_, pattern)| pattern.matches(below)))
        });
        let paths = self.documents.iter();
        let below_tops = paths.filter_map(|path| path.as_str().split_once('/'));
        let others = below_tops.filter(|(top, _)| !self.names.is_of_texts(top));
        let found = others.flat_map(|(top, path)| {
            let found = patterns
                .iter()
                .filter(move |(_, pattern)| pattern.matches(path));
            found.map(|(text, _)| (top.to_owned(), (*text).clone()))
        });
        for (top, pattern) in found.collect::<BTreeSet<_>>() {
            self.leave(&top, &[pattern]);
        }
    }

    /// Leaves out folders of news. In these folders, most documents have names that differ only in
    /// a version.
    pub fn leave_news(&mut self) {
        let mut alike: BTreeMap<(&Utf8Path, String), usize> = BTreeMap::new();
        for path in &self.documents {
            let shape = path.file_stem().and_then(versioned);
            if let Some(group) = path.parent().zip(shape) {
                *alike.entry(group).or_default() += 1;
            }
        }
        let is_news = |folder: &Utf8Path, count: usize| {
            let is_of_upgrades = || folder.iter().any(|name| self.names.is_of_upgrades(name));
            // Counts no more documents than needed, because a folder may be checked once for each
            // shape of names.
            let most = || self.documents_below(folder).nth(count * 2 - 1).is_none();
            folder != "" && count >= FEWEST_NEWS && !is_of_upgrades() && most()
        };
        let found = alike.into_iter();
        let found = found.filter(|((folder, _), count)| is_news(folder, *count));
        let news: Vec<Utf8PathBuf> = found.map(|((folder, _), _)| folder.to_owned()).collect();
        for folder in news {
            self.take(&folder);
            self.named[1].push(folder.into_string());
        }
    }

    /// Returns the documents in `folder` and below it.
    fn documents_below(&self, folder: &Utf8Path) -> impl Iterator<Item = &Utf8PathBuf> {
        let from = self.documents.range(folder.to_owned()..);
        from.take_while(move |path| path.starts_with(folder))
    }
}

/// Replaces the first version in `name` that contains a dot with `#`: `1.2-notes` becomes
/// `#-notes`. Returns `None` if `name` contains no such version.
fn versioned(name: &str) -> Option<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '.';
    let mut at = 0;
    for part in name.split(|c| !is_part(c)) {
        let digits = part.strip_prefix(['v', 'V']).unwrap_or(part);
        let (major, minor) = digits.split_once('.').unwrap_or_default();
        let is_major = !major.is_empty() && major.bytes().all(|byte| byte.is_ascii_digit());
        if is_major && minor.starts_with(|c: char| c.is_ascii_digit() || c == 'x') {
            return Some(format!("{}#{}", &name[..at], &name[at + part.len()..]));
        }
        at += part.len();
        at += name[at..].chars().next().map_or(0, char::len_utf8);
    }
    None
}
