//! What `check` says of a document's header.

use serde_json::Value;

use super::Check;
use crate::documents::document::Document;
use crate::documents::rules::RulePlace;
use crate::operation::matches::shown;
use crate::project::error::ProjectError;
use crate::project::skill::SKILL_FILE;
use crate::spec::dialect::Dialect;
use crate::text::escape::escape_truncated;
use crate::text::frontmatter::{Header, never_ends};

impl Check<'_> {
    /// Reports what of a document's header is not read as its maker may think.
    pub(super) fn header(&mut self, document: &Document<'_>, path: &str, text: &str) {
        let file = document.file;
        let category = self.bound.project.categories.get(&*file.origin.category);
        let place = category.map(|category| self.bound.relative_path(category, file.document()));
        let place = RulePlace::of(&self.table.dialects, place.as_deref().unwrap_or_default());
        if let Some(dialect) = place.dialect {
            let unstated = self.unstated.entry(dialect.name.clone());
            unstated.or_insert_with(|| dialect.unknown());
            for said in misread(dialect, text) {
                self.of_rule(&shown(file, true), &said);
            }
        }
        if !document.is_markdown {
            return;
        }
        let document = escape_truncated(file.path.as_str());
        let limit = crate::limits::MAX_FRONTMATTER_BYTES;
        let rest = text
            .strip_prefix("+++")
            .and_then(|rest| rest.split_once('\n'));
        let below = text.trim_start();
        let misread = if never_ends(text) {
            format!(
                "begins like frontmatter, but has no closing '---' in its first {limit} bytes; it"
            )
        } else if rest.is_some_and(|(_, rest)| rest.lines().any(|line| line.trim_end() == "+++")) {
            "has frontmatter in TOML; write it in YAML, between two lines '---'. It".to_owned()
        } else if below.len() < text.len() && matches!(Header::of(below), Ok(Some(_))) {
            "has a blank line before its frontmatter, which".to_owned()
        } else {
            String::new()
        };
        if !misread.is_empty() {
            self.note(path, &format!("{document} {misread} is served as text"));
        }
        let (error, read) = match Header::of(text) {
            Ok(Some(header)) => {
                if let Err(error) = header.use_when() {
                    let reason = self.table.said(&error);
                    let text = format!("{document}: 'use_when' is ignored: {reason}");
                    self.warn(path, &text);
                }
                (header.error, "read field by field")
            }
            Ok(None) => (None, ""),
            Err(error) => (Some(error), "served as text"),
        };
        // Of rules it is often written so, and of skills, and their clients read it so.
        let is_skill = category.is_some_and(|of| of.has_skills()) && file.basename() == SKILL_FILE;
        if let Some(error) = error.filter(|_| !is_skill && !place.is_rule_file()) {
            let reason = self.table.said(&ProjectError::from(error));
            let said = format!("{document} has invalid frontmatter, which is {read}: {reason}");
            self.note(path, &said);
        }
    }
}

/// Returns what a header of a rule says otherwise than its maker may think.
fn misread(dialect: &Dialect, text: &str) -> Vec<String> {
    let Ok(Some(header)) = Header::of(text) else {
        let is_all = dialect.keys.iter().any(|key| key == "applyTo");
        let said = "has no header, and applies to every file".to_owned();
        return Vec::from_iter(is_all.then_some(said));
    };
    let fields = header.fields().unwrap_or_default();
    let mode = dialect.modes.as_ref().map(|modes| &modes.key);
    let known: Vec<&String> = dialect.keys.iter().chain(mode).collect();
    let plain = |key: &str| {
        let letters = key.chars().filter(|c| c.is_alphanumeric());
        let letters: String = letters.flat_map(char::to_lowercase).collect();
        letters.trim_end_matches('s').to_owned()
    };
    let said = fields.iter().filter_map(|(key, value)| {
        let key = escape_truncated(key);
        if !known.contains(&&key) {
            let meant = known.iter().find(|known| plain(known) == plain(&key))?;
            return Some(format!("'{key}' is not read; write '{meant}'"));
        }
        match value {
            Value::Array(list) if list.is_empty() => Some(format!("'{key}' is an empty list")),
            Value::String(text) => match &**text {
                "true" | "false" => Some(format!("'{key}' is a text; write {text} without quotes")),
                "yes" | "on" => Some(format!("'{key}' is a text; write true")),
                _ => None,
            },
            _ => None,
        }
    });
    said.collect()
}
