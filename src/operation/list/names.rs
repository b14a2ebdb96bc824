//! The listing of all names: every category and collection, and how much is in it.

use std::sync::Arc;

use super::open;
use crate::operation::Request;
use crate::operation::error::{Error, Scope};
use crate::operation::matches::Matches;
use crate::operation::outcome::{Failed, Missing, NameRow, Stop, Unlisted};
use crate::project::collection::{Meaning, Member};
use crate::project::guide::Project;
use crate::spec::SearchKind;
use crate::text::truncated::{MAX_NAMED, Truncated};

/// Returns a row for each name, the categories first, whose documents are not counted
/// yet.
pub fn names(project: &Project) -> impl Iterator<Item = (SearchKind, NameRow)> {
    let row = |name: &String, scope, description: &Option<String>, contents| NameRow {
        name: name.clone(),
        scope,
        description: description.clone(),
        contents,
        documents: 0,
        bytes: 0,
    };
    let categories = project.categories.iter().map(move |(name, category)| {
        let patterns = first(category.patterns.iter().map(|pattern| pattern.as_str()));
        let row = row(name, Scope::Category, &category.description, patterns);
        (SearchKind::Category, row)
    });
    let collections = project.collections.iter().map(move |(name, collection)| {
        let members = first(collection.members.iter().map(|member| member.text.as_str()));
        let row = row(name, Scope::Collection, &collection.description, members);
        (SearchKind::Collection, row)
    });
    categories.chain(collections)
}

/// The first of these.
fn first<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> Truncated<String> {
    let more = names.len().saturating_sub(MAX_NAMED);
    let first = names.take(MAX_NAMED).map(str::to_owned).collect();
    Truncated { first, more }
}

/// Counts the documents of a row's name. What cannot be counted is added to `unlisted`.
///
/// # Errors
///
/// [`Stop::Cancelled`].
pub fn count(
    request: &Request<'_>,
    (kind, mut row): (SearchKind, NameRow),
    unlisted: &mut Truncated<Unlisted>,
) -> Result<NameRow, Stop> {
    // What is wrong with a collection's categories is said of these themselves, but for
    // what only the patterns of members find.
    let member = kind == SearchKind::Collection;
    let request = Request {
        search: &[kind],
        ..*request
    };
    let mut matches = match Matches::find(&request, &row.name) {
        Ok(matches) => matches,
        Err(Stop::Failed(failed)) => {
            uncountable(&row.name, member, *failed, unlisted);
            return Ok(row);
        }
        Err(Stop::Cancelled) => return Err(Stop::Cancelled),
    };
    let missing: Truncated<Missing> = std::mem::take(&mut matches.missing).into_iter().collect();
    if member {
        matches.unreadable.clear();
    }
    let faults = open(&request, &matches, |_, _, opened| {
        row.documents += 1;
        row.bytes = row.bytes.saturating_add(opened.bytes());
    })?;
    if !member || has_parts(&request, &row.name) {
        unlisted.more += faults.more;
        for mut fault in faults.first {
            if !member {
                fault.path = format!("{}/{}", row.name, fault.path);
            }
            let said =
                |told: &Unlisted| matches!(told, Unlisted::Unreadable(told) if *told == fault);
            if !unlisted.first.iter().any(said) {
                unlisted.push(Unlisted::Unreadable(fault));
            }
        }
    }
    if !missing.is_empty() {
        unlisted.push(Unlisted::Missing(row.name.clone(), missing));
    }
    Ok(row)
}

/// Whether a collection has members that are parts of categories.
fn has_parts(request: &Request<'_>, name: &str) -> bool {
    let collection = request.bound.project.collections.get(name);
    let is_part = |member: &Arc<Member>| matches!(member.meaning, Meaning::Part(..));
    collection.is_some_and(|collection| collection.flattened.iter().any(is_part))
}

/// Says why a name has no documents, unless nothing matches.
pub(in crate::operation) fn uncountable(
    name: &str,
    member: bool,
    failed: Failed,
    unlisted: &mut Truncated<Unlisted>,
) {
    let Failed { error, notes } = failed;
    let missing = notes.missing;
    unlisted.extend(missing.map(|(name, missing)| Unlisted::Missing(name, missing)));
    if !member && !matches!(error, Error::NoMatches { .. }) {
        let name = name.to_owned();
        unlisted.push(Unlisted::Failed { name, error });
    }
}
