//! The spec table: tools, arguments, errors, words and media types as rows.
//!
//! The table is checked completely when it is loaded, so whatever reads it
//! later finds what it needs. `spec/README.md` defines every field.

pub mod catalog;
pub mod error;
mod media;
mod phrase;
pub mod resource;
mod row_text;
mod tool;

use std::collections::HashMap;

use indexmap::IndexMap;
use rmcp::model::CacheScope;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::documents::formats::Formats;
use crate::documents::locations::Locations;
use crate::limits::MAX_INSTRUCTIONS_BYTES;
use crate::text::located::{Located, Position};
use crate::text::message::{MessageGroup, Verbatim};
use crate::text::multipart::Boundary;
use crate::text::texts::Texts;
use crate::text::yaml::{self, YamlError};

use catalog::{check, check_rows};
use error::{Problem, problem, repeated, within};
use media::check_media;
use resource::{PromptRow, Resources};

pub use crate::text::texts::MessageTemplate;
pub use error::TableError;
#[doc(hidden)]
pub use media::MAX_MEDIA_NAME;
pub use phrase::{ColumnHeading, Phrase};
pub(crate) use row_text::{RowText, RowTextKind};
pub use tool::{
    Annotations, Argument, MAX_DESCRIPTION, MAX_NAME, Operation, Role, Subcommand, Tool,
};

/// The table that is built into the program.
pub const EMBEDDED: &str = include_str!("../spec/content-tools.yaml");
/// The dialects that are built into the program.
pub const EMBEDDED_DIALECTS: &str = include_str!("../spec/dialects.yaml");
/// The table as JSON, made by `build.rs`.
const EMBEDDED_JSON: &str = include_str!(concat!(env!("OUT_DIR"), "/content-tools.json"));
/// The dialects as JSON, made by `build.rs`.
const EMBEDDED_DIALECTS_JSON: &str = include_str!(concat!(env!("OUT_DIR"), "/dialects.json"));

/// A spec table. `Table::load` checks its rows; deserializing by itself does not.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(from = "TableFile")]
pub struct Table {
    /// The server's own description.
    pub server: ServerRow,
    errors: HashMap<String, ErrorRow>,
    /// How results are classified.
    pub outcomes: Outcomes,
    /// What can be read by its URI.
    pub resources: Resources,
    /// What people choose by a name of the project, at least one row.
    pub prompts: Vec<PromptRow>,
    /// How long clients may keep what they are told.
    pub caching: Caching,
    /// The texts of messages, with those of errors.
    pub texts: Texts,
    /// The tools, in the table's order.
    pub tools: Vec<Tool>,
    /// What it says about files.
    pub formats: Formats,
}

/// A spec table as it is written. `spec/README.md` describes each field.
#[derive(Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a mapping with the fields of a spec table"
)]
struct TableFile {
    server: ServerRow,
    errors: HashMap<String, ErrorRow>,
    outcomes: Outcomes,
    multipart: Multipart,
    locations: Locations,
    resources: Resources,
    prompts: Vec<PromptRow>,
    caching: Caching,
    phrases: Texts,
    media_types: IndexMap<String, String>,
    binary_types: Vec<String>,
    template_suffixes: Vec<String>,
    tools: Vec<Tool>,
}

impl From<TableFile> for Table {
    fn from(file: TableFile) -> Self {
        Self {
            server: file.server,
            errors: file.errors,
            outcomes: file.outcomes,
            resources: file.resources,
            prompts: file.prompts,
            caching: file.caching,
            texts: file.phrases,
            tools: file.tools,
            formats: Formats {
                media_types: file.media_types,
                binary_types: file.binary_types,
                template_suffixes: file.template_suffixes,
                locations: file.locations,
                boundary: file.multipart.boundary,
                // They are a table of their own, which a test has checked.
                dialects: serde_json::from_str(EMBEDDED_DIALECTS_JSON).unwrap_or_default(),
            },
        }
    }
}

/// The server's own description.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ServerRow {
    /// The title that clients show.
    pub title: String,
    /// What agents are told first; `{names}` are the project's.
    pub instructions: MessageTemplate,
    /// The text in their place while no project is known.
    pub no_names: String,
}

/// The words of one error type.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ErrorRow {
    /// The message.
    pub message: MessageTemplate,
    /// What the agent is told to do.
    pub instruction: String,
}

/// How multipart messages are delimited.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Multipart {
    boundary: Boundary,
}

/// How results are classified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcomes {
    /// The outcome of a call that matches nothing.
    pub no_matches: NoMatches,
}

/// The outcome of a call that matches nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoMatches {
    /// A failure.
    Failure,
    /// A success with an empty value.
    Success,
}

/// How long clients may keep answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Caching {
    /// The tools.
    pub tools: CachingRow,
    /// The templates of resources.
    pub templates: CachingRow,
    /// The list of resources.
    pub resources: CachingRow,
    /// The prompts.
    pub prompts: CachingRow,
    /// The content of a resource.
    pub documents: CachingRow,
    /// The skills.
    pub skills: CachingRow,
}

/// How long clients may keep an answer, and who may be given it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CachingRow {
    /// For how many milliseconds it is fresh.
    pub ttl_ms: u64,
    /// Who may be given it.
    pub scope: CacheScope,
}

/// Reads the rows of a table, which is not checked otherwise.
fn parsed<T: DeserializeOwned>(content: &[u8], file: &str) -> Result<T, TableError> {
    // An untyped value refuses repeated keys, and is bounded in depth.
    let value: serde_yaml::Value = serde_yaml::from_slice(content).map_err(|error| {
        let position = error.location().map(|place| Position {
            line: place.line(),
            column: place.column(),
        });
        let problem = Located {
            position,
            ..Located::unread(error)
        };
        TableError::new(file, &problem)
    })?;
    serde_path_to_error::deserialize(value).map_err(|error| {
        let problem = Located {
            path: error.path().to_string(),
            ..Located::unread(error.inner())
        };
        TableError::new(file, &problem)
    })
}

impl Table {
    /// Loads a table that has a row for each of the error types and of the messages. `file` names
    /// it in errors; nothing is opened.
    pub(crate) fn load_with(
        content: &[u8],
        file: &str,
        errors: &MessageGroup,
        messages: &[&MessageGroup],
    ) -> Result<Self, TableError> {
        let table: Self = parsed(content, file)?;
        let checked = table.check(errors, messages);
        checked.map_err(|problem| TableError::new(file, &problem))?;
        Ok(table.with_texts_of_rows())
    }

    /// Adds the dialects of a file, in place of those of their names.
    ///
    /// # Errors
    ///
    /// Errors of YAML, fields of another type, and rows that contradict each other.
    pub fn load_dialects(&mut self, content: &[u8], file: &str) -> Result<(), TableError> {
        let unreadable = |error: YamlError| {
            let problem = error.map(|kind| self.render(&kind));
            TableError::new(file, &problem)
        };
        let node = yaml::parse(content).map_err(unreadable)?;
        let rows = node.read().map_err(unreadable)?;
        let dialects = self.formats.dialects.after(rows);
        let checked = dialects.check(&node);
        checked.map_err(|problem| TableError::new(file, &problem))?;
        self.formats.dialects = dialects;
        Ok(())
    }

    /// Returns the table that is built into the program. A test has checked it.
    ///
    /// # Errors
    ///
    /// None in a program whose tests passed.
    pub fn embedded() -> Result<Self, TableError> {
        let table = serde_json::from_str::<Self>(EMBEDDED_JSON);
        let table = table.map(Self::with_texts_of_rows);
        table.map_err(|json| TableError::new("the built-in table", &Located::unread(json)))
    }

    fn with_texts_of_rows(mut self) -> Self {
        let errors = self.errors.iter();
        let errors = errors.map(|(name, row)| (name.clone(), row.message.clone()));
        self.texts.0.extend(errors);
        self
    }

    /// Checks each row, and the rows together.
    fn check(&self, errors: &MessageGroup, messages: &[&MessageGroup]) -> Result<(), Problem> {
        let server = &self.server;
        let supplied = RowTextKind::Instructions.def().placeholders;
        check(&server.instructions, "server.instructions", supplied)?;
        let fixed = RowText::Instructions {
            names: Verbatim(server.no_names.clone()),
        };
        let fixed = self.texts.fill(&server.instructions, &fixed);
        let most = MAX_INSTRUCTIONS_BYTES / 2;
        if fixed.len() > most {
            let message = format!("with 'no_names' it has more than {most} bytes");
            return problem("server.instructions", message);
        }
        let rows = self.errors.iter();
        let rows = rows.map(|(name, row)| (&**name, &row.message)).collect();
        check_rows("errors", &[errors], &rows)?;
        let rows = self.texts.0.iter();
        let rows = rows.map(|(name, row)| (&**name, row)).collect();
        check_rows("phrases", messages, &rows)?;
        self.resources.check(&self.formats.locations)?;
        if self.prompts.is_empty() {
            return problem("prompts", "at least one row of prompts is needed");
        }
        for (index, prompt) in self.prompts.iter().enumerate() {
            prompt.check().map_err(within("prompts", index))?;
        }
        check_media(&self.formats)?;
        if self.tools.is_empty() {
            return problem("tools", "at least one tool is needed");
        }
        for (index, tool) in self.tools.iter().enumerate() {
            tool.check().map_err(within("tools", index))?;
        }
        if let Some(index) = repeated(&self.tools, |tool| Some(&tool.name)) {
            return problem(format!("tools[{index}].name"), "the name is used twice");
        }
        if let Some(index) = repeated(&self.tools, |tool| tool.command) {
            return problem(
                format!("tools[{index}].command"),
                "another tool has this command",
            );
        }
        Ok(())
    }

    /// Returns the row of a tool.
    pub fn tool(&self, name: &str) -> Option<&Tool> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    /// Returns the row that a subcommand runs.
    pub fn command(&self, command: Subcommand) -> Option<&Tool> {
        self.tools.iter().find(|tool| tool.command == Some(command))
    }

    /// Returns the words of an error type.
    pub fn error(&self, name: &str) -> &ErrorRow {
        &self.errors[name]
    }
}
