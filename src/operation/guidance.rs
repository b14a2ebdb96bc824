//! From files to the documents that apply to them.

mod visit;

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use indexmap::IndexSet;

use crate::documents::discover::FileInfo;
use crate::documents::rules::{RuleError, RuleScope};
use crate::documents::sandbox::{Identity, Sandbox};
use crate::operation::Request;
use crate::operation::error::OperationError;
use crate::operation::matches::shown;
use crate::text::mustache::Rendered;

pub use visit::{Problems, visit};

/// A document that applies, and why.
#[derive(Debug)]
pub struct Applied {
    pub sandbox: Rc<Sandbox>,
    pub file: FileInfo,
    /// Its text, unless it is over the budget.
    pub text: Option<Rendered>,
    /// The pattern with the most literal components, and their number.
    pub pattern: String,
    literals: usize,
    /// Which field or file says so.
    pub source: String,
    order: usize,
    is_of_folder: bool,
}

/// A rule that was looked at.
#[derive(Debug)]
pub struct Considered {
    /// The document, with its category.
    pub name: String,
    pub scope: Result<Option<Rc<RuleScope>>, RuleError>,
    /// The pattern by which it applies.
    pub applies: Option<String>,
}

/// What applies to files.
#[derive(Debug, Default)]
pub struct Guidance {
    /// The general before the specific, each document once.
    pub applied: Vec<Applied>,
    /// Every rule, in the order of the categories, if they are to be explained.
    pub considered: Vec<Considered>,
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
    let mut found = Guidance::default();
    let limit = request.bound.project.limits.response_bytes;
    let Guidance {
        applied,
        considered,
        categories,
        ..
    } = &mut found;
    let problems = visit(request, paths, &mut |rule| {
        let best = match &rule.scope {
            Ok(Some(scope)) => {
                if !scope.patterns.is_empty() {
                    categories.insert(Arc::clone(&rule.file.origin.category));
                }
                let best = scope.best(&names);
                best.map(|(literals, pattern)| (literals, pattern.shown(), scope.source.clone()))
            }
            _ => None,
        };
        if is_explained {
            considered.push(Considered {
                name: shown(rule.file, true),
                scope: rule.scope,
                applies: best.as_ref().map(|(_, pattern, _)| pattern.clone()),
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
        applied.push(Applied {
            sandbox: Rc::clone(rule.sandbox),
            file: rule.file.clone(),
            text,
            pattern,
            literals,
            source,
            order: rule.order,
            is_of_folder: rule.is_of_folder,
        });
        Ok(())
    })?;
    found.problems = problems;
    once_each(&mut found.applied);
    found.applied.sort_by_key(|of| (of.literals, of.order));
    Ok(found)
}

/// Drops documents that were found before, and of those about one folder what has the same text:
/// the most specific stays, of several the first.
fn once_each(applied: &mut Vec<Applied>) {
    applied.sort_by_key(|of| (Reverse(of.literals), of.order));
    // Within one search each was found once.
    let is_shared = |pair: &[Applied]| Rc::ptr_eq(&pair[0].sandbox, &pair[1].sandbox);
    let several = !applied.windows(2).all(is_shared);
    let mut folders: HashMap<(*const Sandbox, String), Option<Identity>> = HashMap::new();
    let (mut known, mut texts) = (HashSet::new(), HashSet::new());
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
        let is_new = identity.is_none_or(|folder| known.insert((folder, name.to_owned())));
        let text = of.text.as_ref().filter(|_| of.is_of_folder);
        let says_more = |text: &Rendered| {
            let folder = if several { "" } else { folder };
            texts.insert((identity, folder.to_owned(), text.text.clone()))
        };
        is_new && text.is_none_or(says_more)
    });
}
