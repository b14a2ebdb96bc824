//! What there is where nothing was found.

use std::collections::BTreeSet;

use crate::documents::discover::DirectoryIndex;
use crate::documents::error::Cancelled;
use crate::documents::pattern::{METACHARACTERS, Pattern, PatternSet};
use crate::operation::Request;
use crate::operation::error::{Error, Nearby};
use crate::operation::matches::Matches;
use crate::operation::members::{CategoryPart, members};
use crate::operation::outcome::Stop;
use crate::spec::SearchKind;
use crate::text::near::near;

/// How many names of what is served are looked at for it.
const MAX_ENTRIES: usize = 10_000;
/// How many documents are suggested.
const MAX_SUGGESTED: usize = 3;

/// Returns what matches under a name, or why nothing does, with what there is instead.
///
/// # Errors
///
/// As [`Matches::find`].
pub fn found(request: &Request<'_>, name: &str) -> Result<Matches, Stop> {
    let mut found = Matches::find(request, name);
    if let Err(Stop::Failed(failed)) = &mut found
        && let Some(nearby) = unknown(&mut failed.error)
    {
        *nearby = Some(Box::new(look(request, name)?));
    }
    found
}

/// Returns where an error tells what there is instead.
fn unknown(error: &mut Error) -> Option<&mut Option<Box<Nearby>>> {
    match error {
        // A collection without categories has none that could be looked at.
        Error::NoMatches { patterns, .. } if patterns.is_empty() => None,
        Error::NoMatches { nearby, .. } | Error::NoDocument { nearby, .. } => Some(nearby),
        _ => None,
    }
}

/// Looks at what the name's categories hold.
fn look(request: &Request<'_>, name: &str) -> Result<Nearby, Cancelled> {
    let mut nearby = Nearby {
        defaults: request.pattern.is_none() && request.document.is_none(),
        ..Nearby::default()
    };
    let mut left = MAX_ENTRIES;
    let mut held = BTreeSet::new();
    for (part, member) in parts(request, name) {
        let Ok(sandbox) = request.bound.open(part.category) else {
            continue;
        };
        let rules = part.category.served_to_call();
        let suffixes = request.suffixes;
        let mut index = DirectoryIndex::scan(&sandbox, &rules, suffixes, left, request.cancelled)?;
        left = index.left;
        if !part.is_whole() {
            let own: Vec<&Pattern> = part.own().0.into_iter().map(|(_, own)| own).collect();
            index.retain(&own);
        }
        nearby.partly |= index.more;
        let shown = |path: &str| match member {
            true => format!("{}/{path}", part.name),
            false => path.to_owned(),
        };
        match (request.pattern, request.document) {
            (Some(pattern), _) => {
                let asked = Asked::Pattern(pattern.as_str(), part.name);
                asked.compare(&index, &str::to_owned, &mut nearby, request.cancelled);
            }
            (None, Some(wanted)) => {
                let path = match member {
                    true => wanted.path_in_member(part.name),
                    false => wanted.path_in_category(),
                };
                if let Some(path) = path {
                    let asked = Asked::Document(path);
                    asked.compare(&index, &shown, &mut nearby, request.cancelled);
                }
            }
            (None, None) => {}
        }
        if (request.cancelled)() {
            return Err(Cancelled);
        }
        held.extend(index.documents.iter().map(|path| shown(path)));
    }
    nearby.holds = held.into_iter().collect();
    Ok(nearby)
}

/// Returns the categories under a name, each once, and whether it is searched through a
/// collection.
fn parts<'a>(request: &Request<'a>, name: &str) -> Vec<(CategoryPart<'a>, bool)> {
    let project = &request.bound.project;
    let mut parts: Vec<(CategoryPart<'a>, bool)> = Vec::new();
    for kind in request.search {
        match kind {
            SearchKind::Collection => {
                parts.extend(members(request, name).into_iter().map(|part| (part, true)));
            }
            SearchKind::Category => {
                let known = parts
                    .iter()
                    .any(|(part, _)| part.name == name && part.is_whole());
                let whole = project.categories.get_key_value(name).filter(|_| !known);
                parts.extend(
                    whole.map(|(name, category)| (CategoryPart::whole(name, category), false)),
                );
            }
        }
    }
    parts
}

/// What was asked for.
enum Asked<'a> {
    /// A pattern, and the category in which it was searched.
    Pattern(&'a str, &'a str),
    /// A document's path.
    Document(&'a str),
}

impl Asked<'_> {
    /// Adds what is similar; `shown` is how a document is told there.
    fn compare(
        &self,
        index: &DirectoryIndex,
        shown: &dyn Fn(&str) -> String,
        nearby: &mut Nearby,
        cancelled: &dyn Fn() -> bool,
    ) {
        let (Self::Pattern(text, _) | Self::Document(text)) = *self;
        let matching = |pattern: Option<Pattern>, most, change: &dyn Fn(&str) -> String| {
            matching(pattern, index, most, change, cancelled)
        };
        if nearby.directory.is_none() {
            let path = format!("{}/", text.trim_end_matches('/'));
            nearby.directory = index.directories.contains(&path).then_some(path);
        }
        let lower = text.to_lowercase();
        let lower = match self {
            Self::Pattern(..) => Pattern::parse(&lower).ok(),
            Self::Document(_) => Pattern::exact(&lower),
        };
        let left = MAX_SUGGESTED.saturating_sub(nearby.cased.len());
        let cased = matching(lower, left, &|path| path.to_lowercase());
        nearby.cased.extend(cased.into_iter().map(shown));
        let mut near = Vec::new();
        if let Self::Pattern(_, category) = self {
            if nearby.deeper.is_none() {
                let deeper = format!("**/{text}");
                let found = matching(Pattern::parse(&deeper).ok(), 1, &str::to_owned);
                nearby.deeper = (!found.is_empty()).then_some(deeper);
            }
            // In a collection documents are told with the category's name before them.
            let path = text.strip_prefix(category);
            let path = path.and_then(|path| path.strip_prefix('/'));
            let pattern = path.and_then(|path| Pattern::parse(path).ok());
            near = matching(pattern, MAX_SUGGESTED, &str::to_owned);
        }
        for path in near.into_iter().chain(nearest(text, index)) {
            let told = shown(path);
            if nearby.near.len() < MAX_SUGGESTED && !nearby.near.contains(&told) {
                nearby.near.push(told);
            }
        }
    }
}

/// Returns the first documents that a pattern matches once their paths are changed.
fn matching<'a>(
    pattern: Option<Pattern>,
    index: &'a DirectoryIndex,
    most: usize,
    change: &dyn Fn(&str) -> String,
    cancelled: &dyn Fn() -> bool,
) -> Vec<&'a str> {
    let set = PatternSet::new(&pattern);
    let paths = index.documents.iter().map(String::as_str);
    let paths = paths.take_while(|_| !cancelled());
    let found = paths.filter(|path| set.matches_path(&change(path)));
    found.take(most).collect()
}

/// The documents whose paths, or else whose names, are near to one that is spelled
/// out; without their extensions where it has none.
fn nearest<'a>(text: &str, index: &'a DirectoryIndex) -> impl Iterator<Item = &'a str> {
    let name = |path: &'a str| path.rsplit_once('/').map_or(path, |(_, name)| name);
    let stem = |path| name(path).split('.').next().unwrap_or_default();
    let asked = text.rsplit('/').next().unwrap_or_default();
    let paths: Vec<&str> = index.documents.iter().map(String::as_str).collect();
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
