//! What can stand where a client asks for the rest of it.

use std::collections::BTreeSet;

use crate::operation::Request;
use crate::operation::advice::{as_pattern, sayable};
use crate::operation::error::Scope;
use crate::operation::matches::Matches;
use crate::operation::members::{CategoryPart, members};
use crate::operation::outcome::Stop;
use crate::spec::SearchKind;
use crate::spec::resource::UriVariable;

/// The names that are known already.
#[derive(Debug, Clone, Copy, Default)]
pub struct KnownNames<'a> {
    /// The category.
    pub category: Option<&'a str>,
    /// The collection.
    pub collection: Option<&'a str>,
}

/// Everything that can stand for a variable and begins with this text, whatever its
/// case, in the project's order; paths are those that default patterns and members find, by
/// their bytes. What cannot be said as it is is left out.
///
/// # Errors
///
/// [`Stop::Cancelled`].
pub fn values(
    request: &Request<'_>,
    variable: UriVariable,
    begin: &str,
    known: KnownNames<'_>,
) -> Result<Vec<String>, Stop> {
    let project = &request.bound.project;
    let begin = folded(begin);
    let fits = |text: &str| folded(text).starts_with(&begin) && sayable(text);
    let names: Vec<&str> = match variable {
        UriVariable::Collection => project.collections.keys().map(String::as_str).collect(),
        UriVariable::Category => parts(request, known).iter().map(|part| part.name).collect(),
        UriVariable::Path => {
            return paths(request, &parts(request, known), &|path| {
                fits(path).then(|| path.to_owned())
            });
        }
    };
    let names = names.into_iter().filter(|name| fits(name));
    Ok(names.map(str::to_owned).collect())
}

/// The same of the documents of what has this name, as patterns.
///
/// # Errors
///
/// As for [`values`].
pub fn documents(
    request: &Request<'_>,
    search: &[SearchKind],
    name: &str,
    begin: &str,
) -> Result<Vec<String>, Stop> {
    let begin = folded(begin);
    let fitting = |path: &str| {
        let begun = |text: &str| folded(text).starts_with(&begin);
        as_pattern(path).filter(|pattern| begun(path) || begun(pattern))
    };
    let of = |kind: &SearchKind| match kind {
        SearchKind::Collection => KnownNames {
            collection: Some(name),
            ..KnownNames::default()
        },
        SearchKind::Category => KnownNames {
            category: Some(name),
            ..KnownNames::default()
        },
    };
    let mut searched = Vec::new();
    for kind in search {
        searched.extend(parts(request, of(kind)));
    }
    paths(request, &searched, &fitting)
}

/// Without its case, each character by itself.
fn folded(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}

/// Returns what is searched of the categories that are meant: all of them, whole, if no
/// name says which.
fn parts<'a>(request: &Request<'a>, known: KnownNames<'_>) -> Vec<CategoryPart<'a>> {
    let categories = request.bound.project.categories.iter();
    let mut parts: Vec<CategoryPart<'a>> = match known.collection {
        None => categories
            .map(|(name, of)| CategoryPart::whole(name, of))
            .collect(),
        Some(name) => members(request, name),
    };
    parts.retain(|part| known.category.is_none_or(|named| named == part.name));
    parts
}

fn paths(
    request: &Request<'_>,
    parts: &[CategoryPart<'_>],
    fitting: &dyn Fn(&str) -> Option<String>,
) -> Result<Vec<String>, Stop> {
    let mut paths = BTreeSet::new();
    for part in parts {
        let mut matches = Matches::none_of(part.name, Scope::Category, false);
        let placed = match matches.search(request, part, None, None) {
            Ok(placed) => placed,
            // What is asked for says what is wrong.
            Err(Stop::Failed(_)) => continue,
            Err(stop) => return Err(stop),
        };
        let files = placed.iter().flat_map(|(_, matches)| &matches.files);
        let readable = files.filter(|file| file.error.is_none());
        let documents = readable.map(|file| file.document());
        paths.extend(documents.filter_map(fitting));
    }
    Ok(paths.into_iter().collect())
}
