//! Translations and old versions of a folder's documents. Only one language of each document is
//! proposed.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use camino::{Utf8Path, Utf8PathBuf};

use super::folder_scan::FolderScan;
use super::name_rules::is_english;
use crate::documents::escaped_pattern::escaped_pattern;
use crate::text::paths::join;

/// The paths of documents without their extensions.
type Stems<'p> = HashSet<&'p str>;

/// The folders within one folder whose names are languages.
#[derive(Debug, Default)]
struct LanguageFolders<'p> {
    /// The folder with English documents.
    english: Option<&'p str>,
    /// The number of documents in each folder.
    counts: BTreeMap<&'p str, usize>,
    /// The folder with the most documents.
    largest: Option<&'p str>,
}

impl FolderScan<'_> {
    /// Leaves out translations and old versions. Returns their paths, or patterns for many of them.
    pub fn leave_copies(&mut self) -> Vec<String> {
        let stems: Stems<'_> = self.documents.iter().map(|path| stem(path)).collect();
        let (folders, mut copies) = (self.copied_folders(&stems), self.translations(&stems));
        folders.iter().for_each(|folder| self.take(folder));
        copies.retain(|path| self.documents.contains(path));
        let mut left: Vec<String> = folders.into_iter().map(Utf8PathBuf::into_string).collect();
        if copies.is_empty() {
            return left;
        }
        let endings = self.endings_of(&copies);
        let is_ended = |path: &Utf8PathBuf| {
            self.ending(path)
                .is_some_and(|ending| endings.contains(&ending))
        };
        let (ended, copies): (BTreeSet<Utf8PathBuf>, BTreeSet<_>) =
            copies.iter().cloned().partition(is_ended);
        let pattern = |ending: &str| format!("**/*{}", escaped_pattern(ending));
        let patterns = endings
            .iter()
            .map(|(top, ending)| ((*top).to_owned(), pattern(ending)));
        let patterns: Vec<(String, String)> = patterns.collect();
        let paths = patterns.iter().map(|(top, pattern)| join(top, pattern));
        left.extend(paths);
        self.left.extend(patterns);
        self.documents.retain(|path| !ended.contains(path));
        let copies = self.take_some(|path| copies.contains(path));
        left.extend(copies.into_iter().map(Utf8PathBuf::into_string));
        left
    }

    /// Returns the folders with names of languages or versions in which at least half of the
    /// documents, and at least two, have an original. The original is next to the folder, in the
    /// English folder, or in the language folder with the most documents.
    fn copied_folders(&self, stems: &Stems<'_>) -> Vec<Utf8PathBuf> {
        let beside = self.language_folders();
        let mut counts: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
        for path in stems {
            for (end, _) in path.match_indices('/') {
                let (parent, name) = split(&path[..end]);
                if !self.names.is_copy(name) {
                    continue;
                }
                let served = beside.get(parent).and_then(|folders| folders.served(name));
                let is_served = served.is_some_and(|folder| {
                    stems.contains(&*format!("{parent}{folder}{}", &path[end..]))
                });
                let rest = &path[end + 1..];
                let is_copied = is_served || stems.contains(&*format!("{parent}{rest}"));
                counts.entry(&path[..end]).or_default()[usize::from(is_copied)] += 1;
            }
        }
        counts.retain(|_, [own, copied]| *copied > 1 && copied >= own);
        let copied: BTreeSet<&Utf8Path> = counts.into_keys().map(Utf8Path::new).collect();
        let is_outer = |folder: &&&Utf8Path| {
            let mut above = folder.ancestors().skip(1);
            !above.any(|ancestor| copied.contains(ancestor))
        };
        let outer = copied.iter().filter(is_outer);
        outer.map(|folder| (*folder).to_owned()).collect()
    }

    /// Returns the folders whose names are languages, by the path to their parent folder, which
    /// ends in a `/`.
    fn language_folders(&self) -> BTreeMap<&str, LanguageFolders<'_>> {
        let mut found: BTreeMap<&str, LanguageFolders<'_>> = BTreeMap::new();
        for path in &self.documents {
            let path = path.as_str();
            for (end, _) in path.match_indices('/') {
                let (parent, name) = split(&path[..end]);
                if let Some(locale) = self.names.locale(name) {
                    let folders = found.entry(parent).or_default();
                    *folders.counts.entry(name).or_default() += 1;
                    let english = Some(name).filter(|_| is_english(&locale));
                    folders.english = folders.english.or(english);
                }
            }
        }
        for folders in found.values_mut() {
            let largest = folders.counts.iter().rev().max_by_key(|(_, count)| **count);
            folders.largest = largest.map(|(name, _)| *name);
        }
        found
    }

    /// Returns the language versions of documents that are not served. One version of each document
    /// is served: the English one, else the one without a language, else the one in the language
    /// with the most documents.
    fn translations(&self, stems: &Stems<'_>) -> BTreeSet<Utf8PathBuf> {
        let mut groups: BTreeMap<Utf8PathBuf, Vec<(String, &Utf8PathBuf)>> = BTreeMap::new();
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for path in &self.documents {
            if let Some(name) = self.names.marked(path) {
                let original = path.with_file_name(name.original);
                *counts.entry(name.locale.clone()).or_default() += 1;
                groups
                    .entry(original)
                    .or_default()
                    .push((name.locale, path));
            }
        }
        let (mut copies, mut translated) = (BTreeSet::new(), BTreeSet::new());
        for (original, versions) in groups {
            let english = versions
                .iter()
                .filter(|(locale, _)| is_english(locale))
                .min();
            let has_original = stems.contains(original.as_str());
            let most = versions
                .iter()
                .rev()
                .max_by_key(|(locale, _)| counts[locale]);
            let served = english.or(most.filter(|_| !has_original));
            let others = versions.iter().filter(|version| Some(*version) != served);
            copies.extend(others.map(|(_, path)| (*path).clone()));
            if english.is_some() && has_original {
                translated.insert(original.into_string());
            }
        }
        if !translated.is_empty() {
            let is_translated = |path: &&Utf8PathBuf| translated.contains(stem(path));
            copies.extend(self.documents.iter().filter(is_translated).cloned());
        }
        copies
    }

    /// Returns pairs of a top-level directory and a name's ending, for example `.zh-CN.md`, that
    /// several documents in `copies`, and no other documents, have in common.
    fn endings_of(&self, copies: &BTreeSet<Utf8PathBuf>) -> BTreeSet<(&str, &str)> {
        let mut counts: BTreeMap<(&str, &str), [usize; 2]> = BTreeMap::new();
        for path in &self.documents {
            if let Some(ending) = self.ending(path) {
                counts.entry(ending).or_default()[usize::from(copies.contains(path))] += 1;
            }
        }
        counts.retain(|_, [kept, copies]| *kept == 0 && *copies > 1);
        counts.into_keys().collect()
    }

    /// Returns the top-level directory of a document, and the ending of its name that gives the
    /// language. Returns `None` if the document is not in a directory, or its name has no language.
    fn ending<'p>(&self, path: &'p Utf8Path) -> Option<(&'p str, &'p str)> {
        let (top, _) = path.as_str().split_once('/')?;
        Some((top, self.names.marked(path)?.ending))
    }
}

impl<'p> LanguageFolders<'p> {
    /// Returns the folder that is served instead of the folder `name`: the English folder, if one
    /// exists. Otherwise, a language folder is replaced by the one with the most documents. Returns
    /// `None` if no folder replaces `name`.
    fn served(&self, name: &str) -> Option<&'p str> {
        let largest = self.largest.filter(|_| self.counts.contains_key(name));
        self.english.or(largest).filter(|folder| *folder != name)
    }
}

/// Returns `path` without its extension.
fn stem(path: &Utf8Path) -> &str {
    let ending = path.extension().map_or(0, |extension| extension.len() + 1);
    &path.as_str()[..path.as_str().len() - ending]
}

/// Splits `path` into its parent folder, including the final `/`, and its name.
fn split(path: &str) -> (&str, &str) {
    path.split_at(path.rfind('/').map_or(0, |at| at + 1))
}
