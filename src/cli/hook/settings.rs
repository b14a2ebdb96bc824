//! What a client's own settings say of the files that it loads by itself. No order of precedence is
//! followed: where two files disagree, or a value is not understood, nothing is known.

use std::collections::BTreeSet;

use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde::Deserialize;
use serde_json::{Map, Value};
use toml_edit::{Document, Item};

use super::excluded::Excluded;
use crate::documents::pattern::Pattern;

/// The largest settings file that is read, in bytes.
pub const MAX_BYTES: u64 = 1 << 16;
/// The longest name of a file, in bytes.
const MAX_NAME: usize = 255;

/// Where a client has its settings, and which of them matter.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SettingsRow {
    /// The user's folder: the first path whose variable, before its first slash, is set.
    pub folder: Vec<String>,
    /// Files of that folder.
    pub user: Vec<String>,
    /// Files of the folder where the client was started.
    pub project: Vec<String>,
    /// Whether those of the folders above count, too, up to the repository's top.
    pub above: bool,
    pub keys: Vec<SettingKey>,
    /// A file like which those are loaded that a setting names.
    pub like: Option<String>,
    /// Whether that file is loaded, too, where a setting names others.
    pub keeps_like: bool,
    /// The names of which the first in each folder is loaded, from the repository's top on.
    pub chain: Vec<String>,
    pub mode: Option<ModeRow>,
}

/// A setting.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SettingKey {
    /// The names of the objects that lead to it, and its own.
    pub path: Vec<String>,
    pub says: Says,
    /// Whether the client takes it from the user's files only.
    #[serde(default)]
    pub of_user: bool,
}

/// What a setting says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Says {
    /// The names of files that are loaded in place of others, or beside `like`.
    Names,
    /// Names behind those of the chain.
    MoreNames,
    MostBytes,
    /// Paths and patterns of files that are loaded, too.
    Paths,
    /// Patterns of absolute paths of files that are not loaded.
    Excludes,
    /// One of the values of `mode`.
    Mode,
}

/// Whether a client loads a file that others share, by the values of its setting.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModeRow {
    pub file: String,
    /// It is loaded as its row says.
    pub either: Vec<String>,
    /// It is loaded, whichever files are beside it or above.
    pub both: Vec<String>,
    /// It is not loaded.
    pub without: Vec<String>,
    /// The variable that has the client's version, and the first that loads the file.
    pub since: Since,
}

/// From which version on a client does something.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Since {
    pub variable: String,
    /// How the variable begins if it is of this client.
    pub begins: String,
    pub version: [u32; 3],
}

/// What all files say of one thing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Told<T> {
    /// Nothing.
    #[default]
    Nothing,
    Value(T),
    /// Several things, or what is not understood.
    Unknown,
}

/// What a client's settings say.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Whether a file could not be read.
    pub is_unknown: bool,
    pub names: Told<BTreeSet<String>>,
    pub more_names: Told<Vec<String>>,
    pub most_bytes: Told<u64>,
    pub mode: Told<String>,
    /// Of each file that has any.
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
    /// Adds what a file says, of the user or of the project; its name tells its syntax.
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

    /// Returns whether each file that names paths has this one, below a folder.
    pub fn has_path(&self, path: &str) -> bool {
        let has = |patterns: &Vec<Pattern>| patterns.iter().any(|pattern| pattern.matches(path));
        !self.paths.is_empty() && self.paths.iter().all(has)
    }

    /// Returns whether the file at a path from a folder may be excluded.
    pub fn may_exclude(&self, folder: impl FnOnce() -> Option<String>, path: &str) -> bool {
        self.excluded.may_have(folder, path)
    }
}

impl Since {
    /// Returns whether a version is one of these; `None` of a variable is the newest.
    pub fn has(&self, variable: Option<&str>) -> bool {
        let Some(version) = variable.and_then(|text| text.strip_prefix(&*self.begins)) else {
            return true;
        };
        let numbers = version.split(|c: char| !c.is_ascii_digit()).take(3);
        let numbers: Vec<u32> = numbers.map_while(|number| number.parse().ok()).collect();
        numbers.len() == 3 && *numbers >= self.version[..]
    }
}

/// Returns the object of a file; `None` if it is none. An empty file has nothing.
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

/// Returns a value of TOML as one of JSON; null of what that has not.
fn value(item: &Item) -> Value {
    if let Some(table) = item.as_table_like() {
        let fields = table
            .iter()
            .map(|(key, item)| (key.to_owned(), value(item)));
        return Value::Object(fields.collect());
    }
    let of = |of: &toml_edit::Value| of.as_str().map_or(Value::Null, Value::from);
    match item.as_value() {
        Some(toml_edit::Value::Integer(number)) => (*number.value()).into(),
        Some(toml_edit::Value::Boolean(flag)) => (*flag.value()).into(),
        Some(toml_edit::Value::Array(items)) => items.iter().map(of).collect(),
        Some(other) => of(other),
        None => Value::Null,
    }
}

/// Returns one string, or a list of nothing else.
fn strings(value: &Value) -> Option<Vec<&str>> {
    match value {
        Value::String(text) => Some(vec![text]),
        Value::Array(items) => items.iter().map(Value::as_str).collect(),
        _ => None,
    }
}

/// Returns names of files; `None` if one is none, or may be replaced.
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

/// Returns a pattern of files beneath a folder: `None` of an address, of a path that may lead
/// elsewhere, and of what clients may read otherwise.
fn beneath(path: &str) -> Option<Pattern> {
    let path = path.strip_prefix("./").unwrap_or(path);
    let is_plain = |c: char| c.is_alphanumeric() || " ._-+/*".contains(c);
    let is_plain = path.chars().all(is_plain) && !path.starts_with('/');
    Pattern::parse(path).ok().filter(|_| is_plain)
}
