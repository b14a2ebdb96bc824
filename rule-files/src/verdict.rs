//! Which rule files apply to a file, and why.

use std::fmt;

use crate::dialect::Dialect;
use crate::dialects::Dialects;
use crate::path::names;
use crate::quoted::{Quoted, QuotedList};
use crate::rule_error::RuleError;
use crate::rule_scope::{FilePattern, RulePlace, RuleScope};

/// Whether a rule file applies to a file, and why.
#[derive(Debug, Clone)]
pub struct Verdict<'d> {
    /// The path of the rule file.
    pub path: String,
    /// The row of the rule file, or `None` if the file is of no known kind.
    pub row: Option<&'d Dialect>,
    /// Whether the rule applies.
    pub applies: Applies,
    /// The columns of the row that the owner of the client does not document. The verdict rests on
    /// an assumption where one of them matters.
    pub unknown: Vec<String>,
    /// The parts of the header that cannot be read.
    pub errors: Vec<RuleError>,
}

/// Whether a rule applies to a file, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Applies {
    /// A pattern of the header matches.
    Pattern {
        /// The field of the header, or the place of the rule file if it has no patterns.
        source: String,
        /// The pattern, relative to the project's folder.
        pattern: String,
    },
    /// A pattern matches, and this one with `!` takes the file out.
    Excluded(String),
    /// The agent chooses the rule by this description.
    Described(String),
    /// None of these patterns matches. The list is empty if the rule never applies by itself.
    No(Vec<String>),
}

impl Applies {
    /// Returns whether the rule applies to the file.
    pub const fn is_yes(&self) -> bool {
        matches!(self, Self::Pattern { .. })
    }
}

/// Writes the verdict as part of a sentence: `applies by globs: *.ts`.
impl fmt::Display for Applies {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pattern { source, pattern } => {
                write!(formatter, "applies by {source}: {}", Quoted(pattern))
            }
            Self::Excluded(pattern) => write!(formatter, "excluded by {}", Quoted(pattern)),
            Self::Described(text) => write!(formatter, "chosen by the agent: {}", Quoted(text)),
            Self::No(patterns) if patterns.is_empty() => formatter.write_str("does not apply"),
            Self::No(patterns) => {
                let patterns: Vec<&str> = patterns.iter().map(String::as_str).collect();
                write!(
                    formatter,
                    "does not apply: no match of {}",
                    QuotedList(&patterns)
                )
            }
        }
    }
}

impl Dialects {
    /// Returns, for each of `rules`, whether it applies to `file`, and why. `file` and the paths of
    /// `rules` are relative to the project's folder, with `/` between their components. An absolute
    /// path, and one with `..`, matches nothing. Each rule
    /// is a path and a text.
    ///
    /// ```
    /// use rule_files::{Applies, Dialects};
    ///
    /// let rules = [(".clinerules/a.md", "---\npaths: ['src/**']\n---\nA\n"), ("web/AGENTS.md", "B\n")];
    /// let dialects = Dialects::built_in();
    /// let verdicts = dialects.verdicts("src/a.ts", rules);
    /// let pattern = Applies::Pattern { source: "paths".into(), pattern: "src/**".into() };
    /// assert_eq!((&verdicts[0].applies, &verdicts[1].applies), (&pattern, &Applies::No(vec!["web/**".into()])));
    /// ```
    pub fn verdicts<'r>(
        &self,
        file: &str,
        rules: impl IntoIterator<Item = (&'r str, &'r str)>,
    ) -> Vec<Verdict<'_>> {
        let names = names(file);
        let mut verdicts = Vec::new();
        for (path, text) in rules {
            let place = RulePlace::of(self, path);
            let header = place.read(text);
            let errors = header.errors.clone();
            let row = self.row_of(path).map(|(row, _)| row);
            verdicts.push(Verdict {
                path: path.to_owned(),
                row,
                applies: match (header.scope(), &names) {
                    (Some(scope), Some(names)) => scope.applies_to(names),
                    _ => Applies::No(Vec::new()),
                },
                unknown: row.map(Dialect::unknown).unwrap_or_default(),
                errors,
            });
        }
        verdicts
    }
}

impl RuleScope {
    /// Returns whether the rule applies to the file with the path components `names`, and why.
    pub fn applies_to(&self, names: &[&str]) -> Applies {
        if let Some((_, pattern)) = self.best(names) {
            return Applies::Pattern {
                source: self.source.clone(),
                pattern: pattern.shown.clone(),
            };
        }
        match (self.excluding_pattern(names), &self.description) {
            (Some(pattern), _) => Applies::Excluded(pattern),
            (None, Some(description)) => Applies::Described(description.clone()),
            (None, None) => {
                let shown = |pattern: &FilePattern| {
                    let sign = if pattern.negated { "!" } else { "" };
                    format!("{sign}{}", pattern.shown)
                };
                Applies::No(self.patterns.iter().map(shown).collect())
            }
        }
    }
}
