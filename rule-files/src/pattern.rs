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
mod pattern_error;
mod pattern_set;

use std::borrow::Cow;
use std::fmt;

pub use pattern_error::{PatternError, PatternErrorKind};
pub use pattern_set::{EnteredBy, Group, MatchState, PatternSet};

#[cfg(doc)]
use crate::limits::{MAX_PATTERN_ALTERNATIVES, MAX_PATTERN_BYTES};
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
/// use rule_files::pattern::Pattern;
///
/// let pattern = Pattern::parse("api/**/*.{md,txt}")?;
/// assert!(pattern.matches("api/v1/routes.md") && pattern.matches("api/notes.txt"));
/// assert!(!pattern.matches("api/.hidden.md") && !pattern.matches("intro.md"));
/// assert!(Pattern::parse("../secrets").is_err());
/// # Ok::<(), rule_files::pattern::PatternError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Pattern {
    text: String,
    /// The components of each expansion of the braces. Further lists match added extensions and the
    /// path that the pattern spells literally.
    alternatives: Vec<Vec<Component>>,
    /// The number of `alternatives` that are expansions of the braces.
    written: usize,
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

    /// Returns the number of expansions of the braces: 1 for a pattern without braces.
    pub const fn expansions(&self) -> usize {
        self.written
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

impl fmt::Display for Pattern {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}
