//! Tools: rows of the table, their checks and their published input schema.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value, json};

use super::error::{Problem, list, problem, repeated};
use crate::operation::error::JsonType;
use crate::operation::kind::NameKind;
use crate::text::escape::escape_truncated;

/// The longest description, in bytes: longer ones crowd an agent's context.
pub const MAX_DESCRIPTION: usize = 2000;
/// The longest name of a tool or an argument, in characters: MCP's limit.
pub const MAX_NAME: usize = 64;

/// One row of `tools`. The default reads a resource or a prompt, and is no client's tool.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tool {
    /// Its name: `[A-Za-z0-9_.-]{1,64}`.
    pub name: String,
    /// The name that clients show.
    pub title: String,
    /// What it is for, at most 2,000 bytes.
    #[serde(deserialize_with = "description")]
    pub description: String,
    /// The native operation that it runs.
    pub operation: Operation,
    /// The subcommand of the command line that runs it.
    #[serde(default)]
    pub command: Option<Subcommand>,
    /// Where its name is looked up, in this order.
    #[serde(rename = "search")]
    pub kinds: Vec<NameKind>,
    /// Its arguments, in the table's order.
    pub arguments: IndexMap<String, Argument>,
    /// What MCP clients are told of its effects.
    #[serde(default)]
    pub annotations: Annotations,
    /// Data for some clients, by their keys, as MCP's `_meta` has it.
    #[serde(default)]
    pub meta: BTreeMap<String, Value>,
}

/// The native operations that a row can run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Operation {
    /// Delivers documents.
    #[default]
    Retrieve,
    /// Lists what exists.
    List,
    /// Finds documents that hold words.
    Search,
    /// Delivers the documents that apply to files.
    Guidance,
}

impl Operation {
    /// Returns the roles that its arguments can have, the needed one first.
    pub const fn roles(self) -> &'static [Role] {
        match self {
            Self::Retrieve => &[Role::Name, Role::Pattern, Role::Document, Role::Section],
            Self::List => &[Role::Name, Role::Pattern],
            Self::Search => &[Role::Query, Role::Name, Role::Pattern],
            Self::Guidance => &[Role::Path, Role::Name],
        }
    }

    /// Returns the role of the argument that every call must have.
    fn needs(self) -> Option<Role> {
        match self {
            Self::List => None,
            of => of.roles().first().copied(),
        }
    }
}

/// The subcommands that run a row.
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
    /// What the operation takes it for.
    pub role: Role,
    /// Its JSON type.
    #[serde(rename = "type")]
    pub json_type: JsonType,
    /// Whether a call must have it.
    #[serde(default)]
    pub required: bool,
    /// What it is, at most 2,000 bytes.
    #[serde(deserialize_with = "description")]
    pub description: String,
    /// Values that are valid.
    #[serde(default)]
    pub examples: Vec<String>,
}

/// What an operation takes an argument for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The name of a category or a collection.
    Name,
    /// A pattern in place of the default ones.
    Pattern,
    /// One document, by its URI or its path.
    Document,
    /// Sections in place of whole documents, by a heading or a path of headings.
    Section,
    /// The words that are searched for.
    Query,
    /// Paths of files, one a line.
    Path,
}

/// MCP's tool annotations; what is absent is not published.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub struct Annotations {
    /// It changes nothing.
    pub read_only_hint: Option<bool>,
    /// It may destroy something.
    pub destructive_hint: Option<bool>,
    /// Calling it again changes nothing more.
    pub idempotent_hint: Option<bool>,
    /// It reaches beyond the project.
    pub open_world_hint: Option<bool>,
}

impl Tool {
    /// Returns the argument that has a role, with its name.
    pub fn argument(&self, role: Role) -> Option<(&str, &Argument)> {
        let found = self.arguments.iter().find(|(_, row)| row.role == role)?;
        Some((found.0, found.1))
    }

    /// Returns the JSON Schema of the arguments, without `$schema`, `$ref`, combinators and
    /// lists of types, which clients are known to reject.
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

    /// Checks the row by itself.
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

    /// Checks where its name is looked up, and its arguments.
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

/// Returns how the table spells a value.
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

/// Deserializes a description, of at most [`MAX_DESCRIPTION`] bytes.
pub(super) fn description<'de, D: Deserializer<'de>>(text: D) -> Result<String, D::Error> {
    let text = String::deserialize(text)?;
    match text.len() {
        ..=MAX_DESCRIPTION => Ok(text),
        bytes => Err(Error::custom(format!(
            "{bytes} bytes, over the limit of {MAX_DESCRIPTION}"
        ))),
    }
}
