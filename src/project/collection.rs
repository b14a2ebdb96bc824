//! Collections: their members as the file spells them, and those of nested collections.

use std::collections::HashSet;
use std::sync::Arc;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::project::guide::DefaultPattern;

/// The most members that all collections have together, those of nested ones
/// counted wherever these are nested.
pub const MAX_MEMBERS: usize = 100_000;

/// A named list of categories, of parts of them and of other collections.
#[derive(Debug, Clone)]
pub struct Collection {
    /// Its members as the file has them.
    pub members: Vec<Arc<Member>>,
    /// Its members that are no collections, each once, in the order of an answer: those
    /// of a nested collection come where it is nested first.
    pub flattened: Vec<Arc<Member>>,
    /// The first collection by which this one is a member of itself.
    pub circle: Option<String>,
    /// What it is for.
    pub description: Option<String>,
}

/// One member of a collection.
#[derive(Debug, Clone)]
pub struct Member {
    /// As the file spells it.
    pub text: String,
    /// What the text refers to. It is the same in every collection.
    pub meaning: Meaning,
}

/// What a member refers to.
#[derive(Debug, Clone)]
pub enum Meaning {
    /// A category, by its place among the project's.
    Category(usize),
    /// The documents of a category that a pattern matches.
    Part(usize, DefaultPattern),
    /// Another collection, by its place among the project's.
    Collection(usize),
    /// None of these.
    Unknown,
}

/// A collection, as the file has it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Collection")]
pub(super) struct RawCollection {
    /// Its members, in the order of an answer: each a category, a category, a `/` and a pattern, or another collection.
    categories: Vec<String>,
    /// What it is for.
    #[serde(default)]
    #[schemars(with = "String")]
    description: Option<String>,
}

/// The collections of a file with these categories.
///
/// # Errors
///
/// The name of the first with which there are more than [`MAX_MEMBERS`].
pub(super) fn collections<T>(
    raw: &IndexMap<String, RawCollection>,
    categories: &IndexMap<String, T>,
) -> Result<IndexMap<String, Collection>, String> {
    let mut lengths: Vec<usize> = categories.keys().map(String::len).collect();
    lengths.sort_unstable();
    lengths.dedup();
    // Only the ends of names are tried: there may be very many names, and slashes.
    let part = |text: &str| {
        let fitting = &lengths[..lengths.partition_point(|length| *length < text.len())];
        fitting.iter().rev().find_map(|&length| {
            let pattern = text.get(length..)?.strip_prefix('/')?;
            let category = categories.get_index_of(&text[..length])?;
            Some(Meaning::Part(category, DefaultPattern::new(pattern.into())))
        })
    };
    let meaning = |text: &str| match categories.get_index_of(text) {
        Some(category) => Meaning::Category(category),
        None => match raw.get_index_of(text) {
            Some(collection) => Meaning::Collection(collection),
            None => part(text).unwrap_or(Meaning::Unknown),
        },
    };
    let mut known: IndexMap<String, Collection> = raw
        .iter()
        .map(|(name, raw)| {
            let texts = raw.categories.iter().cloned();
            let members = texts.map(|text| {
                let meaning = meaning(&text);
                Arc::new(Member { text, meaning })
            });
            let collection = Collection {
                members: members.collect(),
                flattened: Vec::new(),
                circle: None,
                description: raw.description.clone(),
            };
            (name.clone(), collection)
        })
        .collect();
    let mut left = MAX_MEMBERS;
    for index in 0..known.len() {
        let Some((flattened, circle)) = flatten(&known, index, &mut left) else {
            let name = known.get_index(index).map(|(name, _)| name.clone());
            return Err(name.unwrap_or_default());
        };
        let circle = circle.and_then(|at| known.get_index(at));
        let circle = circle.map(|(name, _)| name.clone());
        let collection = &mut known[index];
        (collection.flattened, collection.circle) = (flattened, circle);
    }
    Ok(known)
}

/// Returns the members of the collection at `index` that are no collections, and the
/// collection by which it is a member of itself. `None` if it has more than `left`,
/// which is reduced by each member, however often that comes.
fn flatten(
    known: &IndexMap<String, Collection>,
    index: usize,
    left: &mut usize,
) -> Option<(Vec<Arc<Member>>, Option<usize>)> {
    let (mut flattened, mut circle) = (Vec::new(), None);
    let (mut entered, mut taken) = (HashSet::from([index]), HashSet::new());
    // Collections may be nested as deeply as there are any: no recursion.
    let mut stack = vec![(index, known[index].members.iter())];
    while let Some((within, members)) = stack.last_mut() {
        let Some(member) = members.next() else {
            stack.pop();
            continue;
        };
        *left = left.checked_sub(1)?;
        match member.meaning {
            Meaning::Collection(nested) => {
                if nested == index {
                    circle.get_or_insert(*within);
                }
                if entered.insert(nested) {
                    stack.push((nested, known[nested].members.iter()));
                }
            }
            _ if taken.insert(&member.text) => flattened.push(Arc::clone(member)),
            _ => {}
        }
    }
    Some((flattened, circle))
}
