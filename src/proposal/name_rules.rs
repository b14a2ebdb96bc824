//! Rules on the names that a proposal accepts as documents or leaves out: the rows of
//! `spec/init.yaml`.

use std::collections::BTreeMap;

use camino::{Utf8Path, Utf8PathBuf};
use serde::Deserialize;
use serde::de::Deserializer;

use crate::documents::survey::IgnoreRules;
use rule_files::yaml;

/// The rows of `spec/init.yaml`. The file explains the purpose of each.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NameRules {
    formats: Vec<Vec<String>>,
    foreign: Vec<String>,
    text_folders: Vec<String>,
    topics: Vec<String>,
    /// The directories that build tools write, by the name of a file next to the directory.
    pub outputs: BTreeMap<String, String>,
    /// The file that marks a virtual environment.
    pub environment: String,
    #[serde(deserialize_with = "rules::<_, true>")]
    secrets: IgnoreRules,
    #[serde(deserialize_with = "rules::<_, true>")]
    skipped: IgnoreRules,
    #[serde(deserialize_with = "rules::<_, false>")]
    skipped_as_spelled: IgnoreRules,
    #[serde(deserialize_with = "rules::<_, true>")]
    news: IgnoreRules,
    #[serde(deserialize_with = "rules::<_, true>")]
    upgrades: IgnoreRules,
    /// Patterns of the inputs of tests.
    pub inputs: Vec<String>,
    languages: Vec<String>,
    #[serde(deserialize_with = "rules::<_, true>")]
    versions: IgnoreRules,
    generic: Vec<String>,
}

/// The preferred language.
const ENGLISH: &str = "en";
/// The names of scripts in locales.
const SCRIPTS: [&str; 4] = ["hans", "hant", "latn", "cyrl"];

/// Returns whether `locale` is English.
pub(super) fn is_english(locale: &str) -> bool {
    locale.split('-').next() == Some(ENGLISH)
}

/// A document's name that contains a language, split into parts.
#[derive(Debug)]
pub struct MarkedName<'p> {
    /// The name without the language and the extension.
    pub original: &'p str,
    /// The language, as [`NameRules::locale`] returns it.
    pub locale: String,
    /// The rest of the name, after `original`.
    pub ending: &'p str,
}

impl NameRules {
    /// Loads the built-in rows.
    pub fn embedded() -> Self {
        // A test of `init` fails if the rows do not load.
        yaml::from_slice(include_str!("../../spec/init.yaml")).unwrap_or_default()
    }

    /// Returns the position of a document's format in the order of patterns, or `None` if `name` is
    /// not the name of a document. For Markdown, the position is 0 or 1.
    pub fn rank(&self, name: &str) -> Option<usize> {
        let Some(extension) = Utf8Path::new(name).extension() else {
            return name.eq_ignore_ascii_case("readme").then_some(0);
        };
        let mut formats = self.formats.iter();
        let rank = formats.position(|extensions| has(extensions, extension));
        rank.map(|rank| rank + 1)
    }

    /// Returns whether `name` is the name of a document in a format that is not served.
    pub fn is_foreign(&self, name: &str) -> bool {
        let extension = Utf8Path::new(name).extension();
        extension.is_some_and(|extension| has(&self.foreign, extension))
    }

    /// Returns whether `heading` says nothing about its section. Ignores punctuation.
    pub fn is_generic(&self, heading: &str) -> bool {
        let words = heading.split(|c: char| !c.is_alphanumeric() && c != ';');
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        has(&self.generic, &words.join(" "))
    }

    /// Returns whether all files with the extension of `name`, below the directory `top`, are
    /// documents. If not, the file is a document only if its name is in capitals.
    pub fn counts_by_extension(&self, top: &str, name: &str) -> bool {
        self.rank(name) != Some(self.formats.len()) || self.is_of_texts(top)
    }

    /// Returns whether `top` is a directory name that is typical for documents.
    pub fn is_of_texts(&self, top: &str) -> bool {
        has(&self.text_folders, top)
    }

    /// Returns whether `name` is a folder name that is typical for upgrade guides.
    pub fn is_of_upgrades(&self, name: &str) -> bool {
        ignores(&self.upgrades, &name.to_lowercase(), true)
    }

    /// Returns whether `name` is the name of a version, or of a language other than `en`. The
    /// language may include a region or a script.
    pub fn is_copy(&self, name: &str) -> bool {
        let is_version = name.starts_with(|c: char| "vV".contains(c) || c.is_ascii_digit());
        let is_other = |locale: String| locale != ENGLISH;
        is_version && ignores(&self.versions, &name.to_lowercase(), true)
            || self.locale(name).is_some_and(is_other)
    }

    /// Returns `name` in lower case and with a hyphen if it is the name of a language, optionally
    /// with a region or a script. Otherwise, returns `None`.
    pub fn locale(&self, name: &str) -> Option<String> {
        let (language, region) = match name.split_once(['-', '_']) {
            Some((language, region)) => (language, Some(region)),
            None => (name, None),
        };
        let is_script = |script: &str| {
            SCRIPTS
                .iter()
                .any(|known| script.eq_ignore_ascii_case(known))
        };
        let is_region = region.is_none_or(|region| region.len() == 2 || is_script(region));
        let is_locale = is_region && has(&self.languages, language);
        is_locale.then(|| name.to_lowercase().replace('_', "-"))
    }

    /// Returns the parts of a document's name that contains a language, for example
    /// `guide.zh-CN.md`, `guide_zh_CN.md` or `README_VN.md`. Other names in capitals may contain a
    /// language in lower case, for example `SECURITY_vi.md`. Returns `None` if the name contains no
    /// language.
    pub fn marked<'p>(&self, path: &'p Utf8Path) -> Option<MarkedName<'p>> {
        let (name, stem) = path.file_name().zip(path.file_stem())?;
        stem.match_indices(['.', '_', '-']).find_map(|(at, mark)| {
            let (original, written) = (&stem[..at], &stem[at + 1..]);
            let has_region = written.len() > 2 && written.contains(char::is_uppercase);
            let is_marked = mark == "."
                || has_region
                || original.eq_ignore_ascii_case("readme")
                || is_in_capitals(original) && !written.contains(char::is_uppercase);
            let locale = self.locale(written).filter(|_| is_marked)?;
            Some(MarkedName {
                original,
                locale,
                ending: &name[at..],
            })
        })
    }

    /// Returns whether `name` is the name of a document with sections, in any format except plain
    /// text.
    fn has_sections(&self, name: &str) -> bool {
        self.rank(name)
            .is_some_and(|rank| rank < self.formats.len())
    }

    /// Returns whether the directory or document at `path` must not be served because of its name.
    pub fn skips(&self, path: &Utf8Path, is_folder: bool) -> bool {
        let is_topic = path.file_name().is_some_and(|name| has(&self.topics, name));
        let mut above = path.parent().into_iter().flatten();
        if is_folder && is_topic && above.any(|folder| self.is_of_texts(folder)) {
            return false;
        }
        let small = path.as_str().to_lowercase();
        let is_of_skill = || {
            small
                .split('/')
                .rev()
                .skip(1)
                .any(|folder| folder.contains("skill"))
        };
        ignores(&self.skipped, &small, is_folder)
            || ignores(&self.skipped_as_spelled, path.as_str(), is_folder)
            || !is_folder && ignores(&self.news, &small, false) && !is_of_skill()
    }

    /// Returns whether `name` is the name of a directory that build tools write and that never
    /// contains documents.
    pub fn is_output(&self, name: &str) -> bool {
        let mut outputs = self.outputs.values();
        outputs.any(|output| output.eq_ignore_ascii_case(name)) && !has(&self.topics, name)
    }

    /// Returns whether the document at `path` is left out because of its name, or the name of one
    /// of its directories.
    pub fn leaves_out(&self, path: &str) -> bool {
        let path = Utf8Path::new(path);
        let mut folders = path.ancestors().skip(1);
        self.skips(path, false)
            || self.is_secret(path)
            || folders.any(|folder| self.skips(folder, true))
    }

    /// Returns whether the file's name at the end of `path` indicates that the file contains
    /// secrets.
    pub fn is_secret(&self, path: &Utf8Path) -> bool {
        let name = path.file_name().unwrap_or_default();
        !self.has_sections(name) && ignores(&self.secrets, &name.to_lowercase(), false)
    }

    /// Returns the extension of `path`, if the extension alone indicates that the file contains
    /// secrets.
    pub fn secret_ending<'p>(&self, path: &'p Utf8Path) -> Option<&'p str> {
        let ending = path.extension()?;
        self.is_secret(&Utf8PathBuf::from(format!("-.{ending}")))
            .then_some(ending)
    }
}

fn rules<'de, D: Deserializer<'de>, const ANY_CASE: bool>(
    lines: D,
) -> Result<IgnoreRules, D::Error> {
    let lines = Vec::<String>::deserialize(lines)?.join("\n");
    let lines = if ANY_CASE {
        lines.to_lowercase()
    } else {
        lines
    };
    Ok(IgnoreRules::parse(lines.as_bytes(), Utf8Path::new("")))
}

/// Returns whether `rules`, the lines of a row, match `path`.
fn ignores(rules: &IgnoreRules, path: &str, is_folder: bool) -> bool {
    rules.matched(path, is_folder, &mut { u64::MAX }) == Some(true)
}

/// Returns whether `name`, without its extension, contains capitals and no lower-case ASCII
/// letters. Lower-case letters of other scripts do not count.
pub(super) fn is_in_capitals(name: &str) -> bool {
    let stem = Utf8Path::new(name).file_stem().unwrap_or(name);
    stem.contains(char::is_uppercase) && !stem.contains(|c: char| c.is_ascii_lowercase())
}

fn has(names: &[String], name: &str) -> bool {
    names.iter().any(|one| one.eq_ignore_ascii_case(name))
}
