//! The path of this program that stays when it is upgraded.

use camino::{Utf8Path, Utf8PathBuf};

use crate::documents::error::FileError;
use crate::documents::sandbox::ambient;

/// Why no entry can name this program.
pub(super) enum ProgramError {
    /// Its path cannot be written.
    Path(FileError),
    /// A program that installs others for one run has put it here, and will remove it.
    Cached(&'static str, Utf8PathBuf),
}

/// Returns the absolute path by which this program was started, or at which PATH finds it. Links
/// are not resolved: what installs programs switches them to another version.
///
/// # Errors
///
/// The path cannot be written, or will be gone.
pub(super) fn program() -> Result<Utf8PathBuf, ProgramError> {
    let program = ambient::program().map_err(ProgramError::Path)?;
    let started = ambient::started_as();
    let real = ambient::canonical(&program).ok();
    let is_same = |path: &Utf8PathBuf| real.is_some() && ambient::canonical(path).ok() == real;
    let path = started.into_iter().find(is_same);
    let by = path.as_deref().and_then(cache).or_else(|| cache(&program));
    match by {
        Some(by) => Err(ProgramError::Cached(by, program)),
        None => Ok(path.unwrap_or(program)),
    }
}

/// Returns the program whose cache a path is in.
fn cache(path: &Utf8Path) -> Option<&'static str> {
    let mut names = path.components().map(|name| name.as_str());
    names.find_map(|name| match name {
        "_npx" => Some("npx"),
        "archive-v0" => Some("uvx"),
        _ => None,
    })
}
