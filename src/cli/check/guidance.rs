//! The checks of rules: which patterns match no file, and how much guidance applies to one file. Also
//! checks for documents that no category serves.

use std::collections::HashSet;

use camino::Utf8Path;
use indexmap::IndexSet;
use percent_encoding::percent_decode_str;

use super::Check;
use super::finding_kind::FindingKind;
use super::finding_place::FindingPlace;
use super::report::Severity;
use crate::cli::agents;
use crate::cli::omitted_words::OmittedWords;
use crate::documents::document::Document;
use crate::documents::document_error::DocumentError;
use crate::documents::file_error::FileError;
use crate::operation::call::GuidanceCall;
use crate::operation::find::found_rules::FOUND;
use crate::operation::find::served_files::ServedFiles;
use crate::operation::guidance::RuleProblem;
use crate::operation::guidance::scope_source::ScopeSource;
use crate::operation::guidance::{Guidance, find};
use crate::proposal::name_rules::NameRules;
use crate::text::counted::counted;
use crate::text::escaped::escape_truncated;
use crate::text::field_path::FieldPath;
use crate::text::markup::headings::links;
use crate::text::messages::WithReason;
use crate::text::paths::{join, normal};
use rule_files::rule_scope::FilePattern;

impl Check<'_> {
    /// Reports problems with rules.
    pub(super) fn guidance(&mut self) {
        for (name, category) in &self.bound.project.categories {
            let is_elsewhere = self.bound.relative_dir(category).is_none();
            if !category.nested().is_empty() && category.origin.is_none() && is_elsewhere {
                let path = FieldPath::of("categories").field(name).field("nested");
                self.warn(
                    FindingKind::DirUnreadable,
                    &path,
                    "nothing is found: 'dir' must be a path in the project's folder",
                );
            }
        }
        let (files, is_whole) = self.files();
        self.unserved(&files);
        let (found, files) = self.rules(files);
        let Some(found) = found else { return };
        self.ignored(&found);
        self.clients();
        self.idle(&found, is_whole);
        self.largest(&found, &files);
    }

    /// Reports the parts of rules that are ignored, and why.
    pub(in crate::cli) fn ignored(&mut self, found: &Guidance) {
        let (mut reported, mut not_compared) = (HashSet::new(), IndexSet::new());
        for WithReason {
            path: place,
            reason: error,
        } in &found.headers.first
        {
            // There may be thousands of these rules, and a person cannot ask about fewer paths.
            if *error == RuleProblem::NOT_COMPARED {
                not_compared.insert(FindingPlace::from(place).to_string());
                continue;
            }
            let reason = self.table.render(error);
            if reported.insert((place, reason.clone())) {
                let text = format!("ignored: {reason}");
                self.of_rule(FindingKind::RuleHeader, place.into(), &text);
            }
        }
        if !not_compared.is_empty() {
            let rules = counted(not_compared.len(), "rule was", "rules were");
            let names: Vec<&String> = not_compared.iter().collect();
            let names = self.table.render_names(&names);
            let text = format!(
                "{rules} not compared with the project's files, because there are too many \
                 patterns and files: {names}; write fewer or shorter patterns"
            );
            self.note(FindingKind::RuleHeader, FindingPlace::Project, &text);
        }
    }

    /// Reports documents that may be rules but that cannot be read.
    pub(in crate::cli) fn unreadable(&mut self, found: &Guidance) {
        for document in &found.unreadable.first {
            let kind = match &document.reason {
                DocumentError::File(FileError::TooLarge { .. }) => {
                    (Severity::Warning, FindingKind::DocumentLarge)
                }
                error if error.is_linked_folder() => (Severity::Note, FindingKind::FolderLinked),
                _ => (Severity::Error, FindingKind::DocumentUnreadable),
            };
            let category = document.path.split_once('/');
            let known = category.filter(|(name, _)| {
                *name == FOUND || self.bound.project.categories.contains_key(*name)
            });
            match known {
                Some((category, path)) => {
                    let place = ScopeSource::Document {
                        category: category.to_owned(),
                        path: path.to_owned(),
                        shown: document.path.clone(),
                    };
                    let reason = self.table.render(&document.reason);
                    self.report.add(kind, (&place).into(), &reason);
                }
                None => {
                    let text = self.table.render(document);
                    self.report.add(kind, FindingPlace::Project, &text);
                }
            }
        }
        if found.unreadable.more > 0 {
            let documents = counted(found.unreadable.more, "more document", "more documents");
            let text = format!("{documents} cannot be read");
            let kind = (Severity::Error, FindingKind::DocumentUnreadable);
            self.report.add(kind, FindingPlace::Project, &text);
        }
    }

    /// Searches for the rules that apply to `files`. Returns them and every other rule that was
    /// considered, or `None` if the search fails. Also returns `files`.
    pub(in crate::cli) fn rules(&self, files: Vec<String>) -> (Option<Guidance>, Vec<String>) {
        let call = GuidanceCall {
            paths: files,
            at_shell: true,
            ..GuidanceCall::default()
        };
        let found = find(&self.context(), &call, true);
        (found.ok(), call.paths)
    }

    /// Returns the project's files that git does not ignore, and whether the list is complete.
    /// Reports what could not be read.
    pub(in crate::cli) fn files(&mut self) -> (Vec<String>, bool) {
        let (files, omitted) = self.bound.files();
        let Ok(omitted) = omitted else {
            return (files, false);
        };
        let is_whole = omitted.is_nothing();
        let words = OmittedWords::new(self.table, omitted);
        let unreadable = Some(words.unreadable).filter(|list| !list.is_empty());
        let unreadable =
            unreadable.map(|list| format!("left out because it could not be read: {list}"));
        let passed_over = words
            .passed_over
            .map(|[reason, list]| format!("{reason}: {list}"));
        for note in [unreadable, passed_over, words.cut].into_iter().flatten() {
            self.note(FindingKind::SurveyPartial, FindingPlace::Project, &note);
        }
        (files, is_whole)
    }

    /// Adds a finding about a rule. It is a warning if `place` is a field of `guide.yaml`, otherwise
    /// a note.
    pub(super) fn of_rule(&mut self, kind: FindingKind, place: FindingPlace, text: &str) {
        let severity = match place {
            FindingPlace::Field(_) => Severity::Warning,
            _ => Severity::Note,
        };
        self.report.add((severity, kind), place, text);
    }

    /// Reports rules whose patterns match no file. If `is_whole` is false, because some files are
    /// unknown, reports only this fact.
    pub(in crate::cli) fn idle(&mut self, found: &Guidance, is_whole: bool) {
        if !is_whole {
            return self.note(
                FindingKind::SurveyPartial,
                FindingPlace::Project,
                "only a part of the project's files was listed, so patterns that match no file \
                 are not reported, and there may be more guidance",
            );
        }
        let mut reported = HashSet::new();
        for rule in found.considered.iter().filter(|rule| rule.paths.is_empty()) {
            let scope = rule
                .scope
                .as_ref()
                .filter(|scope| !scope.patterns.is_empty());
            let Some(scope) = scope else { continue };
            let place = match &scope.field {
                Some(path) => FindingPlace::from(path),
                None if self.is_included(&rule.document) => continue,
                None => (&rule.document).into(),
            };
            if reported.insert(place.clone()) {
                let shown = |pattern: &FilePattern| {
                    [["", "!"][usize::from(pattern.negated)], &pattern.shown].concat()
                };
                let patterns: Vec<String> = scope.patterns.iter().map(shown).collect();
                let patterns = self.table.render_names(&patterns);
                let text = format!("{patterns} matches no file of the project");
                self.of_rule(FindingKind::RulePatternDead, place, &text);
            }
        }
    }

    /// Returns whether `document` belongs to a category of an included guide. The patterns of these
    /// documents are meant for other projects, too.
    fn is_included(&self, document: &ScopeSource) -> bool {
        let ScopeSource::Document { category, .. } = document else {
            return false;
        };
        let category = self.bound.project.categories.get(category);
        category.is_some_and(|category| category.origin.is_some())
    }

    /// Reports the largest amount of guidance that applies to one file.
    fn largest(&mut self, found: &Guidance, files: &[String]) {
        let (most, largest) = found.largest(files.len());
        if most == 0 {
            return;
        }
        let largest: Vec<&String> = largest.into_iter().map(|at| &files[at]).collect();
        let subject = whose(&largest, files.len());
        let limit = self.bound.project.limits.response_bytes;
        let (kind, over) = if most > limit {
            (
                FindingKind::AnswerCut,
                format!(
                    "; an answer has at most {}",
                    counted(limit, "byte", "bytes")
                ),
            )
        } else {
            (FindingKind::GuidanceSize, String::new())
        };
        let most = counted(most, "byte", "bytes");
        let text = format!("most guidance for one file: {most}, for {subject}{over}");
        self.note(kind, FindingPlace::Project, &text);
    }

    /// Records the documents to which `document` links, by their paths relative to the project's
    /// folder. `text` is the document's text.
    pub(super) fn link(&mut self, document: &Document<'_>, text: &str) {
        let file = document.file;
        let category = self.bound.project.categories.get(&*file.origin.category);
        let inside = category.filter(|category| self.bound.relative_dir(category).is_some());
        let Some(category) = inside.filter(|_| self.table.formats.is_markdown(file.basename()))
        else {
            return;
        };
        let place = self.bound.relative_path(category, file.document());
        let (folder, _) = place.rsplit_once('/').unwrap_or_default();
        for link in links(text) {
            let path = link.split(['#', '?']).next().unwrap_or_default();
            let path = percent_decode_str(path).decode_utf8_lossy();
            let path = match path.strip_prefix('/') {
                Some(path) => normal(path),
                None => normal(&join(folder, path)),
            };
            (self.linked).extend(path.filter(|path| self.table.formats.is_markdown(path)));
        }
    }

    /// Reports the files that no category serves although they are rules of clients, or although
    /// other documents link to them.
    fn unserved(&mut self, files: &[String]) {
        let served = ServedFiles::new(self.bound, &self.table.formats.template_suffixes);
        let dialects = &self.table.formats.dialects;
        let is_rule = |path: &String| matches!(dialects.row_of(path), Some((_, "")));
        // Files whose names `init` leaves out are deliberately not served.
        let names = Some(NameRules::embedded());
        let is_forgotten = |path: &str| !names.as_ref().is_some_and(|names| names.leaves_out(path));
        let is_linked = |path: &str| self.linked.contains(path) && is_forgotten(path);
        let is_due = |path: &&String| is_rule(path) || is_linked(path);
        let is_block = |path: &str| agents::is_only_block(self.bound.folder(), path);
        let unserved = files
            .iter()
            .filter(|path| is_due(path) && !served.has(path));
        let unserved = unserved.filter(|path| !is_block(path));
        let (rules, linked): (Vec<&String>, Vec<&String>) =
            unserved.partition(|path| is_rule(path));
        let linked = (
            linked,
            FindingKind::DocumentsUnserved,
            "document that others link to",
            "documents that others link to",
        );
        let rules = (
            rules,
            FindingKind::RulesUnserved,
            "rule file of clients",
            "rule files of clients",
        );
        for (paths, kind, one, many) in [linked, rules] {
            if !paths.is_empty() {
                let (count, paths) = (
                    counted(paths.len(), one, many),
                    self.table.render_names(&paths),
                );
                let text = format!("no category serves {count}: {paths}");
                self.note(kind, FindingPlace::Project, &text);
            }
        }
    }
}

/// Describes `files` as every file, a single file, or the files in a folder. `all` is the number of
/// the project's files.
fn whose(files: &[&String], all: usize) -> String {
    let Some(first) = files.first().filter(|_| files.len() < all) else {
        return "every file".to_owned();
    };
    let holds = |folder: &&Utf8Path| {
        files
            .iter()
            .all(|file| Utf8Path::new(file).starts_with(folder))
    };
    let shared = Utf8Path::new(first).ancestors().find(holds);
    let shared = shared.map_or(String::new(), |folder| escape_truncated(folder.as_str()));
    let count = counted(files.len(), "file", "files");
    match files.len() {
        1 => shared,
        _ if shared.is_empty() => format!("{count}, for example {}", escape_truncated(first)),
        _ => format!("{count} in {shared}"),
    }
}
