//! What people choose by a name of the project: rows of the table.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use super::fault::{MAX_DESCRIPTION, TableFault};
use super::load::{Placed, check_arguments, check_search, fault};
use super::{Argument, MCP_NAME, Operation, SearchKind, Template, Tool};

/// The prompts of one kind: one for each name that it looks up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromptRow {
    /// The name that clients show.
    pub title: Template,
    /// What it is for, where the project says nothing of the name.
    pub description: Template,
    /// How its documents are had: a row as a tool has, without an argument of role name.
    pub tool: Tool,
}

/// The prompts of one kind: one for each name that it looks up.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Prompt")]
pub(super) struct RawPrompt {
    /// The name that clients show; `{name}` is the project's.
    title: String,
    /// What it is for, where the project says nothing of `{name}`.
    #[schemars(length(max = MAX_DESCRIPTION))]
    description: String,
    /// Where names are looked up, in this order.
    #[schemars(length(min = 1), extend("uniqueItems" = true))]
    search: Vec<SearchKind>,
    /// Its arguments, none of role `name`, in the table's order.
    #[schemars(
        with = "BTreeMap<String, Argument>",
        extend("propertyNames" = { "pattern": MCP_NAME })
    )]
    arguments: IndexMap<String, Argument>,
}

impl RawPrompt {
    pub(super) fn check(self, index: usize) -> Result<PromptRow, Placed> {
        let path = format!("prompts[{index}]");
        let template = |text: &str, field: &str| {
            Template::parse(text, &["name"])
                .map_err(|error| (format!("{path}.{field}"), TableFault::Template(error)))
        };
        let row = PromptRow {
            title: template(&self.title, "title")?,
            description: template(&self.description, "description")?,
            tool: Tool {
                arguments: self.arguments,
                ..Tool::unnamed(path.clone(), Operation::Retrieve, self.search)
            },
        };
        check_search(&row.tool, &path)?;
        check_arguments(&row.tool, &path)?;
        match row.tool.argument(super::Role::Name) {
            Some((name, _)) => fault(format!("{path}.arguments.{name}"), TableFault::NamedPrompt),
            None => Ok(row),
        }
    }
}
