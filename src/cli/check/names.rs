//! Names that are easily taken for one another.

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization;

use super::report::{Level, Report};
use crate::project::guide::Project;
use crate::text::shown::echo;

/// Reports each name that differs from an earlier one in case or normalisation
/// alone, be it a category's or a collection's.
pub(super) fn alike(project: &Project, report: &mut Report) {
    let categories = project.categories.keys().map(|name| ("categories", name));
    let collections = project.collections.keys().map(|name| ("collections", name));
    let mut known: HashMap<String, &str> = HashMap::new();
    for (of, name) in categories.chain(collections) {
        let first = known.entry(folded(name)).or_insert(name);
        if *first != name {
            let path = format!("{of}.{}", echo(name));
            let first = echo(first);
            let text = format!(
                "{path}: the name differs from '{first}' only in case or Unicode normalisation"
            );
            report.add(Level::Warning, &path, text);
        }
    }
}

fn folded(name: &str) -> String {
    let lower = name.nfc().collect::<String>().to_lowercase();
    lower.nfc().collect()
}
