//! Collections: their members as the file spells them, and those of nested collections.

use std::collections::HashSet;
use std::sync::Arc;

use indexmap::{IndexMap, IndexSet};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::limits::MAX_MEMBERS;
use crate::project::applies_to::{AppliesTo, MemberShape};
use crate::project::default_pattern::DefaultPattern;
use crate::project::guide::{Project, comment};
use crate::project::include::IncludeOrigin;
use crate::text::escape::MAX_QUOTED;
use crate::text::use_when::ALLOWED;

/// The index of a collection, and of one of its members.
type MemberIndex = (usize, usize);

/// A named list of categories, of parts of them and of other collections.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Collection {
    /// Its members, in the order of an answer: each a category, a category, a `/` and a pattern, or another collection.
    #[serde(rename = "categories")]
    #[schemars(with = "Vec<MemberShape>")]
    pub members: Vec<Member>,
    /// What it is for.
    #[serde(default)]
    #[schemars(with = "String")]
    pub description: Option<String>,
    /// When it is needed, in one sentence of at most 200 characters.
    #[serde(default)]
    #[schemars(with = "String", length(max = MAX_QUOTED), regex(pattern = ALLOWED), extend("not" = comment()))]
    pub use_when: Option<String>,
    /// Its members that are no collections, each once, in the order of an answer: those
    /// of a nested collection come where it is nested first.
    #[serde(skip)]
    flattened: Vec<MemberIndex>,
    /// The first collection by which this one is a member of itself.
    #[serde(skip)]
    pub circle: Option<String>,
    /// The include that it comes from.
    #[serde(skip)]
    pub origin: Option<Arc<IncludeOrigin>>,
}

/// One member of a collection.
#[derive(Debug, Clone)]
pub struct Member {
    /// As the file spells it, with the prefix of an included guide.
    pub text: String,
    /// Patterns of the project's files to which its documents apply, if they do not say.
    pub applies_to: Option<AppliesTo>,
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

impl Project {
    /// Returns the members of a collection that are no collections, each once, in the
    /// order of an answer; none if there is no such collection.
    pub fn flattened(&self, collection: &str) -> impl Iterator<Item = &Member> {
        let collection = self.collections.get(collection).into_iter();
        let members = collection.flat_map(|collection| &collection.flattened);
        members.map(|&(collection, member)| &self.collections[collection].members[member])
    }

    /// Resolves and flattens the members of all collections.
    ///
    /// # Errors
    ///
    /// The name of the first with which there are more than [`MAX_MEMBERS`].
    pub(super) fn resolve_members(&mut self) -> Result<(), String> {
        let categories = &self.categories;
        let names: IndexSet<String> = self.collections.keys().cloned().collect();
        let mut lengths: Vec<usize> = categories.keys().map(String::len).collect();
        lengths.sort_unstable();
        lengths.dedup();
        // Only the ends of names are tried: there may be very many names, and slashes.
        let part = |text: &str| {
            let fitting = &lengths[..lengths.partition_point(|length| *length < text.len())];
            fitting.iter().rev().find_map(|&length| {
                let pattern = text.get(length..)?.strip_prefix('/')?;
                let category = categories.get_index_of(&text[..length])?;
                let pattern = DefaultPattern::from(pattern.to_owned());
                Some(Meaning::Part(category, pattern))
            })
        };
        for collection in self.collections.values_mut() {
            for Member { text, meaning, .. } in &mut collection.members {
                let category = categories.get_index_of(text).map(Meaning::Category);
                *meaning = category
                    .or_else(|| names.get_index_of(text).map(Meaning::Collection))
                    .or_else(|| part(text))
                    .unwrap_or(Meaning::Unknown);
            }
        }
        let mut left = MAX_MEMBERS;
        for (index, name) in names.iter().enumerate() {
            let flattened = flatten(&self.collections, index, &mut left);
            let (flattened, circle) = flattened.ok_or_else(|| name.clone())?;
            let collection = &mut self.collections[index];
            collection.flattened = flattened;
            collection.circle = circle.map(|within| names[within].clone());
        }
        Ok(())
    }
}

/// Returns the members of the collection at `index` that are no collections, and the
/// collection by which it is a member of itself. `None` if it has more than `left`,
/// which is reduced by each member, however often that comes.
fn flatten(
    collections: &IndexMap<String, Collection>,
    index: usize,
    left: &mut usize,
) -> Option<(Vec<MemberIndex>, Option<usize>)> {
    let (mut flattened, mut circle) = (Vec::new(), None);
    let (mut entered, mut taken) = (HashSet::from([index]), HashSet::new());
    // Collections may be nested as deeply as there are any: no recursion.
    let mut stack = vec![(index, collections[index].members.iter().enumerate())];
    while let Some((within, members)) = stack.last_mut() {
        let Some((at, member)) = members.next() else {
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
                    stack.push((nested, collections[nested].members.iter().enumerate()));
                }
            }
            _ if taken.insert(&member.text) => flattened.push((*within, at)),
            _ => {}
        }
    }
    Some((flattened, circle))
}
