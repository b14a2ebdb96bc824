//! From files to the documents that apply to them.

pub mod deliver;
pub mod known;
mod rule;
pub mod scope_source;
pub mod stated;
mod visit;

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use indexmap::IndexSet;

use crate::documents::error::Unreadable;
use crate::documents::rules::{RuleError, RuleScope};
use crate::operation::OperationContext;
use crate::operation::OperationError;
use crate::operation::call::GuidanceCall;
use crate::operation::error::Missing;
use crate::operation::find::matches::shown;
use crate::operation::guidance::scope_source::ScopeSource;
use crate::text::message::WithReason;
use crate::text::names::Truncated;
use rule::joined;
use visit::visit;

pub use rule::{AboutText, Rule, RuleCopy, plain, without_outer_lines};

/// A rule that was looked at.
#[derive(Debug)]
pub struct Considered {
    /// The document, with its category.
    pub name: String,
    /// The same, apart.
    pub document: ScopeSource,
    /// Its path from the project's folder, or its URI, as [`RuleCopy::path`].
    pub path: String,
    pub scope: Option<Rc<RuleScope>>,
    /// Why it is not compared as it says.
    pub bad: Option<RuleError>,
    /// The pattern by which it applies.
    pub applies: Option<String>,
    /// The indices of the paths to which it applies.
    pub paths: Vec<usize>,
    /// The pattern that takes out what others match.
    pub taken_out: Option<String>,
    /// The document that is delivered in its place.
    pub same: Option<ScopeSource>,
}

/// What applies to files.
#[derive(Debug, Default)]
pub struct Guidance {
    /// What applies, the general before the specific.
    pub rules: Vec<Rule>,
    /// Every rule, in the order of the categories, if they are to be explained.
    pub considered: Vec<Considered>,
    /// Documents that are chosen by their descriptions.
    pub described: Truncated<WithReason<String, String>>,
    /// The categories with documents that apply to some file.
    pub categories: IndexSet<Arc<str>>,
    /// What may have rules, and could not be read.
    pub unreadable: Truncated<Unreadable>,
    /// Documents, or fields of `guide.yaml`, that apply to nothing, and why.
    pub headers: Truncated<WithReason<ScopeSource, RuleError>>,
    /// What could not be searched.
    pub missing: IndexSet<Missing>,
    /// The names that were not searched to their end, as the time was over.
    pub not_reached: Vec<String>,
}

/// Finds what applies to any of these paths, which are relative to the project's folder: in
/// the call's name, else in all categories and in the members of collections that say to
/// which files they apply. With `is_explained` the rules that do not apply are returned, too.
///
/// # Errors
///
/// `not_found`: there is no such name; or it was cancelled.
pub fn find(
    context: &OperationContext<'_>,
    call: &GuidanceCall<'_>,
    is_explained: bool,
) -> Result<Guidance, OperationError> {
    let (mut found, mut copies) = visit(context, call, is_explained)?;
    let first = call.first.unwrap_or(call.paths.len());
    copies.sort_by_key(|of| Reverse((of.applies_to_first(first), of.literals)));
    found.rules = joined(copies);
    if is_explained {
        found.name_copies();
    }
    found.rules.sort_by_key(|of| of.named.literals);
    Ok(found)
}

impl Guidance {
    /// Says of each copy which document is delivered in its place. A file of a whole folder, beside
    /// one that applies to the same paths, does not apply.
    fn name_copies(&mut self) {
        let mut copies = HashMap::new();
        for rule in &self.rules {
            let mut paths: HashSet<usize> = rule.named.paths.iter().copied().collect();
            for copy in &rule.others {
                let before = paths.len();
                paths.extend(&copy.paths);
                let applies = paths.len() > before || copy.source != copy.file.basename();
                let file = &rule.named.file;
                let delivered = ScopeSource::document(file, shown(file, true));
                copies.insert(shown(&copy.file, true), (delivered, applies));
            }
        }
        for rule in self.considered.iter_mut().filter(|of| of.applies.is_some()) {
            if let Some((delivered, applies)) = copies.remove(&rule.name) {
                rule.same = Some(delivered);
                rule.applies.take_if(|_| !applies);
            }
        }
    }

    /// Returns the most bytes that are delivered for one of so many paths, and the indices of
    /// those that get so many.
    pub fn largest(&self, paths: usize) -> (u64, Vec<usize>) {
        let mut applying: Vec<Vec<(usize, u64)>> = vec![Vec::new(); paths];
        for (at, rule) in self.rules.iter().enumerate() {
            // Of the copies that apply to a path the first is delivered.
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
            .map(|of| of.iter().map(|(_, bytes)| bytes).sum());
        let bytes: Vec<u64> = bytes.collect();
        let most = bytes.iter().copied().max().unwrap_or_default();
        let largest = bytes
            .iter()
            .enumerate()
            .filter(|(_, bytes)| **bytes == most);
        (most, largest.map(|(path, _)| path).collect())
    }
}
