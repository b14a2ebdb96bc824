//! The project: what its `guide.yaml` and those that it includes mean.

use indexmap::IndexMap;
use serde_json::Value;

use crate::project::category::Category;
use crate::project::collection::{Collection, Member};
use crate::project::settings::{Limits, Search};
use crate::text::message::{QuotedName, messages};

/// What mcp-guide serves of a project.
#[derive(Debug, Clone)]
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
    /// What of included guides is not used.
    pub unused: Vec<Unused>,
}

messages! {
    /// What of an included guide is not used.
    #[derive(Debug, Clone, PartialEq)]
    pub enum Unused {
        /// There is no guide.
        Missing(guide: QuotedName) = "include_missing";
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
    /// Returns the members of a collection that are no collections, each once, in the
    /// order of an answer; none if there is no such collection.
    pub fn flattened(&self, collection: &str) -> impl Iterator<Item = &Member> {
        let collection = self.collections.get(collection).into_iter();
        let members = collection.flat_map(|collection| &collection.flattened);
        members.map(|&(collection, member)| &self.collections[collection].members[member])
    }
}
