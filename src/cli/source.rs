//! Where to search for the project, according to the command line or the environment.

use std::env::{self, VarError};

use camino::{Utf8Path, Utf8PathBuf};

use crate::documents::sandbox::{Tree, ambient};
use crate::project::project_file::FILE_NAME;
use crate::project::session::Source;
use crate::table::Table;
use crate::text::escaped::{Escaped, escape_truncated};

/// The environment variable that selects a project.
const VARIABLE: &str = "MCP_GUIDE_PROJECT";

/// Returns the project from the option, or from the environment variable. An empty variable counts as
/// unset.
///
/// # Errors
///
/// Returns a usage error if the variable is not UTF-8.
fn project(option: Option<String>) -> Result<Option<Utf8PathBuf>, String> {
    let path = match (option, env::var(VARIABLE)) {
        (Some(path), _) => path,
        (None, Err(VarError::NotUnicode(path))) => {
            let path = escape_truncated(&path.to_string_lossy());
            return Err(format!("{VARIABLE} is not UTF-8: '{path}'"));
        }
        (None, variable) => variable.unwrap_or_default(),
    };
    Ok((!path.is_empty()).then(|| path.into()))
}

/// Returns where to search for the project: at the option's path or upward from `start`, otherwise at
/// the environment variable's path, otherwise upward from the working directory.
///
/// # Errors
///
/// Returns a usage error if both options are given, or if one of them cannot be used.
pub(super) fn source(
    table: &Table,
    project: Option<String>,
    start: Option<&Utf8Path>,
) -> Result<Source, String> {
    let Some(start) = start else {
        return named_or_searched(project);
    };
    if project.is_some() {
        return Err("--start and --project cannot be used together".to_owned());
    }
    let path = Tree::ambient(start).and_then(|_| ambient::canonical(start));
    path.map(Source::Start).map_err(|error| {
        let reason = table.render(&error);
        format!("--start {}: {reason}", Escaped(start.as_str()))
    })
}

/// Returns where to search for the project if `--start` is not given.
fn named_or_searched(project: Option<String>) -> Result<Source, String> {
    let from = Some(".".into());
    Ok(self::project(project)?.map_or(Source::Search { from }, Source::Named))
}

/// Returns the folder of a project that was given by its folder or its file. Otherwise returns the
/// folder where the search begins.
pub(super) fn project_folder(source: &Source) -> Utf8PathBuf {
    match source {
        Source::Named(path) => of_file(path.clone()),
        Source::Folder(folder) => folder.clone(),
        Source::Start(folder) => folder.clone(),
        Source::Search { .. } => ".".into(),
    }
}

/// Returns the parent folder of a `guide.yaml`. Any other path is returned unchanged.
pub(super) fn of_file(path: Utf8PathBuf) -> Utf8PathBuf {
    match path.file_name() {
        Some(FILE_NAME) => path.parent().unwrap_or(Utf8Path::new("")).to_owned(),
        _ => path,
    }
}
