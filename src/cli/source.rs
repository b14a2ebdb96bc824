//! Where the project is looked for, by the command line or the environment.

use std::env::{self, VarError};

use camino::{Utf8Path, Utf8PathBuf};

use crate::documents::sandbox::{Tree, ambient};
use crate::project::project_file::FILE_NAME;
use crate::project::session::Source;
use crate::table::Table;
use crate::text::escape::{Escaped, escape_truncated};

/// The environment variable that names a project.
const VARIABLE: &str = "MCP_GUIDE_PROJECT";

/// Returns the project that the option names, else the environment variable. An empty variable
/// names nothing.
///
/// # Errors
///
/// The usage error: the variable is not UTF-8.
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

/// Returns where the project is looked for: at the path that the option or the environment
/// names, else upward from the start, else from the working directory.
///
/// # Errors
///
/// The usage error: both options are given, or one of them cannot be used.
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

/// Returns where the project is looked for without `--start`.
fn named_or_searched(project: Option<String>) -> Result<Source, String> {
    let from = Some(".".into());
    Ok(self::project(project)?.map_or(Source::Search { from }, Source::Named))
}

/// Returns the folder of a project that is named by it or by its file; else where the search for it
/// begins.
pub(super) fn project_folder(source: &Source) -> Utf8PathBuf {
    match source {
        Source::Named(path) => of_file(path.clone()),
        Source::Folder(folder) => folder.clone(),
        Source::Start(folder) => folder.clone(),
        Source::Search { .. } => ".".into(),
    }
}

/// Returns the folder of a project's file, or a folder as it is.
pub(super) fn of_file(path: Utf8PathBuf) -> Utf8PathBuf {
    match path.file_name() {
        Some(FILE_NAME) => path.parent().unwrap_or(Utf8Path::new("")).to_owned(),
        _ => path,
    }
}
