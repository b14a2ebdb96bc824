//! The project that `--project` or the environment names.

use std::env;
use std::ffi::{OsStr, OsString};

use crate::project::session::{Session, Source};
use crate::text::escape::escape_truncated;
use camino::{Utf8Path, Utf8PathBuf};

/// The option that names a project.
const OPTION: &str = "--project";
/// The environment variable that names a project.
pub(super) const VARIABLE: &str = "MCP_GUIDE_PROJECT";

/// The path of a project, and what gave it.
#[derive(Debug, Clone)]
pub(super) struct ProjectArgument {
    pub path: Utf8PathBuf,
    /// The option or the environment variable that gave it.
    pub by: &'static str,
}

impl ProjectArgument {
    /// Reads the option, else the environment variable. An empty variable names nothing.
    ///
    /// # Errors
    ///
    /// The usage error: the option is empty, or what was given is not UTF-8.
    pub fn new(option: Option<OsString>) -> Result<Option<Self>, String> {
        let (path, by) = match option {
            Some(path) if path.is_empty() => {
                return Err(
                    "--project is empty; give the path of a guide.yaml or of its folder, or leave \
                     the option out"
                        .to_owned(),
                );
            }
            Some(path) => (path, OPTION),
            None => match env::var_os(VARIABLE) {
                Some(path) if !path.is_empty() => (path, VARIABLE),
                _ => return Ok(None),
            },
        };
        match utf8(&path) {
            Some(path) => Ok(Some(Self {
                path: path.to_owned(),
                by,
            })),
            None => {
                let path = escape_truncated(&path.to_string_lossy());
                Err(format!("{by} is not UTF-8: '{path}'"))
            }
        }
    }
}

fn utf8(path: &OsStr) -> Option<&Utf8Path> {
    Some(Utf8Path::new(path.to_str()?))
}

/// Returns the session of a named project, else of the one that is found upward from the
/// working directory.
pub(super) fn session(named: Option<&Utf8Path>) -> Session {
    Session::new(match named {
        Some(path) => Source::Named(path.to_owned()),
        None => Source::Search {
            from: Some(".".into()),
        },
    })
}
