//! Several patterns matched at once, one directory at a time.

use super::{Component, Pattern};

/// The patterns of one search, in the order of the search.
#[derive(Debug)]
pub struct PatternSet<'a> {
    patterns: Vec<&'a Pattern>,
}

/// One place in one alternative of one pattern: the component that the next
/// name has to match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    pattern: u32,
    alternative: u32,
    component: u32,
}

/// Where a set of patterns stands at a directory. Empty: nothing below it can
/// match.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct States(Vec<State>);

impl States {
    /// Whether nothing below can match.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The rank of the first pattern that is still alive here.
    pub fn rank(&self) -> usize {
        self.0.first().map_or(0, |state| state.pattern as usize)
    }
}

impl<'a> PatternSet<'a> {
    /// The set of these patterns; a pattern's rank is its place in them.
    pub fn new(patterns: impl IntoIterator<Item = &'a Pattern>) -> Self {
        Self {
            patterns: patterns.into_iter().collect(),
        }
    }

    /// The states at the category's own directory, with these patterns alone.
    pub fn start_with(&self, wanted: impl Fn(usize) -> bool) -> States {
        let mut states = Vec::new();
        for (rank, pattern) in self.patterns.iter().enumerate().filter(|(r, _)| wanted(*r)) {
            for alternative in 0..pattern.alternatives.len() {
                self.enter(
                    State {
                        pattern: rank as u32,
                        alternative: alternative as u32,
                        component: 0,
                    },
                    &mut states,
                );
            }
        }
        finish(states)
    }

    /// The states at the category's own directory.
    pub fn start(&self) -> States {
        self.start_with(|_| true)
    }

    /// The states inside the directory `name`.
    pub fn descend(&self, states: &States, name: &str) -> States {
        self.step(states, name, true)
    }

    /// The states inside the directory link `name`: only a component that spells
    /// the name out walks through a link.
    pub fn descend_link(&self, states: &States, name: &str) -> States {
        self.step(states, name, false)
    }

    /// The rank of the first pattern that matches a document `name` here.
    pub fn accepts(&self, states: &States, name: &str) -> Option<usize> {
        states
            .0
            .iter()
            .find(|state| {
                let alternative = self.alternative(**state);
                let component = &alternative.components[state.component as usize];
                state.component as usize + 1 == alternative.components.len()
                    && (component.matches(name)
                        || alternative
                            .extended
                            .as_ref()
                            .is_some_and(|extended| extended.matches(name)))
            })
            .map(|state| state.pattern as usize)
    }

    /// The names that can match here, where every component that stands here
    /// spells its name out: they can be looked up instead of listed.
    pub fn literals(&self, states: &States) -> Option<Vec<&'a str>> {
        let mut names = Vec::with_capacity(states.0.len());
        for state in &states.0 {
            let alternative = self.alternative(*state);
            let at = state.component as usize;
            match &alternative.components[at] {
                Component::Literal(name)
                    if at + 1 < alternative.components.len() || alternative.extended.is_none() =>
                {
                    names.push(name.as_str());
                }
                _ => return None,
            }
        }
        names.sort_unstable();
        names.dedup();
        Some(names)
    }

    /// Whether some component that stands here spells its name out.
    pub fn spells_out(&self, states: &States) -> bool {
        states.0.iter().any(|state| {
            let component = &self.alternative(*state).components[state.component as usize];
            matches!(component, Component::Literal(_))
        })
    }

    fn step(&self, states: &States, name: &str, wildcards: bool) -> States {
        let mut next = Vec::new();
        for state in &states.0 {
            let alternative = self.alternative(*state);
            let at = state.component as usize;
            let component = &alternative.components[at];
            if !wildcards && !matches!(component, Component::Literal(_)) {
                continue;
            }
            if matches!(component, Component::AnyDirectories) {
                if component.matches(name) {
                    self.enter(*state, &mut next);
                }
            } else if at + 1 < alternative.components.len() && component.matches(name) {
                self.enter(
                    State {
                        component: state.component + 1,
                        ..*state
                    },
                    &mut next,
                );
            }
        }
        finish(next)
    }

    /// Adds a state and, since `**` may stand for no directory, what follows it.
    fn enter(&self, state: State, states: &mut Vec<State>) {
        states.push(state);
        let components = &self.alternative(state).components;
        let at = state.component as usize;
        if matches!(components[at], Component::AnyDirectories) && at + 1 < components.len() {
            states.push(State {
                component: state.component + 1,
                ..state
            });
        }
    }

    fn alternative(&self, state: State) -> &'a super::Alternative {
        &self.patterns[state.pattern as usize].alternatives[state.alternative as usize]
    }
}

fn finish(mut states: Vec<State>) -> States {
    states.sort_unstable();
    states.dedup();
    States(states)
}
