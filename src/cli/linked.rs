//! Links at a terminal (OSC 8), which open a file.

use camino::Utf8Path;

use crate::text::location::escaped_path;

/// The beginning of a link.
const BEGIN: &str = "\u{1b}]8;;";
/// The end of a link's target.
const END: &str = "\u{1b}\\";

/// Returns `text` as a link to `target`. Returns `text` unchanged if it is empty or if `target` is
/// `None`.
pub(super) fn linked(text: &str, target: Option<&str>) -> String {
    match target.filter(|_| !text.is_empty()) {
        Some(target) => format!("{BEGIN}{target}{END}{text}{BEGIN}{END}"),
        None => text.to_owned(),
    }
}

/// Returns the URL of the local file at an absolute path, or `None` if the path leads to another
/// machine.
pub(super) fn address(path: &Utf8Path) -> Option<String> {
    let path = path.as_str().replace('\\', "/");
    let slash = if path.starts_with('/') { "" } else { "/" };
    let is_local = !path.starts_with("//");
    is_local.then(|| format!("file://{slash}{}", escaped_path(&path)))
}

/// Returns `text` without the links that [`linked`] has made.
pub(super) fn unlinked(text: &str) -> String {
    let mut parts = text.split(BEGIN);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let (_, shown) = part.split_once(END).unwrap_or(("", part));
        text + shown
    })
}
