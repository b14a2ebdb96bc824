//! From files to the documents that apply to them.

mod visit;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use indexmap::IndexSet;
use uuid::Uuid;

use crate::documents::discover::FileInfo;
use crate::documents::rules::{FilePattern, RuleError, RuleScope};
use crate::documents::sandbox::{Identity, Sandbox};
use crate::limits::MAX_GUIDANCE_COMPARED;
use crate::operation::Request;
use crate::operation::error::OperationError;
use crate::operation::matches::shown;
use crate::text::mustache::Rendered;
use crate::text::names::Truncated;

pub use visit::{Problems, visit};

/// A document that applies, and why.
#[derive(Debug)]
pub struct Applied {
    pub sandbox: Rc<Sandbox>,
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
    /// The paths to which it applies.
    pub paths: Vec<String>,
    /// Whether these are all.
    pub is_for_all: bool,
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
    pub described: Truncated<(String, String)>,
    /// The categories with documents that apply to some file.
    pub categories: IndexSet<Arc<str>>,
    /// What could not be searched or read.
    pub problems: Problems,
}

/// Finds what applies to any of these paths, which are relative to the project's folder: in
/// the request's name, else in all categories and in the members of collections that say to
/// which files they apply. With `is_explained` the rules that do not apply are returned, too.
///
/// # Errors
///
/// `not_found`: there is no such name; or it was cancelled.
pub fn find(
    request: &Request<'_>,
    paths: &[String],
    is_explained: bool,
) -> Result<Guidance, OperationError> {
    let names: Vec<Vec<&str>> = paths.iter().map(|path| path.split('/').collect()).collect();
    let bytes: u64 = paths.iter().map(|path| path.len() as u64).sum();
    let (mut found, mut compared) = (Guidance::default(), 0);
    let mut not_compared = Truncated::default();
    let limit = request.bound.project.limits.response_bytes;
    let mut kept = 0;
    let Guidance {
        applied,
        considered,
        described,
        categories,
        ..
    } = &mut found;
    let mut problems = visit(request, paths, &mut |mut rule| {
        if !request.means(rule.file) {
            return Ok(());
        }
        let mut bad = rule.bad.first().cloned();
        if let Some(scope) = &rule.scope {
            if let Some(description) = &scope.description {
                described.push((shown(rule.file, true), description.clone()));
            }
            if !scope.patterns.is_empty() {
                categories.insert(Arc::clone(&rule.file.origin.category));
            }
            compared += scope.components() as u64 * bytes;
            if compared > MAX_GUIDANCE_COMPARED {
                not_compared.push((shown(rule.file, true), RuleError::NotCompared));
                (rule.scope, bad) = (None, Some(RuleError::NotCompared));
            }
        }
        let best = rule.scope.as_ref().and_then(|scope| {
            let (literals, pattern) = best(request, scope, &names)?;
            Some((literals, pattern.shown(), scope.source.clone()))
        });
        if is_explained {
            let scope = rule.scope.as_ref();
            let applies = |(_, names): &(&String, &Vec<&str>)| {
                scope.is_some_and(|scope| scope.best(names).is_some())
            };
            let applying = paths.iter().zip(&names).filter(applies);
            let applying: Vec<String> = applying.map(|(path, _)| path.clone()).collect();
            let mut split = names.iter();
            considered.push(Considered {
                name: shown(rule.file, true),
                is_for_all: applying.len() == paths.len(),
                paths: applying,
                taken_out: scope.and_then(|scope| split.find_map(|names| scope.taken_out(names))),
                scope: rule.scope,
                bad,
                applies: best.as_ref().map(|(_, pattern, _)| pattern.clone()),
                same: None,
            });
        }
        let Some((literals, pattern, source)) = best else {
            return Ok(());
        };
        let text = match (rule.text, rule.opened) {
            (None, Some(opened)) if opened.bytes() <= limit => {
                Some(request.text(rule.sandbox, rule.file, &opened)?)
            }
            (text, _) => text,
        };
        let of_text = |text: &Rendered| Uuid::new_v5(&Uuid::nil(), text.text.as_bytes());
        let digest = text.as_ref().filter(|_| rule.is_of_folder).map(of_text);
        let bytes = text.as_ref().map(|text| text.text.len() as u64);
        let bytes = bytes.unwrap_or(u64::MAX);
        // The others are read again if they are delivered.
        let fits = |text: &Rendered| kept + text.text.len() as u64 <= limit;
        let text = text.filter(fits);
        kept += text.as_ref().map_or(0, |text| text.text.len() as u64);
        applied.push(Applied {
            sandbox: Rc::clone(rule.sandbox),
            file: rule.file.clone(),
            text,
            digest,
            pattern,
            literals,
            bytes,
            source,
            order: rule.order,
        });
        Ok(())
    })?;
    request.check_cancelled()?;
    let Truncated { first, more } = not_compared;
    first.into_iter().for_each(|one| problems.headers.push(one));
    problems.headers.more += more;
    found.problems = problems;
    for (name, same) in once_each(&mut found.applied) {
        let mut considered = found.considered.iter_mut();
        if let Some(rule) = considered.find(|rule| rule.name == name && rule.applies.is_some()) {
            (rule.applies, rule.same) = (None, Some(same));
        }
    }
    found.applied.sort_by_key(|of| (of.literals, of.order));
    Ok(found)
}

/// Returns the pattern that matches one of these paths with the most literal components, and
/// their number; the first of several. None if the call is cancelled, which ends it.
fn best<'s>(
    request: &Request<'_>,
    scope: &'s RuleScope,
    paths: &[Vec<&str>],
) -> Option<(usize, &'s FilePattern)> {
    let paths = paths.iter().rev();
    let paths = paths.take_while(|_| request.check_cancelled().is_ok());
    // Of equal ones the last is the greatest.
    let best = paths.filter_map(|names| scope.best(names));
    best.max_by_key(|(literals, _)| *literals)
}

/// Drops documents that were found before, and of those about one folder what has the same text:
/// the most specific stays, of several the first. Returns those that are dropped, and what stays.
fn once_each(applied: &mut Vec<Applied>) -> Vec<(String, String)> {
    applied.sort_by_key(|of| (Reverse(of.literals), of.order));
    // Within one search each was found once.
    let is_shared = |pair: &[Applied]| Rc::ptr_eq(&pair[0].sandbox, &pair[1].sandbox);
    let several = !applied.windows(2).all(is_shared);
    let mut folders: HashMap<(*const Sandbox, String), Option<Identity>> = HashMap::new();
    let (mut known, mut texts) = (HashMap::new(), HashMap::new());
    let mut dropped = Vec::new();
    applied.retain(|of| {
        let path = of.file.path.as_str();
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let key = (Rc::as_ptr(&of.sandbox), folder.to_owned());
        let identity = || of.sandbox.identity(folder.into()).ok();
        let identity = match several {
            true => *folders.entry(key).or_insert_with(identity),
            false => None,
        };
        // One that cannot be looked up stays.
        let named = || shown(&of.file, true);
        let mut same = identity.and_then(|folder| {
            let key = (folder, name.to_owned());
            known
                .get(&key)
                .cloned()
                .or_else(|| known.insert(key, named()))
        });
        if let Some(digest) = of.digest.filter(|_| same.is_none()) {
            let folder = if several { "" } else { folder };
            let key = (identity, folder.to_owned(), digest);
            same = texts
                .get(&key)
                .cloned()
                .or_else(|| texts.insert(key, named()));
        }
        let stays = same.is_none();
        dropped.extend(same.map(|same| (named(), same)));
        stays
    });
    dropped
}
