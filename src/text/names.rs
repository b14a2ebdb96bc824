//! Names in messages: the first of a list, and those that are near to a wrong one.

use crate::limits::MAX_MESSAGE_NAMES;
use crate::text::escape::MAX_QUOTED;

/// How alike a suggested name is, from 0 to 1.
const NEAR: f64 = 0.75;
/// How alike it is if only its beginning is.
const NEAR_BY_PREFIX: f64 = 0.9;
/// How many names are suggested.
pub const MAX_SUGGESTED: usize = 3;
/// How many bytes of names are compared, of the first.
const MAX_COMPARED: usize = 400_000;

/// A list of any length that keeps its first [`MAX_MESSAGE_NAMES`] items and counts the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Truncated<T> {
    /// The first, in order.
    pub first: Vec<T>,
    /// How many more there are.
    pub more: usize,
}

impl<T> Truncated<T> {
    /// Returns a list that keeps the first `most` of these items and counts the others.
    pub fn at_most(most: usize, items: impl ExactSizeIterator<Item = T>) -> Self {
        Self {
            more: items.len().saturating_sub(most),
            first: items.take(most).collect(),
        }
    }

    /// Returns whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    /// Returns the number of items, kept or counted.
    pub fn count(&self) -> usize {
        self.first.len() + self.more
    }

    /// Returns whether the next item would only be counted.
    pub fn is_full(&self) -> bool {
        self.first.len() >= MAX_MESSAGE_NAMES
    }

    /// Makes a note of the whole list, unless it is empty.
    pub fn note<N>(self, note: impl FnOnce(Self) -> N) -> Option<N> {
        (!self.is_empty()).then(|| note(self))
    }

    /// Adds an item before the others.
    pub fn insert_first(&mut self, item: T) {
        self.first.insert(0, item);
        self.more += self.first.len().saturating_sub(MAX_MESSAGE_NAMES);
        self.first.truncate(MAX_MESSAGE_NAMES);
    }

    /// Adds an item.
    pub fn push(&mut self, item: T) {
        self.push_with(|| item);
    }

    /// Adds an item, unless it is kept already.
    pub fn push_new(&mut self, item: T)
    where
        T: PartialEq,
    {
        if !self.first.contains(&item) {
            self.push(item);
        }
    }

    /// Adds an item, which is made only if it is kept.
    pub fn push_with(&mut self, item: impl FnOnce() -> T) {
        match self.is_full() {
            true => self.more += 1,
            false => self.first.push(item()),
        }
    }
}

impl<T> Default for Truncated<T> {
    fn default() -> Self {
        Self {
            first: Vec::new(),
            more: 0,
        }
    }
}

impl<T> FromIterator<T> for Truncated<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut truncated = Self::default();
        truncated.extend(items);
        truncated
    }
}

impl<T> Extend<T> for Truncated<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        items.into_iter().for_each(|item| self.push(item));
    }
}

/// Returns the valid names that are near to a name, the nearest first.
pub(crate) fn near<'a>(name: &str, valid: &[&'a str]) -> Vec<&'a str> {
    let name: String = name.chars().take(MAX_QUOTED).collect();
    let mut left = MAX_COMPARED;
    let compared = valid.iter().take_while(|other| {
        left = left.saturating_sub(other.len());
        left > 0
    });
    let mut near: Vec<(f64, &str)> = compared
        .map(|other| (likeness(&name, other), *other))
        .filter(|(likeness, _)| *likeness >= NEAR)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    near.truncate(MAX_SUGGESTED);
    near.into_iter().map(|(_, name)| name).collect()
}

/// Returns how alike two names are, from 0 to 1: by the edits from one to the other,
/// without case, or by their beginnings.
fn likeness(name: &str, other: &str) -> f64 {
    let edits = strsim::normalized_levenshtein(&name.to_lowercase(), &other.to_lowercase());
    let prefix = strsim::jaro_winkler(name, other);
    edits.max(if prefix > NEAR_BY_PREFIX { prefix } else { 0.0 })
}
