//! A person's answers that a client has stored: which folders are trusted, and whether our plugin
//! is installed.

use std::{env, fmt};

use camino::{Utf8Path, Utf8PathBuf};
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::{Map, Value};

use super::client::{Client, TrustedBelow, UserValue};
use super::file_edit::MAX_BYTES;
use crate::cli::hook::environment::settings_folder;
use crate::cli::hook::settings_text::settings_text;
use crate::documents::sandbox::{Tree, ambient};

/// Returns whether the client's own file says that a person trusts `folder`, and the path to this
/// file. Returns `None` if this is unknown. `folder` is also trusted if a folder above it is, and
/// the client does not ask again for the folders below that one.
pub(in crate::cli) fn trusts(client: &Client, folder: &Utf8Path) -> Option<(bool, Utf8PathBuf)> {
    let answers = client.trust.iter().filter_map(|row| trusts_by(row, folder));
    answers.max_by_key(|(is_trusted, _)| *is_trusted)
}

/// Returns the path to the client's file if it says that our plugin is installed and enabled.
pub(in crate::cli) fn plugin(client: &Client) -> Option<Utf8PathBuf> {
    let row = client.plugin.as_ref()?;
    let nowhere = Utf8Path::new("");
    let (file, settings) = read(row, nowhere)?;
    row.holds(&settings, nowhere).then_some(file)
}

/// Returns whether `folder` is trusted according to `row`, and the path to the row's file.
fn trusts_by(row: &UserValue, folder: &Utf8Path) -> Option<(bool, Utf8PathBuf)> {
    let (file, settings) = read(row, folder)?;
    let is_trusted = |folder: &Utf8Path| row.holds(&settings, folder);
    let is_top = |folder: &Utf8Path| Tree::ambient(folder).is_ok_and(|tree| tree.has(".git"));
    for above in folder.ancestors() {
        let is_top = row.below != TrustedBelow::All && is_top(above);
        let counts = row.below != TrustedBelow::Top || is_top || above == folder;
        if counts && is_trusted(above) {
            return Some((true, file));
        }
        if is_top {
            break;
        }
    }
    Some((false, file))
}

/// Returns the path to a row's file, and the file's settings for `folder` and the folders above it.
/// Returns `None` if the file cannot be read.
fn read(row: &UserValue, folder: &Utf8Path) -> Option<(Utf8PathBuf, Value)> {
    let file = file(row)?;
    let file = ambient::canonical(&file).unwrap_or(file);
    let text = ambient::read_at_most(&file, MAX_BYTES).ok()?;
    let text = String::from_utf8(text).ok()?;
    let reader = WayReader {
        names: &row.path,
        folder,
    };
    // A file with comments, or in TOML, is parsed whole.
    let settings = reader
        .read(&text)
        .or_else(|| Some(Value::Object(settings_text(&text, file.as_str())?)))?;
    Some((file, settings))
}

impl UserValue {
    /// Returns whether `settings` contain the expected value for `folder`.
    fn holds(&self, settings: &Value, folder: &Utf8Path) -> bool {
        let mut names = self.path.iter();
        let found = names.try_fold(settings, |at, name| match &**name {
            "{folder}" => at.get(folder.as_str()),
            name => at.get(name),
        });
        match (&self.is, found) {
            (Some(is), Some(found)) => is == found,
            (None, Some(Value::Array(folders))) => {
                folders.iter().any(|trusted| trusted == folder.as_str())
            }
            _ => false,
        }
    }
}

/// Returns the first path to the user's file that has no variable, or whose variable is set.
/// Returns `None` if this path is not absolute: a relative path may lead to a file of the project.
fn file(row: &UserValue) -> Option<Utf8PathBuf> {
    let variable = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    let is_set = |path: &&String| match path.strip_prefix('$').and_then(|path| path.split_once('/'))
    {
        Some((name, _)) => variable(name).is_some(),
        None => true,
    };
    settings_folder(row.user_file.iter().find(is_set)?, variable)
}

/// A reader of the settings for a folder and the folders above it. Everything else is skipped: the
/// client's file may be large, and a hook has little time.
#[derive(Clone, Copy)]
struct WayReader<'w> {
    names: &'w [String],
    folder: &'w Utf8Path,
}

impl WayReader<'_> {
    /// Reads the settings. Returns `None` if the text is not JSON, or if a value on the path is not
    /// an object.
    fn read(self, text: &str) -> Option<Value> {
        let mut reader = serde_json::Deserializer::from_str(text);
        let value = self.deserialize(&mut reader).ok()?;
        reader.end().ok().map(|()| value)
    }

    /// Returns whether a key is on the path to the value.
    fn has(&self, key: &str) -> bool {
        match self.names.first().map(|name| &**name) {
            Some("{folder}") => self.folder.ancestors().any(|above| above == key),
            name => name == Some(key),
        }
    }
}

impl<'de> DeserializeSeed<'de> for WayReader<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Value, D::Error> {
        match self.names {
            [] => serde::Deserialize::deserialize(reader),
            _ => reader.deserialize_map(self),
        }
    }
}

impl<'de> Visitor<'de> for WayReader<'_> {
    type Value = Value;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut found = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if self.has(&key) {
                let names = &self.names[1..];
                found.insert(key, entries.next_value_seed(WayReader { names, ..self })?);
            } else {
                entries.next_value::<IgnoredAny>()?;
            }
        }
        Ok(Value::Object(found))
    }
}
