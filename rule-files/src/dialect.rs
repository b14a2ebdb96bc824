//! One kind of rule files that clients read: a row of `data/dialects.yaml`, which describes each
//! field.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::header::Header;

macro_rules! words {
    ($(#[doc = $about:literal] $name:ident { $(#[doc = $meaning:literal] $word:ident)+ })+) => {$(
        #[doc = $about]
        #[derive(Debug, Default, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
        #[serde(rename_all = "snake_case")]
        pub enum $name {
            $(#[doc = $meaning] $word,)+
            /// No page of the client's owner states it.
            #[default]
            Unknown,
        }
    )+};
}

words! {
    /// The folders in which a client looks for rule files.
    Depth {
        /// Only the project's folder.
        Top
        /// The project's folder and the folders below it.
        Anywhere
    }
    /// How patterns match.
    Matcher {
        /// As in `.gitignore`.
        Gitignore
        /// As a glob of the whole path.
        Glob
        /// Not at all: the rule is for the folder that has the file.
        Folder
    }
    /// When a rule applies.
    AppliesWhen {
        /// For every file in its folder.
        Always
        /// Only if a person names it.
        Never
        /// If the agent chooses it by its description.
        Described
        /// For the files that its patterns match.
        Matched
    }
    /// What a leading `!` of a pattern means.
    Negation {
        /// The last pattern that matches decides, as in `.gitignore`.
        Ordered
        /// It takes out what it matches.
        Except
        /// It is one more pattern, of every path that it does not match.
        Complement
    }
    /// The folder to which patterns are relative.
    Relative {
        /// The folder that has the rule files.
        Folder
        /// The project's folder.
        Project
    }
    /// Whether a client does something.
    Answer {
        /// It does.
        Yes
        /// It does not.
        No
    }
    /// An event of a session at which a client reads rule files.
    Event {
        /// The client starts.
        Start
        /// The agent reads a file.
        Read
        /// The agent creates a file.
        Write
        /// The agent runs a command that names a file.
        Shell
    }
    /// Where a row is from.
    Evidence {
        /// It was measured with a version of a client.
        Measured
        /// It is what the client's documentation says.
        Documented
    }
    /// The unit of a limit.
    Unit {
        /// Bytes of UTF-8.
        Bytes
        /// Characters.
        Characters
    }
    /// What a limit is for.
    Extent {
        /// Each file.
        File
        /// The files from the repository's top down to the start folder together.
        Chain
        /// All files together.
        All
    }
}

/// A row of the table: the rule files of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Dialect {
    /// What people call such files.
    pub name: String,
    /// The paths of the files: one file, `FOLDER/*END` or `FOLDER/**/*END`.
    pub files: Vec<String>,
    /// The folders that may have the files.
    #[serde(default)]
    pub depth: Depth,
    /// The fields of the header that hold patterns. The first that has any holds.
    #[serde(default)]
    pub keys: Vec<String>,
    /// The field whose values decide when a rule applies.
    pub modes: Option<Modes>,
    /// When a rule without patterns applies.
    pub without: AppliesWhen,
    /// When a rule with an empty list of patterns applies, if that differs.
    pub empty: Option<AppliesWhen>,
    /// How patterns match.
    pub matcher: Matcher,
    /// The settings of the matcher.
    pub matching: Option<Matching>,
    /// The clients that read the files by themselves.
    #[serde(default)]
    pub loads: Vec<Load>,
    /// The category that mcp-guide proposes for the files.
    #[serde(default)]
    pub category: CategoryRow,
    /// The page that documents the files.
    #[serde(default)]
    pub url: String,
    /// The date of the row, as `YYYY-MM-DD`.
    #[serde(default)]
    pub date: String,
    /// Where the row is from.
    #[serde(default)]
    pub evidence: Evidence,
    /// The clients and versions with which the row was measured, separated by commas.
    pub with: Option<String>,
}

/// A header field whose values decide when a rule applies.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct Modes {
    /// The name of the field.
    pub key: String,
    /// The values, by when a rule applies.
    #[serde(flatten)]
    pub values: BTreeMap<AppliesWhen, Vec<Value>>,
}

/// The settings for matching patterns.
#[derive(Debug, Default, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Matching {
    /// The folder to which patterns are relative.
    pub relative_to: Relative,
    /// What a leading `!` means.
    pub negation: Negation,
    /// Whether ASCII letters match without regard to their case.
    pub ignores_case: Answer,
    /// Whether a glob is also compared with the file's name alone.
    pub name_alone: Answer,
    /// Whether a `/` at the beginning stands for the folder itself.
    pub leading_slash: Answer,
    /// Whether commas separate patterns within an item of a list.
    pub splits_items: Answer,
    /// Whether `/**` at the end is taken off first.
    pub drops_final_stars: Answer,
    /// Whether `!` and `^` are ordinary members of a set, and a `]` ends it anywhere.
    pub plain_sets: Answer,
}

/// The events at which a client reads rule files by itself: `always` for files that always apply,
/// and `matched` for other files.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Load {
    /// The name of the client.
    pub client: String,
    /// The events for rules that always apply.
    pub always: Vec<Event>,
    /// The events for other rules.
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
    /// The limit.
    pub most: u64,
    /// The unit of the limit.
    pub unit: Unit,
    /// What the limit is for.
    pub of: Extent,
    /// The name of the client's setting that changes the limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setting: Option<String>,
}

/// The category that `init` proposes for the rule files.
#[derive(Debug, Default, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CategoryRow {
    /// The name of the category.
    pub name: String,
    /// Its folder.
    pub dir: String,
    /// Its description.
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

    /// Returns whether `file`, a path in the row, can match in the folder with the path components
    /// `names` or below it. No folder above the one that the row names is hidden.
    pub(crate) fn leads_to(&self, file: &str, names: &[&str]) -> bool {
        let Some((fixed, is_deep, _)) = split(file) else {
            return false;
        };
        let (folder, _) = fixed.rsplit_once('/').unwrap_or_default();
        let named: Vec<&str> = folder.split('/').filter(|name| !name.is_empty()).collect();
        let starts = if self.depth == Depth::Top {
            0..=0
        } else {
            0..=names.len()
        };
        starts.into_iter().any(|start| {
            let (above, below) = names.split_at(start.min(names.len()));
            let is_hidden = above.iter().any(|name| name.starts_with('.'));
            let shared = below.len().min(named.len());
            let is_along = below[..shared] == named[..shared];
            !is_hidden && is_along && (below.len() <= named.len() || is_deep)
        })
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
