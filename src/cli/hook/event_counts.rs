//! What one event gave, to be counted: names of rules, and no text, and no file that a tool touches.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::due::{self, Body, Due, Taken};
use super::given::{GivenRow, Progress};
use crate::project::bound_project::BoundProject;

/// The rules of an event, by their paths or URIs; each is in one list only.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct EventCounts {
    /// Seconds since 1970.
    pub time: u64,
    pub client: String,
    /// A digest of the session; empty if it has no name.
    pub session: String,
    /// As [`project`] has it.
    pub project: Uuid,
    /// Those that came whole, or in a line that names another document with the text.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub whole: BTreeSet<String>,
    /// Those of which the first part came, or only the beginning and the headings.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub parts: BTreeSet<String>,
    /// Those for which there was no room.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub no_room: BTreeSet<String>,
    /// Those that the client loads by itself.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub loaded: BTreeSet<String>,
}

impl EventCounts {
    /// Takes what is due in a project, how much of each an answer has, and the rows of what the
    /// client loads by itself. Later parts of a text do not count.
    pub fn new(bound: &BoundProject, (due, taken): (&[Due], &[Taken]), rows: &[GivenRow]) -> Self {
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
        loaded.retain(|rule| ![&*whole, parts, no_room].iter().any(|of| of.contains(rule)));
        counts
    }

    /// Returns whether no rule counts.
    pub fn is_empty(&self) -> bool {
        let lists = [&self.whole, &self.parts, &self.no_room, &self.loaded];
        lists.iter().all(|list| list.is_empty())
    }
}

/// Returns a digest of a project's path, which is the same after another folder took its place, or
/// the system gave the folder another number.
pub(super) fn project(bound: &BoundProject) -> Uuid {
    let path = bound.folder().path();
    let of_path = |path: String| Uuid::new_v5(&Uuid::nil(), path.as_bytes());
    path.map_or_else(|| due::id(bound, ""), of_path)
}
