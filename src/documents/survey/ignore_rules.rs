//! The rules of a `.gitignore` file (gitignore(5)).

use camino::{Utf8Path, Utf8PathBuf};

use super::wildmatch::{PATTERN_STEPS, Wildmatch};

/// The byte order mark with which a UTF-8 file may begin.
const BOM: &[u8] = "\u{feff}".as_bytes();

/// The rules of one file. The last rule that matches decides.
///
/// ```
/// use mcp_guide::documents::survey::IgnoreRules;
///
/// let rules = IgnoreRules::parse(b"*.log\n!docs/kept.log\n/out/\n", "".into());
/// let ignores = |path: &str| rules.matched(path, false, &mut 1_000);
/// assert_eq!(ignores("docs/a.log"), Some(true));
/// assert_eq!(ignores("docs/kept.log"), Some(false));
/// // It is a file.
/// assert_eq!(ignores("out"), None);
/// ```
#[derive(Debug, Default)]
pub struct IgnoreRules {
    /// The directory of the file, relative to the repository's folder.
    directory: Utf8PathBuf,
    rules: Vec<IgnoreRule>,
}

/// The rule of one line in an ignore file.
#[derive(Debug)]
struct IgnoreRule {
    pattern: Wildmatch,
    /// Whether a matching name is kept instead of ignored.
    is_kept: bool,
    /// Whether the rule applies to directories only.
    of_directories: bool,
    /// Whether the pattern is compared with the path relative to the file's directory, instead of
    /// the name alone.
    of_path: bool,
}

impl IgnoreRules {
    /// Parses `content`, the ignore file of `directory`. As in Git, a line that is not a valid
    /// pattern matches nothing.
    pub fn parse(content: &[u8], directory: &Utf8Path) -> Self {
        let text = content.strip_prefix(BOM).unwrap_or(content);
        let lines = text.split(|byte| *byte == b'\n');
        Self {
            directory: directory.to_owned(),
            rules: lines.filter_map(IgnoreRule::parse).collect(),
        }
    }

    /// Returns whether the rules ignore the file or directory at `path`, or `None` if no rule
    /// matches. `path` is relative to the repository's folder, and must be in the rules' directory.
    /// The folders in the path are not checked separately. Subtracts the steps of each comparison
    /// from `left`, and stops when nothing is left.
    pub fn matched(&self, path: &str, is_directory: bool, left: &mut u64) -> Option<bool> {
        let path = match self.directory.as_str() {
            "" => path,
            directory => path.get(directory.len() + 1..).unwrap_or_default(),
        };
        let name = path.rsplit('/').next().unwrap_or_default();
        *left = left.saturating_sub(PATTERN_STEPS);
        for rule in self.rules.iter().rev() {
            let compared = if rule.of_path { path } else { name };
            let is_of_kind = is_directory || !rule.of_directories;
            if is_of_kind && rule.pattern.matches(compared.as_bytes(), left) {
                return Some(!rule.is_kept);
            }
            if *left == 0 {
                break;
            }
        }
        None
    }
}

impl IgnoreRule {
    /// Parses a line without its line feed. Returns `None` if the line is a comment or matches
    /// nothing.
    fn parse(line: &[u8]) -> Option<Self> {
        let line = without_spaces(line.strip_suffix(b"\r").unwrap_or(line));
        if line.starts_with(b"#") {
            return None;
        }
        let kept = line.strip_prefix(b"!");
        let line = kept.unwrap_or(line);
        let directory = line.strip_suffix(b"/");
        let line = directory.unwrap_or(line);
        if line.is_empty() {
            return None;
        }
        Some(Self {
            pattern: Wildmatch::parse(line.strip_prefix(b"/").unwrap_or(line))?,
            is_kept: kept.is_some(),
            of_directories: directory.is_some(),
            of_path: line.contains(&b'/'),
        })
    }
}

/// Returns `line` without the spaces at its end, unless a backslash escapes them.
fn without_spaces(line: &[u8]) -> &[u8] {
    let (mut end, mut at) = (0, 0);
    while let Some(byte) = line.get(at) {
        at += if *byte == b'\\' { 2 } else { 1 };
        if *byte != b' ' {
            end = at.min(line.len());
        }
    }
    &line[..end]
}
