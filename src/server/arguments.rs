//! Checks the arguments of a call against the tool's row.

use std::borrow::Cow;

use indexmap::IndexSet;
use serde_json::{Map, Value};

use super::paths;
use crate::documents::pattern::Pattern;
use crate::limits::{self, MAX_ARGUMENT_BYTES, MAX_PATTERN_BYTES, MAX_QUERY_BYTES};
use crate::operation::call::{
    Call, DocumentRef, GuidanceCall, ListCall, NameRef, RetrieveCall, SearchCall, Selection,
};
use crate::operation::error::{ArgumentError, ArgumentErrorKind, Error, Suggestion};
use crate::operation::section::Section;
use crate::project::session::BoundProject;
use crate::render::parse_uri;
use crate::search::query::Query;
use crate::spec::{NameKind, Operation, Role, Table, Tool};
use crate::text::uri::Location;

/// Checks the arguments of a call against the tool's row, and parses patterns, locations and
/// queries; nothing is read for it. `of_prompt` is the name of a prompt, which has no argument for
/// it. `most` is the number of paths that a call may have.
///
/// # Errors
///
/// [`Error::InvalidArgument`] with all that is wrong, or [`Error::InvalidPattern`].
pub(super) fn check<'a>(
    table: &Table,
    tool: &'a Tool,
    of_prompt: Option<&'a str>,
    given: &'a Map<String, Value>,
    most: usize,
) -> Result<Call<'a>, Error> {
    let mut strings: Vec<(Role, &'a str, &'a str)> = Vec::new();
    let mut errors = Vec::new();
    let mut report = |argument: &str, kind| {
        let argument = argument.to_owned();
        errors.push(ArgumentError { argument, kind });
    };
    for (argument, row) in &tool.arguments {
        let kind = match given.get(argument) {
            Some(Value::String(text)) if text.len() > limit(row.role, most) => {
                too_long(text, limit(row.role, most))
            }
            Some(Value::String(text)) if !text.is_empty() => {
                strings.push((row.role, argument, text));
                continue;
            }
            Some(Value::String(_) | Value::Null) if row.required => ArgumentErrorKind::Empty,
            None if row.required => ArgumentErrorKind::Missing,
            None | Some(Value::String(_) | Value::Null) => continue,
            Some(other) => ArgumentErrorKind::Type(type_name(other)),
        };
        report(argument, kind);
    }
    let by_role = |role| {
        let found = strings.iter().find(|(of, ..)| *of == role);
        found.map(|(_, argument, text)| (*argument, *text))
    };
    let (name, pattern) = (by_role(Role::Name), by_role(Role::Pattern));
    let (document, heading) = (by_role(Role::Document), by_role(Role::Section));
    let query = by_role(Role::Query);

    // A name may be the URI of a document; `only` is the argument that names one.
    let located = name.and_then(|(_, text)| parse_uri(text, table));
    let located = located.map(|(location, fragment)| (searched(location, None, tool), fragment));
    let located = located.filter(|(location, _)| tool.kinds.contains(&kind_of(location)));
    let is_name = located.is_some();
    let only = if is_name { name } else { document };
    let parsed = located.or_else(|| parse_uri(only?.1, table));
    let (location, fragment) = parsed.unzip();
    let named = name.map(|(argument, text)| (argument, container(text, table, tool)));
    let of_name = named.as_ref().filter(|_| !is_name).map(|(_, name)| &**name);
    let location = location.map(|location| searched(location, of_name, tool));
    let mut section = heading.map(|(_, text)| Section::of_heading(text));
    if let Some((only, uri)) = only {
        let document = document.filter(|_| is_name);
        for (argument, _) in pattern.into_iter().chain(document) {
            report(argument, ArgumentErrorKind::Together(only.to_owned()));
        }
        if let Some(slug) = fragment.flatten() {
            for (argument, _) in query.into_iter().chain(heading) {
                report(argument, ArgumentErrorKind::OfSection(only.to_owned()));
            }
            section = Some(Section::Fragment { uri, slug });
        }
    }
    let name = match (&location, named) {
        (Some(location), _) if is_name => Some(scope_name(location).to_owned().into()),
        (Some(location), Some((_, name))) => {
            let (argument, _) = document.unwrap_or_default();
            if let Some(kind) = elsewhere(location, &name, tool) {
                report(argument, kind);
            }
            Some(name)
        }
        (_, named) => named.map(|(_, name)| name),
    };
    let query = query.and_then(|(argument, text)| {
        let query = Query::parse(text);
        let quoted = query.as_ref().map_or(0, Query::quoted);
        if query.is_none() {
            report(argument, ArgumentErrorKind::Wordless);
        } else if quoted > limits::MAX_QUOTED_PARTS {
            report(argument, ArgumentErrorKind::ManyQuoted(quoted));
        }
        query
    });
    let paths = by_role(Role::Path).and_then(|(argument, text)| {
        let paths = paths::split(text, most);
        paths.map_err(|kind| report(argument, kind)).ok()
    });
    let unknown = given.keys();
    let valid: Vec<&str> = tool.arguments.keys().map(String::as_str).collect();
    for argument in unknown.filter(|name| !tool.arguments.contains_key(*name)) {
        let suggestion = Suggestion::of_argument(argument, &valid);
        report(argument, ArgumentErrorKind::Unknown(suggestion));
    }
    if !errors.is_empty() {
        return Err(Error::invalid_arguments(errors, &tool.arguments));
    }
    let pattern = pattern.map(|(_, text)| parse_pattern(text)).transpose()?;
    let document = only.map(|(_, given)| DocumentRef { given, location });
    let selection = match (document, pattern) {
        (Some(document), _) => Selection::Document(document),
        (None, Some(pattern)) if tool.finds_anywhere() => Selection::Names(pattern.anywhere()),
        (None, Some(pattern)) => Selection::Pattern(pattern),
        (None, None) => Selection::Defaults,
    };
    let kinds = &*tool.kinds;
    let name = of_prompt.map(Cow::Borrowed).or(name);
    let name = name.map(|name| NameRef { name, kinds });
    // The table requires what an operation needs.
    Ok(match tool.operation {
        Operation::Retrieve => Call::Retrieve(RetrieveCall {
            name: name.ok_or(Error::Unknown)?,
            selection,
            section,
        }),
        Operation::List => Call::List(ListCall {
            name,
            selection,
            section,
        }),
        Operation::Search => Call::Search(SearchCall {
            name,
            selection,
            query: query.ok_or(Error::Unknown)?,
        }),
        Operation::Guidance => Call::Guidance(GuidanceCall {
            name,
            document: selection.document().cloned(),
            section,
            paths: paths.unwrap_or_default(),
        }),
    })
}

/// Returns paths relative to the project's folder. `links` has other paths of it.
///
/// # Errors
///
/// [`Error::InvalidArgument`] with those that are not beneath it.
pub(super) fn relative_paths(
    tool: &Tool,
    given: &[String],
    bound: &BoundProject,
    links: impl Fn() -> Vec<[String; 2]>,
) -> Result<Vec<String>, Error> {
    // Those of a resource are its URI.
    let argument = tool.argument(Role::Path).map_or("uri", |(name, _)| name);
    let mut paths = IndexSet::new();
    let mut errors = Vec::new();
    for path in given {
        match paths::relative(path, || bound.folder().path(), &links) {
            Ok(path) => drop(paths.insert(path)),
            Err(kind) => errors.push(ArgumentError {
                argument: argument.to_owned(),
                kind,
            }),
        }
    }
    match errors.is_empty() {
        true => Ok(paths.into_iter().collect()),
        false => Err(Error::invalid_arguments(errors, &tool.arguments)),
    }
}

/// Returns how many bytes an argument may have; a pattern has a limit of its own.
fn limit(role: Role, most: usize) -> usize {
    match role {
        Role::Pattern => usize::MAX,
        Role::Query => MAX_QUERY_BYTES,
        Role::Path => most.saturating_mul(MAX_PATTERN_BYTES),
        Role::Name | Role::Document | Role::Section => MAX_ARGUMENT_BYTES,
    }
}

/// Returns the error of a string of more bytes than a limit.
pub(super) fn too_long(text: &str, limit: usize) -> ArgumentErrorKind {
    ArgumentErrorKind::TooLong {
        bytes: text.len(),
        limit,
    }
}

/// Returns a location that was found through a collection as one of its category, if the tool
/// searches categories only, or the call names that category.
fn searched(location: Location<'static>, name: Option<&str>, tool: &Tool) -> Location<'static> {
    let is_of_category = tool.kinds.contains(&NameKind::Category)
        && name.is_some_and(|name| location.category == name);
    let is_searched = tool.kinds.contains(&kind_of(&location)) && !is_of_category;
    let is_name = name.is_some() && location.collection.as_deref() == name;
    match is_searched || is_name {
        true => location,
        false => Location {
            collection: None,
            ..location
        },
    }
}

/// Returns the name in the URI of a category or a collection that a tool searches, or else the
/// text itself.
fn container<'a>(text: &'a str, table: &Table, tool: &Tool) -> Cow<'a, str> {
    let templates = [
        (&table.locations.category, NameKind::Category),
        (&table.locations.collection, NameKind::Collection),
    ];
    let mut searched = templates
        .iter()
        .filter(|(_, kind)| tool.kinds.contains(kind));
    let uri = text.strip_suffix('/').unwrap_or(text);
    let name = searched.find_map(|(template, _)| template.parse_container(uri));
    name.map_or(text.into(), Cow::Owned)
}

/// Returns the kind of the first name of a location.
fn kind_of(location: &Location<'_>) -> NameKind {
    match location.collection {
        Some(_) => NameKind::Collection,
        None => NameKind::Category,
    }
}

/// Returns the error of a call whose `document` is a location in another category or
/// collection than the call names.
fn elsewhere(location: &Location<'_>, name: &str, tool: &Tool) -> Option<ArgumentErrorKind> {
    let first = scope_name(location);
    if first == name && tool.kinds.contains(&kind_of(location)) {
        return None;
    }
    Some(match kind_of(location) {
        NameKind::Collection => ArgumentErrorKind::OfCollection(first.to_owned()),
        NameKind::Category => ArgumentErrorKind::OfCategory(first.to_owned()),
    })
}

/// Returns the first name of a location: of a collection, or else of a category.
pub(super) fn scope_name<'l>(location: &'l Location<'_>) -> &'l str {
    location.collection.as_deref().unwrap_or(&location.category)
}

/// Returns the name of a value's JSON type, as JSON Schema has it.
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
    Pattern::parse(pattern).map_err(|error| Error::invalid_pattern(pattern, None, &error))
}
