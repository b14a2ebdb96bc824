//! The file that is proposed.

use std::collections::HashSet;

use super::category::Category;
use super::census::GITHUB;
use crate::documents::sandbox::ambient;
use crate::project::guide::{Limits, MAX_EXCLUDED};
use crate::render::wording::Wording;
use crate::spec::{Phrase, values};
use crate::text::shown::Shown;
use crate::text::yaml::scalar::{list, scalar};

/// The most categories that are proposed: nobody looks more of them over.
#[doc(hidden)]
pub const MAX_CATEGORIES: usize = 1_000;

/// The file, and how many categories it has no room for.
pub(super) fn content(wording: Wording<'_>, found: &[Category]) -> (String, usize) {
    let mut taken: HashSet<String> = found.iter().map(|one| one.dir.clone()).collect();
    let mut name_of = |name| unique(name, &mut taken);
    let here = name_of(wording.phrase(Phrase::InitRootName, &[]));
    let all = name_of(wording.phrase(Phrase::InitCollectionName, &[]));
    // Its dot says nothing to whoever asks for it.
    let github = name_of(GITHUB.trim_start_matches('.').to_owned());
    let mut categories = String::new();
    let mut names: Vec<String> = Vec::new();
    // What else stands in the file is short.
    let mut room = usize::try_from(ambient::MAX_FILE_BYTES / 8 * 7).unwrap_or(usize::MAX);
    let mut excluded = MAX_EXCLUDED;
    for candidate in found.iter().take(MAX_CATEGORIES) {
        let dir = candidate.dir.as_str();
        let name = match dir {
            "." => here.as_str(),
            GITHUB => github.as_str(),
            dir => dir,
        };
        let without = || wording.phrase(Phrase::InitDescription, values!(dir));
        let description = candidate.heading.clone().unwrap_or_else(without);
        let exclude = match candidate.exclude.as_slice() {
            [] => String::new(),
            exclude => wording.phrase(Phrase::InitExclude, values!(exclude = list(exclude))),
        };
        let text = wording.phrase(
            Phrase::InitCategory,
            values!(
                name = scalar(name),
                dir = scalar(dir),
                patterns = list(&candidate.patterns),
                exclude,
                description = scalar(&description)
            ),
        );
        let bytes = text.len() + list(&[name]).len() + ", ".len();
        let patterns = candidate.exclude.len();
        if bytes > room || patterns > excluded {
            break;
        }
        room -= bytes;
        excluded -= patterns;
        categories.push_str(&text);
        names.push(name.to_owned());
    }
    let left_out = found.len() - names.len();
    let mut text = wording.phrase(Phrase::InitHeader, &[]);
    if left_out > 0 {
        let said = wording.phrase(Phrase::InitLeftOut, values!(count = left_out));
        text.push_str(&format!("# {}\n", Shown(&said)));
    }
    if names.is_empty() {
        text.push_str(&wording.phrase(Phrase::InitExample, &[]));
    } else {
        text.push_str("categories:\n");
    }
    text.push_str(&categories);
    if names.len() > 1 {
        let description = wording.phrase(Phrase::InitCollectionDescription, &[]);
        text.push_str("collections:\n");
        text.push_str(&wording.phrase(
            Phrase::InitCollection,
            values!(
                name = scalar(&all),
                categories = list(&names),
                description = scalar(&description)
            ),
        ));
    }
    (text + &limits(wording), left_out)
}

/// What the file ends with: the limits that hold where it says none.
pub(super) fn limits(wording: Wording<'_>) -> String {
    let limits = Limits::default();
    wording.phrase(
        Phrase::InitLimits,
        values!(
            file_bytes = limits.file_bytes,
            response_bytes = limits.response_bytes
        ),
    )
}

/// The name, or the first of `name-2`, `name-3`… that is not taken; taken then.
fn unique(name: String, taken: &mut HashSet<String>) -> String {
    let mut unique = name.clone();
    let mut count = 1;
    while !taken.insert(unique.clone()) {
        count += 1;
        unique = format!("{name}-{count}");
    }
    unique
}
