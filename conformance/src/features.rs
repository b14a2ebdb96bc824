//! The features that are built into the program.

use std::collections::BTreeSet;
use std::path::Path;

use include_dir::{Dir, include_dir};

use crate::run::{self, Case};
use crate::{examples, outline};

static FEATURES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../features");

/// The scenarios that the specification began with.
const FIRST: &str = include_str!("../../spec/first.md");

/// Returns the name and the text of each feature, in the order of the files' names.
///
/// # Panics
///
/// A feature that is not UTF-8.
pub fn sources() -> impl Iterator<Item = (&'static str, &'static str)> {
    FEATURES.files().filter_map(|file| {
        let name = file.path().to_str()?.strip_suffix(".feature")?;
        Some((name, file.contents_utf8().expect("a feature is UTF-8")))
    })
}

/// Returns every scenario, in the order of the files' names.
///
/// # Errors
///
/// A feature that cannot be parsed.
pub fn embedded() -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for (name, text) in sources() {
        cases.extend(run::of(examples::parse(Path::new(&format!("{name}.feature")), text)?)?);
    }
    Ok(cases)
}

/// Returns the text of a file beside the features.
pub fn text(path: &str) -> Option<&'static str> {
    FEATURES.get_file(path)?.contents_utf8()
}

/// Returns the requirement and the title of the scenarios that the specification began with.
pub fn originals() -> BTreeSet<(String, String)> {
    let first = outline::of_markdown(FIRST).into_iter();
    first.map(|scenario| (scenario.requirement, scenario.title)).collect()
}
