//! The path to this program that remains valid after an upgrade.

use camino::{Utf8Path, Utf8PathBuf};

use crate::documents::file_error::FileError;
use crate::documents::sandbox::ambient;

/// The reason why no entry can start this program.
pub(super) enum ProgramError {
    /// The program's path cannot be written.
    Path(FileError),
    /// The program is in the cache of an installer for single runs, which will remove it.
    Cached(&'static str, Utf8PathBuf),
}

/// Returns the absolute path by which this program was started, or at which it is found in `PATH`.
/// Links are not resolved, because installers switch them to another version.
///
/// # Errors
///
/// Returns an error if the path cannot be written, or if the program is in a cache.
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

/// Returns the name of the installer whose cache contains `path`, if any.
fn cache(path: &Utf8Path) -> Option<&'static str> {
    let mut names = path.components().map(|name| name.as_str());
    names.find_map(|name| match name {
        "_npx" => Some("npx"),
        "archive-v0" => Some("uvx"),
        _ => None,
    })
}
