//! Resources and prompts: rows of the table.

use indexmap::IndexMap;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

use super::error::{Problem, problem, within};
use super::media::check_media_type;
use super::tool::check_description;
use super::{Argument, MessageTemplate, Operation, Role, SearchKind, Tool};
use crate::text::escape::escape_truncated;
use crate::text::uri::{UriTemplate, is_literal_uri};

/// The most resources of one page.
const MAX_PAGE: usize = 1000;

/// The URI templates of documents.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Locations {
    /// Of a document found in a category.
    #[serde(deserialize_with = "template::<_, false>")]
    pub category: UriTemplate,
    /// Of a document found through a collection.
    #[serde(deserialize_with = "template::<_, true>")]
    pub collection: UriTemplate,
    /// Of the guidance for files: a literal URI, `/` and `{+path}`.
    #[serde(deserialize_with = "files_template")]
    pub files: String,
}

fn files_template<'de, D: Deserializer<'de>>(text: D) -> Result<String, D::Error> {
    let text = String::deserialize(text)?;
    let uri = text
        .strip_suffix("/{+path}")
        .filter(|uri| is_literal_uri(uri));
    uri.map(|uri| format!("{uri}/")).ok_or_else(|| {
        let text = escape_truncated(&text);
        D::Error::custom(format!(
            "{text} is no URI template such as guide://for/{{+path}}"
        ))
    })
}

/// Deserializes a template of a category, or of a collection.
fn template<'de, D: Deserializer<'de>, const COLLECTION: bool>(
    text: D,
) -> Result<UriTemplate, D::Error> {
    let text = String::deserialize(text)?;
    UriTemplate::parse(&text, COLLECTION).ok_or_else(|| {
        D::Error::custom(format!(
            "{} is no URI template such as guide://category/{{category}}/{{path}} or \
             guide://collection/{{collection}}/category/{{category}}/{{path}}: a scheme and an \
             authority in lower case, literal segments of letters, digits and \
             -._~!$&'()*+,;=:@, and the variables once each, as whole segments, in this order",
            escape_truncated(&text)
        ))
    })
}

/// What can be read by its URI.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resources {
    /// How many are listed together, at least 1.
    pub page: usize,
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
    /// The template's variables by their names.
    pub variables: IndexMap<String, UriVariable>,
    /// Its name, for programs.
    pub name: String,
    /// The name that clients show.
    pub title: String,
    /// What it is for, at most 2,000 bytes.
    pub description: String,
    /// The words of those that are listed; `None` where none is.
    #[serde(default)]
    pub listed: Option<ListedRow>,
    /// What the URIs name, by the variables.
    #[serde(skip)]
    pub kind: ResourceKind,
    /// The URI template, as clients are told it: made of the table's locations.
    #[serde(skip)]
    pub uri: String,
}

/// What a variable of a URI template holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UriVariable {
    /// The name of a category.
    Category,
    /// The name of a collection.
    Collection,
    /// A document's path, relative to its category.
    Path,
    /// Paths of files, relative to the project's folder.
    Files,
}

/// What the URIs of one kind name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ResourceKind {
    /// All default documents of a category.
    #[default]
    Category,
    /// All documents of a collection.
    Collection,
    /// A document of a category: `locations.category`.
    Document,
    /// A document found through a collection: `locations.collection`.
    CollectionDocument,
    /// The guidance for files: `locations.files`.
    Files,
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
    /// Checks the section `resources`, and makes the URI template of each row from
    /// `locations`. No category, collection, document or help shares its URI with another.
    pub(super) fn check(&mut self, locations: &Locations) -> Result<(), Problem> {
        let both = [&locations.category, &locations.collection];
        if locations.category.conflicts_with(&locations.collection) {
            return problem(
                "locations",
                "a category and a collection could have the same URI; let both begin \
                 differently, such as guide://category/ and guide://collection/",
            );
        }
        if !(1..=MAX_PAGE).contains(&self.page) {
            let message = format!("a page lists 1 to {MAX_PAGE} resources");
            return problem("resources.page", message);
        }
        let help = &self.help;
        check_description(&help.description, "resources.help.description")?;
        check_media_type(&help.media_type, "resources.help.media_type")?;
        if !is_literal_uri(&help.uri) {
            let message = format!(
                "{} is no URI such as guide://help",
                escape_truncated(&help.uri)
            );
            return problem("resources.help.uri", message);
        }
        if both.iter().any(|template| template.is_prefix_of(&help.uri)) {
            let message = "a category, a collection or a document could have the same URI";
            return problem("resources.help.uri", message);
        }
        let files = &locations.files;
        let shared = both.iter().any(|template| template.may_begin_as(files));
        if shared || help.uri.starts_with(files) {
            let message =
                "a document, a category, a collection or the help could have the same URI";
            return problem("locations.files", message);
        }
        let mut kinds = Vec::new();
        for (at, row) in self.templates.iter_mut().enumerate() {
            let within = within("resources.templates", at);
            row.check(locations).map_err(within)?;
            // The kind of a row follows from its variables.
            if kinds.contains(&row.kind) {
                return problem("variables", "another row has these variables").map_err(within);
            }
            kinds.push(row.kind);
        }
        Ok(())
    }
}

impl ResourceRow {
    /// Returns the row of a tool, without arguments, that reads the resource.
    pub(crate) fn tool(&self) -> Tool {
        let search = match self.kind {
            ResourceKind::Collection | ResourceKind::CollectionDocument => SearchKind::Collection,
            _ => SearchKind::Category,
        };
        Tool {
            name: self.name.clone(),
            operation: match self.kind {
                ResourceKind::Files => Operation::Guidance,
                _ => Operation::Retrieve,
            },
            search: vec![search],
            ..Tool::default()
        }
    }

    /// Checks the row by itself, and makes its kind and its URI template.
    fn check(&mut self, locations: &Locations) -> Result<(), Problem> {
        use UriVariable::{Category, Collection, Files, Path};
        let names: Vec<&str> = self.variables.keys().map(String::as_str).collect();
        let is_name = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if let Some(name) = names.iter().find(|name| name.is_empty() || !is_name(name)) {
            let name = escape_truncated(name);
            let message = format!("\"{name}\" is not made of letters, digits and _");
            return problem("variables", message);
        }
        let variable = |of: UriVariable| {
            let mut named = self.variables.iter();
            let found = named.find(|(_, variable)| **variable == of);
            found.map_or_else(String::new, |(name, _)| format!("{{{name}}}"))
        };
        let [category, collection, path] = [Category, Collection, Path].map(variable);
        let mut variables: Vec<UriVariable> = self.variables.values().copied().collect();
        variables.sort();
        let (kind, uri) = match variables[..] {
            [Category] => (
                ResourceKind::Category,
                locations.category.expand_container(&category),
            ),
            [Collection] => (
                ResourceKind::Collection,
                locations.collection.expand_container(&collection),
            ),
            [Category, Path] => (
                ResourceKind::Document,
                locations.category.expand("", &category, &path),
            ),
            [Category, Collection, Path] => (
                ResourceKind::CollectionDocument,
                locations.collection.expand(&collection, &category, &path),
            ),
            [Files] => (
                ResourceKind::Files,
                locations.files.clone() + &variable(Files).replace('{', "{+"),
            ),
            _ => {
                let message = "they hold a category, a collection, a category and a path, a \
                               collection, a category and a path, or files";
                return problem("variables", message);
            }
        };
        check_description(&self.description, "description")?;
        if let Some(listed) = &self.listed {
            if matches!(kind, ResourceKind::CollectionDocument | ResourceKind::Files) {
                let message = "documents are listed in their categories, not in other ways";
                return problem("listed", message);
            }
            listed.name.check("listed.name", &names)?;
            listed.title.check("listed.title", &names)?;
            listed.description.check("listed.description", &names)?;
        }
        (self.kind, self.uri) = (kind, uri);
        Ok(())
    }

    /// Fills a template of the row with the values of its variables.
    pub(crate) fn fill(
        &self,
        template: &MessageTemplate,
        value: impl Fn(UriVariable) -> String,
    ) -> String {
        template.fill_by(|name| self.variables.get(name).copied().map(&value))
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
    pub search: Vec<SearchKind>,
    /// Its arguments, in the table's order, without one of role name.
    pub arguments: IndexMap<String, Argument>,
}

impl PromptRow {
    /// Returns the row of a tool that delivers the prompt's documents.
    pub(crate) fn tool(&self) -> Tool {
        Tool {
            arguments: self.arguments.clone(),
            search: self.search.clone(),
            ..Tool::default()
        }
    }

    /// Checks the row by itself.
    pub(super) fn check(&self) -> Result<(), Problem> {
        self.title.check("title", &["name"])?;
        self.description.check("description", &["name"])?;
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
