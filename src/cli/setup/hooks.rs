//! The entries of `mcp-guide hook` in a file of a client's hooks: lists of entries by event.

use std::iter;

use jsonc_parser::cst::{CstArray, CstNode, CstObject, CstObjectProp};
use serde_json::Value;

use super::client::{Hook, filled};
use super::{is_program, json as file};

/// The object of a client's file that holds the events.
const KEY: &str = "hooks";
/// What runs a client's commands.
const SHELLS: [Shell; 2] = [
    Shell {
        placeholder: "{command}",
        quoted: |word| shlex::try_quote(word).unwrap_or_default().into_owned(),
        around: ("", ""),
        silent: ("command -v mcp-guide >/dev/null 2>&1 && ", " || true"),
    },
    Shell {
        placeholder: "{powershell}",
        quoted: powershell_quoted,
        around: ("& ", ""),
        silent: (
            "if (Get-Command mcp-guide -ErrorAction SilentlyContinue) { ",
            " }",
        ),
    },
];

/// A shell, and what an entry has in place of a command of it.
struct Shell {
    placeholder: &'static str,
    quoted: fn(&str) -> String,
    /// What is around a command, and around one that is silent where the program is missing.
    around: (&'static str, &'static str),
    silent: (&'static str, &'static str),
}

impl Shell {
    /// Returns the words of a command as `setup` writes them.
    fn written(&self, words: &[String]) -> String {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:".contains(c);
        let words = words.iter().map(|word| match word.chars().all(is_plain) {
            true => word.clone(),
            false => (self.quoted)(word),
        });
        words.collect::<Vec<_>>().join(" ")
    }
}

/// Quotes a word for PowerShell, which takes typographic quotes for the plain one, too.
fn powershell_quoted(word: &str) -> String {
    let quotes = ['\'', '\u{2018}', '\u{2019}', '\u{201a}', '\u{201b}'];
    let mut quoted = String::from("'");
    for c in word.chars() {
        quoted.extend(iter::repeat_n(c, if quotes.contains(&c) { 2 } else { 1 }));
    }
    quoted + "'"
}

/// The command of a hook.
pub(super) struct HookCommand {
    pub words: Vec<String>,
    /// Whether it is silent where the program is missing.
    pub is_silent: bool,
}

impl HookCommand {
    /// Returns the command for a shell.
    fn of(&self, shell: &Shell) -> String {
        let command = shell.written(&self.words);
        let (before, after) = if self.is_silent {
            shell.silent
        } else {
            shell.around
        };
        format!("{before}{command}{after}")
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
    let [Shell { placeholder, .. }, _] = SHELLS;
    let (before, after) = plugin.split_once(placeholder).unwrap_or((plugin, ""));
    let is_ours = text.is_empty() || text.starts_with(before) && text.ends_with(after);
    let whole = command.map(|of| format!("{before}{}{after}", Value::from(of.of(&SHELLS[0]))));
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
        let due: Option<Value> = command.and_then(|command| {
            let fill = |entry, shell: &Shell| filled(entry, shell.placeholder, &command.of(shell));
            serde_json::from_str(&SHELLS.iter().fold(entry.to_string(), fill)).ok()
        });
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
        own.retain(|(_, is_changed)| command.is_none() || !is_changed);
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
/// that is another's, and for a hook that is no command.
fn commands(value: &Value, client: &str, found: &mut Vec<Option<bool>>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| commands(item, client, found)),
        Value::Object(map) => map.iter().for_each(|(key, of)| match (&**key, of) {
            ("command" | "bash" | "powershell", Value::String(command)) => {
                found.push(options(command, client));
            }
            ("type", Value::String(kind)) if kind != "command" => found.push(None),
            (_, of) => commands(of, client, found),
        }),
        _ => {}
    }
}

fn options(command: &str, client: &str) -> Option<bool> {
    let bare = |shell: &Shell| {
        let around = [shell.silent, shell.around];
        let mut around = around.iter().filter(|(before, _)| !before.is_empty());
        let bare =
            around.find_map(|(before, after)| command.strip_prefix(before)?.strip_suffix(after));
        let bare = bare.unwrap_or(command);
        let words: Vec<String> = shlex::Shlex::new(bare).collect();
        // What is written otherwise may mean something else to the shell.
        (shell.written(&words) == bare).then_some(words)
    };
    let words = SHELLS.iter().find_map(bare)?;
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
