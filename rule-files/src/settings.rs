//! The parts of a client's own settings that decide which files it loads by itself. No order of
//! precedence is followed: if two files disagree, or a value is not understood, the setting is
//! unknown.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::client::{Client, Says};
use crate::excluded::Excluded;
use crate::pattern::Pattern;

/// The maximum length of a file name, in bytes.
const MAX_NAME: usize = 255;

/// The combined value of a setting in all files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Told<T> {
    /// No file has the setting.
    #[default]
    Nothing,
    /// All files that have the setting agree on this value.
    Value(T),
    /// The files disagree, or a value is not understood.
    Unknown,
}

/// The owner of a settings file.
#[derive(Clone, Copy)]
pub enum SettingsOwner<'r> {
    /// The user.
    User {
        /// Returns the absolute path to a folder without links, or `None` if it cannot be resolved.
        /// It is called for the folders of patterns that exclude files.
        real: &'r dyn Fn(&str) -> Option<String>,
    },
    /// The project.
    Project,
}

impl SettingsOwner<'_> {
    /// The user, whose patterns that exclude files lead through no links.
    pub const USER: Self = Self::User { real: &|_| None };
}

/// A client's settings, combined from all files.
///
/// ```
/// use rule_files::{Client, Settings, SettingsOwner, Told};
///
/// let codex = Client::built_in("codex");
/// let mut settings = Settings::default();
/// let file = serde_json::json!({"project_doc_max_bytes": 65536});
/// settings.add(&codex, file.as_object().ok_or("no object")?, &SettingsOwner::Project);
/// assert_eq!(settings.most_bytes, Told::Value(65536));
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Whether a file could not be read or understood.
    pub is_unknown: bool,
    /// The names of files that are loaded instead of other files.
    pub names: Told<BTreeSet<String>>,
    /// The file names that are tried after those of the chain.
    pub more_names: Told<Vec<String>>,
    /// The number of bytes of the chain that are loaded.
    pub most_bytes: Told<u64>,
    /// The value that decides about the file of [`Client::mode`].
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
    /// Adds `values`, the content of one of the settings files that `client` lists.
    pub fn add(&mut self, client: &Client, values: &Map<String, Value>, owner: &SettingsOwner<'_>) {
        let is_of_user = matches!(owner, SettingsOwner::User { .. });
        for key in client.keys.iter().filter(|key| is_of_user || !key.of_user) {
            let Some((last, objects)) = key.path.split_last() else {
                continue;
            };
            let mut at = Some(values);
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
                let kept = client.like.as_ref().filter(|_| client.keeps_like);
                self.read(key.says, value, kept, owner);
            }
        }
    }

    /// Adds the value of a setting. `kept` is the file that is loaded beside the names of
    /// [`Says::Names`].
    fn read(
        &mut self,
        says: Says,
        value: &Value,
        kept: Option<&String>,
        owner: &SettingsOwner<'_>,
    ) {
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
                Some(patterns) => self.excluded.add(patterns, owner),
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

    /// Returns whether a setting may exclude the file at `path` in `folder`, an absolute path.
    /// `folder` is called only if there are patterns.
    pub fn may_exclude(&self, folder: impl FnOnce() -> Option<String>, path: &str) -> bool {
        self.excluded.may_have(folder, path)
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
