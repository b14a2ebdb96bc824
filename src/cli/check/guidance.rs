//! What `check` looks for in rules: patterns without files, headers, equal texts, and how much
//! applies to one file.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use camino::Utf8Path;

use super::{Check, Finding, Severity};
use crate::cli::output::counted;
use crate::documents::rules::RuleScope;
use crate::documents::sandbox::{FileType, Reach};
use crate::documents::survey::{Bounds, survey};
use crate::limits::MAX_CHECK_COMPARED;
use crate::operation::Request;
use crate::operation::guidance::visit;
use crate::operation::matches::shown;
use crate::text::escape::escape_truncated;
use crate::text::paths::join;

/// A document that applies to files.
struct CheckedRule {
    name: String,
    folder: String,
    text: String,
    scope: Rc<RuleScope>,
}

impl Check<'_> {
    /// Reports the problems of rules.
    pub(super) fn guidance(&mut self) {
        for (name, category) in &self.bound.project.categories {
            let is_elsewhere = self.bound.relative_dir(category).is_none();
            if !category.nested.is_empty() && category.origin.is_none() && is_elsewhere {
                let path = format!("categories.{}.nested", escape_truncated(name));
                self.warn(
                    &path,
                    "nothing is found: 'dir' has to be a path in the project's folder",
                );
            }
        }
        let (files, is_whole) = self.files();
        let request = Request::new(self.bound, self.table, &|| false);
        let mut rules = Vec::new();
        let mut unknown = BTreeMap::new();
        let problems = visit(&request, &files, &mut |rule| {
            if let Some(dialect) = rule.dialect {
                unknown.insert(dialect.name.clone(), dialect.unknown());
            }
            let Some(scope) = rule.scope else {
                return Ok(());
            };
            let text = match (rule.text, rule.opened) {
                (Some(text), _) => text,
                (None, Some(opened)) => request.text(rule.sandbox, rule.file, &opened)?,
                (None, None) => {
                    let opened = request.open(rule.sandbox, rule.file)?;
                    request.text(rule.sandbox, rule.file, &opened)?
                }
            };
            let folder = Utf8Path::new(rule.path)
                .parent()
                .unwrap_or(Utf8Path::new(""));
            rules.push(CheckedRule {
                name: shown(rule.file, true),
                folder: folder.to_string(),
                text: text.text,
                scope,
            });
            Ok(())
        });
        for (place, error) in problems
            .map(|problems| problems.headers.first)
            .unwrap_or_default()
        {
            let reason = self.wording.said(&error);
            self.warn(
                &escape_truncated(&place),
                &format!("is not read as it says: {reason}"),
            );
        }
        for (name, columns) in unknown.iter().filter(|(_, columns)| !columns.is_empty()) {
            let columns = self.wording.quoted(columns);
            self.report.findings.push(Finding {
                severity: Severity::Note,
                path: String::new(),
                text: format!("{name}: no page of their client states {columns}"),
            });
        }
        if rules.is_empty() {
            return;
        }
        self.equal_texts(&rules);
        self.idle_and_largest(&rules, &files, is_whole);
    }

    /// Returns the files of the project that git does not ignore, and whether these are all.
    fn files(&self) -> (Vec<String>, bool) {
        let folder = self.bound.folder();
        let path = folder.path().unwrap_or_else(|| ".".to_owned());
        let Ok(sandbox) = folder.sandbox(Utf8Path::new("."), Reach::Beneath) else {
            return (Vec::new(), false);
        };
        let mut files = Vec::new();
        let omitted = survey(
            path.as_str().into(),
            &sandbox,
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

    /// Reports rules of different folders with equal texts.
    fn equal_texts(&mut self, rules: &[CheckedRule]) {
        let mut known: HashMap<&str, &CheckedRule> = HashMap::new();
        for rule in rules {
            let first = *known.entry(&rule.text).or_insert(rule);
            if first.name != rule.name && first.folder != rule.folder {
                let (name, first) = (escape_truncated(&rule.name), escape_truncated(&first.name));
                self.warn(&name, &format!("has the same text as {first}"));
            }
        }
    }

    /// Reports each pattern that matches no file, and the most guidance any file gets.
    fn idle_and_largest(&mut self, rules: &[CheckedRule], files: &[String], is_whole: bool) {
        let mut bytes = vec![0_u64; files.len()];
        let names: Vec<Vec<&str>> = files.iter().map(|file| file.split('/').collect()).collect();
        let mut reported = HashSet::new();
        let length: u64 = files.iter().map(|file| file.len() as u64).sum();
        let mut compared = 0;
        for rule in rules {
            compared += rule.scope.components() as u64 * length;
            if compared > MAX_CHECK_COMPARED {
                self.warn(
                    &escape_truncated(&rule.name),
                    "is not compared with the files of the project, nor are the rules after it: \
                     their patterns are too many",
                );
                break;
            }
            for pattern in rule.scope.patterns.iter().filter(|of| !of.negated) {
                let mut names = names.iter();
                let any = names.any(|names| pattern.literals_matching(names).is_some());
                let (shown, source) = (pattern.shown(), &rule.scope.source);
                let place = match source.strip_prefix("guide.yaml:") {
                    Some(place) => place,
                    None => &rule.name,
                };
                if !any && is_whole && reported.insert((place.to_owned(), shown.clone())) {
                    let pattern = escape_truncated(&shown);
                    let text = format!("pattern '{pattern}' matches no file of the project");
                    self.warn(&escape_truncated(place), &text);
                }
            }
            for (bytes, names) in bytes.iter_mut().zip(&names) {
                if rule.scope.best(names).is_some() {
                    *bytes += rule.text.len() as u64;
                }
            }
        }
        let largest = bytes
            .iter()
            .zip(files)
            .rev()
            .max_by_key(|(bytes, _)| **bytes);
        if let Some((bytes, file)) = largest.filter(|(bytes, _)| **bytes > 0) {
            let (bytes, file) = (counted(*bytes, "byte", "bytes"), escape_truncated(file));
            self.report.findings.push(Finding {
                severity: Severity::Note,
                path: String::new(),
                text: format!("the most guidance any file gets: {bytes}, for {file}"),
            });
        }
    }
}
