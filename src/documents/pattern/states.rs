//! Where patterns stand, and how they are held against names.

/// One place in the patterns: the node that the next name has to match, and the
/// first pattern that gets there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct State {
    pub pattern: u32,
    pub node: u32,
}

/// Where a set of patterns stands at a directory, in the order of the patterns.
/// Empty: nothing below it can match.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct States(pub(super) Vec<State>);

impl States {
    /// Whether nothing below can match.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The rank of the first pattern that is still alive here.
    pub fn rank(&self) -> usize {
        self.0.first().map_or(0, |state| state.pattern as usize)
    }

    /// These and others, in the order of the patterns.
    pub fn and(&self, other: &Self) -> Self {
        let mut both = [&self.0[..], &other.0].concat();
        both.sort_by_key(|state| state.pattern);
        Self(both)
    }
}

/// Which leading dots wildcards match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dots {
    /// None: a leading dot is spelled out.
    Literal,
    /// Every one.
    Any,
}

/// How a directory is entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// By its own name.
    Name,
    /// Through a link, which only a component that spells the name out walks
    /// through.
    Link,
}
