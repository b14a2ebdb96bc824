//! What `check` says of skills.

use std::collections::HashMap;

use super::Check;
use super::report::Severity;
use crate::documents::error::{FileError, Unreadable};
use crate::limits::{MAX_SKILL_BYTES, MAX_SKILL_FILES};
use crate::operation::OperationContext;
use crate::operation::skills::{Skill, find};
use crate::project::skill::{SKILL_FILE, SkillError};
use crate::text::escape::escape_truncated;
use crate::text::paths::join;

impl Check<'_> {
    /// Reports folders with a SKILL.md that are not served as skills, and what skills lack.
    pub(super) fn skills(&mut self) {
        let context = self.context();
        let folders = find(&context, None).unwrap_or_default();
        for (name, category) in &self.bound.project.categories {
            let has_none = !folders.iter().any(|folder| folder.category == *name);
            if category.has_skills() && has_none && self.bound.open(category).is_ok() {
                let path = format!("categories.{}", escape_truncated(name));
                self.warn(
                    &path,
                    &format!("no folder in its directory holds a {SKILL_FILE}"),
                );
            }
        }
        let mut taken: HashMap<String, String> = HashMap::new();
        for folder in folders {
            let category = format!("categories.{}", escape_truncated(folder.category));
            let file = join(&folder.path, SKILL_FILE);
            let shown = escape_truncated(&file);
            let table = self.table;
            let said = |errors: &[SkillError]| {
                let said = errors.iter().map(|error| table.said(error));
                said.collect::<Vec<_>>().join("; ")
            };
            let mut skill = match folder.load(&context) {
                Ok(skill) => skill,
                Err(mut errors) => {
                    let of = self.bound.project.categories.get(folder.category);
                    let path = of.map(|of| self.bound.relative_path(of, &file));
                    if path.is_some_and(|path| self.unread.contains(&path)) {
                        errors.retain(|error| !matches!(error, SkillError::Unreadable(_)));
                    }
                    if !errors.is_empty() {
                        let errors = said(&errors);
                        self.error(&category, &format!("{shown} is no skill: {errors}"));
                    }
                    continue;
                }
            };
            let name = skill.name().to_owned();
            let over = self.skill_files(&context, &skill, &category);
            skill.deviations.extend(over);
            if !skill.deviations.is_empty() {
                let said = said(&skill.deviations);
                self.note(&category, &format!("{shown} is served as '{name}': {said}"));
            }
            let project = &self.bound.project;
            let other = match taken.get(&name) {
                Some(first) => format!("the skill of {first}"),
                None if project.collections.contains_key(&name) => "a collection".to_owned(),
                None if project.categories.contains_key(&name) => "a category".to_owned(),
                None => String::new(),
            };
            if !other.is_empty() {
                self.note(
                    &category,
                    &format!("{shown} has the name of {other}, which tools and prompts return"),
                );
            }
            taken
                .entry(name)
                .or_insert_with(|| format!("{category}: {shown}"));
        }
    }

    /// Reports the files of a skill that cannot be read. Returns what is wrong with the others
    /// together.
    fn skill_files(
        &mut self,
        context: &OperationContext<'_>,
        skill: &Skill,
        category: &str,
    ) -> Vec<SkillError> {
        let (mut count, mut bytes) = (0, 0u64);
        for file in skill.files(context).unwrap_or_default() {
            match context.document_of(Some(&skill.folder), &file).bytes() {
                Ok(size) => {
                    count += 1;
                    bytes = bytes.saturating_add(size);
                }
                Err(error) => {
                    let severity = match error {
                        FileError::TooLarge { .. } => Severity::Note,
                        _ => Severity::Warning,
                    };
                    let path = file.path.to_string();
                    let text = self.table.said(&Unreadable { path, error });
                    let text = format!("the skill '{}' is served without {text}", skill.name());
                    self.add(severity, category, &text);
                }
            }
        }
        let files = (count > MAX_SKILL_FILES).then_some(SkillError::Files(count));
        let size = (bytes > MAX_SKILL_BYTES).then_some(SkillError::Bytes(bytes));
        files.into_iter().chain(size).collect()
    }
}
