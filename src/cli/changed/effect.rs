//! Reports the effect of a change on a project: on its guide, on its rules, and on clients' settings.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use camino::Utf8Path;

use super::changed_arguments::ChangedArguments;
use super::checkout::Checkout;
use super::git::{ChangedPath, TreeEntryKind};
use super::rule_comparison::{RuleComparison, add};
use super::side::{Side, below};
use super::{compare_guides::compare_guides, rule_comparison};
use crate::cli::check::finding_kind::{FindingKind, FindingLevels};
use crate::cli::check::finding_place::FindingPlace;
use crate::cli::check::report::{Report, Severity};
use crate::cli::check::unbound;
use crate::cli::reach::column::Column;
use crate::cli::reach::rule_state::RuleState;
use crate::project::bound_project::BoundProject;
use crate::project::project_file::FILE_NAME;
use crate::project::session::{Roots, Session, Source};
use crate::server::Server;
use crate::table::Table;
use crate::text::counted::counted;
use crate::text::escaped::escape_truncated;
use crate::text::paths::join;

/// The file that lists what git ignores.
const IGNORED: &str = ".gitignore";

/// The reported effect of a change.
pub(super) struct Changes {
    pub report: Report,
    /// The rules of the base that have a finding and that apply to no changed file.
    pub touched: Vec<RuleState>,
    /// The maximum size of an answer, in bytes, according to the base's project.
    pub most_bytes: u64,
}

/// A change between two commits of a repository.
pub(super) struct Effect<'e> {
    pub table: &'e Arc<Table>,
    pub changes: &'e [ChangedPath],
    /// The number of changed files that are left out, because a search for rules cannot accept their
    /// paths.
    pub unnamed: usize,
    /// The current folder, relative to the repository's top.
    pub here: &'e str,
}

impl Effect<'_> {
    /// Reports the effect of the change. `checkout` contains the base, whose project is `source` at the
    /// path `top`. Afterwards, `checkout` may contain the later commit instead.
    ///
    /// # Errors
    ///
    /// Returns an error if the later commit cannot be read.
    pub fn report(
        &self,
        checkout: &mut Checkout<'_>,
        source: Source,
        top: String,
        arguments: &ChangedArguments,
    ) -> Result<Changes, String> {
        let (mut report, mut touched) = (Report::default(), Vec::new());
        let mut levels = FindingLevels::new(&arguments.deny, &arguments.allow);
        let server = Server::new(Arc::clone(self.table), Session::new(source).confined());
        let Ok(bound) = server.session.bind(&Roots::None) else {
            return Ok(Changes {
                report,
                touched,
                most_bytes: 0,
            });
        };
        levels.add(&bound.project.check);
        if checkout.unnamed > 0 {
            let names = counted(
                checkout.unnamed,
                "file of the base is",
                "files of the base are",
            );
            let text = format!("{names} left out, because of a name that is not UTF-8");
            report.add(
                (Severity::Note, FindingKind::SurveyPartial),
                FindingPlace::Project,
                &text,
            );
        }
        if let Some(first) = checkout.missing.first() {
            let files = counted(checkout.missing.len(), "file", "files");
            let text = format!(
                "the clone is partial, and does not contain {files}, for example '{}': their \
                 rules are not known",
                escape_truncated(first)
            );
            report.add(
                (Severity::Note, FindingKind::SurveyPartial),
                FindingPlace::Project,
                &text,
            );
        }
        if self.unnamed > 0 {
            let text = counted(
                self.unnamed,
                "changed file is left out, because its path is not UTF-8, leads out of the \
                 repository or is too long",
                "changed files are left out, because their paths are not UTF-8, lead out of the \
                 repository or are too long",
            );
            let kind = (Severity::Warning, FindingKind::SurveyPartial);
            report.add(kind, FindingPlace::Project, &text);
        }
        if self.matters(checkout, &bound, &top) {
            touched = self.compare(checkout, &server, &bound, &top, &mut report)?;
        }
        self.submodules(&checkout.uncloned, &bound, &top, &mut report);
        self.name_files(&mut report);
        report.set_levels(&levels);
        Ok(Changes {
            report,
            touched,
            most_bytes: bound.project.limits.response_bytes,
        })
    }

    /// Reports the changed submodules in `uncloned`, whose clones do not contain both commits. A
    /// finding is a warning if a category's directory is in the submodule or contains it.
    fn submodules(
        &self,
        uncloned: &BTreeSet<String>,
        bound: &BoundProject,
        top: &str,
        report: &mut Report,
    ) {
        let changes = self.changes.iter();
        let is_module = |change: &&ChangedPath| change.has(TreeEntryKind::Submodule);
        for change in changes
            .filter(is_module)
            .filter(|change| uncloned.contains(&change.path))
        {
            let mut categories = bound.project.categories.values();
            let serves = below(&change.path, top).is_some_and(|path| {
                categories.any(|category| match bound.relative_dir(category) {
                    Some(dir) if dir.is_empty() => false,
                    Some(dir) => dir == path || below(&dir, path).or(below(path, &dir)).is_some(),
                    None => false,
                })
            });
            let severity = if serves {
                Severity::Warning
            } else {
                Severity::Note
            };
            let text = "the submodule has changed, but is not cloned with both commits, so its \
                        files are not compared. To clone it: git submodule update --init";
            let kind = (severity, FindingKind::SurveyPartial);
            add(report, kind, &change.path, text);
        }
    }

    /// Returns whether the change may affect a rule. If not, the later commit is not read.
    fn matters(&self, checkout: &Checkout<'_>, bound: &BoundProject, top: &str) -> bool {
        let dialects = &self.table.formats.dialects;
        let columns = Column::all(self.table, Utf8Path::new(""), &[]).unwrap_or_default();
        let settings: BTreeSet<&str> = columns.iter().flat_map(Column::project_files).collect();
        let categories = &bound.project.categories;
        self.changes.iter().any(|change| {
            let path = &*change.path;
            let name = path.rsplit('/').next().unwrap_or(path);
            if rule_comparison::is_guide(path, FILE_NAME)
                || name == IGNORED
                || dialects.row_of(path).is_some()
                || change.new.is_none()
                || change.has(TreeEntryKind::Link)
                || change.has(TreeEntryKind::Submodule)
                || checkout.is_led_to(path)
            {
                return true;
            }
            let Some(path) = below(path, top) else {
                return false;
            };
            // The path is a document, a settings file, or a link that is one of their parent folders.
            let is_of = |file: &str| file == path || below(file, path).is_some();
            settings.iter().any(|file| is_of(file))
                || categories
                    .values()
                    .any(|category| match bound.relative_dir(category) {
                        Some(dir) => bound.path_within(category, path).is_some() || is_of(&dir),
                        None => true,
                    })
        })
    }

    /// Compares the two commits, and adds the findings to `report`. Returns the rules of the base that
    /// have a finding and that apply to no changed file.
    fn compare(
        &self,
        checkout: &mut Checkout<'_>,
        server: &Server,
        bound: &BoundProject,
        top: &str,
        report: &mut Report,
    ) -> Result<Vec<RuleState>, String> {
        let before = checkout.paths.clone();
        let mut guides: BTreeMap<String, Option<String>> = BTreeMap::new();
        let changed = self.changes.iter().map(|change| &change.path);
        let changed = changed.filter(|path| rule_comparison::is_guide(path, FILE_NAME));
        for path in changed.chain(checkout.links_named(FILE_NAME)) {
            guides.insert(path.clone(), checkout.text(path));
        }
        let imported = checkout.imported.clone();
        let changed: BTreeSet<&str> = self.changes.iter().map(|change| &*change.path).collect();
        let mut files: Vec<String> = before.iter().cloned().collect();
        let new = self
            .changes
            .iter()
            .filter(|change| change.new.is_some() && !before.contains(&change.path));
        files.extend(new.map(|change| change.path.clone()));
        files.sort_unstable();
        let dialects = &self.table.formats.dialects;
        let rules: Vec<&String> = files
            .iter()
            .filter(|path| dialects.row_of(path).is_some())
            .collect();
        let is_read = |column: &Column| {
            let mut own = column.project_files().into_iter();
            let has = |path: &str| files.binary_search(&join(top, path)).is_ok();
            rules.iter().any(|path| column.reads(dialects, path)) || own.any(has)
        };
        let old = Side::new(server, bound, top, &files, is_read)?;
        checkout.change(self.changes)?;
        let (source, top_now) = checkout.project();
        let later = Server::new(Arc::clone(self.table), Session::new(source).confined());
        let now = later.session.bind(&Roots::None);
        for (path, text) in &guides {
            compare_guides(
                path,
                text.as_deref(),
                checkout.text(path).as_deref(),
                report,
            );
        }
        let now = match now {
            Ok(now) => now,
            Err(error) => {
                let unbound = unbound(&later, &error, &FindingLevels::default());
                let file = join(&top_now, FILE_NAME);
                let findings = unbound.findings.into_iter().map(|mut finding| {
                    finding.file.clone_from(&file);
                    finding.text += "; rules were not compared";
                    finding
                });
                report.findings.extend(findings);
                return Ok(Vec::new());
            }
        };
        let now = Side::new(&later, &now, &top_now, &files, is_read)?;
        self.settings(&old, &now, top, &changed, report);
        self.imports(&old, &imported, report);
        let kept = files.iter().enumerate();
        let kept = kept
            .filter(|(_, path)| checkout.paths.contains(*path))
            .map(|(at, _)| at);
        let comparison = RuleComparison {
            base: &old.rules,
            head: &now.rules,
            files: &files,
            kept: &kept.collect(),
            moved: &self.moved(&files),
            has_new: self.changes.iter().any(|change| change.old.is_none()),
            clients: &old
                .columns
                .iter()
                .map(|column| column.name.clone())
                .collect::<Vec<_>>(),
        };
        comparison.report(report);
        let said = report.findings.iter().map(|finding| finding.file.clone());
        let said: BTreeSet<String> = said.collect();
        let differs = |at: &usize| changed.contains(&*files[*at]);
        let touched = old.rules.into_iter().filter(|rule| {
            said.contains(&rule.path) && rule.text.is_some() && !rule.files.iter().any(differs)
        });
        Ok(touched.collect())
    }

    /// Returns the files that were moved without a change, as a map from their old to their new indices
    /// in `files`. If several new files have the same content, only one with the old file's name is
    /// used.
    fn moved(&self, files: &[String]) -> BTreeMap<usize, usize> {
        let mut new: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for entry in self.changes.iter().filter(|change| change.old.is_none()) {
            if let Some(entry) = &entry.new {
                new.entry(&entry.object).or_default().push(&entry.path);
            }
        }
        let gone = self.changes.iter().filter(|change| change.new.is_none());
        let mut moved = BTreeMap::new();
        for entry in gone.filter_map(|change| change.old.as_ref()) {
            let Some(same) = new.get_mut(&*entry.object) else {
                continue;
            };
            let name = |path: &str| path.rsplit('/').next().map(str::to_owned);
            let named = same.iter().position(|to| name(to) == name(&entry.path));
            let Some(at) = named.or((same.len() == 1).then_some(0)) else {
                continue;
            };
            let index = |path: &str| files.binary_search_by(|file| (**file).cmp(path)).ok();
            if let (Some(from), Some(to)) = (index(&entry.path), index(same.remove(at))) {
                moved.insert(from, to);
            }
        }
        moved
    }

    /// Reports each changed file that a rule file of the base imports and that is not a rule itself.
    fn imports(&self, old: &Side, imported: &BTreeMap<String, String>, report: &mut Report) {
        let is_rule = |path: &str| {
            let mut rules = old.rules.iter();
            rules.any(|rule| rule.path == path && rule.digest.is_some())
        };
        for change in self.changes.iter().filter(|change| !is_rule(&change.path)) {
            let Some(by) = imported.get(&change.path) else {
                continue;
            };
            let what = match change.new {
                Some(_) => "its text has changed",
                None => "it was removed",
            };
            let text = format!("'{}' imports it, and {what}", escape_truncated(by));
            let kind = (Severity::Warning, FindingKind::RuleChanged);
            add(report, kind, &change.path, &text);
        }
    }

    /// Reports changed files that contain clients' settings, and hooks that clients no longer call.
    fn settings(
        &self,
        old: &Side,
        now: &Side,
        top: &str,
        changed: &BTreeSet<&str>,
        report: &mut Report,
    ) {
        for (file, clients) in old.settings(top) {
            if !changed.contains(&*file) {
                continue;
            }
            let clients = clients.iter().map(|client| format!("'{client}'"));
            let clients = clients.collect::<Vec<_>>().join(", ");
            let is_lost = |column: &Column| {
                let later = now.columns.iter().find(|later| later.name == column.name);
                column.is_set_up && later.is_some_and(|later| !later.is_set_up)
            };
            let of_file = |column: &&Column| {
                column
                    .project_files()
                    .iter()
                    .any(|own| below(&file, top) == Some(own))
            };
            let lost = old.columns.iter().filter(of_file).any(is_lost);
            let (severity, said) = if lost {
                (
                    Severity::Warning,
                    format!(
                        "the settings of {clients} have changed, and no longer call the hook of mcp-guide"
                    ),
                )
            } else {
                (
                    Severity::Note,
                    format!("the settings of {clients} have changed"),
                )
            };
            add(
                report,
                (severity, FindingKind::SettingsChanged),
                &file,
                &said,
            );
        }
    }

    /// Makes the paths to the findings' files relative to the current folder.
    fn name_files(&self, report: &mut Report) {
        let depth: Vec<&str> = self.here.split_terminator('/').collect();
        for finding in &mut report.findings {
            if finding.file.contains("://") {
                continue;
            }
            if finding.file.is_empty() {
                finding.file = FILE_NAME.to_owned();
            }
            let names: Vec<&str> = finding.file.split('/').collect();
            let shared = depth
                .iter()
                .zip(&names)
                .take_while(|(one, other)| one == other)
                .count();
            let up = std::iter::repeat_n("..", depth.len() - shared);
            let path: Vec<&str> = up.chain(names[shared..].iter().copied()).collect();
            finding.file = path.join("/");
        }
    }
}
