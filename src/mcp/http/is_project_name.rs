//! Names of projects, if there are several.

/// Returns whether a project in a folder of projects may have this name. It must consist of ASCII
/// letters, digits, `-`, `_` and `.`, and must not begin with `.`.
pub fn is_project_name(text: &str) -> bool {
    let valid = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    !text.is_empty() && !text.starts_with('.') && text.bytes().all(valid)
}

/// Returns the URL or audience of a project: `base`, followed by `/` and the name. Without a
/// project, returns `base`.
#[cfg(feature = "oauth")]
pub(super) fn below(base: &str, project: Option<&str>) -> String {
    match project {
        Some(name) => format!("{}/{name}", base.trim_end_matches('/')),
        None => base.to_owned(),
    }
}
