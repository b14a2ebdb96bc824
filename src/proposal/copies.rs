//! Translations and old versions of a folder's documents: of each document one language is proposed.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};

use super::names::is_english;
use super::scan::FolderScan;
use crate::documents::pattern::escaped;

/// The paths of documents without their extensions.
type Stems = BTreeSet<Utf8PathBuf>;
/// The folders with names of locales in a folder, and how many documents each holds.
type Locales<'p> = BTreeMap<&'p str, usize>;

impl FolderScan<'_> {
    /// Leaves out translations and old versions. Returns their paths, or patterns of many.
    pub fn leave_copies(&mut self) -> Vec<String> {
        let stems = self.documents.iter().map(|path| path.with_extension(""));
        let stems: Stems = stems.collect();
        let folders = self.copied_folders(&stems);
        folders.iter().for_each(|folder| self.take(folder));
        let mut left: Vec<String> = folders.into_iter().map(Utf8PathBuf::into_string).collect();
        let stems = self.documents.iter().map(|path| path.with_extension(""));
        let stems: Stems = stems.collect();
        let copies = self.translations(&stems);
        let endings = self.endings_of(&copies);
        let is_ended = |path: &Utf8Path| self.ending(path).is_some_and(|of| endings.contains(&of));
        let (ended, copies): (BTreeSet<Utf8PathBuf>, BTreeSet<_>) =
            copies.iter().cloned().partition(|path| is_ended(path));
        let patterns = endings.iter().map(|(top, ending)| {
            let pattern = format!("**/*{}", escaped(ending));
            ((*top).to_owned(), pattern)
        });
        let patterns: Vec<(String, String)> = patterns.collect();
        left.extend(
            patterns
                .iter()
                .map(|(top, pattern)| format!("{top}/{pattern}")),
        );
        self.left.extend(patterns);
        self.documents.retain(|path| !ended.contains(path));
        let copies = self.take_some(|path| copies.contains(path));
        left.extend(copies.into_iter().map(Utf8PathBuf::into_string));
        left
    }

    /// Returns the folders that are called as a language or a version, and of which most documents,
    /// and at least two, have an original: beside it, in the folder of English, or in that of the
    /// language with most documents.
    fn copied_folders(&self, stems: &Stems) -> Vec<Utf8PathBuf> {
        let mut locales: BTreeMap<&Utf8Path, Locales<'_>> = BTreeMap::new();
        for folder in stems.iter().flat_map(|path| path.ancestors().skip(1)) {
            let name = folder
                .file_name()
                .filter(|of| self.names.locale(of).is_some());
            if let Some((parent, name)) = folder.parent().zip(name) {
                *locales.entry(parent).or_default().entry(name).or_default() += 1;
            }
        }
        let mut counts: BTreeMap<&Utf8Path, [usize; 2]> = BTreeMap::new();
        for path in stems {
            for folder in path.ancestors().skip(1) {
                let name = folder.file_name().filter(|of| self.names.is_copy(of));
                let Some((name, rest)) = name.zip(path.strip_prefix(folder).ok()) else {
                    continue;
                };
                let beside = folder.parent().and_then(|parent| locales.get(parent));
                let served = beside.and_then(|beside| self.served_of(beside, name));
                let mut originals = [Some(""), served].into_iter().flatten();
                let is_copied =
                    originals.any(|of| stems.contains(&folder.with_file_name(of).join(rest)));
                counts.entry(folder).or_default()[usize::from(is_copied)] += 1;
            }
        }
        counts.retain(|_, [own, copied]| *copied > 1 && copied >= own);
        let mut copied: Vec<Utf8PathBuf> = counts.into_keys().map(Utf8Path::to_owned).collect();
        copied.dedup_by(|folder, above| folder.starts_with(above));
        copied
    }

    /// Returns the folder of the language that is served in place of the one of this name: of
    /// English, else that of most documents.
    fn served_of<'p>(&self, locales: &Locales<'p>, name: &str) -> Option<&'p str> {
        let mut names = locales.keys().copied();
        let english = names.find(|of| self.names.locale(of).is_some_and(|of| is_english(&of)));
        let most = || {
            let most = locales.iter().rev().max_by_key(|(_, count)| **count);
            most.map(|(name, _)| *name)
        };
        let is_locale = self.names.locale(name).is_some();
        let served = english.or_else(|| most().filter(|_| is_locale));
        served.filter(|of| *of != name)
    }

    /// Returns the documents that are called as translations, and have another document of their
    /// own that is served: the English one, else the one without a language, else that of the
    /// language in which there are most.
    fn translations(&self, stems: &Stems) -> BTreeSet<Utf8PathBuf> {
        let mut groups: BTreeMap<Utf8PathBuf, Vec<(String, &Utf8PathBuf)>> = BTreeMap::new();
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for path in &self.documents {
            if let Some(of) = self.names.marked(path) {
                let original = path.with_file_name(of.original);
                *counts.entry(of.locale.clone()).or_default() += 1;
                groups.entry(original).or_default().push((of.locale, path));
            }
        }
        let (mut copies, mut translated) = (BTreeSet::new(), BTreeSet::new());
        for (original, of) in groups {
            let english = of.iter().filter(|(locale, _)| is_english(locale)).min();
            let has_original = stems.contains(&original);
            let most = of.iter().rev().max_by_key(|(locale, _)| counts[locale]);
            let served = english.or(most.filter(|_| !has_original));
            let others = of.iter().filter(|one| Some(*one) != served);
            copies.extend(others.map(|(_, path)| (*path).clone()));
            if english.is_some() {
                translated.insert(original);
            }
        }
        let is_translated = |path: &&Utf8PathBuf| translated.contains(&path.with_extension(""));
        copies.extend(self.documents.iter().filter(is_translated).cloned());
        copies
    }

    /// Returns the endings that several of these documents have in a directory of the folder, and no
    /// other document there has, such as `.zh-CN.md`.
    fn endings_of(&self, copies: &BTreeSet<Utf8PathBuf>) -> BTreeSet<(&str, &str)> {
        let mut counts: BTreeMap<(&str, &str), [usize; 2]> = BTreeMap::new();
        for path in &self.documents {
            if let Some(of) = self.ending(path) {
                counts.entry(of).or_default()[usize::from(copies.contains(path))] += 1;
            }
        }
        counts.retain(|_, [kept, copies]| *kept == 0 && *copies > 1);
        counts.into_keys().collect()
    }

    /// Returns the directory of the folder that holds a document, and the ending that says its language.
    fn ending<'p>(&self, path: &'p Utf8Path) -> Option<(&'p str, &'p str)> {
        let (top, _) = path.as_str().split_once('/')?;
        Some((top, self.names.marked(path)?.ending))
    }
}
