//! `setup`: writes the server's entry into a client's own file, beside what it holds.

pub mod client;
mod edits;
mod hooks;
mod json;
mod json_text;
mod own;
mod serves;
mod started;
mod toml;

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Map, Value, json};
use similar::TextDiff;

use super::Context;
use super::arguments::{Command, SetupArguments};
use super::init::{absolute, project_folder};
use super::output::{failed, say, unedited};
use super::system::UserFolder;
use crate::documents::error::FileError;
use crate::documents::sandbox::{Tree, ambient};
use crate::text::escape::{Escaped, escape_truncated};
use client::{Client, ConfigFormat, Hook, SERVER};
use hooks::HookCommand;
use started::ProgramError;

/// The largest file of a client that is edited, in bytes.
const MAX_BYTES: u64 = 1 << 24;
/// What an error ends with before the first file is written.
const NOTHING: &str = " Nothing was written.";
const BOM: char = '\u{feff}';

/// Runs `setup`, prints what it changes and returns the exit code.
pub(super) fn run(context: &Context, arguments: &SetupArguments) -> u8 {
    match setup(context, arguments) {
        Ok(text) => context.output.print(&text),
        Err(error) => failed(&error),
    }
}

fn setup(context: &Context, arguments: &SetupArguments) -> Result<String, String> {
    let client = &arguments.client;
    let setup = Setup {
        context,
        arguments,
        folder: project_folder(&context.source),
    };
    let hook = client.hook.as_ref().filter(|_| !arguments.no_hook);
    if hook.is_none() && arguments.hook_only {
        return Err("this client has no hooks; nothing was written".to_owned());
    }
    let note = match arguments.remove {
        true => None,
        false => serves::look(context, &setup.folder, &client.name)?,
    };
    let (mut edits, mut steps): (Vec<FileEdit<'_>>, Vec<&String>) = Default::default();
    if !arguments.hook_only {
        let is_shared = arguments.shared && client.project_file.is_some();
        let words = setup.words(is_shared, &["serve"])?;
        let files = (client.project_file.as_ref(), &*client.user_file);
        let edit = move |text: &str, entry: Option<Entry>| {
            edited_server(client, text, entry.map(|entry| &*words[entry as usize]))
        };
        edits.push((files, Box::new(edit)));
        let is_step = !arguments.user || client.project_file.is_none();
        steps.extend(client.then.as_ref().filter(|_| is_step));
    }
    if let Some(hook) = hook {
        let (files, edit) = setup.hook_edit(hook)?;
        // Both may be in one file.
        let both = match edits.pop_if(|(other, _)| *other == files) {
            Some((_, server)) => {
                Box::new(move |text: &str, entry| edit(&server(text, entry)?, entry))
            }
            None => edit,
        };
        edits.push((files, both));
        steps.extend(&hook.then);
    }
    let mut text = setup.edit_all(&edits)?;
    note.iter().for_each(|note| say(note));
    if arguments.dry_run {
        text += "Nothing was written.\n";
    } else if !arguments.remove && text.contains("Wrote ") {
        steps.dedup();
        let is_in_project = edits
            .iter()
            .any(|((in_project, _), _)| in_project.is_some());
        if !arguments.user && !arguments.shared && is_in_project {
            text += "To commit what it writes, use --shared: it has paths of this machine.\n";
        }
        text.extend(steps.into_iter().map(|step| format!("{step}\n")));
    }
    Ok(text)
}

/// Returns the text of a client's file with the entry of the server that words start, or without.
///
/// # Errors
///
/// Why it cannot be read or edited, and where.
pub fn edited_server(
    client: &Client,
    text: &str,
    words: Option<&[String]>,
) -> Result<String, String> {
    let server = words.map(|words| client.server(words));
    let server = server.as_ref();
    match client.format {
        ConfigFormat::Toml => toml::edit(text, &client.key, server),
        ConfigFormat::Json => {
            let parts = (&*client.key, &Map::new());
            let new = server.map(|server| json!({ SERVER: server }));
            json::edit(text, parts, new, |text, servers| {
                json::edit_server(text, servers, server)
            })
        }
    }
}

/// Returns the text of a client's file with the hook that words call, perhaps silent where the
/// program is missing, or without.
///
/// # Errors
///
/// Why it cannot be read or edited, and where.
pub fn edited_hook(
    client: &Client,
    text: &str,
    command: Option<(&[String], bool)>,
) -> Result<String, String> {
    let hook = client.hook.as_ref().ok_or("this client has no hooks")?;
    let name = hook.words(&client.name)[1];
    let command = command.map(|(words, is_silent)| HookCommand { words, is_silent });
    hooks::edit(text, (hook, name), command.as_ref())
}

/// An edit of a file of the project, or of the user's. Without an entry it takes out what it put in.
type FileEdit<'a> = (
    (Option<&'a Utf8PathBuf>, &'a Utf8Path),
    Box<dyn Fn(&str, Option<Entry>) -> Result<String, String> + 'a>,
);

/// Which project an entry serves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Entry {
    /// The one that is found at the folder, and read only there.
    Found,
    /// The folder's, which was named: it may lead out of it.
    Named,
}

/// What is to be done for a project.
struct Setup<'a> {
    context: &'a Context,
    arguments: &'a SetupArguments,
    folder: Utf8PathBuf,
}

impl Setup<'_> {
    /// Returns the edit of the file that has a client's hook.
    fn hook_edit<'h>(&'h self, hook: &'h Hook) -> Result<FileEdit<'h>, String> {
        let Setup { arguments, .. } = self;
        let call = hook.words(&arguments.client.name);
        let user: &[&str] = if arguments.user { &["--user"] } else { &[] };
        let words = self.words(arguments.shared, &[&call, user].concat())?;
        let is_silent = arguments.shared;
        let shared = hook.shared_file.as_ref().filter(|_| arguments.shared);
        let in_project = shared.or(hook.project_file.as_ref());
        let edit = move |text: &str, entry: Option<Entry>| {
            let command = entry.map(|entry| (&*words[entry as usize], is_silent));
            edited_hook(&arguments.client, text, command)
        };
        Ok(((in_project, &hook.user_file), Box::new(edit)))
    }

    /// Edits files, or shows how. Nothing is written if one of them cannot be.
    fn edit_all(&self, edits: &[FileEdit<'_>]) -> Result<String, String> {
        let planned = edits.iter().map(|edit| self.edit(edit, true));
        let planned = planned.collect::<Result<String, _>>()?;
        if self.arguments.dry_run {
            return Ok(planned);
        }
        let mut text = String::new();
        for edit in edits {
            let edited = self.edit(edit, false);
            text += &edited.map_err(|error| match text.is_empty() {
                true => error,
                false => text.clone() + &error.replace(NOTHING, ""),
            })?;
        }
        Ok(text)
    }

    /// Returns the entry that is asked for.
    fn entry(&self) -> Entry {
        match self.context.named() {
            Some(_) => Entry::Named,
            None => Entry::Found,
        }
    }

    /// Returns the words with which each entry starts this program, by its name in a shared file.
    ///
    /// # Errors
    ///
    /// The path of the folder or of the program cannot be written.
    fn words(&self, is_shared: bool, command: &[&str]) -> Result<[Vec<String>; 2], String> {
        let of = |entry| self.words_of(entry, is_shared, command);
        let words = [of(Entry::Found)?, of(Entry::Named)?];
        let client = &self.arguments.client;
        // What was written before can always be removed.
        match self.arguments.remove {
            true => Ok(words),
            false => (client.check(&words[self.entry() as usize], is_shared)).map(|()| words),
        }
    }

    fn words_of(
        &self,
        entry: Entry,
        is_shared: bool,
        command: &[&str],
    ) -> Result<Vec<String>, String> {
        let mut words = vec![own::PROGRAM.to_owned()];
        if !is_shared {
            let program = started::program().map_err(|error| match error {
                ProgramError::Path(error) => {
                    let reason = self.context.table.said(&error);
                    format!(
                        "the path of this program cannot be written: {reason}; install it elsewhere"
                    )
                }
                ProgramError::Cached(by, path) => format!(
                    "{} is in the cache of {by}, which will be emptied; install mcp-guide, and run \
                     setup again",
                    escape_truncated(path.as_str())
                ),
            })?;
            words = vec![program.into_string()];
        }
        let is_hook = command[0] == "hook";
        let option = match entry {
            _ if is_shared || is_hook && self.arguments.user => None,
            Entry::Named => Some("--project"),
            // Its message says where it begins.
            Entry::Found if is_hook => None,
            Entry::Found => Some("--start"),
        };
        for (option, path) in [
            (option.unwrap_or_default(), option.map(|_| &*self.folder)),
            ("--dialects", self.context.dialects.as_deref()),
        ] {
            let Some(path) = path else { continue };
            let path = match is_shared {
                true => path.to_owned(),
                false => absolute(&self.context.table, path)?,
            };
            words.extend([option.to_owned(), path.into_string()]);
        }
        words.extend(command.iter().map(|&word| word.to_owned()));
        Ok(words)
    }

    /// Edits a file of the project, or the user's where there is none or the user's is asked for.
    /// Returns the lines that differ and what was written.
    fn edit(
        &self,
        ((in_project, of_user), edit): &FileEdit<'_>,
        dry_run: bool,
    ) -> Result<String, String> {
        let table = &self.context.table;
        let entry = Some(self.entry()).filter(|_| !self.arguments.remove);
        let (folder, file) = match in_project {
            Some(file) if !self.arguments.user => (self.folder.clone(), Utf8PathBuf::clone(file)),
            _ => user_file(of_user, self.arguments.client.dot_config)?,
        };
        let path = match folder.as_str() {
            "" | "." | "./" => file.clone(),
            _ => folder.join(&file),
        };
        let shown = Escaped(path.as_str());
        let failure = |reason: &str| format!("Cannot edit {shown}: {reason}.{NOTHING}");
        let refused = |error: FileError| match error {
            FileError::Outside => failure("a link leads out of its folder"),
            error => failure(&unedited(table, &error)),
        };
        // The nearest folder that exists.
        let nearest = folder.ancestors().find_map(|above| {
            let below = folder.strip_prefix(above).ok()?;
            Some((Tree::ambient(above).ok()?, below.join(&file)))
        });
        let (sandbox, below) = nearest.ok_or_else(|| refused(FileError::Missing))?;
        let target = sandbox.resolved(&below).map_err(refused)?;
        // Of what only this program has written no copy is kept.
        let own = [Entry::Found, Entry::Named].map(|of| edit("", Some(of)).unwrap_or_default());
        let edit = |old: Option<&str>| -> Result<String, String> {
            let old = old.unwrap_or_default();
            let text = old.strip_prefix(BOM).unwrap_or(old);
            let new = edit(text, entry).map_err(|reason| failure(&reason))?;
            Ok(match new.is_empty() {
                true => new,
                false => old[..old.len() - text.len()].to_owned() + &new,
            })
        };
        let edited = sandbox.edit(&target, (MAX_BYTES, Some(&own), dry_run), edit);
        let edited = edited.map_err(refused)??;
        let Some(new) = edited.new else {
            return Ok(format!("{shown} is unchanged.\n"));
        };
        let mut text = difference(&path, &edited.old.unwrap_or_default(), &new);
        if !dry_run {
            let done = if new.is_empty() { "Removed" } else { "Wrote" };
            text += &format!("{done} {shown}.");
            if let Some(copy) = edited.copy {
                text += &format!(" What it held is beside it in {}.", Escaped(&copy));
            }
            text.push('\n');
        }
        Ok(text)
    }
}

/// Returns the folder and the name of a user's file. Links are followed.
fn user_file(file: &Utf8Path, dot_config: bool) -> Result<(Utf8PathBuf, Utf8PathBuf), String> {
    let below_home = file.strip_prefix("~").unwrap_or(file);
    let is_plain = dot_config && cfg!(target_vendor = "apple");
    let in_config = below_home.strip_prefix(".config").ok();
    let path = match in_config.filter(|_| !is_plain) {
        Some(rest) => UserFolder::Config.path()?.join(rest),
        None => UserFolder::Home.path()?.join(below_home),
    };
    let path = ambient::canonical(&path).unwrap_or(path);
    let name = path.file_name().unwrap_or_default().into();
    Ok((ambient::folder_of(&path).to_owned(), name))
}

/// Checks that the words of a server's command start this program's server, whatever its path.
///
/// # Errors
///
/// That they start another, or have what this version does not know.
fn check_ours(words: &[String]) -> Result<(), String> {
    match own::command(words) {
        Some(Command::Serve { .. }) => Ok(()),
        _ => Err(format!(
            "its server \"{SERVER}\" is none that setup writes; rename or remove it first"
        )),
    }
}

/// Returns the words of an entry's command and arguments; none if others than strings are there.
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

/// Returns the lines that differ, as `diff -U0` prints them.
fn difference(path: &Utf8Path, old: &str, new: &str) -> String {
    let difference = TextDiff::from_lines(old, new);
    let mut difference = difference.unified_diff();
    difference.context_radius(0).missing_newline_hint(false);
    let lines = difference.to_string();
    let mut text = format!("--- {0}\n+++ {0}\n", Escaped(path.as_str()));
    text.extend(lines.lines().map(|line| escape_truncated(line) + "\n"));
    text
}
