//! Finds the documents that apply to files.

pub mod deliver;
pub(crate) mod document_scope;
pub mod known_headers;
mod rule;
pub(crate) mod rule_problem;
pub mod scope_source;
pub mod stated;
mod visit;

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use indexmap::IndexSet;

use crate::documents::document_error::Unreadable;
use crate::operation::OperationContext;
use crate::operation::OperationError;
use crate::operation::call::GuidanceCall;
use crate::operation::error::Missing;
use crate::operation::find::matches::qualified_name;
use crate::operation::guidance::scope_source::ScopeSource;
use crate::text::messages::WithReason;
use crate::text::truncated::Truncated;
use rule::joined;
use visit::visit;

pub use document_scope::DocumentScope;
pub use rule::{AboutText, Rule, RuleCopy, plain, without_outer_lines};
pub use rule_problem::RuleProblem;

/// A rule that a call for guidance considers.
#[derive(Debug)]
pub struct Considered {
    /// The document's name in messages, which begins with the category.
    pub name: String,
    /// The document as the source of a scope.
    pub document: ScopeSource,
    /// The path relative to the project's folder, or the URI, as in [`RuleCopy::path`].
    pub path: String,
    pub scope: Option<Rc<DocumentScope>>,
    /// The first error in the document's header, or the reason why its patterns are not compared.
    pub bad: Option<RuleProblem>,
    /// The pattern by which the document applies, or `None` if it does not apply.
    pub applies: Option<String>,
    /// The indices of the call's paths to which the document applies.
    pub paths: Vec<usize>,
    /// The negated pattern that excludes one of the call's paths, although other patterns match
    /// that path.
    pub taken_out: Option<String>,
    /// The document with the same text that is delivered instead, if any.
    pub same: Option<ScopeSource>,
}

/// The rules that apply to files.
#[derive(Debug, Default)]
pub struct Guidance {
    /// The rules that apply, general before specific.
    pub rules: Vec<Rule>,
    /// Every rule, whether it applies or not, in the order of the categories. Empty unless the
    /// rules are to be explained.
    pub considered: Vec<Considered>,
    /// The documents that agents choose by description, with their descriptions.
    pub described: Truncated<WithReason<String, String>>,
    /// The categories with documents that can apply to files, including files other than the
    /// call's.
    pub categories: IndexSet<Arc<str>>,
    /// The documents and directories that may contain rules but could not be read.
    pub unreadable: Truncated<Unreadable>,
    /// The documents and the fields of `guide.yaml` that apply to no file, with the reasons.
    pub headers: Truncated<WithReason<ScopeSource, RuleProblem>>,
    /// The members and categories that could not be searched.
    pub missing: IndexSet<Missing>,
    /// The names that were not fully searched because time ran out.
    pub not_reached: Vec<String>,
}

/// Finds the rules that apply to any of the call's paths, which are relative to the project's
/// folder. Searches the documents under the call's name. If the call has no name, searches all
/// categories, and the members of collections that have their own `applies_to`. If `is_explained`
/// is true, also returns the rules that do not apply.
///
/// # Errors
///
/// Returns an error if the name does not exist or the call is cancelled.
pub fn find(
    context: &OperationContext<'_>,
    call: &GuidanceCall<'_>,
    is_explained: bool,
) -> Result<Guidance, OperationError> {
    let (mut found, mut copies) = visit(context, call, is_explained)?;
    let first = call.first.unwrap_or(call.paths.len());
    copies.sort_by_key(|copy| Reverse((copy.applies_to_first(first), copy.literals)));
    found.rules = joined(copies);
    if is_explained {
        found.name_copies();
    }
    found.rules.sort_by_key(|rule| rule.named.literals);
    Ok(found)
}

impl Guidance {
    /// Sets `same` of each considered document that is a copy of a delivered document. If the copy
    /// is a file for a whole folder and other copies already apply to the same paths, clears
    /// `applies`.
    fn name_copies(&mut self) {
        let mut copies = HashMap::new();
        for rule in &self.rules {
            let mut paths: HashSet<usize> = rule.named.paths.iter().copied().collect();
            for copy in &rule.others {
                let before = paths.len();
                paths.extend(&copy.paths);
                let applies = paths.len() > before || copy.source != copy.file.basename();
                let file = &rule.named.file;
                let delivered = ScopeSource::document(file, qualified_name(file));
                copies.insert(qualified_name(&copy.file), (delivered, applies));
            }
        }
        let considered = self.considered.iter_mut();
        for rule in considered.filter(|rule| rule.applies.is_some()) {
            if let Some((delivered, applies)) = copies.remove(&rule.name) {
                rule.same = Some(delivered);
                rule.applies.take_if(|_| !applies);
            }
        }
    }

    /// Returns the largest number of bytes that is delivered for a single path, and the indices of
    /// the paths with this number. `paths` is the number of the call's paths.
    pub fn largest(&self, paths: usize) -> (u64, Vec<usize>) {
        let mut applying: Vec<Vec<(usize, u64)>> = vec![Vec::new(); paths];
        for (at, rule) in self.rules.iter().enumerate() {
            // Only the first copy that applies to a path is delivered.
            for copy in rule.copies() {
                for path in &copy.paths {
                    let of_path = &mut applying[*path];
                    if of_path.last().is_none_or(|(last, _)| *last != at) {
                        of_path.push((at, copy.bytes));
                    }
                }
            }
        }
        let bytes = applying
            .iter()
            .map(|copies| copies.iter().map(|(_, bytes)| bytes).sum());
        let bytes: Vec<u64> = bytes.collect();
        let most = bytes.iter().copied().max().unwrap_or_default();
        let largest = bytes
            .iter()
            .enumerate()
            .filter(|(_, bytes)| **bytes == most);
        (most, largest.map(|(path, _)| path).collect())
    }
}
