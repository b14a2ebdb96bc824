//! A client as a reader of rule files: a row of `data/clients.yaml`, which describes each field.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::yaml::{self, YamlError};

/// The built-in rows as JSON, from `data/rule-files.json`.
const BUILT_IN: &str = include_str!(concat!(env!("OUT_DIR"), "/clients.json"));
/// The built-in rows as YAML.
pub const CLIENTS_YAML: &str = include_str!("../data/clients.yaml");

/// What decides, beside the rows of rule files, which files a client loads by itself. The default
/// is a client without settings, which reads from the top of the repository down.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Client {
    /// The folders above its start folder in which the client reads files.
    pub above: Above,
    /// The extensions of the files that the client imports. If the list is empty, it imports files
    /// with any extension.
    pub imports: Vec<String>,
    /// The candidate paths to the folder of the user's settings. A path may begin with a variable
    /// or with `~`; the first path whose variable is set is used.
    pub folder: Vec<String>,
    /// Settings files in the user's folder.
    pub user: Vec<String>,
    /// Settings files in the folder in which the client was started.
    pub project: Vec<String>,
    /// Whether settings files in the folders above, up to the repository's top, are read as well.
    pub read_above: bool,
    /// The keys of settings files that matter.
    pub keys: Vec<SettingKey>,
    /// The rule file whose row also applies to the files that a setting lists.
    pub like: Option<String>,
    /// Whether the client still loads the file `like` if a setting lists other files.
    pub keeps_like: bool,
    /// The file names of the chain. In each folder, from the repository's top down, the client
    /// loads the first file that exists.
    pub chain: Vec<String>,
    /// A file that the client loads depending on the value of a setting.
    pub mode: Option<Mode>,
}

/// The folders above its start folder in which a client reads files.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Above {
    /// The folders up to the repository's top, or none without a repository.
    #[default]
    Repository,
    /// All folders.
    All,
}

/// A key of a client's settings.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SettingKey {
    /// The names of the enclosing objects, followed by the setting's own name.
    pub path: Vec<String>,
    /// The meaning of the setting.
    pub says: Says,
    /// Whether the client reads the setting from the user's files only.
    #[serde(default)]
    pub of_user: bool,
}

/// The meaning of a setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Says {
    /// The names of files that are loaded instead of other files, or in addition to `like`.
    Names,
    /// File names that are tried after those of the chain.
    MoreNames,
    /// The number of bytes of the chain that are loaded.
    MostBytes,
    /// Paths and patterns of files that are also loaded.
    Paths,
    /// Patterns of absolute paths to files that are not loaded.
    Excludes,
    /// One of the values in [`Mode`].
    Mode,
}

/// A file shared by several clients, and the values of a setting that decide whether this client
/// loads it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Mode {
    /// The name of the file.
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
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Since {
    /// The environment variable in which the client says its version.
    pub variable: String,
    /// The prefix of the variable's value if this client has set it.
    pub begins: String,
    /// The version.
    pub version: [u32; 3],
}

impl From<Client> for Cow<'_, Client> {
    fn from(client: Client) -> Self {
        Self::Owned(client)
    }
}

impl<'c> From<&'c Client> for Cow<'c, Client> {
    fn from(client: &'c Client) -> Self {
        Self::Borrowed(client)
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

impl Client {
    /// Returns the built-in row of the client `name`, or the default for a client without one.
    ///
    /// ```
    /// use rule_files::Client;
    ///
    /// assert_eq!(Client::built_in("codex").chain, ["AGENTS.override.md", "AGENTS.md"]);
    /// assert_eq!(Client::built_in("goose"), Client::default());
    /// ```
    pub fn built_in(name: &str) -> Self {
        Self::all().remove(name).unwrap_or_default()
    }

    /// Returns the built-in rows, by the clients' names.
    pub fn all() -> BTreeMap<String, Self> {
        // A test compares them with the YAML.
        serde_json::from_str(BUILT_IN).unwrap_or_default()
    }

    /// Parses rows like those of [`CLIENTS_YAML`], by the clients' names.
    ///
    /// # Errors
    ///
    /// Returns an error if `content` is not valid YAML or a field has the wrong type.
    pub fn rows(content: impl AsRef<[u8]>) -> Result<BTreeMap<String, Self>, YamlError> {
        yaml::from_slice(content)
    }
}
