//! What can stand where a client asks for the rest of it.

use std::collections::BTreeSet;

use indexmap::IndexSet;

use crate::operation::Request;
use crate::operation::advice::sayable;
use crate::operation::catalog::found;
use crate::operation::members::{Entry, entries};
use crate::operation::outcome::Stop;
use crate::project::guide::Category;
use crate::spec::SearchKind;
use crate::spec::resource::Variable;

/// The names that are known already.
#[derive(Debug, Clone, Copy, Default)]
pub struct Known<'a> {
    /// The category.
    pub category: Option<&'a str>,
    /// The collection.
    pub collection: Option<&'a str>,
}

/// Everything that can stand for a variable and begins with this text, whatever its
/// case, in the project's order; paths are those that default patterns find, by their
/// bytes. What cannot be said as it is is left out.
///
/// # Errors
///
/// [`Stop::Cancelled`].
pub fn values(
    request: &Request<'_>,
    variable: Variable,
    begin: &str,
    known: Known<'_>,
) -> Result<Vec<String>, Stop> {
    let project = &request.bound.project;
    let begin = begin.to_lowercase();
    let fits = |text: &str| text.to_lowercase().starts_with(&begin) && sayable(text);
    let names = match variable {
        Variable::Collection => project.collections.keys().collect::<Vec<_>>(),
        Variable::Category => categories(request, known).map(|(name, _)| name).collect(),
        Variable::Path => return paths(request, categories(request, known), &fits),
    };
    let names = names.into_iter().filter(|name| fits(name));
    Ok(names.cloned().collect())
}

/// The same of the documents of what has this name.
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
    let begin = begin.to_lowercase();
    let fits = |text: &str| text.to_lowercase().starts_with(&begin) && sayable(text);
    let of = |kind: &SearchKind| match kind {
        SearchKind::Collection => Known {
            collection: Some(name),
            ..Known::default()
        },
        SearchKind::Category => Known {
            category: Some(name),
            ..Known::default()
        },
    };
    let searched = search.iter().flat_map(|kind| categories(request, of(kind)));
    paths(request, searched, &fits)
}

/// The categories that are meant; all of them where nothing says which.
fn categories<'a>(
    request: &Request<'a>,
    known: Known<'_>,
) -> impl Iterator<Item = (&'a String, &'a Category)> + use<'a> {
    let project = &request.bound.project;
    let names: IndexSet<&'a str> = match known.collection {
        None => project.categories.keys().map(String::as_str).collect(),
        Some(name) => {
            // Whoever cancels is asked again where it counts.
            let entries = entries(request, name).unwrap_or_default().into_iter();
            let named = entries.filter_map(|entry| match entry {
                Entry::Part(part) => Some(part.name),
                Entry::Missing(..) => None,
            });
            named.collect()
        }
    };
    let named = known.category.map(str::to_owned);
    let names = names.into_iter();
    names
        .filter(move |name| named.as_ref().is_none_or(|named| named == *name))
        .filter_map(|name| project.categories.get_key_value(name))
}

fn paths<'a>(
    request: &Request<'a>,
    categories: impl Iterator<Item = (&'a String, &'a Category)>,
    fits: &dyn Fn(&str) -> bool,
) -> Result<Vec<String>, Stop> {
    let mut paths = BTreeSet::new();
    for (name, category) in categories {
        if let Some(found) = found(request, name, category)? {
            let readable = found.files.iter().filter(|file| file.fault.is_none());
            let documents = readable.map(|file| file.document());
            paths.extend(documents.filter(|path| fits(path)).map(str::to_owned));
        }
    }
    Ok(paths.into_iter().collect())
}
