//! The rules of one event, for the statistics. Neither the rules' texts nor the files that a tool
//! touches are recorded.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::due::{self, Body, Due, Taken};
use super::given::{GivenRow, Progress};
use crate::project::bound_project::BoundProject;

/// The rules of an event, by path or URI. Each rule is in only one list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct EventCounts {
    /// The time of the event, in seconds since 1970.
    pub time: u64,
    pub client: String,
    /// A digest of the session, or an empty string if the message has no session.
    pub session: String,
    /// The digest of the project, as [`project`] returns it.
    pub project: Uuid,
    /// The rules that were given in full, or as a line about another document with the same text.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub whole: BTreeSet<String>,
    /// The rules of which only the first part, or the beginning and the headings, was given.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub parts: BTreeSet<String>,
    /// The rules for which there was no space.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub no_room: BTreeSet<String>,
    /// The rules that the client loads by itself.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub loaded: BTreeSet<String>,
}

impl EventCounts {
    /// Counts the rules of an answer. `taken` says how much of each due rule the answer contains,
    /// and `rows` are the rules that the client loads by itself. Later parts of a rule are not
    /// counted.
    pub fn new(bound: &BoundProject, due: &[Due], taken: &[Taken], rows: &[GivenRow]) -> Self {
        let mut counts = Self {
            project: project(bound),
            ..Self::default()
        };
        for (due, taken) in due.iter().zip(taken) {
            let list = match (&due.body, taken) {
                (Body::Unreadable(_), _) => continue,
                (Body::Text { progress, .. }, _) if *progress != Progress::New => continue,
                (_, Taken::None) => &mut counts.no_room,
                (_, Taken::Whole) => &mut counts.whole,
                (_, Taken::Part(_) | Taken::Beginning(_)) => &mut counts.parts,
            };
            list.extend(due.copies.iter().chain([&due.path]).cloned());
        }
        let loaded = rows.iter().filter_map(|row| match row {
            GivenRow::Rule(row) => Some(row.rule.clone()),
            _ => None,
        });
        counts.loaded.extend(loaded);
        let Self {
            whole,
            parts,
            no_room,
            loaded,
            ..
        } = &mut counts;
        whole.retain(|rule| !parts.contains(rule));
        no_room.retain(|rule| !whole.contains(rule) && !parts.contains(rule));
        loaded.retain(|rule| {
            ![&*whole, parts, no_room]
                .iter()
                .any(|list| list.contains(rule))
        });
        counts
    }

    /// Returns whether no rule is counted.
    pub fn is_empty(&self) -> bool {
        let lists = [&self.whole, &self.parts, &self.no_room, &self.loaded];
        lists.iter().all(|list| list.is_empty())
    }
}

/// Returns a digest of the path to the project's folder. The digest does not change if a different
/// folder takes this path, or if the system gives the folder a different ID.
pub(super) fn project(bound: &BoundProject) -> Uuid {
    let path = bound.folder().path();
    let of_path = |path: String| Uuid::new_v5(&Uuid::nil(), path.as_bytes());
    path.map_or_else(|| due::id(bound, ""), of_path)
}
