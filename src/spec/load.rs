//! Loading a table, and every check of it.

use std::collections::HashSet;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use super::caching::Caching;
use super::fault::{MAX_DESCRIPTION, MAX_NAME, TableError, TableFault};
use super::media::{binary_types, media_types, suffixes};
use super::phrases::Phrases;
use super::prompt::{PromptRow, RawPrompt};
use super::resource::RawResources;
use super::table_schema;
use super::{ErrorRow, NoMatches, ServerRow, Subcommand, Table, Template, Tool};
use crate::spec::error_kind::ErrorKind;
use crate::text::multipart::Boundary;
use crate::text::shown::echo;
use crate::text::uri::LocationShape;

/// The tools, their words and their types, as mcp-guide serves them.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "The spec table")]
pub(super) struct RawTable {
    /// What the server says of itself.
    server: RawServer,
    /// The words of each error type.
    #[schemars(schema_with = "table_schema::errors")]
    errors: IndexMap<String, RawError>,
    /// What some results are.
    outcomes: RawOutcomes,
    /// How several documents are put together.
    multipart: RawMultipart,
    /// The URIs of documents.
    locations: RawLocations,
    /// What can be read by its URI.
    resources: RawResources,
    /// What people choose by a name of the project.
    #[schemars(length(min = 1))]
    prompts: Vec<RawPrompt>,
    /// How long clients may keep what they are told.
    caching: Caching,
    /// The syntax help in `invalid_pattern`.
    pattern_help: String,
    /// Every other word, one template each.
    #[schemars(schema_with = "table_schema::phrases")]
    phrases: IndexMap<String, String>,
    /// Media types by extension; anything else is `text/plain`.
    #[schemars(schema_with = "table_schema::media_types")]
    media_types: IndexMap<String, String>,
    /// Those of the media types that are no text; a listing says so beside them.
    #[schemars(extend("uniqueItems" = true))]
    binary_types: Vec<String>,
    /// The suffixes that mark a template, the preferred first.
    #[schemars(inner(regex(pattern = r"^\.[^/]+$")), extend("uniqueItems" = true))]
    template_suffixes: Vec<String>,
    /// The tools, in the order of `tools/list`.
    #[schemars(length(min = 1))]
    tools: Vec<Tool>,
}

/// What the server says of itself.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Server")]
struct RawServer {
    /// The title that clients show.
    title: String,
    /// What agents are told first; `{names}` is one of the next two.
    instructions: String,
    /// The project's names: `{categories}` and `{collections}`.
    names: String,
    /// What stands there while no project is known.
    no_names: String,
}

/// The words of an error type.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Error")]
pub(super) struct RawError {
    /// The `error` of the result, a template.
    message: String,
    /// The `instruction` of the result.
    instruction: String,
}

/// What some results are.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Outcomes")]
struct RawOutcomes {
    /// What a call that matches nothing is.
    no_matches: NoMatches,
}

/// How several documents are put together.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Multipart")]
struct RawMultipart {
    /// What stands between them.
    boundary: RawBoundary,
}

/// What stands between documents.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Boundary")]
struct RawBoundary {
    /// The boundary, or what it begins with.
    #[schemars(regex(pattern = r"^[A-Za-z0-9'()+_,./:=?-]{1,33}$"))]
    base: String,
    /// When a UUID follows.
    unique: Unique,
}

/// When a UUID follows.
#[derive(Deserialize, JsonSchema, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Unique {
    /// Where a line of a document would be mistaken for a delimiter.
    OnCollision,
    /// Always.
    Always,
}

/// The URIs of documents.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Locations")]
pub(super) struct RawLocations {
    /// Of a document found in a category: `{category}` once, `{path}` once and last.
    pub(super) category: String,
    /// Of one found through a collection: `{collection}` once too.
    pub(super) collection: String,
}

/// A fault's place and what is wrong there.
pub(super) type Placed = (String, TableFault);

impl Table {
    /// Loads a table. `file` names it in errors; nothing is opened. Any content loads or
    /// is refused soon.
    ///
    /// # Errors
    ///
    /// The first fault found, with its place and what would be valid there.
    pub fn load(content: &[u8], file: &str) -> Result<Self, TableError> {
        let error = |(path, fault): Placed| TableError {
            file: file.to_owned(),
            path,
            fault,
        };
        let raw: RawTable = crate::text::yaml::parse(content)
            .map_err(|fault| error((fault.path, TableFault::Yaml(fault.fault, fault.place))))?;
        raw.check().map_err(error)
    }

    /// The table that is built into the program.
    ///
    /// # Errors
    ///
    /// None in a program whose tests passed.
    pub fn embedded() -> Result<Self, TableError> {
        let table = serde_json::from_str(super::EMBEDDED_JSON)
            .ok()
            .and_then(|raw: RawTable| raw.check().ok());
        // Only the YAML knows the place of a fault.
        let placed = || Self::load(super::EMBEDDED.as_bytes(), "the embedded table");
        table.map_or_else(placed, Ok)
    }
}

impl RawTable {
    fn check(self) -> Result<Table, Placed> {
        let mut names = HashSet::new();
        let mut commands = Vec::new();
        for (index, tool) in self.tools.iter().enumerate() {
            check_tool(tool, index, &mut names, &mut commands)?;
        }
        if self.tools.is_empty() {
            return fault("tools", TableFault::NoTools);
        }
        let boundary = self.multipart.boundary;
        let (category_location, collection_location) = locations(&self.locations)?;
        Ok(Table {
            server: server(self.server)?,
            errors: errors(self.errors)?,
            phrases: Phrases::new(&self.phrases)
                .map_err(|(key, fault)| (format!("phrases.{key}"), fault))?,
            no_matches: self.outcomes.no_matches,
            boundary: Boundary::new(&boundary.base, boundary.unique == Unique::Always)
                .or_else(|error| fault("multipart.boundary.base", TableFault::Boundary(error)))?,
            resources: (self.resources)
                .check(&self.locations, [&category_location, &collection_location])?,
            prompts: prompts(self.prompts)?,
            caching: self.caching,
            category_location,
            collection_location,
            pattern_help: self.pattern_help,
            binary_types: binary_types(self.binary_types, &self.media_types)?,
            media_types: media_types(self.media_types)?,
            template_suffixes: suffixes(self.template_suffixes)?,
            tools: self.tools,
        })
    }
}

pub(super) fn fault<T>(path: impl Into<String>, fault: TableFault) -> Result<T, Placed> {
    Err((path.into(), fault))
}

fn prompts(raw: Vec<RawPrompt>) -> Result<Vec<PromptRow>, Placed> {
    if raw.is_empty() {
        return fault("prompts", TableFault::NoPrompts);
    }
    let rows = raw.into_iter().enumerate();
    rows.map(|(index, raw)| raw.check(index)).collect()
}

fn server(raw: RawServer) -> Result<ServerRow, Placed> {
    let template = |text: &str, supplied: &[&str], field: &str| {
        Template::parse(text, supplied)
            .map_err(|error| (format!("server.{field}"), TableFault::Template(error)))
    };
    Ok(ServerRow {
        instructions: template(&raw.instructions, &["names"], "instructions")?,
        names: template(&raw.names, &["categories", "collections"], "names")?,
        title: raw.title,
        no_names: raw.no_names,
    })
}

/// Closed both ways: each kind has its row, and each row is a kind.
fn errors(mut raw: IndexMap<String, RawError>) -> Result<Vec<ErrorRow>, Placed> {
    let mut rows = Vec::with_capacity(ErrorKind::ALL.len());
    for &kind in ErrorKind::ALL {
        let path = format!("errors.{}", kind.name());
        let Some(row) = raw.shift_remove(kind.name()) else {
            return fault(path, TableFault::NoError);
        };
        let placeholders: Vec<&str> = kind.placeholders().iter().map(|held| held.name).collect();
        let message = Template::parse(&row.message, &placeholders)
            .map_err(|error| (format!("{path}.message"), TableFault::Template(error)))?;
        rows.push(ErrorRow {
            message,
            source: row.message,
            instruction: row.instruction,
        });
    }
    match raw.keys().next() {
        None => Ok(rows),
        Some(name) => fault(format!("errors.{}", echo(name)), TableFault::UnknownError),
    }
}

/// The shapes of both kinds of location. No URI is of both: two documents would
/// share it.
fn locations(raw: &RawLocations) -> Result<(LocationShape, LocationShape), Placed> {
    let category = LocationShape::parse(&raw.category, false)
        .map_err(|error| ("locations.category".into(), TableFault::Shape(error)))?;
    let collection = LocationShape::parse(&raw.collection, true)
        .map_err(|error| ("locations.collection".into(), TableFault::Shape(error)))?;
    if category.overlaps(&collection) {
        return fault("locations", TableFault::SameShape);
    }
    Ok((category, collection))
}

/// What MCP clients take for a name.
fn is_name(name: &str) -> bool {
    let legal = |c: char| c.is_ascii_alphanumeric() || "_.-".contains(c);
    (1..=MAX_NAME).contains(&name.len()) && name.chars().all(legal)
}

fn check_tool<'a>(
    tool: &'a Tool,
    index: usize,
    names: &mut HashSet<&'a str>,
    commands: &mut Vec<Subcommand>,
) -> Result<(), Placed> {
    let row = format!("tools[{index}]");
    let path = |field: &str| format!("{row}.{field}");
    if !is_name(&tool.name) {
        return fault(path("name"), TableFault::Name(tool.name.clone()));
    }
    if !names.insert(&tool.name) {
        return fault(path("name"), TableFault::RepeatedName(tool.name.clone()));
    }
    if let Some(command) = tool.command {
        if commands.contains(&command) {
            return fault(path("command"), TableFault::RepeatedCommand);
        }
        commands.push(command);
    }
    check_description(&tool.description, path("description"))?;
    check_search(tool, &row)?;
    check_arguments(tool, &row)?;
    if let Some(role) = tool.operation.needs()
        && !tool.argument(role).is_some_and(|(_, row)| row.required)
    {
        return fault(path("arguments"), TableFault::NoRole(tool.operation, role));
    }
    Ok(())
}

pub(super) fn check_search(tool: &Tool, path: &str) -> Result<(), Placed> {
    if tool.search.is_empty() {
        return fault(format!("{path}.search"), TableFault::NoSearch);
    }
    if tool.search.len() == 2 && tool.search[0] == tool.search[1] || tool.search.len() > 2 {
        return fault(format!("{path}.search"), TableFault::RepeatedSearch);
    }
    Ok(())
}

pub(super) fn check_arguments(tool: &Tool, path: &str) -> Result<(), Placed> {
    for (at, (name, argument)) in tool.arguments.iter().enumerate() {
        let path_of = |field: &str| format!("{path}.arguments.{name}.{field}");
        if !is_name(name) {
            return fault(format!("{path}.arguments"), TableFault::Name(name.clone()));
        }
        if !tool.operation.roles().contains(&argument.role) {
            return fault(
                path_of("role"),
                TableFault::UnusedRole(argument.role, tool.operation),
            );
        }
        if tool
            .arguments
            .values()
            .take(at)
            .any(|other| other.role == argument.role)
        {
            return fault(path_of("role"), TableFault::RepeatedRole);
        }
        check_description(&argument.description, path_of("description"))?;
    }
    Ok(())
}

pub(super) fn check_description(text: &str, path: String) -> Result<(), Placed> {
    if text.len() > MAX_DESCRIPTION {
        return fault(path, TableFault::LongDescription(text.len()));
    }
    Ok(())
}
