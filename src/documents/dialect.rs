//! The rule files of clients: rows of `spec/dialects.yaml`, which says what each field means.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::text::frontmatter::Header;
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

/// The rows, of which the first that a path fits holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Dialects {
    pub dialects: Vec<Dialect>,
}

/// The rule files of one kind.
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

/// The values of a key that decide whether patterns do.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct Modes {
    pub key: String,
    #[serde(flatten)]
    pub values: BTreeMap<AppliesWhen, Vec<Value>>,
}

/// How patterns match.
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

/// When a client reads such files by itself: those for every file, and those for some.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Load {
    pub client: String,
    pub always: Vec<Event>,
    pub matched: Vec<Event>,
    /// Files that it reads in place of one in the same folder.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unless: Vec<String>,
    /// Files of the folder where it was started, or of one above, for which it reads none anywhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unless_top: Vec<String>,
    /// Files that take the place of one in the same folder, which it is not meant to read then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replaced: Vec<String>,
    /// How much of them it reads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cuts: Option<Cut>,
    /// Whether it reads what such a file imports, too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub imports: bool,
}

/// How much of such files a client reads.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Cut {
    pub most: u64,
    pub unit: Unit,
    pub of: Extent,
    /// The client's setting that changes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setting: Option<String>,
}

/// The category that `init` proposes for them.
#[derive(Debug, Default, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CategoryRow {
    pub name: String,
    pub dir: String,
    pub description: String,
}

impl Cut {
    /// Returns how much of a text counts, in its unit.
    pub fn size(&self, text: &str) -> u64 {
        let size = match self.unit {
            Unit::Characters => text.chars().count(),
            Unit::Bytes | Unit::Unknown => text.len(),
        };
        size as u64
    }
}

impl Dialects {
    /// Returns the row of the document at a path from the project's folder, the folder to which
    /// its patterns are relative, and the row's own path.
    pub fn of<'p>(&self, path: &'p str) -> Option<(&Dialect, &'p str, &str)> {
        self.dialects.iter().find_map(|of| {
            let mut files = of.files.iter();
            files.find_map(|file| {
                let fixed = file.split('*').next().unwrap_or_default();
                Some((of, of.base(file, path)?, fixed.trim_end_matches('/')))
            })
        })
    }

    /// Returns whether rule files of a row are those in a folder that have its ending.
    pub fn holds(&self, folder: &str) -> bool {
        let mut rows = self.dialects.iter();
        rows.any(|of| {
            let mut ends = of
                .files
                .iter()
                .filter_map(|file| Some((file, file.rsplit_once('*')?.1)));
            ends.any(|(file, end)| of.base(file, &join(folder, format!("-{end}"))).is_some())
        })
    }

    /// Returns how a client reads the rule at a path by itself, at its start or at this event, or
    /// that another takes its place. What is for all files of the folder where it was started, or of one above, may be read at another
    /// time than the rest. `has` says whether there is a file at a path from the project's folder,
    /// `is_above` whether the folder where the client was started, or one above, has one.
    pub fn loaded(
        &self,
        (path, is_general): (&str, bool),
        (client, event): (&str, Event),
        has: impl Fn(&str) -> bool,
        is_above: impl Fn(&str) -> bool,
    ) -> Option<&Load> {
        let (of, folder, _) = self.of(path)?;
        let beside = |name: &String| has(&join(folder, name));
        of.loads.iter().find(|load| {
            let events = match is_general {
                true => &load.always,
                false => &load.matched,
            };
            let is_read = !load.unless.iter().any(beside)
                && !load.unless_top.iter().any(|name| is_above(name))
                && (events.contains(&Event::Start) || events.contains(&event));
            load.client == client && (is_read || load.replaced.iter().any(beside))
        })
    }

    /// Returns its rows after others, which take the place of those of their names. One of these
    /// without a category gets that of its name, in the folder of its first file.
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
        let own = self.dialects.iter();
        let own = own.filter(|of| !rows.iter().any(|row| row.name == of.name));
        let own: Vec<Dialect> = own.cloned().collect();
        rows.extend(own);
        Self { dialects: rows }
    }

    /// Checks what the types do not. The first rows are those of `file`.
    ///
    /// # Errors
    ///
    /// The first error, with its place in the file.
    pub(crate) fn check(&self, file: &YamlNode) -> Result<(), Located<String>> {
        let (mut names, mut folders) = (HashSet::new(), HashMap::new());
        for (index, of) in self.dialects.iter().enumerate() {
            let is_file = |file: &String| {
                let names = file.split('/');
                !file.is_empty() && !names.clone().any(|name| matches!(name, "" | "." | ".."))
            };
            let dir = format!("{}/", of.category.dir);
            let is_in = |file: &String| dir == "./" || file.starts_with(&dir);
            let CategoryRow { name, dir, .. } = &of.category;
            let (known, first) = *folders.entry(name).or_insert((dir, index));
            let patterns = matches!(of.matcher, Matcher::Glob | Matcher::Gitignore);
            let (at, field, message): (usize, &[&str], &str) = match () {
                () if matches!(&**name, "" | "." | "..") => {
                    (index, &["category", "name"], "it is no name")
                }
                () if !names.insert(&of.name) => (index, &["name"], "it is used twice"),
                () if of.files.is_empty() => (index, &["files"], "at least one is needed"),
                () if !of.files.iter().all(is_file) => {
                    (index, &["files"], "a path from the top is needed")
                }
                () if !of.files.iter().all(|file| split(file).is_some()) => (
                    index,
                    &["files"],
                    "a file, FOLDER/*END or FOLDER/**/*END is needed, without other wildcards",
                ),
                () if !of.files.iter().all(is_in) => {
                    (index, &["category", "dir"], "it must hold all files")
                }
                // The second one may be a built-in row.
                () if known != dir => (
                    first,
                    &["category", "name"],
                    "another row has it for another folder",
                ),
                () if patterns == of.keys.is_empty() => {
                    (index, &["keys"], "a matcher and keys need each other")
                }
                () if (of.evidence == Evidence::Measured) != of.with.is_some() => {
                    (index, &["with"], "it is for what was measured")
                }
                () => continue,
            };
            let row = ["dialects", &format!("[{at}]")];
            return Err(file.error(&[&row, field].concat(), message.to_owned()));
        }
        Ok(())
    }
}

/// Splits a path of a row: what comes before its wildcard, whether that is `**/*`, and what comes
/// behind. Returns `None` if it has another.
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
    /// Returns what the value of a header means, if the row has it.
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
    /// Returns the folder to which a file at a path belongs, if that is one of its own.
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

    /// Returns how a client reads such files first.
    pub fn load_of(&self, client: &str) -> Option<&Load> {
        self.loads.iter().find(|load| load.client == client)
    }

    /// Returns whether that was measured with this client.
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

    /// Returns whether a column says yes; what nobody knows does if it is `lenient`.
    pub(crate) fn is(&self, column: fn(&Matching) -> Answer, lenient: bool) -> bool {
        let answer = self.matching.as_ref().map_or(Answer::Unknown, column);
        answer == Answer::Yes || answer == Answer::Unknown && lenient
    }

    /// Returns the names of the columns that its owner's pages do not fill; none of a row without
    /// a page.
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
