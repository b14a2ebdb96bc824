//! Counts of how many times rules were given. One file contains the counts of all projects, and
//! each event adds a line to it. When the file is full, its lines are merged into one for each
//! rule, and the oldest rules are dropped.

use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use indexmap::IndexSet;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::event_counts::EventCounts;
use crate::write::list_table::time;

/// The line with which the file begins.
pub(super) const HEAD: &str = "statistics of mcp-guide hooks, version 1\n";
/// The maximum size of the file, and its maximum size after it has been shortened, in bytes.
pub(super) const MAX_BYTES: u64 = 256 * 1024;
const MAX_SHORT: usize = 192 * 1024;
/// The number of recent sessions that are kept for each rule when the file is shortened, and their
/// maximum age in seconds.
const MAX_RECENT: usize = 32;
const RECENT: u64 = 7 * 24 * 60 * 60;

/// The contents of the file.
#[derive(Debug, Default)]
pub(super) struct Statistics {
    /// The time since which rules are counted, in seconds since 1970.
    pub since: Option<u64>,
    /// The counts of each rule, by project and by the rule's path or URI.
    rules: HashMap<(Uuid, String), RuleCounts>,
    /// The rules whose counts were dropped, if any.
    pub dropped: Option<Dropped>,
}

/// The counts of a rule.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RuleCounts {
    pub project: Uuid,
    pub rule: String,
    /// The number of times the rule was given, in full or in parts.
    pub given: u64,
    /// The number of times that the rule was given in parts, or only with its beginning. `given`
    /// includes these.
    pub parts: u64,
    /// The number of answers that had no space for the rule.
    pub no_room: u64,
    /// The number of times the client had loaded the rule by itself.
    pub loaded: u64,
    /// The number of sessions in which the rule was given.
    pub sessions: u64,
    /// Digests of the sessions in which the rule was given, newest last.
    recent: IndexSet<String>,
    /// The number of times the rule was given to each client.
    pub clients: BTreeMap<String, u64>,
    /// The time at which the rule was last given, in seconds since 1970, or 0 for never.
    pub last_given: u64,
    /// The time at which the rule was last given or loaded, in seconds since 1970.
    pub last_reached: u64,
    /// The time at which the rule was last given or loaded, or did not fit, in seconds since 1970.
    last_counted: u64,
}

/// The number of rules whose counts were dropped, and the time, in seconds since 1970, at which the
/// newest of them was last counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Dropped {
    pub rules: u64,
    pub last: u64,
}

/// A line of the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StatisticsRow {
    Event(EventCounts),
    Rule(RuleCounts),
    Since(u64),
    Dropped(Dropped),
}

/// Returns the current time in seconds since 1970.
pub(super) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

/// Formats a time in seconds since 1970.
pub(super) fn written(seconds: u64) -> String {
    // The last second of the year 9999: later years have more than four digits.
    let since = Duration::from_secs(seconds.min(253_402_300_799));
    time(UNIX_EPOCH + since)
}

/// Returns the line for an event.
pub(super) fn line(event: EventCounts) -> String {
    StatisticsRow::Event(event).line()
}

/// Returns shorter text with the same counts as `text`, or `None` if `text` is invalid. If there
/// are too many rules, the oldest are dropped. `now` is in seconds since 1970.
pub(super) fn shorter(text: &str, now: u64) -> Option<String> {
    let mut statistics = Statistics::parse(text).ok()?;
    Some(statistics.text(now))
}

impl StatisticsRow {
    fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}

impl Statistics {
    /// Parses the text of the file. Ignores an incomplete line at the end, which a hook is still
    /// writing, or was writing when it was killed. A later line counts as a later event, whatever
    /// times the lines contain.
    ///
    /// # Errors
    ///
    /// Returns the number of the first invalid line, counted from 1.
    pub fn parse(text: &str) -> Result<Self, usize> {
        let mut statistics = Self::default();
        if HEAD.starts_with(text) {
            return Ok(statistics);
        }
        let rows = text.strip_prefix(HEAD).ok_or(1_usize)?;
        let rows = &rows[..rows.rfind('\n').map_or(0, |end| end + 1)];
        for (at, line) in rows.lines().enumerate() {
            let row = serde_json::from_str(line).map_err(|_| at + 2)?;
            statistics.add(row);
        }
        Ok(statistics)
    }

    /// Returns the counts of a project's rules.
    pub fn of(&self, project: Uuid) -> impl Iterator<Item = &RuleCounts> {
        let rules = self.rules.values();
        rules.filter(move |counts| counts.project == project)
    }

    fn add(&mut self, row: StatisticsRow) {
        match row {
            StatisticsRow::Since(time) => self.begin(time),
            StatisticsRow::Dropped(dropped) => self.dropped = Some(dropped),
            StatisticsRow::Rule(row) => {
                self.rules.insert((row.project, row.rule.clone()), row);
            }
            StatisticsRow::Event(event) => {
                self.begin(event.time);
                for rule in &event.whole {
                    self.rule(&event, rule).give(&event);
                }
                for rule in &event.parts {
                    let counts = self.rule(&event, rule);
                    counts.give(&event);
                    counts.parts = counts.parts.saturating_add(1);
                }
                for rule in &event.no_room {
                    let counts = self.rule(&event, rule);
                    counts.no_room = counts.no_room.saturating_add(1);
                }
                for rule in &event.loaded {
                    let counts = self.rule(&event, rule);
                    counts.loaded = counts.loaded.saturating_add(1);
                    counts.last_reached = event.time;
                }
            }
        }
    }

    fn begin(&mut self, time: u64) {
        self.since.get_or_insert(time);
    }

    fn rule(&mut self, event: &EventCounts, rule: &str) -> &mut RuleCounts {
        let key = (event.project, rule.to_owned());
        let counts = self.rules.entry(key).or_insert_with(|| RuleCounts {
            project: event.project,
            rule: rule.to_owned(),
            ..RuleCounts::default()
        });
        counts.last_counted = event.time;
        counts
    }

    /// Returns the text of a file with the newest rules that fit into [`MAX_SHORT`] bytes.
    fn text(&mut self, now: u64) -> String {
        let mut rules: Vec<RuleCounts> = self.rules.drain().map(|(_, counts)| counts).collect();
        rules.sort_by(|a, b| {
            let times = |counts: &RuleCounts| (counts.last_counted, counts.last_reached);
            (times(b), b.project, &b.rule).cmp(&(times(a), a.project, &a.rule))
        });
        let since = self.since.unwrap_or(now);
        let mut text = HEAD.to_owned() + &StatisticsRow::Since(since).line();
        let mut rules = rules.into_iter().map(|counts| counts.shortened(now));
        for counts in rules.by_ref() {
            let last = counts.last_counted;
            let line = StatisticsRow::Rule(counts).line();
            if text.len() + line.len() > MAX_SHORT {
                self.drop_rule(last);
                break;
            }
            text += &line;
        }
        for counts in rules {
            self.drop_rule(counts.last_counted);
        }
        let dropped = self
            .dropped
            .map(|dropped| StatisticsRow::Dropped(dropped).line());
        text + &dropped.unwrap_or_default()
    }

    fn drop_rule(&mut self, last: u64) {
        let before = self.dropped.unwrap_or(Dropped { rules: 0, last: 0 });
        self.dropped = Some(Dropped {
            rules: before.rules.saturating_add(1),
            last: before.last.max(last),
        });
    }
}

impl RuleCounts {
    fn give(&mut self, event: &EventCounts) {
        self.given = self.given.saturating_add(1);
        self.last_given = event.time;
        self.last_reached = event.time;
        let of_client = self.clients.entry(event.client.clone()).or_default();
        *of_client = of_client.saturating_add(1);
        if event.session.is_empty() {
            return;
        }
        if self.recent.insert(event.session.clone()) {
            self.sessions = self.sessions.saturating_add(1);
        }
    }

    /// Drops the digests of sessions if they are too old, and the oldest digests if there are too
    /// many.
    fn shortened(mut self, now: u64) -> Self {
        let many = self.recent.len().saturating_sub(MAX_RECENT);
        let is_old = self.last_given.saturating_add(RECENT) < now;
        let gone = if is_old { self.recent.len() } else { many };
        self.recent.drain(..gone);
        self
    }
}
