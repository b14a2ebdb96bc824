//! Visits the documents that may apply to files, using their headers and the fields of
//! `guide.yaml`.

mod best;
mod read_rule;
mod walk;

use super::document_scope::DocumentScope;
use super::rule_problem::RuleProblem;
use crate::text::escaped::one_line;
use std::collections::HashSet;
use std::iter;
use std::rc::Rc;
use std::sync::Arc;

use best::best;
use camino::Utf8Path;
use read_rule::{may_hold_rules, read_rule};

use super::{AboutText, Considered, Guidance, RuleCopy};
use crate::documents::discover::FileInfo;
use crate::documents::document_error::{DocumentError, Unreadable};
use crate::limits::{MAX_GUIDANCE_COMPARED, MAX_SHELL_COMPARED};
use crate::operation::OperationContext;
use crate::operation::OperationError;
use crate::operation::call::{GuidanceCall, NameRef};
use crate::operation::find::category_part::{CategoryPart, parts};
use crate::operation::find::found_rules::{FOUND, found_rules, is_elsewhere};
use crate::operation::find::matches::{CategoryMatches, qualified_name};
use crate::operation::find::named::Named;
use crate::operation::guidance::known_headers::KnownHeaders;
use crate::operation::guidance::scope_source::ScopeSource;
use crate::operation::guidance::stated::{default, place};
use crate::operation::kind::NameKind;
use crate::project::category::Category;
use crate::text::field_path::FieldPath;
use crate::text::messages::WithReason;
use crate::text::mustache::Rendered;
use rule_files::rule_scope::{APPLIES_TO, RuleHeader, RuleScope};

/// The cost of checking whether a rule is for every file. It counts as a path of this many bytes.
const EVERY_FILE_BYTES: u64 = 16;

/// Visits every document that may apply. Returns the documents that apply, in the order of the
/// categories. The other findings are in the [`Guidance`].
///
/// For a hook (`call.known`), names that are known to contain rules are visited first, because
/// other documents must be read to find rules. If the visit is cancelled, returns the results found
/// so far and the names that were not reached.
///
/// # Errors
///
/// Returns an error if the name does not exist or the call is cancelled.
pub(super) fn visit(
    context: &OperationContext<'_>,
    call: &GuidanceCall<'_>,
    is_explained: bool,
) -> Result<(Guidance, Vec<RuleCopy>), OperationError> {
    // The rules of a repository without a guide do not apply to repositories inside it.
    let bound = context.bound;
    let is_own = |path: &str| !(bound.is_found() && is_elsewhere(bound.folder(), path));
    let paths = call.paths.iter();
    let own = paths.clone().enumerate().filter(|(_, path)| is_own(path));
    let every_file = if call.every_file { EVERY_FILE_BYTES } else { 0 };
    let mut visitor = Visitor {
        context,
        call,
        is_explained,
        path_bytes: every_file + paths.clone().map(|path| path.len() as u64).sum::<u64>(),
        paths: own
            .map(|(at, path)| (at, path.split('/').collect()))
            .collect(),
        left: if call.at_shell {
            MAX_SHELL_COMPARED
        } else {
            MAX_GUIDANCE_COMPARED
        },
        kept: 0,
        seen: HashSet::new(),
        found: Guidance::default(),
        copies: Vec::new(),
    };
    match &call.name {
        Some(name) => {
            for container in context.named(name)? {
                visitor.visit_name(container, true)?;
            }
            // A member of a collection may have `applies_to` for a document of the category.
            let collections = Named::all(&context.bound.project, NameKind::Collection);
            for container in collections.filter(|_| call.document.is_some()) {
                visitor.visit_name(container, false)?;
            }
        }
        None => {
            let kinds = [NameKind::Category, NameKind::Collection].into_iter();
            let all = kinds.flat_map(|kind| Named::all(&context.bound.project, kind));
            let mut containers: Vec<Named<'_>> = all.collect();
            if call.known.is_some() {
                containers.sort_by_key(|container| !visitor.holds_rules(container));
            }
            let mut visits = iter::once(None).chain(containers.into_iter().map(Some));
            while let Some(container) = visits.next() {
                let name = container.map_or(FOUND, |container| container.name);
                let visited = match container {
                    Some(container) => visitor.visit_name(container, false),
                    None => visitor.visit_found(),
                };
                match visited {
                    Err(OperationError::Cancelled) if call.known.is_some() => {
                        let left = visits.flatten().map(|container| container.name);
                        let left = iter::once(name).chain(left);
                        visitor.found.not_reached = left.map(str::to_owned).collect();
                        break;
                    }
                    visited => visited?,
                }
            }
        }
    }
    if call.known.is_some() {
        let categories = &context.bound.project.categories;
        let place = |copy: &RuleCopy| categories.get_index_of(&*copy.file.origin.category);
        visitor.copies.sort_by_key(place);
        return Ok((visitor.found, visitor.copies));
    }
    context.check_cancelled()?;
    Ok((visitor.found, visitor.copies))
}

struct Visitor<'v, 'r> {
    context: &'v OperationContext<'r>,
    call: &'v GuidanceCall<'v>,
    is_explained: bool,
    /// The paths, each as its index in the call and its components.
    paths: Vec<(usize, Vec<&'v str>)>,
    /// The total size of the paths in bytes, including [`EVERY_FILE_BYTES`] if needed.
    path_bytes: u64,
    /// The remaining budget for comparisons: components of patterns times bytes of paths.
    left: u64,
    /// The total size of the kept texts in bytes.
    kept: u64,
    /// The category and path of each visited document that has its own scope.
    seen: HashSet<(Arc<str>, Box<Utf8Path>)>,
    found: Guidance,
    copies: Vec<RuleCopy>,
}

impl Visitor<'_, '_> {
    /// Returns whether `container` is known to contain rules: a category of rule files, a category
    /// with `applies_to`, or any collection. In a collection, only the members with `applies_to`
    /// are visited.
    fn holds_rules(&self, container: &Named<'_>) -> bool {
        let category = self.context.bound.project.categories.get(container.name);
        let category = category.filter(|_| container.kind == NameKind::Category);
        category.is_none_or(|category| {
            category.applies_to.is_some()
                || !category.nested().is_empty()
                || may_hold_rules(self.context, category, "")
        })
    }

    /// Visits the rule files that no category serves.
    fn visit_found(&mut self) -> Result<(), OperationError> {
        let bound = self.context.bound;
        // The proposed categories already include all rule files.
        if bound.is_found() && !bound.project.categories.is_empty() {
            return Ok(());
        }
        let paths = self.call.paths.iter().map(String::as_str);
        let Some(category) = found_rules(self.context, paths)? else {
            return Ok(());
        };
        let part = CategoryPart {
            name: FOUND,
            category: &category,
            members: vec![(0, None)],
        };
        for matches in &self.walk(&part, None)? {
            self.documents(&category, matches, None)?;
        }
        Ok(())
    }

    /// Visits the documents of `container`. `named` is true if the call gives its name. Otherwise,
    /// visits only those members of a collection that have `applies_to`, as documents of their
    /// categories.
    fn visit_name(&mut self, container: Named<'_>, named: bool) -> Result<(), OperationError> {
        let (context, name) = (self.context, container.name);
        let through = container.kind == NameKind::Collection;
        let members = context.bound.project.flattened(name);
        let texts = members.map(|member| member.applies_to.as_ref());
        let members: Vec<Option<&Vec<String>>> = texts.filter(|_| through).collect();
        if through && !named && members.iter().all(Option::is_none) {
            return Ok(());
        }
        let collection: Option<Arc<str>> = (through && named).then(|| name.into());
        let (parts, missing) = parts(&context.bound.project, container, true);
        let missing = missing.into_iter().map(|(_, missing)| missing);
        self.found.missing.extend(missing);
        for mut part in parts {
            if through && !named {
                part.members
                    .retain(|(member, _)| members[*member].is_some());
            }
            let other = |reference: &NameRef<'_>| !named && *reference.name != *part.name;
            if part.members.is_empty() || self.call.name.as_ref().is_some_and(other) {
                continue;
            }
            for matches in &self.walk(&part, collection.as_ref())? {
                let own = members.get(matches.member).copied().flatten();
                let (texts, path, key) = match own {
                    // The source is the collection as a whole, not the exact member.
                    Some(own) => (Some(own), FieldPath::of("collections").field(name), None),
                    None => (
                        part.category.applies_to.as_ref(),
                        FieldPath::of("categories").field(part.name),
                        Some(APPLIES_TO),
                    ),
                };
                let default = texts.map(|texts| self.field(texts, &path, key));
                self.documents(part.category, matches, default)?;
            }
        }
        Ok(())
    }

    /// Visits the documents in `matches`. The scope `stated` applies to documents that do not have
    /// their own scope.
    fn documents(
        &mut self,
        category: &Category,
        matches: &CategoryMatches,
        stated: Option<Rc<DocumentScope>>,
    ) -> Result<(), OperationError> {
        let context = self.context;
        let is_inside = context.bound.relative_dir(category).is_some();
        for file in &matches.files {
            context.check_cancelled()?;
            let only = self.call.document.as_ref();
            let name = (Arc::clone(&file.origin.category), file.path.clone());
            if only.is_some_and(|only| !only.means(file)) || self.seen.contains(&name) {
                continue;
            }
            let path = context.bound.relative_path(category, file.document());
            let (rule_place, is_lost) = place(context, category, &path);
            let default = |otherwise: Option<RuleScope>| {
                default(
                    category,
                    if is_inside { &path } else { file.document() },
                    stated.as_ref(),
                    otherwise.filter(|_| !is_lost),
                )
            };
            let known = self.call.known.filter(|_| rule_place.dialect.is_none());
            let key = known.and_then(|known| Some((known, KnownHeaders::key(file)?)));
            let read = match key.filter(|(known, key)| known.has(*key)) {
                Some(_) => Ok((RuleHeader::default(), None, None)),
                None => read_rule(context, file, &rule_place, is_inside.then_some(&path)),
            };
            if let (Ok((said, ..)), Some((known, key))) = (&read, key)
                && said.says_nothing()
            {
                known.add(key);
            }
            let result = read.and_then(|(header, text, link)| {
                if header.scope.is_some() && self.call.name.is_none() {
                    self.seen.insert(name);
                }
                let is_link = link.is_some();
                let problems = RuleProblem::all(header.errors, link);
                for problem in &problems {
                    let document = ScopeSource::document(file, qualified_name(file));
                    self.add_problem(document, problem.clone());
                }
                let own = header.scope.map(|scope| Rc::new(scope.into()));
                let scope = own.or_else(|| default(header.fallback));
                let scope = scope.filter(|_| !is_link);
                if !rule_place.is_rule_file() && scope.is_none() && problems.is_empty() {
                    return Ok(());
                }
                let bad = problems.into_iter().next();
                let place = is_inside.then_some(&*path);
                self.add(file, place, scope, bad, text)
            });
            if let Err(error) = result
                && (rule_place.dialect.is_some() || default(None).is_some())
            {
                let path = qualified_name(file);
                self.found.unreadable.push_new(Unreadable {
                    path,
                    reason: error,
                });
            }
        }
        Ok(())
    }

    /// Adds `file` to the results if it applies according to `scope`, or if the rules are to be
    /// explained. `place` is the file's path relative to the project's folder, or `None` for a file
    /// outside that folder. `bad` is the error in the file's header. `text` is the file's text, if
    /// it was already read.
    fn add(
        &mut self,
        file: &FileInfo,
        place: Option<&str>,
        mut scope: Option<Rc<DocumentScope>>,
        mut bad: Option<RuleProblem>,
        text: Option<Rendered>,
    ) -> Result<(), DocumentError> {
        if scope
            .as_ref()
            .is_some_and(|scope| !self.spend_comparison(file, scope))
        {
            (scope, bad) = (None, Some(RuleProblem::NOT_COMPARED));
        }
        let scope = scope.as_ref();
        let is_for_every_file = || scope.is_some_and(|scope| scope.is_for_every_file());
        let mut paths = Vec::new();
        let first = self.call.first.unwrap_or(self.call.paths.len());
        let best =
            scope.and_then(|scope| best(self.context, first, scope, &self.paths, &mut paths));
        // A rule for every file applies even if it matches none of the paths.
        let whole = scope.filter(|_| self.call.every_file && is_for_every_file());
        let whole = whole.and_then(|scope| Some((0, scope.patterns.first()?)));
        let best = match first {
            0 => whole.or(best),
            _ => best.or(whole),
        };
        let formats = &self.context.formats;
        let path = || place.map_or_else(|| formats.document_uri(file), str::to_owned);
        if self.is_explained {
            let mut split = self.paths.iter();
            self.found.considered.push(Considered {
                name: qualified_name(file),
                document: ScopeSource::document(file, qualified_name(file)),
                path: path(),
                paths: paths.clone(),
                taken_out: scope
                    .and_then(|scope| split.find_map(|(_, names)| scope.excluding_pattern(names))),
                scope: scope.cloned(),
                bad,
                applies: best.map(|(_, pattern)| pattern.shown.clone()),
                same: None,
            });
        }
        let (Some(scope), Some((literals, pattern))) = (scope, best) else {
            return Ok(());
        };
        let text = text.map_or_else(|| self.context.document(file).text(), Ok)?;
        let elsewhere = match place {
            Some(_) => String::new(),
            None => {
                let entry = file.origin.tree.entry(&file.path);
                entry.map_or_else(|_| qualified_name(file), |(folder, _)| folder.to_string())
            }
        };
        let about = AboutText::of(&text.text, place, &elsewhere);
        let bytes = text.text.len() as u64;
        // A text that is not kept is read again if it is delivered.
        let limit = self.context.bound.project.limits.response_bytes;
        let text = Some(text).filter(|_| self.kept + bytes <= limit);
        self.kept += text.as_ref().map_or(0, |_| bytes);
        self.copies.push(RuleCopy {
            file: file.clone(),
            path: path(),
            text,
            about,
            pattern: pattern.shown.clone(),
            literals,
            is_for_every_file: is_for_every_file(),
            bytes,
            source: scope.source.clone(),
            folder: scope.folder().to_owned(),
            paths,
        });
        Ok(())
    }

    /// Records the description in `scope` and the category of `file`, and subtracts the cost of
    /// comparing `scope` from the budget. Returns whether the budget is sufficient. If it is not,
    /// records the problem.
    fn spend_comparison(&mut self, file: &FileInfo, scope: &RuleScope) -> bool {
        if let Some(description) = scope.description.as_deref().and_then(one_line) {
            let described = WithReason {
                path: qualified_name(file),
                reason: description,
            };
            self.found.described.push(described);
        }
        if !scope.patterns.is_empty() {
            let category = Arc::clone(&file.origin.category);
            self.found.categories.insert(category);
        }
        let left = (self.left).checked_sub(scope.comparisons() as u64 * self.path_bytes);
        self.left = left.unwrap_or(0);
        if left.is_none() {
            self.add_problem(
                ScopeSource::document(file, qualified_name(file)),
                RuleProblem::NOT_COMPARED,
            );
        }
        left.is_some()
    }
}
