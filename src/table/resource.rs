//! Resources and prompts: rows of the table.

use std::num::NonZeroU16;

use indexmap::IndexMap;
use serde::Deserialize;

use super::catalog::check;
use super::error::{Problem, problem, repeated, within};
use super::media::check_media_type;
use super::tool::description;
use super::{Argument, MessageTemplate, Operation, Role, RowTextKind, Tool};
use crate::documents::locations::{Locations, ResourceKind};
use crate::operation::kind::NameKind;
use crate::text::uri::UriTemplate;

/// What can be read by its URI.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resources {
    /// How many are listed together.
    pub page: NonZeroU16,
    /// The server's own.
    pub help: HelpRow,
    /// The project's, in the table's order, which is that of the list.
    pub templates: Vec<ResourceRow>,
}

/// The server's help.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HelpRow {
    /// Its URI.
    pub uri: String,
    /// Its name, for programs.
    pub name: String,
    /// The name that clients show.
    pub title: String,
    /// What it is for, at most 2,000 bytes.
    #[serde(deserialize_with = "description")]
    pub description: String,
    /// The media type of the text.
    pub media_type: String,
    /// The text itself.
    pub text: String,
}

/// The resources of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResourceRow {
    /// What the URIs name.
    pub kind: ResourceKind,
    /// Its name, for programs.
    pub name: String,
    /// The name that clients show.
    pub title: String,
    /// What it is for, at most 2,000 bytes.
    #[serde(deserialize_with = "description")]
    pub description: String,
    /// The words of those that are listed; `None` where none is.
    #[serde(default)]
    pub listed: Option<ListedRow>,
}

/// The words of what is listed.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListedRow {
    /// Its name, for programs.
    pub name: MessageTemplate,
    /// The name that clients show.
    pub title: MessageTemplate,
    /// What it is, where the project has no description.
    pub description: MessageTemplate,
}

impl Resources {
    /// Checks the section `resources`. No category, collection, document or help shares its
    /// URI with another.
    pub(super) fn check(&self, locations: &Locations) -> Result<(), Problem> {
        let help = &self.help;
        check_media_type(&help.media_type, "resources.help.media_type")?;
        let help = UriTemplate::try_from(help.uri.clone());
        let help = help.or_else(|error| problem("resources.help.uri", error))?;
        let origins = [
            ("locations.category", &locations.category.prefix),
            ("locations.collection", &locations.collection.prefix),
            ("locations.files", &locations.files.prefix),
            ("resources.help.uri", &help.prefix),
        ];
        if let Some(at) = repeated(&origins, |(_, origin)| Some(origin)) {
            let message = "another place has this scheme and authority; give each its own";
            return problem(origins[at].0, message);
        }
        for (at, row) in self.templates.iter().enumerate() {
            row.check().map_err(within("resources.templates", at))?;
        }
        match repeated(&self.templates, |row| Some(row.kind)) {
            Some(at) => problem(
                format!("resources.templates[{at}].kind"),
                "another row has this kind",
            ),
            None => Ok(()),
        }
    }
}

impl ResourceRow {
    /// Returns the row of a tool, without arguments, that reads the resource.
    pub(crate) fn tool(&self) -> Tool {
        let kind = match self.kind {
            ResourceKind::Collection | ResourceKind::CollectionDocument => NameKind::Collection,
            _ => NameKind::Category,
        };
        Tool {
            name: self.name.clone(),
            operation: match self.kind {
                ResourceKind::Files => Operation::Guidance,
                _ => Operation::Retrieve,
            },
            kinds: vec![kind],
            ..Tool::default()
        }
    }

    /// Checks the row by itself.
    fn check(&self) -> Result<(), Problem> {
        let Some(listed) = &self.listed else {
            return Ok(());
        };
        let text = match self.kind {
            ResourceKind::Category => RowTextKind::Category,
            ResourceKind::Collection => RowTextKind::Collection,
            ResourceKind::Document => RowTextKind::Document,
            ResourceKind::CollectionDocument | ResourceKind::Files => {
                let message = "documents are listed in their categories, not in other ways";
                return problem("listed", message);
            }
        };
        let supplied = text.def().placeholders;
        check(&listed.name, "listed.name", supplied)?;
        check(&listed.title, "listed.title", supplied)?;
        check(&listed.description, "listed.description", supplied)
    }
}

/// The prompts of one kind: one for each name that it looks up.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PromptRow {
    /// The name that clients show; `{name}` is the project's.
    pub title: MessageTemplate,
    /// What it is for, where the project has no description of `{name}`.
    pub description: MessageTemplate,
    /// Where its name is looked up, in this order.
    #[serde(rename = "search")]
    pub kinds: Vec<NameKind>,
    /// Its arguments, in the table's order, without one of role name.
    pub arguments: IndexMap<String, Argument>,
}

impl PromptRow {
    /// Returns the row of a tool that delivers the prompt's documents.
    pub(crate) fn tool(&self) -> Tool {
        Tool {
            arguments: self.arguments.clone(),
            kinds: self.kinds.clone(),
            ..Tool::default()
        }
    }

    /// Checks the row alone: the placeholders of its texts and its arguments, none of which may
    /// be the name.
    pub(super) fn check(&self) -> Result<(), Problem> {
        let supplied = RowTextKind::Prompt.def().placeholders;
        check(&self.title, "title", supplied)?;
        check(&self.description, "description", supplied)?;
        let tool = self.tool();
        tool.check_arguments()?;
        match tool.argument(Role::Name) {
            Some((name, _)) => problem(
                format!("arguments.{name}"),
                "a prompt's name is the name that it looks up",
            ),
            None => Ok(()),
        }
    }
}
