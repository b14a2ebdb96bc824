//! Patterns that select the documents of a category.
//!
//! # Syntax
//!
//! A pattern is relative to its category. `/` separates its components.
//!
//! - `*` matches any run of characters within a name, and `?` one character. `[abc]` and `[a-z]`
//!   match one character of a set. `[!a]` (or `[^a]`) matches one character that is not in the set.
//! - `**` as a whole component matches any number of directories. As the last component, it matches
//!   every file below.
//! - `{a,b}` matches either alternative. Braces may be nested, and have at most
//!   [`MAX_PATTERN_ALTERNATIVES`] alternatives in all. Braces without a comma are literal, as are
//!   braces and commas in a set.
//! - A last component without a dot matches the name itself and the name with any extension.
//! - A trailing `/`, or `.` alone, matches everything below. `./` and `//` are normalised away.
//!   `..` is refused.
//! - Wildcards never match a leading dot, except in patterns that exclude documents. Case matters.
//! - `!` at the beginning is refused, because it marks exclusions in other places.
//!
//! Each component is matched against one path component. The `glob` crate matches components with
//! `?` or a set, in time proportional to the product of both lengths. All components with `?` or a
//! set may together have at most [`MAX_PATTERN_BYTES`] characters in all alternatives. A pattern
//! with a set or braces also matches the path that it spells literally.

mod parse;
mod pattern_set;

use std::borrow::Cow;
use std::fmt;

pub(crate) use pattern_set::{EnteredBy, Group, MatchState, PatternSet};

use crate::limits::{MAX_PATTERN_ALTERNATIVES, MAX_PATTERN_BYTES, MAX_PATTERN_COMPONENTS};
use crate::text::escaped::classify_chars;
use crate::text::messages::messages;
use pattern_set::Component;

/// The part of a path with which a file pattern is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchTarget {
    /// The path itself.
    Path,
    /// The path, and each folder above it.
    PathOrFolder,
    /// Each folder above the path.
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
    /// The components of each expansion of the braces. Further lists match added extensions and the
    /// path that the pattern spells literally.
    alternatives: Vec<Vec<Component>>,
    /// The number of `alternatives` that are expansions of the braces.
    pub(crate) written: usize,
    /// Whether [`Self::anywhere`] changed the pattern, so that it matches names in any folder.
    is_anywhere: bool,
}

impl Pattern {
    /// Returns the pattern's text as it was passed to the parser.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns a pattern that matches the same names in any folder. A pattern that contains a `/`,
    /// or that is `.` or `**`, stays the same.
    pub fn anywhere(mut self) -> Self {
        self.is_anywhere = !self.text.contains('/') && !matches!(&*self.text, "." | "**");
        if self.is_anywhere {
            let alternatives = self.alternatives.iter_mut();
            alternatives.for_each(|components| components.insert(0, Component::AnyDirectories));
        }
        self
    }

    /// Returns the text with a leading `**/` if [`Self::anywhere`] changed the pattern, or `None`
    /// if not.
    pub fn read_as(&self) -> Option<String> {
        self.is_anywhere.then(|| format!("**/{}", self.text))
    }

    /// Returns the ending of the names that each expansion of the braces matches, for example
    /// `.md`. An item is `None` if the ending is not literal.
    pub fn endings(&self) -> impl Iterator<Item = Option<&str>> {
        let written = self.alternatives.iter().take(self.written);
        let last = written.map(|components| components.last());
        last.map(|last| last.and_then(Component::ending))
    }

    /// Returns whether each expansion of the braces ends with a component of wildcards, for example
    /// `**`, `docs/*` or `*.*`.
    pub fn is_open(&self) -> bool {
        let mut written = self.alternatives.iter().take(self.written);
        written.all(|components| components.last().is_some_and(Component::is_open))
    }

    /// Returns the number of components in all expansions of the braces, as a measure of the cost
    /// of matching. If the pattern has `?` or a set, each byte of the pattern counts as one
    /// component.
    pub fn components(&self) -> usize {
        if self.text.contains(['?', '[']) {
            self.written * self.text.len()
        } else {
            (self.alternatives.iter().take(self.written))
                .map(Vec::len)
                .sum()
        }
    }

    /// Returns whether a component begins with a dot. Other patterns do not match hidden names.
    pub fn reaches_hidden(&self) -> bool {
        let mut components = self.alternatives.iter().flatten();
        components.any(Component::is_hidden)
    }

    /// Returns whether the pattern matches `path`, a document's path relative to the category.
    pub fn matches(&self, path: &str) -> bool {
        PatternSet::of([self]).matches_path(path)
    }

    /// Returns the largest number of literal components in an alternative that matches a path, or
    /// `None` if no alternative matches. `names` are the components of the path, which need not
    /// exist. `compared` says which part of the path must match. Wildcards also match leading dots.
    pub fn literals_matching(
        &self,
        names: &[Cow<'_, str>],
        compared: MatchTarget,
    ) -> Option<usize> {
        let alternatives = self.alternatives.iter();
        let matching = alternatives.filter(|alternative| match_names(alternative, names, compared));
        let is_literal = |component: &&Component| component.as_literal().is_some();
        let literals = |alternative: &Vec<Component>| alternative.iter().filter(is_literal).count();
        matching.map(literals).max()
    }
}

/// Returns whether `alternative` matches a path with the components `names`. Wildcards also match
/// leading dots. Going back to the latest `**` suffices, because it can match whatever an earlier
/// `**` could match.
fn match_names(alternative: &[Component], names: &[Cow<'_, str>], compared: MatchTarget) -> bool {
    let (mut at, mut name) = (0, 0);
    let mut last = None;
    while name < names.len() {
        match alternative.get(at) {
            None if compared != MatchTarget::Path => return true,
            Some(Component::AnyDirectories) if at + 1 == alternative.len() => {
                // A final `**` needs at least one name. To match only a folder, it needs another
                // name below.
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

/// Escapes `path` for use in a pattern, except a leading `!`. Metacharacters become sets, and `?`
/// replaces characters that a pattern cannot contain.
pub(crate) fn escaped(path: &str) -> String {
    let mut pattern = String::with_capacity(path.len() + 2);
    let drive = path.starts_with(|c: char| c.is_ascii_alphabetic());
    for (index, (character, hidden)) in classify_chars(path).enumerate() {
        match character {
            '*' | '?' | '[' | '{' => pattern.extend(['[', character, ']']),
            ':' if index == 1 && drive => pattern.push_str("[:]"),
            // A pattern may not contain a backslash.
            '\\' => pattern.push('?'),
            _ if hidden => pattern.push('?'),
            other => pattern.push(other),
        }
    }
    pattern
}

/// The reason why a string is not a valid pattern.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PatternError {
    /// The kind of the error.
    pub kind: PatternErrorKind,
    /// The position of the error in the pattern, in characters counted from 1, if it is known.
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
    /// Errors in a pattern.
    #[derive(Debug, Clone, PartialEq, Eq, Hash)]
    pub enum PatternErrorKind {
        /// The pattern, or an alternative, is empty.
        Empty = "pattern_empty";
        /// A component is `..`.
        Traversal = "pattern_traversal";
        /// The pattern begins with a `/`, or with a drive prefix, for example `C:`.
        Absolute = "pattern_absolute";
        /// The pattern, or an alternative, begins with `!`.
        Negated = "pattern_negated";
        Backslash = "pattern_backslash";
        Nul = "pattern_nul";
        /// The pattern has too many bytes: `bytes`, with a limit of 1,024.
        TooLong(bytes: usize) = "pattern_too_long" with limit = MAX_PATTERN_BYTES;
        /// The pattern has too many components: `components`, with a limit of 63.
        TooDeep(components: usize) = "pattern_too_deep" with limit = MAX_PATTERN_COMPONENTS;
        /// The braces expand to more than 64 alternatives.
        TooManyAlternatives = "pattern_too_many" with limit = MAX_PATTERN_ALTERNATIVES;
        /// The components with `?` or sets are too long in total. The position is that of the first
        /// component beyond the limit.
        TooCostly = "pattern_too_costly" with limit = MAX_PATTERN_BYTES;
        OpenBrace = "pattern_open_brace";
        OpenBracket = "pattern_open_bracket";
        /// `**` is not a whole component, or there are more than two `*` in a row.
        Recursive = "pattern_recursive";
        /// A range runs backwards, for example `z-a`.
        Range(range: String) = "pattern_range";
    }
}

impl PatternErrorKind {
    /// Returns the error of this kind at the character `position`, counted from 1.
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
