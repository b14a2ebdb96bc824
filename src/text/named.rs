//! The first of many, and how many more there are.

/// How many documents or names a sentence or a list names before it counts the rest.
pub const MAX_NAMED: usize = 50;

/// Up to [`MAX_NAMED`] of what there may be any number of; the rest is counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named<T> {
    /// The first, in order.
    pub first: Vec<T>,
    /// How many more there are.
    pub more: usize,
}

impl<T> Named<T> {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    /// How many there are, named or not.
    pub fn count(&self) -> usize {
        self.first.len() + self.more
    }

    /// Whether the next would only be counted.
    pub fn is_full(&self) -> bool {
        self.first.len() >= MAX_NAMED
    }

    /// The same, each as something else.
    pub fn map<U>(self, other: impl FnMut(T) -> U) -> Named<U> {
        Named {
            first: self.first.into_iter().map(other).collect(),
            more: self.more,
        }
    }

    /// One more.
    pub fn push(&mut self, item: T) {
        self.push_with(|| item);
    }

    /// One more, made only if it is named.
    pub fn push_with(&mut self, item: impl FnOnce() -> T) {
        if self.is_full() {
            self.more += 1;
        } else {
            self.first.push(item());
        }
    }
}

impl<T> Default for Named<T> {
    fn default() -> Self {
        Self {
            first: Vec::new(),
            more: 0,
        }
    }
}

impl<T> FromIterator<T> for Named<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut named = Self::default();
        named.extend(items);
        named
    }
}

impl<T> Extend<T> for Named<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        for item in items {
            self.push(item);
        }
    }
}
