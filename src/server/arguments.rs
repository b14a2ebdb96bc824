//! Checks the arguments of a call against the tool's row.

use std::borrow::Cow;

use indexmap::IndexSet;
use serde_json::{Map, Value};

use super::split_paths::{self, split_paths};
use crate::limits::{self, MAX_ARGUMENT_BYTES, MAX_PATTERN_BYTES, MAX_QUERY_BYTES};
use crate::operation::call::{
    Call, DocumentRef, DocumentsCall, GuidanceCall, NameRef, SearchCall, Selection,
};
use crate::operation::error::{ArgumentError, ArgumentErrorKind, Error, Item, Suggestion};
use crate::operation::find::section::Section;
use crate::operation::kind::{Kind, NameKind};
use crate::project::bound_project::BoundProject;
use crate::search::query::Query;
use crate::table::{Argument, Operation, Role, Table, Tool};
use crate::text::location::Location;
use crate::text::truncated::Truncated;
use rule_files::pattern::Pattern;

/// Checks the arguments of a tool's call against the tool's row, and parses patterns, locations and
/// queries. `most` is the maximum number of paths. Reads no files.
///
/// # Errors
///
/// Returns [`Error::InvalidArgument`] with all problems, or [`Error::InvalidPattern`].
pub(super) fn check<'a>(
    table: &'a Table,
    tool: &'a Tool,
    given: &'a Map<String, Value>,
    most: usize,
) -> Result<Call<'a>, Error> {
    check_named(table, tool, None, given, most)
}

/// Checks the arguments of the prompt `name` in the same way. `tool` is the prompt's row as a tool,
/// which has no argument for the name.
///
/// # Errors
///
/// Returns the same errors as [`check`].
pub(super) fn check_prompt<'a>(
    table: &'a Table,
    tool: &'a Tool,
    name: &'a str,
    given: &'a Map<String, Value>,
    most: usize,
) -> Result<Call<'a>, Error> {
    check_named(table, tool, Some(name), given, most)
}

/// Checks the arguments `given`. The name of the call is `prompt_name`, or else the value of the
/// name argument.
fn check_named<'a>(
    table: &'a Table,
    tool: &'a Tool,
    prompt_name: Option<&'a str>,
    given: &'a Map<String, Value>,
    most: usize,
) -> Result<Call<'a>, Error> {
    let mut arguments = Arguments::new(table, tool, given, most);
    let (name, document, section) = arguments.name_and_document();
    let query = arguments.query();
    let paths = arguments.paths(most);
    arguments.check_names(given);
    if !arguments.errors.is_empty() {
        return Err(invalid(tool, arguments.errors));
    }
    let pattern = arguments.get(Role::Pattern);
    let pattern = pattern.map(|(_, text)| parse_pattern(text)).transpose()?;
    let selection = match (document, pattern) {
        (Some(document), _) => Selection::Document(document),
        // A pattern without a slash matches names in any folder. If it has no ending, it matches
        // only names with an ending from the default patterns. In a list, a pattern whose last
        // component is only wildcards matches any ending.
        (None, Some(pattern)) if tool.operation == Operation::List && pattern.is_open() => {
            Selection::Listed(pattern.anywhere())
        }
        (None, Some(pattern)) if matches!(tool.operation, Operation::Search | Operation::List) => {
            Selection::Names(pattern.anywhere())
        }
        (None, Some(pattern)) => Selection::Pattern(pattern),
        (None, None) if tool.operation == Operation::Search => Selection::Searched,
        (None, None) => Selection::Defaults,
    };
    let kinds = &*tool.kinds;
    let name = prompt_name.map(Cow::Borrowed).or(name);
    let name = name.map(|name| NameRef { name, kinds });
    // The table guarantees the arguments that an operation needs.
    let unknown = || Error::unknown(&tool.name);
    Ok(match tool.operation {
        Operation::Retrieve => Call::Retrieve(DocumentsCall {
            name: name.ok_or_else(unknown)?,
            selection,
            section,
        }),
        Operation::List => match name {
            Some(name) => Call::List(DocumentsCall {
                name,
                selection,
                section,
            }),
            None => Call::ListNames(selection),
        },
        Operation::Search => Call::Search(SearchCall {
            name,
            selection,
            query: query.ok_or_else(unknown)?,
            most: usize::MAX,
        }),
        Operation::Guidance => Call::Guidance(GuidanceCall {
            name,
            document: selection.document().cloned(),
            section,
            paths,
            first: None,
            every_file: false,
            known: None,
            at_shell: most > limits::MAX_GUIDANCE_PATHS,
        }),
    })
}

/// The arguments of a call being checked.
struct Arguments<'a> {
    table: &'a Table,
    tool: &'a Tool,
    /// The role, name and value of each string argument.
    strings: Vec<(Role, &'a str, &'a str)>,
    errors: Vec<ArgumentError>,
}

impl<'a> Arguments<'a> {
    /// Collects the string arguments in `given` that the tool's row lists. Reports arguments that
    /// are missing, too long or not strings.
    fn new(table: &'a Table, tool: &'a Tool, given: &'a Map<String, Value>, most: usize) -> Self {
        let mut arguments = Self {
            table,
            tool,
            strings: Vec::new(),
            errors: Vec::new(),
        };
        for (argument, row) in &tool.arguments {
            let kind = match given.get(argument) {
                Some(Value::String(text)) if text.len() > limit(row.role, most) => {
                    split_paths::too_long(text, limit(row.role, most))
                }
                Some(Value::String(text)) if !text.is_empty() => {
                    arguments.strings.push((row.role, argument, text));
                    continue;
                }
                None | Some(Value::String(_) | Value::Null) if row.required => {
                    ArgumentErrorKind::Missing(row.json_type)
                }
                None | Some(Value::String(_) | Value::Null) => continue,
                Some(other) => ArgumentErrorKind::Type {
                    r#type: row.json_type,
                    got: type_name(other),
                },
            };
            arguments.report(argument, kind);
        }
        arguments
    }

    /// Returns the name and value of the argument with the role `wanted`.
    fn get(&self, wanted: Role) -> Option<(&'a str, &'a str)> {
        let found = self.strings.iter().find(|(role, ..)| *role == wanted);
        found.map(|(_, argument, text)| (*argument, *text))
    }

    fn report(&mut self, argument: &str, kind: ArgumentErrorKind) {
        let argument = argument.to_owned();
        self.errors.push(ArgumentError { argument, kind });
    }

    /// Returns the name, the single document and the section. The name argument may be the URI of a
    /// document, and the fragment of that URI may be the section.
    fn name_and_document(
        &mut self,
    ) -> (
        Option<Cow<'a, str>>,
        Option<DocumentRef<'a>>,
        Option<Section<'a>>,
    ) {
        let (table, tool) = (self.table, self.tool);
        let (name, document) = (self.get(Role::Name), self.get(Role::Document));
        let heading = self.get(Role::Section);
        let located = name.and_then(|(_, text)| table.formats.locations.parse_uri(text));
        let located =
            located.map(|(location, fragment)| (searched(location, None, tool), fragment));
        let located = located.filter(|(location, _)| tool.kinds.contains(&kind_of(location)));
        let is_name = located.is_some();
        // The argument that gives the single document.
        let only = if is_name { name } else { document };
        let (location, fragment) = located
            .or_else(|| table.formats.locations.parse_uri(only?.1))
            .unzip();
        let name = name.map(|(_, text)| container(text, table, tool));
        let of_name = name.as_deref().filter(|_| !is_name);
        let location = location.map(|location| searched(location, of_name, tool));
        let mut section = heading.map(|(_, text)| Section::Heading(text));
        if let Some((only, uri)) = only {
            let others = self.get(Role::Pattern).into_iter();
            for (argument, _) in others.chain(document.filter(|_| is_name)) {
                self.report(argument, ArgumentErrorKind::Together(only.to_owned()));
            }
            if let Some(slug) = fragment.flatten() {
                for (argument, _) in self.get(Role::Query).into_iter().chain(heading) {
                    self.report(argument, ArgumentErrorKind::OfSection(only.to_owned()));
                }
                section = Some(Section::Fragment { uri, slug });
            }
        }
        let name = match (&location, name) {
            (Some(location), _) if is_name => Some(scope_name(location).to_owned().into()),
            (Some(location), Some(name)) => {
                if let Some(kind) = elsewhere(location, &name, tool) {
                    self.report(document.unwrap_or_default().0, kind);
                }
                Some(name)
            }
            (_, name) => name,
        };
        let document = only.map(|(_, given)| DocumentRef { given, location });
        (name, document, section)
    }

    /// Returns the parsed query of a search, if the call has one. Reports a query without words or
    /// with too many quoted parts.
    fn query(&mut self) -> Option<Query> {
        let (argument, text) = self.get(Role::Query)?;
        let query = Query::parse(text);
        let quoted = query.as_ref().map_or(0, |query| query.quoted().len());
        if query.is_none() {
            self.report(argument, ArgumentErrorKind::Wordless);
        } else if quoted > limits::MAX_QUOTED_PARTS {
            self.report(argument, ArgumentErrorKind::ManyQuoted(quoted));
        }
        query
    }

    /// Returns the paths in the argument for paths, or none after reporting why it is invalid.
    /// `most` is their maximum number.
    fn paths(&mut self, most: usize) -> Vec<String> {
        let Some((argument, text)) = self.get(Role::Path) else {
            return Vec::new();
        };
        let paths = split_paths(text, most);
        let paths = paths.map_err(|kind| self.report(argument, kind));
        paths.unwrap_or_default()
    }

    /// Reports arguments that the row does not list.
    fn check_names(&mut self, given: &Map<String, Value>) {
        let tool = self.tool;
        let valid: Vec<&str> = tool.arguments.keys().map(String::as_str).collect();
        for argument in given.keys().filter(|name| !valid.contains(&&***name)) {
            let suggestion = Suggestion::of_argument(argument, &valid);
            self.report(argument, ArgumentErrorKind::Unknown(suggestion));
        }
    }
}

/// Returns the error for invalid arguments. It also lists the valid arguments.
pub(super) fn invalid(tool: &Tool, reasons: Vec<ArgumentError>) -> Error {
    let item = |(name, row): (&String, &Argument)| {
        let (argument, json_type) = (name.clone(), row.json_type);
        if row.required {
            Item::Required {
                argument,
                json_type,
            }
        } else {
            Item::Optional {
                argument,
                json_type,
            }
        }
    };
    let mut arguments: Truncated<Item> = tool.arguments.iter().map(item).collect();
    if arguments.is_empty() {
        arguments.push(Item::NoArguments);
    }
    Error::InvalidArgument {
        reasons,
        arguments,
        tool: tool.name.clone(),
    }
}

/// Converts the paths in `given` to paths relative to the project's folder. `links` returns pairs:
/// a path through links, and the path to which it leads.
///
/// # Errors
///
/// Returns [`Error::InvalidArgument`] with the first path that is not in the project's folder.
pub(super) fn relative_paths(
    tool: &Tool,
    given: &[String],
    bound: &BoundProject,
    links: impl Fn() -> Vec<[String; 2]>,
) -> Result<Vec<String>, Error> {
    let relative = |path: &String| split_paths::relative(path, || bound.folder().path(), &links);
    let paths: Result<IndexSet<String>, _> = given.iter().map(relative).collect();
    let paths = paths.map_err(|kind| {
        // A resource has no path argument, because its URI contains the paths.
        let argument = tool.argument(Role::Path).map_or("uri", |(name, _)| name);
        let argument = argument.to_owned();
        let reasons = vec![ArgumentError { argument, kind }];
        invalid(tool, reasons)
    })?;
    Ok(paths.into_iter().collect())
}

/// Returns the maximum length of an argument, in bytes. `most` is the maximum number of paths.
/// Patterns are limited when they are parsed.
fn limit(role: Role, most: usize) -> usize {
    match role {
        Role::Pattern => usize::MAX,
        Role::Query => MAX_QUERY_BYTES,
        Role::Path => most.saturating_mul(MAX_PATTERN_BYTES),
        Role::Name | Role::Document | Role::Section => MAX_ARGUMENT_BYTES,
    }
}

/// Returns `location`, but without its collection if the tool searches only categories, or if
/// `name` is the location's category. Keeps the collection if it is `name`.
fn searched(location: Location<'static>, name: Option<&str>, tool: &Tool) -> Location<'static> {
    let is_of_category = tool.kinds.contains(&NameKind::Category)
        && name.is_some_and(|name| location.category == name);
    let is_searched = tool.kinds.contains(&kind_of(&location)) && !is_of_category;
    let is_name = name.is_some() && location.collection.as_deref() == name;
    if is_searched || is_name {
        location
    } else {
        Location {
            collection: None,
            ..location
        }
    }
}

/// If `text` is the URI of a category or collection that the tool searches, returns the name in it.
/// Otherwise, returns `text` unchanged.
fn container<'a>(text: &'a str, table: &Table, tool: &Tool) -> Cow<'a, str> {
    let templates = [
        (&table.formats.locations.category, NameKind::Category),
        (&table.formats.locations.collection, NameKind::Collection),
    ];
    let mut searched = templates
        .iter()
        .filter(|(_, kind)| tool.kinds.contains(kind));
    let name = searched.find_map(|(template, _)| template.parse_container(text));
    name.map_or(text.into(), Cow::Owned)
}

/// Returns the kind of the name that [`scope_name`] returns.
fn kind_of(location: &Location<'_>) -> NameKind {
    match location.collection {
        Some(_) => NameKind::Collection,
        None => NameKind::Category,
    }
}

/// Returns an error if `location` is not in the category or collection `name`, and `None`
/// otherwise.
fn elsewhere(location: &Location<'_>, name: &str, tool: &Tool) -> Option<ArgumentErrorKind> {
    let first = scope_name(location);
    if first == name && tool.kinds.contains(&kind_of(location)) {
        return None;
    }
    Some(ArgumentErrorKind::Elsewhere {
        kind: Kind::of(&[kind_of(location)]).within(),
        name: first.to_owned(),
    })
}

/// Returns the name under which a location is searched: its collection, or else its category.
pub(super) fn scope_name<'l>(location: &'l Location<'_>) -> &'l str {
    location.collection.as_deref().unwrap_or(&location.category)
}

/// Returns the JSON Schema name of a value's type.
const fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn parse_pattern(pattern: &str) -> Result<Pattern, Error> {
    Pattern::parse(pattern).map_err(|error| Error::invalid_pattern(pattern, &error))
}
