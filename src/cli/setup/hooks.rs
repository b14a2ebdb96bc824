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
/// What is around a command that is silent where the program is missing.
const SILENT: (&str, &str) = ("command -v mcp-guide >/dev/null 2>&1 && ", " || true");

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
                format!("{}mcp-guide hook {name}{}", SILENT.0, SILENT.1)
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
pub(super) fn edit(
    text: &str,
    (hook, client): (&Hook, &str),
    command: Option<&str>,
) -> Result<String, String> {
    if let Some(plugin) = &hook.plugin {
        let (before, after) = plugin.split_once(COMMAND).unwrap_or((plugin, ""));
        let is_ours = text.is_empty() || text.starts_with(before) && text.ends_with(after);
        let command = command.map(|command| json!(command).to_string());
        let whole = command.map(|command| plugin.replace(COMMAND, &command));
        return match is_ours {
            true => Ok(whole.unwrap_or_default()),
            false => Err("it is not the plugin that setup writes; move it away".to_owned()),
        };
    }
    if text.is_empty() && command.is_none() {
        return Ok(String::new());
    }
    let root = file::parse(if text.is_empty() { "{}\n" } else { text })?;
    let events: Vec<&String> = hook.entries.keys().collect();
    let Some(command) = command else {
        if let Some(hooks) = root.object_value().and_then(|root| root.object_value(KEY)) {
            let events = events.into_iter();
            events.for_each(|event| remove(&hooks, event, client));
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
        let mut own = ours(&list, client).into_iter();
        // An older form is renewed, but for what a person has changed.
        match own.next() {
            Some((_, true)) => {}
            Some((old, false)) if old.to_serde_value().as_ref() == Some(entry) => {}
            old => {
                old.into_iter().for_each(|(old, _)| old.remove());
                list.append(file::input(entry));
            }
        }
        own.for_each(|(entry, _)| entry.remove());
    }
    Ok(root.to_string())
}

/// Removes our entries of an event, and the event if it has no others.
fn remove(hooks: &CstObject, event: &str, client: &str) {
    let Some(list) = hooks.array_value(event) else {
        return;
    };
    let own = ours(&list, client);
    let is_whole = own.len() == list.elements().len() && !own.is_empty();
    own.into_iter().for_each(|(entry, _)| entry.remove());
    if let Some(property) = hooks.get(event).filter(|_| is_whole) {
        property.remove();
    }
}

/// Returns the entries of a list whose commands are all as `setup` writes them for this client,
/// each with whether a person has added options.
fn ours(list: &CstArray, client: &str) -> Vec<(CstNode, bool)> {
    let own = list.elements().into_iter().filter_map(|entry| {
        let value = entry.to_serde_value()?;
        let mut found = Vec::new();
        commands(&value, &mut found);
        let has_options: Option<Vec<bool>> = found.iter().map(|of| options(of, client)).collect();
        let has_options = has_options.filter(|of| !of.is_empty())?;
        Some((entry, has_options.contains(&true)))
    });
    own.collect()
}

/// Adds the commands of an entry.
fn commands<'v>(value: &'v Value, found: &mut Vec<&'v str>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| commands(item, found)),
        Value::Object(map) => map.iter().for_each(|(key, of)| match (&**key, of) {
            ("command" | "bash" | "powershell", Value::String(command)) => found.push(command),
            (_, of) => commands(of, found),
        }),
        _ => {}
    }
}

/// Returns whether a command has options that `setup` does not write; `None` if it is another.
fn options(command: &str, client: &str) -> Option<bool> {
    let (before, after) = SILENT;
    let shared = command.strip_prefix(before);
    let shared = shared.and_then(|of| of.strip_suffix(after));
    let words: Vec<String> = shlex::Shlex::new(shared.unwrap_or(command)).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let ([program, "--project", _, "hook", name, options @ ..]
    | [program, "hook", name, options @ ..]) = words.as_slice()
    else {
        return None;
    };
    let is_own = is_program(program) && *name == client;
    let is_own = is_own && options.iter().all(|word| word.starts_with("--"));
    is_own.then(|| options.iter().any(|word| *word != "--user"))
}
