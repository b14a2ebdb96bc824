//! What `check` says of rules: patterns without files, and how much applies to one file.

use std::collections::HashSet;

use camino::Utf8Path;

use super::Check;
use super::report::Severity;
use crate::cli::output::counted;
use crate::documents::rules::FilePattern;
use crate::documents::sandbox::FileType;
use crate::documents::survey::{Bounds, survey};
use crate::operation::call::GuidanceCall;
use crate::operation::guidance::{Guidance, visit};
use crate::text::escape::escape_truncated;
use crate::text::message::WithReason;
use crate::text::paths::join;

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
            self.idle(&found, &files);
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

    /// Reports rules whose patterns match no file, and names of files that they read as sets.
    fn idle(&mut self, found: &Guidance, files: &[String]) {
        let mut reported = HashSet::new();
        for rule in found.considered.iter().filter(|of| of.paths.is_empty()) {
            let Some(scope) = &rule.scope else { continue };
            let place = scope.source.strip_prefix("guide.yaml:");
            let place = place.unwrap_or(&rule.name);
            let is_idle = scope.patterns.iter().any(|of| !of.negated);
            if !is_idle && !scope.patterns.is_empty() && reported.insert(place) {
                self.of_rule(
                    place,
                    "all its patterns begin with '!', and none takes a file in",
                );
            }
            if is_idle && reported.insert(place) {
                let patterns: Vec<String> = scope.patterns.iter().map(FilePattern::shown).collect();
                let mut names = patterns.iter().flat_map(|of| of.split('/'));
                let set = names.find(|name| {
                    let is_name = |file: &String| file.split('/').any(|of| of == *name);
                    name.contains('[') && files.iter().any(is_name)
                });
                let hint = set.map_or_else(String::new, |name| {
                    let any = name.replace(['[', ']'], "?");
                    format!("; for the name '{name}' write '{any}'")
                });
                let patterns = self.table.quoted(&patterns);
                self.of_rule(
                    place,
                    &format!("{patterns} matches no file of the project{hint}"),
                );
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
