//! `setup`: writes entries for the server and the hook to a client's files, and preserves
//! everything else in these files.

mod check_served;
pub mod client;
mod edit_json;
mod edit_toml;
mod edits;
mod file_edit;
pub(super) mod found_file;
mod hook_command;
mod json_text;
mod own_command;
mod program;
mod remove_all;
mod server_entry;
pub(super) mod trusts;

use camino::Utf8PathBuf;
use check_served::check_served;
use edit_json::edit_json;
use edit_toml::edit_toml;
use own_command::own_command;
use program::program;
use remove_all::remove_all;
use serde_json::{Map, Value, json};

use super::Context;
use super::command::{Command, SetupArguments};
use super::init::absolute;
use super::output::{failed, say};
use super::source::project_folder;
use crate::text::escaped::escape_truncated;
use client::{Client, ClientFiles, ConfigFormat, Hook, SERVER};
use file_edit::{EditReport, FileEdit};
use hook_command::HookCommand;
use program::ProgramError;

const BOM: char = '\u{feff}';
/// The instructions that are printed after a hook was written into the user's file.
const TRUST: &str = "The hook gives rules only in projects that you trust. To trust a project, \
                     run in its folder: mcp-guide hook --trust. To trust all projects in a \
                     folder: mcp-guide hook --trust DIR\n";

/// Runs `setup`, prints what it changes and returns the exit code.
pub(super) fn run(context: &Context, arguments: &SetupArguments) -> u8 {
    let done = match &arguments.client {
        Some(client) => setup(context, arguments, client),
        None if arguments.all => return remove_all(context, arguments),
        None => found_file::list(context),
    };
    match done {
        Ok(text) => context.output.print(&text),
        Err(error) => failed(&error),
    }
}

/// Writes or removes the entries for `client`, and returns the report on the files.
///
/// # Errors
///
/// Returns an error if the client has no hooks but only a hook is asked for, if the project cannot be
/// served, or if a file cannot be edited.
fn setup(context: &Context, arguments: &SetupArguments, client: &Client) -> Result<String, String> {
    let setup = Setup::new(context, arguments, client);
    if client.is_renamed {
        say(&format!(
            "This client is now called {}, and its files have moved.",
            client.name
        ));
    }
    let hook = client.hook.as_ref().filter(|_| !arguments.no_hook);
    if hook.is_none() && arguments.hook_only {
        return Err("this client has no hooks; nothing was written".to_owned());
    }
    let is_of_folder = !setup.is_anywhere() || hook.is_some() && !arguments.user;
    let note = if is_of_folder && !arguments.remove {
        check_served(context, &setup.folder, &client.name)?
    } else {
        None
    };
    let edits = setup.edits()?;
    let EditReport {
        mut text,
        is_written,
    } = setup.edit_all(&edits)?;
    note.iter().for_each(|note| say(note));
    if arguments.dry_run {
        text += "Nothing was written.\n";
    } else if !arguments.remove && is_written {
        let is_step = !arguments.user || client.project_file.is_none();
        let of_server = client.then.as_ref();
        let of_server = of_server.filter(|_| is_step && !arguments.hook_only);
        let of_hook = hook.and_then(|hook| hook.then.as_ref());
        let of_hook = of_hook.filter(|of_hook| Some(*of_hook) != of_server);
        let is_in_project = edits.iter().any(|edit| edit.files.0.is_some());
        if !arguments.user && !arguments.shared && is_in_project {
            text += "The entries contain paths of this machine. To write entries that you can \
                     commit, use --shared.\n";
        }
        if setup.is_anywhere() && !arguments.hook_only {
            text += "The server serves the project in which you start the client.\n";
        }
        let steps = of_server.into_iter().chain(of_hook);
        text.extend(steps.map(|step| format!("{step}\n")));
        if arguments.user && hook.is_some() {
            text += TRUST;
        }
    }
    Ok(text)
}

/// Returns `text`, the content of a client's file, with an entry that starts the server with
/// `words`, or without the entry if `words` is `None`.
///
/// # Errors
///
/// Returns an error if the text cannot be parsed or edited. The message says where the problem is.
pub fn edited_server(
    client: &Client,
    text: &str,
    words: Option<&[String]>,
) -> Result<String, String> {
    let server = words.map(|words| client.server(words));
    let server = server.as_ref();
    match client.format {
        ConfigFormat::Toml => edit_toml(text, &client.key, server),
        ConfigFormat::Json => {
            let new = server.map(|server| json!({ SERVER: server }));
            edit_json(text, &client.key, &Map::new(), new, |text, servers| {
                edit_json::edit_server(text, servers, server)
            })
        }
    }
}

/// Returns `text`, the content of a client's file, with the hook that calls `command`, or without
/// the hook if `command` is `None`. The flag of `command` says whether the hook is silent if the
/// program is missing.
///
/// # Errors
///
/// Returns an error if the client has no hooks, or if the text cannot be parsed or edited. The
/// message says where the problem is.
pub fn edited_hook(
    client: &Client,
    text: &str,
    command: Option<(&[String], bool)>,
) -> Result<String, String> {
    let hook = client.hook.as_ref().ok_or("this client has no hooks")?;
    let name = hook.words(&client.name)[1];
    let command = command.map(|(words, is_silent)| HookCommand { words, is_silent });
    hook_command::edit(text, hook, name, command.as_ref())
}

/// The project that an entry serves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Entry {
    /// The project that is found from the folder. Only files in the folder are read.
    Found,
    /// The folder's project, given explicitly. It may read files outside the folder.
    Named,
}

/// A run of `setup` for a client and a folder.
struct Setup<'a> {
    context: &'a Context,
    arguments: &'a SetupArguments,
    client: &'a Client,
    folder: Utf8PathBuf,
}

impl<'a> Setup<'a> {
    /// Creates the setup of `client` for the project that `context` selects.
    fn new(context: &'a Context, arguments: &'a SetupArguments, client: &'a Client) -> Self {
        let folder = project_folder(&context.source);
        Self {
            context,
            arguments,
            client,
            folder,
        }
    }

    /// Returns the requested edits, one for each file.
    fn edits(&self) -> Result<Vec<FileEdit<'_>>, String> {
        let Self {
            arguments, client, ..
        } = self;
        let mut edits: Vec<FileEdit<'_>> = Vec::new();
        if !arguments.hook_only {
            let is_shared = arguments.shared && client.project_file.is_some();
            let words = self.words(is_shared, &["serve"])?;
            let edit = move |text: &str, entry: Option<Entry>| match entry {
                None if arguments.all && server_entry::is_foreign(client, text) => {
                    Ok(text.to_owned())
                }
                entry => edited_server(client, text, entry.map(|entry| &*words[entry as usize])),
            };
            edits.push(FileEdit::new(client.files(), Box::new(edit)));
        }
        let Some(hook) = client.hook.as_ref().filter(|_| !arguments.no_hook) else {
            return Ok(edits);
        };
        let [project, shared] = hook.files();
        let (files, other) = if arguments.shared {
            (shared, project)
        } else {
            (project, shared)
        };
        let FileEdit { edit, .. } = self.hook_edit(hook, files)?;
        // The server and the hook may be in one file.
        let edit = match edits.pop_if(|other| other.files == files) {
            Some(FileEdit { edit: server, .. }) => {
                Box::new(move |text: &str, entry| edit(&server(text, entry)?, entry))
            }
            None => edit,
        };
        edits.push(FileEdit::new(files, edit));
        // The project has an unshared and a shared file, and the hook may also be in the other one.
        if arguments.remove && !arguments.user && other != files {
            let edit = self.hook_edit(hook, other)?;
            edits.push(FileEdit {
                is_quiet: true,
                ..edit
            });
        }
        Ok(edits)
    }

    /// Returns the edit of the hook in `files`.
    fn hook_edit<'h>(
        &'h self,
        hook: &'h Hook,
        files: ClientFiles<'h>,
    ) -> Result<FileEdit<'h>, String> {
        let Setup {
            arguments, client, ..
        } = self;
        let call = hook.words(&client.name);
        let user: &[&str] = if arguments.user { &["--user"] } else { &[] };
        let words = self.words(arguments.shared, &[&call, user].concat())?;
        let is_silent = arguments.shared;
        let edit = move |text: &str, entry: Option<Entry>| {
            let command = entry.map(|entry| (&*words[entry as usize], is_silent));
            edited_hook(client, text, command)
        };
        Ok(FileEdit::new(files, Box::new(edit)))
    }

    /// Returns whether the server's entry goes into the user's file.
    fn is_of_user(&self) -> bool {
        self.arguments.user || self.client.project_file.is_none()
    }

    /// Returns whether the server's entry serves any project in which the client is started.
    fn is_anywhere(&self) -> bool {
        self.is_of_user() && self.client.starts_there && self.entry() == Entry::Found
    }

    /// Returns the kind of entry that is requested.
    fn entry(&self) -> Entry {
        match self.context.named() {
            Some(_) => Entry::Named,
            None => Entry::Found,
        }
    }

    /// Returns the words with which each kind of [`Entry`] starts this program. A shared file
    /// contains the program's name instead of its path.
    ///
    /// # Errors
    ///
    /// Returns an error if the path to the folder or to the program cannot be written.
    fn words(&self, is_shared: bool, command: &[&str]) -> Result<[Vec<String>; 2], String> {
        let words_of = |entry| self.words_of(entry, is_shared, command);
        let words = [words_of(Entry::Found)?, words_of(Entry::Named)?];
        let client = self.client;
        // An entry that was written before can always be removed.
        if self.arguments.remove {
            Ok(words)
        } else {
            (client.check(&words[self.entry() as usize], is_shared)).map(|()| words)
        }
    }

    /// Returns the words that start this program with `command`, preceded by the options that `entry`
    /// needs. If `is_shared` is true, the words contain no path of this machine.
    fn words_of(
        &self,
        entry: Entry,
        is_shared: bool,
        command: &[&str],
    ) -> Result<Vec<String>, String> {
        let mut words = vec![own_command::PROGRAM.to_owned()];
        if !is_shared {
            let program = program().map_err(|error| match error {
                ProgramError::Path(error) => {
                    let reason = self.context.table.render(&error);
                    format!(
                        "the path of this program cannot be used: {reason}; install it elsewhere"
                    )
                }
                ProgramError::Cached(by, path) => format!(
                    "{} is in the cache of {by}, which is not permanent; install mcp-guide, and \
                     run setup again",
                    escape_truncated(path.as_str())
                ),
            })?;
            words = vec![program.into_string()];
        }
        let is_hook = command[0] == "hook";
        let option = match entry {
            _ if is_shared || is_hook && self.arguments.user => None,
            Entry::Named => Some("--project"),
            // The hook's message contains the folder where the search begins.
            Entry::Found if is_hook => None,
            Entry::Found if self.is_anywhere() => None,
            Entry::Found => Some("--start"),
        };
        for (option, path) in [
            (option.unwrap_or_default(), option.map(|_| &*self.folder)),
            ("--dialects", self.context.dialects.as_deref()),
        ] {
            let Some(path) = path else { continue };
            let path = if is_shared {
                path.to_owned()
            } else {
                absolute(&self.context.table, path)?
            };
            words.extend([option.to_owned(), path.into_string()]);
        }
        words.extend(command.iter().map(|&word| word.to_owned()));
        Ok(words)
    }
}

/// Checks that the words of a server's command start this program's server, regardless of the
/// program's path.
///
/// # Errors
///
/// Returns an error if the words start a different program, or if this version does not support
/// them.
fn check_ours(words: &[String]) -> Result<(), String> {
    match own_command(words) {
        Some(Command::Serve { .. }) => Ok(()),
        _ => Err(format!(
            "setup did not write its server \"{SERVER}\"; rename or remove that server first"
        )),
    }
}

/// Returns the words of an entry's command and arguments. Returns an empty list if any of them is
/// not a string.
fn words(entry: &Value) -> Vec<String> {
    let fields = [&entry["command"], &entry["args"]].into_iter();
    let words = fields.flat_map(|field| match field {
        Value::Array(words) => words.iter().collect(),
        Value::Null => Vec::new(),
        word => vec![word],
    });
    let words = words.map(|word| word.as_str().map(str::to_owned));
    words.collect::<Option<_>>().unwrap_or_default()
}
