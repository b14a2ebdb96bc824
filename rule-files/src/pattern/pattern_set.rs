//! Matches several patterns at once, one directory at a time.

use std::collections::BTreeMap;

use super::Pattern;

/// Patterns of several groups. A pattern's priority is its index in its group.
#[derive(Debug, Clone, Default)]
pub struct PatternSet<'a> {
    /// The components of all alternatives, one alternative after another.
    nodes: Vec<Node<'a>>,
    /// The index of each alternative's first node.
    roots: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
struct Node<'a> {
    component: &'a Component,
    /// Whether the component is the last one of its alternative.
    last: bool,
    group: Group,
    /// The pattern's priority.
    priority: usize,
}

/// The purpose of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// The pattern finds documents.
    Wanted,
    /// The pattern matches documents that are never served. Only in this group do wildcards match
    /// leading dots.
    Excluded,
    /// The pattern matches documents that are served although their names are hidden.
    Shown,
}

/// The state of matching in one directory.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MatchState {
    /// The nodes that the next name may match, sorted and without duplicates.
    nodes: Vec<u32>,
    /// Whether this directory, or one above it, has a hidden name.
    pub is_hidden: bool,
}

/// The way in which a directory is entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EnteredBy {
    /// By its own name.
    Directory,
    /// Through a link. A wanted pattern follows the link only if its component is literal.
    Link,
}

impl MatchState {
    /// Returns the union of this state and another one of the same directory.
    pub fn union(&self, other: &Self) -> Self {
        Self::of([&self.nodes[..], &other.nodes].concat(), self.is_hidden)
    }

    fn of(mut nodes: Vec<u32>, is_hidden: bool) -> Self {
        nodes.sort_unstable();
        nodes.dedup();
        Self { nodes, is_hidden }
    }
}

impl<'a> PatternSet<'a> {
    /// Creates a set of wanted patterns.
    pub fn of(patterns: impl IntoIterator<Item = &'a Pattern>) -> Self {
        let mut set = Self::default();
        set.add(Group::Wanted, patterns);
        set
    }

    /// Adds `patterns` to a group that has no patterns yet.
    pub fn add(&mut self, group: Group, patterns: impl IntoIterator<Item = &'a Pattern>) {
        let patterns = patterns.into_iter().enumerate();
        let alternatives = patterns.flat_map(|(priority, pattern)| {
            let alternatives = pattern.alternatives.iter();
            alternatives.map(move |alternative| (priority, alternative))
        });
        for (priority, alternative) in alternatives {
            // The index fits into 32 bits, because there are fewer nodes than bytes in the expanded
            // patterns.
            self.roots.push(self.nodes.len() as u32);
            let left = (0..alternative.len()).rev();
            let nodes = alternative.iter().zip(left).map(|(component, left)| Node {
                component,
                last: left == 0,
                group,
                priority,
            });
            self.nodes.extend(nodes);
        }
    }

    /// Returns the initial state for the patterns of `groups`, in the directory to which they are
    /// relative.
    pub fn start(&self, groups: &[Group]) -> MatchState {
        let mut state = Vec::new();
        for &root in &self.roots {
            if groups.contains(&self.node(root).group) {
                self.push(root, &mut state);
            }
        }
        MatchState::of(state, false)
    }

    /// Returns the state inside the directory `name`. `state` is the state in its parent directory.
    pub fn enter(&self, state: &MatchState, name: &str, by: EnteredBy) -> MatchState {
        let mut next = Vec::new();
        for node in state
            .nodes
            .iter()
            .filter_map(|at| self.below(*at, name, by))
        {
            self.push(node, &mut next);
        }
        MatchState::of(next, state.is_hidden || name.starts_with('.'))
    }

    /// Returns the priority of the first wanted pattern that may match below the directory `name`,
    /// if any.
    pub fn leads_on(&self, state: &MatchState, name: &str, by: EnteredBy) -> Option<usize> {
        let is_wanted = |at: &&u32| self.node(**at).group == Group::Wanted;
        let mut wanted = state.nodes.iter().filter(is_wanted);
        let first = wanted.find(|at| self.below(**at, name, by).is_some());
        first.map(|at| self.node(*at).priority)
    }

    /// Returns the priority of the first wanted pattern that may match in the directory of `state`,
    /// if any.
    pub fn wanted(&self, state: &MatchState) -> Option<usize> {
        let first = self.of_group(state, Group::Wanted).next();
        first.map(|node| node.priority)
    }

    /// Returns whether a pattern of [`Group::Shown`] may match in the directory of `state`.
    pub fn is_shown(&self, state: &MatchState) -> bool {
        self.of_group(state, Group::Shown).next().is_some()
    }

    /// Returns the priority of the first pattern of `group` that matches a document `name` in the
    /// directory of `state`, if any.
    pub fn match_document(&self, state: &MatchState, group: Group, name: &str) -> Option<usize> {
        let mut last = self.of_group(state, group).filter(|node| node.last);
        let first = last.find(|node| node.matches(name));
        first.map(|node| node.priority)
    }

    /// Returns whether a wanted pattern matches `path`, a document's path.
    pub fn matches_path(&self, path: &str) -> bool {
        let mut state = self.start(&[Group::Wanted]);
        let (directories, name) = path.rsplit_once('/').unwrap_or(("", path));
        for name in directories.split('/').filter(|_| path.contains('/')) {
            state = self.enter(&state, name, EnteredBy::Directory);
        }
        self.match_document(&state, Group::Wanted, name).is_some()
    }

    /// Returns whether every name below the directory of `state` is excluded.
    pub fn excludes_everything(&self, state: &MatchState) -> bool {
        let all = |node: Node<'_>| node.last && *node.component == Component::AnyDirectories;
        self.of_group(state, Group::Excluded).any(all)
    }

    /// Returns the names that wanted patterns can match in the directory of `state`, with the state
    /// for matching each name. Returns `None` if a wanted component is not literal. Literal names
    /// can be looked up without listing the directory.
    pub fn literals(&self, state: &MatchState) -> Option<BTreeMap<&'a str, MatchState>> {
        let is_wanted = |node: &u32| self.node(*node).group == Group::Wanted;
        let (wanted, others): (Vec<u32>, Vec<u32>) =
            state.nodes.iter().partition(|node| is_wanted(node));
        let mut literals: BTreeMap<&str, MatchState> = BTreeMap::new();
        for node in wanted {
            let name = self.node(node).component.as_literal()?;
            let state = literals.entry(name).or_insert_with(|| MatchState {
                nodes: others.clone(),
                is_hidden: state.is_hidden,
            });
            state.nodes.push(node);
        }
        Some(literals)
    }

    fn of_group(&self, state: &MatchState, group: Group) -> impl Iterator<Item = Node<'a>> {
        let nodes = state.nodes.iter().map(|&at| self.node(at));
        nodes.filter(move |node| node.group == group)
    }

    /// Returns the node that follows the node `at` inside the directory `name`. Returns `None` if
    /// `at` is the last component, or if it may not enter the directory.
    fn below(&self, at: u32, name: &str, by: EnteredBy) -> Option<u32> {
        let node = self.node(at);
        let next = match node.component {
            Component::AnyDirectories => at,
            _ if node.last => return None,
            _ => at + 1,
        };
        let is_followed = node.group != Group::Wanted || node.component.as_literal().is_some();
        let may_enter = by == EnteredBy::Directory || is_followed;
        (may_enter && node.matches(name)).then_some(next)
    }

    /// Adds the node `at` to `state`. If it is a `**`, also adds the node that follows it, because
    /// `**` may match no directory.
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

impl Node<'_> {
    /// Returns whether the node's component matches `name`. Outside [`Group::Excluded`], a
    /// component must begin with a dot to match a name that does.
    fn matches(&self, name: &str) -> bool {
        let is_hidden = name.starts_with('.') && self.group != Group::Excluded;
        (!is_hidden || self.component.is_hidden()) && self.component.matches(name)
    }
}

/// One component of a pattern's alternative.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Component {
    /// `**`
    AnyDirectories,
    /// A literal name.
    Literal(String),
    /// A name with no wildcard except `*`, the most frequent one.
    Stars(String),
    /// A name with `?` or a set.
    Wildcard(glob::Pattern),
}

/// The options for matching one component with the glob crate. Leading dots are checked separately.
const OPTIONS: glob::MatchOptions = glob::MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: false,
};

impl Component {
    /// Returns a component that matches exactly `name`.
    pub fn literal(name: &str) -> Self {
        Self::Literal(name.to_owned())
    }

    /// Parses a component in the syntax of the glob crate.
    pub fn parse(source: &str) -> Result<Self, glob::PatternError> {
        Ok(if source.contains(['?', '[']) {
            Self::Wildcard(glob::Pattern::new(source)?)
        } else if source.contains('*') {
            Self::Stars(source.to_owned())
        } else {
            Self::literal(source)
        })
    }

    fn as_str(&self) -> &str {
        match self {
            Self::AnyDirectories => "**",
            Self::Literal(source) | Self::Stars(source) => source,
            Self::Wildcard(pattern) => pattern.as_str(),
        }
    }

    /// Returns the literal ending of the names that the component matches, beginning with the last
    /// dot. Returns `None` if the ending is not literal.
    pub fn ending(&self) -> Option<&str> {
        let text = self.as_str();
        let ending = &text[text.rfind('.')?..];
        (!ending.contains(['*', '?', '[', ']'])).then_some(ending)
    }

    /// Returns whether the component consists of wildcards, with or without a dot, so that its
    /// author means any ending.
    pub fn is_open(&self) -> bool {
        self.as_str()
            .chars()
            .all(|letter| matches!(letter, '*' | '?' | '.'))
    }

    /// Returns the only name that the component matches, if it is literal.
    pub fn as_literal(&self) -> Option<&str> {
        match self {
            Self::Literal(name) => Some(name),
            _ => None,
        }
    }

    /// Returns whether the component begins with a dot.
    pub fn is_hidden(&self) -> bool {
        self.as_str().starts_with('.')
    }

    /// Returns whether the component matches `name`. Its wildcards match leading dots.
    pub fn matches(&self, name: &str) -> bool {
        match self {
            Self::AnyDirectories => true,
            Self::Literal(literal) => name == literal,
            Self::Stars(source) => matches_stars(source, name),
            Self::Wildcard(pattern) => pattern.matches_with(name, OPTIONS),
        }
    }
}

/// Returns whether `name` matches `text`, a component in which `*` is the only wildcard. The parts
/// between the first and the last `*` are found one after another.
fn matches_stars(text: &str, name: &str) -> bool {
    let Some((prefix, rest)) = text.split_once('*') else {
        return name == text;
    };
    let Some(mut name) = name.strip_prefix(prefix) else {
        return false;
    };
    let Some((middle, suffix)) = rest.rsplit_once('*') else {
        return name.ends_with(rest);
    };
    for part in middle.split('*') {
        match name.find(part) {
            Some(at) => name = &name[at + part.len()..],
            None => return false,
        }
    }
    name.ends_with(suffix)
}
