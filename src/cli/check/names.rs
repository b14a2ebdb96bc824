//! Names that are hard to tell apart, and those that other systems cannot hold.

use std::collections::{HashMap, HashSet};

use unicode_normalization::UnicodeNormalization;

use super::Check;
use crate::cli::output::counted;
use crate::documents::discover::FileInfo;
use crate::text::escape::escape_truncated;

impl Check<'_> {
    /// Reports each name that differs from an earlier one only in case or normalisation.
    pub(super) fn similar_names(&mut self) {
        let project = &self.bound.project;
        let categories = project.categories.keys().map(|name| ("categories", name));
        let collections = project.collections.keys().map(|name| ("collections", name));
        let mut known: HashMap<String, &str> = HashMap::new();
        for (field, name) in categories.chain(collections) {
            let lower = name.nfc().collect::<String>().to_lowercase();
            let first = known.entry(lower.nfc().collect()).or_insert(name);
            if *first != name {
                let path = format!("{field}.{}", escape_truncated(name));
                let first = escape_truncated(first);
                let text = format!(
                    "the name differs from '{first}' only in case or Unicode normalisation"
                );
                self.warn(&path, &text);
            }
        }
    }

    /// Reports how many of a category's documents Windows cannot hold, and how many differ
    /// from another only in case, so that Windows and macOS hold one of them.
    pub(super) fn portable(&mut self, files: &[FileInfo], path: &str) {
        let mut known = HashSet::new();
        let [mut held, mut same] = [const { (0_usize, None) }; 2];
        for file in files.iter().filter(|file| file.error.is_none()) {
            let path = file.path.as_str();
            let refused = |c: char| "<>:\"|?*\\".contains(c) || c.is_ascii_control();
            let is_same = !known.insert(path.to_lowercase());
            for ((count, first), is_found) in
                [(&mut held, path.contains(refused)), (&mut same, is_same)]
            {
                *count += usize::from(is_found);
                *first = first.or(is_found.then_some(path));
            }
        }
        for ((count, first), systems, beside) in [
            (held, "Windows", ""),
            (
                same,
                "Windows and macOS",
                " beside one whose name differs only in case",
            ),
        ] {
            if let Some(first) = first {
                let documents = counted(count, "document", "documents");
                let first = escape_truncated(first);
                let text = format!("{systems} cannot hold {documents}{beside}, such as {first}");
                self.warn(path, &text);
            }
        }
    }
}
