//! A call's arguments, held against the tool's row.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::documents::pattern::Pattern;
use crate::limits::MAX_ARGUMENT_BYTES;
use crate::operation::error::{ArgumentError, ArgumentErrorKind, Error};
use crate::operation::wanted::{Section, Wanted};
use crate::render::location;
use crate::spec::{Role, SearchKind, Table, Tool};
use crate::text::json::type_name;
use crate::text::query::{MAX_WORDS, Query, QueryError};
use crate::text::uri::Location;

/// The arguments of a call, by role; `None` where one was left out.
#[derive(Debug)]
pub(super) struct Arguments<'a> {
    pub name: Option<Cow<'a, str>>,
    pub pattern: Option<Pattern>,
    pub document: Option<Wanted<'a>>,
    pub section: Option<Section<'a>>,
    pub query: Option<Query>,
}

/// An argument that was given: its name and its text.
type Given<'a> = (&'a str, &'a str);

impl<'a> Arguments<'a> {
    /// Checks the arguments against the tool's row, and parses what is a pattern or a
    /// location; nothing is read for it.
    pub(super) fn check(
        table: &Table,
        tool: &'a Tool,
        given: &'a Map<String, Value>,
    ) -> Result<Self, Error> {
        let (mut name, mut pattern): (Option<Given<'a>>, Option<Given<'a>>) = (None, None);
        let (mut document, mut section): (Option<Given<'a>>, Option<Given<'a>>) = (None, None);
        let mut query: Option<Given<'a>> = None;
        let mut faults = Vec::new();
        for (argument, row) in &tool.arguments {
            let fault = match given.get(argument) {
                Some(Value::String(text))
                    if text.len() > MAX_ARGUMENT_BYTES && row.role != Role::Pattern =>
                {
                    too_long(text)
                }
                Some(Value::String(text)) if !text.is_empty() => {
                    let role = match row.role {
                        Role::Name => &mut name,
                        Role::Pattern => &mut pattern,
                        Role::Document => &mut document,
                        Role::Section => &mut section,
                        Role::Query => &mut query,
                    };
                    *role = Some((argument.as_str(), text.as_str()));
                    continue;
                }
                Some(Value::String(_) | Value::Null) if row.required => ArgumentErrorKind::Empty,
                None if row.required => ArgumentErrorKind::Missing,
                None | Some(Value::String(_) | Value::Null) => continue,
                Some(other) => ArgumentErrorKind::Type(type_name(other)),
            };
            faults.push(wrong(argument, fault));
        }
        // A name may be the location of a document.
        let located = name.and_then(|(_, text)| {
            let read = location::read(text, table)?;
            tool.search.contains(&kind(&read.0)).then_some(read)
        });
        let read = match &located {
            Some(read) => Some(read.clone()),
            None => document.and_then(|(_, text)| location::read(text, table)),
        };
        let names_one = match located {
            Some(_) => name,
            None => document,
        };
        if let Some((other, _)) = names_one {
            let beside = document.filter(|_| located.is_some());
            let several = pattern.into_iter().chain(beside);
            let together = || ArgumentErrorKind::Together(other.to_owned());
            faults.extend(several.map(|(argument, _)| wrong(argument, together())));
        }
        let fragment = read.as_ref().and_then(|(_, fragment)| fragment.clone());
        if let (Some((other, _)), Some(_), Some((argument, _))) = (names_one, &fragment, query) {
            let fault = ArgumentErrorKind::OfSection(other.to_owned());
            faults.push(wrong(argument, fault));
        }
        let section = match (names_one, fragment, section) {
            (Some((other, _)), Some(_), Some((argument, _))) => {
                let fault = ArgumentErrorKind::OfSection(other.to_owned());
                faults.push(wrong(argument, fault));
                None
            }
            (Some((_, uri)), Some(slug), None) => Some(Section::Fragment { uri, slug }),
            (_, _, section) => section.map(|(_, text)| Section::of_heading(text)),
        };
        let location = read.map(|(location, _)| location);
        let (name, wanted) = match (location, document) {
            (Some(location), _) if located.is_some() => {
                let given = name.map_or("", |(_, text)| text);
                let name = location.collection.clone();
                let name = name.unwrap_or_else(|| location.category.clone());
                let location = Some(location);
                (Some(name), Some(Wanted { given, location }))
            }
            (location, Some((argument, given))) => {
                if let (Some(location), Some((_, name))) = (&location, name) {
                    faults.extend(
                        elsewhere(location, name, tool).map(|fault| wrong(argument, fault)),
                    );
                }
                (
                    name.map(|(_, text)| text.into()),
                    Some(Wanted { given, location }),
                )
            }
            (_, None) => (name.map(|(_, text)| text.into()), None),
        };
        let query = query.and_then(|(argument, text)| {
            let query = Query::parse(text).map_err(|fault| {
                let fault = match fault {
                    QueryError::Empty => ArgumentErrorKind::Empty,
                    QueryError::TooMany => ArgumentErrorKind::Words(MAX_WORDS),
                };
                faults.push(wrong(argument, fault));
            });
            query.ok()
        });
        let unknown = given
            .keys()
            .filter(|name| !tool.arguments.contains_key(*name));
        faults.extend(unknown.map(|name| wrong(name, ArgumentErrorKind::Unknown)));
        if !faults.is_empty() {
            return Err(Error::InvalidArgument(faults));
        }
        Ok(Self {
            name,
            pattern: pattern.map(|(_, text)| parsed(text)).transpose()?,
            document: wanted,
            section,
            query,
        })
    }
}

/// Returns the fault of a text of more than [`MAX_ARGUMENT_BYTES`].
pub(super) fn too_long(text: &str) -> ArgumentErrorKind {
    ArgumentErrorKind::TooLong {
        bytes: text.len(),
        limit: MAX_ARGUMENT_BYTES,
    }
}

fn wrong(argument: &str, kind: ArgumentErrorKind) -> ArgumentError {
    ArgumentError {
        argument: argument.to_owned(),
        kind,
    }
}

/// What a location's first name is.
fn kind(location: &Location<'_>) -> SearchKind {
    match location.collection {
        Some(_) => SearchKind::Collection,
        None => SearchKind::Category,
    }
}

/// What is wrong with a document's location beside this name.
fn elsewhere(location: &Location<'_>, name: &str, tool: &Tool) -> Option<ArgumentErrorKind> {
    let searched = tool.search.contains(&kind(location));
    match &location.collection {
        Some(collection) if !searched || collection != name => {
            Some(ArgumentErrorKind::OfCollection(collection.to_string()))
        }
        None if !searched || location.category != name => {
            Some(ArgumentErrorKind::OfCategory(location.category.to_string()))
        }
        _ => None,
    }
}

fn parsed(pattern: &str) -> Result<Pattern, Error> {
    Pattern::parse(pattern).map_err(|error| Error::InvalidPattern {
        pattern: pattern.to_owned(),
        of: None,
        error,
    })
}
