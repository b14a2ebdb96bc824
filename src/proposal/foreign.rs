//! Formats of documents that are not served, as a folder has them.

use std::collections::{BTreeMap, BTreeSet};

use camino::Utf8PathBuf;

/// The documents of one such format.
#[derive(Debug)]
pub struct ForeignFormat {
    /// Its extension, in small letters.
    pub extension: String,
    /// How many documents have it.
    pub count: usize,
    /// The first of them.
    pub example: Utf8PathBuf,
}

impl ForeignFormat {
    /// Counts documents by their extensions, the most frequent first.
    pub(super) fn count(documents: BTreeSet<Utf8PathBuf>) -> Vec<Self> {
        let mut formats: BTreeMap<String, Self> = BTreeMap::new();
        for path in documents {
            let extension = path.extension().unwrap_or_default().to_lowercase();
            let format = formats.entry(extension.clone()).or_insert(Self {
                extension,
                count: 0,
                example: path,
            });
            format.count += 1;
        }
        let mut formats: Vec<Self> = formats.into_values().collect();
        formats.sort_by_key(|format| std::cmp::Reverse(format.count));
        formats
    }
}
