//! What `check` says of rules: patterns without files, how much applies to one file; and of
//! documents that no category serves.

use std::collections::HashSet;

use camino::Utf8Path;
use percent_encoding::percent_decode_str;

use super::Check;
use super::report::Severity;
use crate::cli::output::counted;
use crate::documents::document::Document;
use crate::documents::rules::FilePattern;
use crate::documents::sandbox::FileType;
use crate::documents::survey::{Bounds, survey};
use crate::operation::call::GuidanceCall;
use crate::operation::guidance::{Guidance, visit};
use crate::text::escape::escape_truncated;
use crate::text::message::WithReason;
use crate::text::outline::links;
use crate::text::paths::{join, normal};

impl Check<'_> {
    /// Reports the problems of rules.
    pub(super) fn guidance(&mut self) {
        for (name, category) in &self.bound.project.categories {
            let is_elsewhere = self.bound.relative_dir(category).is_none();
            if !category.nested().is_empty() && category.origin.is_none() && is_elsewhere {
                let path = format!("categories.{}.nested", escape_truncated(name));
                self.warn(
                    &path,
                    "nothing is found: 'dir' has to be a path in the project's folder",
                );
            }
        }
        let (files, is_whole) = self.files();
        self.unserved(&files);
        self.unserved_rules(&files);
        let call = GuidanceCall {
            paths: files,
            ..GuidanceCall::default()
        };
        let Ok(found) = visit(&self.context(), &call, true) else {
            return;
        };
        let files = call.paths;
        for WithReason(place, error) in &found.headers.first {
            let reason = self.table.said(error);
            self.of_rule(place, &format!("is not read as it says: {reason}"));
        }
        for (name, columns) in self.unstated.iter().filter(|(_, of)| !of.is_empty()) {
            let columns = self.table.quoted(columns);
            let text = format!("{name}: no page of their client states {columns}");
            self.report.add(Severity::Note, "", text);
        }
        if is_whole {
            self.idle(&found);
        }
        self.largest(&found, &files);
    }

    /// Returns the files of the project that git does not ignore, and whether these are all.
    fn files(&self) -> (Vec<String>, bool) {
        let folder = self.bound.folder();
        let path = folder.path().unwrap_or_else(|| ".".to_owned());
        let mut files = Vec::new();
        let omitted = survey(
            path.as_str().into(),
            folder,
            Bounds::default(),
            |directory, all| {
                let mut below = Vec::new();
                for seen in all.iter().filter(|seen| !seen.ignored) {
                    match (&seen.entry.name, seen.entry.kind) {
                        (Ok(name), FileType::Directory) if name != ".git" => {
                            below.push(name.clone())
                        }
                        (Ok(name), FileType::RegularFile) => {
                            files.push(join(directory, name));
                        }
                        _ => {}
                    }
                }
                below
            },
        );
        let is_whole = omitted.is_ok_and(|omitted| {
            !omitted.cut && omitted.large.is_empty() && omitted.unreadable.is_empty()
        });
        files.sort_unstable();
        (files, is_whole)
    }

    /// Reports something of a rule: a warning where `guide.yaml` says it, else a note.
    pub(super) fn of_rule(&mut self, place: &str, text: &str) {
        let fields = ["categories.", "collections."];
        let severity = match fields.iter().any(|of| place.starts_with(of)) {
            true => Severity::Warning,
            false => Severity::Note,
        };
        self.add(severity, &escape_truncated(place), text);
    }

    /// Reports rules whose patterns match no file.
    fn idle(&mut self, found: &Guidance) {
        let mut reported = HashSet::new();
        for rule in found.considered.iter().filter(|of| of.paths.is_empty()) {
            let scope = rule.scope.as_ref().filter(|of| !of.patterns.is_empty());
            let Some(scope) = scope else { continue };
            let place = scope.source.strip_prefix("guide.yaml:");
            let place = place.unwrap_or(&rule.name);
            if reported.insert(place) {
                let shown =
                    |of: &FilePattern| [["", "!"][usize::from(of.negated)], &of.shown()].concat();
                let patterns: Vec<String> = scope.patterns.iter().map(shown).collect();
                let patterns = self.table.quoted(&patterns);
                self.of_rule(place, &format!("{patterns} matches no file of the project"));
            }
        }
    }

    /// Reports the most guidance that any file gets.
    fn largest(&mut self, found: &Guidance, files: &[String]) {
        let (most, largest) = found.largest(files.len());
        if most == 0 {
            return;
        }
        let largest: Vec<&String> = largest.into_iter().map(|at| &files[at]).collect();
        let of = whose(&largest, files.len());
        let limit = self.bound.project.limits.response_bytes;
        let over = match most > limit {
            true => format!(
                "; an answer leaves out what is over {}",
                counted(limit, "byte", "bytes")
            ),
            false => String::new(),
        };
        let most = counted(most, "byte", "bytes");
        let text = format!("the most guidance any file gets: {most}, for {of}{over}");
        self.report.add(Severity::Note, "", text);
    }

    /// Keeps the documents to which one that is served links, by their paths from the project's
    /// folder.
    pub(super) fn link(&mut self, document: &Document<'_>, text: &str) {
        let file = document.file;
        let category = self.bound.project.categories.get(&*file.origin.category);
        let inside = category.filter(|of| self.bound.relative_dir(of).is_some());
        let Some(category) = inside.filter(|_| document.is_markdown) else {
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
            (self.linked).extend(path.filter(|path| self.table.is_markdown(path)));
        }
    }

    /// Reports how many of them are among these files, and no category serves.
    pub(super) fn unserved(&mut self, files: &[String]) {
        let categories = self.bound.project.categories.values();
        let suffixes = &self.table.template_suffixes;
        let served: Vec<_> = categories.map(|of| (of, of.served(suffixes))).collect();
        let is_served = |path: &str| {
            let mut served = served.iter();
            served.any(|(category, served)| {
                let within = self.bound.path_within(category, path);
                within.is_some_and(|path| served.allows(path))
            })
        };
        let exists = |path: &String| files.binary_search(path).is_ok();
        let linked = self.linked.iter().filter(|path| exists(path));
        let unserved: Vec<String> = (linked.filter(|path| !is_served(path)).cloned()).collect();
        let documents = counted(unserved.len(), "document", "documents");
        self.note_unserved(&unserved, &format!("{documents} to which others link"));
    }

    /// Reports how many of these files are in the project's folders of rules, and match no
    /// category's patterns.
    pub(super) fn unserved_rules(&mut self, files: &[String]) {
        let categories = &self.bound.project.categories;
        let tried = self.documents.keys().filter_map(|(category, document)| {
            let category = categories.get(category)?;
            Some(self.bound.relative_path(category, document.as_str()))
        });
        let tried: HashSet<String> = tried.collect();
        let dialects = &self.table.dialects;
        let is_rule =
            |path: &str| matches!(dialects.of(path), Some((of, "", _)) if of.category.dir != ".");
        let unserved = files
            .iter()
            .filter(|path| is_rule(path) && !tried.contains(*path));
        let unserved: Vec<String> = unserved.cloned().collect();
        let count = counted(unserved.len(), "rule file", "rule files");
        self.note_unserved(&unserved, &format!("{count} of clients"));
    }

    /// Adds a note that names the first of what no category serves, if there is any.
    fn note_unserved(&mut self, paths: &[String], what: &str) {
        if !paths.is_empty() {
            let text = format!("no category serves {what}: {}", self.table.quoted(paths));
            self.report.add(Severity::Note, "", text);
        }
    }
}

/// Returns words for some of so many files: all, one, or those in a folder.
fn whose(files: &[&String], all: usize) -> String {
    let count = counted(files.len(), "file", "files");
    match files {
        _ if files.len() == all => "every file".to_owned(),
        [file] => escape_truncated(file),
        [] => count,
        [first, ..] => {
            let folders = Utf8Path::new(first).ancestors().skip(1);
            let mut folders = folders.filter(|folder| !folder.as_str().is_empty());
            let holds = |folder: &&Utf8Path| {
                files
                    .iter()
                    .all(|file| Utf8Path::new(file).starts_with(folder))
            };
            match folders.find(holds) {
                Some(folder) => format!("{count} in {}", escape_truncated(folder.as_str())),
                None => format!("{count}, such as {}", escape_truncated(first)),
            }
        }
    }
}
