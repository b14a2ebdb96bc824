//! Several patterns matched at once, one directory at a time.

use std::collections::BTreeMap;

use super::component::Component;
use super::{LeadingDots, Pattern};

/// The patterns of one search, in the order of the search. A pattern's priority is its
/// index in that order.
#[derive(Debug)]
pub struct PatternSet<'a> {
    /// The components of all alternatives, one alternative after the other.
    nodes: Vec<Node<'a>>,
    /// The first node of each alternative.
    roots: Vec<u32>,
    dots: LeadingDots,
}

#[derive(Debug, Clone, Copy)]
struct Node<'a> {
    component: &'a Component,
    /// Whether it is the last component of its alternative.
    last: bool,
    /// The pattern's priority.
    priority: usize,
}

/// Which nodes of a set of patterns the next name may match: sorted, each once. If it
/// is empty, nothing below matches.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MatchState(Vec<u32>);

/// How a directory is entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryType {
    /// By its own name.
    Directory,
    /// Through a link, which only a literal component follows.
    Link,
}

impl MatchState {
    /// Returns whether nothing below can match.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns this state and another of the same set as one.
    pub fn union(&self, other: &Self) -> Self {
        Self::of([&self.0[..], &other.0].concat())
    }

    fn of(mut nodes: Vec<u32>) -> Self {
        nodes.sort_unstable();
        nodes.dedup();
        Self(nodes)
    }
}

impl<'a> PatternSet<'a> {
    /// Returns the set of these patterns for a search of directories.
    pub fn new(patterns: impl IntoIterator<Item = &'a Pattern>) -> Self {
        Self::with(patterns, LeadingDots::Literal, false)
    }

    /// Returns the set of these patterns for paths that are not looked up: each pattern
    /// also matches its literal path.
    pub fn of_paths(patterns: impl IntoIterator<Item = &'a Pattern>, dots: LeadingDots) -> Self {
        Self::with(patterns, dots, true)
    }

    fn with(
        patterns: impl IntoIterator<Item = &'a Pattern>,
        dots: LeadingDots,
        paths: bool,
    ) -> Self {
        let (mut nodes, mut roots) = (Vec::new(), Vec::new());
        for (priority, pattern) in patterns.into_iter().enumerate() {
            let as_path = pattern.as_path.iter().filter(|_| paths);
            for alternative in pattern.alternatives.iter().chain(as_path) {
                // There are fewer nodes than bytes of the patterns' expansions.
                roots.push(nodes.len() as u32);
                nodes.extend(alternative.iter().map(|component| Node {
                    component,
                    last: false,
                    priority,
                }));
                if let Some(node) = nodes.last_mut() {
                    node.last = true;
                }
            }
        }
        Self { nodes, roots, dots }
    }

    /// Returns the state at the category's own directory, for the patterns of these
    /// priorities.
    pub fn start(&self, wanted: impl Fn(usize) -> bool) -> MatchState {
        let mut state = Vec::new();
        for &root in &self.roots {
            if wanted(self.node(root).priority) {
                self.push(root, &mut state);
            }
        }
        MatchState::of(state)
    }

    /// Returns the state inside the directory `name`.
    pub fn enter(&self, state: &MatchState, name: &str, by: EntryType) -> MatchState {
        let mut next = Vec::new();
        for node in self.below(state, name, by) {
            self.push(node, &mut next);
        }
        MatchState::of(next)
    }

    /// Returns the priority of the first pattern that may match below the directory
    /// `name`.
    pub fn priority_below(&self, state: &MatchState, name: &str, by: EntryType) -> Option<usize> {
        let first = self.below(state, name, by).next();
        first.map(|node| self.node(node).priority)
    }

    /// Returns the priority of the first pattern of a state.
    pub fn priority(&self, state: &MatchState) -> usize {
        state.0.first().map_or(0, |&node| self.node(node).priority)
    }

    /// Returns the priority of the first pattern that matches a document `name` here.
    pub fn match_document(&self, state: &MatchState, name: &str) -> Option<usize> {
        let nodes = state.0.iter().map(|&node| self.node(node));
        let mut last = nodes.filter(|node| node.last);
        let first = last.find(|node| node.component.matches_document(name, self.dots));
        first.map(|node| node.priority)
    }

    /// Returns whether some pattern matches a document's path, relative to the category.
    pub fn matches_path(&self, path: &str) -> bool {
        let mut state = self.start(|_| true);
        let (directories, name) = path.rsplit_once('/').unwrap_or(("", path));
        for name in directories.split('/').filter(|_| path.contains('/')) {
            state = self.enter(&state, name, EntryType::Directory);
        }
        self.match_document(&state, name).is_some()
    }

    /// Returns whether every name below matches, which needs wildcards that match
    /// leading dots.
    pub fn matches_everything(&self, state: &MatchState) -> bool {
        let all = |node: Node<'_>| node.last && *node.component == Component::AnyDirectories;
        self.dots == LeadingDots::Wildcard && state.0.iter().any(|&node| all(self.node(node)))
    }

    /// Returns the names that can match here with the state of each, if every component
    /// is literal: then they can be looked up, and the directory need not be listed.
    pub fn literals(&self, state: &MatchState) -> Option<BTreeMap<&'a str, MatchState>> {
        let mut literals: BTreeMap<&str, MatchState> = BTreeMap::new();
        for &node in &state.0 {
            let Component::Literal {
                name,
                extend: false,
            } = self.node(node).component
            else {
                return None;
            };
            literals.entry(name).or_default().0.push(node);
        }
        Some(literals)
    }

    /// Returns the nodes inside the directory `name`.
    fn below(&self, state: &MatchState, name: &str, by: EntryType) -> impl Iterator<Item = u32> {
        state.0.iter().filter_map(move |&at| {
            let node = self.node(at);
            let next = match node.component {
                Component::AnyDirectories => at,
                _ if node.last => return None,
                _ => at + 1,
            };
            let may_enter =
                by == EntryType::Directory || matches!(node.component, Component::Literal { .. });
            (may_enter && node.component.matches(name, self.dots)).then_some(next)
        })
    }

    /// Adds a node and, since `**` may stand for no directory, the one that follows it.
    fn push(&self, at: u32, state: &mut Vec<u32>) {
        state.push(at);
        let node = self.node(at);
        if *node.component == Component::AnyDirectories && !node.last {
            state.push(at + 1);
        }
    }

    fn node(&self, at: u32) -> Node<'a> {
        self.nodes[at as usize]
    }
}
