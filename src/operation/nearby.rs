//! What there is where nothing was found.

use std::cell::Cell;
use std::collections::BTreeSet;

use crate::documents::discover::Around;
use crate::documents::fault::Cancelled;
use crate::documents::pattern::{METACHARACTERS, Pattern, PatternSet};
use crate::documents::work::Work;
use crate::operation::Request;
use crate::operation::error::{Error, Nearby};
use crate::operation::matches::Matches;
use crate::operation::members::{Entry, Part, entries};
use crate::operation::outcome::Stop;
use crate::spec::SearchKind;
use crate::text::near::near;

/// How many names of what is served are looked at for it.
const MAX_ENTRIES: usize = 10_000;
/// How long patterns are held against their names: so many times as a search asks
/// whether it was cancelled, each about a millisecond.
const MAX_ASKED: usize = 64;
/// How many documents are suggested.
const MAX_SUGGESTED: usize = 3;

/// What matches under a name, or why nothing does, with what there is instead.
///
/// # Errors
///
/// As of [`Matches::find`].
pub fn found(request: &Request<'_>, name: &str) -> Result<Matches, Stop> {
    let mut found = Matches::find(request, name);
    if let Err(Stop::Failed(failed)) = &mut found
        && let Some(nearby) = unknown(&mut failed.error)
    {
        *nearby = Some(Box::new(look(request, name).ok_or(Stop::Cancelled)?));
    }
    found
}

/// Where what there is instead is to be told.
fn unknown(error: &mut Error) -> Option<&mut Option<Box<Nearby>>> {
    match error {
        // A collection without categories has none that could be looked at.
        Error::NoMatches { patterns, .. } if patterns.is_empty() => None,
        Error::NoMatches { nearby, .. } | Error::NoDocument { nearby, .. } => Some(nearby),
        _ => None,
    }
}

/// Looks at what the name's categories hold; `None` if the caller gave up.
fn look(request: &Request<'_>, name: &str) -> Option<Nearby> {
    let mut nearby = Nearby {
        defaults: request.pattern.is_none() && request.document.is_none(),
        ..Nearby::default()
    };
    let mut left = MAX_ENTRIES;
    let mut held = BTreeSet::new();
    for place in places(request, name)? {
        let category = place.part.category;
        let Ok(sandbox) = request.bound.open(category) else {
            continue;
        };
        let served = category.served_to_call(request.cancelled).ok()?;
        let mut around =
            Around::look(&sandbox, &served, request.suffixes, left, request.cancelled).ok()?;
        left = around.left;
        if !place.part.is_whole() {
            let own: Vec<&Pattern> = place.part.own().0.into_iter().map(|(_, own)| own).collect();
            around.keep(&own, request.cancelled).ok()?;
        }
        nearby.partly |= around.more;
        if let Some(asked) = place.asked(request) {
            asked.compare(&around, &place, &mut nearby, request.cancelled);
            if (request.cancelled)() {
                return None;
            }
        }
        let documents = around.documents.iter();
        held.extend(documents.map(|path| place.shown(path)));
    }
    nearby.holds = held.into_iter().collect();
    Some(nearby)
}

/// A category under the name, and how its documents are told there.
struct Place<'a> {
    part: Part<'a>,
    /// Whether it is searched through a collection.
    member: bool,
}

/// The categories under a name, each once; `None` if the caller gave up.
fn places<'a>(request: &Request<'a>, name: &str) -> Option<Vec<Place<'a>>> {
    let project = &request.bound.project;
    let mut places: Vec<Place<'a>> = Vec::new();
    for kind in request.search {
        let parts = match kind {
            SearchKind::Collection => entries(request, name).ok()?,
            SearchKind::Category => {
                let whole = project.categories.get_key_value(name);
                let whole = whole.map(|(name, category)| Part::whole(name, category));
                let known = |place: &Place<'_>| place.part.name == name && place.part.is_whole();
                let whole = whole.filter(|_| !places.iter().any(known));
                whole.map(Entry::Part).into_iter().collect()
            }
        };
        let member = *kind == SearchKind::Collection;
        places.extend(parts.into_iter().filter_map(|entry| match entry {
            Entry::Part(part) => Some(Place { part, member }),
            Entry::Missing(..) => None,
        }));
    }
    Some(places)
}

impl Place<'_> {
    fn shown(&self, path: &str) -> String {
        match self.member {
            true => format!("{}/{path}", self.part.name),
            false => path.to_owned(),
        }
    }

    /// What a pattern finds without the category's name before it, which is told with
    /// the documents of a collection.
    fn without_name<'a>(
        &self,
        asked: &Asked<'_>,
        text: &str,
        around: &'a Around,
        cancelled: &dyn Fn() -> bool,
    ) -> Vec<&'a str> {
        let path = text.strip_prefix(self.part.name);
        let path = path.and_then(|path| path.strip_prefix('/'));
        match (asked, path) {
            (Asked::Pattern(_), Some(path)) => {
                let pattern = Pattern::parse(path).ok();
                matching(pattern, around, MAX_SUGGESTED, str::to_owned, cancelled)
            }
            _ => Vec::new(),
        }
    }

    /// What was asked for of this category.
    fn asked<'a>(&self, request: &Request<'a>) -> Option<Asked<'a>> {
        match (request.pattern, request.document) {
            (Some(pattern), _) => Some(Asked::Pattern(pattern)),
            (None, Some(wanted)) if self.member => {
                wanted.path_in_member(self.part.name).map(Asked::Document)
            }
            (None, Some(wanted)) => wanted.path_in_category().map(Asked::Document),
            (None, None) => None,
        }
    }
}

/// What was asked for.
enum Asked<'a> {
    Pattern(&'a Pattern),
    Document(&'a str),
}

impl Asked<'_> {
    fn compare(
        &self,
        around: &Around,
        place: &Place<'_>,
        nearby: &mut Nearby,
        cancelled: &dyn Fn() -> bool,
    ) {
        let text = match self {
            Self::Pattern(pattern) => pattern.as_str(),
            Self::Document(path) => path,
        };
        if nearby.directory.is_none() {
            let path = format!("{}/", text.trim_end_matches('/'));
            nearby.directory = around.directories.contains(&path).then_some(path);
        }
        let room = MAX_SUGGESTED.saturating_sub(nearby.cased.len());
        let lower = |path: &str| path.to_lowercase();
        let cased = matching(self.without_case(text), around, room, lower, cancelled);
        nearby
            .cased
            .extend(cased.into_iter().map(|path| self.told(path, place)));
        if nearby.deeper.is_none()
            && let Self::Pattern(_) = self
        {
            let deeper = format!("**/{text}");
            let pattern = Pattern::parse(&deeper).ok();
            let found = matching(pattern, around, 1, str::to_owned, cancelled);
            nearby.deeper = (!found.is_empty()).then_some(deeper);
        }
        let near = place.without_name(self, text, around, cancelled);
        for path in near.into_iter().chain(nearest(text, around)) {
            let told = self.told(path, place);
            if nearby.near.len() < MAX_SUGGESTED && !nearby.near.contains(&told) {
                nearby.near.push(told);
            }
        }
    }

    /// The same pattern in lower case.
    fn without_case(&self, text: &str) -> Option<Pattern> {
        let text = text.to_lowercase();
        match self {
            Self::Pattern(_) => Pattern::parse(&text).ok(),
            Self::Document(_) => Pattern::exact(&text),
        }
    }

    /// A path as it can be asked for in place of this.
    fn told(&self, path: &str, place: &Place<'_>) -> String {
        match self {
            Self::Pattern(_) => path.to_owned(),
            Self::Document(_) => place.shown(path),
        }
    }
}

/// The first documents that a pattern matches once their paths are changed; none
/// where it takes too long to say.
fn matching<'a>(
    pattern: Option<Pattern>,
    around: &'a Around,
    most: usize,
    change: impl Fn(&str) -> String,
    cancelled: &dyn Fn() -> bool,
) -> Vec<&'a str> {
    let left = Cell::new(MAX_ASKED);
    let enough = || {
        left.set(left.get().saturating_sub(1));
        left.get() == 0 || cancelled()
    };
    let work = Work::new(&enough);
    let find = || {
        let mut found = Vec::new();
        let set = PatternSet::new(&pattern, &work)?;
        for path in around.documents.iter().map(String::as_str) {
            if found.len() < most && set.matches_path(&change(path), &work)? {
                found.push(path);
            }
        }
        Ok::<_, Cancelled>(found)
    };
    find().unwrap_or_default()
}

/// The documents whose paths, or else whose names, are near to one that is spelled
/// out; without their extensions where it has none.
fn nearest<'a>(text: &str, around: &'a Around) -> impl Iterator<Item = &'a str> {
    let name = |path: &'a str| path.rsplit_once('/').map_or(path, |(_, name)| name);
    let stem = |path| name(path).split('.').next().unwrap_or_default();
    let asked = text.rsplit('/').next().unwrap_or_default();
    let paths: Vec<&str> = around.documents.iter().map(String::as_str).collect();
    let mut found = Vec::new();
    if !text.contains(METACHARACTERS) {
        found = near(text, &paths);
        if found.is_empty() {
            let cut = |path: &'a str| match asked.contains('.') {
                true => name(path),
                false => stem(path),
            };
            let names: Vec<&str> = paths.iter().map(|path| cut(path)).collect();
            let of_name = |wanted| paths.iter().find(|path| cut(path) == wanted).copied();
            found = near(asked, &names)
                .into_iter()
                .filter_map(of_name)
                .collect();
        }
    }
    found.into_iter()
}
