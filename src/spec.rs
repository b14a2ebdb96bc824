//! The spec table: tools, arguments, errors, words and media types as rows.
//!
//! The table is checked completely when it is loaded, so whatever reads it
//! later finds what it needs. `spec/README.md` defines every field.

pub mod caching;
pub mod error_kind;
pub mod fault;
mod load;
mod media;
mod phrase;
mod phrases;
pub mod prompt;
pub mod reference;
pub mod resource;
mod schema;
pub mod table_schema;
mod template;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::spec::error_kind::ErrorKind;
use crate::text::multipart::Boundary;
use crate::text::sentence::Say;
use crate::text::uri::LocationShape;

use caching::Caching;
use phrases::Phrases;
use prompt::PromptRow;
use resource::Resources;

pub use fault::TableError;
#[doc(hidden)]
pub use fault::{MAX_DESCRIPTION, MAX_MEDIA_NAME, MAX_NAME};
pub use phrase::Phrase;
pub use phrases::sentences;
pub use template::Template;
pub(crate) use template::values;

/// What MCP clients take for a name, as a regular expression.
const MCP_NAME: &str = "^[A-Za-z0-9_.-]{1,64}$";

/// The table that is built into the program.
pub const EMBEDDED: &str = include_str!("../spec/content-tools.yaml");
/// The same as JSON, made by `build.rs`.
const EMBEDDED_JSON: &str = include_str!(concat!(env!("OUT_DIR"), "/content-tools.json"));

/// A table that was loaded and found sound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The server's own description.
    pub server: ServerRow,
    errors: Vec<ErrorRow>,
    phrases: Phrases,
    /// What a call that matches nothing is.
    pub no_matches: NoMatches,
    /// How multipart messages are delimited.
    pub boundary: Boundary,
    /// The URI of a document found in a category.
    pub category_location: LocationShape,
    /// The URI of a document found through a collection.
    pub collection_location: LocationShape,
    /// What can be read by its URI.
    pub resources: Resources,
    /// What people choose by a name of the project, at least one row.
    pub prompts: Vec<PromptRow>,
    /// How long clients may keep what they are told.
    pub caching: Caching,
    /// The syntax help that a pattern error ends with.
    pub pattern_help: String,
    media_types: HashMap<String, String>,
    binary_types: HashSet<String>,
    /// The suffixes that mark a template, the preferred first.
    pub template_suffixes: Vec<String>,
    /// The tools, in the table's order.
    pub tools: Vec<Tool>,
}

/// What the server says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerRow {
    /// The title that clients show.
    pub title: String,
    /// What agents are told first; `{names}` is one of the next two.
    pub instructions: Template,
    /// The project's names.
    pub names: Template,
    /// What stands there while no project is known.
    pub no_names: String,
}

/// The words of one error type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErrorRow {
    /// The message.
    pub message: Template,
    /// The message as the table spells it.
    pub source: String,
    /// What the agent is told to do.
    pub instruction: String,
}

/// What a call that matches nothing is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoMatches {
    /// A failure.
    Failure,
    /// A success with an empty value.
    Success,
}

/// One row of `tools`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tool {
    /// Its name: `[A-Za-z0-9_.-]{1,64}`.
    #[schemars(regex(pattern = MCP_NAME))]
    pub name: String,
    /// The name that clients show.
    pub title: String,
    /// What it is for, at most 2,000 bytes.
    #[schemars(length(max = MAX_DESCRIPTION))]
    pub description: String,
    /// The native operation that it runs.
    pub operation: Operation,
    /// The subcommand of the command line that runs it.
    #[serde(default)]
    #[schemars(with = "Subcommand")]
    pub command: Option<Subcommand>,
    /// Where its name is looked up, in this order.
    #[schemars(length(min = 1), extend("uniqueItems" = true))]
    pub search: Vec<SearchKind>,
    /// Its arguments, in the table's order.
    #[schemars(
        with = "BTreeMap<String, Argument>",
        extend("propertyNames" = { "pattern": MCP_NAME })
    )]
    pub arguments: IndexMap<String, Argument>,
    /// What MCP clients are told of its effects.
    #[serde(default)]
    pub annotations: Annotations,
    /// What it says to some clients, by their keys, as MCP's `_meta` has it.
    #[serde(default)]
    pub meta: BTreeMap<String, serde_json::Value>,
}

/// The native operations that a row can run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Operation {
    /// Delivers documents.
    Retrieve,
    /// Says what exists.
    List,
    /// Says where words stand.
    Search,
}

impl Operation {
    /// Its name in the table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Retrieve => "retrieve",
            Self::List => "list",
            Self::Search => "search",
        }
    }

    /// What it takes arguments for.
    pub const fn roles(self) -> &'static [Role] {
        match self {
            Self::Retrieve => &[Role::Name, Role::Pattern, Role::Document, Role::Section],
            Self::List => &[Role::Name, Role::Pattern],
            Self::Search => &[Role::Query, Role::Name, Role::Pattern],
        }
    }

    /// What it cannot do without an argument for.
    pub const fn needs(self) -> Option<Role> {
        match self {
            Self::Retrieve => Some(Role::Name),
            Self::List => None,
            Self::Search => Some(Role::Query),
        }
    }
}

/// The subcommands that run a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Subcommand {
    /// `mcp-guide get`
    Get,
    /// `mcp-guide list`
    List,
    /// `mcp-guide search`
    Search,
}

/// What a tool's name can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SearchKind {
    /// A category.
    Category,
    /// A collection.
    Collection,
}

/// One argument of a tool.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
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
    #[schemars(length(max = MAX_DESCRIPTION))]
    pub description: String,
    /// Values that are valid.
    #[serde(default)]
    pub examples: Vec<String>,
}

/// What an operation takes an argument for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
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
}

impl Role {
    /// Its name in the table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Pattern => "pattern",
            Self::Document => "document",
            Self::Section => "section",
            Self::Query => "query",
        }
    }
}

/// The JSON type of an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum JsonType {
    /// A string.
    String,
}

impl fmt::Display for JsonType {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::String => formatter.write_str("string"),
        }
    }
}

/// MCP's tool annotations; what is absent is not published.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub struct Annotations {
    /// It changes nothing.
    #[schemars(with = "bool")]
    pub read_only_hint: Option<bool>,
    /// It may destroy something.
    #[schemars(with = "bool")]
    pub destructive_hint: Option<bool>,
    /// Calling it again changes nothing more.
    #[schemars(with = "bool")]
    pub idempotent_hint: Option<bool>,
    /// It reaches beyond the project.
    #[schemars(with = "bool")]
    pub open_world_hint: Option<bool>,
}

impl Tool {
    /// A row that is no tool's: words and arguments come from elsewhere.
    pub(crate) fn unnamed(name: String, operation: Operation, search: Vec<SearchKind>) -> Self {
        Self {
            name,
            title: String::new(),
            description: String::new(),
            operation,
            command: None,
            search,
            arguments: IndexMap::new(),
            annotations: Annotations::default(),
            meta: BTreeMap::new(),
        }
    }

    /// The argument that plays a role, with its name.
    pub fn argument(&self, role: Role) -> Option<(&str, &Argument)> {
        let found = self.arguments.iter().find(|(_, row)| row.role == role)?;
        Some((found.0, found.1))
    }
}

impl Table {
    /// The row of a tool.
    pub fn tool(&self, name: &str) -> Option<&Tool> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    /// The row that a subcommand runs.
    pub fn command(&self, command: Subcommand) -> Option<&Tool> {
        self.tools.iter().find(|tool| tool.command == Some(command))
    }

    /// The words of an error type.
    pub fn error(&self, kind: ErrorKind) -> &ErrorRow {
        &self.errors[kind as usize]
    }

    /// A phrase's template.
    pub fn phrase(&self, phrase: Phrase) -> &Template {
        self.phrases.phrase(phrase)
    }

    /// A sentence in the table's words.
    pub fn said(&self, say: &dyn Say) -> String {
        self.phrases.said(say)
    }

    /// The media type of a document of this name.
    pub fn media_type(&self, basename: &str) -> &str {
        basename
            .rsplit_once('.')
            .and_then(|(_, extension)| {
                self.media_types
                    .get(extension)
                    .or_else(|| self.media_types.get(&extension.to_ascii_lowercase()))
            })
            .map_or(PLAIN_TEXT, String::as_str)
    }

    /// Whether a document of this name is Markdown.
    pub fn is_markdown(&self, basename: &str) -> bool {
        self.media_type(basename).eq_ignore_ascii_case(MARKDOWN)
    }

    /// Whether documents of this media type are no text.
    pub fn is_binary(&self, media_type: &str) -> bool {
        self.binary_types.contains(media_type)
    }
}

/// RFC 2046 §4.1.3: text that is nothing more specific.
pub(crate) const PLAIN_TEXT: &str = "text/plain";

/// RFC 7763: what has headings, and may say of itself what it is.
const MARKDOWN: &str = "text/markdown";

/// Names for an error message.
pub(crate) fn list(names: impl IntoIterator<Item = impl fmt::Display>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| name.to_string()).collect();
    if names.is_empty() {
        "none".into()
    } else {
        names.join(", ")
    }
}
