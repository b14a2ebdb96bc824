//! The files to which a document applies: patterns that match their paths as strings.

use super::{APPLIES_TO, Dialect, RuleError};
use crate::documents::pattern::{Pattern, PatternError};
use crate::limits::MAX_RULE_COMPONENTS;

/// The files to which a document applies.
#[derive(Debug, Clone)]
pub struct RuleScope {
    /// Which field or file says so.
    pub source: String,
    /// The patterns; the document applies to what one of them matches.
    pub patterns: Vec<FilePattern>,
    /// Patterns of what it does not apply to: those with a leading `!`.
    pub except: Vec<FilePattern>,
}

impl RuleScope {
    /// Returns the scope of every file in a folder and below.
    pub fn everything(source: impl Into<String>, base: &str) -> Self {
        Self {
            source: source.into(),
            patterns: FilePattern::new("**", base, false).into_iter().collect(),
            except: Vec::new(),
        }
    }

    /// Parses the patterns of a field, which are relative to the folder `base`.
    ///
    /// # Errors
    ///
    /// [`RuleError::Pattern`] for the first that is none, and [`RuleError::ManyPatterns`].
    pub(super) fn new(
        field: &'static str,
        patterns: &[String],
        base: &str,
        dialect: Dialect,
    ) -> Result<Self, RuleError> {
        let any_folder = dialect == Dialect::Cursor && field != APPLIES_TO;
        let mut scope = Self {
            source: field.to_owned(),
            patterns: Vec::new(),
            except: Vec::new(),
        };
        for text in patterns {
            let (list, pattern) = match text.strip_prefix('!') {
                Some(pattern) => (&mut scope.except, pattern),
                None => (&mut scope.patterns, text.as_str()),
            };
            let parsed = FilePattern::new(pattern, base, any_folder);
            list.push(parsed.map_err(|error| RuleError::Pattern {
                field,
                pattern: text.clone(),
                reason: error.kind,
            })?);
        }
        scope.within_limit(field)
    }

    /// Returns this scope if its patterns are not too many.
    ///
    /// # Errors
    ///
    /// [`RuleError::ManyPatterns`].
    pub fn within_limit(self, field: &'static str) -> Result<Self, RuleError> {
        match self.components() > MAX_RULE_COMPONENTS {
            true => Err(RuleError::ManyPatterns(field)),
            false => Ok(self),
        }
    }

    /// Returns how many components its patterns have, as [`Pattern::components`] counts them.
    pub fn components(&self) -> usize {
        let patterns = self.patterns.iter().chain(&self.except);
        patterns.map(|of| of.pattern.components()).sum()
    }

    /// Returns the pattern that matches a path, split into names, with the most literal
    /// components, and their number; the first of several.
    pub fn best(&self, names: &[&str]) -> Option<(usize, &FilePattern)> {
        let matching = |pattern| Some((FilePattern::literals_matching(pattern, names)?, pattern));
        let patterns = self.patterns.iter().filter(|_| !self.excepts(names));
        // Of equal ones the last is the greatest.
        patterns
            .rev()
            .filter_map(matching)
            .max_by_key(|(literals, _)| *literals)
    }

    /// Returns whether a path, split into names, is taken out.
    pub fn excepts(&self, names: &[&str]) -> bool {
        let mut except = self.except.iter();
        except.any(|pattern| pattern.literals_matching(names).is_some())
    }
}

/// A pattern of files, relative to a folder of the project.
#[derive(Debug, Clone)]
pub struct FilePattern {
    pattern: Pattern,
    base: String,
}

impl FilePattern {
    /// Parses a pattern that is relative to the folder `base`. With `any_folder` one without a
    /// slash matches names in every folder.
    ///
    /// # Errors
    ///
    /// As [`Pattern::parse`].
    pub fn new(text: &str, base: &str, any_folder: bool) -> Result<Self, PatternError> {
        // People write `/src/**` for what is at the top.
        let below = text.strip_prefix('/').unwrap_or(text);
        let pattern = match any_folder && !text.contains('/') {
            true => Pattern::parse_of_files(&format!("**/{below}"))?,
            false => Pattern::parse_of_files(below)?,
        };
        Ok(Self {
            pattern,
            base: base.to_owned(),
        })
    }

    /// Returns the number of literal components of the folder and of the pattern, if it matches
    /// a path from the project's folder, split into names.
    pub fn literals_matching(&self, names: &[&str]) -> Option<usize> {
        if self.base.is_empty() {
            return self.pattern.literals_matching(names);
        }
        let depth = self.base.split('/').count();
        let (folder, below) = names.split_at_checked(depth)?;
        let is_below = self.base.split('/').eq(folder.iter().copied());
        let literals = is_below.then(|| self.pattern.literals_matching(below))??;
        Some(depth + literals)
    }

    /// Returns the pattern from the project's folder.
    pub fn shown(&self) -> String {
        match self.base.as_str() {
            "" => self.pattern.to_string(),
            base => format!("{base}/{}", self.pattern),
        }
    }
}
