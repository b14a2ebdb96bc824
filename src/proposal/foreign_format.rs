//! The documents of a folder whose formats are not served.

use std::collections::{BTreeMap, BTreeSet};

use camino::Utf8PathBuf;

/// The documents of one format that is not served.
#[derive(Debug)]
pub struct ForeignFormat {
    /// The extension, in lower case.
    pub extension: String,
    /// The number of documents with the extension.
    pub count: usize,
    /// The first document with the extension.
    pub example: Utf8PathBuf,
}

impl ForeignFormat {
    /// Counts documents by extension, most frequent first.
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
