//! Messages for people about a missing or incomplete project.

use crate::cli::here::from_here;
use crate::project::bound_project::BoundProject;
use crate::project::project_error::{SearchStep, SessionError};
use crate::project::session::Session;
use crate::table::Table;

/// Returns the reason why `session` has no project, with commands that work in the current folder.
pub(super) fn here(table: &Table, session: &Session, error: &SessionError) -> String {
    no_project(table, &placed(session, error))
}

/// Returns the reason why no project is served.
pub(super) fn no_project(table: &Table, error: &SessionError) -> String {
    let SessionError::Nowhere(steps) = error else {
        return table.render(error);
    };
    let place = if steps.contains(&SearchStep::Start) {
        "at --start"
    } else {
        "in this folder"
    };
    let reasons = steps.iter().filter(|step| {
        matches!(
            step,
            SearchStep::Misspelt(_) | SearchStep::HomeRepository | SearchStep::OthersRepository
        )
    });
    let is_misspelt = |step: &SearchStep| matches!(step, SearchStep::Misspelt(_));
    // A search that ends at a misspelt name has not looked for a repository.
    let what = if steps.iter().any(is_misspelt) {
        "There is no guide.yaml"
    } else {
        "There is no guide.yaml and no repository"
    };
    let mut text = format!("{what} {place} or above it");
    text.extend(reasons.map(|reason| format!("; {}", table.render(reason))));
    text
}

/// Returns `error` with commands that work in the current folder.
pub(super) fn placed(session: &Session, error: &SessionError) -> SessionError {
    match (error, session.last_folder()) {
        (SessionError::Unloadable(error), Some(folder)) => {
            SessionError::Unloadable(error.clone().map(|kind| kind.within(&from_here(&folder))))
        }
        (error, _) => error.clone(),
    }
}

/// Returns a line for each missing include of a project.
pub(super) fn missing(table: &Table, bound: &BoundProject) -> Vec<String> {
    let folder = bound.folder().path().unwrap_or_default();
    let folder = from_here(folder.as_str().into());
    let missing = bound.project.missing.iter();
    let missing = missing.map(|missing| table.render(&missing.said(&folder)));
    missing.collect()
}
