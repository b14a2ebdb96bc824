//! The entries of `mcp-guide hook` in a file of a client's hooks: lists of entries by event.

use std::collections::BTreeSet;
use std::iter;

use jsonc_parser::cst::{CstArray, CstInputValue, CstNode, CstObject, CstObjectProp};
use serde_json::Value;

use super::client::Hook;
use super::{is_program, json as file};

/// The object of a client's file that holds the events.
const KEY: &str = "hooks";
/// What a plugin has in place of its command.
const PLACEHOLDER: &str = "{command}";
/// What PowerShell takes for a quote.
const QUOTES: [char; 5] = ['\'', '\u{2018}', '\u{2019}', '\u{201a}', '\u{201b}'];
/// What runs a client's commands.
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

/// A shell.
struct Shell {
    /// The keys of its commands in an entry.
    keys: &'static [&'static str],
    quoted: fn(&str) -> String,
    /// Writes a command of quoted words for a POSIX shell.
    posix: fn(&str) -> String,
    /// What is around a command, and around one that is silent where the program is missing.
    around: (&'static str, &'static str),
    silent: (&'static str, &'static str),
}

impl Shell {
    /// Returns the shell of the command under a key.
    fn of(key: &str) -> Option<&'static Self> {
        SHELLS.iter().find(|shell| shell.keys.contains(&key))
    }

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
    let count = |c: char| if QUOTES.contains(&c) { 2 } else { 1 };
    let doubled = word.chars().flat_map(|c| iter::repeat_n(c, count(c)));
    format!("'{}'", doubled.collect::<String>())
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
        let (before, after) = match self.is_silent {
            true => shell.silent,
            false => shell.around,
        };
        format!("{before}{command}{after}")
    }

    /// Sets the commands of an entry. What a person changed beside them stays.
    fn set(&self, entry: &CstNode) {
        for (key, text, field) in strings(entry) {
            let command = Shell::of(&key).map(|shell| self.of(shell));
            if let Some(command) = command.filter(|command| *command != text) {
                field.set_value(CstInputValue::String(command));
            }
        }
    }
}

/// Returns the fields of a value that hold a string, with their keys and strings.
fn strings(value: &CstNode) -> Vec<(String, String, CstObjectProp)> {
    let items = value
        .as_array()
        .map_or_else(Vec::new, |array| array.elements());
    let fields = value
        .as_object()
        .map_or_else(Vec::new, |object| object.properties());
    let of_field = |field: CstObjectProp| match field.to_serde_value() {
        Some(Value::String(text)) => {
            let key = field.decoded_name().unwrap_or_default();
            vec![(key, text, field)]
        }
        _ => field.value().iter().flat_map(strings).collect(),
    };
    let of_items = items.iter().flat_map(strings);
    of_items
        .chain(fields.into_iter().flat_map(of_field))
        .collect()
}

/// Returns the text of a file with the entries of this command, or without those for this client.
/// Others stay.
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
    let (before, after) = plugin.split_once(PLACEHOLDER).unwrap_or((plugin, ""));
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
    // An older version may have written others.
    let found = hooks.properties().into_iter();
    let found = found.filter_map(|of| of.decoded_name());
    let events: BTreeSet<String> = found.chain(hook.entries.keys().cloned()).collect();
    for event in &events {
        let due = command.zip(hook.entries.get(event));
        let list = match due {
            Some(_) => hooks.array_value_or_create(event),
            None => hooks.array_value(event),
        };
        let Some(list) = list else {
            due.map_or(Ok(()), |_| Err(format!("\"{event}\" is not a list")))?;
            continue;
        };
        let mut own = ours(&list, client);
        // One that a person has changed is kept as it is.
        own.sort_by_key(|(_, is_changed)| !is_changed);
        if let Some((command, entry)) = due {
            match (!own.is_empty()).then(|| own.remove(0)) {
                Some((_, true)) => {}
                Some((entry, false)) => command.set(&entry),
                None => command.set(&list.append(file::input(entry))),
            }
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
        let found =
            strings(&entry)
                .into_iter()
                .filter_map(|(key, text, _)| match Shell::of(&key) {
                    Some(_) => Some(options(&text, client)),
                    None => (key == "type" && text != "command").then_some(None),
                });
        let has_options: Vec<bool> = found.collect::<Option<_>>()?;
        (!has_options.is_empty()).then(|| (entry, has_options.contains(&true)))
    });
    own.collect()
}

/// Returns whether a command of ours has options that `setup` does not write; `None` for another's.
fn options(command: &str, client: &str) -> Option<bool> {
    let bare = |shell: &Shell| {
        let mut around = [shell.silent, shell.around].into_iter();
        let bare =
            around.find_map(|(before, after)| command.strip_prefix(before)?.strip_suffix(after));
        let bare = bare.unwrap_or(command);
        let words: Vec<String> = shlex::Shlex::new(&(shell.posix)(bare)).collect();
        // What is written otherwise may mean something else to the shell.
        (shell.written(&words) == bare).then_some(words)
    };
    let words = SHELLS.iter().find_map(bare)?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (program, mut rest) = words.split_first()?;
    while let ["--project" | "--dialects", _, after @ ..] = rest {
        rest = after;
    }
    let ["hook", name, options @ ..] = rest else {
        return None;
    };
    let is_own = is_program(program) && *name == client;
    let is_own = is_own && options.iter().all(|word| word.starts_with("--"));
    is_own.then(|| options.iter().any(|word| *word != "--user"))
}
