//! Compares the rules of two commits: each rule of the base is looked up in the later commit.

use std::collections::{BTreeMap, BTreeSet};

use camino::Utf8Path;

use crate::cli::check::finding_kind::FindingKind;
use crate::cli::check::finding_place::FindingPlace;
use crate::cli::check::report::{Report, Severity};
use crate::cli::reach::cell::Way;
use crate::cli::reach::rule_state::RuleState;
use crate::text::counted::counted;
use crate::text::escaped::escape_truncated;

/// The maximum number of clients or files that a message lists by name.
const NAMED: usize = 3;

/// The rules of two commits, with the files and clients that they refer to.
pub(super) struct RuleComparison<'c> {
    pub base: &'c [RuleState],
    pub head: &'c [RuleState],
    /// The files of both commits. Rules refer to them by index.
    pub files: &'c [String],
    /// The indices of the files that exist in the later commit.
    pub kept: &'c BTreeSet<usize>,
    /// The files that the change moves, by their old and new indices.
    pub moved: &'c BTreeMap<usize, usize>,
    /// Whether the later commit has new files.
    pub has_new: bool,
    pub clients: &'c [String],
}

impl RuleComparison<'_> {
    /// Reports the changes to each rule of the base, sorted by path.
    pub fn report(&self, report: &mut Report) {
        let by_path: BTreeMap<&str, &RuleState> =
            self.head.iter().map(|rule| (&*rule.path, rule)).collect();
        for old in self.base {
            let now = by_path.get(&*old.path).copied();
            let same = self
                .head
                .iter()
                .filter(|rule| rule.has_text_of(old) && rule.path != old.path);
            let same: Vec<&RuleState> = same.collect();
            self.rule(old, now, &same, report);
        }
        let known: BTreeSet<&str> = self.base.iter().map(|rule| &*rule.path).collect();
        let new = self.head.iter().filter(|rule| !known.contains(&*rule.path));
        for new in new.filter(|rule| !self.base.iter().any(|old| rule.has_text_of(old))) {
            let text = format!("a new rule that applies to {}", self.names(&new.files));
            add(
                report,
                (Severity::Note, FindingKind::RuleAdded),
                &new.path,
                &text,
            );
        }
    }

    /// Reports the changes to `old`, a rule of the base. `now` is the later commit's rule at the same
    /// path, and `same` are its rules at other paths that have the same text.
    fn rule(
        &self,
        old: &RuleState,
        now: Option<&RuleState>,
        same: &[&RuleState],
        report: &mut Report,
    ) {
        let mut add = |kind, text: String| add(report, kind, &old.path, &text);
        let all: Vec<&RuleState> = now.into_iter().chain(same.iter().copied()).collect();
        let names: Vec<String> = same
            .iter()
            .map(|rule| format!("'{}'", escape_truncated(&rule.path)))
            .collect();
        let before: BTreeSet<usize> = old.files.intersection(self.kept).copied().collect();
        let is_left = |file: &&usize| !all.iter().any(|rule| rule.files.contains(file));
        let lost: BTreeSet<usize> = before.iter().filter(is_left).copied().collect();
        match (now, &*names) {
            (None, []) => {
                let text = format!(
                    "the rule was removed; it applied to {}",
                    self.names(&old.files)
                );
                add((Severity::Warning, FindingKind::RuleRemoved), text);
                return;
            }
            (None, names) => {
                let text = format!("the rule is now in {}", names.join(", "));
                add((Severity::Note, FindingKind::RuleMoved), text);
            }
            // The text of a rule that applies to no file is not known.
            (Some(now), _) if now.digest != old.digest && old.digest.and(now.digest).is_some() => {
                let (severity, text) = reworded(old, now);
                add((severity, FindingKind::RuleChanged), text);
            }
            _ => {}
        }
        let patterns = |rule: &RuleState| rule.patterns.join(", ");
        let is_as_before = |rule: &RuleState| {
            rule.patterns == old.patterns && rule.is_described == old.is_described
        };
        let others = match now {
            Some(now) => Some(now).filter(|now| !is_as_before(now)),
            None if same.iter().any(|rule| is_as_before(rule)) => None,
            None => same.first().copied(),
        };
        let said = others.map_or_else(String::new, |now| {
            match (now.is_described, &*now.patterns) {
                (true, _) => "; the agent now chooses it by its description".to_owned(),
                (false, []) => "; it no longer has patterns".to_owned(),
                (false, _) => format!(
                    "; its patterns are now '{}', and were '{}'",
                    escape_truncated(&patterns(now)),
                    escape_truncated(&patterns(old))
                ),
            }
        });
        if !lost.is_empty() {
            let text = format!("the rule no longer applies to {}{said}", self.names(&lost));
            add((Severity::Warning, FindingKind::RuleScope), text);
        } else if !said.is_empty() {
            let more =
                others.is_some_and(|rule| rule.files.difference(&old.files).next().is_some());
            let text = if more {
                format!("the rule applies to more files{said}")
            } else {
                format!("the rule applies to the same files of this project{said}")
            };
            let severity = if more {
                Severity::Note
            } else {
                Severity::Warning
            };
            add((severity, FindingKind::RuleScope), text);
        }
        if said.is_empty() && now.is_some_and(|now| has_other_header(old, now)) {
            let text = "its header has changed".to_owned();
            add((Severity::Warning, FindingKind::RuleChanged), text);
        }
        self.leaving(old, &all, &mut add);
        if before.is_empty() || lost.len() == before.len() {
            return;
        }
        self.clients(old, &all, &mut add);
    }

    /// Adds a finding if the change moves files out of the scope of `old`, or if `old` no longer
    /// applies to any file. `now` are the later commit's versions of the rule.
    fn leaving(
        &self,
        old: &RuleState,
        now: &[&RuleState],
        add: &mut impl FnMut((Severity, FindingKind), String),
    ) {
        let moved = old.files.iter().filter_map(|file| self.moved.get(file));
        let moved = moved.filter(|to| !now.iter().any(|rule| rule.files.contains(to)));
        let moved: BTreeSet<usize> = moved.copied().collect();
        if !moved.is_empty() {
            let have = if moved.len() == 1 { "has" } else { "have" };
            let text = format!(
                "the rule does not apply to {}, which {have} moved",
                self.names(&moved)
            );
            add((Severity::Warning, FindingKind::RuleScope), text);
        } else if !old.files.is_empty()
            && old.files.is_disjoint(self.kept)
            && now.iter().all(|rule| rule.files.is_disjoint(self.kept))
        {
            // If a change only removes files, there is no file left to which the rule could apply.
            let severity = if self.has_new {
                Severity::Warning
            } else {
                Severity::Note
            };
            let names = self.names(&old.files);
            let text = format!("the rule no longer applies to any file; it applied to {names}");
            add((severity, FindingKind::RuleScope), text);
        }
    }

    /// Adds a finding about the clients that load less of the rule by themselves in the later commit
    /// than in the base.
    fn clients(
        &self,
        old: &RuleState,
        now: &[&RuleState],
        add: &mut impl FnMut((Severity, FindingKind), String),
    ) {
        let mut losses: BTreeMap<(Way, Way), Vec<&str>> = BTreeMap::new();
        for (at, client) in self.clients.iter().enumerate() {
            let best = now
                .iter()
                .map(|rule| rule.ways[at])
                .max()
                .unwrap_or(Way::Never);
            if best < old.ways[at] && (old.ways[at].is_own() || best == Way::Never) {
                losses.entry((old.ways[at], best)).or_default().push(client);
            }
        }
        for ((before, best), clients) in losses {
            let text = format!(
                "how the rule reaches {}: before, {}; now, {}",
                listed(&clients, "client", "clients"),
                phrase(before),
                phrase(best)
            );
            add((Severity::Warning, FindingKind::RuleUnloaded), text);
        }
    }

    /// Lists the names of `files`, or returns their number and the first name if there are more than
    /// [`NAMED`].
    fn names(&self, files: &BTreeSet<usize>) -> String {
        let names: Vec<&str> = files
            .iter()
            .take(NAMED + 1)
            .map(|at| &*self.files[*at])
            .collect();
        match files.len() {
            0 => "no file".to_owned(),
            count if count > NAMED => {
                format!(
                    "{count} files, for example '{}'",
                    escape_truncated(names[0])
                )
            }
            _ => listed(&names, "file", "files"),
        }
    }
}

/// Lists `names`, or returns their number and the first name if there are more than [`NAMED`]. `one`
/// and `many` are the singular and the plural of the noun that describes the names.
fn listed(names: &[&str], one: &str, many: &str) -> String {
    let shown: Vec<String> = names
        .iter()
        .map(|name| format!("'{}'", escape_truncated(name)))
        .collect();
    match names.len() {
        count if count > NAMED => {
            format!("{}, for example {}", counted(count, one, many), shown[0])
        }
        _ => shown.join(", "),
    }
}

/// Describes how a rule reaches a client.
fn phrase(way: Way) -> &'static str {
    match way {
        Way::Start => "loaded when it starts",
        Way::Read => "loaded with a file",
        Way::Cut => "loaded in part",
        Way::Hook => "only by the hook of mcp-guide, if it is set up",
        Way::Never => "not at all",
    }
}

/// Returns whether the headers of the two rules differ. Returns false if one of the texts could not be
/// read.
fn has_other_header(old: &RuleState, now: &RuleState) -> bool {
    old.text.is_some() && now.text.is_some() && old.header != now.header
}

/// Describes how the text of a rule has changed. The severity is a warning, unless the change only adds
/// lines.
fn reworded(old: &RuleState, now: &RuleState) -> (Severity, String) {
    let (Some(before), Some(after)) = (&old.text, &now.text) else {
        return (
            Severity::Warning,
            "its text, or a file that it links to, has changed".to_owned(),
        );
    };
    let lines = |text: &'_ str| -> BTreeMap<String, usize> {
        let mut lines = BTreeMap::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            *lines.entry(line.to_owned()).or_insert(0) += 1;
        }
        lines
    };
    let (before, after) = (lines(before), lines(after));
    let more = |one: &BTreeMap<String, usize>, other: &BTreeMap<String, usize>| -> usize {
        let counts = one
            .iter()
            .map(|(line, count)| count.saturating_sub(*other.get(line).unwrap_or(&0)));
        counts.sum()
    };
    match (more(&before, &after), more(&after, &before)) {
        (0, 0) => (
            Severity::Warning,
            "the order of its lines, or a file that it links to, has changed".to_owned(),
        ),
        (0, new) => (
            Severity::Note,
            format!("its text has {}", counted(new, "new line", "new lines")),
        ),
        (gone, new) => {
            let lines = counted(
                gone,
                "line was removed from its text",
                "lines were removed from its text",
            );
            let text = match new {
                0 => lines,
                new => format!(
                    "{lines}, and {}",
                    counted(new, "line was added", "lines were added")
                ),
            };
            (Severity::Warning, text)
        }
    }
}

/// Adds a finding about the file at `path`, which is relative to the repository's top.
pub(super) fn add(report: &mut Report, kind: (Severity, FindingKind), path: &str, text: &str) {
    report.add(kind, FindingPlace::Project, text);
    if let Some(finding) = report.findings.last_mut() {
        finding.file = path.to_owned();
    }
}

/// Returns whether `path` is a guide, in any folder. `name` is the file name of guides.
pub(super) fn is_guide(path: &str, name: &str) -> bool {
    Utf8Path::new(path).file_name() == Some(name)
}
