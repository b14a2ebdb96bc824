//! The names of one directory, in the order of the bytes of the documents' paths.
//!
//! Names are sorted within their directory, a directory's as though a `/` stood
//! after it, and a directory is visited where it stands: so paths come in the
//! order of their bytes, and no path is compared with one of another directory.

use std::cmp::Ordering;

use super::order::{bring_in_order, preference};
use crate::documents::fault::{Cancelled, Fault};
use crate::documents::pattern::States;
use crate::documents::work::Work;

/// How many names there is room for at first.
const ORDINARY: usize = 16;

/// What of one directory matters, first in any order, then sorted.
pub(super) struct Names {
    /// Every name, one after the other.
    text: String,
    /// What is still to be given out; once sorted, the next one last.
    names: Vec<Candidate>,
    /// Whether there are directories among them.
    pub directories: bool,
    templates: bool,
}

/// One of them.
struct Candidate {
    /// By what it is sorted first. Most names differ in it: so they are sorted in
    /// two thirds of the time, and without a look at the text.
    first: [u64; 2],
    start: usize,
    end: usize,
    /// How many bytes of the name's end are a template suffix.
    suffix: usize,
    meaning: Meaning,
}

/// What an entry of a directory means to a search.
pub(super) enum Meaning {
    /// A document: the rank of its pattern, and why it cannot be read, where that
    /// is known.
    Document {
        rank: usize,
        fault: Option<Box<Fault>>,
    },
    /// A directory to visit, and whether it is a link. What can match in it, if
    /// that is known: for each of many it would take too much room.
    Directory {
        states: Option<Box<States>>,
        linked: bool,
    },
}

impl Names {
    /// None yet, with room for those of an ordinary directory.
    pub(super) fn new() -> Self {
        Self {
            text: String::with_capacity(16 * ORDINARY),
            names: Vec::with_capacity(ORDINARY),
            directories: false,
            templates: false,
        }
    }

    /// A name, its template suffix counted in bytes, and what it means.
    pub(super) fn add(&mut self, name: &str, suffix: usize, meaning: Meaning) {
        let start = self.text.len();
        self.text.push_str(name);
        if let Meaning::Directory { .. } = meaning {
            self.text.push('/');
            self.directories = true;
        }
        self.templates |= suffix > 0;
        let end = self.text.len();
        self.names.push(Candidate {
            first: first(&self.text.as_bytes()[start..end - suffix]),
            start,
            end,
            suffix,
            meaning,
        });
    }

    /// A name that cannot be entered or looked at. It is no template, whatever it
    /// ends in.
    pub(super) fn add_unreadable(&mut self, name: &str, rank: usize, fault: Fault) {
        let fault = Some(Box::new(fault));
        self.add(name, 0, Meaning::Document { rank, fault });
    }

    /// Brings them in order, and drops templates beside their plain files.
    pub(super) fn sort(&mut self, suffixes: &[String], work: &Work<'_>) -> Result<(), Cancelled> {
        let Self { text, names, .. } = self;
        // The last is given out first.
        bring_in_order(names, work, |a, b| b.compare(a, text, suffixes))?;
        if self.templates {
            names.reverse();
            names.dedup_by(|template, plain| template.sorted(text) == plain.sorted(text));
            names.reverse();
        }
        Ok(())
    }

    /// The next in order: a directory's name with its `/`, how many bytes of it are
    /// a template suffix, and what it means.
    pub(super) fn next(&mut self) -> Option<(&str, usize, Meaning)> {
        let name = self.names.pop()?;
        Some((&self.text[name.start..name.end], name.suffix, name.meaning))
    }
}

impl Candidate {
    /// What of it decides its place: without a template's suffix.
    fn sorted<'t>(&self, text: &'t str) -> &'t [u8] {
        &text.as_bytes()[self.start..self.end - self.suffix]
    }

    fn compare(&self, other: &Self, text: &str, suffixes: &[String]) -> Ordering {
        let preferred = |name: &Self| preference(&text[name.end - name.suffix..name.end], suffixes);
        (self.first.cmp(&other.first))
            .then_with(|| self.sorted(text).cmp(other.sorted(text)))
            .then_with(|| preferred(self).cmp(&preferred(other)))
    }
}

/// A name's first bytes as numbers of the same order.
fn first(name: &[u8]) -> [u64; 2] {
    let number = |bytes: &[u8]| {
        let mut padded = [0; size_of::<u64>()];
        padded[..bytes.len()].copy_from_slice(bytes);
        u64::from_be_bytes(padded)
    };
    let (high, rest) = name.split_at(name.len().min(size_of::<u64>()));
    [
        number(high),
        number(&rest[..rest.len().min(size_of::<u64>())]),
    ]
}
