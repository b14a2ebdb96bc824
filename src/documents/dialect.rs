//! The kinds of rule files that clients read. They are rows of `spec/dialects.yaml`, which
//! describes each field.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::text::header::Header;
use crate::text::located::Located;
use crate::text::paths::join;
use crate::text::yaml::YamlNode;

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

/// All rows of the table. The first row that matches a path applies to it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Dialects {
    pub dialects: Vec<Dialect>,
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

impl Dialects {
    /// Returns the row for the rule file at `path`, or `None` if no row matches. Also returns the
    /// folder to which the file's patterns are relative, and the part of the row's path before its
    /// wildcard. `path` is relative to the project's folder.
    pub fn of<'p>(&self, path: &'p str) -> Option<(&Dialect, &'p str, &str)> {
        self.dialects.iter().find_map(|dialect| {
            let mut files = dialect.files.iter();
            files.find_map(|file| {
                let fixed = file.split('*').next().unwrap_or_default();
                Some((
                    dialect,
                    dialect.base(file, path)?,
                    fixed.trim_end_matches('/'),
                ))
            })
        })
    }

    /// Returns whether some row has a path with a wildcard that can match a file in `folder`.
    pub fn holds(&self, folder: &str) -> bool {
        let mut rows = self.dialects.iter();
        rows.any(|dialect| {
            let mut ends = dialect
                .files
                .iter()
                .filter_map(|file| Some((file, file.rsplit_once('*')?.1)));
            ends.any(|(file, end)| {
                dialect
                    .base(file, &join(folder, format!("-{end}")))
                    .is_some()
            })
        })
    }

    /// Returns the entry that says how a client, without mcp-guide, reads the rule at `path`, either
    /// at its start or at `event`. Also returns the entry if another file replaces the rule. Returns `None` if
    /// the client does not read the rule.
    ///
    /// `is_general` says whether the rule applies to all files of the client's start folder, or of
    /// a folder above. The client may read these rules at different events than other rules. `has`
    /// returns whether a file exists at a path relative to the project's folder. `is_above` returns
    /// whether the client's start folder, or a folder above, contains a file with the given name.
    pub fn loaded(
        &self,
        (path, is_general): (&str, bool),
        (client, event): (&str, Event),
        has: impl Fn(&str) -> bool,
        is_above: impl Fn(&str) -> bool,
    ) -> Option<&Load> {
        let (dialect, folder, _) = self.of(path)?;
        let beside = |name: &String| has(&join(folder, name));
        dialect.loads.iter().find(|load| {
            let events = if is_general {
                &load.always
            } else {
                &load.matched
            };
            let is_read = !load.unless.iter().any(beside)
                && !load.unless_top.iter().any(|name| is_above(name))
                && (events.contains(&Event::Start) || events.contains(&event));
            load.client == client && (is_read || load.replaced.iter().any(beside))
        })
    }

    /// Returns the rows of `others`, followed by the rows of `self` whose names are not in
    /// `others`. A row of `others` without a category gets one that has the row's name and the
    /// folder of the row's first file.
    pub fn after(&self, others: Self) -> Self {
        let mut rows = others.dialects;
        for row in rows.iter_mut().filter(|row| row.category.name.is_empty()) {
            let first = row.files.iter().find_map(|file| file.split('*').next());
            let folder = first.and_then(|path| Some(path.rsplit_once('/')?.0));
            row.category = CategoryRow {
                name: row.name.to_lowercase().replace([' ', '/'], "-"),
                dir: folder.unwrap_or(".").to_owned(),
                description: row.name.clone(),
            };
        }
        let is_own = |dialect: &&Dialect| !rows.iter().any(|row| row.name == dialect.name);
        let own: Vec<Dialect> = self.dialects.iter().filter(is_own).cloned().collect();
        rows.extend(own);
        Self { dialects: rows }
    }

    /// Checks constraints that the types cannot express. The first rows of the table are from
    /// `file`.
    ///
    /// # Errors
    ///
    /// Returns the first error, with its position in `file`.
    pub(crate) fn check(&self, file: &YamlNode) -> Result<(), Located<String>> {
        let (mut names, mut folders) = (HashSet::new(), HashMap::new());
        for (index, dialect) in self.dialects.iter().enumerate() {
            let is_file = |file: &String| {
                let names = file.split('/');
                !file.is_empty() && !names.clone().any(|name| matches!(name, "" | "." | ".."))
            };
            let dir = format!("{}/", dialect.category.dir);
            let is_in = |file: &String| dir == "./" || file.starts_with(&dir);
            let CategoryRow { name, dir, .. } = &dialect.category;
            let (known, first) = *folders.entry(name).or_insert((dir, index));
            let patterns = matches!(dialect.matcher, Matcher::Glob | Matcher::Gitignore);
            let (at, field, message): (usize, &[&str], &str) = match () {
                () if matches!(&**name, "" | "." | "..") => {
                    (index, &["category", "name"], "it is not a valid name")
                }
                () if !names.insert(&dialect.name) => (index, &["name"], "it is used twice"),
                () if dialect.files.is_empty() => (index, &["files"], "expected at least one"),
                () if !dialect.files.iter().all(is_file) => (
                    index,
                    &["files"],
                    "expected a path from the project's folder",
                ),
                () if !dialect.files.iter().all(|file| split(file).is_some()) => (
                    index,
                    &["files"],
                    "expected a file, FOLDER/*END or FOLDER/**/*END, without other wildcards",
                ),
                () if !dialect.files.iter().all(is_in) => {
                    (index, &["category", "dir"], "it must contain all files")
                }
                // The second row may be built in, so the error is reported at the first row.
                () if known != dir => (
                    first,
                    &["category", "name"],
                    "another row uses this name for another folder",
                ),
                () if patterns == dialect.keys.is_empty() => (
                    index,
                    &["keys"],
                    "a matcher needs keys, and keys need a matcher",
                ),
                () if (dialect.evidence == Evidence::Measured) != dialect.with.is_some() => (
                    index,
                    &["with"],
                    "it is for measured rows, and required there",
                ),
                () => continue,
            };
            let row = ["dialects", &format!("[{at}]")];
            return Err(file.error(&[&row, field].concat(), message.to_owned()));
        }
        Ok(())
    }
}

/// Splits `file`, a path in a row, at its wildcard. Returns the part before the wildcard, whether
/// the wildcard is `**/*`, and the part after it. Returns `None` if the path contains any other
/// wildcard.
fn split(file: &str) -> Option<(&str, bool, &str)> {
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
    pub(crate) fn of(&self, header: &Header<'_>) -> Option<AppliesWhen> {
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
    fn base<'p>(&self, file: &str, path: &'p str) -> Option<&'p str> {
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
    pub(crate) fn is(&self, column: fn(&Matching) -> Answer, lenient: bool) -> bool {
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
