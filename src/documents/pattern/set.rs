//! Several patterns matched at once, one directory at a time.

use std::cell::RefCell;
use std::collections::HashMap;

use super::positions::{Positions, Set};
use super::states::{By, Dots, State, States};
use super::{Alternative, Component, Pattern};
use crate::documents::fault::Cancelled;
use crate::documents::work::Work;

/// The patterns of one search, in the order of the search.
#[derive(Debug)]
pub struct PatternSet<'a> {
    nodes: Vec<Node<'a>>,
    /// Where each pattern begins: its alternatives, each once.
    roots: Vec<Vec<u32>>,
    dots: Dots,
    scratch: RefCell<Scratch>,
}

/// A component and what follows it: of all alternatives that go on alike from
/// here there is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Node<'a> {
    component: &'a Component,
    /// The last component followed by any extension.
    extended: Option<&'a Component>,
    next: Option<u32>,
    /// The sets of its pattern, where it refers to them.
    sets: &'a [Set],
}

/// What is used again for each name.
#[derive(Debug, Default)]
struct Scratch {
    positions: Positions,
    /// For each node, when it was last a state.
    seen: Vec<u32>,
    now: u32,
}

impl<'a> PatternSet<'a> {
    /// The set of these patterns; a pattern's rank is its place in them.
    ///
    /// # Errors
    ///
    /// [`Cancelled`], as the work says. So have all methods that take it.
    pub fn new(
        patterns: impl IntoIterator<Item = &'a Pattern>,
        work: &Work<'_>,
    ) -> Result<Self, Cancelled> {
        let patterns = patterns.into_iter().map(|pattern| (pattern, None));
        Self::with(patterns, Dots::Literal, work)
    }

    /// The set of these patterns held against paths alone, without a look at what
    /// is there: each means its literal path as well.
    pub fn of_paths(
        patterns: impl IntoIterator<Item = &'a Pattern>,
        dots: Dots,
        work: &Work<'_>,
    ) -> Result<Self, Cancelled> {
        let patterns = patterns.into_iter();
        let patterns = patterns.map(|pattern| (pattern, pattern.as_path.as_deref()));
        Self::with(patterns, dots, work)
    }

    fn with(
        patterns: impl Iterator<Item = (&'a Pattern, Option<&'a Alternative>)>,
        dots: Dots,
        work: &Work<'_>,
    ) -> Result<Self, Cancelled> {
        let mut set = Self {
            nodes: Vec::new(),
            roots: Vec::new(),
            dots,
            scratch: RefCell::default(),
        };
        let patterns: Vec<_> = patterns.collect();
        // A lone alternative has nothing to be compared with.
        let lone = matches!(patterns[..], [(pattern, None)] if pattern.alternatives.len() == 1);
        let mut known = (!lone).then(HashMap::new);
        for (pattern, as_path) in patterns {
            let mut roots = Vec::with_capacity(pattern.alternatives.len());
            for alternative in pattern.alternatives.iter().chain(as_path) {
                work.add(alternative.cost())?;
                roots.extend(set.node(alternative, &pattern.sets, &mut known));
            }
            set.roots.push(roots);
        }
        set.scratch.get_mut().seen = vec![0; set.nodes.len()];
        Ok(set)
    }

    /// The node at which an alternative begins.
    fn node(
        &mut self,
        alternative: &'a Alternative,
        sets: &'a [Set],
        known: &mut Option<HashMap<Node<'a>, u32>>,
    ) -> Option<u32> {
        let mut next = None;
        let mut extended = alternative.extended.as_ref();
        for component in alternative.components.iter().rev() {
            let sets = match component {
                Component::Wildcard(wildcard) if wildcard.sets => sets,
                _ => &[],
            };
            let node = Node {
                component,
                extended: extended.take(),
                next,
                sets,
            };
            // There are fewer nodes than bytes of patterns' expansions.
            let new = self.nodes.len() as u32;
            let at = known
                .as_mut()
                .map_or(new, |known| *known.entry(node).or_insert(new));
            if at == new {
                self.nodes.push(node);
            }
            next = Some(at);
        }
        next
    }

    /// The states at the category's own directory, with these patterns alone.
    pub fn start_with(
        &self,
        wanted: impl Fn(usize) -> bool,
        work: &Work<'_>,
    ) -> Result<States, Cancelled> {
        let mut states = self.none();
        for (rank, roots) in self.roots.iter().enumerate() {
            if wanted(rank) {
                work.add(roots.len())?;
                for &node in roots {
                    let pattern = rank as u32;
                    self.enter(State { pattern, node }, &mut states);
                }
            }
        }
        Ok(states)
    }

    /// The states inside the directory `name`.
    pub fn descend(
        &self,
        states: &States,
        name: &str,
        by: By,
        work: &Work<'_>,
    ) -> Result<States, Cancelled> {
        let mut next = self.none();
        for &state in &states.0 {
            if let Some(node) = self.step(state, name, by, work)? {
                self.enter(State { node, ..state }, &mut next);
            }
        }
        Ok(next)
    }

    /// Whether anything inside the directory `name` can match.
    pub fn leads(
        &self,
        states: &States,
        name: &str,
        by: By,
        work: &Work<'_>,
    ) -> Result<bool, Cancelled> {
        for &state in &states.0 {
            if self.step(state, name, by, work)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The rank of the first pattern that matches a document `name` here.
    pub fn accepts(
        &self,
        states: &States,
        name: &str,
        work: &Work<'_>,
    ) -> Result<Option<usize>, Cancelled> {
        for state in &states.0 {
            let node = self.at(*state);
            if node.next.is_none()
                && (self.matches(node, node.component, name, work)?
                    || match node.extended {
                        Some(extended) => self.matches(node, extended, name, work)?,
                        None => false,
                    })
            {
                return Ok(Some(state.pattern as usize));
            }
        }
        Ok(None)
    }

    /// Whether some pattern matches a document of this path, relative to the category.
    pub fn matches_path(&self, path: &str, work: &Work<'_>) -> Result<bool, Cancelled> {
        let mut states = self.start_with(|_| true, work)?;
        let (directories, name) = path.rsplit_once('/').unwrap_or(("", path));
        for name in directories.split('/').filter(|_| path.contains('/')) {
            states = self.descend(&states, name, By::Name, work)?;
        }
        Ok(self.accepts(&states, name, work)?.is_some())
    }

    /// Whether everything below here matches, whatever it is called; so it is only
    /// where wildcards match any dot.
    pub fn takes_all(&self, states: &States) -> bool {
        let all =
            |node: Node<'_>| *node.component == Component::AnyDirectories && node.next.is_none();
        self.dots == Dots::Any && states.0.iter().any(|state| all(self.at(*state)))
    }

    /// The names that can match here, in order, each with the states that it can
    /// match, where every component that stands here spells its name out: they can
    /// be looked up instead of listed.
    pub fn literals(
        &self,
        states: &States,
        work: &Work<'_>,
    ) -> Result<Option<Literals<'a>>, Cancelled> {
        let mut literals = Literals::new();
        let mut places: HashMap<&str, usize> = HashMap::new();
        for &state in &states.0 {
            work.add(32)?;
            let node = self.at(state);
            let Component::Literal(name) = node.component else {
                return Ok(None);
            };
            if node.extended.is_some() {
                return Ok(None);
            }
            if states.0.len() == 1 {
                literals.push((name, states.clone()));
                continue;
            }
            let place = *places.entry(name).or_insert(literals.len());
            if place == literals.len() {
                literals.push((name, States::default()));
            }
            literals[place].1.0.push(state);
        }
        literals.sort_unstable_by_key(|(name, _)| *name);
        Ok(Some(literals))
    }

    /// Whether some component that stands here spells its name out.
    pub fn spells_out(&self, states: &States, work: &Work<'_>) -> Result<bool, Cancelled> {
        work.add(states.0.len())?;
        let mut components = states.0.iter().map(|state| self.at(*state).component);
        Ok(components.any(|component| matches!(component, Component::Literal(_))))
    }

    /// The node inside the directory `name`, if this state leads there.
    fn step(
        &self,
        state: State,
        name: &str,
        by: By,
        work: &Work<'_>,
    ) -> Result<Option<u32>, Cancelled> {
        let node = self.at(state);
        let next = match node.component {
            Component::AnyDirectories => Some(state.node),
            _ => node.next,
        };
        // Most often there is nothing to compare.
        let possible = match by {
            By::Name => next,
            By::Link => next.filter(|_| matches!(node.component, Component::Literal(_))),
        };
        match possible {
            Some(next) => Ok(self
                .matches(node, node.component, name, work)?
                .then_some(next)),
            None => work.add(1).map(|()| None),
        }
    }

    fn matches(
        &self,
        node: Node<'_>,
        component: &Component,
        name: &str,
        work: &Work<'_>,
    ) -> Result<bool, Cancelled> {
        work.add(component.cost())?;
        let wild = self.dots == Dots::Any || !name.starts_with('.');
        Ok(match component {
            Component::AnyDirectories => wild,
            Component::Literal(literal) => name == literal,
            Component::Suffix(suffix) => name.ends_with(suffix.as_str()) && wild,
            Component::Extended(stem) => name
                .strip_prefix(stem.as_str())
                .is_some_and(|rest| rest.starts_with('.')),
            Component::Wildcard(wildcard) => {
                (wild || wildcard.is_hidden()) && {
                    let positions = &mut self.scratch.borrow_mut().positions;
                    wildcard.matches(name, node.sets, positions)
                }
            }
        })
    }

    /// No states, to be filled.
    fn none(&self) -> States {
        let mut scratch = self.scratch.borrow_mut();
        if scratch.now == u32::MAX {
            scratch.seen.fill(0);
            scratch.now = 0;
        }
        scratch.now += 1;
        States::default()
    }

    /// Adds a state and, since `**` may stand for no directory, what follows it;
    /// each once, for the first pattern.
    fn enter(&self, state: State, states: &mut States) {
        let mut scratch = self.scratch.borrow_mut();
        let Scratch { seen, now, .. } = &mut *scratch;
        let mut add = |state: State| {
            let seen = &mut seen[state.node as usize];
            if *seen != *now {
                *seen = *now;
                states.0.push(state);
            }
        };
        add(state);
        let node = self.at(state);
        if let (Component::AnyDirectories, Some(node)) = (node.component, node.next) {
            add(State { node, ..state });
        }
    }

    fn at(&self, state: State) -> Node<'a> {
        self.nodes[state.node as usize]
    }
}

/// Names that are spelled out, each with the states that it can match.
pub type Literals<'a> = Vec<(&'a str, States)>;
