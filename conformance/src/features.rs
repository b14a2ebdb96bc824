//! The features that are built into the program.

use std::collections::BTreeSet;

use include_dir::{Dir, include_dir};

use crate::run::{self, Case};
use crate::{examples, outline};

static FEATURES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../features");

/// The scenarios that the specification began with.
const FIRST: &str = include_str!("../../spec/first.md");

/// Returns every scenario, in the order of the files' names.
///
/// # Errors
///
/// A feature that cannot be parsed.
pub fn embedded() -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for file in FEATURES.files() {
        let path = file.path();
        if path.extension().is_some_and(|end| end == "feature") {
            let text = file.contents_utf8().ok_or("a feature that is not UTF-8")?;
            cases.extend(run::of(examples::parse(path, text)?)?);
        }
    }
    Ok(cases)
}

/// Returns the text of a file beside the features.
pub fn text(path: &str) -> Option<&'static str> {
    FEATURES.get_file(path)?.contents_utf8()
}

/// Returns the requirement and the title of the scenarios that the specification began with.
pub fn originals() -> BTreeSet<(String, String)> {
    let first = outline::of_markdown("spec/first.md", FIRST);
    let keys = first.scenarios.into_iter();
    keys.map(|scenario| (scenario.requirement, scenario.title)).collect()
}
