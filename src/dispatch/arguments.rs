//! A call's arguments, held against the tool's row.

use serde_json::{Map, Value};

use crate::documents::pattern::Pattern;
use crate::format::json::type_name;
use crate::operation::error::{ArgumentError, ArgumentFault, Error};
use crate::spec::{Role, Tool};

/// The arguments of a call, by role; `None` where one was left out.
#[derive(Debug)]
pub(super) struct Arguments<'a> {
    pub name: Option<&'a str>,
    pub pattern: Option<Pattern>,
}

impl<'a> Arguments<'a> {
    /// Checks the arguments against the tool's row, and parses the pattern; nothing
    /// is read for it.
    pub(super) fn check(tool: &Tool, given: &'a Map<String, Value>) -> Result<Self, Error> {
        let (mut name, mut pattern) = (None, None);
        let mut faults = Vec::new();
        for (argument, row) in &tool.arguments {
            let fault = match given.get(argument) {
                Some(Value::String(text)) if !text.is_empty() => {
                    match row.role {
                        Role::Name => name = Some(text.as_str()),
                        Role::Pattern => pattern = Some(text.as_str()),
                        Role::Document => {}
                    }
                    continue;
                }
                Some(Value::String(_) | Value::Null) if row.required => ArgumentFault::Empty,
                None if row.required => ArgumentFault::Missing,
                None | Some(Value::String(_) | Value::Null) => continue,
                Some(other) => ArgumentFault::Type(type_name(other)),
            };
            faults.push(ArgumentError {
                argument: argument.clone(),
                fault,
            });
        }
        let unknown = given
            .keys()
            .filter(|name| !tool.arguments.contains_key(*name));
        faults.extend(unknown.map(|name| ArgumentError {
            argument: name.clone(),
            fault: ArgumentFault::Unknown,
        }));
        if !faults.is_empty() {
            return Err(Error::InvalidArgument(faults));
        }
        Ok(Self {
            name,
            pattern: pattern.map(parsed).transpose()?,
        })
    }
}

fn parsed(pattern: &str) -> Result<Pattern, Error> {
    Pattern::parse(pattern).map_err(|error| Error::InvalidPattern {
        pattern: pattern.to_owned(),
        error,
    })
}
