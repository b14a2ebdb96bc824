//! `hook --stats`: prints how many times the current project's rules were given, and which rules
//! were not given lately.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::event_counts;
use super::hook_arguments::HookArguments;
use super::memory::{Memory, unremovable};
use super::statistics::{Dropped, RuleCounts, Statistics, now, written};
use crate::cli::Context;
use crate::cli::grid::Grid;
use crate::cli::here::Here;
use crate::cli::output::failed;
use crate::cli::screen::aligned;
use crate::operation::guidance::RuleProblem;
use crate::project::bound_project::BoundProject;
use crate::server::Server;
use crate::text::counted::counted;
use crate::text::escaped::{escape_truncated, shown_name};

/// The default number of days after which a rule is listed as not given.
const DAYS: u32 = 30;
const DAY: u64 = 24 * 60 * 60;
/// The headings of the table, and the headings of the columns that are left out first if the
/// terminal is too narrow.
const HEAD: [&str; 8] = [
    "Rule",
    "Given",
    "Sessions",
    "In parts",
    "Did not fit",
    "Loaded",
    "Clients",
    "Last given",
];
const LEAST_USEFUL: [usize; 4] = [6, 5, 2, 7];

/// The statistics of a project, as they are printed.
struct StatsReport<'r> {
    counted: Vec<(String, &'r RuleCounts)>,
    /// The rules that were neither given nor loaded by a client in the last `days` days.
    idle: Vec<String>,
    /// Whether the project has a rule for files.
    has_rules: bool,
    days: u32,
    /// Whether all files of the project were listed.
    has_all_files: bool,
    since: Option<u64>,
    dropped: Option<Dropped>,
}

/// Prints how many times the rules of a project were given, or resets the counts. Returns the exit
/// code.
pub(super) fn stats(
    context: &Context,
    memory: &Memory,
    arguments: &HookArguments,
    project: impl FnOnce() -> Result<BoundProject, String>,
) -> u8 {
    let output = context.output;
    if arguments.reset {
        return match memory.forget_statistics() {
            Ok(()) => output.prose("The counts of all projects were cleared.\n"),
            Err(error) => failed(&unremovable(&context.table, &error)),
        };
    }
    let statistics = memory.statistics();
    let statistics = statistics.map_err(|error| capitalized(&error.render(&context.table)));
    let found = statistics.and_then(|statistics| Ok((statistics, project()?)));
    let (statistics, bound) = match found {
        Ok(found) => found,
        Err(error) => return failed(&error),
    };
    let server = Server::new(context.table.clone(), context.session());
    let days = arguments.days.unwrap_or(DAYS);
    let report = match StatsReport::new(&statistics, &server, &bound, days) {
        Ok(report) => report,
        Err(error) => return failed(&error),
    };
    if arguments.json {
        return output.print(&format!("{}\n", report.json()));
    }
    let Some(screen) = output.screen(&context.table, None) else {
        let table = aligned(report.rows(), usize::MAX);
        return output.print(&(table + &report.notes()));
    };
    let table = screen.fitted(&Grid {
        rows: report.rows(),
        least_useful: LEAST_USEFUL.to_vec(),
        ..Grid::default()
    });
    output.shown(&(table + &report.notes()))
}

impl<'r> StatsReport<'r> {
    /// Creates the report from the counts of a project and its current rules.
    ///
    /// # Errors
    ///
    /// Returns an error if the rules of the project cannot be found.
    fn new(
        statistics: &'r Statistics,
        server: &Server,
        bound: &BoundProject,
        days: u32,
    ) -> Result<Self, String> {
        let here = Here::new(bound);
        let shown = |rule: &str| {
            if rule.contains("://") {
                rule.to_owned()
            } else {
                here.path(rule)
            }
        };
        let of_project = statistics.of(event_counts::project(bound));
        let mut counted: Vec<_> = of_project
            .map(|counts| (shown(&counts.rule), counts))
            .collect();
        counted.sort_by(|(a, of_a), (b, of_b)| (of_b.given, a).cmp(&(of_a.given, b)));
        let from = now().saturating_sub(u64::from(days) * DAY);
        let recent = counted
            .iter()
            .filter(|(_, counts)| counts.last_reached > 0 && counts.last_reached >= from);
        let recent: HashSet<&str> = recent.map(|(_, counts)| &*counts.rule).collect();
        let (mut paths, omitted) = bound.files();
        // One file in each folder is enough to find the nested rules on its path.
        let mut folders = HashSet::new();
        let folder = |path: &str| path.rsplit_once('/').map(|(folder, _)| folder.to_owned());
        paths.retain(|path| folders.insert(folder(path)));
        let found = server.every_rule(bound, paths);
        let found = found.map_err(|_| "The rules of the project cannot be found".to_owned())?;
        let (mut idle, mut has_rules) = (Vec::new(), false);
        for rule in &found.considered {
            let scope = rule.scope.as_deref();
            // Only rules with patterns are compared with files.
            let can_apply = scope.is_some_and(|scope| !scope.patterns.is_empty())
                || rule.bad == Some(RuleProblem::NOT_COMPARED);
            has_rules |= can_apply;
            if can_apply && !recent.contains(&*rule.path) {
                idle.push(shown(&rule.path));
            }
        }
        idle.sort();
        idle.dedup();
        Ok(Self {
            counted,
            idle,
            has_rules,
            days,
            has_all_files: omitted.is_ok_and(|omitted| omitted.is_nothing()),
            since: statistics.since,
            dropped: statistics.dropped,
        })
    }

    /// Returns the rows of the table, or no rows if nothing was counted.
    fn rows(&self) -> Vec<Vec<String>> {
        let rows = self.counted.iter().map(|(rule, counts)| {
            let number = |number: u64| match number {
                0 => String::new(),
                number => number.to_string(),
            };
            let clients = counts.clients.iter();
            let clients =
                clients.map(|(client, count)| format!("{} {count}", escape_truncated(client)));
            let clients: Vec<String> = clients.collect();
            vec![
                shown_name(rule),
                counts.given.to_string(),
                number(counts.sessions),
                number(counts.parts),
                number(counts.no_room),
                number(counts.loaded),
                clients.join(", "),
                time(counts.last_given).unwrap_or_default(),
            ]
        });
        let head = HEAD.map(str::to_owned).to_vec();
        let rows: Vec<Vec<String>> = rows.collect();
        if rows.is_empty() {
            Vec::new()
        } else {
            std::iter::once(head).chain(rows).collect()
        }
    }

    /// Returns the lines below the table.
    fn notes(&self) -> String {
        let days = counted(self.days, "day", "days");
        let mut text = if self.counted.is_empty() {
            "No rule of this project has been given yet.\n".to_owned()
        } else {
            String::new()
        };
        if !self.has_rules {
            text += "\nThe project has no rules for files.\n";
        } else if self.idle.is_empty() {
            text += &format!("\nEach rule was given in the last {days}, or loaded by a client.\n");
        } else {
            text += &format!("\nNot given in the last {days}, nor loaded by a client:\n");
            let idle = self.idle.iter();
            text.extend(idle.map(|rule| format!("  {}\n", shown_name(rule))));
        }
        if !self.has_all_files {
            text +=
                "Only a part of the project's files was listed, so rules may be missing here.\n";
        }
        if let Some(since) = self.since.and_then(time) {
            text += &format!("Counted since {since}, on this machine only.\n");
        }
        if let Some(dropped) = self.dropped {
            let rules = counted(dropped.rules, "rule", "rules");
            text += &format!(
                "The file was full: the counts of {rules} in all projects, last counted before \
                 {}, were dropped.\n",
                time(dropped.last.saturating_add(1)).unwrap_or_default()
            );
        }
        text
    }

    /// Returns the report as JSON.
    fn json(&self) -> Value {
        let rules = self.counted.iter().map(|(rule, counts)| {
            json!({
                "rule": rule,
                "given": counts.given,
                "sessions": counts.sessions,
                "in_parts": counts.parts,
                "no_room": counts.no_room,
                "loaded": counts.loaded,
                "clients": counts.clients,
                "last_given": time(counts.last_given),
            })
        });
        let dropped = self
            .dropped
            .map(|dropped| json!({ "rules": dropped.rules, "last": time(dropped.last) }));
        json!({
            "rules": rules.collect::<Vec<_>>(),
            "days": self.days,
            "not_given": self.idle,
            "has_all_files": self.has_all_files,
            "since": self.since.and_then(time),
            "dropped": dropped,
        })
    }
}

/// Formats a time in seconds since 1970, or returns `None` for 0.
fn time(seconds: u64) -> Option<String> {
    (seconds > 0).then(|| written(seconds))
}

/// Returns `text` with its first letter in upper case.
fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}
