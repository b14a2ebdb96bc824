//! How long clients may keep what they are told: rows of the table.

use serde::Deserialize;

/// How long clients may keep what they are told, and for whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Caching {
    /// The tools.
    pub tools: CachingRow,
    /// The templates of resources.
    pub templates: CachingRow,
    /// The list of resources.
    pub resources: CachingRow,
    /// The prompts.
    pub prompts: CachingRow,
    /// What a resource holds.
    pub documents: CachingRow,
}

/// How long clients may keep something, and for whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CachingRow {
    /// For how many milliseconds it is fresh.
    pub ttl_ms: u64,
    /// Who may be given it.
    pub scope: CachingScope,
}

/// Who may be given what a client keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CachingScope {
    /// Everybody.
    Public,
    /// Whoever asked.
    Private,
}
