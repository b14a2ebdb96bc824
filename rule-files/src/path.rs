//! Paths with `/` between their components.

/// Returns the path to `name` in `folder`.
pub(crate) fn join(folder: &str, name: &str) -> String {
    match (folder, name) {
        ("", path) | (path, "") => path.to_owned(),
        (folder, name) => format!("{folder}/{name}"),
    }
}

/// Returns the components of `path`, which is relative to the project's folder, without `.` and
/// empty ones. Returns `None` if the path is absolute or leads up.
pub(crate) fn names(path: &str) -> Option<Vec<&str>> {
    let names = path.split('/').filter(|name| !matches!(*name, "" | "."));
    let names: Vec<&str> = names.collect();
    let is_below = !path.starts_with('/') && !names.contains(&"..") && !names.is_empty();
    is_below.then_some(names)
}

/// Returns whether `path` is `folder` or is in it.
pub(crate) fn is_within(path: &str, folder: &str) -> bool {
    let rest = path.strip_prefix(folder);
    rest.is_some_and(|rest| folder.is_empty() || rest.is_empty() || rest.starts_with('/'))
}
