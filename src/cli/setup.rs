//! `setup`: writes the server's entry into a client's own file, beside what it holds.

pub mod client;
mod hooks;
mod json;
mod toml;

use std::env;
use std::ops::Range;

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::Value;

use super::Context;
use super::arguments::SetupArguments;
use super::init::{project_folder, shadowed};
use super::output::{failed, quoted};
use crate::documents::error::FileError;
use crate::documents::sandbox::{Sandbox, ambient};
use crate::project::guide::FILE_NAME;
use crate::render::messages::MessageFormatter;
use crate::text::escape::{Escaped, escape_truncated};
use client::{ConfigFormat, SERVER, note_missing_guide};

/// The largest file of a client that is edited, in bytes.
const MAX_BYTES: u64 = 1 << 24;
const BOM: char = '\u{feff}';

/// Runs `setup`, prints what it changes and returns the exit code.
pub(super) fn run(context: &Context, arguments: &SetupArguments) -> u8 {
    match setup(context, arguments) {
        Ok(text) => context.output.print(&text),
        Err(error) => failed(&error),
    }
}

fn setup(context: &Context, arguments: &SetupArguments) -> Result<String, String> {
    let wording = MessageFormatter::new(&context.table);
    let client = &arguments.client;
    let named = context.project.as_ref().map(|project| project.path.clone());
    let is_named = named.is_some();
    let folder = project_folder(named);
    if !arguments.remove {
        check_folder(&folder, is_named)?;
    }
    let file = ClientFile {
        wording,
        arguments,
        folder: &folder,
    };
    let mut text = String::new();
    let mut steps = Vec::new();
    let hook = client.hook.as_ref().filter(|_| !arguments.no_hook);
    if hook.is_none() && arguments.hook_only {
        return Err("this client has no hooks; nothing was written".to_owned());
    }
    if !arguments.hook_only {
        let server = match arguments.remove {
            true => None,
            false => Some(client.server(wording, &folder)?),
        };
        let block = server.as_ref().map(|server| client.block(server));
        let block = block.unwrap_or_default();
        let in_project = client.project_file.as_deref();
        let (edited, is_user) =
            file.edit(in_project, &client.user_file, |text| match client.format {
                _ if text.is_empty() => Ok(block.clone()),
                ConfigFormat::Json => json::edit(text, &client.key, server.as_ref()),
                ConfigFormat::Toml => toml::edit(text, &client.key, server.as_ref(), &block),
            })?;
        text += &edited;
        steps.extend(client.then.as_ref().filter(|_| !arguments.user || is_user));
    }
    if let Some(hook) = hook {
        let command = match arguments.remove {
            true => None,
            false => Some(hook.command(wording, arguments, &folder)?),
        };
        let in_project = match arguments.shared {
            true => &hook.shared_file,
            false => &hook.project_file,
        };
        let in_project = in_project.as_deref();
        let (edited, _) = file.edit(in_project, &hook.user_file, |text| {
            hooks::edit(text, (hook, &client.name), command.as_deref())
        })?;
        text += &edited;
        steps.extend(&hook.then);
    }
    if !arguments.remove {
        note_missing_guide(wording, &folder)?;
    }
    match arguments.dry_run {
        true => text += "Nothing was written.\n",
        false if !arguments.remove && text.contains("Wrote ") => {
            steps.dedup();
            text.extend(steps.into_iter().map(|step| format!("{step}\n")));
        }
        false => {}
    }
    Ok(text)
}

/// Edits files of a client.
struct ClientFile<'a> {
    wording: MessageFormatter<'a>,
    arguments: &'a SetupArguments,
    /// The project's folder.
    folder: &'a Utf8Path,
}

impl ClientFile<'_> {
    /// Edits a file of the project, or the user's where there is none or the user's is asked for.
    /// Returns the lines that differ and what was written, and whether the project has none.
    fn edit(
        &self,
        in_project: Option<&Utf8Path>,
        in_home: &Utf8Path,
        edit: impl Fn(&str) -> Result<String, String>,
    ) -> Result<(String, bool), String> {
        let Self {
            wording, arguments, ..
        } = *self;
        let (base, file) = match in_project {
            Some(file) if !arguments.user => (self.folder.to_owned(), file.to_owned()),
            _ => user_file(in_home, arguments.client.dot_config)?,
        };
        let path = match base.as_str() {
            "" | "." | "./" => file.clone(),
            _ => base.join(&file),
        };
        let shown = Escaped(path.as_str());
        let failure = |reason: &str| format!("Cannot edit {shown}: {reason}. Nothing was written.");
        let refused = |error: FileError| match error {
            FileError::Outside => failure("a link leads out of its folder"),
            error => failure(&wording.said(&error)),
        };
        // The nearest folder that exists.
        let mut above = base.ancestors();
        let open = |above| {
            Some((
                Sandbox::ambient(above).ok()?,
                base.strip_prefix(above).ok()?,
            ))
        };
        let (sandbox, below) = above
            .find_map(open)
            .ok_or_else(|| refused(FileError::Missing))?;
        let target = sandbox.resolved(&below.join(file)).map_err(refused)?;
        let edit = |old: Option<&str>| -> Result<String, String> {
            let old = old.unwrap_or_default();
            let text = old.strip_prefix(BOM).unwrap_or(old);
            let bom = &old[..old.len() - text.len()];
            Ok(bom.to_owned() + &edit(text).map_err(|reason| failure(&reason))?)
        };
        let edited = sandbox.edit(&target, (MAX_BYTES, true, arguments.dry_run), edit);
        let edited = edited.map_err(refused)??;
        let is_user = in_project.is_none();
        let Some(new) = edited.new else {
            return Ok((format!("{shown} is unchanged.\n"), is_user));
        };
        let mut text = difference(&path, &edited.old.unwrap_or_default(), &new);
        if !arguments.dry_run {
            text += &format!("Wrote {shown}.");
            if let Some(copy) = edited.copy {
                text += &format!(" What it held is beside it in {}.", Escaped(&copy));
            }
            text.push('\n');
        }
        Ok((text, is_user))
    }
}

/// Checks that a folder which nobody named is the project's own.
fn check_folder(folder: &Utf8Path, is_named: bool) -> Result<(), String> {
    let here = || Sandbox::ambient(folder)?.file_type(Utf8Path::new(FILE_NAME));
    let Some(above) = shadowed(folder).filter(|_| !is_named && here() == Ok(None)) else {
        return Ok(());
    };
    Err(format!(
        "There is no guide.yaml here, but above: {}. Nothing was written. For that project, add \
         this: --project {}",
        Escaped(above.as_str()),
        quoted(ambient::folder_of(&above).as_str())
    ))
}

/// The folder of programs' settings in the home directory, and the environment variables that
/// name both.
const CONFIG: &str = match () {
    () if cfg!(windows) => "AppData/Roaming",
    () if cfg!(target_vendor = "apple") => "Library/Application Support",
    () => ".config",
};
const CONFIG_VARIABLE: &str = match cfg!(windows) {
    true => "APPDATA",
    false => "XDG_CONFIG_HOME",
};
const HOME_VARIABLE: &str = match cfg!(windows) {
    true => "USERPROFILE",
    false => "HOME",
};

/// Returns the folder and the name of a user's file. Links are followed.
fn user_file(file: &Utf8Path, dot_config: bool) -> Result<(Utf8PathBuf, Utf8PathBuf), String> {
    let absolute = |name| {
        let value = env::var(name).ok().map(Utf8PathBuf::from);
        value.filter(|path| path.is_absolute())
    };
    let below_home = file.strip_prefix("~").unwrap_or(file);
    let is_plain = dot_config && cfg!(target_vendor = "apple");
    let in_config = below_home.strip_prefix(".config").ok();
    let in_config = in_config.filter(|_| !is_plain);
    let path = match in_config.zip(absolute(CONFIG_VARIABLE)) {
        Some((rest, config)) => config.join(rest),
        None => {
            let home = absolute(HOME_VARIABLE);
            let no_home =
                || format!("the environment variable {HOME_VARIABLE} has no absolute path");
            let home = home.ok_or_else(no_home)?;
            match in_config {
                Some(rest) => home.join(CONFIG).join(rest),
                None => home.join(below_home),
            }
        }
    };
    let path = ambient::canonical(&path).unwrap_or(path);
    let name = path.file_name().unwrap_or_default().into();
    Ok((ambient::folder_of(&path).to_owned(), name))
}

/// Checks that an entry starts this program, whatever its path.
///
/// # Errors
///
/// That it is another server's.
fn check_ours(entry: Option<Value>) -> Result<(), String> {
    let entry = entry.unwrap_or_default();
    let mut words = vec![&entry["command"]];
    let lists = [&entry["command"], &entry["args"]].into_iter();
    words.extend(lists.filter_map(Value::as_array).flatten());
    match words
        .iter()
        .any(|word| is_program(word.as_str().unwrap_or_default()))
    {
        true => Ok(()),
        false => Err(format!(
            "its server \"{SERVER}\" does not start this program; rename or remove it first"
        )),
    }
}

/// Returns whether a word of a command is this program, whatever its path.
fn is_program(word: &str) -> bool {
    let name = Utf8Path::new(word).file_name().unwrap_or_default();
    // Packages and images may have a version.
    let bare = name.split(['@', ':']).next().unwrap_or_default();
    let bare = bare.split("==").next().unwrap_or_default();
    let program = ambient::program().unwrap_or_default();
    matches!(bare, "mcp-guide" | "mcp-guide.exe") || Some(name) == program.file_name()
}

/// Returns the lines that differ, as `diff -U0` prints them.
fn difference(path: &Utf8Path, old: &str, new: &str) -> String {
    let (removed, added) = changed(old, new);
    let place = |range: &Range<usize>| {
        let start = range.start + usize::from(!range.is_empty());
        format!("{start},{}", range.len())
    };
    let mut text = format!("--- {0}\n+++ {0}\n", Escaped(path.as_str()));
    text += &format!("@@ -{} +{} @@\n", place(&removed), place(&added));
    for (sign, lines, range) in [('-', old, removed), ('+', new, added)] {
        let lines = lines.lines().skip(range.start).take(range.len());
        text.extend(lines.map(|line| format!("{sign}{}\n", escape_truncated(line))));
    }
    text
}

/// Returns which lines of a text differ in another, and those of the other.
fn changed(old: &str, new: &str) -> (Range<usize>, Range<usize>) {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let same = |(a, b): &(&&str, &&str)| a == b;
    let start = old.iter().zip(&new).take_while(same).count();
    let rest = old[start..].iter().rev().zip(new[start..].iter().rev());
    let end = rest.take_while(same).count();
    (start..old.len() - end, start..new.len() - end)
}

/// Returns the line of a byte, from 1.
fn line_of(text: &str, at: usize) -> usize {
    let before = text.as_bytes().iter().take(at);
    1 + before.filter(|byte| **byte == b'\n').count()
}
