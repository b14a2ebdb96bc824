//! The first items of a list, and the number of the others.

/// The most documents or names that a message lists; it counts the others.
pub const MAX_NAMED: usize = 50;

/// A list of any length that keeps its first [`MAX_NAMED`] items and counts the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Truncated<T> {
    /// The first, in order.
    pub first: Vec<T>,
    /// How many more there are.
    pub more: usize,
}

impl<T> Truncated<T> {
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
        self.first.len() >= MAX_NAMED
    }

    /// Converts each kept item.
    pub fn map<U>(self, other: impl FnMut(T) -> U) -> Truncated<U> {
        Truncated {
            first: self.first.into_iter().map(other).collect(),
            more: self.more,
        }
    }

    /// Adds an item.
    pub fn push(&mut self, item: T) {
        self.push_with(|| item);
    }

    /// Adds an item, which is made only if it is kept.
    pub fn push_with(&mut self, item: impl FnOnce() -> T) {
        if self.is_full() {
            self.more += 1;
        } else {
            self.first.push(item());
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
        for item in items {
            self.push(item);
        }
    }
}
