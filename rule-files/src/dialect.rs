//! One kind of rule files that clients read: a row of `data/dialects.yaml`, which describes each
//! field.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::header::Header;

macro_rules! words {
    ($($name:ident { $($word:ident)+ })+) => {$(
        #[derive(Debug, Default, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($word,)+ #[default] Unknown }
    )+};
}

words! {
    Depth { Top Anywhere }
    Matcher { Gitignore Glob Folder }
    AppliesWhen { Always Never Described Matched }
    Negation { Ordered Except Complement }
    Relative { Folder Project }
    Answer { Yes No }
    Event { Start Read Write Shell }
    Evidence { Measured Documented }
    Unit { Bytes Characters }
    Extent { File Chain All }
}

/// A row of the table: the rule files of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Dialect {
    pub name: String,
    pub files: Vec<String>,
    #[serde(default)]
    pub depth: Depth,
    #[serde(default)]
    pub keys: Vec<String>,
    pub modes: Option<Modes>,
    pub without: AppliesWhen,
    pub empty: Option<AppliesWhen>,
    pub matcher: Matcher,
    pub matching: Option<Matching>,
    #[serde(default)]
    pub loads: Vec<Load>,
    #[serde(default)]
    pub category: CategoryRow,
    #[serde(default)]
    pub url: String,
    #[serde(default)]
    pub date: String,
    #[serde(default)]
    pub evidence: Evidence,
    pub with: Option<String>,
}

/// A header field whose values decide when a rule applies.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct Modes {
    pub key: String,
    #[serde(flatten)]
    pub values: BTreeMap<AppliesWhen, Vec<Value>>,
}

/// The settings for matching patterns.
#[derive(Debug, Default, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Matching {
    pub relative_to: Relative,
    pub negation: Negation,
    pub ignores_case: Answer,
    pub name_alone: Answer,
    pub leading_slash: Answer,
    pub splits_items: Answer,
    pub drops_final_stars: Answer,
    pub plain_sets: Answer,
}

/// The events at which a client reads rule files by itself: `always` for files that always apply,
/// and `matched` for other files.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Load {
    pub client: String,
    pub always: Vec<Event>,
    pub matched: Vec<Event>,
    /// Files that replace a rule file in the same folder: if one of them exists, the client reads
    /// it instead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unless: Vec<String>,
    /// Files that stop the client from reading any of the rule files, if they are in the folder
    /// where the client was started or in a folder above.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unless_top: Vec<String>,
    /// Files that replace a rule file in the same folder. If one of them exists, the client is not
    /// meant to read the rule file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replaced: Vec<String>,
    /// The limit on how much the client reads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cuts: Option<Cut>,
    /// Whether the client also reads the files that a rule file imports.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub imports: bool,
}

/// The limit on how much of the rule files a client reads.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Cut {
    pub most: u64,
    pub unit: Unit,
    pub of: Extent,
    /// The name of the client's setting that changes the limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setting: Option<String>,
}

/// The category that `init` proposes for the rule files.
#[derive(Debug, Default, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CategoryRow {
    pub name: String,
    pub dir: String,
    pub description: String,
}

impl Cut {
    /// Returns the size of `text` in the unit of the limit.
    pub fn size(&self, text: &str) -> u64 {
        let size = match self.unit {
            Unit::Characters => text.chars().count(),
            Unit::Bytes | Unit::Unknown => text.len(),
        };
        size as u64
    }
}

/// Splits `file`, a path in a row, at its wildcard. Returns the part before the wildcard, whether
/// the wildcard is `**/*`, and the part after it. Returns `None` if the path contains any other
/// wildcard.
pub(crate) fn split(file: &str) -> Option<(&str, bool, &str)> {
    let (fixed, end) = file.split_once('*').unwrap_or((file, ""));
    let deep = end.strip_prefix("*/*");
    let has_folder = fixed.is_empty() || fixed.ends_with('/');
    let is_read = if deep.is_some() {
        has_folder
    } else {
        !end.contains('/')
    };
    let end = deep.unwrap_or(end);
    let is_plain = |part: &str| !part.contains(['*', '?', '[', ']', '{', '}', '\\']);
    (is_read && is_plain(fixed) && is_plain(end)).then_some((fixed, deep.is_some(), end))
}

impl Modes {
    /// Returns when a rule applies according to the value of `key` in `header`. Returns `None` if
    /// the header does not contain the field, or if the row does not list its value.
    pub fn of(&self, header: &Header<'_>) -> Option<AppliesWhen> {
        let value = header.get(&self.key)?.read::<Value>().ok()?;
        let has = |list: &Vec<Value>| match &value {
            Value::Array(items) => items.iter().any(|item| list.contains(item)),
            value => list.contains(value),
        };
        let mut values = self.values.iter();
        values.find_map(|(standing, list)| has(list).then_some(*standing))
    }
}

impl Dialect {
    /// Returns the folder to which the rule file at `path` belongs. Returns `None` if `file`, a
    /// path in the row, does not match `path`.
    pub(crate) fn base<'p>(&self, file: &str, path: &'p str) -> Option<&'p str> {
        let (fixed, is_deep, end) = split(file)?;
        let is_one = fixed.len() == file.len();
        let mut places = path.match_indices(fixed).map(|(at, _)| path.split_at(at));
        let (above, _) = places.find(|(above, rest)| {
            let name = &rest[fixed.len()..];
            let starts = above.is_empty() || above.ends_with('/') && self.depth != Depth::Top;
            let fits = name.ends_with(end) && (is_deep || !name.contains('/'));
            starts && fits && is_one == name.is_empty()
        })?;
        Some(above.trim_end_matches('/'))
    }

    /// Returns the first entry of `loads` for `client`, or `None` if the row has none.
    pub fn load_of(&self, client: &str) -> Option<&Load> {
        self.loads.iter().find(|load| load.client == client)
    }

    /// Returns whether the values of the row were measured with `client`.
    pub fn is_measured_with(&self, client: &str) -> bool {
        let with = self
            .with
            .as_ref()
            .filter(|_| self.evidence == Evidence::Measured);
        let mut with = with.into_iter().flat_map(|with| with.split(','));
        with.any(|name| {
            let name = name.trim().to_lowercase().replace(' ', "-");
            let version = name.strip_prefix(client);
            version.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        })
    }

    /// Returns whether the value of `column` is yes. An unknown value counts as yes if `lenient` is
    /// true.
    pub fn is(&self, column: fn(&Matching) -> Answer, lenient: bool) -> bool {
        let answer = self.matching.as_ref().map_or(Answer::Unknown, column);
        answer == Answer::Yes || answer == Answer::Unknown && lenient
    }

    /// Returns the names of the columns whose values the client's documentation does not give. The
    /// list is empty for a row without a URL.
    pub fn unknown(&self) -> Vec<String> {
        if self.url.is_empty() {
            return Vec::new();
        }
        let row = serde_json::to_value(self).unwrap_or_default();
        let columns = [&row, &row["matching"]].into_iter();
        let columns = columns.filter_map(Value::as_object).flatten();
        let unknown = columns.filter(|(_, word)| *word == "unknown");
        unknown.map(|(name, _)| name.clone()).collect()
    }
}
