//! The checks of documents' headers, and of skills.

use crate::text::use_when::use_when_of;
use std::collections::HashMap;

use serde_json::Value;

use super::Check;
use super::finding_kind::FindingKind;
use super::finding_place::FindingPlace;
use super::report::Severity;
use crate::documents::document::Document;
use crate::documents::document_error::{DocumentError, Unreadable};
use crate::documents::file_error::FileError;
use crate::limits::{MAX_FRONTMATTER_BYTES, MAX_SKILL_BYTES, MAX_SKILL_FILES};
use crate::operation::OperationContext;
use crate::operation::find::skill_folder::{Skill, find};
use crate::project::project_error::project_error;
use crate::project::skill_fields::{SKILL_FILE, SkillError};
use crate::text::counted::counted;
use crate::text::escaped::escape_truncated;
use crate::text::field_path::FieldPath;
use crate::text::paths::join;
use rule_files::dialect::Dialect;
use rule_files::header::{Header, never_ends};
use rule_files::located::Position;
use rule_files::rule_scope::RulePlace;

/// The ways in which invalid frontmatter is read, as a finding describes them.
const READ: [&str; 2] = ["read field by field", "served as text"];

/// A document whose frontmatter is invalid.
pub(super) struct InvalidHeader {
    place: FindingPlace,
    /// The path to the document, relative to its category.
    document: String,
    /// How the frontmatter is read: one of [`READ`].
    read: &'static str,
    position: Option<Position>,
    reason: String,
}

impl Check<'_> {
    /// Reports the parts of `document`'s header that are not read as its author may expect.
    pub(super) fn header(&mut self, document: &Document<'_>, text: &str) {
        let file = document.file;
        let category = self.bound.project.categories.get(&*file.origin.category);
        let path = category.map(|category| self.bound.relative_path(category, file.document()));
        let path = path.unwrap_or_default();
        self.of_clients(document, &path, text);
        let rule = RulePlace::of(&self.table.formats.dialects, &path);
        if let Some(dialect) = rule.dialect {
            for said in misread(dialect, text) {
                let place = FindingPlace::document(file);
                self.of_rule(FindingKind::RuleHeader, place, &said);
            }
        }
        if !self.table.formats.is_markdown(file.basename()) {
            return;
        }
        let rest = text
            .strip_prefix("+++")
            .and_then(|rest| rest.split_once('\n'));
        let misread = if never_ends(text) {
            format!(
                "begins like frontmatter, but has no closing '---' in its first {MAX_FRONTMATTER_BYTES} bytes; it"
            )
        } else if rest.is_some_and(|(_, rest)| rest.lines().any(|line| line.trim_end() == "+++")) {
            "has frontmatter in TOML; write YAML between two lines '---'. It".to_owned()
        } else {
            String::new()
        };
        if !misread.is_empty() {
            let text = format!("it {misread} is served as text");
            let place = FindingPlace::document(file);
            self.note(FindingKind::FrontmatterInvalid, place, &text);
        }
        let (error, read) = match Header::of(text) {
            Ok(Some(header)) => {
                if let Err(error) = use_when_of(&header) {
                    let reason = self.table.render(&error);
                    let text = format!("'use_when' is ignored: {reason}");
                    let place = FindingPlace::document(file);
                    self.warn(FindingKind::UseWhenInvalid, place, &text);
                }
                (header.error, READ[0])
            }
            Ok(None) => (None, ""),
            Err(error) => (Some(error), READ[1]),
        };
        // Headers of rules and skills are often invalid YAML, and their clients accept them.
        let is_skill =
            category.is_some_and(|category| category.has_skills()) && file.basename() == SKILL_FILE;
        if let Some(error) = error.filter(|_| !is_skill && !rule.is_rule_file()) {
            self.invalid.push(InvalidHeader {
                place: FindingPlace::document(file),
                document: escape_truncated(file.path.as_str()),
                read,
                position: error.position,
                reason: self.table.render(&project_error(error)),
            });
        }
    }

    /// Reports the documents whose frontmatter is invalid.
    pub(super) fn invalid(&mut self) {
        let invalid = std::mem::take(&mut self.invalid);
        for read in READ {
            let mut headers = invalid.iter().filter(|header| header.read == read);
            let Some(first) = headers.next() else {
                continue;
            };
            let others: Vec<&String> = headers.map(|header| &header.document).collect();
            let others = if others.is_empty() {
                String::new()
            } else {
                let count = counted(
                    others.len(),
                    "more document has it",
                    "more documents have it",
                );
                format!("; {count}: {}", self.table.render_names(&others))
            };
            let reason = &first.reason;
            let text = format!("invalid frontmatter, {read}: {reason}{others}");
            let place = first.place.clone();
            self.note(FindingKind::FrontmatterInvalid, place, &text);
            if let Some(finding) = self.report.findings.last_mut() {
                finding.set_position(first.position);
            }
        }
    }

    /// Reports folders that contain a SKILL.md but are not served as skills. Also reports deviations
    /// from the specification in skills that are served.
    pub(super) fn skills(&mut self) {
        let context = self.context();
        let folders = find(&context, None).unwrap_or_default();
        let mut taken: HashMap<String, String> = HashMap::new();
        for folder in folders {
            let category = FieldPath::of("categories").field(folder.category);
            let file = join(&folder.path, SKILL_FILE);
            let shown = escape_truncated(&file);
            let place = FindingPlace::Document {
                category: folder.category.to_owned(),
                path: file.clone(),
                shown: escape_truncated(&join(folder.category, &file)),
            };
            let table = self.table;
            let said = |errors: &[SkillError]| {
                let said = errors.iter().map(|error| table.render(error));
                said.collect::<Vec<_>>().join("; ")
            };
            let mut skill = match folder.load(&context) {
                Ok(skill) => skill,
                Err(mut errors) => {
                    let known = self.bound.project.categories.get(folder.category);
                    let path = known.map(|known| self.bound.relative_path(known, &file));
                    if path.is_some_and(|path| self.unread.contains(&path)) {
                        errors.retain(|error| !matches!(error, SkillError::Unreadable(_)));
                    }
                    if !errors.is_empty() {
                        let text = format!("it is not a skill: {}", said(&errors));
                        self.error(FindingKind::SkillInvalid, place, &text);
                    }
                    continue;
                }
            };
            let name = skill.name().to_owned();
            let over = self.skill_files(&context, &skill, &category);
            skill.deviations.extend(over);
            if !skill.deviations.is_empty() {
                let said = said(&skill.deviations);
                let text = format!("it is served as '{name}': {said}");
                self.note(FindingKind::SkillDeviates, place.clone(), &text);
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
                    FindingKind::SkillDeviates,
                    place,
                    &format!(
                        "it has the same name as {other}, which tools and prompts return instead"
                    ),
                );
            }
            taken
                .entry(name)
                .or_insert_with(|| format!("{category}: {shown}"));
        }
    }

    /// Reports the files of `skill` that cannot be read. Returns an error for each limit that the other
    /// files exceed together.
    fn skill_files(
        &mut self,
        context: &OperationContext<'_>,
        skill: &Skill,
        category: &FieldPath,
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
                        DocumentError::File(FileError::TooLarge { .. }) => Severity::Note,
                        _ => Severity::Warning,
                    };
                    let path = file.path.to_string();
                    let text = self.table.render(&Unreadable {
                        path,
                        reason: error,
                    });
                    let text = format!("the skill '{}' is served without {text}", skill.name());
                    let kind = (severity, FindingKind::SkillIncomplete);
                    self.report.add(kind, category.into(), &text);
                }
            }
        }
        let files = (count > MAX_SKILL_FILES).then_some(SkillError::Files(count));
        let size = (bytes > MAX_SKILL_BYTES).then_some(SkillError::Bytes(bytes));
        files.into_iter().chain(size).collect()
    }
}

/// Describes the parts of a rule's header that are not read as its author may expect.
fn misread(dialect: &Dialect, text: &str) -> Vec<String> {
    let Ok(Some(header)) = Header::of(text) else {
        let is_all = dialect.keys.iter().any(|key| key == "applyTo");
        let said = "it has no header, so it applies to every file".to_owned();
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
                "true" | "false" => {
                    Some(format!("'{key}' is a string; write {text} without quotes"))
                }
                "yes" | "on" => Some(format!("'{key}' is a string; write true")),
                _ => None,
            },
            _ => None,
        }
    });
    said.collect()
}
