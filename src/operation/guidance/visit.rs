//! Visits the documents that may apply to files, with what their headers and `guide.yaml` say.

mod header;

use std::collections::{BTreeSet, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use camino::Utf8Path;
use header::{may_hold_rules, read_rule};
use indexmap::IndexSet;

use crate::documents::discover::{FileInfo, discover};
use crate::documents::error::{FileError, Unreadable};
use crate::documents::pattern::Pattern;
use crate::documents::rules::{APPLIES_TO, RuleError, RulePlace, RuleScope};
use crate::documents::sandbox::{FileType, Tree};
use crate::operation::OperationContext;
use crate::operation::OperationError;
use crate::operation::call::{GuidanceCall, Selection};
use crate::operation::error::{Missing, Scope};
use crate::operation::matches::{CategoryMatches, Matches, shown};
use crate::operation::members::{CategoryPart, ScopeEntry, entries};
use crate::operation::named::Named;
use crate::operation::note::Unlisted;
use crate::operation::note::incomplete;
use crate::project::category::Category;
use crate::spec::NameKind;
use crate::spec::dialect::{Dialect, Matcher};
use crate::text::message::WithReason;
use crate::text::mustache::Rendered;
use crate::text::names::Truncated;

/// A document that may apply to files.
pub struct Rule<'r> {
    /// The position of its category in an answer.
    pub order: usize,
    pub file: &'r FileInfo,
    /// Whether it is about the folder that holds it, as `AGENTS.md` is.
    pub is_of_folder: bool,
    /// To what it applies, if it or its category says.
    pub scope: Option<Rc<RuleScope>>,
    /// What it says that cannot be read.
    pub bad: Vec<RuleError>,
    /// Its text, if that was read with its header.
    pub text: Option<Rendered>,
}

/// What may have rules, and could not be read.
#[derive(Debug, Default)]
pub struct Problems {
    pub unreadable: Truncated<Unreadable>,
    /// Documents, or fields of `guide.yaml`, that apply to nothing, and why.
    pub headers: Truncated<WithReason<String, RuleError>>,
    /// Categories that could not be searched, and incomplete collections.
    pub unlisted: Truncated<Unlisted>,
}

/// Passes each document that has a scope, or is a rule file, to `each`, in the order of the
/// categories. What `each` cannot read is returned as unreadable.
pub fn visit(
    context: &OperationContext<'_>,
    call: &GuidanceCall<'_>,
    each: &mut dyn FnMut(Rule<'_>, &mut Problems) -> Result<(), FileError>,
) -> Result<Problems, OperationError> {
    let mut visitor = Visitor {
        context,
        call,
        each,
        order: 0,
        problems: Problems::default(),
        seen: HashSet::new(),
    };
    match &call.name {
        Some(name) => {
            for of in context.named(name)? {
                visitor.name(of, true)?;
            }
        }
        None => {
            for kind in [NameKind::Category, NameKind::Collection] {
                for of in Named::all(&context.bound.project, kind) {
                    visitor.name(of, false)?;
                }
            }
        }
    }
    Ok(visitor.problems)
}

struct Visitor<'v, 'r> {
    context: &'v OperationContext<'r>,
    call: &'v GuidanceCall<'v>,
    each: &'v mut dyn FnMut(Rule<'_>, &mut Problems) -> Result<(), FileError>,
    order: usize,
    problems: Problems,
    /// The documents that say themselves to what they apply, by their categories and paths.
    seen: HashSet<(Arc<str>, Box<Utf8Path>)>,
}

impl Visitor<'_, '_> {
    /// Visits the documents of a name. Those of a collection that the call does not name are of
    /// the members that say to which files they apply, as documents of their categories.
    fn name(&mut self, of: Named<'_>, named: bool) -> Result<(), OperationError> {
        let (context, name) = (self.context, of.name());
        let through = of.kind() == NameKind::Collection;
        let members: Vec<Option<&Vec<String>>> = match through {
            false => Vec::new(),
            true => {
                let members = context.bound.project.flattened(name);
                members.map(|member| member.applies_to.as_ref()).collect()
            }
        };
        if through && !named && members.iter().all(Option::is_none) {
            return Ok(());
        }
        let collection: Option<Arc<str>> = (through && named).then(|| name.into());
        let mut missing: IndexSet<Missing> = IndexSet::new();
        for entry in entries(&context.bound.project, of, self.call.document.is_none()) {
            self.order += 1;
            let mut part = match entry {
                ScopeEntry::Part(part) => part,
                ScopeEntry::Missing(_, problem) => {
                    missing.insert(problem);
                    continue;
                }
            };
            if through && !named {
                part.members
                    .retain(|(member, _)| members[*member].is_some());
            }
            if part.members.is_empty() {
                continue;
            }
            let found = match self.part(&part, collection.as_ref()) {
                Ok(found) => found,
                Err(OperationError::Failed(failed)) => {
                    let failed = Unlisted::failed(part.name, failed.0);
                    self.problems.unlisted.push(failed);
                    continue;
                }
                Err(cancelled) => return Err(cancelled),
            };
            for matches in &found {
                let own = members.get(matches.member).copied().flatten();
                let (texts, field) = match own {
                    Some(own) => (Some(own), format!("collections.{name}")),
                    None => (
                        part.category.applies_to.as_ref(),
                        format!("categories.{}", part.name),
                    ),
                };
                let default = texts.map(|texts| self.field(texts, &field));
                self.documents(part.category, matches, default)?;
            }
        }
        let incomplete = incomplete(name, missing).map(Unlisted::incomplete);
        self.problems.unlisted.extend(incomplete);
        Ok(())
    }

    /// Returns to what `guide.yaml` says that documents apply: to nothing if it cannot be read,
    /// which is noted.
    fn field(&mut self, texts: &[String], path: &str) -> Rc<RuleScope> {
        let mut bad = Vec::new();
        let mut scope = RuleScope::read(APPLIES_TO, texts, "", None, &mut bad);
        scope.source = format!("guide.yaml:{path}");
        if let Some(error) = bad.into_iter().next() {
            scope.patterns.clear();
            let problem = WithReason(path.to_owned(), error);
            self.problems.headers.push_new(problem);
        }
        Rc::new(scope)
    }

    /// Finds the documents of a part of a category.
    fn part(
        &mut self,
        part: &CategoryPart<'_>,
        collection: Option<&Arc<str>>,
    ) -> Result<Vec<CategoryMatches>, OperationError> {
        let context = self.context;
        // Members with a pattern are what that finds.
        let (_, whole) = part.own();
        if let Some(member) = whole.filter(|_| !part.category.nested().is_empty()) {
            let sandbox = match context.bound.open(part.category) {
                Ok(sandbox) => sandbox,
                Err(error) => {
                    let path = part.category.dir.to_string();
                    self.problems.unreadable.push(Unreadable { path, error });
                    return Ok(Vec::new());
                }
            };
            let files = self.nested(part, &sandbox, collection)?;
            return Ok(vec![CategoryMatches {
                walk: 0,
                member,
                files,
            }]);
        }
        let mut matches = Matches::new(part.name, Scope::Category, true);
        matches.walk(context, part, None, &Selection::Defaults, collection)?;
        let missing = matches.missing.into_iter().filter_map(Missing::unreadable);
        let own = |link: &Unreadable| may_hold_rules(context, part, &link.path);
        let linked = matches.linked.into_iter().filter(own);
        for unreadable in matches.unreadable.into_iter().chain(missing).chain(linked) {
            self.problems.unreadable.push(unreadable);
        }
        Ok(matches.categories)
    }

    /// Finds the documents of a category with `nested` in the folders from its own down to
    /// those of the paths. No link to a folder is followed.
    fn nested(
        &self,
        part: &CategoryPart<'_>,
        sandbox: &Arc<Tree>,
        collection: Option<&Arc<str>>,
    ) -> Result<Vec<FileInfo>, OperationError> {
        let mut folders = BTreeSet::new();
        // What an included guide says of its own folder holds for every file.
        if part.category.origin.is_some() {
            folders.insert("");
        }
        for path in &self.call.paths {
            let Some(below) = self.context.bound.path_within(part.category, path) else {
                continue;
            };
            folders.insert("");
            self.context.check_cancelled()?;
            for (end, _) in below.match_indices('/') {
                let folder = &below[..end];
                // Its parent comes before it.
                let is_folder =
                    || sandbox.file_type(folder.into()) == Ok(Some(FileType::Directory));
                if !folders.contains(folder) && !is_folder() {
                    break;
                }
                folders.insert(folder);
            }
        }
        let paths = folders.iter().flat_map(|folder| {
            let names = part.category.nested().iter();
            names.filter_map(move |name| {
                Pattern::exact(format!("{folder}/{name}").trim_start_matches('/'))
            })
        });
        let patterns: Vec<Pattern> = paths.collect();
        let patterns: Vec<&Pattern> = patterns.iter().collect();
        let mut walk = (self.context).category_walk(part.name, part.category, &patterns);
        walk.collection = collection.cloned();
        Ok(discover(sandbox, &walk, self.context.cancelled)?)
    }

    /// Visits documents to which this scope applies if they do not say themselves.
    fn documents(
        &mut self,
        category: &Category,
        matches: &CategoryMatches,
        stated: Option<Rc<RuleScope>>,
    ) -> Result<(), OperationError> {
        let context = self.context;
        let is_inside = context.bound.relative_dir(category).is_some();
        for file in &matches.files {
            context.check_cancelled()?;
            let key = (Arc::clone(&file.origin.category), file.path.clone());
            if self.seen.contains(&key) {
                continue;
            }
            let path = context.bound.relative_path(category, file.document());
            let mut rule_place = RulePlace::of(&context.table.dialects, &path);
            // What lies elsewhere knows no folders of this project.
            let is_lost = !is_inside && !rule_place.base.is_empty();
            if !is_inside {
                rule_place.base = "";
            }
            let default = |otherwise: Option<RuleScope>| match &stated {
                Some(stated) => Some(Rc::clone(stated)),
                None if !category.nested().is_empty() => {
                    let (folder, name) = path.rsplit_once('/').unwrap_or(("", &path));
                    Some(Rc::new(RuleScope::everything(name, folder)))
                }
                None => otherwise.filter(|_| !is_lost).map(Rc::new),
            };
            let is_folder = |of: &Dialect| of.matcher == Matcher::Folder;
            let is_of_folder =
                !category.nested().is_empty() || rule_place.dialect.is_some_and(is_folder);
            let read = read_rule(context, file, &rule_place, &path);
            let result = read.and_then(|(header, text, is_link)| {
                if header.own.is_some() && self.call.name.is_none() {
                    self.seen.insert(key);
                }
                for error in &header.bad {
                    let bad = WithReason(shown(file, true), error.clone());
                    self.problems.headers.push_new(bad);
                }
                let scope = header.own.map(Rc::new);
                let scope = scope.or_else(|| default(header.otherwise));
                let scope = scope.filter(|_| !is_link);
                if !rule_place.is_rule_file() && scope.is_none() && header.bad.is_empty() {
                    return Ok(());
                }
                let rule = Rule {
                    order: self.order,
                    file,
                    scope,
                    bad: header.bad,
                    is_of_folder,
                    text,
                };
                (self.each)(rule, &mut self.problems)
            });
            if let Err(error) = result
                && (rule_place.dialect.is_some() || default(None).is_some())
            {
                let path = shown(file, true);
                self.problems
                    .unreadable
                    .push_new(Unreadable { path, error });
            }
        }
        Ok(())
    }
}
