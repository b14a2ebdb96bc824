//! The order of what is found: by the bytes of the documents' paths.
//!
//! Names are sorted within their directory, a directory's as though a `/` stood
//! after it, and a directory is visited where it stands: so paths come in the
//! order of their bytes, and no path is compared with one of another directory.

use std::cmp::Ordering;
use std::collections::HashSet;

use super::FileInfo;
use crate::documents::fault::{Cancelled, Fault};
use crate::documents::pattern::States;
use crate::documents::work::Work;

/// How many names there is room for at first.
const ORDINARY: usize = 16;
/// How many are brought in order at once, without asking whether to go on.
const AT_ONCE: usize = 16 * 1024;

/// What of one directory matters, first in any order, then sorted.
pub(super) struct Names {
    /// Every name, one after the other.
    text: String,
    entries: Vec<Entry>,
    /// Whether there are directories among them.
    pub directories: bool,
    templates: bool,
    /// What is still to be given out, the next one last: by what it is sorted
    /// first, and its index.
    order: Vec<(u128, u32)>,
}

struct Entry {
    start: usize,
    end: usize,
    /// How many bytes of the name's end are a template suffix.
    suffix: usize,
    meant: Option<Meant>,
}

/// What an entry of a directory means to a search.
pub(super) enum Meant {
    /// A document: the rank of its pattern, the length of its template suffix,
    /// and why it cannot be read, where that is known.
    Document(usize, usize, Option<Fault>),
    /// A directory to visit, and whether it is a link. What can match in it, if
    /// that is known: for each of many it would take too much room.
    Directory(Option<States>, bool),
}

impl Names {
    /// None yet, with room for those of an ordinary directory.
    pub(super) fn new() -> Self {
        Self {
            text: String::with_capacity(16 * ORDINARY),
            entries: Vec::with_capacity(ORDINARY),
            directories: false,
            templates: false,
            order: Vec::new(),
        }
    }

    /// A name, its template suffix counted in bytes, and what it means.
    pub(super) fn add(&mut self, name: &str, suffix: usize, meant: Meant) {
        let start = self.text.len();
        self.text.push_str(name);
        if let Meant::Directory(..) = meant {
            self.text.push('/');
            self.directories = true;
        }
        self.templates |= suffix > 0;
        self.entries.push(Entry {
            start,
            end: self.text.len(),
            suffix,
            meant: Some(meant),
        });
    }

    /// A name that cannot be entered or looked at. It is no template, whatever it
    /// ends in.
    pub(super) fn add_lost(&mut self, name: &str, rank: usize, fault: Fault) {
        self.add(name, 0, Meant::Document(rank, 0, Some(fault)));
    }

    /// Brings them in order, and drops templates beside their plain files.
    pub(super) fn sort(&mut self, suffixes: &[String], work: &Work<'_>) -> Result<(), Cancelled> {
        let mut order: Vec<(u128, u32)> = (0..)
            .zip(&self.entries)
            .map(|(index, entry)| (key(self.sorted(entry)), index))
            .collect();
        // The last is given out first.
        bring_in_order(&mut order, work, |(key, a), (other, b)| {
            other.cmp(key).then_with(|| self.compare(*b, *a, suffixes))
        })?;
        if self.templates {
            order.reverse();
            order.dedup_by(|(_, template), (_, plain)| {
                let [template, plain] = [*template, *plain].map(|index| self.entry(index));
                self.sorted(template) == self.sorted(plain)
            });
            order.reverse();
        }
        self.order = order;
        Ok(())
    }

    /// The next in order; a directory's name with its `/`.
    pub(super) fn next(&mut self) -> Option<(&str, Meant)> {
        let (_, index) = self.order.pop()?;
        let entry = &mut self.entries[index as usize];
        Some((&self.text[entry.start..entry.end], entry.meant.take()?))
    }

    fn entry(&self, index: u32) -> &Entry {
        &self.entries[index as usize]
    }

    /// What of a name decides its place: without a template's suffix.
    fn sorted(&self, entry: &Entry) -> &[u8] {
        &self.text.as_bytes()[entry.start..entry.end - entry.suffix]
    }

    fn compare(&self, a: u32, b: u32, suffixes: &[String]) -> Ordering {
        let [a, b] = [a, b].map(|index| self.entry(index));
        self.sorted(a).cmp(self.sorted(b)).then_with(|| {
            let [a, b] = [a, b].map(|entry| {
                let suffix = &self.text[entry.end - entry.suffix..entry.end];
                preference(suffix, suffixes)
            });
            a.cmp(&b)
        })
    }
}

/// Sorts in pieces, and asks between them whether to go on.
fn bring_in_order<T>(
    items: &mut [T],
    work: &Work<'_>,
    compare: impl Fn(&T, &T) -> Ordering,
) -> Result<(), Cancelled> {
    let mut unsorted = vec![items];
    while let Some(items) = unsorted.pop() {
        if items.len() <= AT_ONCE {
            work.add(8 * items.len())?;
            items.sort_unstable_by(&compare);
            continue;
        }
        work.ask()?;
        let half = items.len() / 2;
        items.select_nth_unstable_by(half, &compare);
        let (low, high) = items.split_at_mut(half);
        unsorted.extend([low, high]);
    }
    Ok(())
}

/// A name's first bytes as a number of the same order: most names differ in them.
fn key(name: &[u8]) -> u128 {
    let mut first = [0; size_of::<u128>()];
    let bytes = name.len().min(first.len());
    first[..bytes].copy_from_slice(&name[..bytes]);
    u128::from_be_bytes(first)
}

/// The place of a suffix: none, which is a plain file's, before all others.
fn preference(suffix: &str, suffixes: &[String]) -> usize {
    let known = suffixes.iter().position(|known| known == suffix);
    known.map_or(0, |at| at + 1)
}

/// The documents that were found, each with the rank of its pattern.
#[derive(Default)]
pub(super) struct Found {
    pub files: Vec<(usize, FileInfo)>,
    /// Whether some did not come in the order of their paths.
    pub disordered: bool,
}

impl Found {
    /// Orders what was found by pattern and path, each document once.
    pub(super) fn settle(
        mut self,
        suffixes: &[String],
        work: &Work<'_>,
    ) -> Result<Vec<FileInfo>, Cancelled> {
        if self.disordered {
            self.sort(suffixes, work)?;
        } else if self.files.windows(2).any(|pair| pair[0].0 != pair[1].0) {
            if self.files.len() > AT_ONCE {
                bring_in_order(&mut self.files, work, in_order)?;
            } else {
                self.files.sort_by_key(|(rank, _)| *rank);
            }
        }
        Ok(self.files.into_iter().map(|(_, info)| info).collect())
    }

    fn sort(&mut self, suffixes: &[String], work: &Work<'_>) -> Result<(), Cancelled> {
        let found = &mut self.files;
        if found.iter().any(|(_, info)| info.is_template()) {
            bring_in_order(found, work, |(first, a), (second, b)| {
                let [of_a, of_b] = [a, b].map(|info| {
                    let path = info.path.as_str();
                    preference(&path[path.len() - info.suffix..], suffixes)
                });
                (a.document().cmp(b.document()))
                    .then_with(|| of_a.cmp(&of_b))
                    .then_with(|| first.cmp(second))
            })?;
            found.dedup_by(|(_, template), (_, plain)| template.document() == plain.document());
        }
        bring_in_order(found, work, in_order)?;
        // A file that one pattern spells out and another finds is one document.
        if found.windows(2).any(|pair| pair[0].0 != pair[1].0) {
            let mut seen = HashSet::new();
            let mut ended = Ok(());
            found.retain(|(_, info)| {
                ended = ended.and_then(|()| work.add(32));
                ended.is_err() || seen.insert(info.path.clone())
            });
            ended?;
        }
        Ok(())
    }
}

/// By the rank of the pattern, then by the bytes of the path.
fn in_order((first, a): &(usize, FileInfo), (second, b): &(usize, FileInfo)) -> Ordering {
    (first.cmp(second)).then_with(|| a.document().cmp(b.document()))
}
