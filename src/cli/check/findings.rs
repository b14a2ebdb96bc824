//! What `check` looks for: documents, patterns and members.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use indexmap::{IndexMap, IndexSet};

use super::{CategoryCount, Check, CheckedDocument, Severity};
use crate::cli::output::counted;
use crate::documents::discover::{CategorySearch, FileInfo, IdentityCache, discover_with_links};
use crate::documents::error::{FileError, Unreadable};
use crate::documents::filter::Served;
use crate::documents::pattern::{Pattern, PatternError};
use crate::documents::rendered::Variable;
use crate::documents::sandbox::Sandbox;
use crate::operation::Request;
use crate::operation::matches::{CategoryMatches, Matches};
use crate::project::collection::{Collection, Meaning};
use crate::project::guide::Category;
use crate::project::include::Unused;
use crate::render::documents::retrieve;
use crate::spec::SearchKind;
use crate::text::escape::escape_truncated;
use crate::text::mustache::Rendered;
use crate::text::names::Truncated;

impl Check<'_> {
    pub(super) fn error(&mut self, path: &str, text: &str) {
        self.add(Severity::Error, path, text);
    }

    pub(super) fn warn(&mut self, path: &str, text: &str) {
        self.add(Severity::Warning, path, text);
    }

    /// Adds what can be as it is.
    pub(super) fn note(&mut self, path: &str, text: &str) {
        self.add(Severity::Note, path, text);
    }

    /// Adds a finding with its path before its text.
    fn add(&mut self, severity: Severity, path: &str, text: &str) {
        self.report.add(severity, path, format!("{path}: {text}"));
    }

    fn invalid_pattern(&mut self, path: &str, pattern: &str, error: &PatternError) {
        let (pattern, place) = (escape_truncated(pattern), self.wording.place(error));
        let reason = self.wording.said(&error.kind);
        self.error(path, &format!("pattern '{pattern}'{place}: {reason}"));
    }

    fn no_match(&mut self, severity: Severity, path: &str, patterns: &[&str]) {
        let patterns = self.wording.quoted(patterns);
        self.add(severity, path, &format!("no document matches {patterns}"));
    }

    /// Reports what of the included guides is not used.
    pub(super) fn includes(&mut self) {
        for (guide, cause) in &self.bound.project.unused {
            let guide = escape_truncated(guide);
            let text = match cause {
                Unused::Missing => {
                    self.warn("include", &format!("'{guide}' is missing"));
                    continue;
                }
                Unused::Name(field, name) => format!(
                    "{field}.{} of '{guide}' is not used: a nearer guide has that name",
                    escape_truncated(name)
                ),
                Unused::Fields(fields) => format!(
                    "{} of '{guide}': only the project's own are used",
                    self.wording.quoted(fields)
                ),
            };
            self.add(Severity::Note, "include", &text);
        }
    }

    pub(super) fn category(&mut self, name: &str, category: &Category) {
        let path = format!("categories.{}", escape_truncated(name));
        let mut patterns = Vec::new();
        for (index, default) in category.patterns.iter().enumerate() {
            let path = format!("{path}.patterns[{index}]");
            match default.parsed() {
                Ok(pattern) => patterns.push((path, pattern)),
                Err(error) => self.invalid_pattern(&path, default.as_str(), error),
            }
        }
        let (mut documents, mut bytes) = (0, 0);
        match self.bound.open(category) {
            Ok(sandbox) => {
                let files = self.find((name, category), &sandbox, &patterns, &path);
                self.read(&sandbox, &files, &path);
                self.portable(&files, &path);
                for document in files.iter().filter_map(|file| self.document(file)) {
                    documents += 1;
                    bytes += document.bytes;
                }
            }
            Err(error) => {
                let directory = escape_truncated(category.dir.as_str());
                let reason = self.wording.said(&error);
                let text = format!("cannot open directory '{directory}': {reason}");
                self.error(&format!("{path}.dir"), &text);
            }
        }
        self.budget(&path, SearchKind::Category, name);
        if category.skills {
            self.skill_names(name, category, &path);
        }
        self.report.counts.push(CategoryCount {
            name: name.to_owned(),
            documents,
            bytes,
        });
    }

    /// Finds the documents that the default patterns match, and reports patterns without
    /// one. Each has its path in the file.
    fn find(
        &mut self,
        (name, category): (&str, &Category),
        sandbox: &Sandbox,
        patterns: &[(String, &Pattern)],
        path: &str,
    ) -> Vec<FileInfo> {
        let ordered: Vec<&Pattern> = patterns.iter().map(|(_, pattern)| *pattern).collect();
        let served = || category.served(&self.table.template_suffixes);
        let found = |served| {
            let search = CategorySearch::new(name, &ordered, served);
            let found = discover_with_links(sandbox, &search, &|| false).unwrap_or_default();
            [found.0, found.1].concat()
        };
        let files = found(served());
        if files.is_empty() {
            let all = found(Served {
                exclude: &[],
                ..served()
            });
            let patterns: Vec<&str> = ordered.iter().map(|pattern| pattern.as_str()).collect();
            match all.len() {
                0 if patterns.is_empty() => {}
                0 => self.no_match(Severity::Error, path, &patterns),
                count => self.warn(
                    &format!("{path}.exclude"),
                    &format!("every document that the patterns match is excluded ({count})"),
                ),
            }
        }
        for (path, pattern) in patterns {
            if !files.is_empty() && is_idle(pattern, files.iter()) {
                self.no_match(Severity::Warning, path, &[pattern.as_str()]);
            }
        }
        files
    }

    /// Returns a document that could be read.
    fn document(&self, file: &FileInfo) -> Option<&CheckedDocument> {
        let key = (Arc::clone(&file.origin.category), file.path.clone());
        self.documents.get(&key)?.as_ref()
    }

    /// Reads each of a category's documents that was not read yet, and reports its problems.
    fn read(&mut self, sandbox: &Sandbox, files: &[FileInfo], path: &str) {
        let Some(name) = files.first().map(|file| Arc::clone(&file.origin.category)) else {
            return;
        };
        let request = Request::new(self.bound, self.table, &|| false);
        let mut variables = Truncated::default();
        let mut identities = IdentityCache::new(sandbox);
        for file in files {
            let key = (Arc::clone(&name), file.path.clone());
            if self.documents.contains_key(&key) {
                continue;
            }
            let shown = file.path.to_string();
            let opened = request.open(sandbox, file);
            let document = match opened.and_then(|opened| request.text(sandbox, file, &opened)) {
                Ok(Rendered { text, missing }) => {
                    for name in missing {
                        let path = shown.clone();
                        variables.push_with(|| Variable { name, path });
                    }
                    let delivered = match request.is_markdown(file) {
                        true => self.frontmatter(path, file, &text, request.strips(file)),
                        false => &text,
                    };
                    Some(CheckedDocument {
                        bytes: delivered.len() as u64,
                        identity: identities.get(file),
                    })
                }
                // Another category has said so.
                Err(_)
                    if identities
                        .get(file)
                        .is_some_and(|of| !self.unread.insert(of)) =>
                {
                    None
                }
                Err(error) => {
                    let severity = match error {
                        FileError::TooLarge { .. } => Severity::Warning,
                        ref error if error.is_linked_folder() => Severity::Note,
                        _ => Severity::Error,
                    };
                    let unreadable = Unreadable { path: shown, error };
                    self.add(severity, path, &self.wording.unreadable(&unreadable));
                    None
                }
            };
            self.documents.insert(key, document);
        }
        if !variables.is_empty() {
            let variables = self.wording.variables(&variables);
            let text =
                format!("template variables without a value, rendered as nothing: {variables}");
            self.warn(path, &text);
        }
    }

    pub(super) fn collection(&mut self, name: &str, collection: &Collection) {
        let path = format!("collections.{}", escape_truncated(name));
        let request = self.request(&[SearchKind::Collection], name);
        let found = Matches::with_duplicates(&request, name);
        let found = found.map_or_else(|_| Vec::new(), |matches| matches.categories);
        for CategoryMatches { sandbox, files, .. } in &found {
            self.read(sandbox, files, &path);
        }
        self.members(&path, collection, &found);
        if let Some(other) = &collection.circle {
            let text = format!(
                "the collection contains itself, as a member of '{}'; it is visited once",
                escape_truncated(other)
            );
            self.error(&path, &text);
        }
        if self.bound.project.categories.contains_key(name) {
            let name = escape_truncated(name);
            let text = format!("'{name}' names both a category and a collection");
            self.error(&path, &text);
        }
        self.shared(&path, &found);
        self.budget(&path, SearchKind::Collection, name);
    }

    /// Reports members that are written wrong, or whose pattern matches nothing.
    fn members(&mut self, path: &str, collection: &Collection, found: &[CategoryMatches]) {
        if collection.members.is_empty() {
            self.error(path, "the collection has no members");
        }
        let project = &self.bound.project;
        let files = || found.iter().flat_map(|matches| &matches.files);
        let severity = match files().any(|file| self.document(file).is_some()) {
            true => Severity::Warning,
            false => Severity::Error,
        };
        let mut seen = HashSet::new();
        for (at, member) in collection.members.iter().enumerate() {
            let text = escape_truncated(&member.text);
            if !seen.insert(&member.text) {
                self.error(path, &format!("'{text}' is listed more than once"));
                continue;
            }
            let part = format!("{path}.categories[{at}]");
            match &member.meaning {
                Meaning::Unknown => {
                    let names = project.categories.keys().chain(project.collections.keys());
                    let names: IndexSet<&str> = names.map(String::as_str).collect();
                    let names: Vec<&str> = names.into_iter().collect();
                    let meant = member.text.split('/').next().unwrap_or_default();
                    let suggestion = self.wording.suggestion(meant, &names);
                    let unknown = "is neither a category nor a collection";
                    self.error(path, &format!("'{text}' {unknown}{suggestion}"));
                }
                Meaning::Part(category, pattern) => match pattern.parsed() {
                    Ok(parsed) => {
                        let name = project
                            .categories
                            .get_index(*category)
                            .map(|(name, _)| &**name);
                        let files = files().filter(|file| Some(&*file.origin.category) == name);
                        if is_idle(parsed, files) {
                            self.no_match(severity, &part, &[pattern.as_str()]);
                        }
                    }
                    Err(error) => self.invalid_pattern(&part, pattern.as_str(), error),
                },
                Meaning::Category(_) | Meaning::Collection(_) => {}
            }
        }
    }

    /// Reports documents that categories of a collection share.
    fn shared(&mut self, path: &str, found: &[CategoryMatches]) {
        let mut first = HashMap::new();
        let mut shared: IndexMap<(&str, &str), (usize, &str)> = IndexMap::new();
        for file in found.iter().flat_map(|matches| &matches.files) {
            let document = self.document(file);
            let Some(identity) = document.and_then(|document| document.identity.as_ref()) else {
                continue;
            };
            let category = &*file.origin.category;
            let other = *first.entry(identity.clone()).or_insert(category);
            if other != category {
                let shared = shared.entry((category, other));
                shared.or_insert((0, file.document())).0 += 1;
            }
        }
        for ((name, first), (count, document)) in shared {
            let text = format!(
                "category '{}' shares {} with '{}', such as {}; each is returned once",
                escape_truncated(name),
                counted(count, "document", "documents"),
                escape_truncated(first),
                escape_truncated(document)
            );
            self.warn(path, &text);
        }
    }

    /// Returns a request of a name, without a pattern.
    fn request<'r>(&'r self, search: &'r [SearchKind], name: &'r str) -> Request<'r> {
        Request {
            search,
            name: Some(name),
            ..Request::new(self.bound, self.table, &|| false)
        }
    }

    /// Reports how many documents the answer to a name leaves out.
    fn budget(&mut self, path: &str, kind: SearchKind, name: &str) {
        let answer = retrieve(&self.request(&[kind], name), self.table);
        if let Ok(answer) = answer
            && !answer.notes.left_out.is_empty()
        {
            let documents = answer.notes.left_out.count();
            let all = answer.count - answer.notes.unreadable.count();
            let limit = counted(answer.notes.limit, "byte", "bytes");
            let text = format!(
                "an answer leaves out {documents} of {all} documents because it would exceed {limit}"
            );
            self.add(Severity::Note, path, &text);
        }
    }
}

/// Returns whether a pattern matches none of these files, which could all be entered: what
/// cannot be may hold what the pattern is for.
fn is_idle<'f>(pattern: &Pattern, files: impl Iterator<Item = &'f FileInfo> + Clone) -> bool {
    let stored = || files.clone().map(|file| file.path.as_str());
    let finds = pattern.matches_any(files.clone().map(FileInfo::document))
        || pattern.matches_any(stored())
        || stored().any(|path| pattern.literal_path() == Some(path));
    !finds && files.clone().all(|file| file.error.is_none())
}
