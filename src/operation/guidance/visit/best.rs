//! The pattern of a rule that matches files most specifically.

use crate::operation::OperationContext;
use rule_files::rule_scope::{FilePattern, RuleScope};

/// Returns the pattern of `scope` with the most literal components that matches one of `paths`, and
/// the number of these components. Among equals, the first pattern wins. If one of the call's first
/// `first` paths matches, only those paths count. Adds the indices of all matching paths to `all`.
/// Returns `None` if nothing matches or the call is cancelled.
pub(super) fn best<'s>(
    context: &OperationContext<'_>,
    first: usize,
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
