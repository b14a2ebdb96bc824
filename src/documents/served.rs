//! What a category serves: the bounds of every search of it, whatever is asked for.

use crate::documents::discover::template;
use crate::documents::fault::Cancelled;
use crate::documents::pattern::{By, Dots, Pattern, PatternSet, States};
use crate::documents::work::Work;

/// What the name of a template begins with that is found as a partial alone.
pub const PARTIAL: char = '_';

/// What may be served. Names are compared as they are asked for; what a link leads
/// to is not.
#[derive(Debug, Clone, Default)]
pub struct Served<'a> {
    /// What is never served. A directory that one of these matches, or one of them
    /// less a final `/**`, is none with all that is below it.
    pub exclude: &'a [Pattern],
    /// The patterns one of which has to match what has a hidden name, which is one
    /// that begins with a dot, or stands below one. `None`: there is nothing about
    /// hidden names.
    pub hidden: Option<Vec<&'a Pattern>>,
    /// Whether templates whose names begin with `_` are partials of others, and never
    /// served by themselves.
    pub partials: bool,
}

impl Served<'_> {
    /// Whether a document that is stored at this path, relative to the category, may
    /// be served. One that ends in one of the `suffixes` is a template, and has its
    /// document's name too.
    ///
    /// # Errors
    ///
    /// [`Cancelled`], as the work says.
    pub fn allows(
        &self,
        path: &str,
        suffixes: &[String],
        work: &Work<'_>,
    ) -> Result<bool, Cancelled> {
        Gate::new(self, suffixes, work)?.serves(path, work)
    }
}

/// What may be served, made ready for many names.
pub(super) struct Gate<'a> {
    exclude: Option<PatternSet<'a>>,
    hidden: Option<PatternSet<'a>>,
    suffixes: &'a [String],
    partials: bool,
    /// Whether everything may be served.
    open: bool,
}

/// A directory of which something may be served.
#[derive(Default)]
pub(super) struct Place {
    exclude: States,
    hidden: States,
    /// Whether a name on the way is hidden.
    below_hidden: bool,
}

impl<'a> Gate<'a> {
    /// # Errors
    ///
    /// [`Cancelled`], as the work says. So have all methods.
    pub(super) fn new(
        served: &'a Served<'_>,
        suffixes: &'a [String],
        work: &Work<'_>,
    ) -> Result<Self, Cancelled> {
        let exclude = match served.exclude {
            [] => None,
            patterns => Some(PatternSet::of_paths(patterns, Dots::Any, work)?),
        };
        let hidden = match &served.hidden {
            None => None,
            Some(patterns) => {
                let patterns = patterns.iter().copied();
                Some(PatternSet::of_paths(patterns, Dots::Literal, work)?)
            }
        };
        Ok(Self {
            open: exclude.is_none() && hidden.is_none() && !served.partials,
            exclude,
            hidden,
            suffixes,
            partials: served.partials,
        })
    }

    /// Whether the document at a path may be served.
    pub(super) fn serves(&self, path: &str, work: &Work<'_>) -> Result<bool, Cancelled> {
        let (directory, name) = path.rsplit_once('/').unwrap_or(("", path));
        match self.at(directory, work)? {
            Some(place) => self.document(&place, name, work),
            None => Ok(false),
        }
    }

    /// A directory's place, unless nothing in it may be served. Its path may end in
    /// a `/`.
    pub(super) fn at(&self, path: &str, work: &Work<'_>) -> Result<Option<Place>, Cancelled> {
        let start = |set: &Option<PatternSet<'_>>| match set {
            Some(set) => set.start_with(|_| true, work),
            None => Ok(States::default()),
        };
        let mut place = Place {
            exclude: start(&self.exclude)?,
            hidden: start(&self.hidden)?,
            below_hidden: false,
        };
        // Most categories serve all that is in them.
        let path = if self.open { "" } else { path };
        for name in path.split('/').filter(|name| !name.is_empty()) {
            match self.enter(&place, name, work)? {
                Some(below) => place = below,
                None => return Ok(None),
            }
        }
        Ok(Some(place))
    }

    /// The place of a directory in another, unless nothing in it may be served.
    pub(super) fn enter(
        &self,
        place: &Place,
        name: &str,
        work: &Work<'_>,
    ) -> Result<Option<Place>, Cancelled> {
        let mut below = Place {
            below_hidden: place.is_hidden(name),
            ..Place::default()
        };
        match self.not_excluded(place, name, work)? {
            Some(exclude) => below.exclude = exclude,
            None => return Ok(None),
        }
        if let Some(set) = &self.hidden {
            below.hidden = set.descend(&place.hidden, name, By::Name, work)?;
            if below.below_hidden && below.hidden.is_empty() {
                return Ok(None);
            }
        }
        Ok(Some(below))
    }

    /// Whether a document of this name may be served.
    pub(super) fn document(
        &self,
        place: &Place,
        name: &str,
        work: &Work<'_>,
    ) -> Result<bool, Cancelled> {
        Ok(self.open || !self.excludes(place, name, work)? && self.shows(place, name, work)?)
    }

    /// Whether it may be said that this name stands in the way: it is no directory,
    /// and one was looked for. So it is where neither a document of this name is
    /// excluded nor a directory, and one of them may be seen.
    pub(super) fn obstacle(
        &self,
        place: &Place,
        name: &str,
        work: &Work<'_>,
    ) -> Result<bool, Cancelled> {
        Ok(!self.excludes(place, name, work)?
            && self.not_excluded(place, name, work)?.is_some()
            && (self.shows(place, name, work)? || self.enter(place, name, work)?.is_some()))
    }

    /// Whether a document of this name is excluded, be it as the template that it is,
    /// or is a partial alone.
    fn excludes(&self, place: &Place, name: &str, work: &Work<'_>) -> Result<bool, Cancelled> {
        if self.partials && name.starts_with(PARTIAL) && template(name, self.suffixes).is_some() {
            return Ok(true);
        }
        self.matches(&self.exclude, &place.exclude, name, work)
    }

    /// Whether a document of this name is not hidden, or a pattern matches it.
    fn shows(&self, place: &Place, name: &str, work: &Work<'_>) -> Result<bool, Cancelled> {
        Ok(self.hidden.is_none()
            || !place.is_hidden(name)
            || self.matches(&self.hidden, &place.hidden, name, work)?)
    }

    fn matches(
        &self,
        set: &Option<PatternSet<'_>>,
        states: &States,
        name: &str,
        work: &Work<'_>,
    ) -> Result<bool, Cancelled> {
        let Some(set) = set else {
            return Ok(false);
        };
        if set.accepts(states, name, work)?.is_some() {
            return Ok(true);
        }
        match template(name, self.suffixes) {
            Some((document, _)) => Ok(set.accepts(states, document, work)?.is_some()),
            None => Ok(false),
        }
    }

    /// What can be excluded in a directory of this name, unless all of it is.
    fn not_excluded(
        &self,
        place: &Place,
        name: &str,
        work: &Work<'_>,
    ) -> Result<Option<States>, Cancelled> {
        let Some(set) = &self.exclude else {
            return Ok(Some(States::default()));
        };
        let below = set.descend(&place.exclude, name, By::Name, work)?;
        let all = set.takes_all(&below) || set.accepts(&place.exclude, name, work)?.is_some();
        Ok((!all).then_some(below))
    }
}

impl Place {
    fn is_hidden(&self, name: &str) -> bool {
        self.below_hidden || name.starts_with('.')
    }
}
