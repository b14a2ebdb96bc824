//! Loading a table, and every check of it.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
use serde::Deserialize;

use super::{
    Command, ErrorRow, NoMatches, Phrase, Role, Server, Table, TableError, Template, Tool, list,
};
use crate::format::multipart::Boundary;
use crate::format::shown::echo;
use crate::format::uri::LocationShape;
use crate::spec::error_kind::ErrorKind;

/// The longest description, in bytes: longer ones crowd an agent's context.
#[doc(hidden)]
pub const MAX_DESCRIPTION: usize = 2000;
/// The longest tool name, in characters.
#[doc(hidden)]
pub const MAX_NAME: usize = 64;
/// The longest type or subtype of a media type, in characters (RFC 6838 §4.2).
#[doc(hidden)]
pub const MAX_MEDIA_NAME: usize = 127;
/// The media types whose bodies are entities themselves (RFC 2046 §5).
const COMPOSITE: [&str; 2] = ["multipart", "message"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a map")]
struct RawTable {
    server: RawServer,
    errors: IndexMap<String, RawError>,
    outcomes: RawOutcomes,
    multipart: RawMultipart,
    locations: RawLocations,
    pattern_help: String,
    phrases: IndexMap<String, String>,
    media_types: IndexMap<String, String>,
    template_suffixes: Vec<String>,
    tools: Vec<Tool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a map")]
struct RawServer {
    title: String,
    instructions: String,
    names: String,
    no_names: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a map")]
struct RawError {
    message: String,
    instruction: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a map")]
struct RawOutcomes {
    no_matches: NoMatches,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a map")]
struct RawMultipart {
    boundary: RawBoundary,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a map")]
struct RawBoundary {
    base: String,
    unique: Unique,
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Unique {
    OnCollision,
    Always,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a map")]
struct RawLocations {
    category: String,
    collection: String,
}

/// A fault's place and what is wrong there.
type Fault = (String, String);

impl Table {
    /// Loads a table. `file` names it in errors.
    ///
    /// # Errors
    ///
    /// The first fault found, with its place and what would be valid there.
    pub fn load(content: &[u8], file: &str) -> Result<Self, TableError> {
        let error = |(path, problem): Fault| TableError {
            file: file.to_owned(),
            path,
            problem,
        };
        let raw: RawTable = crate::format::yaml::parse(content).map_err(|fault| {
            let problem = fault.to_string();
            error((fault.path, problem))
        })?;
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
        match table {
            Some(table) => Ok(table),
            // Only the YAML knows the place of a fault.
            None => Self::load(super::EMBEDDED.as_bytes(), "the embedded table"),
        }
    }
}

impl RawTable {
    fn check(self) -> Result<Table, Fault> {
        let mut names = HashSet::new();
        let mut commands = Vec::new();
        for (index, tool) in self.tools.iter().enumerate() {
            check_tool(tool, index, &mut names, &mut commands)?;
        }
        if self.tools.is_empty() {
            return fault("tools", "at least one tool is needed");
        }
        let boundary = self.multipart.boundary;
        let (category_location, collection_location) = locations(&self.locations)?;
        Ok(Table {
            server: server(self.server)?,
            errors: errors(self.errors)?,
            phrases: phrases(&self.phrases)?,
            no_matches: self.outcomes.no_matches,
            boundary: Boundary::new(&boundary.base, boundary.unique == Unique::Always)
                .map_err(|problem| ("multipart.boundary.base".into(), problem))?,
            category_location,
            collection_location,
            pattern_help: self.pattern_help,
            media_types: media_types(self.media_types)?,
            template_suffixes: suffixes(self.template_suffixes)?,
            tools: self.tools,
        })
    }
}

fn fault<T>(path: impl Into<String>, problem: impl Into<String>) -> Result<T, Fault> {
    Err((path.into(), problem.into()))
}

fn server(raw: RawServer) -> Result<Server, Fault> {
    let template = |text: &str, supplied: &[&str], field: &str| {
        Template::parse(text, supplied).map_err(|problem| (format!("server.{field}"), problem))
    };
    Ok(Server {
        instructions: template(&raw.instructions, &["names"], "instructions")?,
        names: template(&raw.names, &["categories", "collections"], "names")?,
        title: raw.title,
        no_names: raw.no_names,
    })
}

/// Closed both ways: each kind has its row, and each row is a kind.
fn errors(mut raw: IndexMap<String, RawError>) -> Result<Vec<ErrorRow>, Fault> {
    let mut rows = Vec::with_capacity(ErrorKind::ALL.len());
    for kind in ErrorKind::ALL {
        let path = format!("errors.{}", kind.name());
        let Some(row) = raw.shift_remove(kind.name()) else {
            return fault(path, "this error type has no row");
        };
        let message = Template::parse(&row.message, kind.placeholders())
            .map_err(|problem| (format!("{path}.message"), problem))?;
        rows.push(ErrorRow {
            message,
            source: row.message,
            instruction: row.instruction,
        });
    }
    match raw.keys().next() {
        None => Ok(rows),
        Some(name) => fault(
            format!("errors.{}", echo(name)),
            format!(
                "unknown error type; valid are: {}",
                list(ErrorKind::ALL.iter().map(|kind| kind.name()))
            ),
        ),
    }
}

fn phrases(raw: &IndexMap<String, String>) -> Result<Vec<Template>, Fault> {
    let mut templates = Vec::with_capacity(Phrase::ALL.len());
    for (_, key, supplied) in Phrase::ALL {
        let path = format!("phrases.{key}");
        let Some(text) = raw.get(*key) else {
            return fault(path, "this phrase is missing");
        };
        templates.push(Template::parse(text, supplied).map_err(|problem| (path, problem))?);
    }
    let known = |key: &str| Phrase::ALL.iter().any(|(_, known, _)| *known == key);
    match raw.keys().find(|key| !known(key)) {
        None => Ok(templates),
        Some(key) => fault(
            format!("phrases.{}", echo(key)),
            format!(
                "unknown phrase; valid are: {}",
                list(Phrase::ALL.iter().map(|(_, key, _)| key))
            ),
        ),
    }
}

/// The shapes of both kinds of location. No URI is of both: two documents would
/// share it.
fn locations(raw: &RawLocations) -> Result<(LocationShape, LocationShape), Fault> {
    let category = LocationShape::parse(&raw.category, false)
        .map_err(|problem| ("locations.category".into(), problem))?;
    let collection = LocationShape::parse(&raw.collection, true)
        .map_err(|problem| ("locations.collection".into(), problem))?;
    if category.overlaps(&collection) {
        return fault(
            "locations",
            "a document of a category and one of a collection could have the same URI; \
             let both begin differently, such as guide://category/ and guide://collection/",
        );
    }
    Ok((category, collection))
}

/// A media type is `type/subtype`, each a restricted name of RFC 6838 §4.2:
/// nothing else may stand in a header. Types are compared without case (RFC 2045
/// §5.1), and a composite one would need a body that is made for it.
fn media_types(raw: IndexMap<String, String>) -> Result<HashMap<String, String>, Fault> {
    let restricted = |name: &str| {
        (1..=MAX_MEDIA_NAME).contains(&name.len())
            && name.starts_with(|c: char| c.is_ascii_alphanumeric())
            && name
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "!#$&^_.+-".contains(c))
    };
    for (extension, media_type) in &raw {
        let path = format!("media_types.{}", echo(extension));
        if extension.is_empty() || extension.contains(['.', '/', '\0']) {
            return fault(path, "an extension has no dot and no slash, such as md");
        }
        let parts = media_type.split_once('/');
        let Some((main, _)) = parts.filter(|(main, sub)| restricted(main) && restricted(sub))
        else {
            return fault(
                path,
                format!(
                    "a media type is type/subtype, such as text/markdown, each at most \
                     {MAX_MEDIA_NAME} of A-Z a-z 0-9 !#$&^_.+- and first a letter or a digit"
                ),
            );
        };
        if COMPOSITE
            .iter()
            .any(|composite| main.eq_ignore_ascii_case(composite))
        {
            return fault(path, "a document is neither a multipart nor a message type");
        }
    }
    Ok(raw.into_iter().collect())
}

fn suffixes(raw: Vec<String>) -> Result<Vec<String>, Fault> {
    let mut seen = HashSet::new();
    for (index, suffix) in raw.iter().enumerate() {
        let path = format!("template_suffixes[{index}]");
        if !suffix.starts_with('.') || suffix.len() < 2 || suffix.contains('/') {
            return fault(
                path,
                "a suffix begins with a dot and has no slash, such as .mustache",
            );
        }
        if !seen.insert(suffix) {
            return fault(path, "this suffix is listed twice");
        }
    }
    Ok(raw)
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
    commands: &mut Vec<Command>,
) -> Result<(), Fault> {
    let path = |field: &str| format!("tools[{index}].{field}");
    if !is_name(&tool.name) {
        return fault(
            path("name"),
            format!(
                "\"{}\" does not fit [A-Za-z0-9_.-]{{1,{MAX_NAME}}}",
                echo(&tool.name)
            ),
        );
    }
    if !names.insert(&tool.name) {
        return fault(
            path("name"),
            format!("the name {} is used twice", tool.name),
        );
    }
    if let Some(command) = tool.command {
        if commands.contains(&command) {
            return fault(path("command"), "another tool has this command");
        }
        commands.push(command);
    }
    check_description(&tool.description, path("description"))?;
    if tool.search.is_empty() {
        return fault(path("search"), "name category, collection or both");
    }
    if tool.search.len() == 2 && tool.search[0] == tool.search[1] || tool.search.len() > 2 {
        return fault(path("search"), "a kind is listed twice");
    }
    for (at, (name, argument)) in tool.arguments.iter().enumerate() {
        let path = |field: &str| format!("tools[{index}].arguments.{name}.{field}");
        if !is_name(name) {
            return fault(
                format!("tools[{index}].arguments"),
                format!(
                    "\"{}\" does not fit [A-Za-z0-9_.-]{{1,{MAX_NAME}}}",
                    echo(name)
                ),
            );
        }
        if argument.role == Role::Document {
            return fault(
                path("role"),
                "the role document is reserved for a later version; valid are: name, pattern",
            );
        }
        if tool
            .arguments
            .values()
            .take(at)
            .any(|other| other.role == argument.role)
        {
            return fault(path("role"), "another argument of this tool has this role");
        }
        check_description(&argument.description, path("description"))?;
    }
    if tool.operation.needs_name()
        && !tool
            .argument(Role::Name)
            .is_some_and(|(_, row)| row.required)
    {
        return fault(
            path("arguments"),
            format!(
                "operation {} needs a required argument of role name",
                tool.operation.name()
            ),
        );
    }
    Ok(())
}

fn check_description(text: &str, path: String) -> Result<(), Fault> {
    if text.len() > MAX_DESCRIPTION {
        return fault(
            path,
            format!("{} bytes, over the limit of {MAX_DESCRIPTION}", text.len()),
        );
    }
    Ok(())
}
