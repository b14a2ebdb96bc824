//! To which files a document applies: what its frontmatter says, in the dialects of several
//! clients (`docs/guidance.md` has their sources).
//!
//! Patterns match paths as strings; nothing is opened for them.

mod scope;

use std::collections::BTreeMap;

use crate::documents::pattern::PatternErrorKind;
use crate::limits::{MAX_FRONTMATTER_BYTES, MAX_RULE_COMPONENTS};
use crate::text::frontmatter;
use crate::text::message::messages;
use crate::text::yaml::{self, YamlErrorKind, YamlNode};

pub use scope::{FilePattern, RuleScope};

/// The field of any document.
pub const APPLIES_TO: &str = "applies_to";
/// The field of a Cursor rule that applies to every file.
const ALWAYS: &str = "alwaysApply";
/// The folders of rule files, the ends of their names, and their dialects.
const RULES: [(&str, &str, Dialect); 3] = [
    (".claude/rules/", ".md", Dialect::Claude),
    (".cursor/rules/", ".mdc", Dialect::Cursor),
    (
        ".github/instructions/",
        ".instructions.md",
        Dialect::Copilot,
    ),
];
/// Files that apply to the folder that holds them; a second name is that of a folder in it.
const OF_FOLDERS: [(&str, &str); 4] = [
    ("AGENTS.md", ""),
    ("CLAUDE.md", ""),
    ("CLAUDE.md", ".claude"),
    ("copilot-instructions.md", ".github"),
];

/// How a document says to which files it applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// By `applies_to` only.
    Plain,
    /// `.claude/rules/**/*.md`: `paths`; without it to every file.
    Claude,
    /// `.cursor/rules/**/*.mdc`: `globs`, or `alwaysApply` to every file.
    Cursor,
    /// `.github/instructions/**/*.instructions.md`: `applyTo`.
    Copilot,
    /// To its folder: `AGENTS.md`, `CLAUDE.md`, `.github/copilot-instructions.md`.
    Folder,
}

impl Dialect {
    /// Returns the dialect of the document at a path from the project's folder, and the folder
    /// to which its patterns are relative.
    pub fn of(path: &str) -> (Self, &str) {
        for (folder, end, dialect) in RULES {
            let mut at = path.match_indices(folder).map(|(at, _)| at);
            let starts = |at: &usize| *at == 0 || path[..*at].ends_with('/');
            if let Some(at) = at.find(starts).filter(|_| path.ends_with(end)) {
                return (dialect, path[..at].trim_end_matches('/'));
            }
        }
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let (above, last) = folder.rsplit_once('/').unwrap_or(("", folder));
        if OF_FOLDERS.contains(&(name, last)) && !last.is_empty() {
            return (Self::Folder, above);
        }
        match OF_FOLDERS.contains(&(name, "")) {
            true => (Self::Folder, folder),
            false => (Self::Plain, ""),
        }
    }

    /// Returns whether it is that of a client's rule files.
    pub fn is_rule_file(self) -> bool {
        !matches!(self, Self::Plain | Self::Folder)
    }

    /// Returns the fields that hold its patterns, the first that has any before the others.
    /// Claude Code reads `globs`, too, which its documentation does not name.
    const fn fields(self) -> &'static [&'static str] {
        match self {
            Self::Plain | Self::Folder => &[APPLIES_TO],
            Self::Claude => &[APPLIES_TO, "paths", "globs"],
            Self::Cursor => &[APPLIES_TO, "globs"],
            Self::Copilot => &[APPLIES_TO, "applyTo"],
        }
    }

    /// Returns the scope of a document that says nothing itself. `path` and `base` are those of
    /// [`of`](Self::of).
    pub fn default_scope(self, path: &str, base: &str) -> Option<RuleScope> {
        let source = match self {
            Self::Claude => ".claude/rules",
            Self::Folder => path.strip_prefix(base)?.trim_start_matches('/'),
            Self::Plain | Self::Cursor | Self::Copilot => return None,
        };
        Some(RuleScope::everything(source, base))
    }

    /// Reads to which files a document applies from its text, or from its first lines, which
    /// hold its frontmatter. `base` is the folder to which its patterns are relative. `None` if
    /// it does not say.
    ///
    /// # Errors
    ///
    /// What cannot be read: the document applies to nothing.
    ///
    /// ```
    /// use mcp_guide::documents::rules::Dialect;
    ///
    /// let rule = "---\nglobs: *.ts, src/**\n---\nUse strict.\n";
    /// let scope = Dialect::Cursor.read(rule, "")?;
    /// let best = scope.as_ref().and_then(|scope| scope.best(&["src", "app", "a.ts"]));
    /// assert_eq!(best.map(|(literals, pattern)| (literals, pattern.shown())), Some((1, "src/**".to_owned())));
    /// # Ok::<(), mcp_guide::documents::rules::RuleError>(())
    /// ```
    pub fn read(self, text: &str, base: &str) -> Result<Option<RuleScope>, RuleError> {
        let is_rule = self.is_rule_file();
        let Some(block) = frontmatter::header(text) else {
            let speaks = is_rule || written(text, APPLIES_TO).is_some();
            return match speaks && frontmatter::never_ends(text) {
                true => Err(RuleError::Endless),
                false => Ok(None),
            };
        };
        if !is_rule && !block.contains(APPLIES_TO) {
            return Ok(None);
        }
        let parsed = yaml::parse(block).and_then(YamlNode::into_map);
        let fields = parsed.as_ref().ok();
        if self == Self::Cursor && always(fields, block) {
            return Ok(Some(RuleScope::everything(ALWAYS, base)));
        }
        for &field in self.fields() {
            let Some(patterns) = patterns(fields, block, field)? else {
                continue;
            };
            // An empty list of a client's field is as good as none.
            if !patterns.is_empty() || field == APPLIES_TO {
                return RuleScope::new(field, &patterns, base, self).map(Some);
            }
        }
        match parsed {
            Err(error) if is_rule && error.kind != YamlErrorKind::Empty => {
                Err(RuleError::Yaml(error.kind))
            }
            _ => Ok(None),
        }
    }
}

messages! {
    /// Why a document's header does not say to which files it applies.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum RuleError {
        /// Its block has no end within this many bytes.
        Endless = "rule_endless" with limit = MAX_FRONTMATTER_BYTES;
        /// It is no mapping; a `yaml_…`.
        Yaml(problem: YamlErrorKind) = "rule_yaml";
        /// The field holds something else than patterns.
        Field(field: &'static str) = "rule_field";
        /// One of its patterns is none; a `pattern_…`.
        Pattern {
            field: &'static str,
            pattern: String,
            reason: PatternErrorKind,
        } = "rule_pattern";
        /// Its patterns have too many components.
        ManyPatterns(field: &'static str) = "rule_many_patterns" with limit = MAX_RULE_COMPONENTS;
        /// It was not compared, as the call would compare too much.
        NotCompared = "rule_not_compared";
    }
}

/// Returns whether a Cursor rule applies to every file.
fn always(fields: Option<&YamlNode>, block: &str) -> bool {
    match fields.and_then(|fields| fields.get(ALWAYS)) {
        Some(value) => value.read::<bool>() == Ok(true),
        None => written(block, ALWAYS).is_some_and(|(value, _)| value == "true"),
    }
}

/// Returns the patterns of a field: of YAML a list of strings, or one string with commas; else
/// of its line, as people write it: `globs: *.ts, src/**`. `None` if it is not there, or empty.
fn patterns(
    fields: Option<&YamlNode>,
    block: &str,
    field: &'static str,
) -> Result<Option<Vec<String>>, RuleError> {
    let value = fields.and_then(|fields| fields.get(field));
    if fields.is_some() && value.is_none() {
        return Ok(None);
    }
    if let Some(value) = value {
        if value.read::<()>().is_ok() {
            return Ok(None);
        }
        if let Ok(text) = value.read::<String>() {
            return Ok(Some(split(&text)));
        }
        if let Ok(list) = value.read() {
            return Ok(Some(list));
        }
        // A pattern in braces is a mapping without values.
        if value.read::<BTreeMap<String, ()>>().is_err() {
            return Err(RuleError::Field(field));
        }
    }
    let Some((line, rest)) = written(block, field) else {
        return value.map_or(Ok(None), |_| Err(RuleError::Field(field)));
    };
    if !line.is_empty() {
        let inner = (line.strip_prefix('[')).and_then(|line| line.strip_suffix(']'));
        return Ok(Some(split(&unquoted(inner.unwrap_or(line)))));
    }
    let lines = rest.lines().map(str::trim).filter(|line| !line.is_empty());
    let items = lines.map_while(|line| line.strip_prefix('-').map(uncommented));
    let items: Vec<String> = items.map(unquoted).collect();
    Ok((!items.is_empty()).then_some(items))
}

/// Returns what the line of a field holds after its colon, without a comment, and the lines
/// after it.
fn written<'b>(block: &'b str, field: &str) -> Option<(&'b str, &'b str)> {
    let mut rest = block;
    while !rest.is_empty() {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        let value = line
            .strip_prefix(field)
            .and_then(|rest| rest.trim_start().strip_prefix(':'));
        if let Some(value) = value {
            return Some((uncommented(value), after));
        }
        rest = after;
    }
    None
}

/// Splits a string at its commas, but for those in braces and sets, and drops empty parts.
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
    let parts = parts.map(|part| unquoted(part.trim()));
    parts.filter(|part| !part.is_empty()).collect()
}

/// Returns what stands in a line before its comment.
fn uncommented(line: &str) -> &str {
    line.split_once(" #")
        .map_or(line, |(value, _)| value)
        .trim()
}

/// Returns a string without the quotes around it, which it has nowhere else.
fn unquoted(text: &str) -> String {
    let mut inner = ['"', '\''].into_iter().filter_map(|quote| {
        let inner = text.strip_prefix(quote)?.strip_suffix(quote)?;
        (!inner.contains(quote)).then_some(inner)
    });
    inner.next().unwrap_or(text).to_owned()
}
