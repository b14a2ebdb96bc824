//! Resources and prompts, as rows of the table.

use std::num::NonZeroU16;

use indexmap::IndexMap;
use serde::Deserialize;

use super::check_media::check_media_type;
use super::check_rows::check;
use super::table_error::{Problem, problem, repeated, within};
use super::tool::description;
use super::{Argument, MessageTemplate, Operation, Role, RowTextKind, Tool};
use crate::documents::locations::{Locations, ResourceKind};
use crate::operation::kind::NameKind;
use crate::text::location::UriTemplate;

/// The resources that clients can read by URI.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resources {
    /// The number of resources on one page of the list.
    pub page: NonZeroU16,
    /// The help resource of the server.
    pub help: HelpRow,
    /// The resources of the project, in the order of the list.
    pub templates: Vec<ResourceRow>,
}

/// The row of the server's help resource.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HelpRow {
    /// The URI of the help.
    pub uri: String,
    /// The name for programs.
    pub name: String,
    /// The title that clients show.
    pub title: String,
    /// The purpose of the help, in at most 2,000 bytes.
    #[serde(deserialize_with = "description")]
    pub description: String,
    /// The media type of the text.
    pub media_type: String,
    /// The text of the help.
    pub text: String,
}

/// The resources of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResourceRow {
    /// The kind of resource that the URIs refer to.
    pub kind: ResourceKind,
    /// The name for programs.
    pub name: String,
    /// The title that clients show.
    pub title: String,
    /// The purpose of the resources, in at most 2,000 bytes.
    #[serde(deserialize_with = "description")]
    pub description: String,
    /// The texts of listed resources; `None` if this kind is not listed.
    #[serde(default)]
    pub listed: Option<ListedRow>,
}

/// The texts of a listed resource.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListedRow {
    /// The name for programs.
    pub name: MessageTemplate,
    /// The title that clients show.
    pub title: MessageTemplate,
    /// The description that is used if the project has none.
    pub description: MessageTemplate,
}

impl Resources {
    /// Checks the section `resources` of the table. The URIs of categories, collections, files and
    /// the help must have different prefixes.
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
    /// Returns a tool without arguments that reads resources of this kind. A resource is read by the
    /// same operations as a call of a tool, which take the row of a tool.
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

    /// Checks this row, without regard to other rows.
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

/// A row that defines prompts: one prompt for each name that the row looks up.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PromptRow {
    /// The title that clients show. `{name}` stands for the name in the project.
    pub title: MessageTemplate,
    /// The purpose of the prompt, if the project has no description of `{name}`.
    pub description: MessageTemplate,
    /// The kinds of names that the row looks up, in this order.
    #[serde(rename = "search")]
    pub kinds: Vec<NameKind>,
    /// The arguments in the order of the table. None of them has the role [`Role::Name`].
    pub arguments: IndexMap<String, Argument>,
}

impl PromptRow {
    /// Returns a tool that delivers the documents of the prompt. Its arguments are then checked, and
    /// its documents read, by the same operations as those of a tool.
    pub(crate) fn tool(&self) -> Tool {
        Tool {
            arguments: self.arguments.clone(),
            kinds: self.kinds.clone(),
            ..Tool::default()
        }
    }

    /// Checks the placeholders of the row's texts, and its arguments. No argument may have the role
    /// [`Role::Name`].
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
