//! Which documents of a category may be served, whatever a call asks for.

use crate::documents::pattern::{EntryType, LeadingDots, MatchState, Pattern, PatternSet};

/// How the name of a template begins that only other templates may include.
pub const PARTIAL: char = '_';

/// What a category serves. Names are compared as they are asked for, and not the names that
/// links lead to.
#[derive(Debug, Clone, Default)]
pub struct Served<'a> {
    /// The path of the directory in which the search is, within the one to which the patterns
    /// of `exclude` are relative; empty for that one itself.
    pub base: &'a str,
    /// The patterns of what is never served. A directory that one of these matches, or
    /// one of them less a final `/**`, is not served with everything below it.
    pub exclude: &'a [Pattern],
    /// The patterns one of which has to match what has a hidden name: one that begins
    /// with a dot, or is below such a directory. `None`: hidden names are served.
    pub hidden: Option<Vec<&'a Pattern>>,
    /// Whether templates whose names begin with `_` are partials of others, and never
    /// served by themselves.
    pub partials: bool,
    /// The names of the documents that are served; all if there is none.
    pub names: &'a [String],
    /// The suffixes that mark a template, the preferred first.
    pub suffixes: &'a [String],
}

/// The rules, compiled for many names.
pub struct DocumentFilter<'a> {
    base: &'a str,
    exclude: Option<PatternSet<'a>>,
    hidden: Option<PatternSet<'a>>,
    suffixes: &'a [String],
    partials: bool,
    names: &'a [String],
}

/// The state of a filter at a directory in which something may be served.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DirFilter {
    exclude: MatchState,
    hidden: MatchState,
    /// Whether this directory, or one above it, has a hidden name.
    below_hidden: bool,
}

impl<'a> DocumentFilter<'a> {
    /// Compiles rules. A document that ends in one of the suffixes is a template, and has its
    /// document's name, too. Unless something `reaches_hidden` names, they are not looked at.
    pub fn new(rules: &'a Served<'_>, reaches_hidden: bool) -> Self {
        let exclude = (!rules.exclude.is_empty())
            .then(|| PatternSet::of_paths(rules.exclude, LeadingDots::Wildcard));
        let hidden = (rules.hidden.as_ref())
            .filter(|_| reaches_hidden)
            .map(|patterns| PatternSet::of_paths(patterns.iter().copied(), LeadingDots::Literal));
        Self {
            base: rules.base,
            exclude,
            hidden,
            suffixes: rules.suffixes,
            partials: rules.partials,
            names: rules.names,
        }
    }

    /// Returns whether the document that is stored at a path, relative to the category,
    /// may be served.
    pub fn allows(&self, path: &str) -> bool {
        let (directory, name) = path.rsplit_once('/').unwrap_or(("", path));
        let directory = self.at(directory);
        directory.is_some_and(|directory| self.allows_document(&directory, name))
    }

    /// Returns the state at the directory in which the search is.
    pub(super) fn start(&self) -> DirFilter {
        let start = |set: &Option<PatternSet<'_>>| {
            let state = set.as_ref().map(|set| set.start(|_| true));
            state.unwrap_or_default()
        };
        let top = DirFilter {
            exclude: start(&self.exclude),
            hidden: start(&self.hidden),
            ..DirFilter::default()
        };
        let names = self.base.split('/').filter(|name| !name.is_empty());
        // A search is in a directory that is served.
        names.fold(top, |above, name| self.enter(&above, name).unwrap_or(above))
    }

    /// Returns the state at a directory, or `None` if nothing in it may be served.
    pub(super) fn at(&self, path: &str) -> Option<DirFilter> {
        let mut names = path.split('/').filter(|name| !name.is_empty());
        names.try_fold(self.start(), |above, name| self.enter(&above, name))
    }

    /// Returns the state at a directory in another, or `None` if nothing in it may be
    /// served.
    pub(super) fn enter(&self, above: &DirFilter, name: &str) -> Option<DirFilter> {
        let below_hidden = above.is_hidden(name);
        let exclude = self.not_excluded(above, name)?;
        let hidden = match &self.hidden {
            Some(set) => set.enter(&above.hidden, name, EntryType::Directory),
            None => MatchState::default(),
        };
        let seen = self.hidden.is_none() || !below_hidden || !hidden.is_empty();
        seen.then_some(DirFilter {
            exclude,
            hidden,
            below_hidden,
        })
    }

    /// Returns whether a document of this name may be served.
    pub(super) fn allows_document(&self, directory: &DirFilter, name: &str) -> bool {
        self.is_named(name) && !self.excludes(directory, name) && self.shows(directory, name)
    }

    /// Returns whether an answer may say that this name is not a directory, or cannot be
    /// read: neither a document nor a directory of this name is excluded, and one of
    /// them may be seen.
    pub(super) fn may_report(&self, directory: &DirFilter, name: &str) -> bool {
        !self.excludes(directory, name)
            && self.not_excluded(directory, name).is_some()
            && (self.shows(directory, name) || self.enter(directory, name).is_some())
    }

    /// Returns whether a document of this name is excluded, also as a template by its
    /// document's name, or is a partial.
    fn excludes(&self, directory: &DirFilter, name: &str) -> bool {
        let partial = self.partials && name.starts_with(PARTIAL);
        partial && template(name, self.suffixes).is_some()
            || self.matches(&self.exclude, &directory.exclude, name)
    }

    /// Returns whether a document has one of the names that are served.
    pub(super) fn is_named(&self, name: &str) -> bool {
        let document = template(name, self.suffixes).map_or(name, |(document, _)| document);
        self.names.is_empty() || self.names.iter().any(|name| name == document)
    }

    /// Returns whether a document of this name is not hidden, or a pattern matches it.
    fn shows(&self, directory: &DirFilter, name: &str) -> bool {
        self.hidden.is_none()
            || !directory.is_hidden(name)
            || self.matches(&self.hidden, &directory.hidden, name)
    }

    fn matches(&self, set: &Option<PatternSet<'_>>, state: &MatchState, name: &str) -> bool {
        let matches = |name| {
            let set = set.as_ref();
            set.is_some_and(|set| set.match_document(state, name).is_some())
        };
        matches(name) || template(name, self.suffixes).is_some_and(|(name, _)| matches(name))
    }

    /// Returns the state of `exclude` in a directory of this name, or `None` if all of
    /// it is excluded.
    fn not_excluded(&self, above: &DirFilter, name: &str) -> Option<MatchState> {
        let Some(set) = &self.exclude else {
            return Some(MatchState::default());
        };
        let below = set.enter(&above.exclude, name, EntryType::Directory);
        let all =
            set.matches_everything(&below) || set.match_document(&above.exclude, name).is_some();
        (!all).then_some(below)
    }
}

impl DirFilter {
    fn is_hidden(&self, name: &str) -> bool {
        self.below_hidden || name.starts_with('.')
    }
}

/// Returns a template's document name and the length of its suffix: a template is a
/// name and a suffix.
pub(super) fn template<'a>(name: &'a str, suffixes: &[String]) -> Option<(&'a str, usize)> {
    suffixes.iter().find_map(|suffix| {
        let document = name.strip_suffix(suffix.as_str())?;
        let named = !matches!(document, "" | "." | "..");
        named.then_some((document, suffix.len()))
    })
}
