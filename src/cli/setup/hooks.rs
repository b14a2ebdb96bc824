//! The entries of `mcp-guide hook` in a file of a client's hooks: lists of entries by event.

use camino::Utf8Path;
use jsonc_parser::cst::{CstArray, CstNode, CstObject, CstObjectProp};
use serde_json::Value;

use super::client::{Hook, filled};
use super::{is_program, json as file};
use crate::cli::arguments::SetupArguments;
use crate::cli::init::absolute;
use crate::documents::sandbox::ambient;
use crate::spec::Table;

/// The object of a client's file that holds the events.
const KEY: &str = "hooks";
/// What an entry has in place of its command, as a POSIX shell and as PowerShell take it.
const COMMAND: &str = "{command}";
const POWERSHELL: &str = "\"{powershell}\"";
/// What is around a command of PowerShell, whose program is a string.
const CALL: (&str, &str) = ("& ", "");
/// What is around a command that is silent where the program is missing.
const SILENT: (&str, &str) = ("command -v mcp-guide >/dev/null 2>&1 && ", " || true");
const SILENT_POWERSHELL: (&str, &str) = (
    "if (Get-Command mcp-guide -ErrorAction SilentlyContinue) { ",
    " }",
);

/// The command of a hook.
pub(super) struct HookCommand {
    posix: String,
    powershell: String,
}

impl HookCommand {
    /// Returns the command of a hook: for one project, by the program's path; for all of the
    /// user; or, in a file that others share, by its name, and silent where it is missing.
    ///
    /// # Errors
    ///
    /// The path of the folder or of the program cannot be written.
    pub(super) fn new(
        table: &Table,
        arguments: &SetupArguments,
        folder: &Utf8Path,
    ) -> Result<Self, String> {
        let name = &arguments.client.name;
        let around = |(before, after): (&str, &str), command| format!("{before}{command}{after}");
        if arguments.shared {
            let command = format!("mcp-guide hook {name}");
            return Ok(Self {
                posix: around(SILENT, &command),
                powershell: around(SILENT_POWERSHELL, &command),
            });
        }
        let program = ambient::program().map_err(|error| table.said(&error))?;
        let project = absolute(table, folder)?;
        let command = |quoted: fn(&str) -> String| {
            let program = quoted(program.as_str());
            match arguments.user {
                true => format!("{program} hook {name} --user"),
                false => format!(
                    "{program} --project {} hook {name}",
                    quoted(project.as_str())
                ),
            }
        };
        // No path has a NUL, which a shell cannot be given.
        let posix = |word: &str| shlex::try_quote(word).unwrap_or_default().into_owned();
        let powershell = |word: &str| format!("'{}'", word.replace('\'', "''"));
        Ok(Self {
            posix: command(posix),
            powershell: around(CALL, &command(powershell)),
        })
    }

    /// Returns an entry with the command in it.
    fn within(&self, entry: &Value) -> Value {
        let powershell = Value::from(&*self.powershell).to_string();
        let entry = filled(entry, COMMAND, &self.posix).replace(POWERSHELL, &powershell);
        serde_json::from_str(&entry).unwrap_or_default()
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
    command: Option<&HookCommand>,
) -> Result<String, String> {
    let Some(plugin) = &hook.plugin else {
        let edit = |hooks: &CstObject| edit_events(hooks, (hook, client), command);
        return file::edit(text, (KEY, &hook.more), command.is_none(), edit);
    };
    let (before, after) = plugin.split_once(COMMAND).unwrap_or((plugin, ""));
    let is_ours = text.is_empty() || text.starts_with(before) && text.ends_with(after);
    let whole = command.map(|of| format!("{before}{}{after}", Value::from(&*of.posix)));
    match is_ours {
        true => Ok(whole.unwrap_or_default()),
        false => Err("it is not the plugin that setup writes; move it away".to_owned()),
    }
}

fn edit_events(
    hooks: &CstObject,
    (hook, client): (&Hook, &str),
    command: Option<&HookCommand>,
) -> Result<(), String> {
    for (event, entry) in &hook.entries {
        let list = match command {
            Some(_) => hooks.array_value_or_create(event),
            None => hooks.array_value(event),
        };
        let list = match (list, command) {
            (Some(list), _) => list,
            (None, None) => continue,
            (None, Some(_)) => return Err(format!("\"{event}\" is not a list")),
        };
        let due = command.map(|of| of.within(entry));
        let mut own = ours(&list, client);
        // An older form is renewed, but for what a person has changed.
        let is_due = |(entry, is_changed): &(CstNode, bool)| {
            due.is_some() && (*is_changed || entry.to_serde_value() == due)
        };
        match (own.iter().position(is_due), &due) {
            (Some(at), _) => drop(own.remove(at)),
            (None, Some(due)) => drop(list.append(file::input(due))),
            (None, None) => {}
        }
        let has_any = !own.is_empty();
        own.into_iter().for_each(|(entry, _)| entry.remove());
        if has_any && list.elements().is_empty() {
            hooks.get(event).into_iter().for_each(CstObjectProp::remove);
        }
    }
    Ok(())
}

/// Returns the entries of a list whose commands are all as `setup` writes them for this client,
/// each with whether a person has added options.
fn ours(list: &CstArray, client: &str) -> Vec<(CstNode, bool)> {
    let own = list.elements().into_iter().filter_map(|entry| {
        let mut found = Vec::new();
        commands(&entry.to_serde_value()?, client, &mut found);
        let has_options: Vec<bool> = found.into_iter().collect::<Option<_>>()?;
        (!has_options.is_empty()).then(|| (entry, has_options.contains(&true)))
    });
    own.collect()
}

/// Adds whether each command of an entry has options that `setup` does not write; `None` for one
/// that is another's.
fn commands(value: &Value, client: &str, found: &mut Vec<Option<bool>>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| commands(item, client, found)),
        Value::Object(map) => map.iter().for_each(|(key, of)| match (&**key, of) {
            ("command" | "bash" | "powershell", Value::String(command)) => {
                found.push(options(command, client));
            }
            (_, of) => commands(of, client, found),
        }),
        _ => {}
    }
}

fn options(command: &str, client: &str) -> Option<bool> {
    let mut around = [SILENT, SILENT_POWERSHELL, CALL].into_iter();
    let bare = around.find_map(|(before, after)| command.strip_prefix(before)?.strip_suffix(after));
    let words: Vec<String> = shlex::Shlex::new(bare.unwrap_or(command)).collect();
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
