//! Why there is no project, for a person.

use crate::project::error::{SearchStep, SessionError};
use crate::spec::Table;

/// Returns why no project is served.
pub(super) fn said(table: &Table, error: &SessionError) -> String {
    let SessionError::Nowhere(steps) = error else {
        return table.said(error);
    };
    let place = match steps.contains(&SearchStep::Start) {
        true => "at --start",
        false => "in this folder",
    };
    let reasons = steps.iter().filter(|step| {
        matches!(
            step,
            SearchStep::Misspelt(_) | SearchStep::HomeRepository | SearchStep::OthersRepository
        )
    });
    let mut text = format!("There is no guide.yaml and no repository, {place} or above it");
    text.extend(reasons.map(|reason| format!("; {}", table.said(reason))));
    text
}
