//! Collections: their members as the file spells them, and those of nested collections.

use std::collections::HashSet;

use indexmap::{IndexMap, IndexSet};

use crate::limits::MAX_MEMBERS;
use crate::project::guide::{Collection, DefaultPattern, Meaning, Member, MemberIndex, Project};

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
