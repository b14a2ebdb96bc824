//! From files to the documents that apply to them.

mod visit;

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use indexmap::IndexSet;
use uuid::Uuid;

use crate::documents::discover::FileInfo;
use crate::documents::error::FileError;
use crate::documents::rules::{FilePattern, RuleError, RuleScope};
use crate::limits::MAX_GUIDANCE_COMPARED;
use crate::operation::OperationContext;
use crate::operation::OperationError;
use crate::operation::call::{DocumentRef, GuidanceCall};
use crate::operation::matches::shown;
use crate::text::message::WithReason;
use crate::text::mustache::Rendered;
use crate::text::names::Truncated;

pub use visit::Problems;
use visit::{Rule, visit};

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
    order: usize,
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
    /// What could not be searched or read.
    pub problems: Problems,
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
    let mut found = candidates(context, call, is_explained)?;
    found
        .applied
        .sort_by_key(|of| (Reverse(of.literals), of.order));
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
    found.applied.sort_by_key(|of| (of.literals, of.order));
    Ok(found)
}

/// Finds what applies, as [`find`] does, and drops nothing that was found before.
///
/// # Errors
///
/// As [`find`].
pub fn candidates(
    context: &OperationContext<'_>,
    call: &GuidanceCall<'_>,
    is_explained: bool,
) -> Result<Guidance, OperationError> {
    let paths = call.paths.iter();
    let mut candidates = Candidates {
        context,
        only: call.document.as_ref(),
        paths: paths
            .clone()
            .map(|path| path.split('/').collect())
            .collect(),
        bytes: paths.map(|path| path.len() as u64).sum(),
        is_explained,
        left: MAX_GUIDANCE_COMPARED,
        kept: 0,
        found: Guidance::default(),
    };
    let problems = visit(context, call, &mut |rule, problems| {
        candidates.add(rule, problems)
    })?;
    context.check_cancelled()?;
    Ok(Guidance {
        problems,
        ..candidates.found
    })
}

/// What was found so far.
struct Candidates<'r> {
    context: &'r OperationContext<'r>,
    /// The only document that is meant, if there is one.
    only: Option<&'r DocumentRef<'r>>,
    /// The paths, split into names.
    paths: Vec<Vec<&'r str>>,
    /// Their size together.
    bytes: u64,
    is_explained: bool,
    /// How much may yet be compared.
    left: u64,
    /// The size of the texts that are kept.
    kept: u64,
    found: Guidance,
}

impl Candidates<'_> {
    /// Adds a rule, if it applies or is to be explained.
    fn add(&mut self, mut rule: Rule<'_>, problems: &mut Problems) -> Result<(), FileError> {
        if self.only.is_some_and(|only| !only.means(rule.file)) {
            return Ok(());
        }
        if let Some(scope) = rule.scope.clone() {
            self.scope(&mut rule, &scope, problems);
        }
        let best = rule.scope.as_ref().and_then(|scope| {
            let (literals, pattern) = best(self.context, scope, &self.paths)?;
            Some((literals, pattern.shown(), scope.source.clone()))
        });
        let mut paths = Vec::new();
        if self.is_explained {
            let scope = rule.scope.as_ref();
            let applies = |at: &usize| scope.is_some_and(|of| of.best(&self.paths[*at]).is_some());
            paths = (0..self.paths.len()).filter(applies).collect();
            let mut split = self.paths.iter();
            self.found.considered.push(Considered {
                name: shown(rule.file, true),
                paths: paths.clone(),
                taken_out: scope.and_then(|scope| split.find_map(|names| scope.taken_out(names))),
                scope: rule.scope.clone(),
                bad: rule.bad.first().cloned(),
                applies: best.as_ref().map(|(_, pattern, _)| pattern.clone()),
                same: None,
            });
        }
        let Some((literals, pattern, source)) = best else {
            return Ok(());
        };
        let (text, bytes) = self.text(&mut rule)?;
        let of_text = |text: &Rendered| Uuid::new_v5(&Uuid::nil(), text.text.as_bytes());
        let digest = text.as_ref().filter(|_| rule.is_of_folder).map(of_text);
        // The others are read again if they are delivered.
        let limit = self.context.bound.project.limits.response_bytes;
        let text = text.filter(|_| self.kept + bytes <= limit);
        self.kept += text.as_ref().map_or(0, |_| bytes);
        self.found.applied.push(Applied {
            file: rule.file.clone(),
            text,
            digest,
            pattern,
            literals,
            bytes,
            source,
            same: Vec::new(),
            paths,
            order: rule.order,
        });
        Ok(())
    }

    /// Notes what a scope says. One that is too much to compare is taken from its rule.
    fn scope(&mut self, rule: &mut Rule<'_>, scope: &RuleScope, problems: &mut Problems) {
        let name = || shown(rule.file, true);
        if let Some(description) = &scope.description {
            let described = WithReason(name(), description.clone());
            self.found.described.push(described);
        }
        if !scope.patterns.is_empty() {
            let category = Arc::clone(&rule.file.origin.category);
            self.found.categories.insert(category);
        }
        let compared = scope.comparisons() as u64 * self.bytes;
        match self.left.checked_sub(compared) {
            Some(left) => self.left = left,
            None => {
                self.left = 0;
                let not_compared = WithReason(name(), RuleError::NotCompared);
                problems.headers.push(not_compared);
                (rule.scope, rule.bad) = (None, vec![RuleError::NotCompared]);
            }
        }
    }

    /// Reads the text of a rule, unless it is over the budget, and returns its size.
    fn text(&self, rule: &mut Rule<'_>) -> Result<(Option<Rendered>, u64), FileError> {
        let context = self.context;
        let text = match rule.text.take() {
            Some(text) => text,
            None => {
                let document = context.document(rule.file);
                let bytes = document.bytes()?;
                if bytes > context.bound.project.limits.response_bytes {
                    return Ok((None, bytes));
                }
                document.text()?
            }
        };
        let bytes = text.text.len() as u64;
        Ok((Some(text), bytes))
    }
}

/// Returns the pattern that matches one of these paths with the most literal components, and
/// their number; the first of several. None if the call is cancelled, which ends it.
fn best<'s>(
    context: &OperationContext<'_>,
    scope: &'s RuleScope,
    paths: &[Vec<&str>],
) -> Option<(usize, &'s FilePattern)> {
    let paths = paths.iter().rev();
    let paths = paths.take_while(|_| context.check_cancelled().is_ok());
    // Of equal ones the last is the greatest.
    let best = paths.filter_map(|names| scope.best(names));
    best.max_by_key(|(literals, _)| *literals)
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
