//! Patterns: which documents of a category are meant.
//!
//! # Syntax
//!
//! A pattern is relative to its category; `/` separates its components.
//!
//! - `*` any run of characters within a name, `?` one character, `[abc]`,
//!   `[a-z]` one of a set, `[!a]` (or `[^a]`) one outside it;
//! - `**` as a whole component: any number of directories; as the last one,
//!   every file below;
//! - `{a,b}` either alternative, nested or not, at most [`MAX_PATTERN_ALTERNATIVES`] in
//!   all; braces without a comma, and braces and commas in a set, are literal;
//! - a last component without a dot matches the name itself and the name with
//!   any extension;
//! - a trailing `/`, and `.` alone, mean everything below; `./` and `//` are
//!   normalised away; `..` is refused;
//! - wildcards never match a leading dot, but where patterns say what is not
//!   served; case matters;
//! - `!` at the beginning is refused: elsewhere it would mean what is left out.
//!
//! Each component is matched against one name: what has `?` or a set by the `glob`
//! crate, whose time is bounded by the name's length times the component's; such components
//! have at most [`MAX_PATTERN_BYTES`] in all alternatives. With a set or braces a pattern also matches the path that it spells.

mod parse;
mod set;

use std::borrow::Cow;
use std::fmt;

pub(crate) use set::{EnteredBy, Group, MatchState, PatternSet};

use crate::limits::{MAX_PATTERN_ALTERNATIVES, MAX_PATTERN_BYTES, MAX_PATTERN_COMPONENTS};
use crate::text::escape::classify_chars;
use crate::text::message::messages;
use set::Component;

/// With what of a path a pattern of files is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchTarget {
    /// With the path itself.
    Path,
    /// With the path, and with each folder above it.
    PathOrFolder,
    /// With each folder above it.
    Folder,
}

/// A parsed pattern.
///
/// ```
/// use mcp_guide::documents::pattern::Pattern;
///
/// let pattern = Pattern::parse("api/**/*.{md,txt}")?;
/// assert!(pattern.matches("api/v1/routes.md") && pattern.matches("api/notes.txt"));
/// assert!(!pattern.matches("api/.hidden.md") && !pattern.matches("intro.md"));
/// assert!(Pattern::parse("../secrets").is_err());
/// # Ok::<(), mcp_guide::documents::pattern::PatternError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Pattern {
    text: String,
    /// The components of each expansion of its braces, and then of what else it matches.
    alternatives: Vec<Vec<Component>>,
    /// How many expansions its braces have.
    pub(crate) written: usize,
    /// Whether it finds names in any folder, although it does not say so.
    is_anywhere: bool,
}

impl Pattern {
    /// Returns the pattern as it was given.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the pattern that finds what this one does in any folder, unless this says in
    /// which folders.
    pub fn anywhere(mut self) -> Self {
        self.is_anywhere = !self.text.contains('/') && !matches!(&*self.text, "." | "**");
        if self.is_anywhere {
            let alternatives = self.alternatives.iter_mut();
            alternatives.for_each(|components| components.insert(0, Component::AnyDirectories));
        }
        self
    }

    /// Returns how a pattern is written that finds names in any folder, if it was given
    /// without that.
    pub fn read_as(&self) -> Option<String> {
        self.is_anywhere.then(|| format!("**/{}", self.text))
    }

    /// Returns the ending of the names that each of its alternatives matches, such as `.md`.
    /// `None`: it is not literal.
    pub fn endings(&self) -> impl Iterator<Item = Option<&str>> {
        let written = self.alternatives.iter().take(self.written);
        let last = written.map(|components| components.last());
        last.map(|last| last.and_then(Component::ending))
    }

    /// Returns its components in all alternatives, each as many as the pattern has bytes if it
    /// has `?` or a set: a measure of what it takes to match it.
    pub fn components(&self) -> usize {
        match self.text.contains(['?', '[']) {
            true => self.written * self.text.len(),
            false => (self.alternatives.iter().take(self.written))
                .map(Vec::len)
                .sum(),
        }
    }

    /// Returns whether some component begins with a dot: only such a pattern finds
    /// hidden names.
    pub fn reaches_hidden(&self) -> bool {
        let mut components = self.alternatives.iter().flatten();
        components.any(Component::is_hidden)
    }

    /// Returns whether the pattern matches a document's path, relative to the category.
    pub fn matches(&self, path: &str) -> bool {
        PatternSet::of([self]).matches_path(path)
    }

    /// Returns how many components are literal in an alternative that matches a path, split into
    /// names, which need not exist: the most of all such alternatives. `None` if there is none.
    /// Here wildcards match leading dots.
    pub fn literals_matching(
        &self,
        names: &[Cow<'_, str>],
        compared: MatchTarget,
    ) -> Option<usize> {
        let alternatives = self.alternatives.iter();
        let matching = alternatives.filter(|of| match_names(of, names, compared));
        let is_literal = |component: &&Component| component.as_literal().is_some();
        let literals = |of: &Vec<Component>| of.iter().filter(is_literal).count();
        matching.map(literals).max()
    }
}

/// Returns whether an alternative matches the names of a path, leading dots by wildcards, too.
/// Going back to the latest `**` suffices: it can take whatever an earlier one could.
fn match_names(alternative: &[Component], names: &[Cow<'_, str>], compared: MatchTarget) -> bool {
    let (mut at, mut name) = (0, 0);
    let mut last = None;
    while name < names.len() {
        match alternative.get(at) {
            None if compared != MatchTarget::Path => return true,
            Some(Component::AnyDirectories) if at + 1 == alternative.len() => {
                // It needs a name, and a folder one more below it.
                return compared != MatchTarget::Folder || name + 1 < names.len();
            }
            Some(Component::AnyDirectories) => {
                last = Some((at, name));
                at += 1;
            }
            Some(component) if component.matches(&names[name]) => {
                (at, name) = (at + 1, name + 1);
            }
            _ => match &mut last {
                Some((any, from)) => {
                    *from += 1;
                    (at, name) = (*any + 1, *from);
                }
                None => return false,
            },
        }
    }
    at == alternative.len() && compared != MatchTarget::Folder
}

/// The characters that begin a wildcard, a set or braces.
pub const METACHARACTERS: [char; 4] = ['*', '?', '[', '{'];

/// Returns a path as the rest of a pattern: metacharacters as sets, and `?` for what
/// cannot be written down.
pub(crate) fn escaped(path: &str) -> String {
    let mut pattern = String::with_capacity(path.len() + 2);
    let drive = path.starts_with(|c: char| c.is_ascii_alphabetic());
    for (index, (character, hidden)) in classify_chars(path).enumerate() {
        match character {
            '*' | '?' | '[' | '{' => pattern.extend(['[', character, ']']),
            ':' if index == 1 && drive => pattern.push_str("[:]"),
            // No pattern may hold a backslash.
            '\\' => pattern.push('?'),
            _ if hidden => pattern.push('?'),
            other => pattern.push(other),
        }
    }
    pattern
}

/// Why a string is not a pattern.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PatternError {
    /// What is wrong.
    pub kind: PatternErrorKind,
    /// At which character, counted from 1.
    pub position: Option<usize>,
}

impl fmt::Display for PatternError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.position {
            Some(position) => write!(formatter, "{} at {position}", self.kind),
            None => self.kind.fmt(formatter),
        }
    }
}

impl std::error::Error for PatternError {}

messages! {
    /// What is wrong with a pattern.
    #[derive(Debug, Clone, PartialEq, Eq, Hash)]
    pub enum PatternErrorKind {
        /// It, or an alternative, is empty.
        Empty = "pattern_empty";
        /// A component is `..`.
        Traversal = "pattern_traversal";
        /// It begins with a `/`, or a drive prefix such as `C:`.
        Absolute = "pattern_absolute";
        /// It, or an alternative, begins with `!`.
        Negated = "pattern_negated";
        Backslash = "pattern_backslash";
        Nul = "pattern_nul";
        /// It has more than 1,024 bytes; this many.
        TooLong(bytes: usize) = "pattern_too_long" with limit = MAX_PATTERN_BYTES;
        /// It has more than 63 components; this many.
        TooDeep(components: usize) = "pattern_too_deep" with limit = MAX_PATTERN_COMPONENTS;
        /// Its braces stand for more than 64 alternatives.
        TooManyAlternatives = "pattern_too_many" with limit = MAX_PATTERN_ALTERNATIVES;
        /// The components with `?` or sets are too long, from this one on.
        TooCostly = "pattern_too_costly" with limit = MAX_PATTERN_BYTES;
        OpenBrace = "pattern_open_brace";
        OpenBracket = "pattern_open_bracket";
        /// `**` is not a whole component, or there are more than two `*` in a row.
        Recursive = "pattern_recursive";
        /// A range runs backwards, such as `z-a`.
        Range(range: String) = "pattern_range";
    }
}

impl PatternErrorKind {
    /// Returns the error at a character, counted from 1.
    const fn at(self, position: usize) -> PatternError {
        PatternError {
            kind: self,
            position: Some(position),
        }
    }
}

impl From<PatternErrorKind> for PatternError {
    fn from(kind: PatternErrorKind) -> Self {
        Self {
            kind,
            position: None,
        }
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}
