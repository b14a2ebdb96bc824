//! The files to which a document applies, according to its header. A client's rule file is read in
//! the client's dialect (a row of `data/dialects.yaml`).
//!
//! Patterns match paths as strings. No file is opened for matching.

mod file_pattern;

use serde_json::Value;

use crate::dialect::{AppliesWhen, Dialect, Matcher, Negation};
use crate::dialects::Dialects;
use crate::header::{self, Header};
use crate::rule_error::RuleError;

pub use file_pattern::FilePattern;

/// The name of the header field that says to which files a document applies. Any document may have
/// it.
pub const APPLIES_TO: &str = "applies_to";

/// The files to which a document applies.
#[derive(Debug, Clone)]
pub struct RuleScope {
    /// The name of the field or file that defines the scope.
    pub source: String,
    /// The patterns. The document applies to files that a pattern matches, except files that a
    /// pattern with `!` excludes.
    pub patterns: Vec<FilePattern>,
    /// The description by which an agent chooses the document, if patterns do not choose it.
    pub description: Option<String>,
    /// The folder to which the patterns are relative. They match nothing outside it.
    base: String,
    /// Whether the patterns match the whole path instead of the part below `base`.
    is_whole: bool,
    ignores_case: bool,
    negation: Negation,
}

/// The scope of a document according to its header.
#[derive(Debug, Clone, Default)]
pub struct RuleHeader {
    /// The scope that the header defines by itself.
    pub scope: Option<RuleScope>,
    /// The scope that the document has if nothing else defines one.
    pub fallback: Option<RuleScope>,
    /// The parts of the header that cannot be read.
    pub errors: Vec<RuleError>,
}

impl RuleHeader {
    /// Returns the scope that the header defines, or else the one that the rule file has anyway.
    pub fn scope(self) -> Option<RuleScope> {
        self.scope.or(self.fallback)
    }

    /// Returns whether the header defines no scope and has no errors.
    pub fn says_nothing(&self) -> bool {
        self.scope.is_none() && self.fallback.is_none() && self.errors.is_empty()
    }
}

/// A document's place among the rule files of clients.
#[derive(Debug, Clone, Copy, Default)]
pub struct RulePlace<'p> {
    /// The row for rule files of this kind, if the document is one.
    pub dialect: Option<&'p Dialect>,
    /// The folder to which the document's patterns are relative.
    pub base: &'p str,
    source: &'p str,
}

impl<'p> RulePlace<'p> {
    /// Returns the place of the document at `path`, which is relative to the project's folder.
    pub fn of(dialects: &'p Dialects, path: &'p str) -> Self {
        let found = dialects.matching(path);
        found.map_or_else(Self::default, |(dialect, base, source)| Self {
            dialect: Some(dialect),
            base,
            source,
        })
    }

    /// Returns whether the document is a rule file whose header the client reads.
    pub fn is_rule_file(&self) -> bool {
        let dialect = self
            .dialect
            .filter(|dialect| dialect.matcher != Matcher::Folder);
        dialect.is_some()
    }

    /// Reads the scope of a document from its header. `text` is the whole document, or its first
    /// lines including the frontmatter.
    ///
    /// ```
    /// use rule_files::{Dialects, RulePlace};
    ///
    /// let dialects = Dialects::built_in();
    /// let place = RulePlace::of(&dialects, ".cursor/rules/a.mdc");
    /// let read = place.read("---\nglobs: *.ts, src/**\n---\nUse strict.\n");
    /// let best = read.scope.as_ref().and_then(|scope| scope.best(&["src", "app", "a.ts"]));
    /// assert_eq!(best.map(|(literals, pattern)| (literals, &*pattern.shown)), Some((1, "src/**")));
    /// ```
    pub fn read(&self, text: &str) -> RuleHeader {
        let header = Header::of(text).ok().flatten();
        let mut read = RuleHeader::default();
        if let Some(texts) = patterns(header.as_ref(), APPLIES_TO, false, &mut read.errors) {
            let scope = RuleScope::read(APPLIES_TO, &texts, self.base, None, &mut read.errors);
            read.scope = Some(scope);
            return read;
        }
        let speaks = || text.lines().any(|line| line.starts_with("applies_to:"));
        if header.is_none() && header::never_ends(text) && (self.is_rule_file() || speaks()) {
            read.errors.push(RuleError::Endless);
            return read;
        }
        let Some(dialect) = self.dialect else {
            return read;
        };
        let modes = dialect.modes.as_ref();
        let mode = modes.and_then(|modes| Some((&*modes.key, modes.of(header.as_ref()?)?)));
        let (source, mut standing) = mode.unwrap_or((self.source, dialect.without));
        let keys = match mode {
            None | Some((_, AppliesWhen::Matched)) => &dialect.keys[..],
            Some(_) => &[],
        };
        for key in keys {
            let splits = dialect.is(|matching| matching.splits_items, true);
            let texts = patterns(header.as_ref(), key, splits, &mut read.errors);
            let Some(mut texts) = texts else { continue };
            texts.retain(|text| {
                text != "/**" || !dialect.is(|matching| matching.drops_final_stars, false)
            });
            if !texts.is_empty() {
                let scope = RuleScope::read(key, &texts, self.base, self.dialect, &mut read.errors);
                read.scope = Some(scope);
                return read;
            }
            standing = dialect.empty.filter(|_| mode.is_none()).unwrap_or(standing);
        }
        match standing {
            AppliesWhen::Always if mode.is_none() => {
                read.fallback = Some(RuleScope::everything(source, self.base));
            }
            AppliesWhen::Always => read.scope = Some(RuleScope::everything(source, self.base)),
            AppliesWhen::Never if mode.is_none() => {}
            AppliesWhen::Never => read.scope = Some(RuleScope::of(source, Vec::new())),
            AppliesWhen::Described | AppliesWhen::Matched | AppliesWhen::Unknown => {
                let header = header.as_ref();
                let description = header.and_then(|header| header.text("description"));
                let description = description.filter(|text| !text.trim().is_empty());
                read.fallback = description.map(|text| RuleScope {
                    description: Some(text.to_owned()),
                    ..RuleScope::of("description", Vec::new())
                });
            }
        }
        read
    }
}

/// Returns the patterns in the field `key`, which is a list of strings, or one string with commas.
/// If `splits` is true, commas also separate the patterns in the strings of a list.
///
/// Returns `None` if the field is missing, null, an empty string or of another type. Items of a
/// list that are not strings are skipped. Adds an error to `bad` for a value or an item of an
/// invalid type.
fn patterns(
    header: Option<&Header<'_>>,
    key: &str,
    splits: bool,
    bad: &mut Vec<RuleError>,
) -> Option<Vec<String>> {
    match header?.get(key)?.read::<Value>() {
        Ok(Value::Null) => None,
        Ok(Value::String(text)) => Some(split(&text)).filter(|texts| !texts.is_empty()),
        Ok(Value::Array(items)) => {
            let texts = items.iter().filter_map(Value::as_str);
            let texts: Vec<String> = if splits {
                texts.flat_map(split).collect()
            } else {
                texts.map(str::to_owned).collect()
            };
            if items.iter().any(|item| !item.is_string()) {
                bad.push(RuleError::Field(key.to_owned()));
            }
            Some(texts)
        }
        _ => {
            bad.push(RuleError::Field(key.to_owned()));
            None
        }
    }
}

/// Splits `text` at its commas, except those in braces and sets. Drops quotes and empty parts.
fn split(text: &str) -> Vec<String> {
    let mut depth = 0_usize;
    let parts = text.split(|c| {
        match c {
            '{' | '[' => depth += 1,
            '}' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    });
    let quotes = ['"', '\''];
    let parts = parts.map(|part| part.trim().trim_matches(quotes).to_owned());
    parts.filter(|part| !part.is_empty()).collect()
}
