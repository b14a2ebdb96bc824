//! The parts of a client's own settings that decide which files it loads by itself. No order of
//! precedence is followed: if two files disagree, or a value is not understood, the setting is
//! unknown.

use std::collections::BTreeSet;

use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde::Deserialize;
use serde_json::{Map, Value};
use toml_edit::{Document, Item};

use super::excluded::Excluded;
use crate::documents::pattern::Pattern;

/// The maximum size of a settings file, in bytes.
pub const MAX_BYTES: u64 = 1 << 16;
/// The maximum length of a file name, in bytes.
const MAX_NAME: usize = 255;

/// A row of a client's settings: the files that contain them, and the keys that matter.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SettingsRow {
    /// The candidate paths to the user's folder. A path may begin with a variable; the first path
    /// that expands to an absolute path is used.
    pub folder: Vec<String>,
    /// Settings files in the user's folder.
    pub user: Vec<String>,
    /// Settings files in the folder in which the client was started.
    pub project: Vec<String>,
    /// Whether settings files in the folders above, up to the repository's top, are read as well.
    pub above: bool,
    pub keys: Vec<SettingKey>,
    /// The rule file whose row also applies to the files that a setting lists.
    pub like: Option<String>,
    /// Whether the client still loads the file `like` if a setting lists other files.
    pub keeps_like: bool,
    /// The file names of the chain. In each folder, from the repository's top down, the client
    /// loads the first file that exists.
    pub chain: Vec<String>,
    pub mode: Option<ModeRow>,
}

/// A key of a client's settings.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SettingKey {
    /// The names of the enclosing objects, followed by the setting's own name.
    pub path: Vec<String>,
    pub says: Says,
    /// Whether the client reads the setting from the user's files only.
    #[serde(default)]
    pub of_user: bool,
}

/// The meaning of a setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Says {
    /// The names of files that are loaded instead of other files, or in addition to `like`.
    Names,
    /// File names that are tried after those of the chain.
    MoreNames,
    MostBytes,
    /// Paths and patterns of files that are also loaded.
    Paths,
    /// Patterns of absolute paths to files that are not loaded.
    Excludes,
    /// One of the values in [`ModeRow`].
    Mode,
}

/// A file shared by several clients, and the values of a setting that decide whether this client
/// loads it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModeRow {
    pub file: String,
    /// Values with which the client loads the file as the file's row says.
    pub either: Vec<String>,
    /// Values with which the client loads the file regardless of the files next to it or above it.
    pub both: Vec<String>,
    /// Values with which the client does not load the file.
    pub without: Vec<String>,
    /// The first version of the client that loads the file.
    pub since: Since,
}

/// The first version of a client that supports something.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Since {
    pub variable: String,
    /// The prefix of the variable's value if this client has set it.
    pub begins: String,
    pub version: [u32; 3],
}

/// The combined value of a setting in all files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Told<T> {
    /// No file has the setting.
    #[default]
    Nothing,
    Value(T),
    /// The files disagree, or a value is not understood.
    Unknown,
}

/// A client's settings, combined from all files.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Whether a file could not be read or understood.
    pub is_unknown: bool,
    pub names: Told<BTreeSet<String>>,
    pub more_names: Told<Vec<String>>,
    pub most_bytes: Told<u64>,
    pub mode: Told<String>,
    /// The patterns in each settings file that lists paths.
    paths: Vec<Vec<Pattern>>,
    excluded: Excluded,
}

impl<T: PartialEq> Told<T> {
    fn add(&mut self, value: Option<T>) {
        *self = match (std::mem::take(self), value) {
            (Self::Nothing, Some(value)) => Self::Value(value),
            (Self::Value(known), Some(value)) if known == value => Self::Value(known),
            _ => Self::Unknown,
        };
    }
}

impl Settings {
    /// Adds the settings in `text`, the content of a file whose name decides its syntax.
    /// `is_of_user` distinguishes the user's files from the project's.
    pub fn add(&mut self, row: &SettingsRow, text: &str, (file, is_of_user): (&str, bool)) {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let Some(settings) = parsed(text, file) else {
            self.is_unknown = true;
            return;
        };
        for key in row.keys.iter().filter(|key| is_of_user || !key.of_user) {
            let Some((last, objects)) = key.path.split_last() else {
                continue;
            };
            let mut at = Some(&settings);
            for name in objects {
                at = match at.and_then(|object| object.get(name)) {
                    None => None,
                    Some(Value::Object(object)) => Some(object),
                    Some(_) => {
                        self.is_unknown = true;
                        None
                    }
                };
            }
            if let Some(value) = at.and_then(|object| object.get(last)) {
                let kept = row.like.as_ref().filter(|_| row.keeps_like);
                self.read(key.says, value, (is_of_user, kept));
            }
        }
    }

    fn read(&mut self, says: Says, value: &Value, (is_of_user, kept): (bool, Option<&String>)) {
        match says {
            Says::Names => {
                let names = names(value).filter(|names| !names.is_empty());
                let names = names.map(|names| names.into_iter().chain(kept.cloned()));
                self.names.add(names.map(BTreeSet::from_iter));
            }
            Says::MoreNames => {
                self.more_names
                    .add(names(value).filter(|_| value.is_array()));
            }
            Says::MostBytes => self.most_bytes.add(value.as_u64()),
            Says::Mode => self.mode.add(value.as_str().map(str::to_owned)),
            Says::Paths => {
                let paths = value.as_array().into_iter().flatten();
                let paths = paths.filter_map(Value::as_str).filter_map(beneath);
                self.paths.push(paths.collect());
            }
            Says::Excludes => match strings(value).filter(|_| value.is_array()) {
                Some(patterns) => self.excluded.add(patterns, is_of_user),
                None => self.excluded.add_any(),
            },
        }
    }

    /// Returns whether every settings file that lists paths includes `path`. Returns false if no
    /// file lists paths.
    pub fn has_path(&self, path: &str) -> bool {
        let has = |patterns: &Vec<Pattern>| patterns.iter().any(|pattern| pattern.matches(path));
        !self.paths.is_empty() && self.paths.iter().all(has)
    }

    /// Returns whether a setting may exclude the file at `path` in `folder`.
    pub fn may_exclude(&self, folder: impl FnOnce() -> Option<String>, path: &str) -> bool {
        self.excluded.may_have(folder, path)
    }
}

impl Since {
    /// Returns whether `variable`, the value of the variable, contains this version or a later one.
    /// If this client has not set the variable, its version counts as the newest.
    pub fn has(&self, variable: Option<&str>) -> bool {
        let Some(version) = variable.and_then(|text| text.strip_prefix(&*self.begins)) else {
            return true;
        };
        let numbers = version.split(|c: char| !c.is_ascii_digit()).take(3);
        let numbers: Vec<u32> = numbers.map_while(|number| number.parse().ok()).collect();
        numbers.len() == 3 && *numbers >= self.version[..]
    }
}

/// Parses the text of a settings file. Returns `None` if it is invalid or contains no object. An
/// empty file has no settings.
pub(in crate::cli) fn parsed(text: &str, file: &str) -> Option<Map<String, Value>> {
    if file.ends_with(".toml") {
        let document = Document::parse(text).ok()?;
        return match value(document.as_item()) {
            Value::Object(object) => Some(object),
            _ => None,
        };
    }
    if text.trim().is_empty() {
        return Some(Map::new());
    }
    let options = ParseOptions {
        allow_comments: true,
        allow_loose_object_property_names: false,
        allow_trailing_commas: true,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    let parsed = parse_to_ast(text, &CollectOptions::default(), &options).ok()?;
    match parsed.value.map(Value::from) {
        Some(Value::Object(object)) => Some(object),
        _ => None,
    }
}

/// Converts a TOML value to JSON. A value that is not supported becomes null.
fn value(item: &Item) -> Value {
    if let Some(table) = item.as_table_like() {
        let fields = table
            .iter()
            .map(|(key, item)| (key.to_owned(), value(item)));
        return Value::Object(fields.collect());
    }
    let text = |scalar: &toml_edit::Value| scalar.as_str().map_or(Value::Null, Value::from);
    match item.as_value() {
        Some(toml_edit::Value::Integer(number)) => (*number.value()).into(),
        Some(toml_edit::Value::Boolean(flag)) => (*flag.value()).into(),
        Some(toml_edit::Value::Array(items)) => items.iter().map(text).collect(),
        Some(other) => text(other),
        None => Value::Null,
    }
}

/// Returns the strings of a value that is a string or a list of strings, or `None` for any other
/// value.
fn strings(value: &Value) -> Option<Vec<&str>> {
    match value {
        Value::String(text) => Some(vec![text]),
        Value::Array(items) => items.iter().map(Value::as_str).collect(),
        _ => None,
    }
}

/// Returns the file names in a value, or `None` if one of them is not a plain name.
fn names(value: &Value) -> Option<Vec<String>> {
    let is_name = |name: &&str| {
        let is_plain = |c: char| c.is_alphanumeric() || " ._-+".contains(c);
        name.chars().all(is_plain)
            && name.chars().any(char::is_alphanumeric)
            && name.len() <= MAX_NAME
    };
    let names = strings(value)?;
    names
        .iter()
        .all(is_name)
        .then(|| names.into_iter().map(str::to_owned).collect())
}

/// Parses `path` as a pattern for files in a folder. Returns `None` for a URL, for a path that may
/// lead elsewhere, and for a pattern that clients may interpret differently.
fn beneath(path: &str) -> Option<Pattern> {
    let path = path.strip_prefix("./").unwrap_or(path);
    let is_plain = |c: char| c.is_alphanumeric() || " ._-+/*".contains(c);
    let is_plain = path.chars().all(is_plain) && !path.starts_with('/');
    Pattern::parse(path).ok().filter(|_| is_plain)
}
