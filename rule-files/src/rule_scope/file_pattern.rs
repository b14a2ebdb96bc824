//! The files to which a document applies: patterns that match their paths as strings.

use std::borrow::Cow;

use super::RuleScope;
use crate::dialect::{Answer, Dialect, Matcher, Negation, Relative};
use crate::limits::{MAX_PATTERN_COMPONENTS, MAX_RULE_COMPONENTS};
use crate::pattern::{METACHARACTERS, MatchTarget, Pattern, PatternError};
use crate::rule_error::RuleError;

/// A name that no file has, so that only wildcards match it.
const NO_NAME: &str = "\u{1}";
const NO_FILE: &str = "\u{1}.\u{1}";

impl RuleScope {
    /// Returns the scope of every file in the folder `base` and in the folders below it.
    pub fn everything(source: impl Into<String>, base: &str) -> Self {
        let all = FilePattern::plain("**", base);
        let mut scope = Self::of(source, all.into_iter().collect());
        scope.base = base.to_owned();
        scope
    }

    /// Returns the scope of the files that `patterns` match, relative to the project's folder.
    pub fn of(source: impl Into<String>, patterns: Vec<FilePattern>) -> Self {
        Self {
            source: source.into(),
            patterns,
            description: None,
            base: String::new(),
            is_whole: false,
            ignores_case: false,
            negation: Negation::Except,
        }
    }

    /// Parses `texts`, the patterns of `field`, which are relative to the folder `base`. Their
    /// syntax is that of `dialect`, or the project's own syntax if `dialect` is `None`. Adds the
    /// errors of invalid patterns to `bad`.
    pub fn read(
        field: &str,
        texts: &[String],
        base: &str,
        dialect: Option<&Dialect>,
        bad: &mut Vec<RuleError>,
    ) -> Self {
        let mut scope = Self::of(field, Vec::new());
        scope.base = base.to_owned();
        if let Some(matching) = dialect.and_then(|dialect| dialect.matching.as_ref()) {
            scope.is_whole = matching.relative_to == Relative::Project;
            scope.ignores_case = matching.ignores_case == Answer::Yes;
            scope.negation = matching.negation;
        }
        let shown_base = if scope.is_whole { "" } else { base };
        let mut components = 0;
        for text in texts {
            let parsed = match dialect {
                Some(dialect) => FilePattern::of_client(text, shown_base, dialect),
                None => FilePattern::plain(text, shown_base),
            };
            match parsed {
                Ok(pattern) => {
                    components += pattern.pattern.components();
                    if components > MAX_RULE_COMPONENTS {
                        bad.push(RuleError::ManyPatterns(field.to_owned()));
                        break;
                    }
                    scope.patterns.push(pattern);
                }
                Err(error) => bad.push(RuleError::Pattern {
                    field: field.to_owned(),
                    pattern: text.clone(),
                    reason: error.kind,
                }),
            }
        }
        scope
    }

    /// Returns the folder to which the patterns are relative. Its path is relative to the project's
    /// folder.
    pub fn folder(&self) -> &str {
        &self.base
    }

    /// Returns whether the patterns match every file of the project. Compares them with names that
    /// no file has, with and without an extension, at the top and in a folder.
    pub fn is_for_every_file(&self) -> bool {
        self.base.is_empty() && self.is_for_its_folder()
    }

    /// Returns whether the patterns match every file in the folder to which they are relative.
    pub fn is_for_its_folder(&self) -> bool {
        let names: [&[&str]; 4] = [
            &[NO_NAME],
            &[NO_FILE],
            &[NO_NAME, NO_NAME],
            &[NO_NAME, NO_FILE],
        ];
        let folder = self.base.split('/').filter(|name| !name.is_empty());
        let folder: Vec<&str> = folder.collect();
        names
            .iter()
            .all(|names| self.best(&[&folder, *names].concat()).is_some())
    }

    /// Returns the maximum number of pattern components that are compared with one path. With
    /// [`Negation::Ordered`] and a `!`, each pattern is compared with each folder of the path. The
    /// result then assumes a path of [`MAX_PATTERN_COMPONENTS`] folders.
    pub fn comparisons(&self) -> usize {
        let is_ordered = self.negation == Negation::Ordered;
        let folders = if is_ordered && self.patterns.iter().any(|pattern| pattern.negated) {
            MAX_PATTERN_COMPONENTS
        } else {
            1
        };
        let components = self
            .patterns
            .iter()
            .map(|pattern| pattern.pattern.components());
        folders * components.sum::<usize>()
    }

    /// Returns the pattern with `!` that excludes a path although another pattern matches the path.
    /// Returns `None` if the path is not excluded. `names` are the components of the path.
    pub fn excluding_pattern(&self, names: &[&str]) -> Option<String> {
        let (_, names) = self.relative(names)?;
        let matching = |negated| {
            let mut patterns = self.patterns.iter();
            patterns.find(|pattern| {
                pattern.negated == negated && pattern.literals_matching(&names).is_some()
            })
        };
        let out = matching(true).filter(|_| self.is_excluded(&names) && matching(false).is_some());
        out.map(|pattern| format!("!{}", pattern.shown))
    }

    /// Returns the pattern with the most literal components that matches a path, and their number.
    /// `names` are the components of the path. If several patterns have the same number, the first
    /// one is returned. The components of the scope's folder count as literal.
    pub fn best(&self, names: &[&str]) -> Option<(usize, &FilePattern)> {
        let (above, names) = self.relative(names)?;
        if self.is_excluded(&names) {
            return None;
        }
        let literals = |pattern: &FilePattern| {
            if !pattern.negated {
                pattern.literals_matching(&names)
            } else if self.negation != Negation::Complement {
                None
            } else {
                pattern.literals_matching(&names).is_none().then_some(0)
            }
        };
        // `max_by_key` returns the last of several equal items.
        let patterns = self.patterns.iter().rev();
        let matching = patterns.filter_map(|pattern| Some((above + literals(pattern)?, pattern)));
        matching.max_by_key(|(literals, _)| *literals)
    }

    /// Returns the number of leading components that are not compared with patterns, and the
    /// components that are. Returns `None` if the path is outside the scope's folder.
    fn relative<'n>(&self, names: &[&'n str]) -> Option<(usize, Vec<Cow<'n, str>>)> {
        let mut below = names;
        for folder in self.base.split('/').filter(|folder| !folder.is_empty()) {
            let (first, rest) = below.split_first()?;
            below = Some(rest).filter(|_| *first == folder)?;
        }
        let compared = if self.is_whole { names } else { below };
        let name = |name: &&'n str| {
            if self.ignores_case {
                Cow::Owned(name.to_ascii_lowercase())
            } else {
                Cow::Borrowed(*name)
            }
        };
        let found = (
            names.len() - compared.len(),
            compared.iter().map(name).collect(),
        );
        (!below.is_empty()).then_some(found)
    }

    /// Returns whether a pattern with `!` excludes the path with the components `names`.
    fn is_excluded(&self, names: &[Cow<'_, str>]) -> bool {
        let mut negated = self.patterns.iter().filter(|pattern| pattern.negated);
        match self.negation {
            Negation::Complement => false,
            // The last pattern that matches decides, for each folder and then for the file. What
            // applies to a folder applies to everything in it.
            Negation::Ordered if negated.next().is_some() => !(1..=names.len()).any(|end| {
                let is_folder = end < names.len();
                let matches = |pattern: &&FilePattern| {
                    let literals = pattern
                        .pattern
                        .literals_matching(&names[..end], MatchTarget::Path);
                    literals.is_some() && (is_folder || pattern.compared != MatchTarget::Folder)
                };
                let last = self.patterns.iter().rev().find(matches);
                last.is_some_and(|pattern| !pattern.negated)
            }),
            _ => negated.any(|pattern| pattern.literals_matching(names).is_some()),
        }
    }
}

/// A pattern for files, relative to a folder of the project.
#[derive(Debug, Clone)]
pub struct FilePattern {
    pattern: Pattern,
    compared: MatchTarget,
    /// The pattern without `!`, relative to the project's folder.
    pub shown: String,
    /// Whether the pattern begins with `!`.
    pub negated: bool,
}

impl FilePattern {
    /// Parses a pattern in the project's own syntax. `base` is the folder to which it is relative, and
    /// only changes how it is shown: the scope compares the paths below that folder.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Pattern::parse`].
    pub fn plain(text: &str, base: &str) -> Result<Self, PatternError> {
        let (negated, text) = unnegated(text);
        let pattern = Pattern::parse_of_files(text.strip_prefix('/').unwrap_or(text))?;
        Ok(Self {
            shown: from_top(base, pattern.as_str()),
            pattern,
            compared: MatchTarget::Path,
            negated,
        })
    }

    /// Parses a pattern of a client's rule file, relative to the folder `base`. `dialect` is the
    /// client's dialect.
    fn of_client(text: &str, base: &str, dialect: &Dialect) -> Result<Self, PatternError> {
        let (negated, text) = unnegated(text);
        let is_gitignore = dialect.matcher == Matcher::Gitignore;
        let prepared = if dialect.is(|matching| matching.ignores_case, false) {
            prepared(&text.to_ascii_lowercase(), dialect)
        } else {
            prepared(text, dialect)
        };
        let translated = |text: &str| {
            if is_gitignore {
                gitignore(text, dialect)
            } else {
                glob(text, dialect, negated)
            }
        };
        Ok(Self {
            pattern: Pattern::of_client(text, &prepared, translated)?,
            compared: if !is_gitignore {
                MatchTarget::Path
            } else if text.ends_with('/') {
                MatchTarget::Folder
            } else {
                MatchTarget::PathOrFolder
            },
            shown: from_top(base, text),
            negated,
        })
    }

    fn literals_matching(&self, names: &[Cow<'_, str>]) -> Option<usize> {
        self.pattern.literals_matching(names, self.compared)
    }
}

/// Converts a pattern relative to the folder `base` into one relative to the project's folder.
fn from_top(base: &str, text: &str) -> String {
    match base {
        "" => text.to_owned(),
        base => format!("{base}/{}", text.strip_prefix('/').unwrap_or(text)),
    }
}

/// Returns whether a pattern begins with `!`, and the rest of the pattern.
fn unnegated(text: &str) -> (bool, &str) {
    text.strip_prefix('!')
        .map_or((false, text), |rest| (true, rest))
}

/// Converts `text`, a `.gitignore` pattern without braces, into a pattern for the whole path.
/// Returns `None` if it matches nothing.
fn gitignore(text: &str, dialect: &Dialect) -> Option<String> {
    let drops = dialect.is(|matching| matching.drops_final_stars, false);
    let text = text.strip_suffix("/**").filter(|_| drops).unwrap_or(text);
    let text = text.strip_suffix('/').unwrap_or(text);
    match text.strip_prefix('/') {
        _ if text.is_empty() || text.starts_with('#') => None,
        Some(text) => Some(text.to_owned()),
        None if text.contains('/') => Some(text.to_owned()),
        None => Some(format!("**/{text}")),
    }
}

/// Converts `text`, a glob without braces, into a pattern for the whole path. Returns `None` if it
/// matches nothing.
fn glob(text: &str, dialect: &Dialect, negated: bool) -> Option<String> {
    let is_complement = (dialect.matching.as_ref())
        .is_some_and(|matching| matching.negation == Negation::Complement);
    let text = text.strip_prefix("./").unwrap_or(text);
    let below = text.strip_prefix('/');
    let below = below.filter(|_| dialect.is(|matching| matching.leading_slash, true));
    let text = below.unwrap_or(text);
    let is_name_alone = dialect.is(|matching| matching.name_alone, true);
    if is_name_alone && negated && is_complement {
        // A complement applies unless both the whole path and the name alone match.
        let is_name = !text.trim_start_matches("**/").contains('/');
        is_name.then(|| text.to_owned())
    } else if is_name_alone && !text.contains('/') {
        Some(format!("**/{text}"))
    } else {
        Some(text.to_owned())
    }
}

/// Converts a client's pattern into the syntax of [`Pattern`]. Escaped characters become sets.
fn prepared(text: &str, dialect: &Dialect) -> String {
    if !text.contains(['[', '\\']) {
        return text.to_owned();
    }
    let is_plain = dialect.is(|matching| matching.plain_sets, false);
    let (mut prepared, mut rest) = (String::new(), text);
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        let set = rest.split_once(']').filter(|_| is_plain && c == '[');
        if let Some((set, after)) = set {
            rest = after;
            // No name contains a NUL. After the NUL, a `!` or `^` is a member of the set.
            let begin = if set.is_empty() || set.starts_with(['!', '^']) {
                "[\0"
            } else {
                "["
            };
            prepared.extend([begin, set, "]"]);
        } else if let Some(escaped) = rest.chars().next().filter(|_| c == '\\') {
            rest = &rest[escaped.len_utf8()..];
            if METACHARACTERS.contains(&escaped) || "},".contains(escaped) {
                prepared.extend(['[', escaped, ']']);
            } else if "!^".contains(escaped) && prepared.ends_with('[') {
                prepared.extend(['\0', escaped]);
            } else {
                prepared.push(escaped);
            }
        } else {
            prepared.push(c);
        }
    }
    prepared
}
