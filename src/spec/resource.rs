//! What can be read by its URI: rows of the table.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use super::fault::{MAX_DESCRIPTION, TableFault};
use super::load::{Placed, RawLocations, check_description, fault};
use super::media::is_media_type;
use super::{Operation, SearchKind, Template, Tool};
use crate::text::uri::{LocationShape, WholeShape};

/// The most resources of one page.
const MAX_PAGE: usize = 1000;

/// What can be read by its URI.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resources {
    /// How many are listed together, at least 1.
    pub page: usize,
    /// The server's own.
    pub help: HelpRow,
    /// The project's, in the table's order, which is that of the list.
    pub templates: Vec<ResourceRow>,
}

/// What the server says of how it is used.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Help")]
pub struct HelpRow {
    /// Its URI.
    pub uri: String,
    /// Its name, for programs.
    pub name: String,
    /// The name that clients show.
    pub title: String,
    /// What it is for, at most 2,000 bytes.
    #[schemars(length(max = MAX_DESCRIPTION))]
    pub description: String,
    /// The media type of the text.
    pub media_type: String,
    /// The text itself.
    pub text: String,
}

/// One kind of what a project's URIs name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResourceRow {
    /// The URI template, as clients are told it.
    pub uri: String,
    /// What stands for what in it.
    pub variables: IndexMap<String, Variable>,
    /// What the URIs name.
    pub located: Located,
    /// The words of those that are listed; `None` where none is.
    pub listed: Option<ListedRow>,
    /// How one is read: a row as a tool has, without arguments.
    pub tool: Tool,
}

/// What stands at a place of a URI template.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Variable {
    /// The name of a category.
    Category,
    /// The name of a collection.
    Collection,
    /// A document's path, relative to its category.
    Path,
}

impl Variable {
    /// Its name in the table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Category => "category",
            Self::Collection => "collection",
            Self::Path => "path",
        }
    }
}

/// What URIs of one kind name, and their shape.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Located {
    /// All default documents of a category.
    Category(WholeShape),
    /// All documents of a collection.
    Collection(WholeShape),
    /// A document of a category: `locations.category`.
    Document,
    /// A document found through a collection: `locations.collection`.
    Member,
}

/// The words of what is listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedRow {
    /// Its name, for programs.
    pub name: Template,
    /// The name that clients show.
    pub title: Template,
    /// What it is, where the project says nothing of it.
    pub description: Template,
}

/// What can be read by its URI.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Resources")]
pub(super) struct RawResources {
    /// How many are listed together.
    #[schemars(range(min = 1, max = MAX_PAGE))]
    page: usize,
    /// The server's own.
    help: HelpRow,
    /// The project's, by kind, in the order of the list.
    templates: Vec<RawTemplate>,
}

/// One kind of what a project's URIs name.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ResourceTemplate")]
struct RawTemplate {
    /// The URI template of what has no path; a document's is made of `locations`.
    #[serde(default)]
    #[schemars(with = "String")]
    uri: Option<String>,
    /// What each of its variables stands for.
    #[schemars(with = "BTreeMap<String, Variable>")]
    variables: IndexMap<String, Variable>,
    /// Its name, for programs.
    name: String,
    /// The name that clients show.
    title: String,
    /// What it is for, at most 2,000 bytes.
    #[schemars(length(max = MAX_DESCRIPTION))]
    description: String,
    /// The words of each that is listed; without them none is.
    #[serde(default)]
    #[schemars(with = "RawListed")]
    listed: Option<RawListed>,
}

/// The words of what is listed, each a template with the variables of the URI.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Listed")]
struct RawListed {
    /// Its name, for programs.
    name: String,
    /// The name that clients show.
    title: String,
    /// What it is, where the project says nothing of it.
    description: String,
}

impl RawResources {
    /// Checks the rows. No URI is of two of them, or of these locations' shapes.
    pub(super) fn check(
        self,
        locations: &RawLocations,
        shapes: [&LocationShape; 2],
    ) -> Result<Resources, Placed> {
        if !(1..=MAX_PAGE).contains(&self.page) {
            return fault("resources.page", TableFault::Page(MAX_PAGE));
        }
        let mut templates: Vec<ResourceRow> = Vec::new();
        for (index, raw) in self.templates.into_iter().enumerate() {
            let path = format!("resources.templates[{index}]");
            let row = raw.check(locations, shapes, &path)?;
            if templates
                .iter()
                .any(|other| row.located.meets(&other.located))
            {
                return fault(format!("{path}.uri"), TableFault::SameUri);
            }
            templates.push(row);
        }
        let help = self.help;
        check_description(&help.description, "resources.help.description".into())?;
        if !is_media_type(&help.media_type) {
            return fault("resources.help.media_type", TableFault::MediaType);
        }
        let place = || "resources.help.uri".to_owned();
        WholeShape::parse(&format!("{}/{{category}}", help.uri))
            .map_err(|error| (place(), TableFault::Shape(error)))?;
        let named = |shape: &LocationShape| shape.parse_uri(&help.uri).is_some();
        let is_of = |row: &ResourceRow| {
            row.located
                .whole()
                .is_some_and(|shape| shape.read(&help.uri).is_some())
        };
        if shapes.into_iter().any(named) || templates.iter().any(is_of) {
            return fault(place(), TableFault::SameUri);
        }
        Ok(Resources {
            page: self.page,
            help,
            templates,
        })
    }
}

impl RawTemplate {
    fn check(
        self,
        locations: &RawLocations,
        shapes: [&LocationShape; 2],
        path: &str,
    ) -> Result<ResourceRow, Placed> {
        let at = |field: &str| format!("{path}.{field}");
        let names: Vec<&str> = self.variables.keys().map(String::as_str).collect();
        let template = |text: &str, field: &str| {
            Template::parse(text, &names).map_err(|error| (at(field), TableFault::Template(error)))
        };
        let mut of: Vec<Variable> = self.variables.values().copied().collect();
        of.sort();
        let made_of = match of[..] {
            [Variable::Category] | [Variable::Collection] => None,
            [Variable::Category, Variable::Path] => Some(&locations.category),
            [Variable::Category, Variable::Collection, Variable::Path] => {
                Some(&locations.collection)
            }
            _ => return fault(at("variables"), TableFault::Variables),
        };
        let uri = match (self.uri, made_of) {
            (Some(uri), None) => uri,
            (None, Some(location)) => self.variables.iter().fold(location.clone(), |uri, of| {
                let (name, variable) = of;
                uri.replace(
                    &format!("{{{}}}", variable.name()),
                    &format!("{{\0{name}}}"),
                )
            }),
            (None, None) => return fault(at("uri"), TableFault::NoUri),
            (Some(_), Some(_)) => return fault(at("uri"), TableFault::OtherLocation),
        };
        // What was put in is no placeholder of the location any more.
        let uri = uri.replace('\0', "");
        let whole = || {
            let filled = template(&uri, "uri")?.fill_by(|_| Some("{category}".into()));
            WholeShape::parse(&filled).map_err(|error| (at("uri"), TableFault::Shape(error)))
        };
        let located = match of[..] {
            [Variable::Category] => Located::Category(whole()?),
            [Variable::Collection] => Located::Collection(whole()?),
            [Variable::Category, _] => Located::Document,
            _ => Located::Member,
        };
        let hides = |shape: &WholeShape| shapes.iter().any(|of| shape.hides(of));
        if located.whole().is_some_and(hides) {
            return fault(at("uri"), TableFault::SameUri);
        }
        check_description(&self.description, at("description"))?;
        let listed = match &self.listed {
            None => None,
            Some(raw) => Some(ListedRow {
                name: template(&raw.name, "listed.name")?,
                title: template(&raw.title, "listed.title")?,
                description: template(&raw.description, "listed.description")?,
            }),
        };
        if listed.is_some() && located == Located::Member {
            return fault(at("listed"), TableFault::ListedMembers);
        }
        let search = match located {
            Located::Category(_) | Located::Document => SearchKind::Category,
            Located::Collection(_) | Located::Member => SearchKind::Collection,
        };
        Ok(ResourceRow {
            uri,
            variables: self.variables,
            located,
            listed,
            tool: Tool {
                title: self.title,
                description: self.description,
                ..Tool::unnamed(self.name, Operation::Retrieve, vec![search])
            },
        })
    }
}

impl Located {
    /// The shape of a URI without a path.
    pub fn whole(&self) -> Option<&WholeShape> {
        match self {
            Self::Category(shape) | Self::Collection(shape) => Some(shape),
            Self::Document | Self::Member => None,
        }
    }

    /// Whether some URI is of both; what has a path never is of what has none.
    fn meets(&self, other: &Self) -> bool {
        match (self.whole(), other.whole()) {
            (Some(one), Some(other)) => one.overlaps(other),
            (None, None) => self == other,
            _ => false,
        }
    }
}

impl ResourceRow {
    /// The words of one, filled in with what its variables stand for.
    pub(crate) fn fill(&self, template: &Template, value: impl Fn(Variable) -> String) -> String {
        template.fill_by(|name| self.variables.get(name).copied().map(&value))
    }
}
