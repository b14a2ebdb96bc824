//! What a folder must have to be a skill, by the Agent Skills specification
//! (<https://agentskills.io/specification>), and the category that it is.

use serde_json::{Map, Value};

use crate::documents::error::FileError;
use crate::limits::{MAX_SKILL_DESCRIPTION, MAX_SKILL_NAME};
use crate::project::default_pattern::DefaultPattern;
use crate::project::guide::Category;
use crate::text::frontmatter::Header;
use crate::text::yaml::YamlError;

/// The name of a skill's first file.
pub const SKILL_FILE: &str = "SKILL.md";

/// Why a folder with a SKILL.md is not served as a skill.
#[derive(Debug, Clone, PartialEq)]
pub enum SkillError {
    /// It is the category's own directory.
    Root,
    /// SKILL.md, or the folder, cannot be read.
    Unreadable(FileError),
    /// SKILL.md begins with no frontmatter, or with a longer one than is read.
    NoFrontmatter,
    Frontmatter(YamlError),
    /// There is no such field, or it is no text, or empty.
    Field(&'static str),
    /// The name does not fit the pattern.
    Name(String),
    /// The name is not the folder's.
    OtherName(String),
    /// The name or the description has so many characters, and may have so many.
    Long(&'static str, usize, usize),
    /// It has so many files.
    Files(usize),
    /// Its files have so many bytes together.
    Bytes(u64),
}

/// Returns the frontmatter of a SKILL.md in a folder of this name, with every field.
///
/// # Errors
///
/// All that is wrong with it.
pub fn parse(folder: &str, text: &[u8]) -> Result<Map<String, Value>, Vec<SkillError>> {
    let invalid = |error: std::str::Utf8Error| {
        vec![SkillError::Unreadable(FileError::Encoding(
            error.valid_up_to(),
        ))]
    };
    let text = std::str::from_utf8(text).map_err(invalid)?;
    let fields = match Header::of(text).and_then(|of| of.map(|of| of.fields()).transpose()) {
        Ok(Some(fields)) => fields,
        Ok(None) => return Err(vec![SkillError::NoFrontmatter]),
        Err(error) => return Err(vec![SkillError::Frontmatter(error)]),
    };
    let mut errors = Vec::new();
    for (field, most) in [
        ("name", MAX_SKILL_NAME),
        ("description", MAX_SKILL_DESCRIPTION),
    ] {
        match text_of(&fields, field).map(|text| text.chars().count()) {
            None => errors.push(SkillError::Field(field)),
            Some(count) if count > most => errors.push(SkillError::Long(field, count, most)),
            Some(_) => {}
        }
    }
    if let Some(name) = text_of(&fields, "name") {
        let is_part = |part: &str| {
            let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
            !part.is_empty() && part.chars().all(legal)
        };
        if !name.split('-').all(is_part) {
            errors.push(SkillError::Name(name.to_owned()));
        }
        if name != folder {
            errors.push(SkillError::OtherName(name.to_owned()));
        }
    }
    match errors.is_empty() {
        true => Ok(fields),
        false => Err(errors),
    }
}

/// Returns a field that is a text, and not blank.
pub fn text_of<'f>(fields: &'f Map<String, Value>, name: &str) -> Option<&'f str> {
    let text = fields.get(name)?.as_str()?;
    (!text.trim().is_empty()).then_some(text)
}

impl Category {
    /// Returns the category that the folder at a path in this one is.
    pub(crate) fn of_skill(&self, path: &str) -> Self {
        let mut skill = self.clone();
        skill.patterns = vec![DefaultPattern::from(SKILL_FILE.to_owned())];
        skill.skills = false;
        skill.skill = Some(path.to_owned());
        skill.description = None;
        skill.use_when = None;
        skill
    }
}
