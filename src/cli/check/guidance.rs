//! What `check` looks for in rules: patterns without files, headers, equal texts, and how much
//! applies to one file.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use camino::Utf8Path;
use serde_json::Value;

use super::{Check, Finding, Severity};
use crate::cli::output::counted;
use crate::documents::discover::IdentityCache;
use crate::documents::rules::{FilePattern, RuleScope};
use crate::documents::sandbox::{FileType, Identity, Reach};
use crate::documents::survey::{Bounds, survey};
use crate::limits::MAX_CHECK_COMPARED;
use crate::operation::Request;
use crate::operation::guidance::visit;
use crate::operation::matches::shown;
use crate::spec::dialect::Dialect;
use crate::text::escape::escape_truncated;
use crate::text::frontmatter::Header;
use crate::text::imports::imports;
use crate::text::paths::join;

/// A document that applies to files.
struct CheckedRule {
    name: String,
    folder: String,
    text: String,
    scope: Rc<RuleScope>,
    /// The folder that holds it, and its name there, if that is known.
    identity: Option<(Identity, String)>,
    /// Whether it is about that folder: of equal ones in one folder one is delivered.
    is_of_folder: bool,
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
        let (mut unknown, mut said) = (BTreeMap::new(), Vec::new());
        let problems = visit(&request, &files, &mut |rule| {
            let text = rule.text.as_ref().map(|text| &*text.text);
            if let (Some(dialect), Some(text)) = (rule.dialect, text) {
                let found = misread(dialect, text).into_iter();
                said.extend(found.map(|found| (shown(rule.file, true), found)));
            }
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
                identity: IdentityCache::new(rule.sandbox).get(rule.file),
                is_of_folder: rule.is_of_folder,
            });
            Ok(())
        });
        for (place, error) in problems
            .map(|problems| problems.headers.first)
            .unwrap_or_default()
        {
            let reason = self.wording.said(&error);
            self.of_rule(&place, &format!("is not read as it says: {reason}"));
        }
        for (name, found) in said {
            self.of_rule(&name, &found);
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

    /// Reports rules of different folders with equal texts, which mean the same there.
    fn equal_texts(&mut self, rules: &[CheckedRule]) {
        let mut known: HashMap<&str, &CheckedRule> = HashMap::new();
        for rule in rules {
            let first = *known.entry(&rule.text).or_insert(rule);
            let is_other = first.name != rule.name && first.folder != rule.folder;
            if is_other && first.identity != rule.identity && imports(&rule.text).is_empty() {
                let first = escape_truncated(&first.name);
                self.of_rule(&rule.name, &format!("has the same text as {first}"));
            }
        }
    }

    /// Reports something of a rule: a warning where `guide.yaml` says it, else a note.
    fn of_rule(&mut self, place: &str, text: &str) {
        let is_of_guide = ["categories.", "collections."]
            .iter()
            .any(|of| place.starts_with(of));
        let place = escape_truncated(place);
        match is_of_guide {
            true => self.warn(&place, text),
            false => self.note(&place, text),
        }
    }

    /// Reports rules whose patterns match no file, and the most guidance any file gets.
    fn idle_and_largest(&mut self, rules: &[CheckedRule], files: &[String], is_whole: bool) {
        let mut applying: Vec<Vec<&CheckedRule>> = vec![Vec::new(); files.len()];
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
            let mut is_idle = rule.scope.patterns.iter().any(|of| !of.negated);
            for (names, applying) in names.iter().zip(&mut applying) {
                if rule.scope.best(names).is_some() {
                    applying.push(rule);
                    is_idle = false;
                }
            }
            let place = rule.scope.source.strip_prefix("guide.yaml:");
            let place = place.unwrap_or(&rule.name);
            if is_idle && is_whole && reported.insert(place.to_owned()) {
                let patterns = rule.scope.patterns.iter().map(FilePattern::shown);
                let patterns = self.wording.quoted(&patterns.collect::<Vec<_>>());
                self.of_rule(place, &format!("{patterns} matches no file of the project"));
            }
        }
        let bytes: Vec<u64> = applying.iter().map(|rules| delivered(rules)).collect();
        let most = bytes.iter().copied().max().unwrap_or_default();
        if most == 0 {
            return;
        }
        let largest = files
            .iter()
            .zip(&bytes)
            .filter(|(_, bytes)| **bytes == most);
        let largest: Vec<&String> = largest.map(|(file, _)| file).collect();
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
        self.report.findings.push(Finding {
            severity: Severity::Note,
            path: String::new(),
            text: format!("the most guidance any file gets: {most}, for {of}{over}"),
        });
    }
}

/// Returns what a header of a rule says otherwise than its maker may think.
fn misread(dialect: &Dialect, text: &str) -> Vec<String> {
    let Ok(Some(header)) = Header::of(text) else {
        let is_all = dialect.keys.iter().any(|key| key == "applyTo");
        let said = "has no header, and applies to every file".to_owned();
        return Vec::from_iter(is_all.then_some(said));
    };
    let fields = header.fields().unwrap_or_default();
    let mode = dialect.modes.as_ref().map(|modes| &modes.key);
    let known: Vec<&String> = dialect.keys.iter().chain(mode).collect();
    let plain = |key: &str| {
        let letters = key.chars().filter(|c| c.is_alphanumeric());
        let letters: String = letters.flat_map(char::to_lowercase).collect();
        letters.trim_end_matches('s').to_owned()
    };
    let said = fields.iter().filter_map(|(key, value)| {
        let key = escape_truncated(key);
        if !known.contains(&&key) {
            let meant = known.iter().find(|known| plain(known) == plain(&key))?;
            return Some(format!("'{key}' is not read; write '{meant}'"));
        }
        match value {
            Value::Array(list) if list.is_empty() => Some(format!("'{key}' is an empty list")),
            Value::String(text) if matches!(&**text, "true" | "false") => {
                Some(format!("'{key}' is a text; write {text} without quotes"))
            }
            _ => None,
        }
    });
    said.collect()
}

/// Returns how many bytes a call delivers of rules that apply: each document once.
fn delivered(rules: &[&CheckedRule]) -> u64 {
    let (mut known, mut texts, mut bytes) = (HashSet::new(), HashSet::new(), 0);
    for rule in rules {
        let is_new = rule.identity.as_ref().is_none_or(|of| known.insert(of));
        if is_new && (!rule.is_of_folder || texts.insert((&rule.folder, &rule.text))) {
            bytes += rule.text.len() as u64;
        }
    }
    bytes
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
