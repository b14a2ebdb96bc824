//! The files that a client may exclude by patterns of absolute paths.

use crate::settings::SettingsOwner;

/// The maximum number of patterns that are compared. If there are more, any file may match.
const MAX_PATTERNS: usize = 256;

/// Patterns of absolute paths. If it is unclear whether a file matches, it counts as matching.
#[derive(Debug, Clone, Default)]
pub(crate) struct Excluded {
    patterns: Vec<Vec<String>>,
    /// The absolute patterns whose folder may be a link to the project's folder.
    linked: Vec<Vec<String>>,
    /// Whether any file may be excluded.
    is_any: bool,
}

impl Excluded {
    /// Adds patterns of a settings file. The links in those of the user's file are resolved.
    pub fn add(&mut self, patterns: Vec<&str>, owner: &SettingsOwner<'_>) {
        for pattern in patterns {
            if self.patterns.len() == MAX_PATTERNS || !is_plain(pattern) {
                self.is_any = true;
                return;
            }
            self.patterns.push(names(pattern));
            match owner {
                SettingsOwner::User { real } => {
                    let real = without_links(pattern, real);
                    self.patterns.extend(real.map(|pattern| names(&pattern)));
                }
                SettingsOwner::Project if pattern.starts_with('/') => {
                    self.linked.push(names(pattern));
                }
                SettingsOwner::Project => {}
            }
        }
    }

    /// Records a value that is not a list of patterns. As a result, any file may match.
    pub fn add_any(&mut self) {
        self.is_any = true;
    }

    /// Returns whether a pattern may match the file at `path` in `folder`. Calls `folder` only if
    /// there are patterns.
    pub fn may_have(&self, folder: impl FnOnce() -> Option<String>, path: &str) -> bool {
        if self.is_any || self.patterns.is_empty() {
            return self.is_any;
        }
        let Some(folder) = folder() else {
            return true;
        };
        let lower = |path: &str| path.replace('\\', "/").to_lowercase();
        let (folder, path) = (lower(&folder), lower(path));
        let below: Vec<&str> = path.split('/').collect();
        let names = folder.split('/').filter(|name| !name.is_empty());
        let all: Vec<&str> = names.chain(below.iter().copied()).collect();
        let folder = &all[..all.len() - below.len()];
        let is_here = |pattern: &&Vec<String>| {
            pattern.len() >= folder.len()
                && pattern.iter().zip(folder).all(|(name, own)| name == own)
        };
        let mut elsewhere = self.linked.iter().filter(|pattern| !is_here(pattern));
        // The part of a pattern after a link is assumed to begin with a component without
        // wildcards.
        let may_lead = |pattern: &Vec<String>| {
            let mut ends = (0..pattern.len()).filter(|at| !pattern[*at].contains('*'));
            ends.any(|at| matches(&pattern[at..], &below))
        };
        self.patterns.iter().any(|pattern| matches(pattern, &all)) || elsewhere.any(may_lead)
    }
}

/// Returns whether all clients interpret the wildcards of a pattern in the same way.
fn is_plain(pattern: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || " ._-+/*?~:@#%&=,;'".contains(c);
    pattern.chars().all(is_plain) && !pattern.split('/').any(|name| matches!(name, "." | ".."))
}

/// Splits a pattern into lowercase path components. A relative pattern may match at any depth.
fn names(pattern: &str) -> Vec<String> {
    let anywhere = (!pattern.starts_with('/')).then(|| "**".to_owned());
    let pattern = pattern.strip_prefix("~/").unwrap_or(pattern);
    let pattern = pattern.replace('?', "*").to_lowercase();
    let names = pattern.split('/').filter(|name| !name.is_empty());
    anywhere
        .into_iter()
        .chain(names.map(str::to_owned))
        .collect()
}

/// Resolves the links in the folder with which a pattern begins. Returns `None` if this changes
/// nothing or fails.
fn without_links(pattern: &str, real: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let end = pattern.find(['*', '?']).unwrap_or(pattern.len());
    let (folder, rest) = pattern.split_at(pattern[..end].rfind('/')?);
    if !folder.starts_with('/') {
        return None;
    }
    let real = real(folder).filter(|real| real != folder)?;
    Some(format!("{real}{rest}"))
}

/// Returns whether `path` matches `pattern`. Both are split into components, and `**` matches any
/// number of components.
fn matches(pattern: &[String], path: &[&str]) -> bool {
    let mut reached = vec![false; path.len() + 1];
    reached[0] = true;
    for name in pattern {
        let mut next = vec![false; path.len() + 1];
        for at in 0..=path.len() {
            next[at] = match &**name {
                "**" => reached[at] || at > 0 && next[at - 1],
                name => {
                    at > 0
                        && reached[at - 1]
                        && matches_name(name.as_bytes(), path[at - 1].as_bytes())
                }
            };
        }
        reached = next;
    }
    reached[path.len()]
}

/// Returns whether a path component matches `pattern`, which may contain `*`.
fn matches_name(pattern: &[u8], name: &[u8]) -> bool {
    let (mut at, mut to, mut star) = (0, 0, None);
    while to < name.len() {
        match pattern.get(at) {
            Some(b'*') => {
                star = Some((at, to));
                at += 1;
            }
            Some(byte) if *byte == name[to] => (at, to) = (at + 1, to + 1),
            _ => match star {
                Some((before, from)) => {
                    star = Some((before, from + 1));
                    (at, to) = (before + 1, from + 1);
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|byte| *byte == b'*')
}
