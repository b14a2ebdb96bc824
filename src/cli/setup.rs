//! `setup`: writes the server's entry into a client's own file, beside what it holds.

pub mod client;
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
use client::{Client, ConfigFormat, SERVER, note_missing_guide};

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
    let server = match arguments.remove {
        true => None,
        false => {
            check_folder(&folder, is_named)?;
            Some(client.server(wording, &folder)?)
        }
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
    let block = server.as_ref().map(|server| client.block(server));
    let block = block.unwrap_or_default();
    let edit = |old: Option<&str>| -> Result<String, String> {
        let Some(old) = old else {
            return Ok(block.clone());
        };
        let text = old.strip_prefix(BOM).unwrap_or(old);
        let edited = match client.format {
            ConfigFormat::Json => json::edit(text, &client.key, server.as_ref()),
            ConfigFormat::Toml => toml::edit(text, &client.key, server.as_ref(), &block),
        };
        let bom = &old[..old.len() - text.len()];
        Ok(bom.to_owned() + &edited.map_err(|reason| failure(&reason))?)
    };
    let edited = sandbox.edit(&target, (MAX_BYTES, true, arguments.dry_run), edit);
    let edited = edited.map_err(refused)??;
    if server.is_some() {
        note_missing_guide(wording, &folder)?;
    }
    let Some(new) = edited.new else {
        return Ok(format!("{shown} is unchanged.\n"));
    };
    let mut text = difference(&path, &edited.old.unwrap_or_default(), &new);
    if arguments.dry_run {
        return Ok(text + "Nothing was written.\n");
    }
    text += &format!("Wrote {shown}.");
    if let Some(copy) = edited.copy {
        text += &format!(" What it held is beside it in {}.", Escaped(&copy));
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
        // Packages and images may have a version.
        let bare = name.split(['@', ':']).next().unwrap_or_default();
        let bare = bare.split("==").next().unwrap_or_default();
        matches!(bare, "mcp-guide" | "mcp-guide.exe") || Some(name) == program.file_name()
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
