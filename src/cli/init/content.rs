//! The text of a proposed `guide.yaml`.

use std::collections::HashSet;

use super::category::CategoryProposal;
use super::scan::GITHUB;
use crate::cli::output::counted;
use crate::documents::sandbox::ambient;
use crate::project::guide::{Limits, MAX_EXCLUDED};
use crate::text::yaml::{list, scalar};

/// The most categories of a proposal: nobody reviews more.
#[doc(hidden)]
pub const MAX_CATEGORIES: usize = 1_000;

/// The first lines of the file.
pub(super) const HEADER: &str = "\
# What mcp-guide serves from this project. After a change, run: mcp-guide check
# A category is a directory (dir, relative to this file) with default patterns; a call's pattern
# replaces them. What exclude matches is never served. A collection is a list of categories.
# For the JSON Schema of this file, run: mcp-guide schema
";
/// What stands in place of categories where no documents were found.
const EXAMPLE: &str = "\
# No documents were found here. To begin, write docs/README.md and remove the # before docs.
categories: {
  # docs: { dir: docs, patterns: [\"**/*.md\"], description: How we work here },
  }
";

/// Returns the file, and how many categories do not fit into it.
pub(super) fn content(found: &[CategoryProposal]) -> (String, usize) {
    let mut taken: HashSet<String> = found.iter().map(|one| one.dir.clone()).collect();
    let here = unique("project", &mut taken);
    let all = unique("all", &mut taken);
    let github = unique(GITHUB.trim_start_matches('.'), &mut taken);
    let mut categories = String::new();
    let mut names: Vec<&str> = Vec::new();
    // The rest of the file is short.
    let mut bytes_left = usize::try_from(ambient::MAX_FILE_BYTES / 8 * 7).unwrap_or(usize::MAX);
    let mut excluded_left = MAX_EXCLUDED;
    for proposal in found.iter().take(MAX_CATEGORIES) {
        let name = match proposal.dir.as_str() {
            "." => here.as_str(),
            GITHUB => github.as_str(),
            dir => dir,
        };
        let exclude = match proposal.exclude.as_slice() {
            [] => String::new(),
            exclude => format!("    exclude: {}\n", list(exclude)),
        };
        let (dir, description) = (&proposal.dir, &proposal.description);
        let text = category(name, dir, &proposal.patterns, &exclude, description);
        // The name is also a member of the collection.
        let bytes = text.len() + list(&[name]).len() + ", ".len();
        let patterns = proposal.exclude.len();
        if bytes > bytes_left || patterns > excluded_left {
            break;
        }
        bytes_left -= bytes;
        excluded_left -= patterns;
        categories.push_str(&text);
        names.push(name);
    }
    let left_out = found.len() - names.len();
    let mut text = HEADER.to_owned();
    if left_out > 0 {
        text.push_str(&format!("# {}\n", said_left_out(left_out)));
    }
    text.push_str(if names.is_empty() {
        EXAMPLE
    } else {
        "categories:\n"
    });
    text.push_str(&categories);
    if names.len() > 1 {
        let every = collection(&all, &names, Some("Every category of this project"));
        text.push_str(&format!("collections:\n{every}"));
    }
    (text + &limits(), left_out)
}

/// Returns the lines of a category; `more` are lines between its patterns and its description.
pub(super) fn category(
    name: &str,
    dir: &str,
    patterns: &[String],
    more: &str,
    description: &str,
) -> String {
    format!(
        "  {}:\n    dir: {}\n    patterns: {}\n{more}    description: {}\n",
        scalar(name),
        scalar(dir),
        list(patterns),
        scalar(description)
    )
}

/// Returns the lines of a collection.
pub(super) fn collection<T: AsRef<str>>(
    name: &str,
    members: &[T],
    description: Option<&str>,
) -> String {
    let mut text = format!("  {}:\n    categories: {}\n", scalar(name), list(members));
    if let Some(description) = description {
        text.push_str(&format!("    description: {}\n", scalar(description)));
    }
    text
}

/// Returns the last line of the file: the limits that hold where it has none.
pub(super) fn limits() -> String {
    let limits = Limits::default();
    format!(
        "# limits: {{ file_bytes: {}, response_bytes: {} }}\n",
        limits.file_bytes, limits.response_bytes
    )
}

/// Returns the note on folders that became no category.
pub(super) fn said_left_out(count: usize) -> String {
    let folders = counted(count, "more folder", "more folders");
    format!("{folders} with documents did not fit; add what matters by hand.")
}

/// Returns the first of `name`, `name-2`, `name-3`… that is not taken, and takes it.
fn unique(name: &str, taken: &mut HashSet<String>) -> String {
    let mut unique = name.to_owned();
    let mut count = 1;
    while !taken.insert(unique.clone()) {
        count += 1;
        unique = format!("{name}-{count}");
    }
    unique
}
