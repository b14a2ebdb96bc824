//! The requirements for a folder to be a skill, according to the Agent Skills specification
//! (<https://agentskills.io/specification>).

use crate::project::project_error::project_error;
use serde_json::{Map, Value};

use crate::documents::document_error::DocumentError;
use crate::documents::file_error::FileError;
use crate::limits::{
    MAX_FRONTMATTER_BYTES, MAX_SKILL_BYTES, MAX_SKILL_DESCRIPTION, MAX_SKILL_FILES, MAX_SKILL_NAME,
};
use crate::project::project_error::ProjectError;
use crate::text::messages::messages;
use rule_files::header::Header;

/// The name of a skill's main file.
pub const SKILL_FILE: &str = "SKILL.md";

messages! {
    /// Reasons why a folder with a SKILL.md is not served as a skill, or deviates from the specification.
    #[derive(Debug, Clone, PartialEq)]
    pub enum SkillError {
        /// The folder is the category's own directory.
        Root = "skill_root";
        /// SKILL.md or the folder cannot be read. `reason` is one of the `fault_…` messages.
        Unreadable(reason: DocumentError) = "skill_unreadable";
        /// SKILL.md does not begin with frontmatter, or the frontmatter exceeds the limit.
        NoFrontmatter = "skill_no_frontmatter" with limit = MAX_FRONTMATTER_BYTES;
        /// The frontmatter is not YAML. `problem` is one of the `project_…` messages.
        Frontmatter(problem: ProjectError) = "skill_frontmatter";
        /// The field is missing, empty or not a string.
        Field(field: &'static str) = "skill_field";
        /// The folder's name is not valid.
        Name(name: String) = "skill_name" with limit = MAX_SKILL_NAME;
        /// The name in the frontmatter is not the folder's name.
        OtherName(name: String) = "skill_other_name";
        /// The description is too long. The field is its number of characters.
        Long(count: usize) = "skill_long" with limit = MAX_SKILL_DESCRIPTION;
        /// The skill has too many files. The field is the number of files.
        Files(count: usize) = "skill_files" with limit = MAX_SKILL_FILES;
        /// The skill's files are too large in total. The field is their total size in bytes.
        Bytes(bytes: u64) = "skill_bytes" with limit = MAX_SKILL_BYTES;
    }
}

/// The frontmatter of a skill, and its deviations from the specification.
pub type SkillFields = (Map<String, Value>, Vec<SkillError>);

/// Parses `text`, the content of a SKILL.md. Returns all fields of its frontmatter, and its
/// deviations from the specification. In the result, `name` is the name of the skill's `folder`,
/// and a long `description` is truncated.
///
/// # Errors
///
/// Returns the deviations that prevent the skill from being served.
pub fn parse(folder: &str, text: &[u8]) -> Result<SkillFields, Vec<SkillError>> {
    let invalid = |error: std::str::Utf8Error| {
        let reason = FileError::Encoding(error.valid_up_to());
        vec![SkillError::Unreadable(reason.into())]
    };
    let text = std::str::from_utf8(text).map_err(invalid)?;
    let header = Header::of(text)
        .map(|header| header.map(|header| Ok((header.fields()?, Vec::from_iter(header.error)))));
    let (mut fields, mut deviations) = match header.and_then(Option::transpose) {
        Ok(Some((fields, error))) => {
            let error = error.into_iter().map(project_error);
            let error = error.map(SkillError::Frontmatter);
            (fields, error.collect::<Vec<_>>())
        }
        Ok(None) => return Err(vec![SkillError::NoFrontmatter]),
        Err(error) => return Err(vec![SkillError::Frontmatter(project_error(error))]),
    };
    let Some(description) = text_of(&fields, "description") else {
        deviations.truncate(1);
        let no_text = || vec![SkillError::Field("description")];
        return Err(if deviations.is_empty() {
            no_text()
        } else {
            deviations
        });
    };
    let count = description.chars().count();
    if count > MAX_SKILL_DESCRIPTION {
        deviations.push(SkillError::Long(count));
        let cut: String = description
            .chars()
            .take(MAX_SKILL_DESCRIPTION - 1)
            .collect();
        fields.insert("description".to_owned(), format!("{cut}…").into());
    }
    match text_of(&fields, "name") {
        None => deviations.push(SkillError::Field("name")),
        Some(name) if name != folder => deviations.push(SkillError::OtherName(name.to_owned())),
        Some(_) => {}
    }
    if !is_name(folder) {
        deviations.push(SkillError::Name(folder.to_owned()));
    }
    fields.insert("name".to_owned(), folder.into());
    Ok((fields, deviations))
}

/// Returns whether `name` is valid according to the specification.
pub fn is_name(name: &str) -> bool {
    let is_part = |part: &str| {
        let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        !part.is_empty() && part.chars().all(legal)
    };
    name.len() <= MAX_SKILL_NAME && name.split('-').all(is_part)
}

/// Returns the text of the field `name`, or `None` if the field is missing, blank or not a string.
pub fn text_of<'f>(fields: &'f Map<String, Value>, name: &str) -> Option<&'f str> {
    let text = fields.get(name)?.as_str()?;
    (!text.trim().is_empty()).then_some(text)
}
