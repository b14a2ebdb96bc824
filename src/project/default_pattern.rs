//! A pattern of `guide.yaml` that is parsed when it is needed.

use std::sync::OnceLock;

use serde::Deserialize;

use crate::documents::pattern::{Pattern, PatternError};

/// A default pattern, or a member's, as given, parsed when it is first asked for: a
/// file may hold very many, and a call needs those of few categories.
#[derive(Debug, Clone, Deserialize)]
#[serde(from = "String")]
pub struct DefaultPattern {
    text: String,
    parsed: OnceLock<Result<Pattern, PatternError>>,
}

impl From<String> for DefaultPattern {
    fn from(text: String) -> Self {
        Self {
            text,
            parsed: OnceLock::new(),
        }
    }
}

impl DefaultPattern {
    /// Returns the pattern as the file spells it.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the parsed pattern.
    ///
    /// # Errors
    ///
    /// The syntax error, with its position.
    pub fn parsed(&self) -> Result<&Pattern, &PatternError> {
        let parsed = self.parsed.get_or_init(|| Pattern::parse(&self.text));
        parsed.as_ref()
    }
}
