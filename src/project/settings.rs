//! How documents are searched, and how much is read and returned.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::limits::{MAX_BYTES_LIMIT, MAX_INDEX_LIMIT};
use crate::search::language::{Language, NONE};

/// How documents are searched.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Search {
    /// The language of documents and queries, for the stems of words; `none` for none.
    #[schemars(extend("enum" = languages(), "default" = Self::default().language))]
    pub language: String,
}

impl Default for Search {
    fn default() -> Self {
        Self {
            language: "english".to_owned(),
        }
    }
}

/// Returns the languages of searches.
pub(super) fn languages() -> Vec<&'static str> {
    Language::names().chain([NONE]).collect()
}

/// How much is read and returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// The largest document that is read, in bytes; at most 16 MiB.
    #[schemars(range(min = 1, max = MAX_BYTES_LIMIT), extend("default" = Self::default().file_bytes))]
    pub file_bytes: u64,
    /// The most bytes of one answer's `value`; at most 16 MiB.
    #[schemars(range(min = 1, max = MAX_BYTES_LIMIT), extend("default" = Self::default().response_bytes))]
    pub response_bytes: u64,
    /// The most memory that searches keep, in bytes; 0 for none, and at most 1 GiB.
    #[schemars(range(max = MAX_INDEX_LIMIT), extend("default" = Self::default().index_bytes))]
    pub index_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            file_bytes: 1 << 20,
            response_bytes: 32_000,
            index_bytes: 1 << 26,
        }
    }
}
