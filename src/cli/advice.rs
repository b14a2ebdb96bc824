//! Advice for a person at a shell about a call that failed or found nothing.

use crate::cli::command::RoleValues;
use crate::cli::no_project;
use crate::cli::output::{INIT, arguments_of, quoted};
use crate::project::project_error::{ProjectErrorKind, SessionError};
use crate::project::session::{Roots, Source};
use crate::server::Server;
use crate::table::{Role, Tool};
use crate::text::escaped::escape_truncated;
use crate::write::reply::ErrorKind;

/// The advice for a name that does not exist.
const LIST: &str = "To list all names: mcp-guide list";

/// Returns advice for a person whose call failed with an error of `kind`. The `instruction` in the
/// table is for agents.
pub(super) fn advice(
    kind: ErrorKind,
    tool: &Tool,
    given: &RoleValues,
    server: &Server,
    source: &Source,
) -> String {
    let advice = match kind {
        ErrorKind::NotFound if names_category(server, given) => {
            "To see what is wrong with it: mcp-guide check"
        }
        ErrorKind::NotFound => LIST,
        ErrorKind::NoMatches | ErrorKind::NoDocument => return no_matches(server, given),
        ErrorKind::InvalidPattern if given.get(&Role::Pattern).is_some() => {
            "Put the pattern in single quotes, so that the shell does not expand it."
        }
        ErrorKind::InvalidPattern => "Fix guide.yaml, then run: mcp-guide check",
        ErrorKind::Io => "To list everything that cannot be read: mcp-guide check",
        ErrorKind::InvalidArgument => return arguments_of(tool),
        ErrorKind::NoSession => return no_session(server, source),
        ErrorKind::Unknown => "To see why, run it again with -vv",
    };
    advice.to_owned()
}

/// Returns whether the name in `given` refers to a category. If a call does not find this category,
/// its directory is missing.
fn names_category(server: &Server, given: &RoleValues) -> bool {
    let (name, bound) = (given.get(&Role::Name), server.bound());
    name.zip(bound.ok()).is_some_and(|(name, bound)| {
        container(server, name).is_some_and(|name| bound.project.categories.contains_key(&name))
    })
}

/// Returns advice on how to see what exists. If the name in `given` is known, the advice is about
/// its documents; otherwise, it is about all names.
pub(super) fn no_matches(server: &Server, given: &RoleValues) -> String {
    let name = given.get(&Role::Name);
    match name.and_then(|name| container(server, name)) {
        Some(name) => format!(
            "To list its documents: mcp-guide list {} '**'",
            quoted(&name)
        ),
        None => LIST.to_owned(),
    }
}

/// Returns the category or collection that `name` begins with, or `None` if it does not exist.
/// `name` may also be a URI, or be followed by a path.
fn container(server: &Server, name: &str) -> Option<String> {
    if let Some((place, _)) = server.table.formats.locations.parse_uri(name) {
        return Some(place.collection.unwrap_or(place.category).into_owned());
    }
    let bound = server.bound().ok()?;
    let project = &bound.project;
    let slashes = name.rmatch_indices('/').map(|(at, _)| &name[..at]);
    let mut names = std::iter::once(name).chain(slashes);
    let found = names.find(|name| {
        project.categories.contains_key(*name) || project.collections.contains_key(*name)
    });
    found.map(str::to_owned)
}

/// Returns the reason why there is no project, as text for a person. Returns `None` if the call
/// failed for a different reason.
pub(super) fn no_project(server: &Server, kind: ErrorKind) -> Option<String> {
    let error = server.bound().err();
    let error = error.filter(|_| matches!(kind, ErrorKind::NoSession))?;
    Some(no_project::here(&server.table, &server.session, &error))
}

/// Returns advice for a person if there is no project.
fn no_session(server: &Server, source: &Source) -> String {
    let (error, fix) = match server.session.bind(&Roots::None) {
        Err(SessionError::Unloadable(error)) => {
            let fix = if error.kind.has_command() {
                "After that, run: mcp-guide check"
            } else {
                "Fix it, then run: mcp-guide check"
            };
            (Some(error.kind), fix)
        }
        _ => (None, ""),
    };
    match (error, source) {
        (Some(ProjectErrorKind::OtherOwner), _) => {
            "If you trust it: mcp-guide --project PATH".to_owned()
        }
        (None, _) => INIT.to_owned(),
        (Some(_), Source::Search { .. }) => {
            format!("This is the nearest guide.yaml, in or above the working directory. {fix}")
        }
        (Some(_), Source::Start(_)) => {
            format!("This is the nearest guide.yaml, in or above the folder of --start. {fix}")
        }
        (Some(error), Source::Named(path) | Source::Folder(path)) => {
            let remedy = match error {
                ProjectErrorKind::Missing => {
                    let path = quoted(path.as_str());
                    format!("Correct the path, or write one: mcp-guide init {path}")
                }
                _ => fix.to_owned(),
            };
            let path = escape_truncated(path.as_str());
            format!("The path '{path}' is from --project or MCP_GUIDE_PROJECT. {remedy}")
        }
    }
}
