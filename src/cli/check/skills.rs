//! What `check` says of skills.

use std::collections::HashMap;
use std::sync::Arc;

use camino::Utf8Path;
use indexmap::IndexSet;
use pulldown_cmark::{Event, LinkType, Parser, Tag};

use super::Check;
use crate::limits::{MAX_FRONTMATTER_BYTES, MAX_SKILL_BYTES, MAX_SKILL_FILES, MAX_SKILL_NAME};
use crate::operation::Request;
use crate::operation::skills::{self, Skill};
use crate::project::error::ProjectError;
use crate::project::guide::Category;
use crate::project::skill::{SKILL_FILE, SkillError};
use crate::text::escape::escape_truncated;
use crate::text::paths::join;
use crate::text::uri::relative_path;

impl Check<'_> {
    /// Reports folders with a SKILL.md that are not served as skills, and what skills lack.
    pub(super) fn skills(&mut self) {
        let request = Request::new(self.bound, self.table, &|| false);
        let mut taken: HashMap<String, String> = HashMap::new();
        for folder in skills::find(&request, |_, _| true).unwrap_or_default() {
            let category = format!("categories.{}", escape_truncated(&folder.category));
            let file = join(&folder.path, SKILL_FILE);
            let shown = escape_truncated(&file);
            let skill = match folder.skill {
                Ok(skill) => skill,
                Err(mut errors) => {
                    let key = (Arc::from(&*folder.category), Utf8Path::new(&file).into());
                    if matches!(self.documents.get(&key), Some(None)) {
                        errors.retain(|error| !matches!(error, SkillError::Unreadable(_)));
                    }
                    if errors.is_empty() {
                        continue;
                    }
                    let reasons = errors.iter().map(|error| self.skill_error(error));
                    let reasons: Vec<String> = reasons.collect();
                    let text = format!("{shown} is no skill: {}", reasons.join("; "));
                    self.error(&category, &text);
                    continue;
                }
            };
            if !skill.deviations.is_empty() {
                let said = skill.deviations.iter().map(|error| self.skill_error(error));
                let said = said.collect::<Vec<_>>().join("; ");
                let text = format!("{shown} is served as '{}': {said}", skill.name());
                self.note(&category, &text);
            }
            let project = &self.bound.project;
            let name = skill.name().to_owned();
            let other = match taken.get(&name) {
                Some(first) => Some(format!("the skill of {first}")),
                None if project.collections.contains_key(&name) => Some("a collection".to_owned()),
                None if project.categories.contains_key(&name) => Some("a category".to_owned()),
                None => None,
            };
            if let Some(other) = other {
                let text =
                    format!("{shown} has the name of {other}, which tools and prompts return");
                self.note(&category, &text);
            }
            for unreadable in &skill.unreadable {
                let text = self.wording.unreadable(unreadable);
                let text = format!("the skill '{name}' is served without {text}");
                self.warn(&category, &text);
            }
            let missing = missing_links(&request, &skill);
            if !missing.is_empty() {
                let links = self.wording.quoted(&missing.iter().collect::<Vec<_>>());
                self.note(
                    &category,
                    &format!("{shown} links to {links}, no file of the skill"),
                );
            }
            taken
                .entry(name)
                .or_insert_with(|| format!("{category}: {shown}"));
        }
    }

    /// Reports that a category has no skills, and files that would be a SKILL.md by another case
    /// of letters.
    pub(super) fn skill_names(&mut self, name: &str, category: &Category, path: &str) {
        let request = Request::new(self.bound, self.table, &|| false);
        let Ok(sandbox) = self.bound.open(category) else {
            return;
        };
        let files = skills::walk(&request, name, category, &sandbox, "**/*");
        let files = files.unwrap_or_default();
        if !files.iter().any(|file| file.basename() == SKILL_FILE) {
            self.warn(
                path,
                &format!("no folder in its directory holds a {SKILL_FILE}"),
            );
        }
        for file in &files {
            let name = file.basename();
            if name != SKILL_FILE && name.eq_ignore_ascii_case(SKILL_FILE) {
                let file = escape_truncated(file.document());
                let text = format!("{file} makes no skill: its name must be {SKILL_FILE}");
                self.note(path, &text);
            }
        }
    }

    fn skill_error(&self, error: &SkillError) -> String {
        use SkillError as Of;
        match error {
            Of::Root => "'dir' must be the directory above it".to_owned(),
            Of::Unreadable(error) => self.wording.said(error),
            Of::NoFrontmatter => {
                format!(
                    "it does not begin with frontmatter of at most {MAX_FRONTMATTER_BYTES} bytes"
                )
            }
            Of::Frontmatter(error) => self.wording.said(&ProjectError::from(error.clone())),
            Of::Field(field) => format!("it has no text as '{field}'"),
            Of::Name(name) => {
                let name = escape_truncated(name);
                format!(
                    "the name '{name}' is not lower-case letters, digits and single hyphens, at most \
                     {MAX_SKILL_NAME}"
                )
            }
            Of::OtherName(name) => {
                format!(
                    "its name '{}' is not that of its folder",
                    escape_truncated(name)
                )
            }
            Of::Long(field, count, most) => {
                format!("{field} of {count} characters, over the limit of {most}")
            }
            Of::Files(count) => format!("{count} files, over the limit of {MAX_SKILL_FILES}"),
            Of::Bytes(bytes) => {
                format!("{bytes} bytes in all files, over the limit of {MAX_SKILL_BYTES}")
            }
        }
    }
}

/// Returns the relative links of a SKILL.md, each once, that lead to no file or folder of the
/// skill, and not out of it.
fn missing_links(request: &Request<'_>, skill: &Skill) -> IndexSet<String> {
    let mut files = skill.files.iter();
    let first = files.find(|file| skill.path_of(file) == SKILL_FILE);
    let read = first.and_then(|first| {
        let sandbox = skill.open(request).ok()?;
        let content = skill.read(request, &sandbox, first).ok()?;
        String::from_utf8(content).ok()
    });
    let text = read.unwrap_or_default();
    let links = Parser::new(&text).filter_map(|event| match event {
        Event::Start(Tag::Link {
            link_type: LinkType::Email,
            ..
        }) => None,
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => Some(dest_url),
        _ => None,
    });
    let is_there = |path: &str| {
        let path = path.trim_end_matches('/');
        let mut files = skill.files.iter();
        files.any(|file| skills::is_within(skill.path_of(file), path))
    };
    let is_missing = |path: String| path.split('/').next() != Some("..") && !is_there(&path);
    let missing = links.filter(|link| relative_path(link).is_some_and(is_missing));
    missing.map(|link| link.to_string()).collect()
}
