//! Renders what can be read by its URI as items of a list.

use crate::operation::catalog::ResourceItem;
use crate::render::document_uri;
use crate::render::listing::time;
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
    /// Returns the help of this table.
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

    /// Returns how many bytes its texts have.
    pub(crate) fn length(&self) -> u64 {
        let words = [&self.uri, &self.name, &self.title, &self.description];
        words.into_iter().map(|text| text.len() as u64).sum()
    }

    /// Returns what a row says of an item; `None` if it lists none.
    pub(crate) fn new(row: &ResourceRow, item: &ResourceItem<'_>, table: &Table) -> Option<Self> {
        let listed = row.listed.as_ref()?;
        let mut document = None;
        let (named, path, description) = match item {
            ResourceItem::Category(name, category) => (*name, "", category.description.as_deref()),
            ResourceItem::Collection(name, collection) => {
                (*name, "", collection.description.as_deref())
            }
            ResourceItem::Document(row) => {
                document = Some(row);
                let about = row.about.as_ref();
                let description = about.and_then(|about| about.description.as_deref());
                (&*row.info.origin.category, row.info.document(), description)
            }
        };
        let fill = |template: &MessageTemplate| {
            row.fill(template, |variable| match variable {
                UriVariable::Category | UriVariable::Collection => Escaped(named).to_string(),
                UriVariable::Path => Escaped(path).to_string(),
            })
        };
        let title = document.and_then(|row| row.about.as_ref()?.title.as_deref());
        Some(Self {
            uri: match row.kind {
                ResourceKind::Category => table.locations.category.build_container(named),
                ResourceKind::Collection => table.locations.collection.build_container(named),
                _ => document_uri(document?.info, table),
            },
            name: fill(&listed.name),
            title: title.map_or_else(|| fill(&listed.title), one_line),
            description: description.map_or_else(|| fill(&listed.description), one_line),
            media_type: document.map(|row| table.media_type(row.info.basename()).to_owned()),
            bytes: document.map(|row| row.totals.bytes),
            modified: document.map(|row| time(row.totals.modified)),
        })
    }
}

/// Returns a text of the project on one line, without hidden characters.
pub(crate) fn one_line(text: &str) -> String {
    Escaped(&escape::collapse_whitespace(text)).to_string()
}
