//! Names that are easily taken for one another.

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization;

use super::report::{Level, Report};
use crate::project::guide::Project;
use crate::render::wording::{Wording, echo};
use crate::spec::{Phrase, values};

/// Reports each name that differs from an earlier one in case or normalisation
/// alone, be it a category's or a collection's.
pub(super) fn alike(project: &Project, wording: Wording<'_>, report: &mut Report) {
    let categories = project.categories.keys().map(|name| ("categories", name));
    let collections = project.collections.keys().map(|name| ("collections", name));
    let mut known: HashMap<String, &str> = HashMap::new();
    for (of, name) in categories.chain(collections) {
        let first = known.entry(folded(name)).or_insert(name);
        if *first != name {
            let path = format!("{of}.{}", echo(name));
            let text = wording.phrase(Phrase::FindingAlike, values!(path, name = echo(first)));
            report.add(Level::Warning, &path, text);
        }
    }
}

fn folded(name: &str) -> String {
    let lower = name.nfc().collect::<String>().to_lowercase();
    lower.nfc().collect()
}
