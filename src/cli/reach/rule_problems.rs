//! The problems that `reach` reports: rules that are cut, duplicated, or read differently by clients.

use std::collections::HashMap;

use indexmap::{IndexMap, IndexSet};

use super::cell::{Cell, Way};
use super::reached::CutDocument;
use crate::cli::check::clients::cut_words;
use crate::cli::check::finding_kind::FindingKind;
use crate::cli::check::finding_place::FindingPlace;
use crate::cli::check::report::{Report, Severity};
use crate::documents::sandbox::{FileType, Tree};
use crate::operation::guidance::{Rule, RuleCopy};
use crate::table::Table;
use crate::text::counted::counted;
use crate::text::escaped::escape_truncated;
use rule_files::dialect::Extent;

/// How the rules reach one client, and the documents that this client reads only in part.
pub(super) struct ClientCells<'a> {
    pub name: &'a str,
    pub cells: HashMap<&'a str, Cell>,
    pub cuts: Vec<CutDocument>,
}

/// The rules of a project, and the report to which their problems are added.
pub(super) struct RuleProblems<'a> {
    pub table: &'a Table,
    /// The project's folder.
    pub root: &'a Tree,
    pub rules: Vec<&'a Rule>,
    /// The files of the project, sorted.
    pub files: &'a [String],
    pub clients: &'a [ClientCells<'a>],
    pub report: &'a mut Report,
}

impl RuleProblems<'_> {
    fn note(&mut self, kind: FindingKind, place: FindingPlace, text: &str) {
        self.report.add((Severity::Note, kind), place, text);
    }

    /// Returns whether the path or one of its folders is a symbolic link.
    fn is_linked(&self, path: &str) -> bool {
        let folders = path.match_indices('/').map(|(end, _)| &path[..end]);
        let is_link = |path: &str| self.root.file_type(path.into()) == Ok(Some(FileType::Symlink));
        folders.chain([path]).any(is_link)
    }

    /// Reports the rule files at `paths`. No category serves them, so no hook gives them.
    pub fn unserved(&mut self, paths: &[String]) {
        if !paths.is_empty() {
            let count = counted(paths.len(), "rule file", "rule files");
            let paths = self.table.render_names(paths);
            let text = format!(
                "no category serves {count}, so no hook gives them: {paths}; add them to a \
                 category, as `mcp-guide init --dry-run` does"
            );
            self.note(FindingKind::RulesUnserved, FindingPlace::Project, &text);
        }
    }

    /// Reports the documents that clients read only in part, with their sizes.
    pub fn cut(&mut self) {
        let copies = self.rules.iter().flat_map(|rule| rule.copies());
        let places: HashMap<&str, &RuleCopy> = copies.map(|copy| (&*copy.path, copy)).collect();
        // Several clients may read the same document in the same way.
        let mut problems = IndexSet::new();
        for client in self.clients {
            for document in &client.cuts {
                let copy = places.get(&*document.path);
                let copy_bytes = copy.map_or(0, |copy| copy.bytes);
                let text = cut_words(client.name, &document.cut, copy_bytes, document.size);
                let place = match document.cut.of {
                    Extent::File | Extent::Chain => {
                        copy.map(|copy| FindingPlace::document(&copy.file))
                    }
                    Extent::All | Extent::Unknown => None,
                };
                problems.insert((place.unwrap_or(FindingPlace::Project), text));
            }
        }
        for (place, text) in problems {
            self.note(FindingKind::RuleCut, place, &text);
        }
    }

    /// Reports rules whose text is in several files, and copies of a rule that apply to different
    /// files.
    pub fn copies(&mut self) {
        for rule in self.rules.clone() {
            // A link is not a copy that has to be edited separately.
            let copies = rule.copies().filter(|copy| !self.is_linked(&copy.path));
            let copies: IndexMap<&str, &RuleCopy> =
                copies.map(|copy| (&*copy.path, copy)).collect();
            let Some((_, named)) = copies.first() else {
                continue;
            };
            let others: Vec<&str> = copies.keys().skip(1).copied().collect();
            if others.is_empty() {
                continue;
            }
            let place = FindingPlace::document(&named.file);
            let names = self.table.render_names(&others);
            let text = format!(
                "the same text is in {names}, so an edit of one must be repeated in all: keep \
                 one, if each of your clients loads it, or import it in the others"
            );
            self.note(FindingKind::RuleCopies, place.clone(), &text);
            let differs = |copy: &&&RuleCopy| {
                copy.folder == named.folder && copy.paths != named.paths && copy.file != named.file
            };
            for copy in copies.values().skip(1).filter(differs) {
                let only = |one: &RuleCopy, other: &RuleCopy| {
                    let mut paths = one.paths.iter();
                    let is_missing = |path: &&usize| other.paths.binary_search(path).is_err();
                    paths.by_ref().filter(is_missing).count()
                };
                let files = |count| counted(count, "file", "files");
                let text = format!(
                    "{} has the same text but applies to different files: {} only there, {} only \
                     here; correct the patterns",
                    escape_truncated(&copy.path),
                    files(only(copy, named)),
                    files(only(named, copy)),
                );
                self.note(FindingKind::RuleDiffers, place.clone(), &text);
            }
        }
    }

    /// Reports imports that some clients follow, but that others ignore although they load the file.
    pub fn imports(&mut self) {
        for copy in self.rules.clone().into_iter().flat_map(Rule::copies) {
            let mut imports: Vec<&String> = copy.about.certain_imports.iter().collect();
            imports.retain(|path| self.files.binary_search(path).is_ok());
            if imports.is_empty() {
                continue;
            }
            let (mut with, mut without) = (Vec::new(), Vec::new());
            for client in self.clients {
                let has = |path: &&String| {
                    let cell = client.cells.get(path.as_str());
                    cell.is_some_and(|cell| cell.way > Way::Cut)
                };
                let Some(cell) = client.cells.get(&*copy.path) else {
                    continue;
                };
                match cell.follows {
                    Some(true) => with.push(client.name),
                    // Without `is_sure`, it is not known whether the client ignores imports.
                    Some(false) if cell.is_sure && !imports.iter().all(has) => {
                        without.push(client.name);
                    }
                    _ => {}
                }
            }
            if with.is_empty() || without.is_empty() {
                continue;
            }
            let text = format!(
                "it imports {}; some clients follow the import: {}; others do not: {}; write the \
                 text into this file",
                self.table.render_names(&imports),
                with.join(", "),
                without.join(", "),
            );
            let place = FindingPlace::document(&copy.file);
            self.note(FindingKind::RuleImports, place, &text);
        }
    }
}
