//! Projects: reads a `guide.yaml` and the guides that it includes, and finds the project to bind.

pub mod absence;
pub mod bound_project;
pub mod category;
pub mod clone_command;
pub mod collection;
mod compile;
pub mod guide_file;
mod include;
pub mod include_origin;
pub mod is_within_repository;
mod loaded_file;
pub mod main_folder;
pub mod missing_include;
pub mod project_error;
pub mod project_file;
pub mod session;
pub mod skill_fields;
pub mod submodules;

use std::collections::HashSet;

use indexmap::IndexMap;
use serde_json::{Map, Value};

use crate::limits::{MAX_GUIDE_PATTERNS, MAX_MEMBERS, MAX_PREFIXED_NAME_BYTES};
use crate::project::category::{Category, guide_pattern};
use crate::project::clone_command::CloneCommand;
use crate::project::collection::{Collection, Meaning, Member, MemberIndex};
use crate::project::compile::compile_alone;
use crate::project::guide_file::{GuideFile, Levels, Limits, Search};
use crate::project::missing_include::MissingInclude;
use crate::project::project_error::{ProjectError, ProjectErrorKind};
use crate::text::messages::{QuotedName, messages};

/// A project as mcp-guide serves it.
#[derive(Debug, Clone, Default)]
pub struct Project {
    /// The categories in the order of listings. Those of included guides are last.
    pub categories: IndexMap<String, Category>,
    /// The collections, in the same order.
    pub collections: IndexMap<String, Collection>,
    /// The values that all templates receive, as a map.
    pub context: Value,
    /// The settings for searches.
    pub search: Search,
    /// The limits on what is read and returned.
    pub limits: Limits,
    /// The kinds of findings of `check` that are errors, and the kinds that are left out.
    pub check: Levels,
    /// The includes whose guides do not exist.
    pub missing: Vec<MissingInclude>,
    /// The parts of included guides that are not used, each with the index of the project's own
    /// include.
    pub unused: Vec<(usize, Unused)>,
    /// Whether the project was found as a folder without a `guide.yaml`.
    pub(crate) is_found: bool,
}

messages! {
    /// Parts of an included guide that are not used.
    #[derive(Debug, Clone, PartialEq)]
    pub enum Unused {
        /// The guide does not exist.
        Missing { guide: QuotedName, command: CloneCommand } = "include_missing";
        /// The folder of the guide's submodule is empty or missing.
        NotCloned { guide: QuotedName, command: CloneCommand } = "include_not_cloned";
        /// The folder of the guide has no `guide.yaml`.
        Bare { guide: QuotedName, command: CloneCommand } = "include_bare";
        /// The guide does not exist, but there is one with nearly the same path.
        Near { guide: QuotedName, meant: QuotedName } = "include_near";
        /// The same guide was already included with the same names.
        Twice { guide: QuotedName } = "include_twice";
        /// A nearer guide already has this name in the same field.
        Name {
            field: &'static str,
            name: String,
            guide: QuotedName,
        } = "include_name";
        /// The guide sets these fields, but only the project's own are used.
        Fields {
            fields: Vec<&'static str>,
            guide: QuotedName,
        } = "include_fields";
    }
}

impl Project {
    /// Parses a project's file without reading the guides that it includes.
    ///
    /// # Errors
    ///
    /// Returns an error of the YAML, or a [`ProjectErrorKind`] of the content, with its position in
    /// the file. Problems that only answers report are not errors here, for example an invalid
    /// default pattern, a missing directory, or an unknown member.
    pub fn parse(content: &[u8]) -> Result<Self, ProjectError> {
        compile_alone(&GuideFile::parse(content)?)
    }

    /// Parses the proposal for a folder without a `guide.yaml`.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Self::parse`].
    pub(crate) fn found(proposal: &[u8]) -> Result<Self, ProjectError> {
        Ok(Self {
            is_found: true,
            ..Self::parse(proposal)?
        })
    }

    /// Creates the project of a folder without a `guide.yaml`, before its documents are needed.
    fn without_documents() -> Self {
        Self {
            is_found: true,
            context: Value::Object(Map::new()),
            ..Self::default()
        }
    }

    /// Returns the members of `collection`, and of the collections nested in it, that are not
    /// collections themselves. Each member appears once, in the order of an answer. Returns no
    /// members if the collection does not exist.
    pub fn flattened(&self, collection: &str) -> impl Iterator<Item = &Member> {
        let collection = self.collections.get(collection).into_iter();
        let members = collection.flat_map(|collection| &collection.flattened);
        members.map(|&(collection, member)| &self.collections[collection].members[member])
    }

    /// Resolves and flattens the members of all collections.
    ///
    /// # Errors
    ///
    /// Returns the name of the first collection that exceeds a limit, and the error.
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

    /// Returns the meaning of `text`, a member's text. If it begins with the names of several
    /// categories, the longest name is used.
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

/// Returns the members of the collection at `index`, and of the collections nested in it, that are
/// not collections themselves. Also returns the index of the first collection through which it is a
/// member of itself, if any.
///
/// Each member reduces `left` by 1, no matter how many times it appears. Returns `None` if there
/// are more members than `left`.
fn flatten(
    collections: &IndexMap<String, Collection>,
    index: usize,
    left: &mut usize,
) -> Option<(Vec<MemberIndex>, Option<usize>)> {
    let (mut flattened, mut circle) = (Vec::new(), None);
    let (mut entered, mut taken) = (HashSet::from([index]), HashSet::new());
    // Collections may be nested to any depth, so this does not use recursion.
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
