//! The entries of `mcp-guide hook` in a file of a client's hooks: lists of entries by event.

use camino::Utf8Path;
use jsonc_parser::cst::{CstArray, CstNode, CstObject};
use serde_json::{Value, json};

use super::client::{Hook, filled};
use super::{is_program, json as file};
use crate::cli::arguments::SetupArguments;
use crate::cli::init::absolute;
use crate::cli::output::quoted;
use crate::documents::sandbox::ambient;
use crate::render::messages::MessageFormatter;

/// The object of a client's file that holds the events.
const KEY: &str = "hooks";
/// What an entry has in place of its command.
const COMMAND: &str = "{command}";

impl Hook {
    /// Returns the command of the hook: for one project, by the program's path; for all of the
    /// user; or, in a file that others share, by its name, and silent where it is missing.
    ///
    /// # Errors
    ///
    /// The path of the folder or of the program cannot be written.
    pub(super) fn command(
        &self,
        wording: MessageFormatter<'_>,
        arguments: &SetupArguments,
        folder: &Utf8Path,
    ) -> Result<String, String> {
        let name = &arguments.client.name;
        let program = ambient::program().map_err(|error| wording.said(&error))?;
        let program = quoted(program.as_str());
        Ok(match (arguments.user, arguments.shared) {
            (true, _) => format!("{program} hook {name} --user"),
            (_, true) => {
                format!("command -v mcp-guide >/dev/null 2>&1 && mcp-guide hook {name} || true")
            }
            _ => {
                let project = quoted(absolute(wording, folder)?.as_str());
                format!("{program} --project {project} hook {name}")
            }
        })
    }
}

/// Returns the text of a file with the entries of this command, or without ours. Others stay.
///
/// # Errors
///
/// Why it cannot be read or edited, and where.
pub(super) fn edit(text: &str, hook: &Hook, command: Option<&str>) -> Result<String, String> {
    if let Some(plugin) = &hook.plugin {
        let is_ours = text.is_empty() || text.contains("mcp-guide hook");
        let command = command.map(|command| json!(command).to_string());
        let whole = command.map(|command| plugin.replace(COMMAND, &command));
        return match is_ours {
            true => Ok(whole.unwrap_or_default()),
            false => Err("it is not the plugin that setup writes; move it away".to_owned()),
        };
    }
    let root = file::parse(if text.is_empty() { "{}\n" } else { text })?;
    let events: Vec<&String> = hook.entries.keys().collect();
    let Some(command) = command else {
        if let Some(hooks) = root.object_value().and_then(|root| root.object_value(KEY)) {
            events.into_iter().for_each(|event| remove(&hooks, event));
            if let Some(of) = root.object_value().and_then(|root| root.get(KEY))
                && hooks.properties().is_empty()
            {
                of.remove();
            }
        }
        return Ok(root.to_string());
    };
    let object = root.object_value_or_create();
    let object = object.ok_or("its value is not an object")?;
    file::check_size(&object)?;
    for (name, value) in &hook.more {
        if object.get(name).is_none() {
            object.append(name, file::input(value));
        }
    }
    let hooks = object.object_value_or_create(KEY);
    let hooks = hooks.ok_or_else(|| format!("\"{KEY}\" is not an object"))?;
    for (event, entry) in &hook.entries {
        let entry = &filled(entry, COMMAND, command);
        let list = hooks.array_value_or_create(event);
        let list = list.ok_or_else(|| format!("\"{event}\" is not a list"))?;
        let mut own = ours(&list);
        // An older form is renewed.
        match own.next() {
            Some(old) if old.to_serde_value().as_ref() == Some(entry) => {}
            old => {
                old.map(CstNode::remove);
                list.append(file::input(entry));
            }
        }
        own.for_each(CstNode::remove);
    }
    Ok(root.to_string())
}

/// Removes our entries of an event, and the event if it has no others.
fn remove(hooks: &CstObject, event: &str) {
    let Some(list) = hooks.array_value(event) else {
        return;
    };
    let own: Vec<CstNode> = ours(&list).collect();
    let is_whole = own.len() == list.elements().len() && !own.is_empty();
    own.into_iter().for_each(CstNode::remove);
    if let Some(property) = hooks.get(event).filter(|_| is_whole) {
        property.remove();
    }
}

/// Returns the entries of a list that call this program's `hook`.
fn ours(list: &CstArray) -> impl Iterator<Item = CstNode> {
    let entries = list.elements().into_iter();
    entries.filter(|entry| {
        entry
            .to_serde_value()
            .is_some_and(|value| calls_hook(&value))
    })
}

/// Returns whether a value holds a command that calls this program's `hook`.
fn calls_hook(value: &Value) -> bool {
    match value {
        Value::String(command) => {
            let words: Vec<String> = shlex::Shlex::new(command).collect();
            let mut words = words.iter().skip_while(|word| !is_program(word));
            words.next().is_some() && words.any(|word| word == "hook")
        }
        Value::Array(items) => items.iter().any(calls_hook),
        Value::Object(map) => map.values().any(calls_hook),
        _ => false,
    }
}
