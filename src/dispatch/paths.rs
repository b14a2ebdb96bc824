//! Paths of files as a call gives them, one a line.

use super::arguments::too_long;
use crate::limits::{MAX_PATHS, MAX_PATTERN_BYTES, MAX_PATTERN_COMPONENTS};
use crate::operation::error::ArgumentErrorKind;

/// What separates the names of a path: on Windows, where shells and editors write it, a
/// backslash, too.
const SEPARATORS: &[char] = if cfg!(windows) { &['/', '\\'] } else { &['/'] };

/// Splits an argument into paths, each once. Brackets, braces and parentheses are literal.
///
/// # Errors
///
/// The first path that can be none of a file in the project's folder, or too many paths.
pub(super) fn split(text: &str) -> Result<Vec<&str>, ArgumentErrorKind> {
    let lines = text.lines().map(|line| line.trim_end_matches('\r'));
    let paths: indexmap::IndexSet<&str> = lines.filter(|line| !line.trim().is_empty()).collect();
    if paths.is_empty() {
        return Err(ArgumentErrorKind::Empty);
    }
    if paths.len() > MAX_PATHS {
        return Err(ArgumentErrorKind::ManyPaths(paths.len()));
    }
    for path in &paths {
        let given = || (*path).to_owned();
        let last = path.rsplit(SEPARATORS).next().unwrap_or_default();
        if path.len() > MAX_PATTERN_BYTES {
            return Err(too_long(path, MAX_PATTERN_BYTES));
        } else if path.contains(['*', '?']) {
            return Err(ArgumentErrorKind::PathPattern(given()));
        } else if path.split(SEPARATORS).count() > MAX_PATTERN_COMPONENTS {
            return Err(ArgumentErrorKind::PathDeep(given()));
        } else if path.starts_with("~/") || path.contains("://") {
            return Err(ArgumentErrorKind::PathOutside(given()));
        } else if path.contains('\\') && !cfg!(windows) {
            return Err(ArgumentErrorKind::PathBackslash(given()));
        } else if path.split(SEPARATORS).any(|name| name == "..") {
            return Err(ArgumentErrorKind::PathAbove(given()));
        } else if matches!(last, "" | ".") {
            return Err(ArgumentErrorKind::PathFolder(given()));
        }
    }
    Ok(paths.into_iter().collect())
}

/// Returns a path relative to the project's folder, which is at `folder`.
///
/// # Errors
///
/// It is absolute and not beneath that.
pub(super) fn relative(
    path: &str,
    folder: impl FnOnce() -> Option<String>,
) -> Result<String, ArgumentErrorKind> {
    let names = |path: &str| -> Vec<String> {
        let names = path
            .split(SEPARATORS)
            .filter(|name| !matches!(*name, "" | "."));
        names.map(str::to_owned).collect()
    };
    let drive = path.as_bytes().get(1) == Some(&b':') && path.as_bytes()[0].is_ascii_alphabetic();
    let mut named = names(path);
    if path.starts_with(SEPARATORS) || drive {
        let folder = folder().map(|folder| names(&folder));
        let is_same = |(one, other): (&String, &String)| match cfg!(windows) {
            true => one.eq_ignore_ascii_case(other),
            false => one == other,
        };
        let begins = |folder: &Vec<String>| folder.iter().zip(&named).all(is_same);
        let below = folder.filter(|folder| named.len() > folder.len() && begins(folder));
        let Some(folder) = below else {
            return Err(ArgumentErrorKind::PathOutside(path.to_owned()));
        };
        named.drain(..folder.len());
    }
    Ok(named.join("/"))
}
