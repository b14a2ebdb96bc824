//! Decides which documents a category may serve, independently of what a call asks for.

use rule_files::pattern::{EnteredBy, Group, MatchState, Pattern, PatternSet};

/// The first character in the name of a template that can only be included by other templates.
pub const PARTIAL: char = '_';

/// The names that are hidden: they are served only if a pattern shows them.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hides {
    #[default]
    Nothing,
    /// Names that begin with a dot, and everything in directories with these names.
    Dotted,
    Everything,
}

/// The filter for what a category serves, compiled for matching many names. In a search, it also
/// contains the wanted patterns. A link is matched by its own name, not by the name of its target.
#[derive(Debug, Clone, Default)]
pub struct Served<'a> {
    pub(crate) set: PatternSet<'a>,
    /// The names that are hidden: they are served only if a pattern shows them.
    pub(crate) hides: Hides,
    /// The path to the directory that is searched, relative to the directory of the `exclude`
    /// patterns. It is empty if both are the same.
    pub base: &'a str,
    /// Whether templates whose names begin with `_` are partials of other templates, which are
    /// never served by themselves.
    pub partials: bool,
    /// The names of the documents that are served. If empty, documents of any name are served.
    pub names: &'a [String],
    /// The suffixes that mark a template, in order of preference. Patterns also match a template by
    /// its document's name.
    pub suffixes: &'a [String],
}

impl<'a> Served<'a> {
    /// Excludes everything that one of `patterns` matches. If a pattern matches a directory, with
    /// or without the pattern's final `/**`, everything in the directory is excluded as well.
    pub fn excluding(mut self, patterns: &'a [Pattern]) -> Self {
        self.set.add(Group::Excluded, patterns);
        self
    }

    /// Hides names that begin with a dot, unless one of the `shown` patterns matches them.
    pub fn hiding(mut self, shown: impl IntoIterator<Item = &'a Pattern>) -> Self {
        let shown = shown.into_iter().filter(|pattern| pattern.reaches_hidden());
        self.set.add(Group::Shown, shown);
        self.hides = Hides::Dotted;
        self
    }

    /// Serves only what one of the `shown` patterns matches.
    pub fn only(mut self, shown: impl IntoIterator<Item = &'a Pattern>) -> Self {
        self.set.add(Group::Shown, shown);
        self.hides = Hides::Everything;
        self
    }

    /// Returns whether the document stored at `path`, relative to the category, may be served.
    pub fn allows(&self, path: &str) -> bool {
        let (directory, name) = path.rsplit_once('/').unwrap_or(("", path));
        let directory = self.at(directory);
        directory.is_some_and(|directory| self.allows_document(&directory, name))
    }

    /// Returns the matching state in the directory where the search starts.
    pub(super) fn start(&self) -> MatchState {
        let top = self.set.start(&[Group::Excluded, Group::Shown]);
        let names = self.base.split('/').filter(|name| !name.is_empty());
        // The directory that is searched is always served.
        let here = names.fold(top, |above, name| {
            self.enter(&above, name, EnteredBy::Directory)
                .unwrap_or(above)
        });
        here.union(&self.set.start(&[Group::Wanted]))
    }

    /// Returns the state in the directory at `path`, or `None` if nothing in it may be served.
    pub(super) fn at(&self, path: &str) -> Option<MatchState> {
        let mut names = path.split('/').filter(|name| !name.is_empty());
        names.try_fold(self.start(), |above, name| {
            self.enter(&above, name, EnteredBy::Directory)
        })
    }

    /// Returns the state in the directory `name`, or `None` if nothing in it may be served. `above`
    /// is the state in its parent directory.
    pub(super) fn enter(
        &self,
        above: &MatchState,
        name: &str,
        by: EnteredBy,
    ) -> Option<MatchState> {
        let below = self.set.enter(above, name, by);
        let leads = !self.is_closed(above, name, &below) && self.shows_some(&below);
        leads.then_some(below)
    }

    /// Returns the priority of the first wanted pattern that matches the document `name` in
    /// `directory`, and the length in bytes of its template suffix. Patterns also match a template
    /// by its document's name. Returns `None` if nothing matches, or if the document may not be
    /// served.
    pub(super) fn find(&self, directory: &MatchState, name: &str) -> Option<(usize, usize)> {
        let matched = self.match_document(directory, Group::Wanted, name);
        matched.filter(|_| self.allows_document(directory, name))
    }

    /// Returns whether the document `name` in `directory` may be served.
    pub(super) fn allows_document(&self, directory: &MatchState, name: &str) -> bool {
        self.is_named(name) && !self.excludes(directory, name) && self.shows(directory, name)
    }

    /// Returns whether an answer may report that `name` is not a directory or cannot be read. This
    /// requires that neither a document nor a directory of this name is excluded, and that at least
    /// one of them is visible.
    pub(super) fn may_report(&self, directory: &MatchState, name: &str) -> bool {
        let below = self.set.enter(directory, name, EnteredBy::Directory);
        !self.excludes(directory, name)
            && !self.is_closed(directory, name, &below)
            && (self.shows(directory, name) || self.shows_some(&below))
    }

    /// Returns whether `name`, without a template suffix, is one of the `names`, or `names` is
    /// empty.
    pub(super) fn is_named(&self, name: &str) -> bool {
        let names = self.names;
        let document = self.template(name).map_or(name, |(document, _)| document);
        names.is_empty() || names.iter().any(|name| name == document)
    }

    /// Returns the document name of the template `name`, and the length of its suffix in bytes.
    /// Returns `None` if `name` does not have a template suffix.
    pub(super) fn template<'n>(&self, name: &'n str) -> Option<(&'n str, usize)> {
        self.suffixes.iter().find_map(|suffix| {
            let document = name.strip_suffix(suffix.as_str())?;
            let named = !matches!(document, "" | "." | "..");
            named.then_some((document, suffix.len()))
        })
    }

    /// Returns whether a document named `name` is excluded or is a partial. A template is also
    /// excluded if a pattern matches its document's name.
    fn excludes(&self, directory: &MatchState, name: &str) -> bool {
        let partial = self.partials && name.starts_with(PARTIAL);
        partial && self.template(name).is_some()
            || (self.match_document(directory, Group::Excluded, name)).is_some()
    }

    /// Returns whether the directory `name` is excluded. `above` is the state in its parent
    /// directory, and `below` the state in the directory itself.
    fn is_closed(&self, above: &MatchState, name: &str, below: &MatchState) -> bool {
        let excluded = self.set.match_document(above, Group::Excluded, name);
        excluded.is_some() || self.set.excludes_everything(below)
    }

    /// Returns whether a document named `name` is not hidden, or is shown by a pattern.
    fn shows(&self, directory: &MatchState, name: &str) -> bool {
        let is_hidden = match self.hides {
            Hides::Nothing => false,
            Hides::Dotted => directory.is_hidden || name.starts_with('.'),
            Hides::Everything => true,
        };
        !is_hidden || (self.match_document(directory, Group::Shown, name)).is_some()
    }

    /// Returns whether anything in a directory may be visible.
    fn shows_some(&self, directory: &MatchState) -> bool {
        let is_hidden = match self.hides {
            Hides::Nothing => false,
            Hides::Dotted => directory.is_hidden,
            Hides::Everything => true,
        };
        !is_hidden || self.set.is_shown(directory)
    }

    fn match_document(
        &self,
        directory: &MatchState,
        group: Group,
        name: &str,
    ) -> Option<(usize, usize)> {
        let direct = self.set.match_document(directory, group, name);
        let (through, suffix) = match self.template(name) {
            Some((document, suffix)) => {
                (self.set.match_document(directory, group, document), suffix)
            }
            None => (None, 0),
        };
        let priority = direct.into_iter().chain(through).min()?;
        Some((priority, suffix))
    }
}
