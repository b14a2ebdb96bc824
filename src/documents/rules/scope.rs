//! The files to which a document applies: patterns that match their paths as strings.

use super::{RuleError, RuleScope};
use crate::documents::pattern::{METACHARACTERS, Pattern, PatternError};
use crate::limits::{MAX_PATTERN_COMPONENTS, MAX_RULE_COMPONENTS};
use crate::spec::dialect::{Backslash, Dialect, Matcher, Negation, Relative};

impl RuleScope {
    /// Returns the scope of every file in a folder and below.
    pub fn everything(source: impl Into<String>, base: &str) -> Self {
        let all = FilePattern::plain("**", base);
        Self::of(source, all.into_iter().collect())
    }

    /// Returns the scope of what patterns match, of which the last `!` does not decide alone.
    pub fn of(source: impl Into<String>, patterns: Vec<FilePattern>) -> Self {
        Self {
            source: source.into(),
            patterns,
            negation: Negation::Except,
            description: None,
        }
    }

    /// Parses the patterns of a field, in a dialect or in the project's own syntax. What is none
    /// is added to `bad`.
    pub(super) fn read(
        (field, texts): (&str, &[String]),
        base: &str,
        dialect: Option<&Dialect>,
        bad: &mut Vec<RuleError>,
    ) -> Self {
        let mut scope = Self::of(field, Vec::new());
        let matching = dialect.and_then(|of| of.matching.as_ref());
        scope.negation = matching.map_or(Negation::Except, |of| of.negation);
        let mut components = 0;
        for text in texts {
            let parsed = match dialect {
                Some(dialect) => FilePattern::of_client(text, base, dialect),
                None => FilePattern::plain(text, base),
            };
            match parsed {
                Ok(pattern) => {
                    components += pattern.components();
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

    /// Returns how many components its patterns have, as [`Pattern::components`] counts them,
    /// each as often as it is compared with the folders of a path.
    pub fn components(&self) -> usize {
        let is_ordered = self.negation == Negation::Ordered;
        let folders = match is_ordered && self.patterns.iter().any(|of| of.negated) {
            true => MAX_PATTERN_COMPONENTS,
            false => 1,
        };
        let components = self.patterns.iter().map(FilePattern::components);
        folders * components.sum::<usize>()
    }

    /// Returns the pattern with `!` that takes a path out, split into names, which others match.
    pub fn taken_out(&self, names: &[&str]) -> Option<String> {
        let matching = |negated| {
            let mut patterns = self.patterns.iter();
            patterns.find(|of| of.negated == negated && of.literals_matching(names).is_some())
        };
        let out =
            matching(true).filter(|_| self.best(names).is_none() && matching(false).is_some());
        out.map(|of| format!("!{}", of.shown()))
    }

    /// Returns the pattern that matches a path, split into names, with the most literal
    /// components, and their number; the first of several.
    pub fn best(&self, names: &[&str]) -> Option<(usize, &FilePattern)> {
        if self.takes_out(names) {
            return None;
        }
        let is_counted = |of: &&FilePattern| !of.negated || self.negation == Negation::Complement;
        let patterns = self.patterns.iter().filter(is_counted);
        let matching = |of| Some((FilePattern::literals_matching(of, names)?, of));
        // Of equal ones the last is the greatest.
        let matching = patterns.rev().filter_map(matching);
        matching.max_by_key(|(literals, _)| *literals)
    }

    /// Returns whether a pattern with a `!` takes a path out.
    fn takes_out(&self, names: &[&str]) -> bool {
        let mut negated = self.patterns.iter().filter(|of| of.negated);
        match self.negation {
            Negation::Complement => false,
            // Of each folder, and then of the file, the last pattern decides; what is in a
            // folder that applies does, too.
            Negation::Ordered if negated.next().is_some() => !(1..=names.len()).any(|end| {
                let (path, is_folder) = (&names[..end], end < names.len());
                let mut patterns = self.patterns.iter().rev();
                let last = patterns.find(|of| of.matches_at(path, is_folder));
                last.is_some_and(|of| !of.negated)
            }),
            _ => negated.any(|of| of.literals_matching(names).is_some()),
        }
    }
}

/// A pattern of files, relative to a folder of the project.
#[derive(Debug, Clone)]
pub struct FilePattern {
    pattern: Pattern,
    base: String,
    /// Whether it matches the whole path, and not what is below `base`.
    is_whole: bool,
    /// Whether it begins with `!`.
    pub negated: bool,
    /// The pattern of what is in a folder that it matches, if that applies, too.
    inside: Option<Pattern>,
    only_folders: bool,
    name_alone: bool,
    ignores_case: bool,
    complement: bool,
}

impl FilePattern {
    /// Parses a pattern in the project's own syntax, which is relative to the folder `base`.
    ///
    /// # Errors
    ///
    /// As [`Pattern::parse`].
    pub fn plain(text: &str, base: &str) -> Result<Self, PatternError> {
        let (negated, text) = unnegated(text);
        Ok(Self {
            // People write `/src/**` for what is at the top.
            pattern: Pattern::parse_of_files(text.strip_prefix('/').unwrap_or(text))?,
            base: base.to_owned(),
            is_whole: false,
            negated,
            inside: None,
            only_folders: false,
            name_alone: false,
            ignores_case: false,
            complement: false,
        })
    }

    /// Parses a pattern of a client's rule file.
    ///
    /// # Errors
    ///
    /// Its braces or sets do not end, or it is over a limit.
    pub fn of_client(text: &str, base: &str, of: &Dialect) -> Result<Self, PatternError> {
        let (negated, rest) = unnegated(text);
        let ignores_case = of.is(|of| of.ignores_case, false);
        let prepared = match ignores_case {
            true => prepared(&rest.to_ascii_lowercase(), of),
            false => prepared(rest, of),
        };
        let is_gitignore = of.matcher == Matcher::Gitignore;
        let drops = of.is(|of| of.drops_final_stars, false);
        let is_root = of.is(|of| of.leading_slash, true);
        let glob = |text: &str| {
            let text = text.strip_prefix("./").unwrap_or(text);
            let below = text.strip_prefix('/').filter(|_| is_root);
            Some(below.unwrap_or(text).to_owned())
        };
        let gitignore = |text: &str| {
            let text = text.strip_suffix("/**").filter(|_| drops).unwrap_or(text);
            let text = text.strip_suffix('/').unwrap_or(text);
            match text.strip_prefix('/') {
                _ if text.is_empty() || text.starts_with('#') => None,
                Some(text) => Some(text.to_owned()),
                None if text.contains('/') => Some(text.to_owned()),
                None => Some(format!("**/{text}")),
            }
        };
        let inside = |text: &str| {
            let text = gitignore(text)?;
            // Below a folder of any name is at least one more.
            let any = if text == "**" || text.ends_with("/**") {
                "/*"
            } else {
                ""
            };
            Some(format!("{text}{any}/**"))
        };
        let parse = |way: &dyn Fn(&str) -> Option<String>| Pattern::of_client(rest, &prepared, way);
        Ok(Self {
            pattern: parse(if is_gitignore { &gitignore } else { &glob })?,
            inside: is_gitignore.then(|| parse(&inside)).transpose()?,
            only_folders: is_gitignore && rest.ends_with('/'),
            is_whole: of
                .matching
                .as_ref()
                .is_some_and(|of| of.relative_to == Relative::Project),
            base: base.to_owned(),
            negated,
            name_alone: of.is(|of| of.name_alone, true) && !is_gitignore,
            ignores_case,
            complement: negated
                && of
                    .matching
                    .as_ref()
                    .is_some_and(|of| of.negation == Negation::Complement),
        })
    }

    fn components(&self) -> usize {
        let inside = self.inside.as_ref().map_or(0, Pattern::components);
        self.pattern.components() + inside
    }

    /// Returns the number of literal components of the folder and of the pattern, if it matches
    /// a path from the project's folder, split into names, or a folder above.
    pub fn literals_matching(&self, names: &[&str]) -> Option<usize> {
        let below = self.below(names)?;
        let inside = self.inside.as_ref();
        let inside = inside.and_then(|pattern| self.literals_of(pattern, below));
        let literals = inside.max(self.literals_at(below, false))?;
        Some(names.len() - below.len() + literals)
    }

    /// Returns whether it matches exactly this path, of a folder or a file.
    fn matches_at(&self, names: &[&str], is_folder: bool) -> bool {
        let below = self.below(names);
        below.is_some_and(|below| self.literals_at(below, is_folder).is_some())
    }

    fn below<'n, 'p>(&self, all: &'n [&'p str]) -> Option<&'n [&'p str]> {
        let mut names = all;
        for folder in self.base.split('/').filter(|_| !self.base.is_empty()) {
            let (first, rest) = names.split_first()?;
            names = Some(rest).filter(|_| *first == folder)?;
        }
        let matched = if self.is_whole { all } else { names };
        Some(matched).filter(|_| !names.is_empty())
    }

    fn literals_at(&self, below: &[&str], is_folder: bool) -> Option<usize> {
        if self.only_folders && !is_folder {
            return None;
        }
        let last = &below[below.len().saturating_sub(1)..];
        let alone = || {
            self.literals_of(&self.pattern, last)
                .filter(|_| self.name_alone)
        };
        let whole = self.literals_of(&self.pattern, below);
        match self.complement {
            false => whole.or_else(alone),
            true => (whole.is_none() || self.name_alone && alone().is_none()).then_some(0),
        }
    }

    fn literals_of(&self, pattern: &Pattern, names: &[&str]) -> Option<usize> {
        let is_upper = |name: &&str| name.bytes().any(|byte| byte.is_ascii_uppercase());
        if !self.ignores_case || !names.iter().any(is_upper) {
            return pattern.literals_matching(names);
        }
        let names: Vec<String> = names.iter().map(|of| of.to_ascii_lowercase()).collect();
        pattern.literals_matching(&names.iter().map(|of| &**of).collect::<Vec<_>>())
    }

    /// Returns the pattern from the project's folder.
    pub fn shown(&self) -> String {
        let text = self.pattern.as_str();
        match self.base.as_str() {
            base if !self.is_whole && !base.is_empty() => {
                format!("{base}/{}", text.strip_prefix('/').unwrap_or(text))
            }
            _ => text.to_owned(),
        }
    }
}

/// Returns whether a pattern begins with `!`, and what follows that.
fn unnegated(text: &str) -> (bool, &str) {
    text.strip_prefix('!')
        .map_or((false, text), |rest| (true, rest))
}

/// Returns a client's pattern in the engine's syntax, with a set for what is escaped.
fn prepared(text: &str, of: &Dialect) -> String {
    let is_plain = of.is(|of| of.plain_sets, false);
    let matching = of.matching.as_ref();
    let is_separator = matching.is_some_and(|of| of.backslash == Backslash::Separator);
    let (mut prepared, mut rest) = (String::new(), text);
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        let set = rest.split_once(']').filter(|_| is_plain && c == '[');
        if let Some((set, after)) = set {
            rest = after;
            match set.strip_prefix(['!', '^']) {
                // No name has a NUL.
                None if set.is_empty() => prepared.push_str("[\0]"),
                None => prepared.extend(["[", set, "]"]),
                Some(members) => prepared.extend(["[", members, &set[..1], "]"]),
            }
        } else if c == '\\' && is_separator {
            prepared.push('/');
        } else if let Some(escaped) = rest.chars().next().filter(|_| c == '\\') {
            rest = &rest[escaped.len_utf8()..];
            match METACHARACTERS.contains(&escaped) || "},".contains(escaped) {
                true => prepared.extend(['[', escaped, ']']),
                false => prepared.push(escaped),
            }
        } else {
            prepared.push(c);
        }
    }
    prepared
}
