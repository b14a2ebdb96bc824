//! The project that a person names.

use std::env;
use std::ffi::{OsStr, OsString};

use crate::project::session::{Session, Source};
use crate::text::shown::echo;
use camino::{Utf8Path, Utf8PathBuf};

/// The option and the environment variable that name a project.
const OPTION: &str = "--project";
pub(super) const VARIABLE: &str = "MCP_GUIDE_PROJECT";

/// A project by its path, and where that was given.
#[derive(Debug)]
pub(super) struct Named {
    pub path: Utf8PathBuf,
    /// What gave it: the option, else the environment.
    pub by: &'static str,
}

impl Named {
    /// What names the project, if anything does; an empty environment variable
    /// names nothing.
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
                let path = echo(&path.to_string_lossy());
                Err(format!("{by} is not UTF-8: '{path}'"))
            }
        }
    }
}

fn utf8(path: &OsStr) -> Option<&Utf8Path> {
    Some(Utf8Path::new(path.to_str()?))
}

/// The session of a project that is named, else of the one that is found.
pub(super) fn session(named: Option<&Utf8Path>) -> Session {
    Session::new(match named {
        Some(path) => Source::Named(path.to_owned()),
        None => Source::Search {
            from: Some(".".into()),
        },
    })
}
