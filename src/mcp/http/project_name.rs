//! Names of projects, where there are several.

/// Returns whether a project of a folder may have this name: letters of ASCII, digits, `-`, `_` and
/// `.`, which is not the first.
pub fn is_name(text: &str) -> bool {
    let valid = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    !text.is_empty() && !text.starts_with('.') && text.bytes().all(valid)
}

/// Returns the URL, or the audience, of a project below that of the process.
#[cfg(feature = "oauth")]
pub(super) fn below(base: &str, project: Option<&str>) -> String {
    match project {
        Some(name) => format!("{}/{name}", base.trim_end_matches('/')),
        None => base.to_owned(),
    }
}
