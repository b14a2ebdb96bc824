//! The pattern of a rule that says most about files.

use crate::documents::rules::{FilePattern, RuleScope};
use crate::operation::OperationContext;

/// Returns the pattern that matches one of these paths with the most literal components, and
/// their number; the first of several, and of the `first` paths if one of them matches. The indices
/// of all paths that match are added to `all`.
/// None if the call is cancelled, which ends it.
pub(super) fn best<'s>(
    (context, first): (&OperationContext<'_>, usize),
    scope: &'s RuleScope,
    paths: &[(usize, Vec<&str>)],
    all: &mut Vec<usize>,
) -> Option<(usize, &'s FilePattern)> {
    let mut best: Option<(usize, &FilePattern)> = None;
    for (at, names) in paths {
        let at = *at;
        context.check_cancelled().ok()?;
        let Some(found) = scope.best(names) else {
            continue;
        };
        all.push(at);
        let is_decided = at >= first && all.first().is_some_and(|at| *at < first);
        if !is_decided && best.is_none_or(|(literals, _)| found.0 > literals) {
            best = Some(found);
        }
    }
    best
}
