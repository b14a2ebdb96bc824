//! Which documents of a category may be served, whatever a call asks for.

use crate::documents::pattern::{EnteredBy, Group, MatchState, Pattern, PatternSet};

/// How the name of a template begins that only other templates may include.
pub const PARTIAL: char = '_';

/// What is served only where a pattern shows it.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hides {
    #[default]
    Nothing,
    /// Names that begin with a dot, and what is below such a directory.
    Dotted,
    Everything,
}

/// What a category serves, compiled for many names, and in a search what is wanted of that. Names
/// are compared as they are asked for, and not the names that links lead to.
#[derive(Debug, Clone, Default)]
pub struct Served<'a> {
    pub(crate) set: PatternSet<'a>,
    /// What is served only where a pattern shows it.
    pub(crate) hides: Hides,
    /// The path of the directory in which the search is, within the one to which the patterns
    /// of what is excluded are relative; empty for that one itself.
    pub base: &'a str,
    /// Whether templates whose names begin with `_` are partials of others, and never
    /// served by themselves.
    pub partials: bool,
    /// The names of the documents that are served; all if there is none.
    pub names: &'a [String],
    /// The suffixes that mark a template, the preferred first. A template has its document's
    /// name, too.
    pub suffixes: &'a [String],
}

impl<'a> Served<'a> {
    /// Serves nothing that one of these patterns matches. A directory that one matches, or one of
    /// them less a final `/**`, is not served with everything below it.
    pub fn excluding(mut self, patterns: &'a [Pattern]) -> Self {
        self.set.add(Group::Excluded, patterns);
        self
    }

    /// Serves of what is hidden only what one of these patterns matches.
    pub fn hiding(mut self, shown: impl IntoIterator<Item = &'a Pattern>) -> Self {
        let shown = shown.into_iter().filter(|of| of.reaches_hidden());
        self.set.add(Group::Shown, shown);
        self.hides = Hides::Dotted;
        self
    }

    /// Serves only what one of these patterns matches.
    pub fn only(mut self, shown: impl IntoIterator<Item = &'a Pattern>) -> Self {
        self.set.add(Group::Shown, shown);
        self.hides = Hides::Everything;
        self
    }

    /// Returns whether the document that is stored at a path, relative to the category,
    /// may be served.
    pub fn allows(&self, path: &str) -> bool {
        let (directory, name) = path.rsplit_once('/').unwrap_or(("", path));
        let directory = self.at(directory);
        directory.is_some_and(|directory| self.allows_document(&directory, name))
    }

    /// Returns the state at the directory in which the search is.
    pub(super) fn start(&self) -> MatchState {
        let top = self.set.start(&[Group::Excluded, Group::Shown]);
        let names = self.base.split('/').filter(|name| !name.is_empty());
        // A search is in a directory that is served.
        let here = names.fold(top, |above, name| {
            self.enter(&above, name, EnteredBy::Directory)
                .unwrap_or(above)
        });
        here.union(&self.set.start(&[Group::Wanted]))
    }

    /// Returns the state at a directory, or `None` if nothing in it may be served.
    pub(super) fn at(&self, path: &str) -> Option<MatchState> {
        let mut names = path.split('/').filter(|name| !name.is_empty());
        names.try_fold(self.start(), |above, name| {
            self.enter(&above, name, EnteredBy::Directory)
        })
    }

    /// Returns the state at a directory in another, or `None` if nothing in it may be
    /// served.
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

    /// Returns the priority of the first wanted pattern that matches a document's name, and the
    /// length of its template suffix: a template is matched by its document's name, too. `None`
    /// if it may not be served.
    pub(super) fn find(&self, directory: &MatchState, name: &str) -> Option<(usize, usize)> {
        let matched = self.match_document(directory, Group::Wanted, name);
        matched.filter(|_| self.allows_document(directory, name))
    }

    /// Returns whether a document of this name may be served.
    pub(super) fn allows_document(&self, directory: &MatchState, name: &str) -> bool {
        self.is_named(name) && !self.excludes(directory, name) && self.shows(directory, name)
    }

    /// Returns whether an answer may say that this name is not a directory, or cannot be
    /// read: neither a document nor a directory of this name is excluded, and one of
    /// them may be seen.
    pub(super) fn may_report(&self, directory: &MatchState, name: &str) -> bool {
        let below = self.set.enter(directory, name, EnteredBy::Directory);
        !self.excludes(directory, name)
            && !self.is_closed(directory, name, &below)
            && (self.shows(directory, name) || self.shows_some(&below))
    }

    /// Returns whether a document has one of the names that are served.
    pub(super) fn is_named(&self, name: &str) -> bool {
        let names = self.names;
        let document = self.template(name).map_or(name, |(document, _)| document);
        names.is_empty() || names.iter().any(|name| name == document)
    }

    /// Returns a template's document name and the length of its suffix: a template is a
    /// name and a suffix.
    pub(super) fn template<'n>(&self, name: &'n str) -> Option<(&'n str, usize)> {
        self.suffixes.iter().find_map(|suffix| {
            let document = name.strip_suffix(suffix.as_str())?;
            let named = !matches!(document, "" | "." | "..");
            named.then_some((document, suffix.len()))
        })
    }

    /// Returns whether a document of this name is excluded, also as a template by its
    /// document's name, or is a partial.
    fn excludes(&self, directory: &MatchState, name: &str) -> bool {
        let partial = self.partials && name.starts_with(PARTIAL);
        partial && self.template(name).is_some()
            || (self.match_document(directory, Group::Excluded, name)).is_some()
    }

    /// Returns whether a directory of this name, with its state, is excluded.
    fn is_closed(&self, above: &MatchState, name: &str, below: &MatchState) -> bool {
        let excluded = self.set.match_document(above, Group::Excluded, name);
        excluded.is_some() || self.set.excludes_everything(below)
    }

    /// Returns whether a document of this name is not hidden, or a pattern matches it.
    fn shows(&self, directory: &MatchState, name: &str) -> bool {
        let is_hidden = match self.hides {
            Hides::Nothing => false,
            Hides::Dotted => directory.is_hidden || name.starts_with('.'),
            Hides::Everything => true,
        };
        !is_hidden || (self.match_document(directory, Group::Shown, name)).is_some()
    }

    /// Returns whether something in a directory may be seen.
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
