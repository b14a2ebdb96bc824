//! Media types by extension, and the suffixes of templates.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;

use super::fault::{MAX_MEDIA_NAME, TableFault};
use super::load::{Placed, fault};
use crate::text::shown::echo;

/// The media types whose bodies are entities themselves (RFC 2046 §5).
const COMPOSITE: [&str; 2] = ["multipart", "message"];

/// A media type is `type/subtype`, each a restricted name of RFC 6838 §4.2:
/// nothing else may stand in a header.
pub(super) fn is_media_type(text: &str) -> bool {
    let restricted = |name: &str| {
        (1..=MAX_MEDIA_NAME).contains(&name.len())
            && name.starts_with(|c: char| c.is_ascii_alphanumeric())
            && name
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "!#$&^_.+-".contains(c))
    };
    let parts = text.split_once('/');
    parts.is_some_and(|(main, sub)| restricted(main) && restricted(sub))
}

/// Types are compared without case (RFC 2045 §5.1), and a composite one would need a
/// body that is made for it.
pub(super) fn media_types(
    raw: IndexMap<String, String>,
) -> Result<HashMap<String, String>, Placed> {
    for (extension, media_type) in &raw {
        let path = format!("media_types.{}", echo(extension));
        if extension.is_empty() || extension.contains(['.', '/', '\0']) {
            return fault(path, TableFault::Extension);
        }
        if !is_media_type(media_type) {
            return fault(path, TableFault::MediaType);
        }
        let main = media_type.split('/').next().unwrap_or_default();
        if COMPOSITE
            .iter()
            .any(|composite| main.eq_ignore_ascii_case(composite))
        {
            return fault(path, TableFault::Composite);
        }
    }
    Ok(raw.into_iter().collect())
}

/// Each of them is the type of some extension, or it would mean nothing.
pub(super) fn binary_types(
    raw: Vec<String>,
    media_types: &IndexMap<String, String>,
) -> Result<HashSet<String>, Placed> {
    let known: HashSet<&String> = media_types.values().collect();
    let mut types = HashSet::with_capacity(raw.len());
    for (index, media_type) in raw.into_iter().enumerate() {
        let path = format!("binary_types[{index}]");
        if !known.contains(&media_type) {
            return fault(path, TableFault::UnusedType);
        }
        if !types.insert(media_type) {
            return fault(path, TableFault::RepeatedType);
        }
    }
    Ok(types)
}

pub(super) fn suffixes(raw: Vec<String>) -> Result<Vec<String>, Placed> {
    let mut seen = HashSet::new();
    for (index, suffix) in raw.iter().enumerate() {
        let path = format!("template_suffixes[{index}]");
        if !suffix.starts_with('.') || suffix.len() < 2 || suffix.contains('/') {
            return fault(path, TableFault::Suffix);
        }
        if !seen.insert(suffix) {
            return fault(path, TableFault::RepeatedSuffix);
        }
    }
    Ok(raw)
}
