//! Paths with `/` between their components on every system, as in `guide.yaml`.

use camino::{Utf8Path, Utf8PathBuf};

/// Returns the path to `name` in `directory`. `Utf8Path::join` would write `\` on Windows.
pub fn join(directory: impl AsRef<str>, name: impl AsRef<str>) -> String {
    match (directory.as_ref(), name.as_ref()) {
        ("", path) | (path, "") => path.to_owned(),
        (directory, name) => format!("{directory}/{name}"),
    }
}

/// Returns the relative path `path` without `.` and `..`, or `None` if it leads above its starting
/// point.
pub fn normal(path: &str) -> Option<String> {
    let mut names: Vec<&str> = Vec::new();
    for name in path.split('/').filter(|name| !matches!(*name, "" | ".")) {
        match name {
            ".." => drop(names.pop()?),
            name => names.push(name),
        }
    }
    Some(names.join("/"))
}

/// Returns the first component of `path` that begins with a dot and is therefore hidden, if any.
/// `.` and `..` are not hidden.
pub fn hidden_name(path: &str) -> Option<&str> {
    let is_hidden = |name: &&str| name.starts_with('.') && !matches!(*name, "." | "..");
    path.split('/').find(is_hidden)
}

/// Returns `path`, which is in the form of the system, with `/` between its components.
pub fn slashed(path: &Utf8Path) -> Utf8PathBuf {
    if cfg!(windows) {
        path.as_str().replace('\\', "/").into()
    } else {
        path.to_owned()
    }
}

/// Returns true if `path` is `directory` or is in it.
pub fn is_within(path: &str, directory: &str) -> bool {
    let rest = path.strip_prefix(directory);
    rest.is_some_and(|rest| directory.is_empty() || rest.is_empty() || rest.starts_with('/'))
}

/// Returns `folder` in displayed form, with `.` for the current folder.
pub fn shown_folder(folder: &camino::Utf8Path) -> &str {
    match folder.as_str() {
        "" => ".",
        named => named,
    }
}
