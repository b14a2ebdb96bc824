//! The arguments law: what is accepted is what the published schema accepts.

use std::collections::HashMap;
use std::sync::OnceLock;

use camino::Utf8PathBuf;
use mcp_guide::Server;
use mcp_guide::project::session::{Session, Source};
use mcp_guide::table::{Role, Tool};
use serde_json::{Map, Value};

use super::dispatch::ask;
use super::oracles::Validator;
use super::{Verdict, ensure, table};

/// The engine: whether a call gets past the check of its arguments. There is no
/// project, so nothing is read.
pub fn engine(tool: &Tool, arguments: &Map<String, Value>) -> bool {
    static DISPATCHER: OnceLock<Server> = OnceLock::new();
    let server = DISPATCHER.get_or_init(|| {
        let nowhere = Source::Named(Utf8PathBuf::from("no/such/project"));
        Server::new(table().clone(), Session::new(nowhere))
    });
    let json = ask(server, &tool.name, arguments).expect("the tool exists");
    let json: Value = serde_json::from_str(&json).expect("a reply is JSON");
    json["error_type"] != "invalid_argument"
}

/// Accepted exactly when the jsonschema crate accepts it against the published
/// schema; but `null` and `""` for an argument are the same as leaving it out, and a
/// document, a query, a path and a URI have rules of their own beside it.
///
/// Returns whether it was accepted.
pub fn arguments(
    tool: &Tool,
    given: &Map<String, Value>,
    subject: impl Fn(&Tool, &Map<String, Value>) -> bool,
) -> Result<bool, String> {
    let mut present = given.clone();
    for name in tool.arguments.keys() {
        let absent = [Value::Null, "".into()];
        if present.get(name).is_some_and(|value| absent.contains(value)) {
            present.remove(name);
        }
    }
    let ruled =
        [Role::Document, Role::Query, Role::Path].iter().any(|role| {
            let argument = tool.argument(*role);
            argument.is_some_and(|(name, _)| present.contains_key(name))
        }) || present.values().any(|value| value.as_str().is_some_and(|text| text.starts_with("guide://")));
    let valid = validator(tool).is_valid(&Value::Object(present));
    let accepted = subject(tool, given);
    ensure(accepted == valid || ruled && !accepted, || {
        let verdict = if accepted { "accepted" } else { "refused" };
        format!("{}: {} is {verdict}", tool.name, Value::Object(given.clone()))
    })?;
    Ok(accepted)
}

fn validator(tool: &Tool) -> &'static Validator {
    static VALIDATORS: OnceLock<HashMap<String, Validator>> = OnceLock::new();
    let compile = |tool: &Tool| (tool.name.clone(), Validator::new(&Value::Object(tool.input_schema())));
    &VALIDATORS.get_or_init(|| table().tools.iter().map(compile).collect())[&tool.name]
}

/// Every published schema is plain: no client has to understand more than this.
pub fn plain(tool: &Tool) -> Verdict {
    let schema = tool.input_schema();
    let known = ["type", "properties", "required", "additionalProperties"];
    let strange = schema.keys().find(|key| !known.contains(&key.as_str()));
    ensure(strange.is_none(), || format!("{strange:?} in {}", tool.name))
}
