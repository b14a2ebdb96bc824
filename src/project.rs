//! The project: what its `guide.yaml` and those that it includes mean, and which one is bound.

pub mod absence;
pub mod bound_project;
pub mod category;
pub mod clone_command;
pub mod collection;
mod compile;
pub mod error;
pub mod guide_file;
mod include;
pub mod include_origin;
mod loaded_file;
pub mod missing_include;
pub mod project_file;
pub mod session;
pub mod skill;
pub mod submodules;

use std::collections::HashSet;

use indexmap::IndexMap;
use serde_json::{Map, Value};

use crate::limits::{MAX_GUIDE_PATTERNS, MAX_MEMBERS, MAX_PREFIXED_NAME_BYTES};
use crate::project::category::{Category, guide_pattern};
use crate::project::clone_command::CloneCommand;
use crate::project::collection::{Collection, Meaning, Member, MemberIndex};
use crate::project::error::{ProjectError, ProjectErrorKind};
use crate::project::guide_file::{Levels, Limits, Search};
use crate::project::missing_include::MissingInclude;
use crate::text::message::{QuotedName, messages};

/// What mcp-guide serves of a project.
#[derive(Debug, Clone, Default)]
pub struct Project {
    /// Its categories, in the order of listings, those of included guides last.
    pub categories: IndexMap<String, Category>,
    /// Its collections, in the same order.
    pub collections: IndexMap<String, Collection>,
    /// What templates are given where they are rendered: a map.
    pub context: Value,
    /// How documents are searched.
    pub search: Search,
    /// How much is read and returned.
    pub limits: Limits,
    /// Which findings of `check` fail, and which are left out.
    pub check: Levels,
    /// The includes whose guides are not there.
    pub missing: Vec<MissingInclude>,
    /// What of included guides is not used, with the index of the include.
    pub unused: Vec<(usize, Unused)>,
    /// Whether it was found: it is a folder without a `guide.yaml`.
    pub(crate) is_found: bool,
}

messages! {
    /// What of an included guide is not used.
    #[derive(Debug, Clone, PartialEq)]
    pub enum Unused {
        /// There is no guide.
        Missing { guide: QuotedName, command: CloneCommand } = "include_missing";
        /// Its submodule's folder is empty or not there.
        NotCloned { guide: QuotedName, command: CloneCommand } = "include_not_cloned";
        /// Its folder has no `guide.yaml`.
        Bare { guide: QuotedName, command: CloneCommand } = "include_bare";
        /// There is a guide by nearly its path.
        Near { guide: QuotedName, meant: QuotedName } = "include_near";
        /// The same guide was included before, by the same names.
        Twice { guide: QuotedName } = "include_twice";
        /// A nearer guide has this name in the same field.
        Name {
            field: &'static str,
            name: String,
            guide: QuotedName,
        } = "include_name";
        /// The project's own of these fields count.
        Fields {
            fields: Vec<&'static str>,
            guide: QuotedName,
        } = "include_fields";
    }
}

impl Project {
    /// Parses the proposal for a folder without a `guide.yaml`.
    ///
    /// # Errors
    ///
    /// As [`Self::parse`].
    pub(crate) fn found(proposal: &[u8]) -> Result<Self, ProjectError> {
        Ok(Self {
            is_found: true,
            ..Self::parse(proposal)?
        })
    }

    /// Returns the project of a folder without a `guide.yaml`, before its documents are needed.
    fn without_documents() -> Self {
        Self {
            is_found: true,
            context: Value::Object(Map::new()),
            ..Self::default()
        }
    }

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
    /// The name of the first with which they are over a limit, and the error.
    pub(super) fn resolve_members(&mut self) -> Result<(), (String, ProjectErrorKind)> {
        let mut parts = 0;
        for index in 0..self.collections.len() {
            for at in 0..self.collections[index].members.len() {
                let meaning = self.meaning(&self.collections[index].members[at].text);
                parts += usize::from(matches!(meaning, Meaning::Part(..)));
                self.collections[index].members[at].meaning = meaning;
            }
            if parts > MAX_GUIDE_PATTERNS {
                return Err((self.collection_name(index), ProjectErrorKind::ManyPatterns));
            }
        }
        let mut left = MAX_MEMBERS;
        for index in 0..self.collections.len() {
            let Some((flattened, circle)) = flatten(&self.collections, index, &mut left) else {
                return Err((self.collection_name(index), ProjectErrorKind::ManyMembers));
            };
            let circle = circle.map(|within| self.collection_name(within));
            let collection = &mut self.collections[index];
            (collection.flattened, collection.circle) = (flattened, circle);
        }
        Ok(())
    }

    fn collection_name(&self, index: usize) -> String {
        let collection = self.collections.get_index(index);
        collection.map_or_else(String::new, |(name, _)| name.clone())
    }

    /// Returns what a member refers to: of several categories that its text begins with, a part of
    /// that with the longest name.
    fn meaning(&self, text: &str) -> Meaning {
        let part = || {
            let mut slashes = text.rmatch_indices('/').map(|(at, _)| at);
            slashes.find_map(|at| {
                let name = Some(&text[..at]).filter(|_| at <= MAX_PREFIXED_NAME_BYTES)?;
                let category = self.categories.get_index_of(name)?;
                let pattern = guide_pattern(text[at + 1..].to_owned());
                Some(Meaning::Part(category, pattern))
            })
        };
        let category = self.categories.get_index_of(text).map(Meaning::Category);
        let collection = || self.collections.get_index_of(text);
        category
            .or_else(|| collection().map(Meaning::Collection))
            .or_else(part)
            .unwrap_or(Meaning::Unknown)
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
