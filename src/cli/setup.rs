//! `setup`: writes the server's entry into a client's own file, beside what it holds.

mod json;
mod toml;

use std::env;
use std::io;
use std::ops::Range;

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::Value;

use super::Context;
use super::arguments::SetupArguments;
use super::init::client::{Client, ConfigFormat, SERVER, note_missing_guide};
use super::init::{project_folder, shadowed};
use super::output::{failed, quoted};
use crate::documents::error::FileError;
use crate::documents::sandbox::{Sandbox, ambient};
use crate::project::guide::FILE_NAME;
use crate::render::messages::MessageFormatter;
use crate::text::escape::{Escaped, escape_truncated};

/// The largest file of a client that is edited, in bytes.
const MAX_BYTES: u64 = 1 << 24;
/// How many copies a file may have beside it.
const MAX_COPIES: usize = 100;
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
    let (base, file) = match &client.project_file {
        Some(file) if !arguments.user => (folder.clone(), file.clone()),
        _ => user_file(client)?,
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
    let (target, old) = read(&base, &file).map_err(refused)?;
    let server = match arguments.remove {
        true => None,
        false => {
            check_folder(&folder, is_named)?;
            Some(client.server(wording, &folder)?)
        }
    };
    let new = match (&old, &server) {
        (None, None) => None,
        (None, Some(server)) => Some(client.block(server)),
        (Some(old), server) => {
            let text = old.strip_prefix(BOM).unwrap_or(old);
            let edited = match client.format {
                ConfigFormat::Json => json::edit(text, &client.key, server.as_ref()),
                ConfigFormat::Toml => {
                    let block = server.as_ref().map(|server| client.block(server));
                    let block = block.unwrap_or_default();
                    toml::edit(text, &client.key, server.as_ref(), &block)
                }
            };
            let bom = &old[..old.len() - text.len()];
            Some(bom.to_owned() + &edited.map_err(|reason| failure(&reason))?)
        }
    };
    if server.is_some() {
        note_missing_guide(wording, &folder)?;
    }
    let Some(new) = new.filter(|new| old.as_ref() != Some(new)) else {
        return Ok(format!("{shown} is unchanged.\n"));
    };
    if old.is_some() && ambient::is_read_only(&target).map_err(refused)? {
        return Err(failure("it is read-only"));
    }
    let mut text = difference(&path, old.as_deref().unwrap_or_default(), &new);
    if arguments.dry_run {
        return Ok(text + "Nothing was written.\n");
    }
    let copy = write(&target, old.as_deref(), &new).map_err(refused)?;
    text += &format!("Wrote {shown}.");
    if let Some(copy) = copy.as_deref().and_then(Utf8Path::file_name) {
        text += &format!(" What it held is beside it in {}.", Escaped(copy));
    }
    let is_due = !arguments.remove && (!arguments.user || client.project_file.is_none());
    let then = client.then.as_ref().filter(|_| is_due);
    text.extend(then.map(|then| format!(" {then}")));
    Ok(text + "\n")
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
fn user_file(client: &Client) -> Result<(Utf8PathBuf, Utf8PathBuf), String> {
    let absolute = |name| {
        let value = env::var(name).ok().map(Utf8PathBuf::from);
        value.filter(|path| path.is_absolute())
    };
    let file = &client.user_file;
    let below_home = file.strip_prefix("~").unwrap_or(file);
    let is_plain = client.dot_config && cfg!(target_vendor = "apple");
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

/// Returns the path of a file below a folder without links, and what the file holds; no
/// link out of the folder is followed.
pub(super) fn read(
    base: &Utf8Path,
    file: &Utf8Path,
) -> Result<(Utf8PathBuf, Option<String>), FileError> {
    let sandbox = match Sandbox::ambient(base) {
        Err(FileError::Missing) => return Ok((base.join(file), None)),
        opened => opened?,
    };
    let file = sandbox.resolved(file)?;
    let content = match sandbox.open(&file) {
        Ok(opened) => opened.read(MAX_BYTES).map_err(FileError::of_file)?,
        Err(FileError::Missing) => return Ok((base.join(file), None)),
        Err(error) => return Err(error),
    };
    let text = String::from_utf8(content);
    let text = text.map_err(|error| FileError::Encoding(error.utf8_error().valid_up_to()))?;
    Ok((base.join(file), Some(text)))
}

/// Writes a file, and a copy of what it held beside it, whose path is returned.
fn write(path: &Utf8Path, old: Option<&str>, new: &str) -> Result<Option<Utf8PathBuf>, FileError> {
    let Some(old) = old else {
        ambient::create_folder_of(path)?;
        ambient::create_new(path, new)?;
        return Ok(None);
    };
    let mut names = (1..MAX_COPIES).map(|number| format!("{path}.bak{number}"));
    let mut copy = Utf8PathBuf::from(format!("{path}.bak"));
    while let Err(error) = ambient::create_like(&copy, old, path) {
        match (ambient::read(&copy), names.next()) {
            (Ok(held), _) if held == old.as_bytes() => break,
            (_, Some(next)) if error.kind() == io::ErrorKind::AlreadyExists => copy = next.into(),
            _ => return Err(error.into()),
        }
    }
    ambient::replace(path, new)?;
    Ok(Some(copy))
}

/// Checks that an entry starts this program, whatever its path.
///
/// # Errors
///
/// That it is another server's.
fn check_ours(entry: Option<Value>) -> Result<(), String> {
    let entry = entry.unwrap_or_default();
    let mut words = vec![&entry["command"]];
    words.extend(entry["args"].as_array().into_iter().flatten());
    let program = ambient::program().unwrap_or_default();
    let is_ours = |word: &&Value| {
        let path = Utf8Path::new(word.as_str().unwrap_or_default());
        let name = path.file_name().unwrap_or_default();
        name.starts_with("mcp-guide") || Some(name) == program.file_name()
    };
    match words.iter().any(is_ours) {
        true => Ok(()),
        false => Err(format!(
            "its server \"{SERVER}\" does not start this program; rename or remove it first"
        )),
    }
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
