//! The entries of `mcp-guide hook` in a client's file, which has a list of entries for each event.

use std::iter;

use jsonc_parser::ast::{Array, Object, ObjectProp, StringLit, Value};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::client::Hook;
use super::json_text::JsonText;
use super::{edit_json as file, own_command::own_command};
use crate::cli::command::Command;

/// The key of the object that contains the events.
const KEY: &str = "hooks";
/// The field of an entry that lists its tools.
const MATCHER: &str = "matcher";
/// The placeholder for the command in a plugin.
const PLACEHOLDER: &str = "{command}";
/// The characters that PowerShell treats as quotes.
const QUOTES: [char; 5] = ['\'', '\u{2018}', '\u{2019}', '\u{201a}', '\u{201b}'];
/// The shells that run clients' commands.
const SHELLS: [Shell; 2] = [
    Shell {
        keys: &["command", "bash"],
        quoted: |word| shlex::try_quote(word).unwrap_or_default().into_owned(),
        posix: str::to_owned,
        around: ("", ""),
        silent: ("command -v mcp-guide >/dev/null 2>&1 && ", " || true"),
    },
    Shell {
        keys: &["powershell"],
        quoted: powershell_quoted,
        posix: |command| {
            let one = |c: char| {
                if c == '\'' {
                    r"'\''".to_owned()
                } else {
                    c.to_string()
                }
            };
            let single = |text: String, c| text.replace(&String::from_iter([c, c]), &one(c));
            QUOTES.into_iter().fold(command.to_owned(), single)
        },
        around: ("& ", ""),
        silent: (
            "if (Get-Command mcp-guide -ErrorAction SilentlyContinue) { ",
            " }",
        ),
    },
];

/// A shell, and how a command is written for it.
struct Shell {
    /// The keys of this shell's commands in an entry.
    keys: &'static [&'static str],
    quoted: fn(&str) -> String,
    /// Rewrites a command of quoted words for a POSIX shell.
    posix: fn(&str) -> String,
    /// The text before and after a command, and before and after a command that is silent if the
    /// program is missing.
    around: (&'static str, &'static str),
    silent: (&'static str, &'static str),
}

impl Shell {
    /// Returns the shell whose command is under `key`, if any.
    fn of(key: &str) -> Option<&'static Self> {
        SHELLS.iter().find(|shell| shell.keys.contains(&key))
    }

    /// Returns `words` as a command, quoted in the same way as in the entries that `setup` writes.
    fn written(&self, words: &[String]) -> String {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:".contains(c);
        let words = words.iter().map(|word| {
            if word.chars().all(is_plain) {
                word.clone()
            } else {
                (self.quoted)(word)
            }
        });
        words.collect::<Vec<_>>().join(" ")
    }
}

/// Quotes a word for PowerShell, which treats typographic quotes as plain ones.
fn powershell_quoted(word: &str) -> String {
    let count = |c: char| if QUOTES.contains(&c) { 2 } else { 1 };
    let doubled = word.chars().flat_map(|c| iter::repeat_n(c, count(c)));
    format!("'{}'", doubled.collect::<String>())
}

/// The command of a hook.
pub(super) struct HookCommand<'w> {
    pub words: &'w [String],
    /// Whether the command is silent if the program is missing.
    pub is_silent: bool,
}

impl HookCommand<'_> {
    /// Returns the command for `shell`.
    fn of(&self, shell: &Shell) -> String {
        let command = shell.written(self.words);
        let (before, after) = if self.is_silent {
            shell.silent
        } else {
            shell.around
        };
        format!("{before}{command}{after}")
    }

    /// Returns a copy of `entry` with its commands filled in.
    fn filled(&self, entry: &Json) -> Json {
        match entry {
            Json::Array(all) => all.iter().map(|entry| self.filled(entry)).collect(),
            Json::Object(map) => {
                let fields = map.iter().map(|(key, value)| {
                    let command = Shell::of(key).map(|shell| self.of(shell).into());
                    (key.clone(), command.unwrap_or_else(|| self.filled(value)))
                });
                Json::Object(fields.collect())
            }
            other => other.clone(),
        }
    }
}

/// The key of a string in an entry, and the string.
type Field<'t> = (&'t str, &'t StringLit<'t>);

/// Returns the strings in `value` that have a key, at any depth.
fn strings<'t>(value: &'t Value<'t>) -> Vec<Field<'t>> {
    match value {
        Value::Object(object) => {
            let fields = object.properties.iter();
            let of_field = |field: &'t ObjectProp<'t>| match &field.value {
                Value::StringLit(text) => vec![(field.name.as_str(), text)],
                value => strings(value),
            };
            fields.flat_map(of_field).collect()
        }
        Value::Array(all) => all.elements.iter().flat_map(strings).collect(),
        _ => Vec::new(),
    }
}

/// Returns `text`, the content of a file, with the entries of `command`, or without this client's
/// entries if `command` is `None`. Other entries are preserved.
///
/// # Errors
///
/// Returns an error if the text cannot be parsed or edited. The message says where the problem is.
pub(super) fn edit(
    text: &str,
    hook: &Hook,
    client: &str,
    command: Option<&HookCommand<'_>>,
) -> Result<String, String> {
    let Some(plugin) = &hook.plugin else {
        let due = |command: &HookCommand<'_>| {
            let entries = hook.entries.iter();
            let lists =
                entries.map(|(event, entry)| (event.clone(), json!([command.filled(entry)])));
            Json::Object(lists.collect())
        };
        let edit = |text: &mut JsonText<'_>, hooks: &Object<'_>| {
            edit_events(text, hooks, hook, client, command)
        };
        return file::edit_json(text, KEY, &hook.more, command.map(due), edit);
    };
    let (before, after) = plugin.split_once(PLACEHOLDER).unwrap_or((plugin, ""));
    let whole =
        command.map(|command| format!("{before}{}{after}", Json::from(command.of(&SHELLS[0]))));
    if text.is_empty() || is_plugin(text, hook, client) {
        Ok(whole.unwrap_or_default())
    } else {
        Err("it is not the plugin that setup writes; move it elsewhere".to_owned())
    }
}

/// Returns whether `text` is the plugin that this version or an earlier one writes, regardless of
/// the path in the plugin's command.
fn is_plugin(text: &str, hook: &Hook, client: &str) -> bool {
    let mut starts = text.match_indices('"').map(|(at, _)| at);
    starts.any(|at| {
        let mut literals = serde_json::Deserializer::from_str(&text[at..]).into_iter::<String>();
        let Some(Ok(command)) = literals.next() else {
            return false;
        };
        let after = &text[at + literals.byte_offset()..];
        let plugin = format!("{}{PLACEHOLDER}{after}", &text[..at]);
        let is_known = hook.plugin.as_deref() == Some(&plugin) || hook.is_former(&digest(&plugin));
        is_known && options(&command, client).is_some()
    })
}

/// Returns the words of the commands in a file that call the hook for this client.
pub(super) fn commands(text: &str, hook: &Hook, client: &str) -> Vec<Vec<String>> {
    let parsed;
    let found: Vec<String> = if hook.plugin.is_some() {
        let starts = text.match_indices('"').map(|(at, _)| at);
        let literal = |at: usize| {
            let literals = serde_json::Deserializer::from_str(&text[at..]);
            literals.into_iter::<String>().next()?.ok()
        };
        starts.filter_map(literal).collect()
    } else {
        let Ok((value, _)) = JsonText::parse(text) else {
            return Vec::new();
        };
        parsed = value;
        let found = strings(&parsed).into_iter();
        let found = found.filter(|(key, _)| Shell::of(key).is_some());
        found.map(|(_, text)| text.value.to_string()).collect()
    };
    let words = found
        .iter()
        .filter_map(|command| own_words(command, client));
    words.collect()
}

/// Returns the digest that identifies a plugin of an earlier version.
fn digest(plugin: &str) -> String {
    Uuid::new_v5(&Uuid::nil(), plugin.as_bytes()).to_string()
}

/// Sets the entries of `command` in an object of events, or removes our entries if `command` is
/// `None`. Returns whether this leaves the object empty.
fn edit_events(
    text: &mut JsonText<'_>,
    hooks: &Object<'_>,
    hook: &Hook,
    client: &str,
    command: Option<&HookCommand<'_>>,
) -> Result<bool, String> {
    let (mut removed, mut added) = (Vec::new(), Vec::new());
    for (at, property) in hooks.properties.iter().enumerate() {
        let event = property.name.as_str();
        let due = command.zip(hook.entries.get(event));
        let Value::Array(list) = &property.value else {
            due.map_or(Ok(()), |_| Err(format!("\"{event}\" is not a list")))?;
            continue;
        };
        // An older version may have written entries for other events.
        let is_left_empty = edit_list(text, list, hook, client, due);
        let has_comment = text.has_comment_behind(property);
        removed.extend((is_left_empty && !has_comment).then_some(at));
    }
    if let Some(command) = command {
        let missing = hook.entries.iter();
        let missing = missing.filter(|(event, _)| file::position(hooks, event).is_none());
        added
            .extend(missing.map(|(event, entry)| (Some(&**event), json!([command.filled(entry)]))));
    }
    if !removed.is_empty() || !added.is_empty() {
        text.change(&hooks.into(), &removed, &added);
    }
    let is_left_empty = removed.len() == hooks.properties.len() && added.is_empty();
    Ok(is_left_empty && !removed.is_empty() && !text.has_comment(&hooks.into()))
}

/// Sets the single entry of a command in a list, or removes all of our entries if `due` is `None`.
/// Returns whether this leaves the list empty.
fn edit_list(
    text: &mut JsonText<'_>,
    list: &Array<'_>,
    hook: &Hook,
    client: &str,
    due: Option<(&HookCommand<'_>, &Json)>,
) -> bool {
    let mut own = own_entries(list, client);
    // An entry whose command a person has changed takes precedence over others.
    own.sort_by_key(|(_, is_changed)| !is_changed);
    let mut added = Vec::new();
    if let Some((command, entry)) = due {
        match (!own.is_empty()).then(|| own.remove(0)) {
            None => added.push((None, command.filled(entry))),
            Some((at, is_changed)) => {
                let command = Some(command).filter(|_| !is_changed);
                renew(text, &list.elements[at], hook, entry, command);
            }
        }
    }
    own.retain(|(_, is_changed)| due.is_none() || !is_changed);
    let removed: Vec<usize> = own.into_iter().map(|(at, _)| at).collect();
    if removed.is_empty() && added.is_empty() {
        return false;
    }
    text.change(&list.into(), &removed, &added);
    added.is_empty() && removed.len() == list.elements.len() && !text.has_comment(&list.into())
}

/// Sets the commands of an entry, if `command` is given, and replaces a matcher of an earlier
/// version. A person's other changes are preserved.
fn renew(
    text: &mut JsonText<'_>,
    entry: &Value<'_>,
    hook: &Hook,
    due: &Json,
    command: Option<&HookCommand<'_>>,
) {
    for (key, found) in strings(entry) {
        let new = match key {
            MATCHER if hook.is_former(&found.value) => due[MATCHER].as_str().map(str::to_owned),
            key => command
                .zip(Shell::of(key))
                .map(|(command, shell)| command.of(shell)),
        };
        if let Some(new) = new.filter(|new| *new != found.value) {
            text.replace(found, &new.into());
        }
    }
}

/// Returns the indices of the entries in `list` that `setup` wrote for this client. The flag says
/// whether a person has added options to a command of the entry.
fn own_entries(list: &Array<'_>, client: &str) -> Vec<(usize, bool)> {
    let mut own = Vec::new();
    for (index, entry) in list.elements.iter().enumerate() {
        if let Some(has_options) = entry_options(entry, client) {
            own.push((index, has_options));
        }
    }
    own
}

/// Returns whether a command of `entry` has options that `setup` does not write. Returns `None` if
/// the entry has no command, or a command that does not call the hook for this client.
fn entry_options(entry: &Value<'_>, client: &str) -> Option<bool> {
    let (mut has_command, mut has_options) = (false, false);
    for (key, text) in strings(entry) {
        if Shell::of(key).is_some() {
            has_command = true;
            has_options |= options(&text.value, client)?;
        } else if key == "type" && text.value != "command" {
            return None;
        }
    }
    has_command.then_some(has_options)
}

/// Returns the words of a command that calls the hook for this client, or `None` for any other
/// command.
fn own_words(command: &str, client: &str) -> Option<Vec<String>> {
    let bare = |shell: &Shell| {
        let mut around = [shell.silent, shell.around].into_iter();
        let bare =
            around.find_map(|(before, after)| command.strip_prefix(before)?.strip_suffix(after));
        let bare = bare.unwrap_or(command);
        let words: Vec<String> = shlex::Shlex::new(&(shell.posix)(bare)).collect();
        // A command that is written in a different form may have a different meaning in the shell.
        (shell.written(&words) == bare).then_some(words)
    };
    let words = SHELLS.iter().find_map(bare)?;
    let Some(Command::Hook(asked)) = own_command(&words) else {
        return None;
    };
    asked.client.filter(|asked| asked.name == client)?;
    Some(words)
}

/// Returns whether a command that calls our hook has options that `setup` does not write, or `None`
/// for any other command.
fn options(command: &str, client: &str) -> Option<bool> {
    let words = own_words(command, client)?;
    let mut rest = words.iter().skip(1).map(String::as_str).collect::<Vec<_>>();
    while let ["--project" | "--dialects", _, ..] = *rest {
        rest.drain(..2);
    }
    Some(!matches!(*rest, ["hook", _] | ["hook", _, "--user"]))
}
