//! Why there is no project, for a person.

use crate::project::error::{SearchStep, SessionError};
use crate::table::Table;

/// Returns why no project is served.
pub(super) fn render(table: &Table, error: &SessionError) -> String {
    let SessionError::Nowhere(steps) = error else {
        return table.render(error);
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
    let is_misspelt = |step: &SearchStep| matches!(step, SearchStep::Misspelt(_));
    // A search that ends at such a name has not looked for a repository.
    let what = match steps.iter().any(is_misspelt) {
        true => "There is no guide.yaml",
        false => "There is no guide.yaml and no repository",
    };
    let mut text = format!("{what}, {place} or above it");
    text.extend(reasons.map(|reason| format!("; {}", table.render(reason))));
    text
}
