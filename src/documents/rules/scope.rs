//! The files to which a document applies: patterns that match their paths as strings.

use super::{APPLIES_TO, Dialect, RuleError};
use crate::documents::pattern::{Pattern, PatternError};

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
    /// [`RuleError::Pattern`] for the first that is none.
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
        Ok(scope)
    }

    /// Returns the pattern that matches one of these paths, split into names, with the most
    /// literal components, and their number; the first of several.
    pub fn best(&self, paths: &[Vec<&str>]) -> Option<(usize, &FilePattern)> {
        let mut best: Option<(usize, &FilePattern)> = None;
        for names in paths.iter().filter(|names| !self.excepts(names)) {
            for pattern in &self.patterns {
                if let Some(literals) = pattern.literals_matching(names)
                    && best.is_none_or(|(most, _)| literals > most)
                {
                    best = Some((literals, pattern));
                }
            }
        }
        best
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
        let literals = self.pattern.literals_matching(below)?;
        self.base
            .split('/')
            .eq(folder.iter().copied())
            .then_some(depth + literals)
    }

    /// Returns the pattern from the project's folder.
    pub fn shown(&self) -> String {
        match self.base.as_str() {
            "" => self.pattern.to_string(),
            base => format!("{base}/{}", self.pattern),
        }
    }
}
