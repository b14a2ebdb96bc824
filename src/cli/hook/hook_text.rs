//! The text that a hook gives to an agent: a line for each rule, followed by the rule's indented
//! text. In these lines, names are in quotes and contain no quotes, so that no text or name can
//! imitate a line.

use super::due::{Body, Due, Taken};
use super::given::Progress;
use super::part_end::{indented, part_end};
use super::text_unit::Bound;
use crate::operation::note::{Note, Notes};
use crate::table::{Phrase, Table};
use crate::text::escaped::escape_at_most;
use crate::text::markup::headings::headings;
use crate::text::messages::Verbatim;

/// The maximum number of names in a line, and the maximum length of each name in characters.
pub(super) const MAX_NAMES: usize = 4;
const MAX_NAME: usize = 100;
/// The maximum length of a line about rules that were not found, read or compared, in characters.
const MAX_NOTE: usize = 500;
/// The maximum number of messages over which a rule is given in parts. If a rule needs more, only
/// its beginning and its headings are given.
const MAX_PARTS: usize = 6;
/// The maximum number of headings that are listed for a rule of which only the beginning is given.
const MAX_HEADINGS: usize = 40;

/// The contents of a hook's text.
pub(super) struct HookText<'a> {
    pub table: &'a Table,
    pub bound: Bound,
    /// The files that a tool touches, or none if a context begins.
    pub files: &'a [String],
    /// The due rules. The rules for `files`, or for every file, come first, general before
    /// specific. The pending rules follow, oldest first.
    pub due: &'a [Due],
    /// The lines about other rules.
    pub notes: &'a [String],
    /// Whether all applicable rules were given before or are in `due`.
    pub is_complete: bool,
    /// The command that prints the rules that do not fit.
    pub command: &'a str,
    /// Whether the record of what the session was given can be kept, so that later messages can
    /// give the rest.
    pub can_follow: bool,
}

impl HookText<'_> {
    /// Returns text within the bound, and how much of each rule it contains. If space is short, the
    /// most specific rules take precedence, followed by the rules that have been pending longest.
    pub fn compose(&self) -> (String, Vec<Taken>) {
        // The length of the lines around the rules is known only once the rules are chosen.
        let mut room = self.bound.most;
        let whole: Vec<usize> = self.due.iter().map(|due| self.whole_length(due)).collect();
        loop {
            let taken = self.take(room, &whole);
            let text = self.write(&taken);
            let over = self.bound.length(&text).saturating_sub(self.bound.most);
            if over == 0 {
                return (text, taken);
            }
            if room == 0 {
                let taken = vec![Taken::None; self.due.len()];
                return (self.bound.first(&text).to_owned(), taken);
            }
            room = room.saturating_sub(over);
        }
    }

    /// Chooses how much of each rule fits into `room`. `whole` contains the rules' full lengths.
    fn take(&self, room: usize, whole: &[usize]) -> Vec<Taken> {
        let mut taken = vec![Taken::None; self.due.len()];
        let own = self.due.iter().filter(|due| due.is_own).count();
        let order: Vec<usize> = (0..own).rev().chain(own..self.due.len()).collect();
        let mut left = room;
        for (place, at) in order.iter().enumerate() {
            let due = &self.due[*at];
            if whole[*at] <= left {
                left -= whole[*at];
                taken[*at] = Taken::Whole;
            } else if whole[*at] > self.bound.most {
                // The rule leaves up to half of the space for other rules that fit in full.
                let mut others = 0;
                for other in order[place + 1..].iter().map(|at| whole[*at]) {
                    if other <= (left / 2).saturating_sub(others) {
                        others += other;
                    }
                }
                if let Some((part, length)) = self.part(due, left - others) {
                    left = left.saturating_sub(length);
                    taken[*at] = part;
                }
            }
        }
        // A rule that would fit into the next message is cut only if much of this message is empty.
        if left * 5 > self.bound.most {
            let waiting = order.iter().find(|at| taken[**at] == Taken::None);
            let part = waiting.and_then(|at| Some((*at, self.part(&self.due[*at], left)?)));
            if let Some((at, (part, _))) = part {
                taken[at] = part;
            }
        }
        // A line must not refer to a rule whose text is not given.
        for (at, due) in self.due.iter().enumerate() {
            let Body::Same(path) = &due.body else {
                continue;
            };
            let is_it =
                |other: &Due| other.path == *path && matches!(other.body, Body::Text { .. });
            let index = self.due.iter().position(is_it);
            if index.is_some_and(|index| taken[index] == Taken::None) {
                taken[at] = Taken::None;
            }
        }
        taken
    }

    /// Returns the part of a rule that fits into `room`, and the length of this part. Returns
    /// `None` if no useful part fits.
    fn part(&self, due: &Due, room: usize) -> Option<(Taken, usize)> {
        let Body::Text { text, start, .. } = &due.body else {
            return None;
        };
        let all = self.bound.length(text);
        let is_beginning = all > MAX_PARTS * self.bound.most && *start == 0;
        let around = if is_beginning {
            self.entry(due, Taken::Beginning(0))
        } else {
            self.entry(due, Taken::Part(*start))
        };
        let room = room.checked_sub(self.bound.length(&around))?;
        let end = start + part_end(&text[*start..], room, self.bound)?;
        let part = if is_beginning {
            Taken::Beginning(end)
        } else {
            Taken::Part(end)
        };
        Some((part, self.bound.length(&self.entry(due, part))))
    }

    /// Returns the length of the entire due part of a rule. If this part does not fit into one
    /// message, the result is larger than the bound.
    fn whole_length(&self, due: &Due) -> usize {
        let is_long = |text: &str| self.bound.length(text) > self.bound.most;
        match &due.body {
            Body::Text {
                text,
                start,
                is_cut,
                ..
            } if *is_cut || is_long(&text[*start..]) => usize::MAX,
            _ => self.bound.length(&self.entry(due, Taken::Whole)),
        }
    }

    /// Writes the chosen parts of the rules, and the lines around them.
    fn write(&self, taken: &[Taken]) -> String {
        let mut text = String::new();
        let all = || self.due.iter().zip(taken);
        for is_own in [true, false] {
            let mut chosen =
                all().filter(|(due, taken)| due.is_own == is_own && **taken != Taken::None);
            let entries: String = chosen
                .by_ref()
                .map(|(due, taken)| self.entry(due, *taken))
                .collect();
            let has_own = !self.notes.is_empty() || self.due.iter().any(|due| due.is_own);
            let is_headed = is_own && has_own || !entries.is_empty();
            if is_headed {
                text += &self.head(is_own);
                text += &entries;
            }
            if is_own {
                text.extend(self.notes.iter().map(|note| format!("{note}\n")));
            }
        }
        let left = all().filter(|(_, taken)| matches!(taken, Taken::None | Taken::Part(_)));
        let left: Vec<&str> = left.map(|(due, _)| &*due.path).collect();
        let line = match (left.is_empty(), self.is_complete && !self.files.is_empty()) {
            (true, true) => self.table.render(&Phrase::HookEnd),
            (true, false) => return text,
            (false, _) => {
                let names = Verbatim(self.names(&left));
                let command = Verbatim(self.command.to_owned());
                self.table.render(&if self.can_follow {
                    Phrase::HookNext { names, command }
                } else {
                    Phrase::HookRest { names, command }
                })
            }
        };
        text + &line + "\n"
    }

    /// Returns the line above the rules for the files at hand, or above the pending rules.
    fn head(&self, is_own: bool) -> String {
        let head = match (is_own, self.files) {
            (true, []) => self.table.render(&Phrase::HookStart),
            (true, files) => {
                let paths = Verbatim(self.names(files));
                self.table.render(&Phrase::HookHead { paths })
            }
            (false, _) => self.table.render(&Phrase::HookWaiting),
        };
        head + "\n"
    }

    /// Lists the first names in `all`, and counts the others.
    fn names<T: AsRef<str>>(&self, all: &[T]) -> String {
        let first = all.iter().take(MAX_NAMES).map(|name| quoted(name.as_ref()));
        self.table
            .render_list(first, all.len().saturating_sub(MAX_NAMES))
    }

    /// Returns the line of a rule, followed by the `taken` part of its text.
    fn entry(&self, due: &Due, taken: Taken) -> String {
        let [name, pattern, source] =
            [&due.path, &due.pattern, &due.source].map(|text| Verbatim(quoted(text)));
        let (text, start, given) = match &due.body {
            Body::Same(path) => {
                let line = Phrase::HookSame {
                    name,
                    pattern,
                    source,
                    same: Verbatim(quoted(path)),
                };
                return self.table.render(&line) + "\n";
            }
            Body::Unreadable(error) => (error, 0, Progress::New),
            Body::Text {
                text,
                start,
                progress,
                ..
            } => (text, *start, *progress),
        };
        let (end, is_part) = match taken {
            Taken::None => return String::new(),
            Taken::Whole => (text.len(), start > 0),
            Taken::Part(end) => (end, true),
            Taken::Beginning(end) => (end, false),
        };
        let line = if is_part && self.can_follow {
            let before = match given {
                Progress::Parts(count, _) => count,
                Progress::New | Progress::Whole => 0,
            };
            let rest = self.bound.length(&text[end..]);
            let rest = rest.div_ceil(self.bound.most * 9 / 10);
            let (part, parts) = (before + 1, before + 1 + rest);
            Phrase::HookPart {
                name: name.clone(),
                pattern,
                source,
                part,
                parts,
            }
        } else {
            Phrase::HookRule {
                name: name.clone(),
                pattern,
                source,
            }
        };
        let mut entry = self.table.render(&line) + "\n";
        entry += &indented(text[start..end].trim_end());
        if let Taken::Beginning(_) = taken {
            let all = headings(text).unwrap_or_default();
            let first = all
                .iter()
                .take(MAX_HEADINGS)
                .map(|heading| quoted(&heading.text));
            let headings = self
                .table
                .render_list(first, all.len().saturating_sub(MAX_HEADINGS));
            entry += &self.table.render(&Phrase::HookLong {
                name,
                headings: Verbatim(headings),
                command: Verbatim(self.command.to_owned()),
            });
            entry.push('\n');
        }
        entry
    }
}

/// Returns the lines of `get_guidance` about rules that were not found, read or compared, or that
/// are chosen by their descriptions. The flag of a line says whether rules may be missing.
pub(super) fn notes(table: &Table, notes: &Notes) -> Vec<(String, bool)> {
    let line = |note: &Note| {
        let is_missing = !matches!(note, Note::Described(_));
        (escape_at_most(&table.render(note), MAX_NOTE), is_missing)
    };
    notes.iter().map(line).collect()
}

/// Returns `name` in quotes, escaped and shortened. Quotes in `name` are escaped as well.
fn quoted(name: &str) -> String {
    let name = escape_at_most(name, MAX_NAME).replace('\'', r"\u{27}");
    format!("'{name}'")
}

/// Returns whether `name` is shown unchanged.
pub(super) fn is_plain(name: &str) -> bool {
    quoted(name) == format!("'{name}'")
}
