//! What can be read by its URI → what is listed of it.

use crate::operation::catalog::ResourceItem;
use crate::render::listing::time;
use crate::render::location;
use crate::spec::resource::{ResourceKind, ResourceRow, UriVariable};
use crate::spec::{MessageTemplate, Table};
use crate::text::escape::{self, Escaped};

/// What is listed of something that can be read by its URI.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resource {
    /// Its URI.
    pub uri: String,
    /// Its name, for programs.
    pub name: String,
    /// The name that clients show.
    pub title: String,
    /// What it is.
    pub description: String,
    /// Its media type, where all of it has one.
    pub media_type: Option<String>,
    /// Its size in bytes, where that is known.
    pub bytes: Option<u64>,
    /// When it was last modified (RFC 3339, UTC), where that is known.
    pub modified: Option<String>,
}

impl Resource {
    /// The help of this table.
    pub(crate) fn help(table: &Table) -> Self {
        let help = &table.resources.help;
        Self {
            uri: help.uri.clone(),
            name: help.name.clone(),
            title: help.title.clone(),
            description: help.description.clone(),
            media_type: Some(help.media_type.clone()),
            bytes: None,
            modified: None,
        }
    }

    /// How many bytes its words have.
    pub(crate) fn length(&self) -> u64 {
        let words = [&self.uri, &self.name, &self.title, &self.description];
        words.into_iter().map(|text| text.len() as u64).sum()
    }

    /// What a row says of an item; `None` where it lists none.
    pub(crate) fn of(row: &ResourceRow, item: &ResourceItem<'_>, table: &Table) -> Option<Self> {
        let listed = row.listed.as_ref()?;
        let (named, path, description) = match item {
            ResourceItem::Category(name, category) => (*name, "", category.description.as_deref()),
            ResourceItem::Collection(name, collection) => {
                (*name, "", collection.description.as_deref())
            }
            ResourceItem::Document(document) => {
                let info = document.info;
                let described = document
                    .about
                    .as_ref()
                    .and_then(|about| about.description.as_deref());
                (&*info.origin.category, info.document(), described)
            }
        };
        let fill = |template: &MessageTemplate| {
            row.fill(template, |variable| match variable {
                UriVariable::Category | UriVariable::Collection => Escaped(named).to_string(),
                UriVariable::Path => Escaped(path).to_string(),
            })
        };
        let document = match item {
            ResourceItem::Document(document) => Some(document),
            _ => None,
        };
        Some(Self {
            uri: match row.kind {
                ResourceKind::Category => table.locations.category.build_container(named),
                ResourceKind::Collection => table.locations.collection.build_container(named),
                _ => location::of_document(document?.info, table),
            },
            name: fill(&listed.name),
            title: match document.and_then(|row| row.about.as_ref()?.title.as_deref()) {
                Some(title) => one_line(title),
                None => fill(&listed.title),
            },
            description: match description {
                Some(text) => one_line(text),
                None => fill(&listed.description),
            },
            media_type: document.map(|row| table.media_type(row.info.basename()).to_owned()),
            bytes: document.map(|row| row.bytes),
            modified: document.map(|row| time(row.modified)),
        })
    }
}

/// What the project says, on one line in which nothing is hidden.
pub(crate) fn one_line(text: &str) -> String {
    Escaped(&escape::collapse_whitespace(text)).to_string()
}
