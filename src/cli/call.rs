//! `get`, `list`, `search` and `call`: one call of a tool, and what is printed of its reply.

use serde_json::{Map, Value};

use crate::cli::Context;
use crate::cli::arguments::{GetArguments, ListArguments, SearchArguments};
use crate::cli::output::{FAILURE, Output, quoted, say};
use crate::cli::project::ProjectArgument;
use crate::dispatch::{Call, Dispatcher};
use crate::project::fault::{ProjectFault, SessionError};
use crate::project::session::Roots;
use crate::render::reply::{Reply, Shape, Success};
use crate::spec::error_kind::ErrorKind;
use crate::spec::{Role, Subcommand};
use crate::text::escape::escape_truncated;
use crate::text::query::{self, Query};

/// What can be done where a name is not known.
const LIST: &str = "To see what there is: mcp-guide list";

/// What can be done without a project.
const INIT: &str =
    "To write one here: mcp-guide init. To use a project elsewhere: mcp-guide --project PATH";

/// What a subcommand gives to its tool.
#[derive(Debug, Default)]
struct Values {
    name: Option<String>,
    pattern: Option<String>,
    document: Option<String>,
    section: Option<String>,
    query: Option<String>,
}

/// Prints the documents of a name.
///
/// # Errors
///
/// The usage error.
pub(super) fn get(context: Context, get: GetArguments) -> Result<u8, String> {
    let values = Values {
        pattern: get.patterns.one("get", &get.name)?,
        name: Some(get.name),
        document: get.document,
        section: get.section,
        ..Values::default()
    };
    run(context, Subcommand::Get, values, get.json)
}

/// Prints a listing.
///
/// # Errors
///
/// The usage error.
pub(super) fn list(context: Context, list: ListArguments) -> Result<u8, String> {
    let name = list.name.as_deref().unwrap_or_default();
    let values = Values {
        pattern: list.patterns.one("list", name)?,
        name: list.name,
        ..Values::default()
    };
    run(context, Subcommand::List, values, list.json)
}

/// Prints what a search finds. Each word of the command line is a word or a phrase.
///
/// # Errors
///
/// The usage error.
pub(super) fn search(context: Context, search: SearchArguments) -> Result<u8, String> {
    let words: Vec<String> = search
        .words
        .iter()
        .map(|word| query::quoted(word))
        .collect();
    let values = Values {
        name: search.name,
        pattern: search.pattern,
        query: Some(words.join(" ")),
        ..Values::default()
    };
    run(context, Subcommand::Search, values, search.json)
}

/// Calls a tool with a JSON object, and prints the whole result.
///
/// # Errors
///
/// The usage error: no such tool, or no JSON object.
pub(super) fn call(context: Context, tool: &str, arguments: &str) -> Result<u8, String> {
    let arguments = serde_json::from_str(arguments).map_err(|error| {
        let error = escape_truncated(&error.to_string());
        format!("the arguments are not a JSON object: {error}")
    })?;
    let output = context.output;
    let reply = reply(&context.dispatcher(), tool, &arguments)?;
    Ok(print_json(output, &reply))
}

/// Calls the tool of a subcommand, and prints its reply.
fn run(context: Context, command: Subcommand, values: Values, json: bool) -> Result<u8, String> {
    let (output, project) = (context.output, context.project.clone());
    let dispatcher = context.dispatcher();
    let tool = dispatcher
        .table
        .command(command)
        .ok_or("the table has no row for this command")?;
    let mut arguments = Map::new();
    for (role, value) in [
        (Role::Name, &values.name),
        (Role::Pattern, &values.pattern),
        (Role::Document, &values.document),
        (Role::Section, &values.section),
        (Role::Query, &values.query),
    ] {
        if let Some(value) = value {
            let (argument, _) = tool
                .argument(role)
                .ok_or_else(|| format!("{} takes no such argument", tool.name))?;
            arguments.insert(argument.to_owned(), Value::String(value.clone()));
        }
    }
    let reply = reply(&dispatcher, &tool.name, &arguments)?;
    if json {
        return Ok(print_json(output, &reply));
    }
    Ok(match &reply.result {
        Ok(success) => {
            let advice = advice_beside(success, values.name.as_deref());
            for said in success.message.iter().chain(&advice) {
                say(said);
            }
            let query = values.query.as_deref();
            let query = query.and_then(|query| Query::parse(query).ok());
            output.value(success, query.as_ref())
        }
        Err(failure) => {
            let kind = ErrorKind::ALL
                .iter()
                .find(|kind| kind.name() == failure.error_type);
            let advice = match kind {
                Some(ErrorKind::NoSession) => no_session(&dispatcher, project.as_ref()),
                kind => advice(kind, command, &values),
            };
            output.complain(&failure.error, &advice)
        }
    })
}

fn reply(
    dispatcher: &Dispatcher,
    tool: &str,
    arguments: &Map<String, Value>,
) -> Result<Reply, String> {
    let call = Call {
        tool,
        arguments,
        roots: &Roots::None,
        cancelled: &|| false,
    };
    let reply = dispatcher.call(&call);
    reply.map_err(|no_reply| no_reply.to_string())
}

fn print_json(output: Output, reply: &Reply) -> u8 {
    let printed = output.result(reply);
    if reply.is_failure() { FAILURE } else { printed }
}

/// Returns what a person can do where the table has an instruction beside a success: one
/// without documents, or without all of them.
fn advice_beside(success: &Success, name: Option<&str>) -> Option<String> {
    success.instruction.as_ref()?;
    Some(match success.shape == Shape::Empty {
        true => no_matches(name),
        false => {
            "For the rest, give a narrower pattern or raise limits.response_bytes in guide.yaml."
                .to_owned()
        }
    })
}

/// Returns what a person can do about a failure. The table's `instruction` is for agents.
fn advice(kind: Option<&ErrorKind>, command: Subcommand, values: &Values) -> String {
    match kind {
        Some(ErrorKind::NotFound) => LIST.to_owned(),
        Some(ErrorKind::NoMatches) => no_matches(values.name.as_deref()),
        Some(ErrorKind::InvalidPattern) if values.pattern.is_some() => {
            "Put the pattern in single quotes, so that the shell does not expand it.".to_owned()
        }
        Some(ErrorKind::InvalidPattern) => "Fix guide.yaml, then run: mcp-guide check".to_owned(),
        Some(ErrorKind::IoError) => {
            "To see everything that cannot be read: mcp-guide check".to_owned()
        }
        Some(ErrorKind::InvalidArgument) => {
            let command = match command {
                Subcommand::Get => "get",
                Subcommand::List => "list",
                Subcommand::Search => "search",
            };
            format!("To see its arguments: mcp-guide {command} --help")
        }
        Some(ErrorKind::NoSession | ErrorKind::Unknown) | None => {
            "To see why, run it again with -vv".to_owned()
        }
    }
}

fn no_matches(name: Option<&str>) -> String {
    match name {
        Some(name) => format!("To see what it holds: mcp-guide list {} '**'", quoted(name)),
        None => LIST.to_owned(),
    }
}

fn no_session(dispatcher: &Dispatcher, project: Option<&ProjectArgument>) -> String {
    let missing = match dispatcher.session.bind(&Roots::None) {
        Err(SessionError::Nowhere(_)) => return INIT.to_owned(),
        Err(SessionError::Unloadable(error)) if error.fault == ProjectFault::OtherOwner => {
            return INIT.to_owned();
        }
        Err(SessionError::Unloadable(error)) => error.fault == ProjectFault::Missing,
        Ok(_) => false,
    };
    let Some(project) = project else {
        return "It is the nearest guide.yaml from the working directory upward. Fix it, then run: \
                mcp-guide check"
            .to_owned();
    };
    let (by, path) = (project.by, escape_truncated(project.path.as_str()));
    match missing {
        true => format!(
            "{by} names '{path}'. Correct the path, or write a guide.yaml in that folder: \
             mcp-guide init FOLDER"
        ),
        false => format!("{by} names '{path}'. Fix it, then run: mcp-guide check"),
    }
}
