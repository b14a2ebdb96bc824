//! What is beneath an open directory has the same names on every system.

use camino::Utf8Path;

use crate::documents::error::FileError;

/// Names that Windows takes for devices, whatever follows a dot.
const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
/// The beginnings of such names that a digit follows.
const NUMBERED: [&str; 2] = ["COM", "LPT"];

/// Refuses names that Windows reserves or changes, so that a project is the same on all
/// systems.
pub(super) fn check(path: &Utf8Path) -> Result<(), FileError> {
    match path.as_str().split('/').any(is_reserved) {
        true => Err(FileError::Reserved),
        false => Ok(()),
    }
}

/// Returns whether a name is that of a device on Windows, or ends in a dot or a blank, which
/// Windows drops ("Naming Files, Paths, and Namespaces" of its documentation).
pub(super) fn is_reserved(name: &str) -> bool {
    if matches!(name, "." | "..") {
        return false;
    }
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    let stem = stem.trim_end_matches(' ');
    let is_numbered = |start: &&str| {
        let digit = stem.get(3..).unwrap_or_default();
        let starts = stem
            .get(..3)
            .is_some_and(|it| it.eq_ignore_ascii_case(start));
        let mut digits = digit.chars();
        starts
            && digits.next().is_some_and(|c| "0123456789¹²³".contains(c))
            && digits.as_str().is_empty()
    };
    name.ends_with(['.', ' '])
        || DEVICES
            .iter()
            .any(|device| stem.eq_ignore_ascii_case(device))
        || NUMBERED.iter().any(is_numbered)
}

/// Returns a path as the system takes it: the empty one is the directory itself.
pub(super) fn spelled(path: &Utf8Path) -> &Utf8Path {
    match path.as_str() {
        "" => Utf8Path::new("."),
        _ => path,
    }
}
