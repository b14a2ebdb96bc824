//! From files to the documents that apply to them.

mod visit;

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use indexmap::IndexSet;
use uuid::Uuid;

use crate::documents::discover::FileInfo;
use crate::documents::error::Unreadable;
use crate::documents::rules::{RuleError, RuleScope};
use crate::operation::OperationContext;
use crate::operation::OperationError;
use crate::operation::call::GuidanceCall;
use crate::operation::error::Missing;
use crate::operation::matches::shown;
use crate::text::message::WithReason;
use crate::text::mustache::Rendered;
use crate::text::names::Truncated;

pub use visit::visit;

/// A document that applies, and why.
#[derive(Debug)]
pub struct Applied {
    pub file: FileInfo,
    /// Its text, where that was kept: all that is kept fits into the budget.
    pub text: Option<Rendered>,
    /// A digest of its text if it is about a folder, unless it is over the budget.
    digest: Option<Uuid>,
    /// The pattern with the most literal components, and their number.
    pub pattern: String,
    pub literals: usize,
    /// The size of its text in bytes.
    pub bytes: u64,
    /// Which field or file says so.
    pub source: String,
    /// The documents that are not delivered, since it has their text.
    pub same: Vec<FileInfo>,
    /// The indices of the paths to which it applies, if the rules are to be explained.
    paths: Vec<usize>,
}

/// A rule that was looked at.
#[derive(Debug)]
pub struct Considered {
    /// The document, with its category.
    pub name: String,
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
    pub same: Option<String>,
}

/// What applies to files.
#[derive(Debug, Default)]
pub struct Guidance {
    /// The general before the specific, each document once.
    pub applied: Vec<Applied>,
    /// Every rule, in the order of the categories, if they are to be explained.
    pub considered: Vec<Considered>,
    /// Documents that are chosen by their descriptions.
    pub described: Truncated<WithReason<String, String>>,
    /// The categories with documents that apply to some file.
    pub categories: IndexSet<Arc<str>>,
    /// What may have rules, and could not be read.
    pub unreadable: Truncated<Unreadable>,
    /// Documents, or fields of `guide.yaml`, that apply to nothing, and why.
    pub headers: Truncated<WithReason<String, RuleError>>,
    /// What could not be searched.
    pub missing: IndexSet<Missing>,
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
    let mut found = visit(context, call, is_explained)?;
    found.applied.sort_by_key(|of| Reverse(of.literals));
    let repeated = repeated(found.applied.iter());
    for (at, same) in &repeated {
        let file = found.applied[*at].file.clone();
        let name = shown(&file, true);
        found.applied[*same].same.push(file);
        let same = shown(&found.applied[*same].file, true);
        let mut considered = found.considered.iter_mut();
        if let Some(rule) = considered.find(|rule| rule.name == name && rule.applies.is_some()) {
            (rule.applies, rule.same) = (None, Some(same));
        }
    }
    let mut indices = 0..;
    let is_repeated = |at: Option<usize>| at.is_some_and(|at| repeated.contains_key(&at));
    found.applied.retain(|_| !is_repeated(indices.next()));
    found.applied.sort_by_key(|of| of.literals);
    Ok(found)
}

impl Guidance {
    /// Returns the most bytes that are delivered for one of so many paths, and the indices of
    /// those that get so many. The rules are to be explained, and none dropped.
    pub fn largest(&self, paths: usize) -> (u64, Vec<usize>) {
        let mut applying: Vec<Vec<usize>> = vec![Vec::new(); paths];
        for (at, applied) in self.applied.iter().enumerate() {
            for path in &applied.paths {
                applying[*path].push(at);
            }
        }
        let mut alike: HashMap<&[usize], Vec<usize>> = HashMap::new();
        for (path, applying) in applying.iter().enumerate() {
            alike.entry(applying).or_default().push(path);
        }
        let mut largest = (0, Vec::new());
        for (applying, mut paths) in alike {
            let applied = || applying.iter().map(|at| &self.applied[*at]);
            let repeated = repeated(applied());
            let once = applied().enumerate();
            let once = once.filter(|(at, _)| !repeated.contains_key(at));
            let bytes = once.map(|(_, applied)| applied.bytes).sum();
            if bytes > largest.0 {
                largest = (bytes, paths);
            } else if bytes == largest.0 {
                largest.1.append(&mut paths);
            }
        }
        largest.1.sort_unstable();
        largest
    }
}

/// Returns the indices of documents that were found before, and of those about one folder that
/// have the same text as an earlier one; each with the index of the one that is delivered.
fn repeated<'a>(applied: impl Iterator<Item = &'a Applied> + Clone) -> BTreeMap<usize, usize> {
    // Within one walk each was found once.
    let mut others = applied.clone().skip(1).zip(applied.clone());
    let several = others.any(|(one, other)| !Arc::ptr_eq(&one.file.origin, &other.file.origin));
    let (mut known, mut texts) = (HashMap::new(), HashMap::new());
    let mut repeated = BTreeMap::new();
    for (at, of) in applied.enumerate() {
        // One that cannot be looked up stays.
        let entry = || of.file.origin.tree.entry(&of.file.path).ok();
        let entry = several.then(entry).flatten();
        let mut same = entry.as_ref().and_then(|entry| {
            let first = known.get(entry).copied();
            first.or_else(|| known.insert(entry.clone(), at))
        });
        if let Some(digest) = of.digest.filter(|_| same.is_none()) {
            let folder = of.file.path.parent().filter(|_| !several);
            let key = (entry.map(|(folder, _)| folder), folder, digest);
            let first = texts.get(&key).copied();
            same = first.or_else(|| texts.insert(key, at));
        }
        if let Some(same) = same {
            repeated.insert(at, *repeated.get(&same).unwrap_or(&same));
        }
    }
    repeated
}
