//! The checks of documents, patterns and members.

use std::collections::{BTreeMap, HashSet};

use indexmap::IndexSet;

use super::Check;
use super::finding_kind::FindingKind;
use super::finding_place::FindingPlace;
use super::report::{CategoryCount, Severity};
use crate::cli::here::from_here;
use crate::documents::dir_error::DirError;
use crate::documents::discover::{Discovered, FileInfo, FolderLink};
use crate::documents::document_error::{DocumentError, Unreadable};
use crate::documents::file_error::FileError;
use crate::documents::sandbox::is_reserved;
use crate::operation::OperationContext;
use crate::operation::call::{DocumentsCall, NameRef, Selection};
use crate::operation::error::{Item, PatternPlace, Suggestion};
use crate::operation::find::default_files::{default_files, is_idle};
use crate::operation::find::matches::{CategoryMatches, Matches};
use crate::operation::kind::NameKind;
use crate::operation::retrieve::retrieve;
use crate::project::Project;
use crate::project::category::Category;
use crate::project::collection::{Collection, Meaning};
use crate::text::counted::counted;
use crate::text::escaped::escape_truncated;
use crate::text::field_path::FieldPath;
use crate::text::mustache::Rendered;
use crate::text::truncated::Truncated;
use rule_files::pattern::PatternError;

impl<'c> Check<'c> {
    pub(super) fn error(&mut self, kind: FindingKind, place: impl Into<FindingPlace>, text: &str) {
        self.report.add((Severity::Error, kind), place.into(), text);
    }

    pub(super) fn warn(&mut self, kind: FindingKind, place: impl Into<FindingPlace>, text: &str) {
        self.report
            .add((Severity::Warning, kind), place.into(), text);
    }

    /// Adds a finding that does not need to be fixed.
    pub(in crate::cli) fn note(
        &mut self,
        kind: FindingKind,
        place: impl Into<FindingPlace>,
        text: &str,
    ) {
        self.report.add((Severity::Note, kind), place.into(), text);
    }

    fn invalid_pattern(&mut self, path: &FieldPath, pattern: &str, error: &PatternError) {
        let place = self.table.render(&PatternPlace::of(error, None));
        let pattern = escape_truncated(pattern);
        let reason = self.table.render(&error.kind);
        let text = format!("pattern '{pattern}'{place}: {reason}");
        self.error(FindingKind::PatternInvalid, path, &text);
    }

    fn no_match(&mut self, severity: Severity, path: &FieldPath, patterns: &[&str], hint: &str) {
        let patterns = self.table.render_names(patterns);
        let text = format!("no document matches {patterns}{hint}");
        self.report
            .add((severity, FindingKind::PatternDead), path.into(), &text);
    }

    /// Reports the includes that are missing, and the parts of included guides that are not used.
    pub(super) fn includes(&mut self) {
        let folder = self.bound.folder().path().unwrap_or_default();
        let folder = from_here(folder.as_str().into());
        let Project {
            missing, unused, ..
        } = &*self.bound.project;
        let missing = missing.iter().map(|include| {
            let problem = (include.index, include.said(&folder));
            (Severity::Warning, FindingKind::IncludeMissing, problem)
        });
        let unused = unused.iter().map(|problem| {
            let kind = FindingKind::IncludeUnused;
            (Severity::Note, kind, problem.clone())
        });
        for (severity, kind, (index, said)) in unused.chain(missing) {
            let place = (&FieldPath::of("include").item(index)).into();
            self.report
                .add((severity, kind), place, &self.table.render(&said));
        }
    }

    pub(super) fn category(&mut self, name: &str, category: &Category) {
        let path = FieldPath::of("categories").field(name);
        let found = default_files(&self.context(), name, category, false);
        match &found {
            Ok(found) if found.files.is_empty() && found.links.is_empty() => {
                self.nothing_found(name, category, &path);
            }
            Ok(_) => {}
            Err(error) => self.unopened(category, error, &path),
        }
        let Discovered { files, links } = found.unwrap_or_default();
        // A link to a folder may lead to a match.
        let may_be_idle = !files.is_empty() && links.is_empty();
        for (index, default) in category.patterns.iter().enumerate() {
            let path = path.field("patterns").item(index);
            match default {
                Ok(pattern) if may_be_idle && is_idle(pattern, files.iter()) => {
                    let hint = within(category, &[pattern.as_str()]);
                    self.no_match(Severity::Warning, &path, &[pattern.as_str()], &hint);
                }
                Ok(_) => {}
                Err((text, error)) => self.invalid_pattern(&path, text, error),
            }
        }
        let links = self.unreported(category, links);
        let read = self.read(&files, links, &path);
        self.reserved(&files, &path);
        self.budget(&path, NameRef::of(NameKind::Category, name));
        self.report.counts.push(CategoryCount {
            name: name.to_owned(),
            documents: read.len(),
            bytes: read.iter().sum(),
        });
    }

    /// Reports that the directory of `category` cannot be opened. Suggests a similar name.
    fn unopened(&mut self, category: &Category, error: &DirError, path: &FieldPath) {
        let directory = escape_truncated(category.dir.as_str());
        let reason = self.table.render(error);
        let mut text = format!("cannot open directory '{directory}': {reason}");
        if let Some(similar) = self.bound.similar_dir(category) {
            let similar = escape_truncated(similar.as_str());
            text += &format!("; did you mean '{similar}'?");
        }
        self.error(FindingKind::DirUnreadable, &path.field("dir"), &text);
    }

    /// Reports that the default patterns of the category find no document.
    fn nothing_found(&mut self, name: &str, category: &Category, path: &FieldPath) {
        let patterns = category.patterns.iter().flatten();
        let patterns: Vec<&str> = patterns.map(|pattern| pattern.as_str()).collect();
        if patterns.is_empty() {
            return;
        }
        let excluded = default_files(&self.context(), name, category, true);
        let excluded = excluded.map_or(0, |found| found.files.len() + found.links.len());
        if excluded == 0 {
            let hint = within(category, &patterns);
            self.no_match(Severity::Error, path, &patterns, &hint);
        } else {
            let text = format!("all documents that match the patterns are excluded ({excluded})");
            self.warn(FindingKind::AllExcluded, &path.field("exclude"), &text);
        }
    }

    /// Returns the `links` of `category` that were not reported for another category.
    fn unreported(&mut self, category: &Category, links: Vec<FolderLink>) -> Truncated<Unreadable> {
        let mut unreported = Truncated::default();
        for link in links {
            let path = link.path.to_string();
            if self
                .unread
                .insert(self.bound.relative_path(category, &path))
            {
                let reason = link.reason();
                // Calls list only the first few and refer to this list.
                unreported.first.push(Unreadable { path, reason });
            }
        }
        unreported
    }

    /// Reads the documents in `files` that have not been read yet, and reports their problems.
    /// `links` are
    /// reported after them. Returns the size as delivered, in bytes, of each document that can be
    /// read.
    fn read(
        &mut self,
        files: &[FileInfo],
        links: Truncated<Unreadable>,
        path: &FieldPath,
    ) -> Vec<u64> {
        let context = self.context();
        let (mut variables, mut read) = (Truncated::default(), Vec::new());
        let mut unreadable: BTreeMap<(Severity, FindingKind), Truncated<Unreadable>> =
            BTreeMap::new();
        for file in files {
            let key = (file.origin.category.to_string(), file.path.clone().into());
            if let Some(known) = self.documents.get(&key) {
                read.extend(known);
                continue;
            }
            let document = context.document(file);
            let bytes = match document.text() {
                Ok(Rendered { mut text, missing }) => {
                    for name in missing {
                        let path = file.path.to_string();
                        variables.push_with(|| Item::Variable { name, path });
                    }
                    self.header(&document, &text);
                    self.link(&document, &text);
                    document.strip(&mut text);
                    Some(text.len() as u64)
                }
                // The same file may already have been reported for a different category.
                Err(error) if self.unread.insert(self.place(file).unwrap_or_default()) => {
                    let kind = match error {
                        DocumentError::File(FileError::TooLarge { .. }) => {
                            (Severity::Warning, FindingKind::DocumentLarge)
                        }
                        _ => (Severity::Error, FindingKind::DocumentUnreadable),
                    };
                    let path = file.path.to_string();
                    let unreadable = unreadable.entry(kind).or_default();
                    // Lists all documents, because calls list only the first few and refer to this
                    // list.
                    unreadable.first.push(Unreadable {
                        path,
                        reason: error,
                    });
                    None
                }
                Err(_) => None,
            };
            read.extend(bytes);
            self.documents.insert(key, bytes);
        }
        self.invalid();
        for (kind, documents) in unreadable {
            let documents = self.table.render(&documents);
            self.report.add(kind, path.into(), &documents);
        }
        if !links.is_empty() {
            let links = self.table.render(&links);
            self.note(FindingKind::FolderLinked, path, &links);
        }
        if !variables.is_empty() {
            let variables = self.table.render(&variables);
            let text =
                format!("template variables without a value, rendered as empty text: {variables}");
            self.warn(FindingKind::TemplateVariable, path, &text);
        }
        read
    }

    /// Returns the path to a document relative to the project's folder, or `None` if its category
    /// does not exist.
    pub(super) fn place(&self, file: &FileInfo) -> Option<String> {
        let category = self.bound.project.categories.get(&*file.origin.category)?;
        Some(self.bound.relative_path(category, file.path.as_str()))
    }

    /// Reports how many of `files` have names that Windows does not allow.
    fn reserved(&mut self, files: &[FileInfo], path: &FieldPath) {
        let held = files.iter().filter(|file| file.error.is_none());
        let paths = held.map(|file| file.path.as_str());
        let mut refused = paths.filter(|path| path.split('/').any(is_reserved));
        if let Some(first) = refused.next() {
            let documents = counted(1 + refused.count(), "document", "documents");
            let first = escape_truncated(first);
            let text =
                format!("Windows cannot store {documents}, for example {first}; rename them");
            self.warn(FindingKind::WindowsName, path, &text);
        }
    }

    pub(super) fn collection(&mut self, name: &str, collection: &Collection) {
        let path = FieldPath::of("collections").field(name);
        let name_ref = NameRef::of(NameKind::Collection, name);
        let found = Matches::with_duplicates(&self.context(), &name_ref, &Selection::Defaults);
        let found = found.map_or_else(|_| Vec::new(), |matches| matches.categories);
        let mut is_idle = true;
        for CategoryMatches { files, .. } in &found {
            is_idle &= self.read(files, Truncated::default(), &path).is_empty();
        }
        let severity = if is_idle {
            Severity::Error
        } else {
            Severity::Warning
        };
        self.members(&path, collection, &found, severity);
        if let Some(other) = &collection.circle {
            let text = format!(
                "the collection contains itself, as a member of '{}'; it is visited once",
                escape_truncated(other)
            );
            self.error(FindingKind::CollectionInvalid, &path, &text);
        }
        self.budget(&path, name_ref);
    }

    /// Reports the invalid members of `collection`. Also reports, with `severity`, the members whose
    /// pattern matches nothing in `found`.
    fn members(
        &mut self,
        path: &FieldPath,
        collection: &Collection,
        found: &[CategoryMatches],
        severity: Severity,
    ) {
        if collection.members.is_empty() {
            let text = "the collection has no members";
            self.error(FindingKind::CollectionInvalid, path, text);
        }
        let project = &self.bound.project;
        let files = || found.iter().flat_map(|matches| &matches.files);
        let mut seen = HashSet::new();
        for (at, member) in collection.members.iter().enumerate() {
            let text = escape_truncated(&member.text);
            if !seen.insert(&member.text) {
                let text = format!("'{text}' is listed more than once");
                self.error(FindingKind::CollectionInvalid, path, &text);
                continue;
            }
            let part = path.field("categories").item(at);
            match &member.meaning {
                Meaning::Unknown => {
                    let names = project.categories.keys().chain(project.collections.keys());
                    let names: IndexSet<&str> = names.map(String::as_str).collect();
                    let names: Vec<&str> = names.into_iter().collect();
                    let meant = member.text.split('/').next().unwrap_or_default();
                    let suggestion = self.table.render(&Suggestion::of(meant, &names));
                    let unknown = "is neither a category nor a collection";
                    let text = format!("'{text}' {unknown}{suggestion}");
                    self.error(FindingKind::CollectionInvalid, path, &text);
                }
                Meaning::Part(category, pattern) => match pattern {
                    Ok(parsed) => {
                        let name = project
                            .categories
                            .get_index(*category)
                            .map(|(name, _)| &**name);
                        let files = files().filter(|file| Some(&*file.origin.category) == name);
                        if is_idle(parsed, files) {
                            self.no_match(severity, &part, &[parsed.as_str()], "");
                        }
                    }
                    Err((text, error)) => self.invalid_pattern(&part, text, error),
                },
                Meaning::Category(_) | Meaning::Collection(_) => {}
            }
        }
    }

    /// Returns the context for operations.
    pub(in crate::cli) fn context(&self) -> OperationContext<'c> {
        OperationContext {
            bound: self.bound,
            formats: &self.table.formats,
            cancelled: &|| false,
        }
    }

    /// Reports how many documents an answer for `name` leaves out because of its size limit.
    fn budget(&mut self, path: &FieldPath, name: NameRef<'_>) {
        let call = DocumentsCall {
            name,
            selection: Selection::Defaults,
            section: None,
        };
        let answer = retrieve(&self.context(), &call);
        if let Ok(answer) = answer
            && answer.left_out > 0
        {
            let documents = answer.left_out;
            let all = answer.parts.parts.len() + documents;
            let limit = self.bound.project.limits.response_bytes;
            let limit = counted(limit, "byte", "bytes");
            let text = format!(
                "an answer leaves out {documents} of {all} documents, to stay within {limit}"
            );
            self.note(FindingKind::AnswerCut, path, &text);
        }
    }
}

/// Returns a hint if one of `patterns` begins with the category's directory, otherwise an empty
/// string.
fn within(category: &Category, patterns: &[&str]) -> String {
    let dir = category.dir.as_str();
    let rest = |pattern: &&str| Some(pattern.strip_prefix(dir)?.strip_prefix('/')?.to_owned());
    let rest = patterns.iter().find_map(rest);
    rest.map_or_else(String::new, |rest| {
        let (dir, rest) = (escape_truncated(dir), escape_truncated(&rest));
        format!("; patterns are relative to '{dir}': write '{rest}'")
    })
}
