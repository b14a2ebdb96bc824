//! Collections: what their members mean, and what they come to.

use std::collections::HashSet;
use std::slice::Iter;

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
    /// Its members, in the order of an answer.
    pub members: Vec<Member>,
    /// What it is for.
    pub description: Option<String>,
    /// How many categories its members are of, those of nested collections too.
    pub categories: usize,
}

/// One member of a collection.
#[derive(Debug, Clone)]
pub struct Member {
    /// As the file spells it.
    pub text: String,
    /// What that means. The same text means the same in every collection.
    pub meaning: Meaning,
}

/// What a member is.
#[derive(Debug, Clone)]
pub enum Meaning {
    /// A category, by its place among the project's.
    Category(usize),
    /// What of a category a pattern finds.
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
            let members = texts.map(|text| Member {
                meaning: meaning(&text),
                text,
            });
            let collection = Collection {
                members: members.collect(),
                description: raw.description.clone(),
                categories: 0,
            };
            (name.clone(), collection)
        })
        .collect();
    let mut left = MAX_MEMBERS;
    for index in 0..known.len() {
        let mut members = Members::new(&known, index, left);
        let of = |member: &Member| match member.meaning {
            Meaning::Category(category) | Meaning::Part(category, _) => Some(category),
            Meaning::Collection(_) | Meaning::Unknown => None,
        };
        let searched: HashSet<usize> = members.by_ref().filter_map(of).collect();
        let Some(rest) = members.left else {
            let name = known.get_index(index).map(|(name, _)| name.clone());
            return Err(name.unwrap_or_default());
        };
        left = rest;
        known[index].categories = searched.len();
    }
    Ok(known)
}

/// The members of a collection that are no collections, each once; those of a nested
/// one where that is nested first.
#[derive(Debug)]
pub struct Members<'a> {
    known: &'a IndexMap<String, Collection>,
    /// The place of the collection itself.
    index: usize,
    /// The collections that are being visited, each a member of the one before.
    visited: Vec<(usize, Iter<'a, Member>)>,
    entered: HashSet<usize>,
    given: HashSet<&'a str>,
    /// How many more may be looked at; none once there were more.
    left: Option<usize>,
    /// A collection of which this one is a member, where it holds itself by that; not
    /// known before the end.
    pub around: Option<&'a str>,
}

impl<'a> Members<'a> {
    /// Those of the collection of this name, if there is one.
    pub fn of(known: &'a IndexMap<String, Collection>, name: &str) -> Option<Self> {
        let index = known.get_index_of(name)?;
        Some(Self::new(known, index, usize::MAX))
    }

    fn new(known: &'a IndexMap<String, Collection>, index: usize, most: usize) -> Self {
        let mut members = Self {
            known,
            index,
            visited: Vec::new(),
            entered: HashSet::new(),
            given: HashSet::new(),
            left: Some(most),
            around: None,
        };
        members.enter(index);
        members
    }

    /// Goes on with the members of a collection, unless it was visited.
    fn enter(&mut self, index: usize) {
        if self.entered.insert(index) {
            self.visited.push((index, self.known[index].members.iter()));
        }
    }
}

impl<'a> Iterator for Members<'a> {
    type Item = &'a Member;

    fn next(&mut self) -> Option<&'a Member> {
        while let Some((collection, members)) = self.visited.last_mut() {
            let Some(member) = members.next() else {
                self.visited.pop();
                continue;
            };
            self.left = self.left.and_then(|left| left.checked_sub(1));
            self.left?;
            match member.meaning {
                Meaning::Collection(index) => {
                    if index == self.index && self.around.is_none() {
                        self.around = self
                            .known
                            .get_index(*collection)
                            .map(|(name, _)| name.as_str());
                    }
                    self.enter(index);
                }
                _ if self.given.insert(&member.text) => return Some(member),
                _ => {}
            }
        }
        None
    }
}
