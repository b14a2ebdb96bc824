//! Tools: the rows of the table, their checks and their published input schemas.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value, json};

use super::table_error::{Problem, list, problem, repeated};
use crate::operation::error::JsonType;
use crate::operation::kind::NameKind;
use crate::text::escaped::escape_truncated;

/// The maximum length of a description, in bytes. Longer descriptions take up too much of an
/// agent's context.
pub const MAX_DESCRIPTION: usize = 2000;
/// The maximum length of the name of a tool or an argument, in characters. MCP defines this limit.
pub const MAX_NAME: usize = 64;

/// A row of `tools`. The default value is used to read a resource or a prompt, and is not offered
/// as a tool.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tool {
    /// The name, which matches `[A-Za-z0-9_.-]{1,64}`.
    pub name: String,
    /// The title that clients show.
    pub title: String,
    /// The purpose of the tool, in at most 2,000 bytes.
    #[serde(deserialize_with = "description")]
    pub description: String,
    /// The operation that the tool runs.
    pub operation: Operation,
    /// The subcommand of the command line that runs the tool.
    #[serde(default)]
    pub command: Option<Subcommand>,
    /// The kinds of names that the tool looks up, in this order.
    #[serde(rename = "search")]
    pub kinds: Vec<NameKind>,
    /// The arguments, in the order of the table.
    pub arguments: IndexMap<String, Argument>,
    /// The effects of the tool, as described to MCP clients.
    #[serde(default)]
    pub annotations: Annotations,
    /// Data for particular clients, by key, as in MCP's `_meta`.
    #[serde(default)]
    pub meta: BTreeMap<String, Value>,
}

/// The operations that a row can run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Operation {
    /// Delivers documents.
    #[default]
    Retrieve,
    /// Lists the names in a project, or the documents of a category or collection.
    List,
    /// Finds documents that contain the words of a query.
    Search,
    /// Delivers the documents that apply to files.
    Guidance,
}

impl Operation {
    /// Returns the roles that arguments of the operation can have. If a role is required, it is the
    /// first one.
    pub const fn roles(self) -> &'static [Role] {
        match self {
            Self::Retrieve => &[Role::Name, Role::Pattern, Role::Document, Role::Section],
            Self::List => &[Role::Name, Role::Pattern],
            Self::Search => &[Role::Query, Role::Name, Role::Pattern],
            Self::Guidance => &[Role::Path, Role::Name],
        }
    }

    /// Returns the role of the argument that every call needs, if any.
    fn needs(self) -> Option<Role> {
        match self {
            Self::List => None,
            Self::Retrieve | Self::Search | Self::Guidance => self.roles().first().copied(),
        }
    }
}

/// The subcommands that run a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Subcommand {
    /// `mcp-guide get`
    Get,
    /// `mcp-guide list`
    List,
    /// `mcp-guide search`
    Search,
    /// `mcp-guide for`
    For,
}

/// One argument of a tool.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Argument {
    /// The role of the argument in the operation.
    pub role: Role,
    /// The JSON type of the argument.
    #[serde(rename = "type")]
    pub json_type: JsonType,
    /// Whether a call must have the argument.
    #[serde(default)]
    pub required: bool,
    /// The meaning of the argument, in at most 2,000 bytes.
    #[serde(deserialize_with = "description")]
    pub description: String,
    /// Examples of valid values.
    #[serde(default)]
    pub examples: Vec<String>,
}

/// The role of an argument in an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The name of a category or a collection.
    Name,
    /// A pattern that replaces the default patterns.
    Pattern,
    /// One document, by URI or path.
    Document,
    /// Sections instead of whole documents, by a heading or a path of headings.
    Section,
    /// The words to search for.
    Query,
    /// The paths of files, one per line.
    Path,
}

/// MCP's tool annotations. Absent annotations are not published.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub struct Annotations {
    /// Whether the tool changes nothing.
    pub read_only_hint: Option<bool>,
    /// Whether the tool may destroy something.
    pub destructive_hint: Option<bool>,
    /// Whether repeating a call changes nothing further.
    pub idempotent_hint: Option<bool>,
    /// Whether the tool reaches beyond the project.
    pub open_world_hint: Option<bool>,
}

impl Tool {
    /// Returns the name and the row of the argument with the role `role`, if any.
    pub fn argument(&self, role: Role) -> Option<(&str, &Argument)> {
        let found = self.arguments.iter().find(|(_, row)| row.role == role)?;
        Some((found.0, found.1))
    }

    /// Returns the JSON Schema of the arguments. It has no `$schema`, `$ref`, combinators or lists
    /// of types, because some clients reject them.
    pub fn input_schema(&self) -> Map<String, Value> {
        let property = |argument: &Argument| {
            let mut property = json!({
                "type": argument.json_type,
                "description": argument.description,
            });
            if !argument.examples.is_empty() {
                property["examples"] = json!(argument.examples);
            }
            property
        };
        let arguments = self.arguments.iter();
        let required = arguments.clone().filter(|(_, argument)| argument.required);
        let required: Vec<Value> = required.map(|(name, _)| json!(name)).collect();
        let properties = arguments.map(|(name, argument)| (name.clone(), property(argument)));
        let mut schema = Map::new();
        schema.insert("type".into(), "object".into());
        schema.insert("properties".into(), Map::from_iter(properties).into());
        if !required.is_empty() {
            schema.insert("required".into(), required.into());
        }
        schema.insert("additionalProperties".into(), json!(false));
        schema
    }

    /// Checks this row, without regard to other rows.
    pub(super) fn check(&self) -> Result<(), Problem> {
        check_name(&self.name, "name")?;
        self.check_arguments()?;
        match self.operation.needs() {
            Some(role) if !self.argument(role).is_some_and(|(_, row)| row.required) => problem(
                "arguments",
                format!(
                    "the operation {} needs a required argument of role {}",
                    word(self.operation),
                    word(role)
                ),
            ),
            _ => Ok(()),
        }
    }

    /// Checks the kinds of names that the tool looks up, and its arguments.
    pub(super) fn check_arguments(&self) -> Result<(), Problem> {
        if self.kinds.is_empty() {
            return problem("search", "name category, collection or both");
        }
        if repeated(&self.kinds, Some).is_some() {
            return problem("search", "a kind is listed twice");
        }
        for (at, (name, argument)) in self.arguments.iter().enumerate() {
            check_name(name, "arguments")?;
            let role_place = format!("arguments.{name}.role");
            let roles = self.operation.roles();
            if !roles.contains(&argument.role) {
                let message = format!(
                    "the operation {} takes no argument of role {}; valid are: {}",
                    word(self.operation),
                    word(argument.role),
                    list(roles.iter().map(word))
                );
                return problem(role_place, message);
            }
            let mut before = self.arguments.values().take(at);
            if before.any(|other| other.role == argument.role) {
                return problem(role_place, "another argument of this tool has this role");
            }
        }
        Ok(())
    }
}

/// Returns `value` as it is written in the table.
fn word(value: impl Serialize) -> String {
    let value = serde_json::to_value(value).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

fn check_name(name: &str, place: &str) -> Result<(), Problem> {
    let legal = |c: char| c.is_ascii_alphanumeric() || "_.-".contains(c);
    if (1..=MAX_NAME).contains(&name.len()) && name.chars().all(legal) {
        return Ok(());
    }
    let name = escape_truncated(name);
    problem(
        place,
        format!("\"{name}\" does not fit [A-Za-z0-9_.-]{{1,{MAX_NAME}}}"),
    )
}

/// Deserializes a description of at most [`MAX_DESCRIPTION`] bytes.
pub(super) fn description<'de, D: Deserializer<'de>>(text: D) -> Result<String, D::Error> {
    let text = String::deserialize(text)?;
    match text.len() {
        ..=MAX_DESCRIPTION => Ok(text),
        bytes => Err(Error::custom(format!(
            "{bytes} bytes, over the limit of {MAX_DESCRIPTION}"
        ))),
    }
}
