//! The options of `hook` for people: they change what is trusted, or print what hooks gave.

use camino::{Utf8Path, Utf8PathBuf};

use super::memory::{LAST, LOG, Memory, unusable};
use super::stats::stats;
use super::trusted::{Trusted, trusting};
use crate::cli::Context;
use crate::cli::hook::hook_arguments::HookArguments;
use crate::cli::no_project;
use crate::cli::output::{failed, quoted};
use crate::documents::file_error::FileError;
use crate::documents::sandbox::ambient;
use crate::project::bound_project::BoundProject;
use crate::project::session::{Roots, Session, Source};
use crate::text::escaped::Escaped;

/// Runs an option of `hook`: changes or prints what is trusted, or prints the log, the statistics
/// or what was given last. Returns the exit code.
pub(in crate::cli) fn manage(context: Context, arguments: &HookArguments) -> u8 {
    let output = context.output;
    let memory = match Memory::open() {
        Ok(memory) => memory,
        Err(error) => return failed(&unusable(&context.table, &error)),
    };
    if arguments.stats {
        return stats(&context, &memory, arguments, || here(&context));
    }
    let text = managed(&context, &memory, arguments);
    text.map_or_else(|error| failed(&error), |text| output.prose(&text))
}

/// Runs an option other than `--stats`, and returns the text to print.
///
/// # Errors
///
/// Returns an error if the project is not found, or if the folder of hooks cannot be used.
fn managed(
    context: &Context,
    memory: &Memory,
    arguments: &HookArguments,
) -> Result<String, String> {
    let said = |error: FileError| unusable(&context.table, &error);
    if let Some(folder) = &arguments.trust {
        return trust(context, memory, folder.as_deref(), said);
    }
    if let Some(folder) = &arguments.untrust {
        return untrust(context, memory, folder.as_deref(), said);
    }
    let text = if arguments.trusted {
        let rows = memory.trusted().map_err(said)?;
        let mut lines: Vec<String> = rows.iter().map(listed).collect();
        lines.sort();
        lines.dedup();
        lines.concat()
    } else {
        memory
            .text(if arguments.log { LOG } else { LAST })
            .map_err(said)?
    };
    let text = Some(text).filter(|text| !text.is_empty());
    Ok(text.unwrap_or_else(|| "Nothing yet.\n".to_owned()))
}

/// Trusts the projects in and below `folder`, or the current project if `folder` is `None`. Returns
/// the text to print.
fn trust(
    context: &Context,
    memory: &Memory,
    folder: Option<&Utf8Path>,
    said: impl Fn(FileError) -> String,
) -> Result<String, String> {
    let Some(folder) = folder else {
        let bound = here(context)?;
        memory.trust(&Trusted::project(&bound)).map_err(said)?;
        let until = if bound.is_confined() {
            ""
        } else {
            ", until its guide.yaml or an included one changes"
        };
        return Ok(format!(
            "This project is trusted: hooks in your own files and in plugins now give its \
             rules{until}.\n"
        ));
    };
    let row = Trusted::folder(folder).map_err(|error| {
        let reason = match error {
            FileError::Permission => "it belongs to another user, or cannot be opened".to_owned(),
            error => context.table.render(&error),
        };
        format!("{} cannot be trusted: {reason}", Escaped(folder.as_str()))
    })?;
    memory.trust(&row).map_err(&said)?;
    let path = row.path().unwrap_or(folder);
    let mut text = format!(
        "All projects in {} and below it are trusted: hooks in your own files and in plugins now \
         give their rules.\n",
        Escaped(path.as_str())
    );
    let rows = memory.trusted().map_err(said)?;
    if let Some(above) = found(path).filter(|bound| trusting(&rows, bound).is_none()) {
        let above = above.folder().path().unwrap_or_default();
        text += &format!(
            "This folder is in the project {0}, which is not trusted yet. To trust it: mcp-guide \
             hook --trust {1}\n",
            Escaped(&above),
            quoted(&above)
        );
    }
    Ok(text)
}

/// Revokes trust in `folder` and everything below it, or in the current project if `folder` is
/// `None`. Returns the text to print.
fn untrust(
    context: &Context,
    memory: &Memory,
    folder: Option<&Utf8Path>,
    said: impl Fn(FileError) -> String,
) -> Result<String, String> {
    let (path, bound) = match folder {
        Some(folder) => {
            // The folder may no longer exist.
            let path = ambient::canonical(folder).or_else(|_| ambient::absolute(folder));
            let path = path.map_err(|error| context.table.render(&error))?;
            (
                Some(path.clone()),
                found(&path).filter(|bound| is_at(bound, &path)),
            )
        }
        None => {
            let bound = here(context)?;
            (bound.folder().path().map(Utf8PathBuf::from), Some(bound))
        }
    };
    let project = bound.as_ref().map(Trusted::project);
    let digest = bound.as_ref().map(BoundProject::fingerprint);
    let guide = bound.as_ref().map(BoundProject::file_path);
    let is_gone = |row: &Trusted| match (row.path(), &path) {
        (Some(row), _) if guide.as_deref() == Some(row.as_str()) => true,
        (Some(row), Some(path)) if folder.is_some() => row.starts_with(path),
        (Some(row), Some(path)) => row == path,
        // A row of an earlier version has no path, so the project may be anywhere.
        (None, Some(path)) if path.parent().is_none() => true,
        _ => Some(row) == project.as_ref() || Some(row.line()) == digest,
    };
    let count = memory.distrust(is_gone).map_err(&said)?;
    let mut text = match count {
        0 => "Nothing was trusted here.\n".to_owned(),
        _ => "It is no longer trusted: hooks in your own files and in plugins give no rules here, \
              unless the client itself trusts it.\n"
            .to_owned(),
    };
    let rows = memory.trusted().map_err(said)?;
    let still = bound.as_ref().and_then(|bound| trusting(&rows, bound));
    if let Some(above) = still.and_then(Trusted::path) {
        text += &format!(
            "It is still trusted as part of {}. To change this: mcp-guide hook --untrust {}\n",
            Escaped(above.as_str()),
            quoted(above.as_str())
        );
    }
    Ok(text)
}

/// Returns the current project, or the project given by an option.
fn here(context: &Context) -> Result<BoundProject, String> {
    let session = context.session();
    let bound = session.bind(&Roots::None);
    bound.map_err(|error| no_project::here(&context.table, &session, &error))
}

/// Returns the project that a search from the folder `path` finds, if any.
fn found(path: &Utf8Path) -> Option<BoundProject> {
    let session = Session::new(Source::Start(path.to_owned()));
    session.bind(&Roots::None).ok()
}

fn is_at(bound: &BoundProject, path: &Utf8Path) -> bool {
    bound.folder().path().is_some_and(|folder| folder == *path)
}

/// Returns the line about `row` in a list.
fn listed(row: &Trusted) -> String {
    match row {
        Trusted::Folder { path, .. } => {
            let is_there = if row.is_there() {
                ""
            } else {
                ", which no longer exists, or is another folder"
            };
            format!(
                "{} and the projects below it{is_there}\n",
                Escaped(path.as_str())
            )
        }
        Trusted::Guide { path, .. } => {
            format!("{} as it was when it was trusted\n", Escaped(path.as_str()))
        }
        Trusted::Digest(_) => {
            "a project that an earlier version recorded without its path\n".to_owned()
        }
    }
}
