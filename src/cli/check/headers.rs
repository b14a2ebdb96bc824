//! What `check` says of a document's header.

use super::Check;
use crate::documents::discover::FileInfo;
use crate::documents::rules::RulePlace;
use crate::project::error::ProjectError;
use crate::project::skill::SKILL_FILE;
use crate::text::escape::escape_truncated;
use crate::text::frontmatter::{Header, never_ends};

impl Check<'_> {
    /// Reports broken frontmatter of a Markdown document. Returns what is delivered of its text.
    pub(super) fn frontmatter<'t>(
        &mut self,
        path: &str,
        file: &FileInfo,
        text: &'t str,
        strips: bool,
    ) -> &'t str {
        let document = escape_truncated(file.path.as_str());
        let category = self.bound.project.categories.get(&*file.origin.category);
        let place = category.map(|category| self.bound.relative_path(category, file.document()));
        // Of rules it is often written so, and of skills, and their clients read it so.
        let dialects = &self.table.dialects;
        let is_rule = place.is_some_and(|place| RulePlace::of(dialects, &place).is_rule_file())
            || category.is_some_and(|of| of.skills) && file.basename() == SKILL_FILE;
        if never_ends(text) {
            let limit = crate::limits::MAX_FRONTMATTER_BYTES;
            let text = format!(
                "{document} begins like frontmatter, but has no closing '---' in its first {limit} \
                 bytes; it is served as text"
            );
            self.note(path, &text);
        }
        let header = Header::of(text);
        let use_when = header.as_ref().map(|of| of.as_ref().map(Header::use_when));
        if let Ok(Some(Err(error))) = use_when {
            let reason = self.wording.said(&error);
            let text = format!("{document}: 'use_when' is ignored: {reason}");
            self.warn(path, &text);
        }
        let (header, error, read) = match header {
            Ok(header) => (header, None, ""),
            Err(error) => (None, Some(error), "served as text"),
        };
        let (body, error, read) = match header {
            Some(Header {
                body,
                error: Some(error),
                ..
            }) => (body, Some(error), "read field by field"),
            Some(Header { body, .. }) => (body, None, read),
            None => (text, error, read),
        };
        if let Some(error) = error.filter(|_| !is_rule) {
            let reason = self.wording.said(&ProjectError::from(error));
            let said = format!("{document} has invalid frontmatter, which is {read}: {reason}");
            self.note(path, &said);
        }
        if strips { body } else { text }
    }
}
