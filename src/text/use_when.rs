//! `use_when`: a sentence that says when documents of a project are needed.

use rule_files::Header;
use rule_files::yaml::YamlNode;

use crate::text::escaped::MAX_QUOTED;
use crate::text::messages::messages;

messages! {
    /// Errors in a `use_when`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum UseWhenError {
        NotText = "use_when_type";
        TooLong = "use_when_long" with limit = MAX_QUOTED;
        /// It contains a line break or another control character.
        Control = "use_when_control";
        /// It contains `-->`, which ends an HTML comment.
        Comment = "use_when_comment";
    }
}

/// Returns `text` without surrounding white space, or `None` if nothing is left.
///
/// # Errors
///
/// Returns an error if `text` has more than [`MAX_QUOTED`] characters, a control character or
/// `-->`.
pub fn use_when(text: &str) -> Result<Option<String>, UseWhenError> {
    let is_break = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    match text {
        _ if text.chars().count() > MAX_QUOTED => Err(UseWhenError::TooLong),
        _ if text.contains(is_break) => Err(UseWhenError::Control),
        _ if text.contains("-->") => Err(UseWhenError::Comment),
        _ => Ok(Some(text.trim().to_owned()).filter(|text| !text.is_empty())),
    }
}

/// Returns the sentence of a document's header, if the header contains one.
///
/// # Errors
///
/// Returns an error if the sentence is invalid and therefore ignored.
pub fn use_when_of(header: &Header<'_>) -> Result<Option<String>, UseWhenError> {
    match header.get("use_when").map(YamlNode::as_text) {
        None => Ok(None),
        Some(None) => Err(UseWhenError::NotText),
        Some(Some(text)) => use_when(text),
    }
}
