//! Names in messages: the first names of a list, and the names that are similar to a wrong one.

use rule_files::similarity;

use crate::limits::MAX_MESSAGE_NAMES;
use crate::text::escaped::MAX_QUOTED;

/// The lowest similarity of a suggested name, from 0 to 1.
const NEAR: f64 = 0.75;
/// The maximum number of names that are suggested.
pub const MAX_SUGGESTED: usize = 3;
/// The maximum total length of the valid names that are compared with a wrong name, in bytes.
const MAX_COMPARED: usize = 400_000;

/// A list of any length that keeps its first [`MAX_MESSAGE_NAMES`] items and only counts the
/// others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Truncated<T> {
    /// The first items, in order.
    pub first: Vec<T>,
    /// The number of further items.
    pub more: usize,
}

impl<T> Truncated<T> {
    /// Creates a list that keeps the first `most` items and counts the others.
    pub fn at_most(most: usize, items: impl ExactSizeIterator<Item = T>) -> Self {
        Self {
            more: items.len().saturating_sub(most),
            first: items.take(most).collect(),
        }
    }

    /// Returns true if there are no items.
    pub fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    /// Returns the number of all items, whether they are kept or only counted.
    pub fn count(&self) -> usize {
        self.first.len() + self.more
    }

    /// Returns true if the next item would be counted, but not kept.
    pub fn is_full(&self) -> bool {
        self.first.len() >= MAX_MESSAGE_NAMES
    }

    /// Returns the result of `note` for this list, or `None` if the list is empty.
    pub fn note<N>(self, note: impl FnOnce(Self) -> N) -> Option<N> {
        (!self.is_empty()).then(|| note(self))
    }

    /// Inserts `item` before the others. If the list was full, its last item is now only counted.
    pub fn insert_first(&mut self, item: T) {
        self.first.insert(0, item);
        self.more += self.first.len().saturating_sub(MAX_MESSAGE_NAMES);
        self.first.truncate(MAX_MESSAGE_NAMES);
    }

    /// Appends an item.
    pub fn push(&mut self, item: T) {
        self.push_with(|| item);
    }

    /// Appends `item`, unless an equal item is already kept.
    pub fn push_new(&mut self, item: T)
    where
        T: PartialEq,
    {
        if !self.first.contains(&item) {
            self.push(item);
        }
    }

    /// Appends the result of `item`, which is called only if the list keeps the result.
    pub fn push_with(&mut self, item: impl FnOnce() -> T) {
        if self.is_full() {
            self.more += 1
        } else {
            self.first.push(item())
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

/// Returns up to [`MAX_SUGGESTED`] names of `valid` that are similar to `name`, the most similar
/// first.
pub(crate) fn near<'a>(name: &str, valid: &[&'a str]) -> Vec<&'a str> {
    let name: String = name.chars().take(MAX_QUOTED).collect();
    let mut left = MAX_COMPARED;
    let compared = valid.iter().take_while(|other| {
        left = left.saturating_sub(other.len());
        left > 0
    });
    let mut near: Vec<(f64, &str)> = compared
        .map(|other| (similarity(&name, other), *other))
        .filter(|(similarity, _)| *similarity >= NEAR)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    near.truncate(MAX_SUGGESTED);
    near.into_iter().map(|(_, name)| name).collect()
}
